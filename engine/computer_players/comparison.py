"""Choose among several ways to go on in a game with unseen cards. A way is one or more moves. An
order is one possible order of the cards that the player has not seen. Each way is tried in several
orders, because its value depends on these cards.

`most_promising` and `best_on_average` compare the mean value of each way. `most_often_better`
counts the orders in which one way gives a better result than another.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple, TypeVar

Way = TypeVar("Way")
Order = TypeVar("Order")
Key = tuple[int, ...]

LEAST_ORDERS = 6
"""A way is compared in so many orders before it may be given up."""
FEWEST_ORDERS, MOST_ORDERS = 4, 200
"""`most_often_better` compares the ways in at least and at most so many orders before it gives up
half of them."""
CLEAR, LIKELY = 9, 0.25
"""`most_promising` gives up a way that is behind the best by more than three standard errors of
the mean difference. At the end it returns the first way, unless this way is behind the best by more
than half a standard error. The two numbers are the squares of 3 and 1/2."""
OFTEN = 4
"""`most_often_better` leaves the first way for another whose score is more than two standard errors
above 0. This is the square."""


def most_promising(
    ways: Sequence[Way], orders: Iterable[Order], outlook: Callable[[Order, Way], int]
) -> Way:
    """Return the way that has the best mean value in these orders. `outlook` returns the value of a
    way in one order; higher is better.

    The first of `ways` must be the one that looks best without a comparison. Another way is
    returned only if it is likely to be better, and not just luckier in the few orders that were
    tried. Each order is tried with all ways that have not been given up, so that luck with the
    cards is the same for all of them. A way is given up when it is clearly worse than the best.
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


def best_on_average(
    ways: Sequence[Way],
    orders: Iterable[Order],
    outlook: Callable[[Order, Way], int],
    most_tried: int,
) -> Way:
    """Return the way that has the best mean value in these orders, the first of several. `outlook`
    returns the value of a way in one order; higher is better.

    Unlike `most_promising` it prefers no way: all are worth the same if nothing is known of the
    unseen cards. Each order is tried with all ways that have not been given up. A way is given up
    when it is clearly worse than the best, or when an earlier way has had the same values in the
    first orders: often two ways are the same moves in another order. The comparison ends when
    `outlook` has been called about `most_tried` times.
    """
    found: list[list[int]] = [[] for _ in ways]
    left = [*range(len(ways))]
    best = 0
    for number, order in enumerate(orders, 1):
        for at in left:
            found[at].append(outlook(order, ways[at]))
        most_tried -= len(left)
        best = max(left, key=lambda at: sum(found[at]))
        if number == LEAST_ORDERS:
            firsts: dict[tuple[int, ...], int] = {}
            for at in left:
                firsts.setdefault((*found[at],), at)
            left = [*firsts.values()]
        if number >= LEAST_ORDERS:
            left = [at for at in left if not _is_behind(found[at], found[best], CLEAR)]
        if len(left) == 1 or most_tried < len(left):
            break
    return ways[best]


def _is_behind(one: Sequence[int], best: Sequence[int], errors_squared: float) -> bool:
    """Return whether the mean of `one` is below that of `best` by more than a number of standard
    errors. `errors_squared` is the square of that number. Both lists have the values in the same
    orders."""
    differences = [b - a for a, b in zip(one, best, strict=True)]
    count, total = len(differences), sum(differences)
    spread = count * sum(each * each for each in differences) - total * total
    # Both sides are whole numbers or quarters, which are exact on every computer.
    return total > 0 and total * total * (count - 1) > errors_squared * spread


class WayResult(NamedTuple):
    """The result of a way in one order of the unseen cards. A lower `key` is better. `tried` is how
    many moves were tried to find the result."""

    key: Key
    tried: int


def most_often_better(
    ways: Sequence[Way],
    orders: Iterator[Order],
    result: Callable[[Order, Way], WayResult],
    most_tried: int,
) -> Way:
    """Return the way whose result is most often better than those of the other ways. `result`
    returns the result of a way in one order.

    `ways` must be sorted by how good they look without a comparison, the best first. All ways that
    have not been given up are compared in the same orders, and each order is used once. The score
    of a way is the number of comparisons in which its result is better than that of another way,
    less those in which it is worse. After some orders, the half of the ways with the lower scores
    is given up, and so on, so that the best are compared most often (sequential halving). The first
    way is never given up. When only one of the other ways is left, it is returned if it is likely
    to be better than the first way, and not just luckier. Otherwise the first way is returned.

    The comparisons end when about `most_tried` moves have been tried. If this is too few to compare
    all ways in FEWEST_ORDERS orders, some of the last ways are given up after the first order.
    """
    keys: list[list[Key]] = [[] for _ in ways]
    others = [*range(1, len(ways))]
    while others:
        share = most_tried // len(others).bit_length()
        spent = 0
        for number, order in enumerate(islice(orders, MOST_ORDERS), 1):
            for at in (0, *others):
                key, tried = result(order, ways[at])
                keys[at].append(key)
                spent += tried
            cost = spent // number
            if number == 1 and cost * FEWEST_ORDERS > share:
                del others[max(1, share * len(others) // (cost * FEWEST_ORDERS)) :]
            if spent + cost > share:
                break
        most_tried -= spent
        if len(others) == 1:
            better, worse = _better_and_worse(keys[others[0]], keys[0])
            is_likely = better > worse and (better - worse) ** 2 > OFTEN * (better + worse)
            return ways[others[0] if is_likely else 0]
        scores = dict.fromkeys(others, 0)
        for at in others:
            for other in (0, *others):
                better, worse = _better_and_worse(keys[at], keys[other])
                scores[at] += better - worse
        others = sorted(others, key=lambda at: -scores[at])[: len(others) // 2]
    return ways[0]


def _better_and_worse(one: Sequence[Key], other: Sequence[Key]) -> tuple[int, int]:
    """Return in how many of the orders `one` is better than `other`, and in how many worse."""
    pairs = [*zip(one, other, strict=True)]
    return sum(a < b for a, b in pairs), sum(a > b for a, b in pairs)
