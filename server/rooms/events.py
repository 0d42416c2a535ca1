"""What is stored of a room: one event an entry, in order, never changed.

`at` is server time in milliseconds, `by` who acted: a seat, the host or the server. Secrets stand
here in clear; what leaves the server is decided in `visibility.py` alone.
"""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from engine.options import Value
from protocol.rooms import Settings


class StoredBase(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    at: int
    by: Literal["seat", "host", "server"]


class OfSession(BaseModel):
    """Which deal of which session a race is dealt, what the session is committed to, and the nonces
    that were fixed at its start, by the number of who brought them."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    deal: int
    commitment: str
    nonces: dict[int, str] = {}


class RacePrepared(StoredBase):
    """A race has its game and its secret; its commitment is public from now on."""

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
    """The room is kept like this from now on; `invite` is the word that lets people in."""

    e: Literal["settings"] = "settings"
    settings: Settings
    invite: str | None = None


class SeatTaken(StoredBase):
    e: Literal["taken"] = "taken"
    seat: int
    name: str
    token_hash: str
    account: str | None = None
    bot: bool = False
    aside: bool = False


class SeatLeft(StoredBase):
    """Given up by whoever sat there, or taken away by the host."""

    e: Literal["left"] = "left"
    seat: int


class HostPassed(StoredBase):
    """The host has been away for long, and this seat has taken the host's rights."""

    e: Literal["host"] = "host"
    seat: int


class SeatMoved(StoredBase):
    """Whose account it is has sat down on it anew, elsewhere: another token holds it."""

    e: Literal["moved"] = "moved"
    seat: int
    token_hash: str


class Attached(StoredBase):
    """A connection speaks for the seat; an older one no longer does."""

    e: Literal["attached"] = "attached"
    seat: int
    connection: str


class Detached(StoredBase):
    e: Literal["detached"] = "detached"
    seat: int
    connection: str


class SeatSilenced(StoredBase):
    e: Literal["silenced"] = "silenced"
    seat: int
    silent: bool


class SeatAside(StoredBase):
    e: Literal["aside"] = "aside"
    seat: int
    aside: bool


class SeatCovered(StoredBase):
    """A contestant has declared a break, and their board is covered; or they are back."""

    e: Literal["covered"] = "covered"
    seat: int
    covered: bool


class ReadySet(StoredBase):
    """Ready with a nonce, or not ready (None)."""

    e: Literal["ready"] = "ready"
    seat: int
    nonce: str | None


class CountdownBegun(StoredBase):
    """These seats race; zero is at `zero_at`."""

    e: Literal["countdown"] = "countdown"
    n: int
    zero_at: int
    racing: tuple[int, ...]


class RaceJoined(StoredBase):
    """One more contestant, who has brought no nonce: the deal is fixed."""

    e: Literal["joined"] = "joined"
    n: int
    seat: int


class RaceStarted(StoredBase):
    e: Literal["started"] = "started"
    n: int


class CardCalled(StoredBase):
    """Everybody may place their card number `call`, counted from 1, until race time `due_ms`."""

    e: Literal["called"] = "called"
    n: int
    call: int
    due_ms: int


class RaceHeld(StoredBase):
    """The server was away from `since` to `until`; the race was put off by `ms`."""

    e: Literal["held"] = "held"
    n: int
    since: int
    until: int
    ms: int


class RaceEnded(StoredBase):
    """The bell, or the last contestant done, at `ended_ms` of race time; by the `host` where the
    organiser of a tournament has called the race off."""

    e: Literal["ended"] = "ended"
    n: int
    ended_ms: int


class SessionOpened(StoredBase):
    """All of the deal of race `n` may be known: nobody has yet to play it. `secret` is that of the
    session, None until that is over."""

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
    """The event of a stored line."""
    return _ADAPTER.validate_json(line)


def dump(event: StoredEvent) -> bytes:
    """The line an event is stored as."""
    return _ADAPTER.dump_json(event)
