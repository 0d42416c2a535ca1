"""From picked places to moves, without a screen; and a game nobody has drawn before."""

from collections.abc import Iterator, Sequence

from client_cli.screens.table.drawing.canvas import Place, Spot
from client_cli.screens.table.drawing.table_renderer import draw
from client_cli.screens.table.drawing.table_style import TableStyle
from client_cli.screens.table.input_controller import InputController, name_of
from client_cli.screens.table.move_labels import described
from client_cli.screens.table.selection import NO_SELECTION, Picker, Selection
from engine.cards import Card
from engine.game import Book, Game
from engine.games import game
from engine.games.aces_up import Discard, Fill
from engine.moves import Deal
from engine.table import GameOver, Group, Layout, Pile, State, Table

ACES = game("aces_up")


def position(*piles: str) -> State[None]:
    """Four piles by the names of their cards, the rest of the pack thrown out or in the stock."""
    from engine.cards import CARD, new_pack

    laid = [tuple(CARD[word] for word in pile.split()) for pile in piles]
    rest = [card for card in new_pack(1) if not any(card in pile for pile in laid)]
    tops = (Pile(up=pile) for pile in laid)
    return State((*tops, Pile(down=tuple(rest[:4])), Pile(up=tuple(rest[4:]))), None)


def test_several_ways_are_numbered_and_a_number_chooses() -> None:
    picker = Picker(ACES, position("AS KS", "AD", "", "AH 2D"))
    act = picker.pick(Selection(source="tab.3"), Spot("tab.3"))
    assert act.move is None
    told = described(ACES, act.selection.choices, lambda place: name_of(ACES, place))
    assert told == ["1 discard", "2 fill c"]
    assert picker.choose(act.selection, 2).move == Fill("tab.3", "tab.2")  # type: ignore[arg-type]
    assert picker.choose(act.selection, 3).selection is act.selection


def test_a_pile_that_takes_cards_without_being_named_is_a_target_too() -> None:
    picker = Picker(ACES, position("AS", "AC 2D", "KD", "AH"))
    selection = Selection(source="tab.1")
    assert "discard" in picker.lit(selection).targets
    assert picker.pick(selection, Spot("discard")).move == Discard("tab.1")  # type: ignore[arg-type]


def test_a_typed_count_is_meant_exactly() -> None:
    rules = game("uncle_remus")
    controller, state = InputController(rules), rules.deal(rules.pack(bytes(32)))
    picker = Picker(rules, state)
    assert controller.key(picker, "3") is not None
    assert (controller.selection.count, controller.selection.strict) == (3, True)
    controller.key(picker, "a")
    act = controller.key(picker, "b")
    assert act is not None
    assert act.move is None
    assert act.say


def test_letters_of_no_pile_are_left_to_the_screen() -> None:
    controller = InputController(ACES)
    picker = Picker(ACES, position("AS KS", "AD", "", "AH 2D"))
    assert controller.key(picker, "u") is None
    assert controller.selection == NO_SELECTION


class Stranger(Game[None, Deal]):
    """A game with every usual kind of pile, which no screen knows."""

    slug = "stranger"
    book = Book("Stranger")
    kinds = (Deal,)
    goal = 52

    def lay(self) -> Layout:
        return Layout(
            Group("tab", "tableau", range(13), faces="both"),
            Group("foundation", "foundation", "SHDC"),
            Group("reserve", "reserve"),
            Group("waste", "waste"),
            Group("stock", "stock", faces="down"),
        )

    def set_up(self, pack: Sequence[Card]) -> State[None]:
        columns = [Pile((pack[i],), (pack[13 + i],)) for i in range(13)]
        rest = [Pile(up=(pack[26],)), *[Pile()] * 3, Pile(up=tuple(pack[27:30])), Pile()]
        return State((*columns, *rest, Pile(down=tuple(pack[30:]))), None)

    def refusal(self, state: State[None], move: Deal) -> str | None:
        return None

    def perform(self, state: State[None], move: Deal, table: Table) -> None:
        table.deal(len(self.layout) - 1, 0)

    def legal_moves(self, state: State[None]) -> Iterator[Deal]:
        yield Deal()

    def outcome(self, state: State[None]) -> GameOver | None:
        return None

    def progress(self, state: State[None]) -> int:
        return 0


def test_a_new_game_draws_itself() -> None:
    stranger = Stranger()
    state = stranger.deal(stranger.pack(bytes(32)))

    def label(place: Place) -> str:
        return name_of(stranger, place)

    for size in ((55, 19), (80, 20)):
        canvas = draw(stranger, stranger.view(state), size, TableStyle(), label)
        assert set(canvas.places()) == set(stranger.layout)
        for name in stranger.layout:
            x, y = canvas.find(name) or (-1, -1)
            assert 0 <= x < size[0]
            assert 0 <= y < size[1]
