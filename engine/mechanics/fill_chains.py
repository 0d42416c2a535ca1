"""Find chains of cards in which each card moves to the place that the card before it has left.

The table has rows of `WIDTH` places, numbered from 0 through all rows, and after the last row a row
of heaps. `starters[row]` lists the places of the cards that may move to a place of that row. A card
that comes from a heap leaves no empty place, so the chain ends with it. A chain is a tuple of
places: the card from the first of them fills the place that was empty at the beginning, the card
from the second fills the first, and so on.

The number of chains can be as great as the number of ways to arrange a pack. So the search follows
only chains that can end at a heap, and stops when it has found as many as the caller wants.
"""

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush

WIDTH = 8

Chain = tuple[int, ...]
Starters = Sequence[Sequence[int]]


def shortest(starters: Starters, used: Chain = ()) -> dict[int, int]:
    """Return, by the number of each row, the length of the shortest chain that fills an empty place
    of this row. The chains take no card from the places in `used`.

    The row of heaps has the length 0, because its places need not be filled. A row is missing if no
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
    """Return at most `most` chains that fill an empty place of the row `row`. The shortest come
    first, and chains of equal length are in the order of their places.

    The search always continues the unfinished chain that can end soonest. For the row of heaps the
    only chain is the empty one.
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
    """Yield every ring: two or three places whose cards can all move at once, each to the next
    place of the ring and the last to the first. Each ring begins with its lowest place."""
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
