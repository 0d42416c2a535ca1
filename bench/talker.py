"""Connections that send one message after the other, each when the last is answered and it is
due."""

import asyncio
from abc import ABC, abstractmethod
from random import Random
from time import perf_counter

from bench.meter import Meter
from client_cli.load.websocket import TEXT, LoadWebSocket, dial


class Talker(ABC):
    """One connection with at most one unanswered message.

    Without a pause the next message follows the answer at once. With a pause, messages are due at
    fixed times. If the answer before came too late to send a message in time, its delay still
    counts from the time it was due, so that a slow server is charged for the messages it held up.
    """

    def __init__(self, meter: Meter, pause: float, rng: Random) -> None:
        self.meter = meter
        self._pause = pause
        self._rng = rng
        self._loop = asyncio.get_running_loop()
        self._wire: LoadWebSocket | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._due = 0.0
        self._since = 0.0
        self._sent = 0

    async def dial(self, url: str, kind: int = TEXT) -> None:
        """Open the connection. Its messages are text, or binary if `kind` is BINARY."""
        self._wire = await dial(url, self.hear, self.meter.failed, kind=kind)

    def close(self) -> None:
        self.still()
        if self._wire is not None:
            self._wire.close()
            self._wire = None

    @abstractmethod
    def hear(self, data: bytes) -> None:
        """Called with every message received."""

    @abstractmethod
    def go_on(self) -> None:
        """Called when the next message is due; sends it."""

    def begin(self) -> None:
        """Start sending. With a pause, the first messages of all connections are spread over one
        pause."""
        self.still()
        self._due = perf_counter() + self._pause * self._rng.random()
        self._wait()

    def answered(self, data: bytes) -> None:
        """Note that the message has been answered. `follow` sends the next."""
        self.meter.answered(perf_counter() - self._since, self._sent, len(data))

    def follow(self) -> None:
        self._due = self._due + self._pause if self._pause else perf_counter()
        self._wait()

    def late(self) -> None:
        """Count the delay of the next message from now, because something other than the server
        held it up."""
        self._since = perf_counter()
        self._due = max(self._due, self._since)

    def send(self, text: bytes) -> None:
        self._sent = len(text)
        if self._wire is not None:
            self._wire.say(text)

    def still(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _wait(self) -> None:
        self._since = self._due
        left = self._due - perf_counter() if self._pause else 0
        if left > 0:
            self._timer = self._loop.call_later(left, self._now)
        else:
            self.go_on()

    def _now(self) -> None:
        # Timers are exact to a millisecond at best, and the server is not charged for their error.
        self._since = perf_counter()
        self.go_on()


class EchoTalker(Talker):
    """Sends the same text again and again. Whatever comes back is the answer."""

    def __init__(self, meter: Meter, pause: float, rng: Random, words: bytes) -> None:
        super().__init__(meter, pause, rng)
        self._words = words

    def hear(self, data: bytes) -> None:
        self.answered(data)
        self.follow()

    def go_on(self) -> None:
        self.send(self._words)
