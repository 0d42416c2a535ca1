"""Decide where to place the next card in a called game: a game in which each move places one card
that is announced (called), such as Poker Patience. `Game.worth` estimates how good a position
is."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from engine.computer_players.comparison import most_promising
from engine.computer_players.unseen_cards import Pick, supposed, unseen_cards
from engine.mechanics.called_game import CalledGame
from engine.table import State

AnyCalledGame = CalledGame[Any, Any]

MOST_PLACES, MOST_ORDERS, MOST_CARDS = 4, 20, 3
"""Looking ahead compares the MOST_PLACES best moves, in about MOST_ORDERS supposed orders of the
cards that have not come. In each order it places the next MOST_CARDS of these cards."""
LOSS = 100
"""What a position loses in worth when the next card can go nowhere."""


def placings(
    game: AnyCalledGame, seen: State[Any], moves: Sequence[Any]
) -> Iterator[tuple[Any, int]]:
    """Yield each move together with the worth of the position after it. The card that is called
    after the move is not taken into account, because the player does not know it yet."""
    # Any card may stand for the next one, which goes back to the stock.
    return _worths(game, supposed(seen, unseen_cards(game, seen, lambda n: n - 1)), moves)


def best_placing(game: AnyCalledGame, seen: State[Any], moves: Sequence[Any], pick: Pick) -> Any:
    """Return the move after which the next few cards give the best positions on average. The
    function tries several orders of the cards that have not come, and places each card where the
    position is then best."""
    places = sorted(placings(game, seen, moves), key=lambda each: -each[1])[:MOST_PLACES]
    if len(places) == 1:
        return places[0][0]
    cards = unseen_cards(game, seen, pick)
    step = max(1, len(cards) // MOST_ORDERS)
    orders = (supposed(seen, cards[i:] + cards[:i]) for i in range(0, len(cards), step))
    ways = [move for move, _ in places]
    return most_promising(ways, orders, lambda order, move: _outlook(game, order, move))


def _outlook(game: AnyCalledGame, whole: State[Any], move: Any) -> int:
    """Return the worth of the position after a move and the next cards."""
    state = game.play(whole, move).state
    for _ in range(MOST_CARDS):
        if state.over:
            break
        move = _best(_worths(game, state, game.legal(state).moves))
        state = game.play(state, move).state
    lost = state.over is not None and state.over.result == "lost"
    return game.worth(game.uncalled(state)) - LOSS * lost


def _worths(
    game: AnyCalledGame, whole: State[Any], moves: Iterable[Any]
) -> Iterator[tuple[Any, int]]:
    return ((move, game.worth(game.uncalled(game.play(whole, move).state))) for move in moves)


def _best(worths: Iterable[tuple[Any, int]]) -> Any:
    return max(worths, key=lambda each: each[1])[0]
