"""The latest events of a room, for whoever comes back and has missed some of them."""

from collections.abc import Iterable

from server.rooms.events import StoredEvent
from server.rooms.reducer import after
from server.rooms.state import Room

MOST_UNREAD = 100
"""Of more than so many missed events the oldest are left out."""


class RecentEvents:
    """`events`, MOST_UNREAD of them or more if there are so many, the room `before` them, and the
    `rooms` after each: many come back at once, and nobody should have to make them again."""

    def __init__(self, before: Room, events: Iterable[StoredEvent] = ()) -> None:
        self.before = before
        self.events: list[StoredEvent] = []
        self.rooms: list[Room] = []
        for event in events:
            self.add(event)

    def add(self, event: StoredEvent, room: Room | None = None) -> None:
        """One more has happened; the room after it, if that is known."""
        if room is None:
            room = after(self.rooms[-1] if self.rooms else self.before, event)
        self.events.append(event)
        self.rooms.append(room)
        if len(self.events) >= 2 * MOST_UNREAD:
            self.before = self.rooms[MOST_UNREAD - 1]
            self.events, self.rooms = self.events[MOST_UNREAD:], self.rooms[MOST_UNREAD:]
