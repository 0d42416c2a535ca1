"""Secrecy of a deal: whether a viewer may see boards of others and standings, and use free text.

One pure function decides all three.
"""

from collections.abc import Mapping
from typing import NamedTuple

from server.boards.seat_standing import StoredStanding
from server.rooms.state import Race, Room
from server.views.view_inputs import Viewer


class DealSecrecy(NamedTuple):
    """For each of three things, why it is withheld from a viewer; None if it is not."""

    boards: str | None = None
    standings: str | None = None
    talk: str | None = None


def deal_secrecy_of(
    room: Room, standings: Mapping[int, StoredStanding], viewer: Viewer, now: int
) -> DealSecrecy:
    """What is withheld from a viewer at this server time. `standings` are the standings of the
    contestants of the room's race."""
    race, own = room.race, seats_of(viewer, room)
    if race.status not in ("running", "over"):
        return DealSecrecy(boards="The race has not begun.")
    running = race.status == "running"
    known = [standings.get(seat) for seat in own]
    playing = running and any(mine is None or mine.result is None for mine in known)
    return DealSecrecy(
        boards=_boards(room, viewer, now, playing=playing),
        standings=_of_the_day(race, now) if not own else None,
        talk=_talk(room, now, playing=playing, raced=bool(own)),
    )


def seats_of(viewer: Viewer, room: Room) -> set[int]:
    """The viewer's own seats in the current race: the one they hold, and those of their account."""
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
    closed = _of_the_day(race, now) or _session_reason(room, now)
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
    """Why the viewer gets no free text. Who has not raced here may still play the deal elsewhere,
    or join the race here."""
    if playing:
        return "You are playing this deal yourself; until you are done there are only set phrases."
    if room.race.status == "running" and room.settings.late:
        return "While newcomers may join the race there are only set phrases."
    if not raced and (_of_the_day(room.race, now) or _session_reason(room, now)) is not None:
        return "Until nobody has to play this deal any more there are only set phrases."
    return None


def _of_the_day(race: Race, now: int) -> str | None:
    """Why a daily deal is closed to viewers who do not try it here; None if it is not."""
    if race.daily is None or race.opened(now):
        return None
    return "Boards of a daily deal are seen when its last try has ended."


def _session_reason(room: Room, now: int) -> str | None:
    """Why boards of a deal of a session are closed; None if they are not. Others play the deal in
    other rooms, whose boards nobody sees, or the session has not stored that the deal is over."""
    race = room.race
    closed = race.status == "over" or room.settings.boards == "nobody"
    if race.session is None or not closed or race.opened(now):
        return None
    return "Boards of this deal are seen when nobody has yet to play it."
