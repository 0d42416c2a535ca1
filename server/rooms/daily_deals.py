"""The daily deals: one sprint and one long game a day, the same for everybody, one try an account.

Pure: what is dealt on which day, and when it may be tried and told. A day begins at midnight,
Coordinated Universal Time.
"""

from datetime import UTC, date, datetime, time, timedelta
from typing import Literal, NamedTuple, get_args

from engine.games import GAMES, AnyGame, game

Slot = Literal["sprint", "long"]
SLOTS: tuple[Slot, ...] = get_args(Slot)
SPRINT_MINUTES = 12
"""Games whose usual bell is no longer than this take turns as sprints, the others as long games."""
DAYS_AHEAD = 2
"""So many days after today have their secrets already: at midnight tomorrow's are never missing,
even where the store is away just then."""
HELD_MS = 59 * 60_000
"""So long outages may hold even the last try of a deal; an earlier one they may hold for longer."""
STORED_MS = 60_000
"""In so long every end that a bell rang in is stored, and all processes agree that it rang."""

TURNS: dict[Slot, tuple[str, ...]] = {
    "sprint": tuple(s for s, g in GAMES.items() if g.book.bell_minutes <= SPRINT_MINUTES),
    "long": tuple(s for s, g in GAMES.items() if g.book.bell_minutes > SPRINT_MINUTES),
}


class DailyDeal(NamedTuple):
    """The deal of a day and a slot. Its name stands for the race id when the seed is made."""

    day: date
    slot: Slot

    @property
    def name(self) -> str:
        """`daily-2026-11-21-sprint`."""
        return f"daily-{self.day.isoformat()}-{self.slot}"

    @property
    def game(self) -> AnyGame:
        """The games of a slot take turns, each with its usual options."""
        turns = TURNS[self.slot]
        return game(turns[self.day.toordinal() % len(turns)])

    @property
    def bell_ms(self) -> int:
        return self.game.book.bell_minutes * 60_000

    @property
    def opens_at(self) -> int:
        """Server time at which it may be tried."""
        return _midnight(self.day)

    @property
    def closes_at(self) -> int:
        """Server time from which no try of it begins. A try that has begun has its whole bell."""
        return _midnight(next_day(self.day))

    @property
    def ends_at(self) -> int:
        """Server time by which the bell of every try has rung: no outage is refunded beyond it."""
        return self.closes_at + self.bell_ms + HELD_MS

    @property
    def told_at(self) -> int:
        """Server time from which all of it is everybody's: its secret, records, boards, results."""
        return self.ends_at + STORED_MS


def today(now: int) -> date:
    """The day of a server time in milliseconds."""
    return datetime.fromtimestamp(now / 1000, UTC).date()


def next_day(day: date) -> date:
    return day + timedelta(days=1)


def to_draw(now: int) -> list[DailyDeal]:
    """The deals whose secrets have to be drawn by now."""
    first = today(now)
    return [deal for n in range(DAYS_AHEAD + 1) for deal in of_day(first + timedelta(days=n))]


def of_day(day: date) -> list[DailyDeal]:
    return [DailyDeal(day, slot) for slot in SLOTS]


def named(name: str) -> DailyDeal | None:
    """The deal of a name; None where it is no such name."""
    prefix, _, rest = name.partition("-")
    day, _, slot = rest.rpartition("-")
    try:
        found = date.fromisoformat(day)
    except ValueError:
        return None
    for known in SLOTS:
        if prefix == "daily" and slot == known and found.isoformat() == day:
            return DailyDeal(found, known)
    return None


def _midnight(day: date) -> int:
    return int(datetime.combine(day, time(), UTC).timestamp() * 1000)
