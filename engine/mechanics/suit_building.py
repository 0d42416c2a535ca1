"""Checks for games in which each suit is built on its foundation from the ace up.

`home` has the indices of the four foundations in the list of piles, in the order of the suits.
"""

from collections.abc import Iterable, Sequence

from engine.cards import KING, RANK, RED, SUIT, Card
from engine.table import Pile

Piles = Sequence[Pile]


def build_refusal(piles: Piles, home: range, src: int) -> str | None:
    """Return the reason why the top card of the pile `src` may not be put on the foundation of its
    suit, or None if it may."""
    up = piles[src].up
    if src in home or not up:
        return "There is no card there to build."
    if len(piles[home[SUIT[up[-1]]]].up) + 1 != RANK[up[-1]]:
        return "A foundation takes the next higher card of its suit, from the ace up."
    return None


def foundation_flaw(piles: Piles, home: range) -> str | None:
    """Return a sentence that says why building each suit from the ace up cannot have led to the
    cards on these foundations. Return None if it can have."""
    for suit, i in enumerate(home):
        if piles[i].up != tuple(range(suit * KING, suit * KING + len(piles[i].up))):
            return "A foundation holds its suit from the ace up."
    return None


def contrary(card: Card) -> Sequence[int]:
    """Return the two suits of the other colour than that of `card`, as indices of SUITS."""
    return [suit for suit in range(4) if RED[suit * KING] != RED[card]]


def never_wanted(piles: Piles, home: range, card: Card, packed: Iterable[int]) -> bool:
    """Return whether no card will ever have to be packed on `card`, so that `card` can be put on
    its foundation at once. `packed` are the suits of the cards that the rules let a player pack on
    it.

    This is so for an ace. It is so for a two, because an ace can be built instead of being packed
    on it. It is so for any other card if all cards that could be packed on it are on their
    foundations.
    """
    return RANK[card] <= 2 or all(len(piles[home[suit]].up) >= RANK[card] - 1 for suit in packed)
