"""Checks for games that build each suit on its foundation from the ace up.

`home` gives the indices of the four foundations among the piles, in the order of the suits.
"""

from collections.abc import Iterable, Sequence

from engine.cards import KING, RANK, RED, SUIT, Card
from engine.table import Pile

Piles = Sequence[Pile]


def build_refusal(piles: Piles, home: range, src: int) -> str | None:
    """Return why the top card of pile `src` cannot go to its foundation; None if it can."""
    up = piles[src].up
    if src in home or not up:
        return "There is no card there to build."
    if len(piles[home[SUIT[up[-1]]]].up) + 1 != RANK[up[-1]]:
        return "A foundation takes the next higher card of its suit, from the ace up."
    return None


def foundation_flaw(piles: Piles, home: range) -> str | None:
    """Return why building cannot have led to these foundations; None if it can have."""
    for suit, i in enumerate(home):
        if piles[i].up != tuple(range(suit * KING, suit * KING + len(piles[i].up))):
            return "A foundation holds its suit from the ace up."
    return None


def contrary(card: Card) -> Sequence[int]:
    """Return the two suits whose colour is not that of the card."""
    return [suit for suit in range(4) if RED[suit * KING] != RED[card]]


def never_wanted(piles: Piles, home: range, card: Card, packed: Iterable[int]) -> bool:
    """Return whether no card will ever have to be packed on this one. `packed` are the suits of the
    cards that are packed on it.

    It is an ace or a two, for an ace can always be built instead; or all cards of the next lower
    rank that are packed on it are on their foundations.
    """
    return RANK[card] <= 2 or all(len(piles[home[suit]].up) >= RANK[card] - 1 for suit in packed)
