"""Which cards can fill a place that a card leaves, where they may leave places in their turn.

Places are numbered through rows of `WIDTH`. Some cards lie where they are not wanted and may move;
a list for each row, the starters, has the places of those that are wanted there. In the row after
the last of these lists they lie in heaps: a card from there leaves no place, so a chain ends there.

Chains can be as many as the ways to arrange a pack; so none is followed that leads nowhere, and no
more are made than are asked for.
"""

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush

WIDTH = 8

Chain = tuple[int, ...]
Starters = Sequence[Sequence[int]]


def shortest(starters: Starters, used: Chain = ()) -> dict[int, int]:
    """How many cards it takes to fill a place of each row without those used; 0 for the heaps. A
    row is left out if no chain leads from it."""
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
    """The first chains that fill a place of a row: shortest first, then in order of the places.

    The one to go on with is always one that can end soonest. The heaps need the empty chain.
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
    """Two or three places whose cards are each wanted in the next, the first of them first."""
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
