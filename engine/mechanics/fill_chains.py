"""Find chains of cards in which each card fills the place that the card before it left.

The table has rows of `WIDTH` places, numbered through all rows. `starters[row]` lists the places of
the cards that may move into a place of that row. The row after the last of these lists consists of
heaps. A card from a heap leaves no place to fill, so a chain ends with it. A chain is the tuple of
its cards' places: the first card fills the place in question.

There can be as many chains as ways to arrange a pack. The search therefore follows only chains that
can reach a heap, and makes no more than it is asked for.
"""

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush

WIDTH = 8

Chain = tuple[int, ...]
Starters = Sequence[Sequence[int]]


def shortest(starters: Starters, used: Chain = ()) -> dict[int, int]:
    """Return, by row, the length of the shortest chain that fills a place of that row without using
    the places in `used`.

    The length is 0 for the row of heaps, whose places need not be filled. A row is left out if no
    chain fills a place of it.
    """
    rows = range(len(starters))
    steps = {len(starters): 0}
    for n in range(1, len(starters) + 1):
        for row in rows:
            if row not in steps:
                free = (place for place in starters[row] if place not in used)
                if any(steps.get(place // WIDTH, n) < n for place in free):
                    steps[row] = n
    return steps


def chains(starters: Starters, row: int, most: int) -> list[Chain]:
    """Return at most `most` chains that fill a place of a row: the shortest first, then in the
    order of their places.

    The search always continues with a chain that can end soonest. For the row of heaps the only
    chain is the empty one.
    """
    found: list[Chain] = []
    waiting: list[tuple[int, Chain]] = [(0, ())]
    while waiting and len(found) < most:
        _, chain = heappop(waiting)
        here = chain[-1] // WIDTH if chain else row
        if here == len(starters):
            found.append(chain)
            continue
        steps = shortest(starters, chain)
        for place in starters[here]:
            beyond = steps.get(place // WIDTH)
            if beyond is not None and place not in chain:
                heappush(waiting, (len(chain) + beyond, (*chain, place)))
    return found


def rings(starters: Starters) -> Iterator[Chain]:
    """Yield every two or three places such that the card of each may go to the next place, and the
    last card to the first place. Each ring begins with its lowest place."""
    wanted = {
        place: row
        for row, places in enumerate(starters)
        for place in places
        if place // WIDTH < len(starters)
    }
    after = {i: [j for j in sorted(wanted) if j // WIDTH == wanted[i]] for i in sorted(wanted)}
    for i, nexts in after.items():
        for j in nexts:
            if j > i:
                if i in after[j]:
                    yield i, j
                yield from ((i, j, k) for k in after[j] if k > i and i in after[k])
