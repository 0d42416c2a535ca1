"""What games share that build suits up from the ace, and pack columns down in alternate colours.

`home` are the places of the four foundations, in the order of the suits, and `columns` those of the
columns; a space, that is an empty column, takes only a king.
"""

from collections.abc import Iterable, Iterator, Sequence

from engine.cards import KING, RANK, RED, SUIT, Card
from engine.table import Pile

Piles = Sequence[Pile]


def build_refusal(piles: Piles, home: range, src: int) -> str | None:
    """Why the top card of a pile cannot go to its foundation; None if it can."""
    up = piles[src].up
    if src in home or not up:
        return "There is no card there to build."
    if len(piles[home[SUIT[up[-1]]]].up) + 1 != RANK[up[-1]]:
        return "A foundation takes the next higher card of its suit, from the ace up."
    return None


def foundation_flaw(piles: Piles, home: range) -> str | None:
    """Why no building can have led to these foundations; None if it can."""
    for suit, i in enumerate(home):
        if piles[i].up != tuple(range(suit * KING, suit * KING + len(piles[i].up))):
            return "A foundation holds its suit from the ace up."
    return None


def follows(card: Card, other: Card) -> bool:
    """Whether a card is one lower than another and of the contrary colour."""
    return RANK[card] + 1 == RANK[other] and RED[card] != RED[other]


def run_length(up: Sequence[Card]) -> int:
    """How many cards at the top go down in alternate colours."""
    length = min(len(up), 1)
    while length < len(up) and follows(up[-length], up[-length - 1]):
        length += 1
    return length


def pack_refusal(piles: Piles, columns: range, src: int, dst: int, n: int) -> str | None:
    """Why the top `n` cards of a pile, a run, cannot be packed on a column; None if they can."""
    (down, up), target = piles[src], piles[dst].up
    if target:
        if not follows(up[-n], target[-1]):
            return "A card is packed on one that is one higher and of the contrary colour."
    elif RANK[up[-n]] != KING:
        return "Only a king, with the cards on it, goes into an empty column."
    elif src in columns and not down and n == len(up):
        return "That king is at the head of a column already."
    return None


def packs(
    piles: Piles, columns: range, runs: Iterable[tuple[int, int]]
) -> Iterator[tuple[int, int, int]]:
    """From which pile to which column how many cards can be packed.

    `runs` are the piles to take from, each with the number of its cards that may move together.
    """
    takes: dict[tuple[int, bool], list[int]] = {}
    spaces = []
    for dst in columns:
        up = piles[dst].up
        if up:
            takes.setdefault((RANK[up[-1]] - 1, not RED[up[-1]]), []).append(dst)
        else:
            spaces.append(dst)
    for src, longest in runs:
        down, up = piles[src]
        for n in range(1, longest + 1):
            head = up[-n]
            if RANK[head] != KING:
                for dst in takes.get((RANK[head], RED[head]), ()):
                    yield src, dst, n
            elif src not in columns or down or n < len(up):
                for dst in spaces:
                    yield src, dst, n
