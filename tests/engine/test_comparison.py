"""Choosing among ways by their outlooks in supposed orders of the unseen cards."""

from engine.computer_players.comparison import LEAST_ORDERS, most_promising

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
