"""The interface of a connection through which rooms send messages to a client."""

from typing import Protocol

from protocol.closing import Close
from server.views.view_inputs import Viewer


class Listener(Protocol):
    """A connection to a client. `name` is the id of the connection; `viewer` is the player or
    spectator who uses it."""

    name: str
    viewer: Viewer

    def send(self, data: bytes) -> None:
        """Send a message, or close the connection if too many bytes are unsent. Never waits."""

    def send_progress(self, data: bytes, /) -> bool:
        """Send a message that a later message will replace, such as standings; do not send it if
        the client reads too slowly. Return whether the message was sent."""

    def close(self, why: Close) -> None:
        """Close the connection in the background, with the websocket close code `why`. Never
        waits."""


class MeasuredListener(Listener, Protocol):
    """A connection whose delay is measured."""

    @property
    def delay_ms(self) -> int | None:
        """How many milliseconds the last ping of `measure_delay` took to the client and back; None
        if none has been answered yet."""

    def measure_delay(self) -> None:
        """Ping the client in the background, unless it was pinged a short time ago. Never
        waits."""


class NoListener:
    """A listener that ignores all messages, for moves that the server itself makes for a seat."""

    name = ""
    viewer = Viewer()

    def send(self, data: bytes) -> None:
        """Do nothing."""

    def send_progress(self, _: bytes, /) -> bool:
        """Do nothing. Return True."""
        return True

    def close(self, why: Close) -> None:
        """Do nothing."""
