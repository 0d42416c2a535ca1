"""The interface of a connection through which rooms send messages to a client."""

from typing import Protocol

from protocol.closing import Close
from server.views.view_inputs import Viewer


class Listener(Protocol):
    """A connection to a client. `name` is its id; `viewer` says for whom it acts."""

    name: str
    viewer: Viewer

    def send(self, data: bytes) -> None:
        """Send a message, or close the connection if too many bytes are unsent. Never waits."""

    def send_progress(self, data: bytes, /) -> bool:
        """Send a message that a newer one will replace, unless the client reads too slowly. Return
        whether it was sent."""

    def close(self, why: Close) -> None:
        """Close the connection in the background, with this close code. Never waits."""


class NoListener:
    """A listener that ignores all messages, for moves whose answer no connection waits for."""

    name = ""
    viewer = Viewer()

    def send(self, data: bytes) -> None:
        """Do nothing."""

    def send_progress(self, _: bytes, /) -> bool:
        """Do nothing. Return True."""
        return True

    def close(self, why: Close) -> None:
        """Do nothing."""
