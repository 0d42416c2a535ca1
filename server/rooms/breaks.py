"""Commands for breaks in a race. A command is a pure function: it returns the events to store, and
changes nothing itself (`commands.py`).

A break is a pause of one contestant, during which their board is covered. Until it ends, the
contestant does not see the board and cannot move, on any process and connection. The race goes on.
Only the five games that are played for crowns have breaks. A crown is a title for several of these
games won in a row. `engine/crowns/rules.py` says how long the breaks of a player who tries for a
crown may be.
"""

from engine.crowns.facts import GREAT_GAMES
from server.errors import Refusal
from server.rooms.commands import Change, held
from server.rooms.events import SeatCovered
from server.rooms.state import Room

ON_BREAK = ("on_break", "You are on a break; say first that you are back.")


def begin(room: Room, seat: int, over: bool, now: int) -> Change:
    """Return the event that begins a break of the contestant on `seat`. `over` says whether their
    game has ended.

    Raises Refusal unless all of this holds: the race is running; its game is played for crowns; the
    seat is a contestant with an account and not a bot; the contestant's game has not ended; the
    contestant is not on a break already.
    """
    mine, race = held(room, seat), room.race
    refuse_covered(room, seat)
    if race.rules.slug not in GREAT_GAMES:
        raise Refusal("no_crown", "Breaks are declared in games that are played for crowns.")
    if mine.bot:
        raise Refusal("no_crown", "Bots win no crowns, and need no breaks.")
    if mine.account is None:
        raise Refusal("not_signed_in", "Breaks are for candidates: log in before you sit down.")
    if race.status != "running":
        raise Refusal("race_not_running", "A break is declared while the race runs.")
    if seat not in race.racing:
        raise Refusal("no_board", "You have no board in this race.")
    if over:
        raise Refusal("game_over", "Your game is over; there is nothing to cover.")
    return (SeatCovered(at=now, by="seat", seat=seat, covered=True),)


def end(room: Room, seat: int, now: int) -> Change:
    """Return the event that ends the break of the contestant on `seat`. Raises Refusal if they are
    not on a break."""
    if not held(room, seat).covered:
        raise Refusal("no_break", "You are on no break.")
    return (SeatCovered(at=now, by="seat", seat=seat, covered=False),)


def refuse_covered(room: Room, seat: int) -> None:
    """Raise Refusal if the contestant on `seat` is on a break, in which their board is covered and
    they cannot move."""
    if room.seats[seat].covered:
        raise Refusal(*ON_BREAK)
