"""The latest events of a room, for whoever comes back and has missed some of them."""

from collections.abc import Iterable

from server.events import StoredEvent
from server.fold import fold
from server.room import Room

MOST_UNREAD = 100
"""Of more than so many missed events the oldest are left out."""


class Trail:
    """`events`, MOST_UNREAD of them or more if there are so many, and the room `before` them."""

    def __init__(self, before: Room, events: Iterable[StoredEvent] = ()) -> None:
        self.before = before
        self.events: list[StoredEvent] = []
        for event in events:
            self.add(event)

    def add(self, event: StoredEvent) -> None:
        """One more has happened."""
        self.events.append(event)
        if len(self.events) >= 2 * MOST_UNREAD:
            gone, self.events = self.events[:MOST_UNREAD], self.events[MOST_UNREAD:]
            self.before = fold(self.before, gone)
