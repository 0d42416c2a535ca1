"""Choosing among ways by their outlooks in supposed orders of the unseen cards."""

from collections.abc import Callable
from itertools import count

from engine.computer_players.comparison import (
    FEWEST_ORDERS,
    LEAST_ORDERS,
    MOST_ORDERS,
    WayResult,
    best_on_average,
    most_often_better,
    most_promising,
)

ORDERS = range(20)


def test_a_way_that_is_better_in_every_order_is_chosen() -> None:
    assert most_promising("ab", ORDERS, lambda order, way: order + (way == "b")) == "b"


def test_the_first_way_stays_where_another_is_only_luckier() -> None:
    lucky = {(3, "b"): 50, (7, "b"): -45}
    assert most_promising("ab", ORDERS, lambda order, way: lucky.get((order, way), 0)) == "a"


def test_the_first_of_equal_ways_is_chosen() -> None:
    assert most_promising("abc", ORDERS, lambda order, _: order) == "a"


def test_luck_that_all_ways_share_does_not_hide_which_is_better() -> None:
    """The outlooks vary much more from order to order than from way to way."""
    varied = [(order * 37) % 101 for order in ORDERS]
    assert most_promising("ab", ORDERS, lambda order, way: varied[order] + 2 * (way == "b")) == "b"


def test_a_way_that_is_clearly_behind_is_given_up_early() -> None:
    tried: list[tuple[int, str]] = []

    def outlook(order: int, way: str) -> int:
        tried.append((order, way))
        # The first two ways are even in the mean, the third is always far behind.
        return -100 if way == "c" else (order % 2 if way == "a" else 1 - order % 2)

    assert most_promising("abc", ORDERS, outlook) == "a"
    assert sum(way == "c" for _, way in tried) == LEAST_ORDERS
    assert sum(way == "a" for _, way in tried) == len(ORDERS)


def often(ways: str, key: Callable[[int, str], int], most_tried: int = 10_000) -> str:
    """Return the way that is most often better, where each result takes ten tried moves."""
    return most_often_better(
        ways, count(), lambda order, way: WayResult((key(order, way),), 10), most_tried
    )


def test_the_way_that_is_better_in_most_orders_is_chosen() -> None:
    """By however little, and although it is much worse in the others."""
    assert often("abc", lambda order, way: -1 if way == "c" and order % 3 else order % 3) == "c"
    assert often("ab", lambda order, way: (way == "b") * (90 if order % 3 == 0 else -1)) == "b"


def test_the_first_way_stays_where_another_is_better_in_hardly_more_orders() -> None:
    better = {order: -1 if order % 2 else 1 for order in range(MOST_ORDERS)} | {0: -1, 2: -1}
    assert often("ab", lambda order, way: (way == "b") * better[order]) == "a"


def test_the_first_way_stays_where_all_are_equal_or_it_is_the_only_one() -> None:
    assert often("abc", lambda order, _: order) == "a"
    assert often("a", lambda order, _: order) == "a"


def test_the_worse_half_is_given_up_and_the_others_are_compared_in_further_orders() -> None:
    tried: list[tuple[int, str]] = []

    def key(order: int, way: str) -> int:
        tried.append((order, way))
        return "edcba".index(way)

    assert often("abcde", key, most_tried=3_000) == "e"
    times = {way: sum(each == way for _, each in tried) for way in "abcde"}
    assert times["b"] == times["c"] < times["d"] < times["e"] == times["a"]
    assert len({*tried}) == len(tried), "no way is tried twice in an order"
    assert sum(times.values()) * 10 < 3_000 * 1.2


def test_the_last_ways_are_given_up_if_too_few_moves_may_be_tried_for_all() -> None:
    tried: list[str] = []

    def key(_order: int, way: str) -> int:
        tried.append(way)
        return -(way == "b")

    assert often("abcdefgh", key, most_tried=500) == "b"
    times = {way: tried.count(way) for way in "abcdefgh"}
    assert times["a"] == times["b"] > FEWEST_ORDERS
    assert times["h"] == 1
    assert len(tried) * 10 <= 500


def test_one_order_is_not_enough_to_leave_the_first_way() -> None:
    assert often("ab", lambda _, way: -(way == "b"), most_tried=1) == "a"


def test_the_best_mean_is_chosen_by_however_little_it_is_better() -> None:
    values = {(4, "b"): 1}
    assert (
        best_on_average("abc", ORDERS, lambda order, way: values.get((order, way), 0), 999) == "b"
    )
    values = {(4, "b"): 1, (5, "c"): 3, (6, "c"): -1}
    assert (
        best_on_average("abc", ORDERS, lambda order, way: values.get((order, way), 0), 999) == "c"
    )


def test_ways_are_given_up_that_are_equal_or_clearly_behind() -> None:
    tried: list[str] = []

    def outlook(order: int, way: str) -> int:
        tried.append(way)
        return {"a": order % 3, "b": order % 3, "c": -50, "d": 2 - order % 3}[way]

    assert best_on_average("abcd", ORDERS, outlook, 999) in "ad"
    times = [tried.count(way) for way in "abcd"]
    assert times == [len(ORDERS), LEAST_ORDERS, LEAST_ORDERS, len(ORDERS)]


def test_a_comparison_of_means_ends_after_so_many_outlooks() -> None:
    tried: list[int] = []

    def outlook(order: int, way: str) -> int:
        tried.append(order)
        return order * len(tried) % 5 + (way == "b")

    best_on_average("abc", count(), outlook, 30)
    assert len(tried) == 30
    assert {*tried} == {*range(10)}
