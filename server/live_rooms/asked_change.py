"""Changes of a room that connections have asked for: the decision, and whether it was stored."""

from dataclasses import dataclass
from typing import Protocol

from server.errors import Refusal, StoreAway
from server.rooms.commands import Change
from server.rooms.state import Room


class Decision(Protocol):
    """A function that decides how a room changes: a command, for example of `rooms/commands.py`,
    with all its arguments bound except the room and the time."""

    def __call__(self, room: Room, /, *, now: int) -> Change:
        """Return the events to store, none if nothing has to change. Raises Refusal."""


@dataclass(eq=False)
class AskedChange:
    """A decision that waits until the room can be changed. Once `is_done`, it has been stored or
    refused; `error` says why it was not stored, None if it was or had nothing to store."""

    decision: Decision
    is_done: bool = False
    error: Refusal | StoreAway | None = None
