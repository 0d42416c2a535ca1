"""The results log: histories, rivals, voided races, and the order of publication."""

import asyncio

import pytest

from server.leaderboards.board import BoardKey
from server.leaderboards.changed_boards import told
from server.leaderboards.log_entry import LoggedRace, LoggedVoid
from server.leaderboards.projector import Projector
from server.leaderboards.results_log import AccountRace
from server.rooms.daily_deals import DailyDeal, named
from server.store import keys
from tests.server.leaderboards.made import DAY, NOON, House, Ran, race

ANN, BEN = Ran("ann", "won", ms=50_000), Ran("ben", best=20)
SUBJECT = race(0).identity
OUTS = BoardKey("outs", SUBJECT)


async def outs(house: House) -> dict[str, int]:
    return {row.account: row.value.amount for row in (await house.places.page(OUTS)).rows}


async def test_an_account_finds_its_races_page_by_page_the_latest_first(house: House) -> None:
    await house.count(*(race(n, ANN, *([BEN] if n % 2 else [])) for n in range(1, 6)))
    total, pasts = await house.book.history("ann", 0, 2)
    assert total == 5
    assert pasts == [
        AccountRace(5, "KQ74TX-5", NOON, "aces_up", 1, True, False),
        AccountRace(4, "KQ74TX-4", NOON, "aces_up", 1, True, False),
    ]
    assert [past.number for past in (await house.book.history("ann", 3, 9))[1]] == [2, 1]
    assert await house.book.history("ann", 5, 9) == (5, [])
    assert [past.number for past in (await house.book.history("ben", 0, 9))[1]] == [5, 3, 1]
    assert await house.book.history("nobody", 0, 9) == (0, [])


# What is void. ----------------------------------------------------------------------------------


async def test_a_race_voided_after_it_was_counted_is_as_if_it_had_not_been(house: House) -> None:
    races = [
        race(1, ANN, BEN),
        race(2, Ran("ann"), Ran("ben", "won")),
        race(3, ANN, Ran("cat", "won", ms=10_000)),
        race(4, Ran("dan", "won")),
    ]
    await house.count(*(one for one in races if one is not races[1]))
    clean = {k: v for k, v in (await house.derived()).items() if ":board:" in k}
    shown = await house.places.page(BoardKey("rating", "overall"))
    await house.redis.flushall()
    await house.count(*races)
    assert await house.book.void("KQ74TX-2", "the bell was wrong", NOON + 5) == "voided"
    await house.catch_up()
    assert {k: v for k, v in (await house.derived()).items() if ":board:" in k} == clean
    assert await house.places.page(BoardKey("rating", "overall")) == shown
    assert await house.book.entry(5) == LoggedVoid(
        race="KQ74TX-2", at=NOON + 5, why="the bell was wrong", voids=2
    )


async def test_voided_twice_by_two_before_the_clerk_came_to_it_and_told_again(
    house: House,
) -> None:
    await house.book.write(race(1, ANN, BEN))
    await house.book.write(race(2, ANN, BEN))
    answers = await asyncio.gather(*(house.book.void("KQ74TX-1", "x", NOON) for _ in range(3)))
    assert sorted(answers) == ["already", "already", "voided"]
    await house.catch_up()
    assert await outs(house) == {"ann": 1}
    assert await house.book.void("KQ74TX-1", "x", NOON) == "already"
    await house.count(race(1, ANN, BEN))
    assert await outs(house) == {"ann": 1}
    assert [past.voided for past in (await house.book.history("ann", 0, 9))[1]] == [False, True]


async def test_what_is_not_there_cannot_be_voided(house: House) -> None:
    await house.count(race(1, ANN))
    before = await house.derived()
    assert await house.book.void("KQ74TX-9", "x", NOON) == "unknown"
    assert await house.derived() == before
    assert await house.redis.xlen(keys.RESULTS.log) == 1


async def test_the_last_result_of_an_account_voided_leaves_nothing_of_it(house: House) -> None:
    await house.count(race(1, ANN, BEN))
    await house.book.void("KQ74TX-1", "x", NOON)
    await house.catch_up()
    left = [key for key in await house.derived() if ":board:" in key or ":rows:" in key]
    assert left == []
    assert (await house.places.page(BoardKey("rating", "overall"))).total == 0


# Clocks, several processes, and deaths. ---------------------------------------------------------


@pytest.mark.parametrize("jump", [-3 * DAY, 3 * DAY])
async def test_a_clock_that_was_set_moves_a_result_to_another_day_and_no_more(
    house: House, jump: int
) -> None:
    await house.count(race(1, ANN))
    house.now += jump
    await house.count(race(2, ANN, at=NOON + jump))
    house.now -= jump
    await house.count(race(3, ANN, at=NOON + 1))
    assert await outs(house) == {"ann": 3}
    day = BoardKey("outs", SUBJECT, "day:2026-11-21")
    assert (await house.places.page(day)).rows[0].value.amount == 2
    assert (await house.places.page(BoardKey("streak", SUBJECT))).rows[0].value.amount == 3


async def test_several_clerks_at_once_count_each_result_once(house: House) -> None:
    races = [race(n, Ran(f"p{n % 7}", "won"), Ran(f"q{n % 5}")) for n in range(60)]
    clerks = [house.new_clerk() for _ in range(4)]
    for projector in clerks:
        await projector.open()

    async def work(projector: Projector) -> None:
        while await projector.catch_up() < len(races):  # noqa: ASYNC110 # it is the store that changes
            await asyncio.sleep(0)

    async def tell(part: list[LoggedRace]) -> None:
        for one in part:
            await house.book.write(one)

    parts = [races[::2], races[1::2], races[::3]]  # a third is told twice
    await asyncio.gather(*map(tell, parts), *map(work, clerks))
    assert sum((await outs(house)).values()) == len(races)
    places = await house.places.page(BoardKey("rating", "sprint"), 0, 50)
    assert sum(row.rating.races for row in places.rows if row.rating) == 2 * len(races)


async def test_a_script_that_failed_half_way_may_run_again(house: House) -> None:
    await house.count(race(1, ANN))
    await house.redis.set(keys.RESULTS.cursor, 0)
    await house.catch_up()
    assert await outs(house) == {"ann": 1}


# Daily deals. -----------------------------------------------------------------------------------


def deal() -> DailyDeal:
    found = named("daily-2026-11-21-sprint")
    assert found is not None
    return found


async def test_a_try_of_a_daily_deal_is_told_when_the_deal_is(house: House) -> None:
    one = race(1, ANN, daily=deal().name)
    await house.count(one)
    await house.count(one)
    assert await outs(house) == {}
    assert await house.book.history("ann", 0, 9) == (0, [])
    assert await house.book.release(deal().told_at - 1) == 0
    assert await house.book.release(deal().told_at) == 1
    assert await house.book.release(deal().told_at) == 0
    await house.count(one)
    assert await outs(house) == {"ann": 1}
    day = await house.places.page(BoardKey("outs", SUBJECT, "day:2026-11-21"))
    assert day.total == 1, "it counts for the day it was played on"
    assert (await house.places.page(BoardKey("rating", "overall"))).total == 0


async def test_a_try_voided_before_it_is_told_never_counts_and_stays_withheld(
    house: House,
) -> None:
    one = race(1, ANN, daily=deal().name)
    await house.count(one)
    assert await house.book.void(one.race, "x", NOON) == "voided"
    assert await house.book.void(one.race, "y", NOON) == "already"
    await house.count(one)
    assert await house.book.history("ann", 0, 9) == (0, [])
    assert await house.book.entries(0, 9) == []
    assert await house.book.void_among([one.race, "KQ74TX-9"]) == {one.race}
    assert await house.book.release(deal().told_at) == 1
    assert await house.book.release(deal().told_at) == 0
    await house.catch_up()
    assert await outs(house) == {}
    (_, (past,)) = await house.book.history("ann", 0, 9)
    assert past.voided
    _, (_, voided) = await house.book.entries(0, 9)
    assert isinstance(voided, LoggedVoid)
    assert (voided.why, voided.voids) == ("x", 1)
    assert await house.book.void(one.race, "z", NOON) == "already"
    assert await house.book.void_among([one.race]) == {one.race}
    assert not await house.redis.exists(keys.RESULTS.void_later, keys.RESULTS.withheld)


# News. ------------------------------------------------------------------------------------------


async def test_the_log_tells_which_boards_have_changed(house: House) -> None:
    await house.count(race(1, ANN, BEN))
    ((_, news),) = await house.redis.xrange(keys.RESULTS.feed)
    boards = told(news["boards"])
    assert OUTS in boards
    assert BoardKey("rating", "overall") in boards
    assert BoardKey("best", SUBJECT, "week:2026-W47") in boards
    assert all(board.side == "people" for board in boards)


async def test_only_boards_that_changed_are_told_of(house: House) -> None:
    await house.count(race(1, ANN))
    await house.count(race(2, ANN._replace(ms=60_000)))
    entries = await house.redis.xrange(keys.RESULTS.feed)
    last = {(b.measure, b.period) for b in told(entries[-1][1]["boards"])}
    assert {measure for measure, _ in last} == {"outs", "streak", "longest"}
    await house.count(race(3, Ran("ann", best=1)))
    entries = await house.redis.xrange(keys.RESULTS.feed)
    assert {b.measure for b in told(entries[-1][1]["boards"])} == {"streak"}


async def test_what_a_result_adds_to_the_boards_costs_one_round_trip(house: House) -> None:
    for number in range(3):
        await house.book.write(race(number, ANN, Ran("bot", "won"), Ran(None)))
    await house.catch_up()
    await house.book.write(race(3, ANN, Ran("bot", "won"), Ran(None)))
    waiting = await house.book.entries(3, 9)
    before = await calls(house)
    assert await house.projector.take(waiting)
    assert await calls(house) - before == 2, "the script, and our own question"


async def calls(house: House) -> int:
    """Commands the store has been sent, scripts counting as one."""
    stats = await house.redis.info("stats")
    return int(stats["total_reads_processed"])
