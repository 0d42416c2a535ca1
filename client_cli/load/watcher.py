"""Simulated spectators: one that follows a race, and one that hardly reads what the server
sends."""

import asyncio
from random import Random
from typing import ClassVar, Protocol

from client_cli.load.client import LoadClient, LoadConnectionLost, Message
from client_cli.load.contestant import PROGRESS
from client_cli.load.counters import LoadCounters
from client_cli.load.latency import SpectatorLatency

BOARD = b'{"type":"watched_table"'
SHUT_S, OPEN_S = 10.0, 0.2
"""Seconds for which a slow reader stops reading (on average), and for which it then reads."""


class WatchedRoom(Protocol):
    """What a spectator needs to know of a room; implemented by `Party`."""

    code: str
    contestants: int


class LoadSpectator(LoadClient):
    """A simulated spectator: a client that has no seat in the room. It follows the figures of all
    contestants of the race and the cards of one contestant."""

    def __init__(self, url: str, tally: LoadCounters, rng: Random, room: WatchedRoom) -> None:
        super().__init__(url, tally, rng)
        self.sight = SpectatorLatency(tally.seen)
        self._room = room

    async def enter(self) -> None:
        room = await self.ask_in("watch", code=self._room.code)
        if room["type"] != "room":
            raise LoadConnectionLost
        self.sight.opened(room["race"]["n"], room["standings"])
        if room["race"]["status"] == "running":
            self._choose()

    def quick(self, data: bytes) -> bool:
        if data.startswith(PROGRESS):
            self.sight.progress(data)
            return True
        return data.startswith(BOARD)

    def event(self, message: Message) -> None:
        if message["type"] == "started":
            self._choose()

    def paused(self, cut: bool) -> None:  # noqa: ARG002 # nothing is seen, whoever ended the connection
        self.sight.shut()

    def _choose(self) -> None:
        self.post("watch_board", seat=self.rng.randrange(self._room.contestants))


class SlowReader(LoadSpectator):
    """A spectator that rarely reads, so that the server must buffer or drop messages."""

    narrow: ClassVar[bool] = True

    async def read_in_bursts(self) -> None:
        """Until cancelled, stop reading for some seconds, read for a moment, and so on."""
        while True:
            await self.up.wait()
            self.read(False)
            await asyncio.sleep(SHUT_S * self.rng.uniform(0.5, 1.5))
            self.read(True)
            await asyncio.sleep(OPEN_S)
