"""Searches with positions of their own form reach what the rules of the game allow."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from engine.aids import safe_move
from engine.cards import deal_number_seed
from engine.games import AnyGame
from engine.moves import Turn
from engine.solver.positions import Positions
from engine.solver.single_games import positions_of
from engine.table import State
from tests.engine.solver.test_plainly import STOPS_SHORT, every_choice

GAMES_WITH_OWN_FORMS = ("bakers_dozen", "good_measure", "klondike", "demon")


def walked(rules: AnyGame, deal: int, length: int) -> list[tuple[Positions, State[Any]]]:
    """Return positions that random play reaches, each with the way in which the solver sees the
    positions of that game."""
    random = Random(f"{rules.identity} {deal}")
    state = rules.deal(rules.pack(deal_number_seed(deal)))
    positions = positions_of(rules, state)
    found = []
    for _ in range(length):
        if state.over:
            break
        if positions.first(state) is not state:  # The Demon has two forms, for different options
            found.append((positions, state))
        moves = rules.legal(state).moves
        builds = [move for move in moves if type(move) in rules.foundation_kinds]
        state = rules.play(state, random.choice(builds or moves)).state
    return found


@pytest.mark.parametrize("slug", GAMES_WITH_OWN_FORMS)
def test_every_step_is_legal_and_leads_where_the_rules_lead(slug: str) -> None:
    steps = 0
    for rules in every_choice(slug):
        for positions, state in [each for deal in (1, 2, 3) for each in walked(rules, deal, 60)]:
            for moves, reached in positions.onward(positions.first(state)).steps:
                after = state
                for move in moves:
                    after = rules.play(after, move).state
                assert positions.key(reached) == positions.key(positions.first(after)), moves
                assert positions.progress(reached) == rules.progress(after)
                won = after.over is not None and after.over.result == "won"
                assert positions.is_won(reached) == won
                steps += 1
    assert steps > 200, steps


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
        for positions, state in [each for deal in (1, 2, 3) for each in walked(rules, deal, 60)]:
            steps = positions.onward(positions.first(state)).steps
            keys = {positions.key(reached) for _, reached in steps}
            if is_cut_short(rules, steps):
                continue
            for move in rules.legal(state).moves:
                if not isinstance(move, Turn) and not is_part_of_a_run(rules, state, move):
                    after = rules.play(state, move).state
                    assert positions.key(positions.first(after)) in keys, move
                    compared += 1
    assert compared > 100, compared


@pytest.mark.parametrize("slug", GAMES_WITH_OWN_FORMS)
def test_a_card_goes_up_at_once_where_the_rules_call_it_safe(slug: str) -> None:
    safe = 0
    for rules in every_choice(slug):
        for deal in range(1, 9):
            for positions, state in walked(rules, deal, 60):
                steps = positions.onward(positions.first(state)).steps
                move = safe_move(rules, state)
                if not steps and rules.slug in STOPS_SHORT:
                    continue
                if move is None:
                    legal = [m for m in rules.legal(state).moves if not isinstance(m, Turn)]
                    assert len(steps) >= len(
                        {
                            positions.key(positions.first(rules.play(state, each).state))
                            for each in legal
                            if not is_part_of_a_run(rules, state, each)
                        }
                    )
                else:
                    [(moves, _)] = steps
                    assert len(moves) == 1
                    assert rules.never_wanted(state, moves[0])
                    safe += 1
    assert safe > 3, safe


@pytest.mark.parametrize("slug", ["klondike", "demon"])
def test_every_card_that_turning_brings_up_can_be_played(slug: str) -> None:
    """Turn on, without playing a card, and compare what can be played then."""
    compared = 0
    for rules in every_choice(slug):
        for positions, state in [each for deal in (1, 2, 3) for each in walked(rules, deal, 40)]:
            steps = positions.onward(positions.first(state)).steps
            keys = {positions.key(reached) for _, reached in steps}
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
                        assert positions.key(positions.first(after)) in keys, move
    assert compared > 100, compared
