"""Decides what friends learn of somebody's activity: whether they race, and in which room."""

from server.presence.roster import FREE, Activity
from server.rooms.state import Room


def activity_of(room: Room, seat: int | None, *, watching: bool) -> Activity:
    """Return what the friends of the player with the seat `seat` learn while the player is in a
    room. `watching` says whether friends may watch.

    If others play the same deal in other rooms, nothing is told, because the time that somebody
    needs for a deal must not be known to those who may still play it.
    """
    race = room.race
    if race.status != "running" or seat not in race.racing or len(race.racing) < 2 or race.is_try:
        return FREE
    is_open = watching and not room.settings.invite_only
    return Activity(racing=True, watch=room.code if is_open else "")
