"""The verdicts of the solver are those of a plain search that tries everything."""

from collections import Counter
from itertools import product
from random import Random
from typing import Any

import pytest

from engine.cards import deal_number_seed
from engine.games import GAMES, AnyGame, game
from engine.mechanics.grid import ScoredGrid
from engine.solver.solve import Solution, solve
from engine.table import State
from tests.engine.solver.plain_search import all_moves, reachable
from tests.engine.solver.small_positions import SMALL

STOPS_SHORT = ("klondike", "bakers_dozen", "good_measure")
"""The games in which the solver tries nothing where cards block each other for ever."""
MOST = 1_500
"""A plain search looks at so many positions at most."""


def every_choice(slug: str) -> list[AnyGame]:
    """Return a game with every choice of its options."""
    options = GAMES[slug].options
    return [
        game(slug, dict(zip([o.name for o in options], values, strict=True)))
        for values in product(*(o.values for o in options))
    ]


def replayed(rules: AnyGame, start: State[Any], line: list[Any]) -> State[Any]:
    """Return the position after these moves, by the rules of the game."""
    for move in line:
        start = rules.play(start, move).state
    return start


def compared(rules: AnyGame, start: State[Any], most: int = MOST) -> Solution | None:
    """Compare the solver with a plain search. Return its solution, or None if the plain search came
    to no end."""
    plain = reachable(rules, start, most)
    if plain is None:
        return None
    found = solve(rules, start, 10 * most)
    about = f"{rules.identity} {rules.position(start)}"
    if rules.slug == "kings" and found.verdict == "unknown":  # a fan could be put back otherwise
        assert found.best <= plain.best, about
        return found
    assert found.verdict == ("won" if plain.won else "lost"), about
    assert found.best == plain.best, about
    if found.line is not None:
        end = replayed(rules, start, found.line)
        assert end.over is not None, about
        assert end.over.result == "won", about
    return found


@pytest.mark.parametrize("slug", SMALL)
def test_of_small_positions_the_verdict_is_that_of_a_plain_search(slug: str) -> None:
    random, verdicts = Random(slug), Counter[str]()
    choices = every_choice(slug)
    for n in range(32):
        rules = choices[n % len(choices)]
        found = compared(rules, SMALL[slug](rules, random))
        verdicts[found.verdict if found else "too large"] += 1
    assert verdicts["won"] + verdicts["lost"] >= 4, verdicts


@pytest.mark.parametrize("slug", [s for s in GAMES if not issubclass(GAMES[s], ScoredGrid)])
def test_near_the_end_of_a_game_the_verdict_is_that_of_a_plain_search(slug: str) -> None:
    random, verdicts = Random(slug), Counter[str]()
    choices = every_choice(slug)
    for rules in choices:
        for deal in range(1, 3 + 4 // len(choices)):
            start = rules.deal(rules.pack(deal_number_seed(deal)))
            line = solve(rules, start, 300).line or []
            for _ in range(4):
                state = replayed(rules, start, line[: -random.randint(1, 12)])
                for _ in range(random.randint(0, 3)):
                    moves = [m for m in all_moves(rules, state) if m] if not state.over else []
                    if moves:
                        state = rules.play(state, random.choice(moves)).state
                found = compared(rules, state, 600)
                verdicts[found.verdict if found else "too large"] += 1
    assert verdicts["won"] + verdicts["lost"] >= 2, verdicts
