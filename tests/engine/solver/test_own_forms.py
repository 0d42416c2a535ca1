"""Searches with positions of their own form reach what the rules of the game allow."""

from collections.abc import Sequence
from itertools import product
from random import Random
from typing import Any, NamedTuple

import pytest

from engine.aids import safe_move
from engine.cards import deal_number_seed
from engine.games import AnyGame
from engine.moves import Turn
from engine.solver.mutable import MOVE_MASK, Children, MutablePosition
from engine.solver.single_games import mutable_searches
from engine.table import State
from tests.engine.solver.test_plainly import STOPS_SHORT, every_choice

GAMES_WITH_OWN_FORMS = ("bakers_dozen", "good_measure", "klondike", "demon")


class Reached(NamedTuple):
    """What a move of the search has reached: the moves of the game that it stands for, the key of
    the position, and its progress."""

    moves: Sequence[Any]
    key: int
    progress: int


def reached_from(position: MutablePosition, state: State[Any]) -> list[Reached]:
    """Return what the search reaches from a state by its next move, in the order in which it goes
    on. Check that taking a move back changes everything back."""
    position.put(state)
    found = []
    key, children = position.key, children_of(position)
    for child in sorted(children.found, reverse=True):
        move, after = child & MOVE_MASK, children.key(child)
        moves = position.moves(move)
        position.make(move, after)
        found.append(Reached(moves, after, position.progress))
        position.unmake()
        assert position.key == key
        assert are_equal(children_of(position), children)
    return found


def children_of(position: MutablePosition) -> Children:
    """Return all positions that can be reached by the next move."""
    children = Children(set())
    position.add_children(children)
    return children


def are_equal(some: Children, others: Children) -> bool:
    return (some.found, some.keys) == (others.found, others.keys)


def key_of(position: MutablePosition, state: State[Any]) -> int:
    position.put(state)
    return position.key


def walked(rules: AnyGame, deal: int, length: int) -> list[tuple[MutablePosition, State[Any]]]:
    """Return states that random play reaches, each with the position that the search changes."""
    random = Random(f"{rules.identity} {deal}")
    state = rules.deal(rules.pack(deal_number_seed(deal)))
    found = []
    for search in mutable_searches(rules, state)[:1]:  # none for some options of The Demon
        for _ in range(length):
            if state.over:
                break
            found.append((search.position, state))
            moves = rules.legal(state).moves
            builds = [move for move in moves if type(move) in rules.foundation_kinds]
            state = rules.play(state, random.choice(builds or moves)).state
    return found


@pytest.mark.parametrize("slug", GAMES_WITH_OWN_FORMS)
def test_every_step_is_legal_and_leads_where_the_rules_lead(slug: str) -> None:
    steps = 0
    for rules in every_choice(slug):
        for position, state in [each for deal in (1, 2, 3) for each in walked(rules, deal, 60)]:
            for moves, key, progress in reached_from(position, state):
                after = state
                for move in moves:
                    after = rules.play(after, move).state
                assert key == key_of(position, after), moves
                assert progress == position.progress == rules.progress(after)
                steps += 1
    assert steps > 200, steps


@pytest.mark.parametrize("slug", GAMES_WITH_OWN_FORMS)
def test_a_position_is_the_same_however_it_was_reached(slug: str) -> None:
    """Make moves, and compare each position with the one that is made anew from its state: the key,
    what can be reached, and by how much each is more promising than the others. So the test for
    blocked cards is left out only where it would find none."""
    compared = 0
    for rules, deal in product(every_choice(slug), (1, 2)):
        state = rules.deal(rules.pack(deal_number_seed(deal)))
        random = Random(f"{slug} {deal}")
        for search in mutable_searches(rules, state):
            position, now = search.position, state
            for _ in range(60):
                key, children = position.key, children_of(position)
                position.put(now)
                assert position.key == key
                assert are_equal(children_of(position), children)
                if not children.found:
                    break
                child = random.choice(children.found)
                move = child & MOVE_MASK
                for each in position.moves(move):
                    now = rules.play(now, each).state
                position.make(move, children.key(child))
                compared += 1
    assert compared > 100, compared


def is_cut_short(rules: AnyGame, steps: Sequence[Any]) -> bool:
    """Return whether one card is built first, or nothing is tried because cards block each other
    for ever."""
    if not steps:
        return rules.slug in STOPS_SHORT
    return len(steps) == 1 and type(steps[0][0][-1]) in rules.foundation_kinds


def is_part_of_a_run(rules: AnyGame, state: State[Any], move: Any) -> bool:
    """Return whether a move of Klondike parts the face-up cards of a column. The solver makes such
    a move only before a build."""
    if rules.slug != "klondike" or not hasattr(move, "n"):
        return False
    pile = rules.layout.index[move.src]
    return pile in rules.layout["tab"] and move.n < len(state.piles[pile].up)


@pytest.mark.parametrize("slug", GAMES_WITH_OWN_FORMS)
def test_every_move_but_turns_is_a_step_unless_one_card_can_go_up_safely(slug: str) -> None:
    compared = 0
    for rules in every_choice(slug):
        for position, state in [each for deal in (1, 2, 3) for each in walked(rules, deal, 60)]:
            steps = reached_from(position, state)
            keys = {step.key for step in steps}
            if is_cut_short(rules, steps):
                continue
            for move in rules.legal(state).moves:
                if not isinstance(move, Turn) and not is_part_of_a_run(rules, state, move):
                    after = rules.play(state, move).state
                    assert key_of(position, after) in keys, move
                    compared += 1
    assert compared > 100, compared


@pytest.mark.parametrize("slug", GAMES_WITH_OWN_FORMS)
def test_a_card_goes_up_at_once_where_the_rules_call_it_safe(slug: str) -> None:
    safe = 0
    for rules in every_choice(slug):
        for deal in range(1, 9):
            for position, state in walked(rules, deal, 60):
                steps = reached_from(position, state)
                move = safe_move(rules, state)
                if not steps and rules.slug in STOPS_SHORT:
                    continue
                if move is None:
                    legal = [m for m in rules.legal(state).moves if not isinstance(m, Turn)]
                    assert len(steps) >= len(
                        {
                            key_of(position, rules.play(state, each).state)
                            for each in legal
                            if not is_part_of_a_run(rules, state, each)
                        }
                    )
                else:
                    [(moves, _, _)] = steps
                    assert len(moves) == 1
                    assert rules.never_wanted(state, moves[0])
                    safe += 1
    assert safe > 3, safe


@pytest.mark.parametrize("slug", ["klondike", "demon"])
def test_every_card_that_turning_brings_up_can_be_played(slug: str) -> None:
    """Turn on, without playing a card, and compare what can be played then."""
    compared = 0
    for rules in every_choice(slug):
        for position, state in [each for deal in (1, 2, 3) for each in walked(rules, deal, 40)]:
            steps = reached_from(position, state)
            keys = {step.key for step in steps}
            if is_cut_short(rules, steps):
                continue
            turned = state
            for _ in range(30):
                turn = next((m for m in rules.legal(turned).moves if isinstance(m, Turn)), None)
                if turn is None:
                    break
                turned = rules.play(turned, turn).state
                for move in rules.legal(turned).moves:
                    if getattr(move, "src", "").startswith("waste"):
                        after = rules.play(turned, move).state
                        compared += 1
                        assert key_of(position, after) in keys, move
    assert compared > 100, compared
