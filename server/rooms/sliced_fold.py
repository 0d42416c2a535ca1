"""Parses many stored events of a room, and computes the state of the room after them, in slices, so
that the event loop is not blocked."""

import asyncio
from collections.abc import Sequence

from server.rooms import events
from server.rooms.events import StoredEvent
from server.rooms.reducer import fold
from server.rooms.state import Room

SLICE = 100
"""Number of events in a slice, which takes about a millisecond."""


async def load_slowly(lines: Sequence[str]) -> list[StoredEvent]:
    """Parse the lines of a stored log of events and return the events, in order. Other tasks run
    after each SLICE lines."""
    loaded: list[StoredEvent] = []
    for start in range(0, len(lines), SLICE):
        if start:
            await asyncio.sleep(0)
        loaded += map(events.load, lines[start : start + SLICE])
    return loaded


async def fold_slowly(room: Room, news: Sequence[StoredEvent]) -> Room:
    """Return the state of a room after the events `news`, which are given oldest first. `room` is
    the state before them. Other tasks run after each SLICE events."""
    for start in range(0, len(news), SLICE):
        if start:
            await asyncio.sleep(0)
        room = fold(room, news[start : start + SLICE])
    return room
