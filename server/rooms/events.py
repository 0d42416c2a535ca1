"""Stored events of a room: their types, and how they are written and read.

A room stores one event an entry, in order, and never changes one. `at` is server time in
milliseconds; `by` is who acted. Events hold secrets in clear text; `views/visibility.py` alone
decides what leaves the server.
"""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from engine.options import Value
from protocol.rooms import Settings


class StoredBase(BaseModel):
    """What all events have."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    at: int
    by: Literal["seat", "host", "server"]


class OfSession(BaseModel):
    """The session whose deal a race plays, the number of the deal, the commitment of the session,
    and the nonces fixed when the session began, by the number of the player."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    deal: int
    commitment: str
    nonces: dict[int, str] = {}


class RacePrepared(StoredBase):
    """A race exists, with game, terms and secret. Its commitment is public from now on."""

    e: Literal["prepared"] = "prepared"
    n: int
    game: str
    options: dict[str, Value]
    terms: dict[str, Value | None]
    bell_ms: int
    secret: str
    daily: str | None = None
    session: OfSession | None = None


class SettingsChanged(StoredBase):
    """The room has these settings. `invite` is the invitation word; None if none is needed."""

    e: Literal["settings"] = "settings"
    settings: Settings
    invite: str | None = None


class SeatTaken(StoredBase):
    """Somebody has joined. `account` is None for a guest."""

    e: Literal["taken"] = "taken"
    seat: int
    name: str
    token_hash: str
    account: str | None = None
    bot: bool = False
    aside: bool = False


class SeatLeft(StoredBase):
    """A seat has been left for good, or kicked if `by` is the host."""

    e: Literal["left"] = "left"
    seat: int


class HostPassed(StoredBase):
    """This seat is the host now, because the host was away for long."""

    e: Literal["host"] = "host"
    seat: int


class SeatMoved(StoredBase):
    """The account of this seat has sat down again on another device: this token holds the seat."""

    e: Literal["moved"] = "moved"
    seat: int
    token_hash: str


class Attached(StoredBase):
    """This connection speaks for the seat, in place of an older one."""

    e: Literal["attached"] = "attached"
    seat: int
    connection: str


class Detached(StoredBase):
    """This connection has closed. It means nothing if the seat has another by then."""

    e: Literal["detached"] = "detached"
    seat: int
    connection: str


class SeatSilenced(StoredBase):
    """The host has silenced a seat, or lets it speak again."""

    e: Literal["silenced"] = "silenced"
    seat: int
    silent: bool


class SeatAside(StoredBase):
    """A seat stands aside from races, or takes part again."""

    e: Literal["aside"] = "aside"
    seat: int
    aside: bool


class SeatCovered(StoredBase):
    """A contestant has begun a break, and the board is covered; or the break has ended."""

    e: Literal["covered"] = "covered"
    seat: int
    covered: bool


class ReadySet(StoredBase):
    """A seat is ready with a nonce, or not ready (None)."""

    e: Literal["ready"] = "ready"
    seat: int
    nonce: str | None


class CountdownBegun(StoredBase):
    """The countdown of these seats has begun. The race starts at `zero_at`, server time."""

    e: Literal["countdown"] = "countdown"
    n: int
    zero_at: int
    racing: tuple[int, ...]


class RaceJoined(StoredBase):
    """One more contestant of a race under way. They bring no nonce, because the deal is fixed."""

    e: Literal["joined"] = "joined"
    n: int
    seat: int


class RaceStarted(StoredBase):
    """The countdown has ended, and moves are accepted."""

    e: Literal["started"] = "started"
    n: int


class CardCalled(StoredBase):
    """Card number `call`, counted from 1, has been called. It may be placed until race time
    `due_ms`."""

    e: Literal["called"] = "called"
    n: int
    call: int
    due_ms: int


class RaceHeld(StoredBase):
    """An outage from `since` to `until`, server time, has been refunded: `ms` were added."""

    e: Literal["held"] = "held"
    n: int
    since: int
    until: int
    ms: int


class RaceEnded(StoredBase):
    """A race has ended at race time `ended_ms`, by its bell or because all games have ended. It has
    been called off by the organiser of a tournament if `by` is `host`."""

    e: Literal["ended"] = "ended"
    n: int
    ended_ms: int


class SessionOpened(StoredBase):
    """The deal of race `n` is public, because everybody has played it. `secret` is that of the
    session; None until the session is over."""

    e: Literal["opened"] = "opened"
    n: int
    secret: str | None = None


StoredEvent = Annotated[
    RacePrepared
    | SettingsChanged
    | SeatTaken
    | SeatLeft
    | HostPassed
    | SeatMoved
    | Attached
    | Detached
    | SeatSilenced
    | SeatAside
    | SeatCovered
    | ReadySet
    | CountdownBegun
    | RaceJoined
    | RaceStarted
    | CardCalled
    | RaceHeld
    | RaceEnded
    | SessionOpened,
    Field(discriminator="e"),
]

_ADAPTER: TypeAdapter[StoredEvent] = TypeAdapter(StoredEvent)


def load(line: str | bytes) -> StoredEvent:
    """Read a stored event. Raises ValidationError if it is none."""
    return _ADAPTER.validate_json(line)


def dump(event: StoredEvent) -> bytes:
    """The stored form of an event, in JSON."""
    return _ADAPTER.dump_json(event)
