"""The recent events of a room. When a player who had lost the connection comes back, they are sent
the events that they have missed."""

from collections.abc import Iterable

from server.rooms.events import StoredEvent
from server.rooms.reducer import after
from server.rooms.state import Room

MOST_UNREAD = 100
"""The maximum number of missed events that are sent to a seat when it has a connection again. The
oldest are left out."""


class RecentEvents:
    """The last `events` of a room, oldest first: at least MOST_UNREAD of them, if the room has so
    many. `before` is the state of the room before these events. `rooms` has the state of the room
    after each event; it is computed only once, for all players who have missed events."""

    def __init__(self, before: Room, events: Iterable[StoredEvent] = ()) -> None:
        self.before = before
        self.events: list[StoredEvent] = []
        self.rooms: list[Room] = []
        for event in events:
            self.add(event)

    def add(self, event: StoredEvent, room: Room | None = None) -> None:
        """Add an event as the newest one. `room` is the state of the room after the event; if it is
        None, it is computed."""
        if room is None:
            room = after(self.rooms[-1] if self.rooms else self.before, event)
        self.events.append(event)
        self.rooms.append(room)
        if len(self.events) >= 2 * MOST_UNREAD:
            self.before = self.rooms[MOST_UNREAD - 1]
            self.events, self.rooms = self.events[MOST_UNREAD:], self.rooms[MOST_UNREAD:]
