"""How far the cards of a column lie in the order in which they are wanted: what several games count
in their `worth`."""

from collections.abc import Sequence

from engine.cards import RANK, SUIT, Card
from engine.mechanics.rules import matching

LOWER_OF_SUIT = matching(lambda one, other: SUIT[one] == SUIT[other] and RANK[other] < RANK[one])
"""For each card, the lower cards of its suit."""


def in_the_way(up: Sequence[Card], wanted: Sequence[int] = RANK) -> int:
    """Return how many cards of a column (bottom first) lie over a card that is wanted sooner.
    `wanted` has the turn of each of the 52 cards: a lower number is wanted sooner."""
    first, count = 99, 0
    for card in up:
        turn = wanted[card]
        if turn < first:
            first = turn
        elif turn > first:
            count += 1
    return count


def reversed_pairs(up: Sequence[Card], sooner: Sequence[frozenset[Card]]) -> int:
    """Return how many pairs of cards of a column (bottom first) lie the wrong way round: the lower
    one is in `sooner` of the upper one."""
    return sum(1 for at, card in enumerate(up) for lower in up[:at] if lower in sooner[card])
