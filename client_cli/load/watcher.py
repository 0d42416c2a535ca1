"""Spectators: they follow the numbers of all and look at one board, as `patience watch` does."""

import asyncio
from random import Random
from typing import ClassVar, Protocol

from client_cli.load.client import Caller, LineLost, Message
from client_cli.load.contestant import PROGRESS
from client_cli.load.counters import Tally
from client_cli.load.latency import Sight

BOARD = b'{"type":"watched_table"'
SHUT_S, OPEN_S = 10.0, 0.2
"""A slow reader leaves lying what comes for so long, and then takes in a little."""


class Room(Protocol):
    """What a spectator has to know of a room."""

    code: str
    contestants: int


class Watcher(Caller):
    """Somebody without a seat."""

    def __init__(self, url: str, tally: Tally, rng: Random, room: Room) -> None:
        super().__init__(url, tally, rng)
        self.sight = Sight(tally.seen)
        self._room = room

    async def enter(self) -> None:
        room = await self.ask_in("watch", code=self._room.code)
        if room["type"] != "room":
            raise LineLost
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

    def paused(self, cut: bool) -> None:  # noqa: ARG002 # whoever did it, nothing is seen
        self.sight.shut()

    def _choose(self) -> None:
        self.post("watch_board", seat=self.rng.randrange(self._room.contestants))


class SlowReader(Watcher):
    """A spectator who hardly ever reads: what waits for them has to be borne by the server."""

    narrow: ClassVar[bool] = True

    async def doze(self) -> None:
        """Read only now and then."""
        while True:
            await self.up.wait()
            self.read(False)
            await asyncio.sleep(SHUT_S * self.rng.uniform(0.5, 1.5))
            self.read(True)
            await asyncio.sleep(OPEN_S)
