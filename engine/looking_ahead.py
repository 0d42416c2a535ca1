"""Search among the positions that can be reached before the next unknown card."""

from collections.abc import Sequence, Set
from heapq import heappop, heappush
from itertools import count
from typing import Any

from engine.cards import Card
from engine.errors import HiddenCard
from engine.game import Game
from engine.table import State
from engine.unseen import supposed

AnyGame = Game[Any, Any]

MOST_POSITIONS = 300
"""The maximum number of positions that a search meets for one decision; it finishes the moves of
the position in which it reaches this number."""
WIN = 1_000_000
"""What a position gains in worth when the game is won in it."""
LOSS = 30
"""What a position loses in worth when the game is lost in it."""


class Aim:
    """The best of the ends that were offered: `worth`, and the moves `way` that lead there. Of
    equal ends it is the nearest, and of these the first."""

    def __init__(self) -> None:
        self.worth, self.way = -WIN, list[Any]()

    def offer(self, worth: int, path: Sequence[Any], move: Any) -> None:
        """Take the end to which `move` after `path` leads, if it is better."""
        if (worth, -len(path) - 1) > (self.worth, -len(self.way) or -WIN):
            self.worth, self.way = worth, [*path, move]


def best_way(game: AnyGame, known: State[Any], been: Set[Any], cards: Sequence[Card]) -> list[Any]:
    """Return the moves that lead to the best position found; if none is better than `known`, those
    to the best place for turning up an unknown card; empty if there is neither.

    `known` has None for each card that is not known. A line ends where such a card would have to be
    turned up; `cards` are supposed for those that are not known. `been` has the positions, as
    `State[:2]`, that are no aim, because the game has been there.
    """
    order, met = count(), {known[:2]}
    now = game.worth(known)
    open_ends: list[tuple[int, int, int, State[Any], list[Any]]] = [(-now, 0, 0, known, [])]
    aim, turning = Aim(), Aim()
    while open_ends and len(met) < MOST_POSITIONS and aim.worth < WIN // 2:
        _, length, _, state, path = heappop(open_ends)
        for listed in game.legal(state).moves:
            move = game.advised(state, listed)
            try:
                after = game.play(state, move).state
            except HiddenCard:
                turning.offer(worth_of_turning(game, state, move, cards), path, move)
                continue
            if after[:2] in met:
                continue
            met.add(after[:2])
            worth = game.worth(after) + end_worth(after)
            if not after.over:
                heappush(open_ends, (-worth, length + 1, next(order), after, [*path, move]))
            if after[:2] not in been:
                aim.offer(worth, path, move)
    return turning.way if turning.way and aim.worth <= max(now, turning.worth) else aim.way


def worth_of_turning(game: AnyGame, state: State[Any], move: Any, cards: Sequence[Card]) -> int:
    """Return the worth of a move that turns up a card nobody knows: after moving cards, that of the
    position to which it leads if `cards` are supposed for those that are not known; after a deal or
    a turn, for which there is always time, a little less than that of the position before it."""
    if not hasattr(move, "src"):
        return game.worth(state) - 1
    return game.worth(game.play(supposed(state, cards), move).state)


def end_worth(state: State[Any]) -> int:
    """Return what a position gains or loses in worth because the game is over in it."""
    if state.over is None:
        return 0
    return WIN if state.over.result == "won" else -LOSS


def remembered(before: State[Any] | None, seen: State[Any]) -> State[Any]:
    """Return the seen state with the face-down cards that are known from `before`, the state as it
    was known before the view changed."""
    if before is None:
        return seen
    return seen._replace(
        piles=tuple(
            old if old.up == new.up and len(old.down) == len(new.down) else new
            for old, new in zip(before.piles, seen.piles, strict=True)
        )
    )
