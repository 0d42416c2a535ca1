"""The listener interface: what rooms and boards need of a connection to send it messages."""

from typing import Protocol

from protocol.closing import Close
from server.views.view_inputs import Viewer


class Listener(Protocol):
    """A connection. `name` is its ID, `viewer` who is at it."""

    name: str
    viewer: Viewer

    def send(self, data: bytes) -> None:
        """Send a message, or drop the connection if it is too far behind. Never waits."""

    def send_progress(self, data: bytes, /) -> bool:
        """Send a message that a newer one will replace, unless the connection is behind. Return
        whether it was sent."""

    def close(self, why: Close) -> None:
        """Close the connection in the background."""


class NoListener:
    """A listener that drops everything, for moves that nobody waits for."""

    name = ""
    viewer = Viewer()

    def send(self, data: bytes) -> None:
        """Do nothing."""

    def send_progress(self, _: bytes, /) -> bool:
        """Do nothing. Return True."""
        return True

    def close(self, why: Close) -> None:
        """Do nothing."""
