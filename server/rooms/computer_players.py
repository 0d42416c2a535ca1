"""Commands for computer players: bots that the server plays. The host of a room gives them seats,
and a process of the server plays for them and counts as their connection.

A command is a pure function: it returns the events to store, and changes nothing itself
(`commands.py`).

A computer player is ready for every race. The deal of a race is made from the server's secret and a
random number (nonce) of each contestant. The nonce of a computer player is computed from the secret
of the race, and the server has published a hash of this secret before anybody is ready. So the
server cannot choose the nonce after it has seen those of the people. Once the secret is public,
anybody can check this.
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
    """Return the events that give a computer player a new seat, at the request of the host on
    `seat`. If the race has not begun, the computer player is ready for it. `token_hash` is a hash
    to which nobody knows a token, so nobody else can take the new seat.

    Raises Refusal if `seat` is not the host's, the settings of the room forbid bots, the room has
    MOST_IN_ROOM computer players or is full, the common table is full (in Racing Demon all
    contestants share one), or the race of the room is played only once (`Race.is_try`).
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
    """Return the events that make the computer players of a room ready for the race that `prepared`
    prepares. If all contestants share one table (in Racing Demon), a place at it is kept for
    each person who takes part in races. The computer players get only the places that are left."""
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
    """Return the seats of computer players that have no connection, so that no process plays for
    them, although a person is connected to the room. Return none if no person is connected."""
    if not any(seat.player is None and seat.connection for seat in room.seats.values()):
        return []
    return [n for n, s in room.seats.items() if plays_by_itself(s) and s.connection is None]


def attend(room: Room, seat: int, connection: str, now: int) -> Change:
    """Return the event that makes `connection` the connection of a computer player's seat. Return
    no events if the seat needs none, for example because another process has been first."""
    if seat not in unattended(room):
        return ()
    return (Attached(at=now, by="server", seat=seat, connection=connection),)


def idle_at(room: Room) -> int | None:
    """Return the server time in milliseconds at which the computer players of a room stop playing.
    Return None while a person is connected, and 0 if all people have left for good."""
    people = [seat for seat in room.seats.values() if seat.is_person_here]
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
