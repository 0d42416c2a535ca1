"""Search among the positions that can be reached before the next unknown card.

A way is a list of moves. The search follows ways until a move would turn up a card that the player
does not know. It keeps the best ends of ways: positions, and moves that would turn up an unknown
card. `Game.worth` estimates how good a position is. Where the estimate needs an unknown card, one
of the unknown cards is supposed to lie there.
"""

from bisect import insort
from collections.abc import Sequence, Set
from heapq import heappop, heappush
from itertools import count
from typing import Any, NamedTuple

from engine.cards import Card
from engine.computer_players.comparison import LEAST_ORDERS, most_promising
from engine.computer_players.unseen_cards import supposed
from engine.errors import HiddenCard
from engine.game import Game
from engine.table import State

AnyGame = Game[Any, Any]

MOST_TRIED = 2_000
"""A search for one decision tries so many moves, and then those that are left in the same
position."""
WIN = 1_000_000
"""The number that is added to `Game.worth` of a position in which the game is won."""
MOST_PLAYED = 1_500
MOST_ENDS, MOST_ORDERS, MOST_MOVES = 5, 40, 20
"""At most MOST_ENDS ways to an unknown card are compared, in about MOST_ORDERS supposed orders of
the unknown cards or fewer. In each order, the game goes on for MOST_MOVES moves more than the
longest of these ways has."""
LOSS = 30
"""The number that is subtracted from `Game.worth` of a position in which the game is over without
a win."""


class Ends:
    """The best ends of ways that were offered to this object, at most `most` of them. Each is kept
    with its worth and the moves that lead to it, the best first. Of ends with equal worth the one
    with fewer moves comes first."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._found: list[tuple[int, int, int, list[Any]]] = []
        self._order = count()

    def offer(self, worth: int, path: Sequence[Any], move: Any) -> None:
        """Keep the end to which `move` after the moves `path` leads, if it is among the best so
        far."""
        if len(self._found) < self._most or (-worth, len(path) + 1) < self._found[-1][:2]:
            insort(self._found, (-worth, len(path) + 1, next(self._order), [*path, move]))
            del self._found[self._most :]

    @property
    def worth(self) -> int:
        """The worth of the best end that is kept; -WIN if there is none."""
        return -self._found[0][0] if self._found else -WIN

    @property
    def ways(self) -> list[list[Any]]:
        """The moves that lead to each end."""
        return [way for *_, way in self._found]


class Reached(NamedTuple):
    """The result of a search. `aim` has the best position that was found, apart from those in which
    the game has been before. `turning` has the best moves that turn up an unknown card.
    `is_complete` says whether the search has seen every position that can be reached before an
    unknown card."""

    aim: Ends
    turning: Ends
    is_complete: bool


def reached(
    game: AnyGame,
    known: State[Any],
    been: Set[Any],
    cards: Sequence[Card],
    most_ends: int = MOST_ENDS,
    most_tried: int = MOST_TRIED,
) -> Reached:
    """Return the best positions and moves that can be reached from `known` before an unknown card.

    `known` is a state that has None for each unknown card. The search does not go on after a move
    that would turn up such a card; it keeps the best `most_ends` of these moves. To estimate them,
    it supposes that the unknown cards are `cards`, in this order. `been` has the positions in which
    the game has been before, as `State[:2]`; they are left out of `Reached.aim`. The search ends
    when about `most_tried` moves have been tried.
    """
    order, met = count(), {known[:2]}
    open_ends: list[tuple[int, int, int, State[Any], list[Any]]] = [
        (-game.worth(known), 0, 0, known, [])
    ]
    aim, turning = Ends(1), Ends(most_ends)
    tried = 0
    while open_ends and tried < most_tried and aim.worth < WIN // 2:
        _, length, _, state, path = heappop(open_ends)
        moves = game.alternatives(state, game.legal(state).moves)
        tried += len(moves)
        for listed in moves:
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
    return Reached(aim, turning, not open_ends)


def best_way(game: AnyGame, known: State[Any], been: Set[Any], cards: Sequence[Card]) -> list[Any]:
    """Return the best moves that the search finds. Usually they lead to the best position, if it is
    better than the present one and better than turning up a card. Otherwise they turn up an unknown
    card at the best place for it. If no unknown card can be turned up, they lead to the best
    position, even if it is no better. Return an empty list if the search finds no moves. The
    arguments are those of `reached`."""
    aim, turning, is_complete = reached(game, known, been, cards)
    # If the search has seen every position, and the best move that turns up a card is a deal, then
    # a deal has to come anyway. So it does not matter how good the positions before it seem.
    deals = is_complete and bool(turning.ways) and not hasattr(turning.ways[0][-1], "src")
    now = game.worth(known)
    if turning.ways and aim.worth < WIN // 2 and (deals or aim.worth <= max(now, turning.worth)):
        return _most_promising(game, known, turning.ways, cards)
    return next(iter(aim.ways), [])


def _most_promising(
    game: AnyGame, known: State[Any], ways: Sequence[list[Any]], cards: Sequence[Card]
) -> list[Any]:
    """Return the way after which a few more moves lead to the best positions, in the mean of
    several supposed orders of the unknown cards."""
    if len(ways) == 1:
        return ways[0]
    played = len(ways) * MOST_MOVES * len(game.legal(known).moves)
    step = max(1, len(cards) // max(LEAST_ORDERS, min(MOST_ORDERS, MOST_PLAYED // max(played, 1))))
    orders = (supposed(known, [*cards[i:], *cards[:i]]) for i in range(0, len(cards), step))
    moves = MOST_MOVES + max(map(len, ways))
    return most_promising(ways, orders, lambda order, way: _outlook(game, order, way, moves))


def _outlook(game: AnyGame, whole: State[Any], way: Sequence[Any], moves: int) -> int:
    """Return the worth of the position after `moves` moves. The first of them are those of the way.
    Each later one is the move to the position of the greatest worth."""
    state = whole
    for move in way:
        state = game.play(state, move).state
    for _ in range(moves - len(way)):
        if state.over:
            break
        choices = [game.advised(state, move) for move in game.legal(state).moves]
        nexts = [game.play(state, move).state for move in choices]
        state = max(nexts, key=game.worth) if len(nexts) > 1 else nexts[0]
    return game.worth(state) + end_worth(state)


def worth_of_turning(game: AnyGame, state: State[Any], move: Any, cards: Sequence[Card]) -> int:
    """Return the worth of a move that turns up an unknown card. If the move takes a card from a
    pile, its worth is that of the position after it, with `cards` in the places of the unknown
    cards. If it is a deal or a turn of the stock, its worth is a little less than that of the
    position before it, because a deal can always be made later."""
    if not hasattr(move, "src"):
        return game.worth(state) - 1
    return game.worth(game.play(supposed(state, cards), move).state)


def end_worth(state: State[Any]) -> int:
    """Return the number that is added to `Game.worth` of a position for the end of the game: WIN if
    the game is won, -LOSS if it is over without a win, 0 if it is not over."""
    if state.over is None:
        return 0
    return WIN if state.over.result == "won" else -LOSS


def remembered(before: State[Any] | None, seen: State[Any]) -> State[Any]:
    """Return `seen`, the state that the player sees now, with the face-down cards that the player
    knows. `before` is the state as the player knew it before the last change. A pile that has not
    changed since has the cards that it has in `before`."""
    if before is None:
        return seen
    return seen._replace(
        piles=tuple(
            old if old.up == new.up and len(old.down) == len(new.down) else new
            for old, new in zip(before.piles, seen.piles, strict=True)
        )
    )


def remembered_after(
    game: AnyGame, before: State[Any], move: Any, seen: State[Any], cards: Sequence[Card]
) -> State[Any]:
    """Return `seen`, the state that the player sees now, with the face-down cards that the player
    knows. `before` is the state as the player knew it before `move`, which has turned up an unknown
    card. `cards` are those that were unknown then.

    A face-down card is known if it is the same in whatever order the unknown cards lie. The
    function tries as many orders as there are unknown cards, so that each card lies once in each
    unknown place.
    """
    orders = ([*cards[i:], *cards[:i]] for i in range(len(cards)))
    nexts = [game.play(supposed(before, order), move).state.piles for order in orders]
    return seen._replace(
        piles=tuple(
            pile._replace(
                down=tuple(_common(cards) for cards in zip(*(p.down for p in found), strict=True))
            )
            if all(len(p.down) == len(pile.down) for p in found)
            else pile
            for pile, *found in zip(seen.piles, *nexts, strict=True)
        )
    )


def _common(cards: Sequence[Card | None]) -> Card | None:
    """Return the card that all of these are; None if they differ."""
    return cards[0] if len({*cards}) == 1 else None
