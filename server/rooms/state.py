"""A room as a value, with its seats and races. What its events make of it is in `reducer.py`."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from hmac import compare_digest
from typing import Literal, NamedTuple

from engine import fairness
from engine.cards import Card
from engine.games import AnyGame
from engine.options import canonical
from engine.record import Session
from engine.terms import Terms
from protocol.codes import race_id
from protocol.rooms import Settings
from server.rooms.daily_deals import DailyDeal
from server.rooms.events import RaceJoined, RaceStarted, StoredEvent

How = Literal["raced", "watched", "replayed"]
"""How somebody saw a deal: they raced it, or saw somebody's board of it, or its record."""


HOUR_MS = 3_600_000


class EventCount(NamedTuple):
    """How many events were asked for in an hour (counted from 1970), by all and by each seat."""

    hour: int = 0
    asked: int = 0
    by_seat: Mapping[int, int] = {}  # never changed: a mapping

    def within(self, hour: int) -> "EventCount":
        """The same, for this hour."""
        return self if self.hour == hour else EventCount(hour)


@dataclass(frozen=True, slots=True)
class Seat:
    """Somebody's place in the room. `connection` speaks for it; None while nobody does.

    `account`: whose it is, by id; None for a guest's. `aside`: takes no part in races. `kicked`:
    left because the host said so. `covered`: on a break from the race, which ends with it.
    """

    name: str
    token_hash: str
    connection: str | None = None
    left: bool = False
    kicked: bool = False
    account: str | None = None
    bot: bool = False
    aside: bool = False
    silent: bool = False
    covered: bool = False
    away_at: int = 0
    """Since when nobody speaks for it, server time."""


@dataclass(frozen=True, slots=True)
class Race:
    """One race of a room. `zero_at` is server time; `held_ms` is what was refunded since zero.

    `dealt` are the contestants of the countdown, with whose nonces the deal is made; `racing` are
    those who had not left before zero, and whoever has joined late. `sent_away` are those of them
    whom the host sent away, and when by race time.

    Where cards are called, `call` is the number of the one everybody may place until race time
    `call_due_ms`. A try of a `daily` deal has its secret from it, and so has a deal of a
    `session`, whose own secret is known here when it is over, and which brings its `agreed` nonces;
    it is `told` when nobody has yet to play it. `called_off`: the organiser of a tournament has
    ended it before its time; servers of before did not store that.
    """

    n: int
    rules: AnyGame
    terms: Terms
    bell_ms: int
    secret: bytes
    status: Literal["lobby", "countdown", "running", "over"] = "lobby"
    nonces: Mapping[int, str] = field(default_factory=dict)
    dealt: tuple[int, ...] = ()
    racing: tuple[int, ...] = ()
    sent_away: Mapping[int, int] = field(default_factory=dict)
    begun_at: int = 0
    zero_at: int = 0
    held_ms: int = 0
    held_until: int = 0
    ended_ms: int | None = None
    ended_at: int = 0
    called_off: bool = False
    call: int = 0
    call_due_ms: int = 0
    called_ms: tuple[int, ...] = ()
    daily: DailyDeal | None = None
    session: Session | None = None
    told: bool = False
    agreed: Mapping[int, str] = field(default_factory=dict)

    @property
    def is_try(self) -> bool:
        """Whether others play the same deal in rooms of their own, now or later."""
        return self.daily is not None or self.session is not None

    @property
    def origin(self) -> int:
        """The server time at which race time is 0, refunds included."""
        return self.zero_at + self.held_ms

    @property
    def bell_at(self) -> int:
        return self.origin + self.bell_ms

    @property
    def deadline(self) -> int | None:
        """When the next step of the race is due, server time."""
        if self.status == "running" and self.call:
            return min(self.bell_at, self.origin + self.call_due_ms)
        return {"countdown": self.zero_at, "running": self.bell_at}.get(self.status)

    def clock(self, now: int) -> int:
        """Race time, never negative and never beyond the bell. It stays where the race has ended,
        though an outage that is refunded late may put the clock back behind that."""
        if self.ended_ms is not None:
            return self.ended_ms
        return min(max(0, now - self.origin), self.bell_ms)

    def called_by(self, ms: int) -> int:
        """How many cards had been called at a race time."""
        return sum(called <= ms for called in self.called_ms)

    def opened(self, now: int) -> bool:
        """Whether the secret may be known: when the race is over, and told if it is of a day or of
        a session."""
        if self.session is not None and not self.told:
            return False
        return self.status == "over" and (self.daily is None or now >= self.daily.told_at)

    def counted(self) -> dict[int, str]:
        """The nonces the deal is made with: those of the contestants of the countdown; of a
        session those it was begun with; a daily deal has none."""
        if self.is_try:
            return dict(self.agreed)
        return {seat: self.nonces[seat] for seat in self.dealt}


@dataclass(frozen=True, slots=True)
class Room:
    """Everything stored about a room. `seq` is the number of events; `races` are by number."""

    code: str
    seq: int = 0
    seats: Mapping[int, Seat] = field(default_factory=dict)
    host: int | None = None
    settings: Settings = field(default_factory=Settings)
    invite: str | None = None
    races: Mapping[int, Race] = field(default_factory=dict)
    event_count: EventCount = EventCount()  # noqa: RUF009 # never changed: a tuple

    @property
    def race(self) -> Race:
        """The current race."""
        return self.races[len(self.races)]

    def playing(self, race: Race) -> set[int]:
        """The contestants of a race who have not left the room for good."""
        return {seat for seat in race.racing if not self.seats[seat].left}

    def race_id(self, race: Race) -> str:
        """What a race is called in the seed of its deal."""
        if race.session is not None:
            return race.session.race
        return race.daily.name if race.daily else race_id(self.code, race.n)

    def seed(self, race: Race) -> bytes:
        """The seed of a race's deal: the server's own knowledge until the race is over."""
        nonces = {seat: bytes.fromhex(nonce) for seat, nonce in race.counted().items()}
        rules = race.rules
        options = canonical(rules.chosen)
        return fairness.deal_seed(race.secret, self.race_id(race), rules.slug, options, nonces)

    def pack(self, race: Race) -> list[Card]:
        """The deal of a race, from zero on; before that there is none."""
        if race.status not in ("running", "over"):
            raise AssertionError("a deal was asked for before zero")
        return race.rules.pack(self.seed(race))

    def seat_of(self, token_hash: str) -> int | None:
        """The seat a token holds. How long it takes tells nothing: each is compared, and whole."""
        found = None
        for number, seat in self.seats.items():
            if compare_digest(seat.token_hash, token_hash) and not seat.left:
                found = number
        return found


def hot_fields(room: Room, events: Iterable[StoredEvent]) -> dict[str, str | int]:
    """What the commit script judges moves by; `active` and `last` begin with the race."""
    race = room.race
    fields: dict[str, str | int] = {
        "n": race.n,
        "status": race.status,
        "origin": race.origin,
        "bell": race.bell_at,
        "due": race.call_due_ms,
        "covered": "".join(f" {n} " for n, seat in room.seats.items() if seat.covered),
    }
    if any(isinstance(event, RaceStarted) for event in events):
        sudden = int(race.terms.format == "first_out")
        fields |= {"active": len(race.racing), "last": 0, "sudden": sudden}
    return fields


def late_joiners(room: Room, events: Iterable[StoredEvent]) -> int:
    """How many of these events join a race that runs; whoever joins before counts at its start."""
    joined = sum(isinstance(event, RaceJoined) for event in events)
    return joined if room.race.status == "running" else 0
