"""How columns are laid: sets squashed and moved aside, half-gaps, two banks, and what is offered
where nothing helps."""

from collections.abc import Sequence

import pytest

from client_cli.screens.table.drawing.canvas import Canvas, Spot
from client_cli.screens.table.drawing.column_layout import (
    ColumnLine,
    ColumnStyle,
    column_lines,
    turned,
)
from client_cli.screens.table.drawing.table_renderer import draw
from client_cli.screens.table.drawing.table_style import Form, TableStyle
from client_cli.screens.table.input_controller import name_of
from client_cli.screens.table.table_view import TableView
from client_cli.solo.game import SoloGame
from client_cli.terminal.pile_labels import labels
from engine.cards import NAME
from engine.games import GAMES, game
from engine.view import PileView, View
from tests.client_cli.screens.made_up import MadeUpRoom


def up(text: str) -> list[str]:
    return text.split()


def red(card: str) -> bool:
    return card[1] in "HD"


def alternate(cards: Sequence[str], index: int) -> bool:
    """Sets as Seven and Sixes has them."""
    ranks = "A23456789TJQK"
    one, two = cards[index - 1], cards[index]
    below = ranks.index(one[0]) == ranks.index(two[0]) + 1
    return index > 0 and below and red(one) != red(two)


PLAIN = ColumnStyle(alternate)
SETS = up("8S 7D 6S 5H 4C 3D JC 5H QS JH TS")
"""A set of six, one card, one card, a set of three."""


def told(cards: Sequence[str], room: int, way: ColumnStyle = PLAIN) -> str:
    found = column_lines(cards, room, way)
    return " ".join(f":{n.hidden}" if n.hidden else cards[n.card] for n in found)


def test_every_card_is_seen_while_there_is_room() -> None:
    assert told(SETS, 11) == " ".join(SETS)


def test_a_column_that_is_too_long_has_its_sets_squashed_to_their_ends() -> None:
    assert told(SETS, 10) == "8S :4 3D JC 5H QS JH TS"
    assert told(SETS, 8) == told(SETS, 10)


def test_of_several_sets_the_longest_are_squashed_first_and_no_more_than_must_be() -> None:
    cards = up("9S 8D 7S 6H KC QD JC TD 9C 8D 2S")
    assert told(cards, 10) == "9S 8D 7S 6H KC :4 8D 2S"
    assert told(cards, 7) == "9S :2 6H KC :4 8D 2S"


def test_where_that_does_not_help_the_middle_is_left_out_and_counted() -> None:
    assert told(SETS, 6) == "8S :6 5H QS JH TS"
    assert told(SETS, 3) == "8S :9 TS"
    assert told(SETS, 2) == ":10 TS"
    assert told(SETS, 1) == told(SETS, 0) == "TS"
    for room in range(2, 12):
        found = column_lines(SETS, room, PLAIN)
        assert len(found) <= room
        assert sum(line.hidden or 1 for line in found) == len(SETS)


def test_squashed_is_every_set_wherever_it_lies() -> None:
    assert told(SETS, 20, PLAIN._replace(squashed=True)) == "8S :4 3D JC 5H QS JH TS"


def test_sets_are_moved_aside_right_and_left_in_turn() -> None:
    def sides(jinked: int) -> list[int]:
        return [line.aside for line in column_lines(SETS, 20, PLAIN._replace(jinked=jinked))]

    assert sides(2) == [*[0] * 6, 1, -1, *[1] * 3]
    assert sides(1) == [*[0] * 6, 1, 0, *[1] * 3]
    assert sides(0) == [0] * 11


def test_the_half_gap_comes_after_every_eighth_card_if_there_is_room() -> None:
    cards = [NAME[i] for i in range(18)]
    way = ColumnStyle(lambda *_: False, gap=8)
    assert [n for n, line in enumerate(column_lines(cards, 20, way)) if line == ColumnLine()] == [
        8,
        17,
    ]
    assert ColumnLine() not in column_lines(cards, 19, way)
    assert ColumnLine() not in column_lines(cards[:8], 20, way)


def test_a_card_on_its_senior_of_another_suit_is_turned() -> None:
    assert turned(up("5D 4H"), 1)
    assert not turned(up("5H 4H"), 1)
    assert not turned(up("5D 3H"), 1)
    assert not turned(up("5D 4H"), 0)


# Drawn. -------------------------------------------------------------------------------------


def pictured(
    slug: str, piles: dict[str, PileView], size: tuple[int, int], form: Form = "fits"
) -> Canvas:
    """Columns laid by hand on the first deal of a game."""
    rules = game(slug)
    view = rules.view(SoloGame(rules, 1).state)
    shown = View({**view.piles, **piles}, view.facts)
    return draw(rules, shown, size, TableStyle(form=form), lambda place: name_of(rules, place))


COLUMN = {"tab.4": PileView(2, SETS)}


def test_seven_and_sixes_is_jinked_in_a_wide_window_and_others_are_when_asked() -> None:
    def asides(slug: str, width: int, form: Form = "fits") -> list[int]:
        canvas = pictured(slug, COLUMN, (width, 30), form)
        labelled = canvas.find("tab.4")
        assert labelled is not None
        tops = [canvas.at(Spot("tab.4", n)) for n in (11, 5, 4, 3)]
        return [xy[0] - tops[0][0] for xy in tops if xy and tops[0]]

    assert asides("seven_and_sixes", 85) == [0, 1, -1, 1]
    assert asides("seven_and_sixes", 80) == [0, 0, 0, 0]
    assert asides("seven_and_sixes", 80, "jinked") == [0, 1, -1, 1]
    assert asides("seven_and_sixes", 38, "jinked") == [0, 1, 0, 1]
    assert asides("seven_and_sixes", 31, "jinked") == [0, 0, 0, 0]
    assert asides("seven_and_sixes", 85, "squashed")[1:] == [0, 0, 0]
    assert asides("uncle_remus", 85) == [0, 0, 0, 0]


@pytest.mark.parametrize("size", [(80, 20), (55, 20), (200, 56)])
def test_a_finished_book_of_seven_and_sixes_is_closed(size: tuple[int, int]) -> None:
    rules = game("seven_and_sixes")
    view = rules.view(SoloGame(rules, 1).state)
    shown = View({**view.piles, "tab.3": PileView(13, [])}, {**view.facts, "closed": [3]})
    drawn = draw(rules, shown, size, TableStyle(), lambda place: name_of(rules, place))
    assert any("▓▓" in line for line in drawn.lines())


@pytest.mark.parametrize("width", [*range(40, 52), 55, 80, 120])
def test_seven_and_sixes_has_a_far_bank_of_seven_and_a_near_one_of_six(width: int) -> None:
    canvas = pictured("seven_and_sixes", COLUMN, (width, 20))
    rows = [[c for c in line.split() if len(c) == 1] for line in canvas.lines()]
    assert list("abcdefg") in rows
    assert list("hijklm") in rows
    assert not any("Not all" in line for line in canvas.lines())


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("size", [(120, 36), (80, 20), (55, 20), (60, 19), (40, 19)])
def test_everything_can_be_reached_in_a_window_of_usual_size(
    slug: str, size: tuple[int, int]
) -> None:
    rules = game(slug)
    view = rules.view(SoloGame(rules, 1).state)
    canvas = draw(rules, view, size, TableStyle(), lambda place: name_of(rules, place))
    assert not any("Not all" in line for line in canvas.lines())
    if "grid" not in view.facts:
        wanted = {n for n in labels(rules) if n in view.piles}
        assert wanted <= set(canvas.places())


@pytest.mark.parametrize("size", [(120, 34), (80, 20), (58, 36), (55, 36), (55, 20), (40, 19)])
def test_what_a_row_is_built_of_is_told_beside_it(size: tuple[int, int]) -> None:
    """Piles stand closer together before that is left out."""
    rules = game("auntie_allis")
    view = rules.view(SoloGame(rules, 1).state)
    canvas = draw(rules, view, size, TableStyle(), lambda place: name_of(rules, place))
    told = [line.partition("K")[0] + "K" for line in canvas.lines() if "4 7 10 K" in line]
    assert [line.strip() for line in told] == ["4 7 10 K"]
    text = "\n".join(canvas.lines())
    assert all(rule in text for rule in ("2 5 8 J ", "3 6 9 Q "))
    assert {n for n in labels(rules) if n in view.piles} <= canvas.in_sight()


def kings(width: int, fan: Sequence[str], heaps: dict[str, PileView]) -> Canvas:
    rules = game("kings")
    view = rules.view(SoloGame(rules, 1).state)
    seen = view._replace(piles={**view.piles, **heaps, "fan": PileView(0, list(fan))})
    return draw(rules, seen, (width, 20), TableStyle(), lambda place: name_of(rules, place))


@pytest.mark.parametrize("width", [55, 60, 80, 120])
def test_heaps_of_kings_lie_four_by_three_between_the_columns_of_kings(width: int) -> None:
    canvas = kings(width, [], {})
    rows = [line.split() for line in canvas.lines()]
    assert ["b", "h", "4", "i", "5", "j", "6", "r"] in rows
    assert ["d", "n", "10", "o", "11", "p", "12", "u"] in rows
    for nth, suit in enumerate("SHDC"):
        line = [*(f"heap.{3 * nth + i}" for i in (1, 2, 3))]
        found = [canvas.find(name) for name in (f"down.{suit}", *line, f"up.{suit}")]
        places = [at for at in found if at is not None]
        assert len(places) == 5
        assert {y for _, y in places} == {places[0][1]}
        assert [x for x, _ in places] == sorted({x for x, _ in places})
    fan, corner = canvas.find("fan"), canvas.find("corner")
    assert fan is not None
    assert corner is not None
    assert fan[0] < corner[0]


@pytest.mark.parametrize("width", [55, 60, 80, 120])
def test_fanned_heaps_of_kings_and_the_fan_show_every_card_while_there_is_room(width: int) -> None:
    heap = up("2S 3S 4S 5S 6S 7S 8S 9S")
    fan = up("2D 3D 4D 5D 6D 7D 8D 9D TD JD QD 2C 3C 4C 5C 6C")
    canvas = kings(width, fan, {"heap.5": PileView(0, heap), "heap.12": PileView(0, heap)})
    for name, cards in (("heap.5", heap), ("heap.12", heap), ("fan", fan)):
        places = [canvas.at(Spot(name, n)) for n in range(1, len(cards) + 1)]
        assert None not in places
        assert len({*places}) == len(cards)


def test_what_does_not_fit_of_a_heap_of_kings_is_counted() -> None:
    full = PileView(0, up("2S 3S 4S 5S 6S 7S 8S 9S TS JS QS 2H 3H 4H 5H 6H"))
    canvas = kings(55, [], {f"heap.{n}": full for n in range(1, 13)})
    assert any("┆" in line for line in canvas.lines())
    assert all(canvas.at(Spot(f"heap.{n}", 1)) for n in range(1, 13))
    assert canvas.at(Spot("corner", 0)) or canvas.find("corner")


def ended(slug: str, piles: dict[str, PileView], size: tuple[int, int]) -> Canvas:
    rules = game(slug)
    view = rules.view(SoloGame(rules, 1).state)
    seen = view._replace(piles={**view.piles, **piles})
    return draw(rules, seen, size, TableStyle(), lambda place: name_of(rules, place))


@pytest.mark.parametrize("size", [(55, 20), (80, 20), (120, 34)])
def test_senior_wranglers_keys_are_near_the_player_and_take_the_finished_pile(
    size: tuple[int, int],
) -> None:
    full = PileView(0, ["2S"] * 11 + ["KC"])
    before = ended("senior_wrangler", {"pile.2": full._replace(up=full.up[:11])}, size)
    pile, key, column = (before.find(name) for name in ("pile.2", "key.2", "col.2"))
    assert pile is not None
    assert key is not None
    assert column is not None
    assert column[1] < key[1] < pile[1]
    on_pile = before.at(Spot("pile.2", 1))
    after = ended("senior_wrangler", {"pile.2": full}, size)
    on_key = after.at(Spot("pile.2", 1))
    assert on_pile is not None
    assert on_key is not None
    assert on_key[1] == before.at(Spot("key.2", 1))[1] < on_pile[1]  # type: ignore[index]
    assert any("✓" in line for line in after.lines())
    assert not any("✓" in line for line in before.lines())


@pytest.mark.parametrize("size", [(55, 20), (80, 20), (80, 12)])
def test_a_finished_pile_of_as_you_like_it_lies_face_down(size: tuple[int, int]) -> None:
    full = PileView(0, ["2S"] * 11 + ["KC"])
    eleven = ended("as_you_like_it", {"foundation.0": PileView(0, full.up[1:])}, size)
    twelve = ended("as_you_like_it", {"foundation.0": full}, size)
    assert eleven.at(Spot("foundation.0", 1)) is not None
    assert twelve.at(Spot("foundation.0", 1)) is None
    assert twelve.find("foundation.0") is not None


@pytest.mark.parametrize("size", [(30, 12), (20, 5), (12, 3), (5, 1), (1, 1), (0, 0)])
@pytest.mark.parametrize("slug", GAMES)
def test_in_a_window_that_is_too_small_lines_are_offered(slug: str, size: tuple[int, int]) -> None:
    rules = game(slug)
    view = rules.view(SoloGame(rules, 1).state)
    canvas = draw(rules, view, size, TableStyle(), lambda place: name_of(rules, place))
    assert all(len(line) <= size[0] for line in canvas.lines())
    if size == (20, 5) and not {*view.piles} <= canvas.in_sight() and "grid" not in view.facts:
        assert canvas.lines()[-1].endswith("--plain")


@pytest.mark.parametrize(("width", "beside"), [(79, False), (80, True)])
async def test_a_race_stands_beside_the_table_from_80_cells_on(width: int, beside: bool) -> None:
    async with MadeUpRoom("seven_and_sixes").racing((width, 24)) as (app, _):
        table = app.screen.query_one(TableView)
        assert (table.size.width < width) is beside
        assert app.screen.query_one("#panel").display is beside
        assert app.screen.query_one("#line").display is not beside
        rows = [line.split() for line in table.canvas.lines()]
        assert list("abcdefg") in rows
        assert list("hijklm") in rows
