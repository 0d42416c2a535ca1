"""Commands for membership: join, kick, take over as host, silence, stand aside (take no part in
races), join a race late.

Each function that returns a `Change` is a command: it returns the events to store, none if nothing
has to change, and changes nothing itself (`commands.py`). "Remove a seat" means to return the
events that do so. `seat` is the number of the seat from which the request comes; whoever knows the
token of a seat, a random text, holds the seat.
"""

from hmac import compare_digest

from engine.races.limits import MOST_SEATS_EVER
from protocol.from_client import Join
from protocol.rooms.room_settings import Settings
from server.accounts.name_rules import keys_of
from server.errors import Refusal
from server.rooms.commands import (
    GUEST,
    Change,
    SeatOwner,
    held,
    host_only,
    refuse_kicked,
    settled,
    token_hash,
    when_all_are_ready,
    without,
)
from server.rooms.events import (
    Attached,
    HostPassed,
    RaceJoined,
    ReadySet,
    SeatAside,
    SeatLeft,
    SeatMoved,
    SeatSilenced,
    SeatTaken,
    SettingsChanged,
)
from server.rooms.reducer import fold
from server.rooms.state import Room

HOST_AWAY_MS = 60_000
"""After the host has had no connection for this time, any other seat may take over as host."""


def join(room: Room, request: Join, connection: str, now: int, owner: SeatOwner = GUEST) -> Change:
    """Give a new seat to `owner`, whose connection is `connection`. An account that already has a
    seat in the room gets that seat back, with the new token in place of the old one.

    Raises Refusal if the token holds a seat already, the host has kicked a seat that this token or
    this account held, the settings of the room forbid to join, the room is full, or somebody in the
    room has the same or a similar name.
    """
    refuse_kicked(room, request.token, owner.account)
    if room.seat_of(token_hash(request.token)) is not None:
        raise Refusal("already_joined", "This token holds a seat here already; resume it instead.")
    known = seat_of_account(room, owner.account)
    if known is not None:
        moved = SeatMoved(at=now, by="seat", seat=known, token_hash=token_hash(request.token))
        return (moved, Attached(at=now, by="seat", seat=known, connection=connection))
    if room.settings.locked:
        raise Refusal("locked", "The host has locked this room; nobody new comes in.")
    admit(room, request.invite)
    bot = request.bot or owner.bot
    if bot and not room.settings.bots:
        raise Refusal("no_bots", "The host wants no bots in this room.")
    here = [seat for seat in room.seats.values() if not seat.left]
    if len(here) >= room.settings.size or len(room.seats) >= MOST_SEATS_EVER:
        raise Refusal("room_full", f"All {len(here)} seats of this room are taken.")
    if any(keys_of(seat.name) & keys_of(request.name) for seat in here):
        raise Refusal("name_taken", f"Somebody here is called {request.name}, or looks like it.")
    taken = SeatTaken(
        at=now,
        by="seat",
        seat=len(room.seats),
        name=request.name,
        token_hash=token_hash(request.token),
        account=owner.account,
        bot=bot,
    )
    attached = Attached(at=now, by="seat", seat=taken.seat, connection=connection)
    if owner.account is not None and any(
        seat.silent and seat.account == owner.account for seat in room.seats.values()
    ):
        silenced = SeatSilenced(at=now, by="host", seat=taken.seat, silent=True)
        return (taken, silenced, attached)
    return (taken, attached)


def seat_of_account(room: Room, account: str | None) -> int | None:
    """Return the seat that an account holds; None if it holds none or `account` is None."""
    mine = (n for n, seat in room.seats.items() if seat.account == account and not seat.left)
    return None if account is None else next(mine, None)


def admit(room: Room, invite: str | None) -> None:
    """Raise Refusal if the room is open to invited people only and `invite` is not its invitation
    word."""
    if not room.settings.invite_only:
        return
    # In constant time, so that the time taken does not tell how much of a guess was right.
    if not compare_digest((invite or "").encode(), (room.invite or "").encode()):
        raise Refusal("not_invited", "This room is by invitation: ask for the link with its word.")


def change_settings(room: Room, seat: int, settings: Settings, invite: str, now: int) -> Change:
    """Change the settings of the room at the host's request. `invite` is a fresh invitation word,
    which is used if the room needs an invitation word and has none.

    Raises Refusal if the seat is not the host's. While a race is under way, also raises Refusal if
    the new settings change who may see boards, or newly allow to join a race late.
    """
    host_only(room, seat)
    settings, known = settled(settings), room.settings
    if settings == known:
        return ()
    if room.race.status in ("countdown", "running"):
        if (settings.boards, settings.delay_ms) != (known.boards, known.delay_ms):
            raise Refusal("race_begun", "Who may see boards is fixed until the race is over.")
        if settings.late and not known.late:
            raise Refusal("race_begun", "This race began without late joining.")
    word = (room.invite or invite) if settings.invite_only else None
    return (SettingsChanged(at=now, by="host", settings=settings, invite=word),)


def kick(room: Room, seat: int, whom: int, countdown_ms: int, now: int) -> Change:
    """Remove the player of seat `whom` at the host's request. The token and the account of that
    seat can never join this room again.

    If the others waited only for this player to be ready, the countdown of `countdown_ms` begins.
    Raises Refusal unless `seat` is the host's and `whom` is held by somebody else.
    """
    _other(room, seat, whom)
    return without(room, SeatLeft(at=now, by="host", seat=whom), countdown_ms, now)


def take_host(room: Room, seat: int, now: int) -> Change:
    """Make a seat the host. Raises Refusal if the present host has a connection or lost it less
    than HOST_AWAY_MS ago, or if the room has no host because the server has seated its players."""
    held(room, seat)
    if room.host == seat:
        return ()
    if room.host is None:
        raise Refusal("not_host", "This room has no host: the server keeps it.")
    host = room.seats[room.host]
    if host.connection is not None or now - host.away_at < HOST_AWAY_MS:
        raise Refusal("host_here", "The host is here, or was a minute ago.")
    return (HostPassed(at=now, by="seat", seat=seat),)


def silence(room: Room, seat: int, whom: int, silent: bool, now: int) -> Change:
    """Forbid seat `whom` to send chat messages, at the host's request, or allow it again. Raises
    Refusal unless `seat` is the host's and `whom` is held by somebody else."""
    _other(room, seat, whom)
    if room.seats[whom].silent == silent:
        return ()
    return (SeatSilenced(at=now, by="host", seat=whom, silent=silent),)


def stand_aside(room: Room, seat: int, aside: bool, countdown_ms: int, now: int) -> Change:
    """Make the seat take no part in races from now on (stand aside), or take part again if `aside`
    is False. A race under way is not affected.

    A seat that stands aside is no longer ready for a race whose countdown has not begun. The
    countdown, of `countdown_ms`, begins if the others waited only for this seat.
    """
    if held(room, seat).aside == aside:
        return ()
    change: Change = (SeatAside(at=now, by="seat", seat=seat, aside=aside),)
    if room.race.status != "lobby":
        return change
    if aside and seat in room.race.nonces:
        change = (ReadySet(at=now, by="seat", seat=seat, nonce=None), *change)
    return (*change, *when_all_are_ready(fold(room, change), countdown_ms, now))


def join_race(room: Room, seat: int, n: int, now: int) -> Change:
    """Make the seat one more contestant of the race under way, with the same deal and the same
    clock as the others. Returns no events if the seat is a contestant already.

    Raises Refusal if race `n` is not under way, the settings or the terms forbid joining late, or
    another seat of the same account is or was a contestant.
    """
    race, mine = room.race, held(room, seat)
    if n != race.n:
        raise Refusal("wrong_race", f"The room is at race {race.n}.")
    if race.status == "over":
        raise Refusal("race_over", "The race is over.")
    if race.status == "lobby":
        raise Refusal("race_not_running", "The race has not begun; say that you are ready.")
    if seat in race.racing:
        return ()
    if not room.settings.late:
        raise Refusal("race_begun", "The race has begun, and nobody joins it late.")
    if race.shares_table:
        raise Refusal("race_begun", "Nobody joins a round under way; take part in the next.")
    if race.terms.call_ms is not None:
        raise Refusal("race_begun", "Where cards are called, nobody joins late.")
    if mine.account and any(room.seats[known].account == mine.account for known in race.racing):
        raise Refusal("race_begun", "Your account has had a board in this race.")
    return (RaceJoined(at=now, by="seat", n=n, seat=seat),)


def _other(room: Room, seat: int, whom: int) -> None:
    """Raise Refusal unless `seat` is the host's and `whom` is a seat that somebody else holds."""
    host_only(room, seat)
    found = room.seats.get(whom)
    if found is None or found.left:
        raise Refusal("unknown_seat", "There is nobody on that seat.")
    if whom == seat:
        raise Refusal("bad_request", "That is your own seat.")
