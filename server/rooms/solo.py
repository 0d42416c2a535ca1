"""Commands for solo races: a room that nobody else can join, with one contestant whose board nobody
else sees.

Either others play the same deal in rooms of their own, as with a daily deal, or only this room
plays the deal. A ghost is the record of a contestant of a finished race, against which somebody
races alone on the same deal. The functions that return a `Change` are commands: they return the
events to store, and change nothing themselves (`commands.py`). Whoever knows the token of a seat, a
random text, holds the seat. The terms of a race are its format, take-back rule and such. The
server's secret is its part of the shuffle.
"""

from collections.abc import Iterator
from hashlib import sha256

from engine.races.limits import LONGEST_BELL_MS
from engine.races.terms import Terms, terms
from engine.takeback import PRACTICE
from protocol.codes import ALPHABET, LENGTH, race_id
from protocol.from_client import PlayAlone
from protocol.rooms.ghosts import RaceGhost
from protocol.rooms.room_settings import Settings
from server.errors import Refusal
from server.rooms.commands import Change, SeatOwner, prepared, token_hash
from server.rooms.events import (
    Attached,
    CountdownBegun,
    FoundDeal,
    OfGhost,
    RacePrepared,
    ReadySet,
    SeatMoved,
    SeatTaken,
    SettingsChanged,
)
from server.rooms.state import Race, Room

CLOSED = Settings(size=2, locked=True, boards="nobody")

MOST_CODES = 8
"""Number of codes that are tried for a token. It hardly ever happens that all of them are taken."""


def begin(  # who sits down, and how
    race: RacePrepared,
    name: str,
    owner: SeatOwner,
    token: str,
    connection: str,
    countdown_ms: int,
) -> Change:
    """Return the events that create a room for `race`, give its only seat to `owner`, who is called
    `name`, and begin the countdown, of `countdown_ms`."""
    seated = _seated(race, name, owner, token, connection)
    zero_at = race.at + countdown_ms
    countdown = CountdownBegun(at=race.at, by="server", n=1, zero_at=zero_at, racing=(0,))
    return (*seated, countdown)


def play(request: PlayAlone, connection: str, secret: bytes, now: int, owner: SeatOwner) -> Change:
    """Return the events that create a room for a race on a deal that nobody else plays. The race
    starts at once, without a countdown, or when its winnable deal is found.

    Moves may be taken back freely unless the request says otherwise. Raises Refusal if the game,
    its options or the terms are wrong, or the terms ask the server to announce (call) each card for
    all contestants to place.
    """
    how = request.terms
    if how.format == "caller":
        raise Refusal("bad_option", "Cards are called for two at least.")
    taken_back = how.model_copy(update={"take_back": how.take_back or "free"})
    race = prepared(request.model_copy(update={"terms": taken_back}), secret, now)
    return (
        *_seated(race, request.name, owner, request.token, connection),
        ReadySet(at=now, by="seat", seat=0, nonce=request.nonce),
        CountdownBegun(at=now, by="server", n=1, zero_at=now, racing=(0,)),
    )


def against(  # the race, its seat, and who sits down
    ghost_room: Room,
    race: Race,
    seat: int,
    request: RaceGhost,
    connection: str,
    now: int,
    owner: SeatOwner,
) -> Change:
    """Return the events that create a room for a race against the ghost of the contestant who had
    `seat` in the finished race `race` of `ghost_room`. The new race has the deal and the time limit
    (bell) of the finished race, and the terms that `ghost_terms` returns; or, for practice, the
    longest time limit, and terms by which every move may be taken back. It starts at once.

    Raises Refusal if `seat` was no contestant of the finished race, or played at a common table.
    """
    has_ghost(race, seat)
    prepared = RacePrepared(
        at=now,
        by="host",
        n=1,
        game=race.rules.slug,
        options=race.rules.chosen,
        terms=(practice_terms(race) if request.practice else ghost_terms(race)).to_json(),
        bell_ms=LONGEST_BELL_MS if request.practice else race.bell_ms,
        secret=race.secret.hex(),
        ghost=OfGhost(
            race=race_id(ghost_room.code, race.n),
            seat=seat,
            name=ghost_room.seats[seat].name,
            deal=ghost_room.race_id(race),
            nonces=race.counted(),
        ),
        found=None if race.winnable is None else FoundDeal.model_validate(race.winnable._asdict()),
    )
    return (
        *_seated(prepared, request.name, owner, request.token, connection),
        CountdownBegun(at=now, by="server", n=1, zero_at=now, racing=(0,)),
    )


def has_ghost(race: Race, seat: int) -> None:
    """Raise Refusal if nobody can race against the ghost of `seat` in a finished race: because the
    seat was not in the race, or because all contestants played at one common table, where every
    move may depend on the moves of the others."""
    if seat not in race.racing:
        raise Refusal("unknown_seat", "Nobody on that seat was in this race.")
    if race.shares_table:
        raise Refusal("bad_request", "Nobody can race a ghost at a common table.")


def ghost_terms(race: Race) -> Terms:
    """Return the terms of a race against a ghost of `race`: the terms of `race`, but without called
    cards. (In a race with called cards the server announces each card, and nobody goes on until all
    have placed it; a contestant alone waits for nobody.)"""
    if race.terms.call_ms is None:
        return race.terms
    return terms(race.rules, {"winners": race.terms.winners})


def practice_terms(race: Race) -> Terms:
    """Return the terms of practice on the deal of `race`."""
    return terms(race.rules, {"take_back": PRACTICE}, alone=True)._replace(
        winnable=race.terms.winnable
    )


def codes(token: str) -> Iterator[str]:
    """Yield codes for the new room of a player with this token, in the order in which the caller
    tries them until one is free. The codes are computed from the token, so a request that is sent
    again because its answer was lost leads to the same room."""
    for number in range(MOST_CODES):
        drawn = sha256(f"alone {number} {token}".encode()).digest()
        yield "".join(ALPHABET[byte % len(ALPHABET)] for byte in drawn[:LENGTH])


def _seated(race: RacePrepared, name: str, owner: SeatOwner, token: str, connection: str) -> Change:
    now = race.at
    return (
        race,
        SeatTaken(
            at=now,
            by="seat",
            seat=0,
            name=name,
            token_hash=token_hash(token),
            account=owner.account,
            bot=owner.bot,
        ),
        Attached(at=now, by="seat", seat=0, connection=connection),
        SettingsChanged(at=now, by="server", settings=CLOSED),
    )


def resume_seat(room: Room, account: str | None, token: str, connection: str, now: int) -> Change:
    """Return the events that make `connection` the connection of the only seat of the room, which
    must belong to `account` (None for a guest, who has no account). From then on `token` holds the
    seat.

    Raises Refusal if the player has left the seat, or it belongs to somebody else.
    """
    seat = 0
    if room.seats[seat].left or room.seats[seat].account != account:
        raise Refusal("unknown_seat", "You have left this game for good; it is being given up.")
    attached = Attached(at=now, by="seat", seat=seat, connection=connection)
    if room.seat_of(token_hash(token)) == seat:
        return (attached,)
    return (SeatMoved(at=now, by="seat", seat=seat, token_hash=token_hash(token)), attached)
