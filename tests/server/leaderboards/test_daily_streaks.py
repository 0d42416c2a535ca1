"""Daily streaks: days in a row with a daily deal played, and with one won."""

from collections.abc import AsyncIterator
from datetime import UTC, date, datetime, timedelta

import pytest

from protocol.rivals import DayStreak
from server.leaderboards import daily_streaks
from server.leaderboards.daily_streaks import DailyDays, daily_days, day_streak, last_public_day
from server.leaderboards.log_entry import LoggedRace
from server.rooms.daily_deals import DailyDeal, Slot, of_day
from tests.server.leaderboards.made import House, Ran, race
from tests.server.leaderboards.test_rivals import Desk

FIRST = date(2026, 11, 21)


def day(n: int) -> date:
    return FIRST + timedelta(days=n)


def ms(day: date, hour: int, minute: int = 0) -> int:
    """Server time, in Coordinated Universal Time."""
    at = datetime(day.year, day.month, day.day, hour, minute, tzinfo=UTC)
    return int(at.timestamp() * 1000)


def all_public(day: date) -> int:
    """Server time from which every deal of a day is public."""
    return max(deal.told_at for deal in of_day(day))


# The count. -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("days", "streak", "longest"),
    [
        ([], 0, 0),
        ([0], 0, 1),
        ([6], 1, 1),
        ([4, 5, 6], 3, 3),
        ([3, 4, 5], 0, 3),
        ([0, 1, 2, 3, 5, 6], 2, 4),
        ([0, 2, 4, 6], 1, 1),
        ([6, 5, 5, 6, 4], 3, 3),
        ([5, 6, 7], 3, 3),  # of day 7 one deal is public already
    ],
)
def test_days_in_a_row(days: list[int], streak: int, longest: int) -> None:
    now = all_public(day(6))
    assert day_streak([day(n) for n in days], now) == DayStreak(streak=streak, longest=longest)


def test_a_streak_goes_on_until_a_day_without_one_is_all_public() -> None:
    days = [day(0), day(1)]
    goes_on = DayStreak(streak=2, longest=2)
    assert day_streak(days, all_public(day(1))) == goes_on
    assert day_streak(days, ms(day(2), 23, 59)) == goes_on, "day 2 may still be played"
    assert day_streak(days, all_public(day(2)) - 1) == goes_on
    assert day_streak(days, all_public(day(2))) == DayStreak(streak=0, longest=2)


def test_a_streak_goes_on_over_the_end_of_a_month_and_a_year() -> None:
    days = [date(2027, 12, 31), date(2028, 1, 1), date(2028, 2, 28), date(2028, 2, 29)]
    days.append(date(2028, 3, 1))
    assert day_streak(days, all_public(date(2028, 3, 1))) == DayStreak(streak=3, longest=3)


def test_days_are_those_of_the_deals_in_utc() -> None:
    """A deal of a day can be tried until midnight and is public a while after, whatever the time
    zone of the leaderboards is."""
    assert last_public_day(ms(day(1), 0)) == day(-1)
    assert last_public_day(all_public(day(0)) - 1) == day(-1)
    assert last_public_day(all_public(day(0))) == day(0)
    assert last_public_day(ms(day(1), 23, 59)) == day(0)


# In the store. --------------------------------------------------------------------------------


@pytest.fixture
async def seat_board(house: House) -> AsyncIterator[Desk]:
    made = Desk(house)
    yield made
    await made.accounts.close()


def attempt(number: int, n: int, ran: Ran, slot: Slot = "sprint") -> LoggedRace:
    """A try of the deal of day `n`."""
    deal = DailyDeal(day(n), slot)
    return race(number, ran, slug=deal.game.slug, at=ms(day(n), 12), daily=deal.name)


WON, LOST = Ran("ann", "won"), Ran("ann")


async def test_tries_count_once_their_deals_are_public(house: House, seat_board: Desk) -> None:
    await seat_board.called("ann", "Ann")
    seat_board.me = "ann"
    await house.count(race(1, WON))
    assert (await seat_board.ask("get_streaks"))["daily"] is None, "no daily deal"
    await house.count(
        attempt(2, 0, WON),
        attempt(3, 0, LOST, "long"),
        attempt(4, 1, WON, "long"),
        attempt(5, 2, LOST),
        attempt(6, 2, WON._replace(account="ben"), "long"),
    )
    house.now = ms(day(1), 0)
    await house.book.release(house.now)
    assert (await seat_board.ask("get_streaks"))["daily"] is None, "nothing is public"
    house.now = all_public(day(1))
    await house.book.release(house.now)
    both = {"streak": 2, "longest": 2}
    assert (await seat_board.ask("get_streaks"))["daily"] == {"played": both, "won": both}
    house.now = all_public(day(2))
    await house.book.release(house.now)
    assert (await seat_board.ask("get_streaks", name="Ann"))["daily"] == {
        "played": {"streak": 3, "longest": 3},
        "won": {"streak": 0, "longest": 2},
    }


async def test_what_counts_as_played(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daily_streaks, "PAGE", 3)
    house.now = all_public(day(30))
    other = Ran("ben", "won", ms=1)
    untouched = Ran("ann", moves=1, reason="resigned")
    for one in (
        *(race(n, LOST, other) for n in range(1, 6)),
        attempt(10, 0, LOST),
        attempt(11, 1, untouched),
        attempt(12, 2, Ran("ann", moves=0, reason="timeout")),
        attempt(13, 3, WON),
        attempt(14, 4, WON._replace(clean=False)),
        attempt(15, 5, WON),
        attempt(16, 5, LOST, "long"),
        attempt(17, 6, Ran(None, "won")),
        race(18, WON, daily="crown-KQ74TX-3"),
    ):
        await house.book.write(one, told=True)
    await house.book.void("KQ74TX-13", "a fault", house.now)
    assert await daily_days(house.book, "ann") == DailyDays(
        frozenset([day(0), day(4), day(5)]), frozenset([day(4), day(5)])
    )
    assert await daily_days(house.book, "nobody") == DailyDays(frozenset(), frozenset())
