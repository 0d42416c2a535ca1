"""A connection as a room and a board see it: somebody who is sent messages."""

from typing import Protocol

from protocol.closing import Close
from server.views.view_inputs import Viewer


class Listener(Protocol):
    """A connection, as a room sees it."""

    name: str
    viewer: Viewer

    def send(self, data: bytes) -> None:
        """Send now or drop the connection; never waits."""

    def send_progress(self, data: bytes, /) -> bool:
        """Send, unless the listener is behind: newer numbers will come. Whether it was sent."""

    def close(self, why: Close) -> None:
        """Close in the background."""


class NoListener:
    """Nobody: where an acknowledgement goes that nobody waits for."""

    name = ""
    viewer = Viewer()

    def send(self, data: bytes) -> None:
        """Nobody hears it."""

    def send_progress(self, _: bytes, /) -> bool:
        """Nobody hears it."""
        return True

    def close(self, why: Close) -> None:
        """There is nothing to close."""
