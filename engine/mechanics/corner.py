"""Helpers for games in which an ace follows a king, on the foundations and in the columns.

The first card of all foundations has the same rank, the base, which the deal decides. Columns are
packed downwards in alternate colours, and a king may be packed on an ace. `home` has the indices of
the four foundations in the list of piles, in the order of the suits.
"""

from collections.abc import Sequence
from itertools import pairwise

from engine.cards import KING, RANK, RED, SUIT, Card
from engine.table import Pile

Piles = Sequence[Pile]

UNAWAITED = "Its foundation does not wait for it yet."
UNFIT = "Columns go down by one in alternate colours, the king on the ace."


def base(piles: Piles, home: range) -> int:
    """Return the rank of the first card of every foundation, or 0 if all foundations are empty."""
    return next((RANK[piles[i].up[0]] for i in home if piles[i].up), 0)


def builds(piles: Piles, home: range, card: Card) -> bool:
    """Return whether `card` is the next card that the foundation of its suit takes."""
    up = piles[home[SUIT[card]]].up
    return RANK[card] == (RANK[up[-1]] % KING + 1 if up else base(piles, home))


def fits(card: Card, on: Card) -> bool:
    """Return whether `card` may be packed on the card `on` in a column."""
    return RED[card] != RED[on] and RANK[card] % KING + 1 == RANK[on]


def foundation_flaw(piles: Piles, home: range) -> str | None:
    """Return a sentence that says why no play can lead to the cards on these foundations, or None
    if play can lead to them."""
    first = base(piles, home)
    if not first:
        return "A foundation has been begun."
    for suit, i in enumerate(home):
        built = [(first - 1 + k) % KING + KING * suit for k in range(len(piles[i].up))]
        if list(piles[i].up) != built:
            return "Foundations go up in suit from the base."
    return None


def column_flaw(piles: Piles, columns: range) -> str | None:
    """Return a sentence that says why no play can lead to the cards in these columns, or None if
    play can lead to them."""
    for i in columns:
        if any(not fits(card, on) for on, card in pairwise(piles[i].up)):
            return "Columns go down in alternate colours."
    return None
