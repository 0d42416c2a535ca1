"""Decisions of a room about requests: pure functions. `race_timeouts.py` decides what falls due.

Each function takes the room as it is and returns the change to store, or raises Refusal. The store
takes a change only if the room has not moved on meanwhile; then the decision is made anew.
"""

from hashlib import sha256
from typing import Literal, NamedTuple

from engine.errors import EngineError
from engine.games import game
from engine.terms import terms
from protocol.from_client import Create, PlayAlone
from protocol.rooms import Settings
from server.errors import Refusal
from server.rooms.events import (
    Attached,
    CountdownBegun,
    Detached,
    RacePrepared,
    ReadySet,
    SeatLeft,
    SeatTaken,
    SettingsChanged,
    StoredEvent,
)
from server.rooms.reducer import after
from server.rooms.state import Race, Room, Seat

Change = tuple[StoredEvent, ...]
"""Events to append, in order; empty when there is nothing to do."""


def token_hash(token: str) -> str:
    """What is kept of a seat's token."""
    return sha256(token.encode()).hexdigest()


def host_only(room: Room, seat: int) -> None:
    """Raises Refusal for everybody else."""
    if room.host != seat:
        raise Refusal("not_host", "Only the host can do that.")


class SeatOwner(NamedTuple):
    """Who sits down: the id of an account, if it is one's, and whether that is a bot's."""

    account: str | None = None
    bot: bool = False


GUEST = SeatOwner()

MOST_CALLED = 200
"""So many race at most where cards are called."""


def create(
    request: Create,
    connection: str,
    secret: bytes,
    invite: str,
    now: int,
    sitter: SeatOwner = GUEST,
) -> Change:
    """A new room with its first race and its host seated; `invite` is a fresh word."""
    race = prepared(request, secret, now)
    taken = SeatTaken(
        at=now,
        by="host",
        seat=0,
        name=request.name,
        token_hash=token_hash(request.token),
        aside=request.aside,
        account=sitter.account,
        bot=sitter.bot,
    )
    attached = Attached(at=now, by="seat", seat=0, connection=connection)
    if request.settings == Settings():
        return (race, taken, attached)
    word = invite if request.settings.invite_only else None
    settings = SettingsChanged(at=now, by="host", settings=settled(request.settings), invite=word)
    return (race, settings, taken, attached)


def prepared(request: Create | PlayAlone, secret: bytes, now: int) -> RacePrepared:
    """The first race of a new room. Raises Refusal."""
    try:
        rules = game(request.game, request.options)
        alone = isinstance(request, PlayAlone)
        chosen = terms(rules, request.terms.model_dump(), alone=alone)
    except EngineError as error:
        raise Refusal(error.code, str(error)) from None
    return RacePrepared(
        at=now,
        by="host",
        n=1,
        game=rules.slug,
        options=rules.chosen,
        terms=chosen.to_json(),
        bell_ms=request.bell_ms,
        secret=secret.hex(),
    )


def settled(settings: Settings) -> Settings:
    """Settings that go together: where newcomers may join a race that runs, nobody sees boards, for
    whoever sees one may be the next newcomer."""
    return settings.model_copy(update={"boards": "nobody"}) if settings.late else settings


def refuse_kicked(room: Room, token: str, account: str | None = None) -> None:
    """Raises Refusal for the token, or the account, of a seat that the host has sent away."""
    sent_away = [seat for seat in room.seats.values() if seat.kicked]
    hashed, accounts = token_hash(token), {seat.account for seat in sent_away if seat.account}
    if account in accounts or any(seat.token_hash == hashed for seat in sent_away):
        raise Refusal("kicked", "The host has sent you away from this room.")


def held(room: Room, seat: int) -> Seat:
    """A seat somebody asks from. Raises Refusal where it was given up or taken away meanwhile: what
    it has asked before may be decided after."""
    found = room.seats[seat]
    if found.left:
        raise Refusal("unknown_seat", "This seat is yours no more.")
    return found


def resume(room: Room, token: str, connection: str, now: int) -> Change:
    """The seat of a token, from now on spoken for by this connection."""
    refuse_kicked(room, token)
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
    """Ready with a nonce; begin if nobody is waited for any more."""
    race = _lobby(room)
    if held(room, seat).aside:
        raise Refusal("aside", "You stand aside; take part again first.")
    if race.terms.call_ms is not None and len(race.nonces.keys() - {seat}) >= MOST_CALLED:
        raise Refusal("room_full", f"Where cards are called, {MOST_CALLED} race at most.")
    event = ReadySet(at=now, by="seat", seat=seat, nonce=nonce)
    return (event, *when_all_are_ready(after(room, event), countdown_ms, now))


def when_all_are_ready(room: Room, countdown_ms: int, now: int) -> Change:
    """The countdown, once two or more are ready and nobody is waited for: those who are here and
    take part."""
    ready = set(room.race.nonces)
    waited_for = {n for n, s in room.seats.items() if s.connection is not None and not s.aside}
    if len(ready) < 2 or not waited_for <= ready:
        return ()
    return (_countdown(room.race, ready, countdown_ms, now, "server"),)


def unready(room: Room, seat: int, now: int) -> Change:
    race = _lobby(room)
    held(room, seat)
    if seat not in race.nonces:
        return ()
    return (ReadySet(at=now, by="seat", seat=seat, nonce=None),)


def start(room: Room, seat: int, countdown_ms: int, now: int) -> Change:
    """The host begins with those who are ready."""
    race = _lobby(room)
    host_only(room, seat)
    if not race.nonces:
        raise Refusal("nobody_ready", "Nobody is ready yet, you included.")
    if race.terms.call_ms is not None and len(race.nonces) < 2:
        raise Refusal("nobody_ready", "Cards are called for two at least; one is ready.")
    return (_countdown(race, set(race.nonces), countdown_ms, now, "host"),)


def rematch(room: Room, seat: int, secret: bytes, now: int) -> Change:
    """The host asks everyone for another race on a new deal."""
    host_only(room, seat)
    race = room.race
    if race.status != "over":
        raise Refusal("race_not_over", "The race is not over yet.")
    if race.daily is not None:
        raise Refusal("daily_tried", "A daily deal is tried once.")
    if race.session is not None:
        raise Refusal("dealt_once", "This room is for one deal of a session.")
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


def leave(room: Room, seat: int, countdown_ms: int, now: int) -> Change:
    """A seat is given up for good."""
    if room.seats[seat].left:
        return ()
    return without(room, SeatLeft(at=now, by="seat", seat=seat), countdown_ms, now)


def without(room: Room, left: SeatLeft, countdown_ms: int, now: int) -> Change:
    """A seat is no more; if the others only waited for it, their race begins."""
    if room.race.status != "lobby":
        return (left,)
    return (left, *when_all_are_ready(after(room, left), countdown_ms, now))


def _lobby(room: Room) -> Race:
    """The race, while it waits for its start. Raises Refusal."""
    if room.race.session is not None:
        raise Refusal("dealt_once", "When this race begins is not for its room to say.")
    if room.race.status == "lobby":
        return room.race
    if room.race.status == "over":
        raise Refusal("race_over", "This race is over; the host may ask for a rematch.")
    raise Refusal("race_begun", "The race has begun.")


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
