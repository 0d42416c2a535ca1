"""Room commands: pure functions that decide on a request and return the events to store.

A command takes the current room and returns the events to store (none if nothing has to change), or
raises Refusal with a sentence for the user. It changes nothing itself: "set a seat ready" means to
return the events that do so. The store rejects the events if other events of the room have been
stored since; the caller then calls the command again with the newer room. `race_timeouts.py`
decides what happens at deadlines.

A seat is the numbered place of a player in a room; whoever knows its token, a random text, holds
it. A player who is ready for a race sends a nonce, a random number, and the deal is made with the
nonces of all. When nobody has to be waited for, a countdown begins, and the race starts at its end.
The terms of a race are its format, take-back rule and such. In some races the server calls
(announces) one card after the other, and everybody places it. The races of a tournament, and of a
crown race (an event in which everybody plays the same five deals), are started by the server. `now`
is server time in milliseconds.
"""

from hashlib import sha256
from typing import Literal, NamedTuple

from engine.errors import EngineError
from engine.races.terms import EACH_CARD, Terms, terms
from engine.racing_demon.game import MOST_SEATS as MOST_AT_TABLE
from engine.rules import Rules
from engine.rules import rules as rules_of
from protocol.chosen_terms import ChosenRace
from protocol.from_client import Create, PlayAlone
from protocol.rooms.room_settings import Settings
from server.errors import Refusal
from server.rooms import series_deals
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
from server.rooms.reducer import after, fold
from server.rooms.state import Race, Room, Seat
from server.rooms.winnable_deals import is_present

Change = tuple[StoredEvent, ...]
"""Events to append, in order; empty if there is nothing to do."""


def token_hash(token: str) -> str:
    """Return the hash that is stored in place of a seat's token."""
    return sha256(token.encode()).hexdigest()


def guest_id(token: str) -> str:
    """Return the id under which a guest, somebody without an account, takes part in a tournament or
    a leisure race. `token` is a random text that the guest's client keeps. No account has such an
    id."""
    return f"guest:{token_hash(token)}"


def host_only(room: Room, seat: int) -> None:
    """Raise Refusal unless the seat is the host's."""
    if room.host != seat:
        raise Refusal("not_host", "Only the host can do that.")


class SeatOwner(NamedTuple):
    """Who takes a seat: the id of their account (None for a guest, who has no account), and whether
    it is the account of a bot."""

    account: str | None = None
    bot: bool = False


GUEST = SeatOwner()

MOST_CALLED = 200
"""The maximum number of contestants of a race in which cards are called."""
MOST_WITH_GRIDS = 32
"""The maximum number of contestants of a race in which everybody is sent the grids of all
contestants after each card."""


def create(
    request: Create,
    connection: str,
    secret: bytes,
    invite: str,
    now: int,
    owner: SeatOwner = GUEST,
) -> Change:
    """Create a room with its first race, and seat its host, whose connection is named `connection`.
    `secret` is the server's part of the shuffle of the race. `invite` is a fresh invitation word,
    which is used if the room is by invitation only.

    Raises Refusal if the game, its options or the terms are wrong.
    """
    race = prepared(request, secret, now)
    taken = SeatTaken(
        at=now,
        by="host",
        seat=0,
        name=request.name,
        token_hash=token_hash(request.token),
        aside=request.aside,
        account=owner.account,
        bot=owner.bot,
    )
    attached = Attached(at=now, by="seat", seat=0, connection=connection)
    if request.settings == Settings():
        return (race, taken, attached)
    word = invite if request.settings.invite_only else None
    settings = SettingsChanged(at=now, by="host", settings=settled(request.settings), invite=word)
    return (race, settings, taken, attached)


def prepared(request: Create | PlayAlone, secret: bytes, now: int) -> RacePrepared:
    """Return the event that prepares the first race of a new room. `secret` is fresh. It is the
    server's part of the shuffle; for a series of rounds, the server's parts of all shuffles are
    computed from it. Raises Refusal if the requested game, options or terms are wrong."""
    rules, chosen = rules_and_terms(request)
    series, secret = series_deals.begun(rules, 1, secret)
    return RacePrepared(
        at=now,
        by="host",
        n=1,
        game=rules.slug,
        options=rules.chosen,
        terms=chosen.to_json(),
        bell_ms=request.bell_ms,
        secret=secret.hex(),
        series=series,
    )


def rules_and_terms(request: Create | PlayAlone | ChosenRace) -> tuple[Rules, Terms]:
    """Return the rules of the game with its options, and the terms, that a player has chosen for a
    race. Raises Refusal if the game, its options or the terms are wrong."""
    try:
        rules = rules_of(request.game, request.options)
        alone = isinstance(request, PlayAlone)
        return rules, terms(rules, request.terms.model_dump(), alone=alone)
    except EngineError as error:
        raise Refusal(error.code, str(error)) from None


def settled(settings: Settings) -> Settings:
    """Return the settings of a room as they take effect. If they allow players to join a race that
    is under way, the returned settings hide the boards from all spectators, because a spectator
    could otherwise see the deal and then join the race."""
    return settings.model_copy(update={"boards": "nobody"}) if settings.late else settings


def refuse_kicked(room: Room, token: str, account: str | None = None) -> None:
    """Raise Refusal if the host has kicked a seat that this token or this account held."""
    sent_away = [seat for seat in room.seats.values() if seat.kicked]
    hashed, accounts = token_hash(token), {seat.account for seat in sent_away if seat.account}
    if account in accounts or any(seat.token_hash == hashed for seat in sent_away):
        raise Refusal("kicked", "The host has sent you away from this room.")


def held(room: Room, seat: int) -> Seat:
    """Return the seat from which a request came. Raises Refusal if its player has left it or was
    kicked from it meanwhile."""
    found = room.seats[seat]
    if found.left:
        raise Refusal("unknown_seat", "This seat is yours no more.")
    return found


def resume(room: Room, token: str, connection: str, now: int) -> Change:
    """Make `connection` the connection of the seat that `token` holds, in place of an earlier one.

    Raises Refusal if the token holds no seat of the room, or its player was kicked.
    """
    refuse_kicked(room, token)
    number = room.seat_of(token_hash(token))
    if number is None:
        raise Refusal("unknown_seat", "No seat of this room belongs to that token.")
    return (Attached(at=now, by="seat", seat=number, connection=connection),)


def attach(room: Room, seat: int, connection: str, now: int) -> Change:
    """Store again that `connection`, which is open, is the connection of the seat, after another
    process wrongly stored that it has closed. Returns no events if the seat has a connection or its
    player has left."""
    found = room.seats[seat]
    if found.left or found.connection is not None:
        return ()
    return (Attached(at=now, by="server", seat=seat, connection=connection),)


def detach(room: Room, seat: int, connection: str, now: int) -> Change:
    """Store that `connection`, the connection of the seat, has closed. Returns no events if the
    seat has got another connection since."""
    if room.seats[seat].connection != connection:
        return ()
    return (Detached(at=now, by="server", seat=seat, connection=connection),)


def ready(room: Room, seat: int, nonce: str, countdown_ms: int, now: int) -> Change:
    """Set a seat ready with its nonce. Begin the countdown, of `countdown_ms`, if no other seat has
    to be waited for. Return no events if the seat is ready with this nonce already.

    Raises Refusal if the race has begun, if it is one that the server starts (a deal of a
    tournament or a crown race), or if the seat takes no part in races at present. Also raises
    Refusal if its winnable deal is one that another version of the solver finds, or if too many
    other seats are ready: MOST_CALLED in a race with called cards, MOST_WITH_GRIDS if each
    contestant sees the boards of all after each card, or MOST_AT_TABLE in Racing Demon, where all
    contestants play at one table. If such a table is full, a computer player is made no longer
    ready instead, so that the person gets its place.
    """
    if room.race.nonces.get(seat) == nonce:
        return ()
    race = _lobby(room)
    _refuse_earlier_solver(race)
    if held(room, seat).aside:
        raise Refusal("aside", "You stand aside; take part again first.")
    others = len(race.nonces.keys() - {seat})
    if race.terms.show_grids == EACH_CARD and others >= MOST_WITH_GRIDS:
        raise Refusal("room_full", f"Where grids are shown, {MOST_WITH_GRIDS} race at most.")
    displaced = _displaced(room, others, now) if race.shares_table else ()
    if race.terms.call_ms is not None and others >= MOST_CALLED:
        raise Refusal("room_full", f"Where cards are called, {MOST_CALLED} race at most.")
    change: Change = (*displaced, ReadySet(at=now, by="seat", seat=seat, nonce=nonce))
    return (*change, *when_all_are_ready(fold(room, change), countdown_ms, now))


def _displaced(room: Room, others: int, now: int) -> Change:
    """Return the event by which a computer player makes room for a person at a common table; none
    if there is room beside the `others`. Raises Refusal if only people are ready."""
    if others < MOST_AT_TABLE:
        return ()
    bots = [number for number in room.race.nonces if room.seats[number].player is not None]
    if not bots:
        raise Refusal("room_full", f"At one table {MOST_AT_TABLE} play at most.")
    return (ReadySet(at=now, by="server", seat=max(bots), nonce=None),)


def when_all_are_ready(room: Room, countdown_ms: int, now: int) -> Change:
    """Return the event that begins the countdown if at least two seats are ready, one of them a
    person's, and nobody has to be waited for. Otherwise return no events.

    Everybody who has a connection is waited for, except computer players and seats that take no
    part in races at present (that stand aside).
    """
    ready = set(room.race.nonces)
    people = {n for n, s in room.seats.items() if s.player is None}
    waited_for = {n for n in people if room.seats[n].connection and not room.seats[n].aside}
    if len(ready) < 2 or not ready & people or not waited_for <= ready:
        return ()
    return (_countdown(room.race, ready, countdown_ms, now, "server"),)


def unready(room: Room, seat: int, now: int) -> Change:
    """Make a seat no longer ready. Raises Refusal if the race has begun, or if it is one that the
    server starts (a deal of a tournament or a crown race)."""
    race = _lobby(room)
    held(room, seat)
    if seat not in race.nonces:
        return ()
    return (ReadySet(at=now, by="seat", seat=seat, nonce=None),)


def start(room: Room, seat: int, countdown_ms: int, now: int) -> Change:
    """Begin the countdown with the seats that are ready, at the host's request.

    Raises Refusal if the seat is not the host's, the race has begun, too few seats are ready, or
    the race is one that the server starts (a deal of a tournament or a crown race).
    """
    race = _lobby(room)
    _refuse_earlier_solver(race)
    host_only(room, seat)
    if all(room.seats[ready].player for ready in race.nonces):
        raise Refusal("nobody_ready", "Nobody is ready yet, you included.")
    if race.terms.call_ms is not None and len(race.nonces) < 2:
        raise Refusal("nobody_ready", "Cards are called for two at least; one is ready.")
    return (_countdown(race, set(race.nonces), countdown_ms, now, "host"),)


def leave(room: Room, seat: int, countdown_ms: int, now: int) -> Change:
    """Leave a seat for good. Begin the countdown if the other seats waited only for this seat.
    Returns no events if the player had left it before."""
    if room.seats[seat].left:
        return ()
    return without(room, SeatLeft(at=now, by="seat", seat=seat), countdown_ms, now)


def without(room: Room, left: SeatLeft, countdown_ms: int, now: int) -> Change:
    """Return the event `left`, which says that a player has left their seat, followed by the event
    that begins the countdown if the other seats waited only for that seat."""
    if room.race.status != "lobby":
        return (left,)
    return (left, *when_all_are_ready(after(room, left), countdown_ms, now))


def _lobby(room: Room) -> Race:
    """Return the current race. Raises Refusal if its countdown has begun, or if it is a deal of a
    tournament or a crown race, which the server starts."""
    if room.race.session is not None:
        raise Refusal("dealt_once", "The server starts this race, not its room.")
    if room.race.status == "lobby":
        return room.race
    if room.race.status == "over":
        raise Refusal("race_over", "This race is over; the host may ask for a rematch.")
    raise Refusal("race_begun", "The race has begun.")


def _refuse_earlier_solver(race: Race) -> None:
    """Raise Refusal if only another version of the solver finds the winnable deal of the race."""
    if not is_present(race.terms):
        raise Refusal("bad_option", "The solver of this server has changed; open another room.")


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
