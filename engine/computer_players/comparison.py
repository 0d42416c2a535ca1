"""Comparing ways to go on by what each brings in several supposed orders of the unseen cards."""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

Way = TypeVar("Way")
Order = TypeVar("Order")

LEAST_ORDERS = 6
"""A way is compared in so many orders before it may be given up."""
CLEAR, LIKELY = 9, 0.25
"""A way is given up when it is behind the best by more than three standard errors of the mean
difference, and the first way, at the end, when it is behind by more than half of one. These are the
squares."""


def most_promising(
    ways: Sequence[Way], orders: Iterable[Order], outlook: Callable[[Order, Way], int]
) -> Way:
    """Return the way whose outlook is best in the mean of these orders.

    `ways` begin with the one that looks best without a comparison. Another one is returned only if
    it is likely to be better, not just luckier in the few orders that were tried. Each order is
    tried with all ways that are left, so that luck with the cards is the same for all.
    """
    found: dict[int, list[int]] = {at: [] for at in range(len(ways))}
    left = [*found]
    best = 0
    for tried, order in enumerate(orders, 1):
        for at in left:
            found[at].append(outlook(order, ways[at]))
        best = max(left, key=lambda at: sum(found[at]))
        if tried >= LEAST_ORDERS:
            left = [at for at in left if not _is_behind(found[at], found[best], CLEAR)]
            if len(left) == 1:
                break
    if 0 in left and not _is_behind(found[0], found[best], LIKELY):
        return ways[0]
    return ways[best]


def _is_behind(one: Sequence[int], best: Sequence[int], errors_squared: float) -> bool:
    """Return whether the mean of `one` is below that of `best`, which was found in the same orders,
    by more than this square number of standard errors."""
    differences = [b - a for a, b in zip(one, best, strict=True)]
    count, total = len(differences), sum(differences)
    spread = count * sum(each * each for each in differences) - total * total
    # Both sides are whole numbers or quarters, which are exact on every computer.
    return total > 0 and total * total * (count - 1) > errors_squared * spread
