"""The state of a room as a value: seats, races, deadline, race clock. `reducer.py` makes it."""

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
"""How somebody saw a deal: raced it, watched a board of it, or replayed its record."""


HOUR_MS = 3_600_000


class EventCount(NamedTuple):
    """The events that users caused in an hour (counted from 1970), in all and by each seat."""

    hour: int = 0
    asked: int = 0
    by_seat: Mapping[int, int] = {}  # never changed: a mapping

    def within(self, hour: int) -> "EventCount":
        """This count if it is of the hour given; otherwise an empty count of that hour."""
        return self if self.hour == hour else EventCount(hour)


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat of a room. `connection` is the connection that speaks for it, None if there is none.

    `account`: the id of its account, None for a guest. `left`: left for good. `kicked`: removed by
    the host, and so left. `aside`: takes no part in races. `silent`: may not speak. `covered`: on a
    break, which ends with the race at the latest.
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
    """When its last connection was lost, server time."""


@dataclass(frozen=True, slots=True)
class Race:
    """One race of a room. Names with `_at` are server time; those with `_ms` are race time or
    durations.

    `dealt`: the contestants when the countdown began; the deal is made with their nonces. `racing`:
    those of them who had not left before zero, and those who joined late. `sent_away`: those of
    them who were kicked, with the race time of it. `zero_at`: the end of the countdown. `held_ms`:
    time refunded for outages since zero. `held_until`: the end of the last outage refunded.

    `call`: the number of the last card called, 0 if none; it may be placed until `call_due_ms`.
    `called_ms`: the times of all calls, in order. `daily` and `session`: the deal that others play
    as well; it brings the secret, and a session brings `agreed` nonces. The session's own secret is
    in `session` once the session is over. `told`: everybody has played the deal of the session.
    `called_off`: the organiser of a tournament ended the race early; older servers did not store
    that.
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
        """Whether others play the same deal in other rooms: a daily deal, or one of a session."""
        return self.daily is not None or self.session is not None

    @property
    def origin(self) -> int:
        """The server time at which race time is 0, refunds included."""
        return self.zero_at + self.held_ms

    @property
    def bell_at(self) -> int:
        """The server time of the bell, refunds included."""
        return self.origin + self.bell_ms

    @property
    def deadline(self) -> int | None:
        """Server time at which the next step of the race is due; None if none is."""
        if self.status == "running" and self.call:
            return min(self.bell_at, self.origin + self.call_due_ms)
        return {"countdown": self.zero_at, "running": self.bell_at}.get(self.status)

    def clock(self, now: int) -> int:
        """Race time, from 0 to the bell. Once the race has ended, the time of its end, even if a
        late refund has put the clock behind it."""
        if self.ended_ms is not None:
            return self.ended_ms
        return min(max(0, now - self.origin), self.bell_ms)

    def called_by(self, ms: int) -> int:
        """How many cards had been called at a race time."""
        return sum(called <= ms for called in self.called_ms)

    def opened(self, now: int) -> bool:
        """Whether the secret may be public: the race is over, and so is the deal for everybody
        else who plays it."""
        if self.session is not None and not self.told:
            return False
        return self.status == "over" and (self.daily is None or now >= self.daily.told_at)

    def counted(self) -> dict[int, str]:
        """The nonces of the deal: those of the contestants when the countdown began, or those of
        the session. A daily deal has none."""
        if self.is_try:
            return dict(self.agreed)
        return {seat: self.nonces[seat] for seat in self.dealt}


@dataclass(frozen=True, slots=True)
class Room:
    """The state of a room. `seq` is the number of its events; `seats` are by number from 0, `races`
    by number from 1. `host` is None if the server keeps the room, or nobody is left."""

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
        """The current race, which is the last one prepared."""
        return self.races[len(self.races)]

    def playing(self, race: Race) -> set[int]:
        """The contestants of a race who have not left the room."""
        return {seat for seat in race.racing if not self.seats[seat].left}

    def race_id(self, race: Race) -> str:
        """The race id in the seed of the deal."""
        if race.session is not None:
            return race.session.race
        return race.daily.name if race.daily else race_id(self.code, race.n)

    def seed(self, race: Race) -> bytes:
        """The deal seed of a race. It must not leave the server before the race is over."""
        nonces = {seat: bytes.fromhex(nonce) for seat, nonce in race.counted().items()}
        rules = race.rules
        options = canonical(rules.chosen)
        return fairness.deal_seed(race.secret, self.race_id(race), rules.slug, options, nonces)

    def pack(self, race: Race) -> list[Card]:
        """The shuffled pack of a race. Raises AssertionError before the start."""
        if race.status not in ("running", "over"):
            raise AssertionError("a deal was asked for before zero")
        return race.rules.pack(self.seed(race))

    def seat_of(self, token_hash: str) -> int | None:
        """The seat that a token holds, by the hash of the token; None if it holds none. All hashes
        are compared in constant time, so the time taken tells nothing."""
        found = None
        for number, seat in self.seats.items():
            if compare_digest(seat.token_hash, token_hash) and not seat.left:
                found = number
        return found


def hot_fields(room: Room, events: Iterable[StoredEvent]) -> dict[str, str | int]:
    """The fields of the room's hash by which `commit.lua` judges moves. With the start of a race
    come the first values of `active`, `last` and `sudden`."""
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
    """How many of these events join a running race. Who joins in the countdown is counted at the
    start."""
    joined = sum(isinstance(event, RaceJoined) for event in events)
    return joined if room.race.status == "running" else 0
