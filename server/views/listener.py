"""The interface of a connection through which rooms send messages to a client.

A connection belongs to a player, who has a seat (a numbered place) in the room, or to a spectator.
"""

from typing import Protocol

from protocol.closing import Close
from server.views.view_inputs import Viewer


class Listener(Protocol):
    """A connection to a client. `name` is the id of the connection; `viewer` is the player or
    spectator who uses it."""

    name: str
    viewer: Viewer

    def send(self, data: bytes) -> None:
        """Send a message without waiting. If too many bytes are unsent already, close the
        connection instead."""

    def send_progress(self, data: bytes, /) -> bool:
        """Send a message that a slow client can do without, such as the figures of the contestants
        or a chat message. If the client reads too slowly, do not send it. Return whether the
        message was sent."""

    def close(self, why: Close) -> None:
        """Close the connection in the background, with the websocket close code `why`. Never
        waits."""


class MeasuredListener(Listener, Protocol):
    """A connection for which the time that a ping takes to the client and back is measured."""

    @property
    def delay_ms(self) -> int | None:
        """How many milliseconds the last ping by `measure_delay` took to the client and back; None
        if the client has not answered a ping yet."""

    def measure_delay(self) -> None:
        """Ping the client in the background, unless it was pinged a short time ago. Never
        waits."""


class NoListener:
    """A listener that ignores all messages. It takes the place of a player's connection when the
    server itself makes a move for a seat."""

    name = ""
    viewer = Viewer()

    def send(self, data: bytes) -> None:
        """Do nothing."""

    def send_progress(self, _: bytes, /) -> bool:
        """Do nothing. Return True."""
        return True

    def close(self, why: Close) -> None:
        """Do nothing."""
