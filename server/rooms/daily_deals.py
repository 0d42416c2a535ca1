"""Daily deals: one short and one long game a day, the same deal for everybody.

Each account may play each deal once; this is called its try. Pure functions compute the game of
each day, and when it opens, closes and becomes public. A day begins at midnight UTC. A server time
is in milliseconds since 1970.
"""

from datetime import UTC, date, datetime, time, timedelta
from typing import Literal, NamedTuple, get_args

from engine.games import GAMES, AnyGame, game

Slot = Literal["sprint", "long"]
SLOTS: tuple[Slot, ...] = get_args(Slot)
SPRINT_MINUTES = 12
"""Games whose usual bell is at most this many minutes take turns in the slot `sprint`, the others
in the slot `long`."""
DAYS_AHEAD = 2
"""Secrets are drawn for today and this many days after it, so that the deals of a day can open at
midnight even if the store is away then."""
HELD_MS = 59 * 60_000
"""The maximum time in milliseconds that a try gets back after outages of the server, if it begins
just before the deal closes. A try that began earlier may get back more, but ends no later."""
STORED_MS = 60_000
"""Milliseconds from the end of the last possible try until the deal is public. In this time every
process stores the ends of its tries."""

_RACED = [(slug, rules.book.bell_minutes) for slug, rules in GAMES.items() if rules.has_choice()]
TURNS: dict[Slot, tuple[str, ...]] = {
    "sprint": tuple(slug for slug, minutes in _RACED if minutes <= SPRINT_MINUTES),
    "long": tuple(slug for slug, minutes in _RACED if minutes > SPRINT_MINUTES),
}


class DailyDeal(NamedTuple):
    """The daily deal of a day and a slot (the short or the long game of the day). Everybody plays
    it in a room of their own, so `name` takes the place of the id of a race when the seed of the
    shuffle is computed."""

    day: date
    slot: Slot

    @property
    def name(self) -> str:
        """The name of the deal, such as `daily-2026-11-21-sprint`."""
        return f"daily-{self.day.isoformat()}-{self.slot}"

    @property
    def game(self) -> AnyGame:
        """The game of the deal, with its usual options. Each slot (short or long) has a list of
        games, and each day has the next game of the list."""
        turns = TURNS[self.slot]
        return game(turns[self.day.toordinal() % len(turns)])

    @property
    def bell_ms(self) -> int:
        """The usual bell of the game, in milliseconds."""
        return self.game.book.bell_minutes * 60_000

    @property
    def opens_at(self) -> int:
        """Server time from which the deal may be played."""
        return _midnight(self.day)

    @property
    def closes_at(self) -> int:
        """Server time from which nobody may begin to play the deal. Whoever began earlier may go on
        until the time limit of the game."""
        return _midnight(next_day(self.day))

    @property
    def ends_at(self) -> int:
        """Server time by which everybody's game has ended. After an outage of the server, players
        get the lost time back, but no time limit (bell) moves beyond `ends_at`."""
        return self.closes_at + self.bell_ms + HELD_MS

    @property
    def told_at(self) -> int:
        """Server time from which everything about the deal is public: the secret with which it was
        shuffled, and the records, the boards and the results of all who have played it."""
        return self.ends_at + STORED_MS


def today(now: int) -> date:
    """Return the day, in UTC, of a server time in milliseconds."""
    return datetime.fromtimestamp(now / 1000, UTC).date()


def next_day(day: date) -> date:
    """Return the day after `day`."""
    return day + timedelta(days=1)


def to_draw(now: int) -> list[DailyDeal]:
    """Return the daily deals for which the server needs a secret at server time `now`: the deals of
    today and of the next DAYS_AHEAD days, in order. The deal is shuffled with its secret."""
    first = today(now)
    return [deal for n in range(DAYS_AHEAD + 1) for deal in of_day(first + timedelta(days=n))]


def of_day(day: date) -> list[DailyDeal]:
    """Return the daily deals of a day, in the order of SLOTS."""
    return [DailyDeal(day, slot) for slot in SLOTS]


def named(name: str) -> DailyDeal | None:
    """Return the daily deal with this name (`DailyDeal.name`); None if no daily deal has it."""
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
