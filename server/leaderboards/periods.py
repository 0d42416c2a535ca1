"""Periods of leaderboards: days, weeks, months and years in the server's time zone. Pure."""

from datetime import date, datetime, time, timedelta, tzinfo
from functools import lru_cache
from typing import Literal, NamedTuple, get_args

from server.settings import KEEP_PERIODS

Kind = Literal["day", "week", "month", "year", "all"]
KINDS: tuple[Kind, ...] = get_args(Kind)


class Period(NamedTuple):
    """The period of a leaderboard. `name` is like `day:2026-11-21`, `week:2026-W47`,
    `month:2026-11`, `year:2026` or `all`.

    `until` is the server time in ms at which the leaderboards of the period expire; None for never.
    """

    name: str
    until: int | None


class Calendar:
    """Maps server time to periods. Weeks begin on Monday and are numbered as in ISO 8601.

    Leaderboards of a period are stored until `kept` later periods of the same kind have ended.
    """

    def __init__(self, zone: tzinfo, kept: int = KEEP_PERIODS) -> None:
        self._zone = zone
        self._kept = kept
        self._of_day = lru_cache(maxsize=512)(self._periods)

    def of(self, at: int) -> dict[Kind, Period]:
        """Return the periods that contain the server time `at` in ms, by kind (day, week, month,
        year, all)."""
        return self._of_day(self.day(at))

    def day(self, at: int) -> date:
        """Return the calendar day of a server time in ms."""
        return datetime.fromtimestamp(at / 1000, self._zone).date()

    def _periods(self, day: date) -> dict[Kind, Period]:
        year, week, weekday = day.isocalendar()
        after = self._kept + 1
        monday = day - timedelta(days=weekday - 1)
        months = day.year * 12 + day.month - 1 + after
        return {
            "day": self._period(f"day:{day.isoformat()}", day + timedelta(days=after)),
            "week": self._period(f"week:{year}-W{week:02}", monday + timedelta(weeks=after)),
            "month": self._period(
                f"month:{day.year}-{day.month:02}", date(months // 12, months % 12 + 1, 1)
            ),
            "year": self._period(f"year:{day.year}", date(day.year + after, 1, 1)),
            "all": Period("all", None),
        }

    def _period(self, name: str, until: date) -> Period:
        midnight = datetime.combine(until, time(), self._zone)
        return Period(name, int(midnight.timestamp() * 1000))
