"""Judging where to place the card that is due in a game of called cards."""

from collections.abc import Iterator, Sequence
from typing import Any

from engine.mechanics.called_game import CalledGame
from engine.table import State
from engine.unseen import Pick, supposed, unseen_cards

AnyCalledGame = CalledGame[Any, Any]


def placings(
    game: AnyCalledGame, seen: State[Any], moves: Sequence[Any]
) -> Iterator[tuple[Any, int]]:
    """Yield each move with the worth of the position after it, before the next card is called."""
    # Any card may stand for the next one, which goes back to the stock.
    whole = supposed(seen, unseen_cards(game, seen, lambda n: n - 1))
    for move in moves:
        yield move, game.worth(game.uncalled(game.play(whole, move).state))


def best_placing(game: AnyCalledGame, seen: State[Any], moves: Sequence[Any], pick: Pick) -> Any:
    """Return the best move."""
    worths = list(placings(game, seen, moves))
    best = max(worth for _, worth in worths)
    equals = [move for move, worth in worths if worth == best]
    return equals[pick(len(equals))]
