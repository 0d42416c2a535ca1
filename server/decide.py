"""What a room does when somebody asks, or when a deadline falls due: pure decisions.

Each function takes the room as it is and returns the change to store, or raises Refusal. The store
takes a change only if the room has not moved on meanwhile; then the decision is made anew.
"""

from collections.abc import Mapping
from hashlib import sha256
from typing import Literal

from engine.errors import EngineError
from engine.games import game
from engine.terms import terms
from protocol.from_client import Create, Join
from protocol.rooms import MOST_SEATS, Settings
from server.events import (
    Attached,
    CardCalled,
    CountdownBegun,
    Detached,
    RaceEnded,
    RaceHeld,
    RacePrepared,
    RaceStarted,
    ReadySet,
    SeatLeft,
    SeatTaken,
    SettingsChanged,
    StoredEvent,
)
from server.numbers import Numbers
from server.room import Race, Room


class Refusal(Exception):
    """A request the room turns down: a code for programs and a sentence for people."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


Change = tuple[StoredEvent, ...]
"""Events to append, in order; empty when there is nothing to do."""


def token_hash(token: str) -> str:
    """What is kept of a seat's token."""
    return sha256(token.encode()).hexdigest()


def create(request: Create, connection: str, secret: bytes, now: int) -> Change:
    """A new room with its first race and its host seated."""
    try:
        rules = game(request.game, request.options)
        chosen = terms(rules, request.terms.model_dump())
    except EngineError as error:
        raise Refusal(error.code, str(error)) from None
    prepared = RacePrepared(
        at=now,
        by="host",
        n=1,
        game=rules.slug,
        options=rules.chosen,
        terms=chosen.to_json(),
        bell_ms=request.bell_ms,
        secret=secret.hex(),
    )
    taken = SeatTaken(
        at=now, by="host", seat=0, name=request.name, token_hash=token_hash(request.token)
    )
    attached = Attached(at=now, by="seat", seat=0, connection=connection)
    if request.settings == Settings():
        return (prepared, taken, attached)
    settings = SettingsChanged(at=now, by="host", settings=request.settings)
    return (prepared, settings, taken, attached)


def join(room: Room, request: Join, connection: str, now: int) -> Change:
    """A new seat, from now on spoken for by this connection."""
    if room.seat_of(token_hash(request.token)) is not None:
        raise Refusal("already_joined", "This token holds a seat here already; resume it instead.")
    here = [seat for seat in room.seats.values() if not seat.left]
    if len(room.seats) >= MOST_SEATS:
        raise Refusal("room_full", f"A room has {MOST_SEATS} seats, and they are taken.")
    if any(seat.name.casefold() == request.name.casefold() for seat in here):
        raise Refusal("name_taken", f"Somebody here is called {request.name} already.")
    number = len(room.seats)
    hashed = token_hash(request.token)
    taken = SeatTaken(at=now, by="seat", seat=number, name=request.name, token_hash=hashed)
    return (
        taken,
        Attached(at=now, by="seat", seat=number, connection=connection),
    )


def resume(room: Room, token: str, connection: str, now: int) -> Change:
    """The seat of a token, from now on spoken for by this connection."""
    number = room.seat_of(token_hash(token))
    if number is None:
        raise Refusal("unknown_seat", "No seat of this room belongs to that token.")
    return (Attached(at=now, by="seat", seat=number, connection=connection),)


def attach(room: Room, seat: int, connection: str, now: int) -> Change:
    """The connection still speaks for the seat, whatever was thought of it."""
    found = room.seats[seat]
    if found.left or found.connection is not None:
        return ()
    return (Attached(at=now, by="server", seat=seat, connection=connection),)


def detach(room: Room, seat: int, connection: str, now: int) -> Change:
    """The connection has gone; nothing to do if it no longer spoke for the seat."""
    if room.seats[seat].connection != connection:
        return ()
    return (Detached(at=now, by="server", seat=seat, connection=connection),)


def ready(room: Room, seat: int, nonce: str, countdown_ms: int, now: int) -> Change:
    """Ready with a nonce; if that makes two or more ready and nobody here unready, begin."""
    race = _lobby(room)
    event = ReadySet(at=now, by="seat", seat=seat, nonce=nonce)
    everyone = {seat, *race.nonces}
    here = {number for number, s in room.seats.items() if s.connection is not None}
    if len(everyone) > 1 and here <= everyone:
        return (
            event,
            _countdown(race, everyone, countdown_ms, now, "server"),
        )
    return (event,)


def unready(room: Room, seat: int, now: int) -> Change:
    race = _lobby(room)
    if seat not in race.nonces:
        return ()
    return (ReadySet(at=now, by="seat", seat=seat, nonce=None),)


def start(room: Room, seat: int, countdown_ms: int, now: int) -> Change:
    """The host begins with those who are ready."""
    race = _lobby(room)
    _host(room, seat)
    if not race.nonces:
        raise Refusal("nobody_ready", "Nobody is ready yet, you included.")
    return (_countdown(race, set(race.nonces), countdown_ms, now, "host"),)


def rematch(room: Room, seat: int, secret: bytes, now: int) -> Change:
    """The host asks everyone for another race on a new deal."""
    _host(room, seat)
    race = room.race
    if race.status != "over":
        raise Refusal("race_not_over", "The race is not over yet.")
    return Change(
        (
            RacePrepared(
                at=now,
                by="host",
                n=race.n + 1,
                game=race.rules.slug,
                options=dict(race.rules.chosen),
                terms=race.terms.to_json(),
                bell_ms=race.bell_ms,
                secret=secret.hex(),
            ),
        )
    )


def change_settings(room: Room, seat: int, settings: Settings, now: int) -> Change:
    """The host's settings from now on. Who may see boards is fixed while a race is under way: its
    contestants have agreed to that."""
    _host(room, seat)
    if settings == room.settings:
        return ()
    now_seen, seen = room.settings, (settings.boards, settings.delay_ms)
    under_way = room.race.status in ("countdown", "running")
    if under_way and seen != (now_seen.boards, now_seen.delay_ms):
        raise Refusal("race_begun", "Who may see boards is fixed until the race is over.")
    return (SettingsChanged(at=now, by="host", settings=settings),)


def leave(room: Room, seat: int, now: int) -> Change:
    if room.seats[seat].left:
        return ()
    return (SeatLeft(at=now, by="seat", seat=seat),)


def due(room: Room, numbers: Mapping[int, Numbers], now: int) -> Change:
    """The next step of the race, if its time has come, by the numbers of its seats."""
    race = room.race
    if race.status == "countdown" and now >= race.zero_at:
        started = RaceStarted(at=now, by="server", n=race.n)
        if not room.playing(race):
            return (started, RaceEnded(at=now, by="server", n=race.n, ended_ms=0))
        return (started, *_call(race, 1, 0, now))
    if race.status == "running":
        end = _end(room, numbers, now)
        if end is not None:
            return (RaceEnded(at=now, by="server", n=race.n, ended_ms=end),)
        if race.call and not to_place(room, numbers):
            return _call(race, race.call + 1, race.clock(now), now)
    return ()


def to_place(room: Room, numbers: Mapping[int, Numbers]) -> set[int]:
    """The seats that have yet to place the card that was called."""
    race = room.race
    return {
        seat
        for seat in room.playing(race)
        if numbers[seat].ended_ms is None and numbers[seat].moves < race.call
    }


def _end(room: Room, numbers: Mapping[int, Numbers], now: int) -> int | None:
    """The race time at which the race has ended; None while it goes on."""
    race = room.race
    ended = {s: n.ended_ms for s, n in numbers.items() if n.ended_ms is not None}
    out = [ended[seat] for seat in ended if numbers[seat].result == "won"]
    if out and race.terms.format == "first_out":
        return min(out)
    if room.playing(race) <= set(ended):
        return max((ended[seat] for seat in race.racing if seat in ended), default=0)
    return race.bell_ms if now >= race.bell_at else None


def _call(race: Race, call: int, clock_ms: int, now: int) -> Change:
    """The call of the next card, in a race where cards are called."""
    if race.terms.call_ms is None:
        return ()
    due_ms = clock_ms + race.terms.call_ms
    return (CardCalled(at=now, by="server", n=race.n, call=call, due_ms=due_ms),)


def hold(room: Room, since: int, until: int, now: int) -> Change:
    """Refund an outage to a race that was under way; nothing for what was refunded before."""
    race = room.race
    if race.status not in ("countdown", "running"):
        return ()
    since = max(since, race.held_until, race.begun_at)
    if until <= since:
        return ()
    held = RaceHeld(at=now, by="server", n=race.n, since=since, until=until, ms=until - since)
    return (held,)


def _lobby(room: Room) -> Race:
    if room.race.status == "lobby":
        return room.race
    if room.race.status == "over":
        raise Refusal("race_over", "This race is over; the host may ask for a rematch.")
    raise Refusal("race_begun", "The race has begun.")


def _host(room: Room, seat: int) -> None:
    if room.host != seat:
        raise Refusal("not_host", "Only the host can do that.")


def _countdown(
    race: Race, racing: set[int], ms: int, now: int, by: Literal["host", "server"]
) -> CountdownBegun:
    return CountdownBegun(
        at=now,
        by=by,
        n=race.n,
        zero_at=now + ms,
        racing=tuple(sorted(racing)),
    )
