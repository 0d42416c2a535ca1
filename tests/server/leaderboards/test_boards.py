"""Leaderboards: which results enter them, their order, and how pages are read."""

from collections.abc import Iterable

import pytest

from engine.games import game
from server.leaderboards.account_rankings import RankingPage, RankingRow
from server.leaderboards.board import MEASURES, BoardKey, Measure, Side
from server.leaderboards.rivals import RivalTally
from server.store import keys
from tests.server.leaderboards.made import DAY, NOON, House, Ran, race

ACES_UP = game("aces_up").identity


def board(
    measure: Measure, period: str = "all", subject: str = ACES_UP, side: Side = "people"
) -> BoardKey:
    return BoardKey(measure, subject, period, side)


def short(rows: Iterable[RankingRow]) -> list[tuple[int, str, int]]:
    return [(row.place, row.account, row.value.amount) for row in rows]


async def test_an_out_enters_every_board_of_its_periods(house: House) -> None:
    await house.count(race(1, Ran("ann", "won", ms=90_000)))
    periods = ("day:2026-11-21", "week:2026-W47", "month:2026-11", "year:2026", "all")
    amounts: dict[Measure, int] = {"fastest": 90_000, "outs": 1, "streak": 1, "longest": 1}
    for period in periods:
        for measure, amount in amounts.items():
            page = await house.places.page(board(measure, period))
            assert short(page.rows) == [(1, "ann", amount)], (measure, period)
        (row,) = (await house.places.page(board("best", period))).rows
        assert (row.value.out, row.value.ms, row.value.amount) == (True, 90_000, 48)
        assert row.entry == 1
    assert (await house.places.page(board("outs", "day:2026-11-20"))).total == 0


async def test_the_same_score_is_the_same_place_and_no_name_decides(house: House) -> None:
    times = {"zoe": 50_000, "ann": 60_000, "ben": 60_000, "cat": 60_000, "dan": 70_000}
    await house.count(*(race(i, Ran(a, "won", ms=ms)) for i, (a, ms) in enumerate(times.items())))
    page = await house.places.page(board("fastest"))
    assert [(r.place, r.account) for r in page.rows] == [
        (1, "zoe"), (2, "ann"), (2, "ben"), (2, "cat"), (5, "dan")
    ]  # fmt: skip
    for offset in range(5):
        part = await house.places.page(board("fastest"), offset, 2)
        assert part == RankingPage(5, offset, page.rows[offset : offset + 2])
    assert (await house.places.page(board("fastest"), 9, 2)).rows == []


async def test_around_me_friends_and_one_place(house: House) -> None:
    await house.count(*(race(i, Ran(f"p{i}", "won", ms=1000 * (i + 1))) for i in range(9)))
    fastest = board("fastest")
    page = await house.places.around(fastest, "p4", 3)
    assert page is not None
    assert [(r.place, r.account) for r in page.rows] == [(4, "p3"), (5, "p4"), (6, "p5")]
    edge = await house.places.around(fastest, "p8", 5)
    assert edge is not None
    assert [r.place for r in edge.rows] == [5, 6, 7, 8, 9]
    assert await house.places.around(fastest, "nobody") is None
    assert await house.places.place(fastest, "p6") == (7, 9)
    assert await house.places.place(fastest, "nobody") is None
    friends = await house.places.friends(fastest, ["p6", "nobody", "p1", "p6"])
    assert [(r.place, r.account) for r in friends.rows] == [(2, "p1"), (7, "p6")]
    assert (await house.places.friends(fastest, [])).rows == []


async def test_names_are_what_accounts_are_called_now(house: House) -> None:
    await house.count(race(1, Ran("ann", "won"), Ran("gone", "won", ms=1)))
    house.names["ann"] = "Annabel"
    page = await house.places.page(board("fastest"))
    assert [row.name for row in page.rows] == [None, "Annabel"]


async def test_take_backs_stand_below_and_count_for_no_streak(house: House) -> None:
    await house.count(
        race(1, Ran("ann", "won", ms=10_000, clean=False)),
        race(2, Ran("ben", "won", ms=90_000)),
        race(3, Ran("cat", best=3)),
        race(4, Ran("ben", "won", ms=95_000, clean=False)),
        race(5, Ran("ben", "won", ms=99_000)),
    )
    page = await house.places.page(board("fastest"))
    assert [(r.account, r.value.clean) for r in page.rows] == [("ben", True), ("ann", False)]
    best = await house.places.page(board("best"))
    assert [row.account for row in best.rows] == ["ben", "cat", "ann"]
    assert short((await house.places.page(board("outs"))).rows) == [(1, "ben", 2)]
    assert short((await house.places.page(board("streak"))).rows) == [(1, "ben", 2)]


async def test_a_loss_ends_a_streak_taken_back_or_not(house: House) -> None:
    won, lost = Ran("ann", "won"), Ran("ann", "lost", clean=False)
    await house.count(*(race(i, one) for i, one in enumerate((won, won, lost, won))))
    assert short((await house.places.page(board("streak"))).rows) == [(1, "ann", 1)]
    assert short((await house.places.page(board("longest"))).rows) == [(1, "ann", 2)]
    await house.count(race(9, Ran("ann", reason="resigned", moves=1)))
    assert (await house.places.page(board("streak"))).rows == []


async def test_best_is_in_the_order_races_are_ranked_in(house: House) -> None:
    ran = [
        Ran("out-late", "won", ms=500_000),
        Ran("out", "won", ms=400_000),
        Ran("more", best=40, ms=300_000),
        Ran("tie", best=30, tie_break=5, ms=300_000),
        Ran("early", best=30, tie_break=4, ms=100_000),
        Ran("late", best=30, tie_break=4, ms=200_000),
        Ran("together", best=30, tie_break=4, ms=200_099),
        Ran("taken", "won", ms=1_000, clean=False),
    ]
    made = race(1, *ran)
    await house.count(made)
    page = await house.places.page(board("best"))
    order = {one.account: one.place for one in made.contestants}
    assert {row.account: row.place for row in page.rows} == order
    assert order["late"] == order["together"]


async def test_winners_of_a_game_that_says_so_are_ordered_by_the_tie_break(house: House) -> None:
    made = race(
        1,
        Ran("quick", "won", tie_break=60, ms=300_000),
        Ran("rich", "won", tie_break=70, ms=900_000),
        Ran("rich-early", "won", tie_break=70, ms=800_000),
        Ran("close", best=48, tie_break=75, ms=100_000),
        slug="crossword",
    )
    await house.count(made)
    page = await house.places.page(board("best", subject=made.identity))
    assert [row.account for row in page.rows] == ["rich-early", "rich", "quick", "close"]
    assert [row.value.tie_break for row in page.rows] == [70, 70, 60, 75]
    assert {r.account: r.place for r in page.rows} == {
        one.account: one.place for one in made.contestants
    }


async def test_who_never_moved_has_no_best(house: House) -> None:
    await house.count(race(1, Ran("ann", moves=1, reason="resigned"), Ran("ben", moves=0)))
    assert (await house.places.page(board("best"))).total == 0


async def test_points_rank_by_points_alone(house: House) -> None:
    one = Ran("ann", "complete", points=80, ms=1), Ran("ben", "complete", points=80, ms=999)
    await house.count(race(1, *one, slug="poker_patience"))
    subject = race(1, slug="poker_patience").identity
    page = await house.places.page(board("best", subject=subject))
    assert sorted(short(page.rows)) == [(1, "ann", 80), (1, "ben", 80)]
    nothing: tuple[Measure, ...] = ("fastest", "outs", "streak", "longest")
    for measure in nothing:
        assert not (await house.places.page(board(measure, subject=subject))).total


async def test_rounds_at_a_table_rank_by_points_below_0_too(house: House) -> None:
    ran = (
        Ran("ann", "complete", points=-26),
        Ran("ben", "complete", points=0),
        Ran("cat", "complete", points=112),
        Ran("dan", "complete", points=-1),
    )
    await house.count(race(1, *ran, slug="racing_demon"))
    subject = race(1, slug="racing_demon").identity
    page = await house.places.page(board("best", subject=subject))
    assert short(page.rows) == [(1, "cat", 112), (2, "ben", 0), (3, "dan", -1), (4, "ann", -26)]
    for measure in MEASURES:
        if measure != "best":
            assert not (await house.places.page(board(measure, subject=subject))).total, measure
    better = Ran("ann", "complete", points=-2), Ran("dan", "complete", points=-9)
    await house.count(race(2, *better, slug="racing_demon"))
    page = await house.places.page(board("best", subject=subject))
    assert short(page.rows)[2:] == [(3, "dan", -1), (4, "ann", -2)]


async def test_who_leaves_a_table_has_no_best_result_of_that_round(house: House) -> None:
    left = Ran("ann", "lost", points=40, reason="resigned")
    await house.count(race(1, left, Ran("ben", "complete", points=3), slug="racing_demon"))
    subject = race(1, slug="racing_demon").identity
    page = await house.places.page(board("best", subject=subject))
    assert short(page.rows) == [(1, "ben", 3)], "though the points are fewer"
    assert (await house.book.rivals.versus("ann", "ben"))[0] == RivalTally(0, 1, 0, -1)
    assert short((await house.places.page(board("rating", subject="table"))).rows)[0][1] == "ben"
    assert not (await house.places.page(board("rating", subject="score"))).total


async def test_bots_and_people_and_option_sets_share_no_board(house: House) -> None:
    await house.count(
        race(1, Ran("ann", "won", ms=9), Ran("bot", "won", ms=5), Ran(None, "won")),
        race(2, Ran("ben", "won"), options={"must_fill": False}),
    )
    assert [r.account for r in (await house.places.page(board("fastest"))).rows] == ["ann"]
    bots = await house.places.page(board("fastest", side="bots"))
    assert [r.account for r in bots.rows] == ["bot"]


async def test_boards_of_a_period_go_as_configured(house: House) -> None:
    house.now = NOON + 10 * DAY
    await house.count(race(1, Ran("ann", "won")), race(2, Ran("ben", "won"), at=NOON - 40 * DAY))
    subject = board("outs").subject
    key = keys.RESULTS.board("outs", "people", "day:2026-11-21", subject)
    midnight = NOON + DAY // 2 + 30 * DAY
    assert abs(await house.redis.pttl(key) - (midnight - house.now)) < 5_000
    assert await house.redis.pttl(keys.RESULTS.rows("people", "all", subject)) == -1
    gone = "day:2026-10-12"
    assert not await house.redis.exists(keys.RESULTS.board("outs", "people", gone, subject))
    assert (await house.places.page(board("outs", "week:2026-W42"))).total == 1


@pytest.mark.parametrize("times", [2, 5])
async def test_a_result_told_again_counts_once(house: House, times: int) -> None:
    for _ in range(times):
        await house.count(race(1, Ran("ann", "won"), Ran("ben")))
    assert short((await house.places.page(board("outs"))).rows) == [(1, "ann", 1)]
    assert (await house.book.history("ann", 0, 9))[0] == 1
    # The code may be another room's some day.
    await house.count(race(1, Ran("ann", "won"), at=NOON + 500 * DAY))
    assert short((await house.places.page(board("outs"))).rows) == [(1, "ann", 2)]
