"""Winnable deals, for tests that have to win on a real server.

The owner of the store can read the secret of a race before it begins (see docs/security.md), and so
can search for a nonce that makes a deal a simple player wins.
"""

import asyncio
import random
from collections.abc import Callable
from typing import Any, NamedTuple

from engine.cards import KING, RANK, SUIT, Card
from engine.computer_players.player import Player
from engine.games import AnyGame
from engine.games.kings import DOWN, FAN, UP, PutBack
from engine.moves import Turn
from engine.options import canonical
from engine.races import fairness
from engine.table import State
from protocol.codes import race_id
from server.rooms import events
from server.rooms.reducer import fold
from server.rooms.state import Race, Room
from server.store import keys
from tests.harness import Client

TRIES = 10_000
OFTEN = ("auntie_allis", "seven_and_sixes", "kings")
"""The crown games that simple players win about once in a hundred deals; a search takes about a
second."""


class Winning(NamedTuple):
    """A nonce for the only contestant of a race, in seat 0, and the moves that win its deal."""

    nonce: str
    moves: list[str]


async def winning(redis: Any, code: str) -> Winning:
    """How to win the room's current race, before anybody is ready for it."""
    lines = await redis.lrange(keys.log(code), 0, -1)
    race = fold(Room(code), map(events.load, lines)).race
    # In a thread: a connection that answers no ping for too long is closed.
    return await asyncio.to_thread(_winning, code, race)


def _winning(code: str, race: Race) -> Winning:
    for number in range(TRIES):
        nonce = number.to_bytes(fairness.NONCE_BYTES)
        pack = race.game.pack(_seed(code, race, nonce))
        moves = played(race.game, pack)
        if moves is not None:
            return Winning(nonce.hex(), moves)
    raise AssertionError(f"no deal of {race.game.slug} comes out")


def _seed(code: str, race: Race, nonce: bytes) -> bytes:
    options = canonical(race.game.chosen)
    named = race_id(code, race.n)
    return fairness.deal_seed(race.secret, named, race.game.slug, options, {0: nonce})


def played(rules: AnyGame, pack: Any) -> list[str] | None:
    """The moves with which a simple player wins this deal; None if they do not."""
    state, moves = rules.deal(pack), list[str]()
    choose: Callable[[State[Any]], Any] = Player(rules, "greedy", random.Random(1).randrange).move
    if rules.slug == "kings":
        choose = _Keeling(rules)
    while state.over is None:
        move = choose(state)
        moves.append(rules.codec.to_text(move))
        state = rules.play(state, move).state
    return moves if state.over.result == "won" else None


class _Keeling:
    """A player of Kings: plays whatever fits, and puts fans back with the card needed first on
    top."""

    def __init__(self, rules: AnyGame) -> None:
        self._rules, self._rng = rules, random.Random(1)

    def __call__(self, state: State[Any]) -> Any:
        moves = self._rules.legal(state).moves
        plays = [move for move in moves if not isinstance(move, PutBack | Turn)]
        if plays and (len(plays) > 1 or state.piles[FAN].up):
            return self._rng.choice(plays)
        fan = state.piles[FAN].up
        if fan:
            return PutBack(tuple(sorted(range(len(fan)), key=lambda i: -_wait(state, fan[i]))))
        return next((move for move in moves if isinstance(move, Turn)), moves[0])


def _wait(state: State[Any], card: Card) -> int:
    """How many cards of its suit must be played before this one, on the nearer king."""
    down, up = (len(state.piles[kings[SUIT[card]]].up) for kings in (DOWN, UP))
    waits = [KING - down - RANK[card], RANK[card] - up]
    return min([wait for wait in waits if wait >= 0], default=KING)


async def play(link: Client, race: int, moves: list[str], first: int = 0) -> None:
    """Send these moves; `first` is the number of moves made before."""
    for ply, move in enumerate(moves, first):
        answer = await link.ask("play", race=race, ply=ply, move=move)
        assert answer["type"] == "moved", answer
