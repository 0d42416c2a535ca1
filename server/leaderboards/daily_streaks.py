"""Daily streaks: on how many days in a row an account has played, and won, a daily deal.

A daily deal is a deal that is the same for everybody. Each day has two, and each account has one
try at each. The results log is the list of the results of all races. The streaks are computed from
the account's history in the results log. A try appears in the history when its deal becomes public.
So a streak says nothing about a deal that others may still try.
"""

from collections.abc import Collection
from datetime import date, timedelta
from typing import NamedTuple

from protocol.rivals import DayStreak
from server.leaderboards.log_entry import LoggedRace
from server.leaderboards.results_log import ResultsLog
from server.rooms import daily_deals

PAGE = 500
"""Races of a history read at a time."""


class DailyDays(NamedTuple):
    """The days, by the dates of their deals, on which an account has made a move in a daily deal,
    and on which it has won one."""

    played: frozenset[date]
    won: frozenset[date]


async def daily_days(results_log: ResultsLog, account: str) -> DailyDays:
    """Return the days of an account's tries. Tries that are not public yet, or that an operator has
    declared void, are left out. Raises StoreAway if the store cannot be reached."""
    played, won = set[date](), set[date]()
    read, total = 0, 1
    while read < total:
        total, page = await results_log.history(account, read, PAGE)
        if not page:
            break
        read += len(page)
        # A try has one contestant, who is first.
        tries = [one.number for one in page if one.played and one.place == 1 and not one.voided]
        for entry in (await results_log.these(tries)).values():
            if isinstance(entry, LoggedRace) and entry.daily is not None:
                deal = daily_deals.named(entry.daily)
                if deal is not None:
                    played.add(deal.day)
                    won |= {deal.day for one in entry.accounts() if one.result == "won"}
    return DailyDays(frozenset(played), frozenset(won))


def day_streak(days: Collection[date], now: int) -> DayStreak:
    """Return the present and the longest streak of consecutive days in `days`, at server time
    `now`.

    A streak is the present one if it includes the last day of which all deals are public, or a
    later day. If there is no such streak, the present streak is 0.
    """
    streak = longest = 0
    last: date | None = None
    for day in sorted(set(days)):
        streak = streak + 1 if last is not None and day == daily_deals.next_day(last) else 1
        longest, last = max(longest, streak), day
    if last is None or last < last_public_day(now):
        streak = 0
    return DayStreak(streak=streak, longest=longest)


def last_public_day(now: int) -> date:
    """Return the last day of which all daily deals are public at server time `now`."""
    day = daily_deals.today(now)
    while any(deal.told_at > now for deal in daily_deals.of_day(day)):
        day -= timedelta(days=1)
    return day
