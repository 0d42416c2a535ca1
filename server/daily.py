"""The daily deals: one sprint and one long game a day, the same for everybody, one try an account.

Pure: what is dealt on which day. A day begins at midnight, Coordinated Universal Time.
"""

from datetime import UTC, date, datetime, time, timedelta
from typing import Literal, NamedTuple, get_args

from engine.games import GAMES, AnyGame, game

Slot = Literal["sprint", "long"]
SLOTS: tuple[Slot, ...] = get_args(Slot)
SPRINT_MINUTES = 12
"""Games whose usual bell is no longer than this take turns as sprints, the others as long games."""

TURNS: dict[Slot, tuple[str, ...]] = {
    "sprint": tuple(s for s, g in GAMES.items() if g.book.bell_minutes <= SPRINT_MINUTES),
    "long": tuple(s for s, g in GAMES.items() if g.book.bell_minutes > SPRINT_MINUTES),
}


class Daily(NamedTuple):
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
        """Server time from which it may be tried no more; then its secret is opened."""
        return _midnight(next_day(self.day))


def today(now: int) -> date:
    """The day of a server time in milliseconds."""
    return datetime.fromtimestamp(now / 1000, UTC).date()


def next_day(day: date) -> date:
    return day + timedelta(days=1)


def of_day(day: date) -> list[Daily]:
    return [Daily(day, slot) for slot in SLOTS]


def named(name: str) -> Daily | None:
    """The deal of a name; None where it is no such name."""
    prefix, _, rest = name.partition("-")
    day, _, slot = rest.rpartition("-")
    try:
        found = date.fromisoformat(day)
    except ValueError:
        return None
    for known in SLOTS:
        if prefix == "daily" and slot == known and found.isoformat() == day:
            return Daily(found, known)
    return None


def _midnight(day: date) -> int:
    return int(datetime.combine(day, time(), UTC).timestamp() * 1000)
