"""What games share that go round the corner: the ace follows the king, on foundations and columns.

`home` are the places of the four foundations, in the order of the suits; the deal says with which
rank, the base, they begin. Columns are packed down in alternate colours, the king on the ace.
"""

from collections.abc import Sequence
from itertools import pairwise

from engine.cards import KING, RANK, RED, SUIT, Card
from engine.table import Pile

Piles = Sequence[Pile]

UNAWAITED = "Its foundation does not wait for it yet."
UNFIT = "Columns go down by one in alternate colours, the king on the ace."


def base(piles: Piles, home: range) -> int:
    """The rank the foundations begin with; 0 if there is none."""
    return next((RANK[piles[i].up[0]] for i in home if piles[i].up), 0)


def builds(piles: Piles, home: range, card: Card) -> bool:
    """Whether a card can go to its foundation now."""
    up = piles[home[SUIT[card]]].up
    return RANK[card] == (RANK[up[-1]] % KING + 1 if up else base(piles, home))


def fits(card: Card, on: Card) -> bool:
    """Whether a card may lie on another in a column."""
    return RED[card] != RED[on] and RANK[card] % KING + 1 == RANK[on]


def foundation_flaw(piles: Piles, home: range) -> str | None:
    """Why no building can have led to these foundations; None if it can."""
    first = base(piles, home)
    if not first:
        return "A foundation has been begun."
    for suit, i in enumerate(home):
        built = [(first - 1 + k) % KING + KING * suit for k in range(len(piles[i].up))]
        if list(piles[i].up) != built:
            return "Foundations go up in suit from the base."
    return None


def column_flaw(piles: Piles, columns: range) -> str | None:
    """Why no packing can have led to these columns; None if it can."""
    for i in columns:
        if any(not fits(card, on) for on, card in pairwise(piles[i].up)):
            return "Columns go down in alternate colours."
    return None
