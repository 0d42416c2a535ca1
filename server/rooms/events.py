"""Stored events of a room: their types, and how they are written and read.

The log of a room has one event in each entry, oldest first; a stored event is never changed. `at`
is server time in milliseconds, and `by` says who acted. Events hold secrets in clear text;
`views/visibility.py` alone decides what leaves the server.

A seat is the numbered place of a player in a room; whoever knows its token, a random text, holds
it. A contestant is a seat that takes part in a race. The deal of a race follows from the deal seed,
which is made from the server's secret and a random number (nonce) of each contestant. The
commitment is a hash of the secret, published before the nonces are known. A session is a tournament
or a crown race (an event in which everybody plays the same five deals): several deals from one
secret, each of which is played in several rooms. Race time is milliseconds since the start of the
race. The bell is the race time at which it ends. Racing Demon is played in series of rounds, and
each round is a race of the room.
"""

import operator
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from engine.options import Value
from engine.races.terms import TermValue
from protocol.rooms.computer_players import ComputerPlayer
from protocol.rooms.room_settings import Settings


class StoredBase(BaseModel):
    """The fields that all events have: `at`, the server time in milliseconds, and `by`, who caused
    the event (a seat, the host or the server)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    at: int
    by: Literal["seat", "host", "server"]


class OfSession(BaseModel):
    """The session of which a race plays one deal. `name` identifies the deal, `deal` is the number
    of the deal in the session, counted from 1, and `commitment` is the hash of the session's
    secret. `nonces` has the nonces that were fixed when the session began, by the number of the
    player in the session."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    deal: int
    commitment: str
    nonces: dict[int, str] = {}


class OfGhost(BaseModel):
    """A ghost: the recorded game of one contestant of a finished race, against which somebody races
    alone on the same deal. The contestant had the seat `seat` and the name `name` in the race with
    the id `race`. The deal seed of both races is made with the same secret, the id `deal`, and
    `nonces` (in hex, by seat of the finished race)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    race: str
    seat: int
    name: str
    deal: str
    nonces: dict[int, str] = {}


class SeriesSession(BaseModel):
    """The deals of a series of Racing Demon. `first` is the number of the race that is its first
    round. `secret` is the secret of the series in hex, from which the secret of each round is
    computed."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    first: int
    secret: str


class OfSeries(BaseModel):
    """The earlier rounds of a series of Racing Demon. `rounds` has the points of each round by
    seat, the first round first. `gone` are the seats that have left the table. `session` has the
    secret of the series. It is None if an older server has begun the series: such a server drew a
    new secret for each round."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    rounds: tuple[dict[int, int], ...] = ()
    gone: tuple[int, ...] = ()
    session: SeriesSession | None = Field(default=None, exclude_if=operator.not_)


class FoundDeal(BaseModel):
    """A winnable deal: the number of the pack that is dealt, and the texts of the moves that win
    it. Both are None if the solver has won no pack; then pack 0 is dealt."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    k: int | None
    line: tuple[str, ...] | None


class RacePrepared(StoredBase):
    """Race `n` of the room has been prepared, with its game, terms (format, take-back rule and
    such) and secret (in hex). The commitment of the race is public from now on. `daily` is the name
    of the daily deal that the race plays, if any. `won_before` are the seats that won the race
    before this one; older servers did not store them. `ghost` is set if the race is played against
    a ghost, and `found` if its deal is a winnable deal that was found before. `series` is set for
    a round of a series of Racing Demon; older servers did not set it for the first round."""

    e: Literal["prepared"] = "prepared"
    n: int
    game: str
    options: dict[str, Value]
    terms: dict[str, TermValue]
    bell_ms: int
    secret: str
    daily: str | None = None
    session: OfSession | None = None
    won_before: tuple[int, ...] = ()
    ghost: OfGhost | None = None
    series: OfSeries | None = None
    found: FoundDeal | None = Field(default=None, exclude_if=operator.not_)


class SettingsChanged(StoredBase):
    """The room has the settings `settings` from now on. `invite` is the word that a newcomer must
    give; None if anybody may join."""

    e: Literal["settings"] = "settings"
    settings: Settings
    invite: str | None = None


class SeatTaken(StoredBase):
    """Somebody has taken a new seat. `account` is the id of their account, None for a guest.
    `player` is the computer player that the server plays there, None for anybody else."""

    e: Literal["taken"] = "taken"
    seat: int
    name: str
    token_hash: str
    account: str | None = None
    bot: bool = False
    aside: bool = False
    player: ComputerPlayer | None = Field(default=None, exclude_if=operator.not_)


class SeatLeft(StoredBase):
    """A player has left their seat for good. If `by` is "host", the host has kicked them."""

    e: Literal["left"] = "left"
    seat: int


class HostPassed(StoredBase):
    """The seat `seat` has taken over as host, because the previous host had no connection for a
    time."""

    e: Literal["host"] = "host"
    seat: int


class SeatMoved(StoredBase):
    """The account that has this seat has come back with another token, for example on another
    device. From now on only the token with the hash `token_hash` holds the seat."""

    e: Literal["moved"] = "moved"
    seat: int
    token_hash: str


class Attached(StoredBase):
    """The connection named `connection` belongs to the seat from now on. If the seat had another
    connection, the new one replaces it."""

    e: Literal["attached"] = "attached"
    seat: int
    connection: str


class Detached(StoredBase):
    """The connection named `connection`, which belonged to the seat, has closed. The event has no
    effect if the seat has got another connection meanwhile."""

    e: Literal["detached"] = "detached"
    seat: int
    connection: str


class SeatSilenced(StoredBase):
    """The host has forbidden a seat to send chat messages, or allows it again."""

    e: Literal["silenced"] = "silenced"
    seat: int
    silent: bool


class SeatAside(StoredBase):
    """A seat takes no part in races from now on (it stands aside), or takes part again."""

    e: Literal["aside"] = "aside"
    seat: int
    aside: bool


class SeatCovered(StoredBase):
    """A contestant has begun a break, in which their board is covered and they cannot move
    (`covered` is true), or has ended it."""

    e: Literal["covered"] = "covered"
    seat: int
    covered: bool


class ReadySet(StoredBase):
    """A seat is ready for the race and contributes `nonce` (in hex) to the deal seed; or it is not
    ready any more (`nonce` is None)."""

    e: Literal["ready"] = "ready"
    seat: int
    nonce: str | None


class CountdownBegun(StoredBase):
    """The countdown has begun for the seats in `racing`. The race starts at server time
    `zero_at`."""

    e: Literal["countdown"] = "countdown"
    n: int
    zero_at: int
    racing: tuple[int, ...]


class DealFound(StoredBase):
    """The winnable deal of race `n` has been found. If the search has taken longer than the
    countdown, the race starts `delay_ms` later than the countdown said."""

    e: Literal["found"] = "found"
    n: int
    deal: FoundDeal
    delay_ms: int


class RaceJoined(StoredBase):
    """A seat has joined a race under way as one more contestant. It contributes no nonce, because
    the deal is fixed already."""

    e: Literal["joined"] = "joined"
    n: int
    seat: int


class RaceStarted(StoredBase):
    """The countdown has ended, and moves are accepted."""

    e: Literal["started"] = "started"
    n: int


class CardCalled(StoredBase):
    """The server has called card number `call` of the race, counted from 1: it has announced the
    card to all contestants, who may place it until race time `due_ms`."""

    e: Literal["called"] = "called"
    n: int
    call: int
    due_ms: int


class RaceHeld(StoredBase):
    """An outage of the server from `since` to `until`, server time, has been refunded to a race
    under way: the race gets the lost time back, and its remaining deadlines are `ms` milliseconds
    later."""

    e: Literal["held"] = "held"
    n: int
    since: int
    until: int
    ms: int


class RaceEnded(StoredBase):
    """A race has ended at race time `ended_ms`, because the bell rang or the games of its
    contestants have decided it. If `by` is `host`, the organiser of a tournament has called the
    race off."""

    e: Literal["ended"] = "ended"
    n: int
    ended_ms: int


class VoteCast(StoredBase):
    """A seat has voted, after race `n`, for the game of the next race. The vote replaces an earlier
    vote of the seat."""

    e: Literal["vote"] = "vote"
    n: int
    seat: int
    game: str


class SessionOpened(StoredBase):
    """The deal of race `n`, which belongs to a session, is public from now on, because everybody in
    the session has played it. `secret` is the session's secret (in hex); None until the session is
    over."""

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
    | DealFound
    | RaceJoined
    | RaceStarted
    | CardCalled
    | RaceHeld
    | RaceEnded
    | SessionOpened
    | VoteCast,
    Field(discriminator="e"),
]

_ADAPTER: TypeAdapter[StoredEvent] = TypeAdapter(StoredEvent)


def load(line: str | bytes) -> StoredEvent:
    """Parse the stored form of an event (JSON). Raises ValidationError if the text is not an
    event."""
    return _ADAPTER.validate_json(line)


def dump(event: StoredEvent) -> bytes:
    """Return the stored form of an event, as JSON."""
    return _ADAPTER.dump_json(event)
