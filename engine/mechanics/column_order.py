"""Count how far the cards of a column are out of the order in which they are needed. Several games
use these counts in `Game.worth`, the estimate of how good a position is."""

from collections.abc import Sequence

from engine.cards import RANK, SUIT, Card
from engine.mechanics.rules import matching

LOWER_OF_SUIT = matching(lambda one, other: SUIT[one] == SUIT[other] and RANK[other] < RANK[one])
"""For each card, the lower cards of its suit."""


def in_the_way(up: Sequence[Card], wanted: Sequence[int] = RANK) -> int:
    """Return how many cards of a column lie above a card that is needed sooner. `up` has the cards,
    bottom first. `wanted` has a number for each of the 52 cards: a card with a lower number is
    needed sooner."""
    first, count = 99, 0
    for card in up:
        turn = wanted[card]
        if turn < first:
            first = turn
        elif turn > first:
            count += 1
    return count


def reversed_pairs(up: Sequence[Card], sooner: Sequence[frozenset[Card]]) -> int:
    """Return how many pairs of cards of a column lie in the wrong order, because the card below is
    needed sooner than the card above. `up` has the cards, bottom first. `sooner` has, for each of
    the 52 cards, the cards that are needed sooner than it."""
    return sum(1 for at, card in enumerate(up) for lower in up[:at] if lower in sooner[card])
