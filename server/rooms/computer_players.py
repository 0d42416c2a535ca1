"""Commands for computer players (bots) that the server plays: the host seats them, and a process of
the server is their connection. Pure decisions, as in `commands.py`.

A computer player is ready for every race. Its nonce follows from the secret of the race, to which
the server is committed before anybody is ready. So the server cannot choose it by the nonces of the
people, and whoever knows the opened secret can check it.
"""

from collections.abc import Iterable, Iterator
from itertools import chain, count

from engine.races.fairness import computer_player_nonce
from engine.racing_demon.game import MOST_SEATS as MOST_AT_TABLE
from engine.rules import is_table
from protocol.rooms.computer_players import ComputerPlayer
from server.accounts.name_rules import keys_of
from server.errors import Refusal
from server.rooms.commands import Change, host_only
from server.rooms.events import Attached, RacePrepared, ReadySet, SeatTaken
from server.rooms.state import Room, Seat

MOST_IN_ROOM = 7
"""The maximum number of computer players in a room."""
IDLE_MS = 60_000
"""Computer players stop when no person has been connected to their room for this time."""
NAMES = (
    *("Ada", "Basil", "Cora", "Dexter", "Edna", "Felix", "Greta", "Hugo", "Ida", "Jasper"),
    *("Kitty", "Leo"),
)
"""The names of computer players, which follow the word "Bot"."""


def seat_player(room: Room, seat: int, player: ComputerPlayer, token_hash: str, now: int) -> Change:
    """Seat a computer player at the host's request, ready for the race if that has not begun.
    `token_hash` is a hash to which nobody knows a token.

    Raises Refusal if the seat is not the host's, the settings of the room forbid bots, the room has
    MOST_IN_ROOM computer players or is full, its common table is full, or its race is played only
    once (a daily deal, a deal of a tournament or a crown race, a race against a ghost).
    """
    host_only(room, seat)
    race = room.race
    if race.is_try:
        raise Refusal("dealt_once", "This room is for one deal, which is played without bots.")
    if not room.settings.bots:
        raise Refusal("no_bots", "The settings of this room allow no bots.")
    here = [each for each in room.seats.values() if not each.left]
    if sum(each.player is not None for each in here) >= MOST_IN_ROOM:
        raise Refusal("room_full", f"A room has at most {MOST_IN_ROOM} bots of the server.")
    if len(here) >= room.settings.size:
        raise Refusal("room_full", f"All {len(here)} seats of this room are taken.")
    if race.shares_table and sum(not each.aside for each in here) >= MOST_AT_TABLE:
        raise Refusal("room_full", f"At one table {MOST_AT_TABLE} play at most.")
    taken = SeatTaken(
        at=now,
        by="host",
        seat=len(room.seats),
        name=next(_free_names(here)),
        token_hash=token_hash,
        bot=True,
        player=player,
    )
    if race.status != "lobby":
        return (taken,)
    return (taken, _ready(taken.seat, race.secret, now))


def all_ready(room: Room, prepared: RacePrepared) -> Change:
    """Return the events by which the computer players of a room are ready for the race that
    `prepared` prepares. At a common table with too few places the people go first."""
    seats = [number for number, seat in room.seats.items() if plays_by_itself(seat)]
    if is_table(prepared.game):
        people = sum(not (s.left or s.aside or s.player) for s in room.seats.values())
        seats = seats[: max(0, MOST_AT_TABLE - people)]
    secret = bytes.fromhex(prepared.secret)
    return tuple(_ready(seat, secret, prepared.at) for seat in seats)


def plays_by_itself(seat: Seat) -> bool:
    """Return whether a computer player holds the seat."""
    return seat.player is not None and not seat.left


def unattended(room: Room) -> list[int]:
    """Return the seats of computer players that have no connection and need one, because a person
    is in the room."""
    if not any(seat.player is None and seat.connection for seat in room.seats.values()):
        return []
    return [n for n, s in room.seats.items() if plays_by_itself(s) and s.connection is None]


def attend(room: Room, seat: int, connection: str, now: int) -> Change:
    """Make `connection` the connection of a computer player's seat. Returns no events if it needs
    none, for example because another process has been first."""
    if seat not in unattended(room):
        return ()
    return (Attached(at=now, by="server", seat=seat, connection=connection),)


def idle_at(room: Room) -> int | None:
    """Return the server time at which the computer players of a room stop; None while a person is
    connected. It is 0 if all people have left for good."""
    people = [seat for seat in room.seats.values() if seat.player is None and not seat.left]
    if any(seat.connection is not None for seat in people):
        return None
    return max((seat.away_at + IDLE_MS for seat in people), default=0)


def _ready(seat: int, secret: bytes, now: int) -> ReadySet:
    return ReadySet(at=now, by="server", seat=seat, nonce=computer_player_nonce(secret, seat).hex())


def _free_names(here: Iterable[Seat]) -> Iterator[str]:
    """Yield names that nobody here has, and that look like nobody's."""
    taken = {key for seat in here for key in keys_of(seat.name)}
    for name in chain(NAMES, map(str, count(1))):
        if not keys_of(f"Bot {name}") & taken:
            yield f"Bot {name}"
