"""Choosing a way by playouts: the game is played on to its end, and the ends are ranked as a race
ranks them.

A playout makes the moves of a way, and then each time the move after which `Game.worth` is
greatest. The caller uses it for games that declare `Game.uses_playouts`.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

from engine.cards import Card
from engine.computer_players.unseen_cards import supposed
from engine.game import Game
from engine.races.ranking import Standing, rank
from engine.table import State

AnyGame = Game[Any, Any]

MOST_TRIED = 6_000
"""The playouts for one decision try about so many moves."""
LEAST_ORDERS = 8
"""Ways are compared in at least so many supposed orders before the worse half is given up."""
MOST_ORDERS = 200
MOST_MOVES = 600
"""A playout ends after so many moves, as if the time of the race were over."""
MOVE_MS = 1_000
"""The time of a move in a playout: of two equal ends the one with fewer moves is better."""


class Playout(NamedTuple):
    """A game that has been played to its end: its standing in a race, its moves, and how many moves
    were tried to find them."""

    standing: Standing
    moves: list[Any]
    tried: int


def playout(
    game: AnyGame, start: State[Any], way: Sequence[Any], most_moves: int = MOST_MOVES
) -> Playout:
    """Return the game that goes on from `start`, a state without unknown cards, with the moves of
    the way and then each time the move of the greatest worth. It stops after `most_moves`."""
    state, moves, tried = start, list[Any](), 0
    best, reached = (game.progress(state), game.tie_break(state)), 0
    while not state.over and len(moves) < most_moves:
        if len(moves) < len(way):
            choices = [way[len(moves)]]
        else:
            choices = [game.advised(state, move) for move in game.legal(state).moves]
        tried += len(choices)
        nexts = [game.play(state, move).state for move in choices]
        worths = [game.worth(after) for after in nexts] if len(nexts) > 1 else [0]
        chosen = worths.index(max(worths))
        state = nexts[chosen]
        moves.append(choices[chosen])
        here = game.progress(state), game.tie_break(state)
        if here > best:
            best, reached = here, len(moves)
    return Playout(
        Standing(
            seat=0,
            result=state.over.result if state.over else None,
            reason=state.over.reason if state.over else None,
            best=best[0],
            tie_break=best[1],
            reached_ms=reached * MOVE_MS,
            points=game.points(state),
            ended_ms=len(moves) * MOVE_MS,
            moves=len(moves),
        ),
        moves,
        tried,
    )


def best_line(game: AnyGame, known: State[Any], ways: Sequence[Sequence[Any]]) -> list[Any]:
    """Return the moves of the best playout, to the end of the game. `known` has no unknown card. Of
    equal playouts that of the first way is the best."""
    found: list[Playout] = []
    most_moves = MOST_MOVES
    for way in ways:
        found.append(playout(game, known, way, most_moves))
        if game.ranked_by == "progress" and found[-1].standing.result == "won":
            most_moves = found[-1].standing.moves  # a longer game cannot be better
    places = _places(game, [each.standing for each in found])
    return found[places.index(1)].moves


def best_way_by_playouts(
    game: AnyGame,
    known: State[Any],
    ways: Sequence[Sequence[Any]],
    cards: Sequence[Card],
    pick: Callable[[int], int],
) -> Sequence[Any]:
    """Return the way whose playouts end best in supposed orders of the unknown cards.

    A way is better than another if it is placed before it in more orders than behind it, because a
    race asks who is first and not by how much. The worse half of the ways is given up again and
    again, so that the ways that are hard to tell apart are compared most often (sequential
    halving). Each order is tried with all ways that are left, so that luck with the cards is the
    same for all. `cards` are the unknown cards, and `pick` draws their orders.
    """
    orders = _orders(known, cards, pick)
    left = [*ways]
    ends: list[list[Standing]] = [[] for _ in left]
    share = MOST_TRIED // max(1, (len(left) - 1).bit_length())
    while len(left) > 1:
        tried = 0
        for number, order in enumerate(islice(orders, MOST_ORDERS), 1):
            for way, found in zip(left, ends, strict=True):
                one = playout(game, order, way)
                found.append(one.standing)
                tried += one.tried
            if number >= LEAST_ORDERS and tried >= share:
                break
        scores = [0] * len(left)
        for standings in zip(*ends, strict=True):
            places = _places(game, standings)
            equal = Counter(places)
            for at, place in enumerate(places):
                # The number of ways behind this one less the number before it.
                scores[at] += len(left) - equal[place] - 2 * (place - 1)
        ranked = sorted(range(len(left)), key=lambda at: -scores[at])[: (len(left) + 1) // 2]
        left, ends = [left[at] for at in ranked], [ends[at] for at in ranked]
    return left[0]


def _orders(
    known: State[Any], cards: Sequence[Card], pick: Callable[[int], int]
) -> Iterator[State[Any]]:
    """Yield the state with the unknown cards in one drawn order after the other, without end."""
    order = [*cards]
    while True:
        for i in range(len(order) - 1, 0, -1):
            j = pick(i + 1)
            order[i], order[j] = order[j], order[i]
        yield supposed(known, order)


def _places(game: AnyGame, standings: Sequence[Standing]) -> list[int]:
    """Return the place of each standing among them all."""
    numbered = [each._replace(seat=seat) for seat, each in enumerate(standings)]
    placed = rank(numbered, game.ranked_by)
    places = [0] * len(numbered)
    for each in placed:
        places[each.standing.seat] = each.place
    return places
