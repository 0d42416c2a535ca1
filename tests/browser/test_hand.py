"""Input at positions of every game: each legal move can be made by taps and by keys, and each tap
makes a legal move or none."""

import json
import os
import random
from collections.abc import Iterator
from typing import Any

from engine.games import AnyGame
from server.web.catalogue import generated
from tests.browser.node_script import answers_of
from tests.engine.helpers import deal, every_game, perft_cases

POSITIONS = int(os.environ.get("HAND_POSITIONS", "8"))
"""So many of random games, under each set of options."""
KEPT = 0.25
LONGEST_GAME = 300
HASTE = 0.8
"""How often a card is played rather than dealt."""

RARE = {
    "demon": {"fill", "grace", "build", "pack", "move", "turn"},
    "auntie_allis": {"exchange", "build", "discard_ace", "deal"},
    "baroness": {"pair", "king", "fill", "deal"},
    "kings": {"turn", "play", "put_back"},
}
"""Kinds of move that have to have been met."""


def test_every_legal_move_is_reached_and_no_other() -> None:
    told = "".join(f"{json.dumps(position)}\n" for position in _positions())
    *faults, last = answers_of("reach.mjs", told)
    assert not faults, "\n".join(json.dumps(fault)[:800] for fault in faults[:5])
    assert last["positions"] == told.count("\n")
    assert last["typed"] > last["moves"] / 2, "letters name most moves"
    met = {
        game: {kind.split()[1] for kind in last["kinds"] if kind.split()[0] == game}
        for game in RARE
    }
    assert met == RARE


def _positions() -> Iterator[dict[str, Any]]:
    games = {game["slug"]: game for game in json.loads(generated()["catalogue.json"])["games"]}
    rng = random.Random(5)
    for rules in every_game():
        composed = [c.start for c in perft_cases(rules.slug) if c.rules.identity == rules.identity]
        for start in composed:
            if not isinstance(start, int):
                yield _told(games, rules, start)
        yield from (_told(games, rules, state) for state in _random(rules, rng, composed))


def _random(rules: AnyGame, rng: random.Random, composed: list[Any]) -> Iterator[Any]:
    kept, state, ply = 0, None, 0
    while kept < POSITIONS:
        if state is None or state.over or ply > LONGEST_GAME:
            start = rng.choice([*composed, rng.randrange(1, 10**6)])
            state, ply = deal(rules, start) if isinstance(start, int) else start, 0
            continue
        moves = rules.legal(state).moves
        if rng.random() < KEPT:
            kept += 1
            yield state
        named = [move for move in moves if hasattr(move, "src")]
        move = rng.choice(named if named and rng.random() < HASTE else list(moves))
        state, ply = rules.play(state, move).state, ply + 1


def _told(games: dict[str, Any], rules: AnyGame, state: Any) -> dict[str, Any]:
    legal = [rules.codec.to_json(move) for move in rules.legal(state).moves]
    return {"game": games[rules.slug], "view": rules.view(state).to_json(), "legal": legal}
