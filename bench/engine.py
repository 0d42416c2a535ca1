"""Measure what the rules cost: one move as a server makes it, the legal moves, the view.

`python -m bench.engine GAME PLIES` prints the medians of one game as JSON.
"""

import json
import sys
from collections.abc import Iterator
from random import Random
from time import perf_counter
from typing import Any, NamedTuple

from pydantic_core import to_json

from bench.timing import Cost, cost
from engine.cards import deal_number_seed
from engine.games import GAMES, AnyGame, game
from engine.table import State

LONGEST_GAME = 200
COSTS = ("move", "play", "legal", "view")


class Ply(NamedTuple):
    """A position of a random game, the text of the move made there, and the position after it."""

    before: State[Any]
    text: str
    after: State[Any]


class EngineCost(NamedTuple):
    """The costs of one game. `moves_per_s` counts moves that are checked, made and shown as a whole
    view."""

    game: str
    plies: int
    move: Cost
    """Read the text, check the move, make it, compute progress and points, and write the changed
    piles as JSON bytes."""
    play: Cost
    """Only check the move, make it and do what follows without a choice."""
    legal: Cost
    view: Cost
    """Write the whole view as JSON bytes, as the server does."""
    view_json: Cost
    """Write the same view with `json.dumps`."""
    moves_per_s: int


def measured(plies: int) -> list[EngineCost]:
    """Measure every game over `plies` positions of random games."""
    return [_measured(game(slug), plies) for slug in GAMES]


def random_plies(rules: AnyGame, count: int) -> list[Ply]:
    """Return `count` positions of random games, over as many deals as necessary."""
    plies: list[Ply] = []
    deal = 0
    while len(plies) < count:
        deal += 1
        plies.extend(_random_game(rules, deal))
    return plies[:count]


def _random_game(rules: AnyGame, deal: int) -> Iterator[Ply]:
    rng = Random(deal)
    state = rules.deal(rules.pack(deal_number_seed(deal)))
    for _ in range(LONGEST_GAME):
        moves = rules.legal(state).moves
        if not moves:
            return
        move = rng.choice(moves)
        after = rules.play(state, move).state
        yield Ply(state, rules.codec.to_text(move), after)
        state = after


def _measured(rules: AnyGame, count: int) -> EngineCost:
    plies = random_plies(rules, count)
    texts = [(ply.before, ply.text) for ply in plies]
    moves = [(ply.before, rules.codec.from_text(ply.text)) for ply in plies]
    states = [(ply.after,) for ply in plies]

    def move(before: State[Any], text: str) -> bytes:
        after = rules.play(before, rules.codec.from_text(text)).state
        rules.progress(after)
        rules.points(after)
        return to_json(rules.changes(before, after).to_json())

    def view(state: State[Any]) -> bytes:
        return to_json(rules.view(state).to_json())

    def view_json(state: State[Any]) -> bytes:
        return json.dumps(rules.view(state).to_json(), separators=(",", ":")).encode()

    started = perf_counter()
    for before, made in moves:
        rules.view(rules.play(before, made).state)
    took = perf_counter() - started
    return EngineCost(
        game=rules.slug,
        plies=len(plies),
        move=cost(move, texts),
        play=cost(rules.play, moves),
        legal=cost(rules.legal, states),
        view=cost(view, states),
        view_json=cost(view_json, states),
        moves_per_s=round(len(plies) / took),
    )


def main() -> None:
    told = _measured(game(sys.argv[1]), int(sys.argv[2]))
    print(json.dumps({name: cost.median for name, cost in told._asdict().items() if name in COSTS}))


if __name__ == "__main__":
    main()
