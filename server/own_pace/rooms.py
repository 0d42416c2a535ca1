"""Rooms of own-pace races: events whose contestants play the same deals, each alone in rooms of
their own. Pure: a function that returns a `Change` returns the events to store, as in
`rooms/commands.py`.
"""

from server.own_pace.state import OwnPaceRace
from server.rooms.commands import Change
from server.rooms.events import SessionOpened
from server.rooms.state import Room


def disclose(room: Room, own_pace: OwnPaceRace, now: int) -> Change:
    """Return the event that makes the deal of a room public, by disclosing the secret of the
    own-pace race that the room belongs to. Return no event before this race is over, and none if
    the deal is public already."""
    race = room.race
    mine = race.session is not None and race.session.name == own_pace.name
    if own_pace.over_at is None or not mine or race.status != "over" or race.opened(now):
        return ()
    return (SessionOpened(at=now, by="server", n=race.n, secret=own_pace.secret),)
