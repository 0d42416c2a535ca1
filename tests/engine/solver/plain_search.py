"""A plain search by which the solver is checked: it tries every move that the rules of a game
allow, and knows nothing about any game."""

from collections import deque
from collections.abc import Iterator
from itertools import permutations
from typing import Any, NamedTuple

from engine.games import AnyGame
from engine.games.kings import FAN, PutBack
from engine.table import State

ANY_ORDER = ("klondike", "demon", "usk")
"""The games in which the plain search takes two positions as one if they differ only in the order
of their columns. There are too many positions otherwise. In Usk this is so only
after the redeal."""
LONGEST_FAN = 4
"""A fan of Kings is put back in every order if it has so many cards at most."""


class Reachable(NamedTuple):
    """What can be reached from a position: whether a win can, and the highest progress."""

    won: bool
    best: int


def reachable(game: AnyGame, start: State[Any], most: int) -> Reachable | None:
    """Return what can be reached from a position; None if more than `most` positions can, or if a
    fan of Kings has too many cards to try all orders."""
    seen, waiting = {_identity(game, start)}, deque([start])
    won, best = False, game.progress(start)
    while waiting:
        state = waiting.popleft()
        best = max(best, game.progress(state))
        if state.over:
            won = won or state.over.result == "won"
            continue
        moves = list(all_moves(game, state))
        if None in moves:
            return None
        for move in moves:
            after = game.play(state, move).state
            if _identity(game, after) not in seen:
                seen.add(_identity(game, after))
                waiting.append(after)
        if len(seen) > most:
            return None
    return Reachable(won, best)


def _identity(game: AnyGame, state: State[Any]) -> Any:
    if game.slug not in ANY_ORDER or (game.slug == "usk" and state.beside == 1):
        return state[:2]
    columns = game.layout["tab"]
    rest = [pile for i, pile in enumerate(state.piles) if i not in columns]
    return *sorted(state.piles[i] for i in columns), *rest, state.beside


def all_moves(game: AnyGame, state: State[Any]) -> Iterator[Any]:
    """Yield every legal move, with every order of cards that the player may choose, or None in
    place of moves that are too many."""
    legal = game.legal(state)
    for move in legal.moves:
        if not isinstance(move, PutBack):
            yield move
        elif len(state.piles[FAN].up) > LONGEST_FAN:
            yield None
        else:
            yield from map(PutBack, permutations(move.order))
    if legal.partial and not isinstance(legal.moves[-1], PutBack):
        yield None
