"""Decides what a viewer may not see while a deal is played: boards of others, standings, chat.

The pure function `deal_secrecy_of` decides all three. A viewer is a player or spectator of a room.
A seat is the numbered place of a player in the room. A standing has the figures of one contestant
in a race, such as progress and result. In a race with called cards the server announces one card
after the other, and each contestant places it.
"""

from collections.abc import Mapping
from typing import NamedTuple

from server.boards.seat_standing import StoredStanding
from server.rooms.state import Race, Room
from server.views.view_inputs import Viewer

SEALED = "This deal is sealed until nobody has to play it any more."
"""Why nothing of a leisure race is shown before it is told."""


class DealSecrecy(NamedTuple):
    """What is withheld from a viewer: `boards` of others, `standings`, and chat messages in free
    text (`talk`). Each is a sentence that says why it is withheld, or None if the viewer may see
    it."""

    boards: str | None = None
    standings: str | None = None
    talk: str | None = None


def deal_secrecy_of(
    room: Room, standings: Mapping[int, StoredStanding], viewer: Viewer, now: int
) -> DealSecrecy:
    """Return which of boards, standings and chat in free text are withheld from a viewer at server
    time `now`, and why. `standings` has the standings of the contestants of the room's current
    race, by seat."""
    race, own = room.race, seats_of(viewer, room)
    if race.status not in ("running", "over"):
        return DealSecrecy(boards="The race has not begun.")
    running = race.status == "running"
    known = [standings.get(seat) for seat in own]
    playing = running and any(mine is None or visible(race, mine).result is None for mine in known)
    return DealSecrecy(
        boards=_boards(room, viewer, now, playing=playing),
        standings=(_sealed(race) or _of_the_day(race, now)) if not own else None,
        talk=_talk(room, now, playing=playing, raced=bool(own)),
    )


def visible(race: Race, standing: StoredStanding) -> StoredStanding:
    """Return the standing of a contestant as everybody, the contestant included, may see it now. In
    a race with called cards, a game may have ended because the next card cannot be placed. The
    returned standing shows such a game as going on until that card is called."""
    called = race.status == "running" and race.call
    return standing.at_call(race.call) if called else standing


def seats_of(viewer: Viewer, room: Room) -> set[int]:
    """Return the seats by which the viewer takes part in the current race: the seat that they hold,
    and the seats of their account."""
    account = viewer.account
    if viewer.seat is None and account is None:
        return set()
    return {
        seat
        for seat in room.race.racing
        if seat == viewer.seat or (account is not None and room.seats[seat].account == account)
    }


def _boards(room: Room, viewer: Viewer, now: int, *, playing: bool) -> str | None:
    race, boards = room.race, room.settings.boards
    closed = why_elsewhere(room, now)
    if closed is not None:
        return closed
    if race.status == "over":
        return None
    if playing:
        return "You are playing this deal yourself; you may see boards when you are done."
    if boards == "nobody":
        return "In this room boards are seen when the race is over."
    if boards == "done" and viewer.seat not in race.racing:
        return "In this room only those who have played the deal see boards before the end."
    return None


def _talk(room: Room, now: int, *, playing: bool, raced: bool) -> str | None:
    """Return why the viewer gets no free text; None if they get it. `playing`: the viewer plays the
    deal now. `raced`: the viewer has a seat in the race. A viewer without a seat may still play the
    same deal in another room, or join this race."""
    if playing:
        return "You are playing this deal yourself; until you are done there are only set phrases."
    if room.race.status == "running" and room.settings.late:
        return "While newcomers may join the race there are only set phrases."
    if not raced and why_elsewhere(room, now) is not None:
        return "Until nobody has to play this deal any more there are only set phrases."
    return None


def why_elsewhere(room: Room, now: int) -> str | None:
    """Return why boards are hidden, as a sentence, if the reason is that others may still play the
    same deal in other rooms. Return None if boards are not hidden for this reason."""
    return _of_the_day(room.race, now) or _session_reason(room, now)


def _sealed(race: Race) -> str | None:
    """Return the sentence that says why nothing of a try of a leisure race is shown to others; None
    if the race is none, or the leisure race is told."""
    return SEALED if race.is_sealed else None


def _of_the_day(race: Race, now: int) -> str | None:
    """Return the sentence that says why boards of a daily deal are hidden; None if the race is no
    daily deal, or its secret is public."""
    if race.daily is None or race.opened(now):
        return None
    return "Boards of a daily deal are seen when its last try has ended."


def _session_reason(room: Room, now: int) -> str | None:
    """Return the sentence that says why boards are hidden in a deal of a session (a crown race or
    tournament); None if this does not hide them. It hides them once the race is over, or at any
    time if the settings of the room hide boards from all. They are visible when everybody in the
    session has played the deal."""
    race = room.race
    closed = race.status == "over" or room.settings.boards == "nobody"
    if race.session is None or not closed or race.opened(now):
        return None
    return "Boards of this deal are seen when nobody has yet to play it."
