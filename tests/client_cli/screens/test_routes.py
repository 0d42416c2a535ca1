"""Every legal move can be made by naming places, whichever game it belongs to."""

from random import Random
from typing import Any

import pytest

from client_cli.screens.table.drawing.canvas import Spot
from client_cli.screens.table.fan_order import FanOrder
from client_cli.screens.table.movable_pairs import can_move_together
from client_cli.screens.table.move_targets import routes, source_of
from client_cli.screens.table.selection import NO_SELECTION, Picker, Selection
from engine.cards import CARD, deal_number_seed
from engine.games import GAMES, AnyGame, game
from engine.table import State


def dealt(slug: str, deal: int = 1, **options: Any) -> tuple[AnyGame, State[Any]]:
    rules = game(slug, options)
    return rules, rules.deal(rules.pack(deal_number_seed(deal)))


def played(rules: AnyGame, state: State[Any], moves: int) -> State[Any]:
    """Some position after any moves."""
    chance = Random(moves)
    for _ in range(moves):
        legal = rules.legal(state).moves
        if not legal:
            break
        state = rules.play(state, chance.choice(legal)).state
    return state


def made(picker: Picker, move: Any) -> Any:
    """What comes of naming the places of a move one after the other, and choosing it."""
    source = source_of(picker.game, move)
    if source is None:
        return move
    route = next(r for r in routes(picker.game, picker.state, move) if r.source == source)
    selection = Selection(source, getattr(move, "n", 0), strict=hasattr(move, "n"))
    while True:
        act = picker.pick(selection, Spot(route.steps[len(selection.steps)]))
        if act.selection.choices:
            return move if move in act.selection.choices else act
        if act.move is not None or act.selection == selection:
            return act.move
        assert act.selection.steps == route.steps[: len(act.selection.steps)]
        selection = act.selection


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_every_legal_move_can_be_named_by_its_places(slug: str) -> None:
    rules, state = dealt(slug)
    for moves in (0, 9, 30):
        state = played(rules, state, moves)
        seen = rules.state_of(rules.view(state), state.over)
        picker = Picker(rules, seen)
        for move in picker.moves[:200]:
            found = made(picker, move)
            same = rules.play(state, found).state == rules.play(state, move).state
            assert found == move or same, (move, found)


def test_two_cards_that_leave_together_may_be_named_in_either_order() -> None:
    rules, first = dealt("baroness", 5)
    states = (played(rules, first, moves) for moves in range(40))
    legal = ((state, move) for state in states for move in rules.legal(state).moves)
    state, pair = next((state, move) for state, move in legal if hasattr(move, "dst"))
    picker = Picker(rules, state)
    assert picker.pick(Selection(pair.src), Spot(pair.dst)).move == pair
    assert picker.pick(Selection(pair.dst), Spot(pair.src)).move == pair
    assert pair.src in picker.lit(Selection(pair.dst)).targets


def test_only_the_own_foundation_lights_up() -> None:
    rules, first = dealt("good_measure", 1)
    states = (played(rules, first, moves) for moves in range(40))
    legal = ((state, move) for state in states for move in rules.legal(state).moves)
    state, build = next((state, move) for state, move in legal if not hasattr(move, "dst"))
    picker = Picker(rules, state)
    targets = picker.lit(Selection(build.src)).targets
    assert sum(place.startswith("foundation") for place in map(str, targets)) == 1


def test_the_cards_that_fill_a_place_are_named_after_it() -> None:
    rules, state = dealt("auntie_allis", 1)
    chains: list[Any] = []
    while not chains:
        state = rules.play(state, rules.legal(state).moves[-1]).state
        chains = [m for m in rules.legal(state).moves if len(getattr(m, "fills", ())) > 1]
    picker, move = Picker(rules, state), chains[0]
    assert made(picker, move) == move
    act = picker.pick(Selection(move.src), Spot("stock"))
    assert act.move is None
    assert act.say


def test_a_fan_is_put_back_as_its_player_laid_it() -> None:
    rules, state = dealt("kings", 1)
    state = rules.play(state, rules.legal(state).moves[0]).state
    fan, (up, where) = FanOrder(rules), (state.piles[-1].up, rules.layout.names[-1])
    assert fan.arranged(state) == state
    assert fan.shift(1, -1) == 2
    mine = fan.arranged(state)
    assert mine.piles[-1].up == (*up[:-2], up[-1], up[-2])
    back = Picker(rules, mine).deal(NO_SELECTION).move
    heap = rules.play(state, fan.real(back)).state.piles[3 + state.beside].up
    assert heap == mine.piles[-1].up
    assert FanOrder(rules).arranged(rules.play(state, fan.real(back)).state).piles[-1].up == ()
    assert fan.real(back).order != back.order
    assert where == "fan"


@pytest.mark.parametrize(
    ("slug", "lower", "upper", "together"),
    [
        ("uncle_remus", "9H", "8H", True),
        ("uncle_remus", "9H", "8S", False),
        ("seven_and_sixes", "9H", "8S", True),
        ("seven_and_sixes", "9H", "8H", False),
        ("seven_and_sixes", "9H", "7S", False),
        ("usk", "KS", "QH", True),
        ("bakers_dozen", "9H", "8S", False),
        ("aces_up", "9H", "8H", False),
    ],
)
def test_the_rules_tell_which_cards_go_together(
    slug: str, lower: str, upper: str, together: bool
) -> None:
    rules, state = dealt(slug)
    seen = rules.state_of(rules.view(state))
    assert can_move_together(rules, seen, CARD[lower], CARD[upper]) is together
