"""Control channel: orders from operators to running server processes.

The orders are to drain (send all connections to other processes), to stop draining (`stay`), and to
read from the store again which accounts are banned or which halls are open. A hall is an address
with raised limits, from which many people take part in a tournament. The orders are entries of a
Redis stream that every process reads.
"""

import asyncio
from collections.abc import Collection
from typing import Literal, Protocol

import structlog

from protocol import from_server as say
from protocol.closing import Close
from protocol.message import encode
from server.access.bans import CODE, BanList, Bans
from server.access.halls import ORDER as HALLS_CHANGED
from server.access.halls import HallList, Halls
from server.access.rate_limits import Allowance
from server.store import keys
from server.store.availability import StoreAvailability
from server.store.redis_client import patience
from server.store.redis_commands import RedisClient
from server.store.streams.stream_reader import StreamReader
from server.views.view_inputs import Viewer

Order = Literal["drain", "stay"]
EVERYBODY = "all"

log = structlog.get_logger()


class Drainer(Protocol):
    """Drains a process: sends its connections to other processes (`server/net/drain.py`)."""

    def begin(self) -> None:
        """Start to drain: send all connections to other processes, also those that are opened
        later, until `undo` is called."""

    def undo(self) -> None:
        """Stop draining, and keep connections open as before."""


class ClosableConnection(Protocol):
    """A connection to a client that the control channel can close."""

    allowance: Allowance
    viewer: Viewer

    def send(self, data: bytes) -> None:
        """Send a message without waiting."""

    def close(self, why: Close) -> None:
        """Close the connection in the background."""


class OpenConnections(Protocol):
    """The connections of a process that the control channel drains or closes."""

    @property
    def drain(self) -> Drainer:
        """The object that drains these connections."""

    @property
    def connections(self) -> Collection[ClosableConnection]:
        """The open connections."""


async def order(redis: RedisClient, what: Order, process: str) -> None:
    """Send the order `what` to the process with the name `process`, or to all processes if
    `process` is EVERYBODY. Raises StoreAway."""
    async with patience():
        told = {"order": what, "process": process}
        await redis.xadd(keys.ORDERS, told, maxlen=keys.FEED_LENGTH)


class ControlChannel:
    """Reads the operator's orders to one process and carries them out. The process runs `run` as a
    task."""

    def __init__(
        self,
        process: str,
        connections: OpenConnections,
        bans: Bans,
        stored: BanList,
        halls: Halls,
        stored_halls: HallList,
    ) -> None:
        self._process, self._connections = process, connections
        self._bans, self.stored = bans, stored
        self._halls, self._stored_halls = halls, stored_halls
        self._look = asyncio.Event()

    async def run(self, link: StoreAvailability, url: str) -> None:
        ear = StreamReader(url, {keys.ORDERS: self._on_entry}, self._look.set, "orders_failed")
        await ear.run(link, self._keep_looking)

    async def _on_entry(self, entry: dict[str, str]) -> None:
        what = entry["order"]
        if what in ("bans", HALLS_CHANGED):
            self._look.set()
        elif entry["process"] in (self._process, EVERYBODY):
            log.info("ordered", order=what)
            if what == "drain":
                self._connections.drain.begin()
            elif what == "stay":
                self._connections.drain.undo()

    async def _keep_looking(self) -> None:
        while True:
            await self._look.wait()
            self._look.clear()
            self._bans.replace(await self.stored.load())
            self._halls.replace(await self._stored_halls.load())
            self.enforce()

    def enforce(self) -> None:
        """Send a notice to every connection whose network or account is banned, and close the
        connection."""
        for line in tuple(self._connections.connections):
            ban = self._bans.of(line.allowance.origin, line.allowance.account, line.viewer.account)
            if ban is not None:
                line.send(encode(say.Notice(code=CODE, text=ban.sentence())))
                line.close(Close.BANNED)
