"""A lean server of the trivial game, which only appends: `python -m bench.peers.appending_server
DATA_DIR`.

It is what a server must cost at least if it uses the `websockets` library and stores each move
before it answers. A contestant connects to `/?room=NAME&seat=NUMBER`. The moves of a room are a
list in an embedded store, one text `SEAT PLY CARD` for each move. Four times a second, as our
server does, it sends the progress of a room in which moves were made to all its contestants.
"""

import asyncio
import json
import signal
import sys
from pathlib import Path
from random import shuffle
from typing import Any, cast
from urllib.parse import parse_qs, urlsplit

import hiredis
from websockets.asyncio.server import ServerConnection, broadcast, serve
from websockets.exceptions import ConnectionClosed

from bench import machine
from server.store.embedded_redis import EmbeddedStore

PACK = 52
PROGRESS_S = 0.25


class MoveLog(asyncio.Protocol):
    """Appends moves to lists in the store, in batches: the moves that arrive while a batch is on
    its way make the next one."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._reader = hiredis.Reader()
        self._transport: asyncio.WriteTransport | None = None
        self._moves: dict[str, list[str]] = {}
        self._waiting: list[asyncio.Future[None]] = []
        self._sent: list[asyncio.Future[None]] = []
        self._replies = 0
        self._due = False

    def append(self, room: str, move: str) -> asyncio.Future[None]:
        """Append a move to a room's list. The future is done when the store has it; its exception
        is an OSError if the store is lost."""
        stored: asyncio.Future[None] = self._loop.create_future()
        self._moves.setdefault(room, []).append(move)
        self._waiting.append(stored)
        if not self._due and not self._sent:
            # The moves that are read in the same turn of the event loop belong to the batch.
            self._due = True
            self._loop.call_soon(self._send)
        return stored

    def _send(self) -> None:
        self._due = False
        lists, self._moves = self._moves, {}
        self._sent, self._waiting = self._waiting, []
        self._replies = len(lists)
        packed = [_appended(name, moves) for name, moves in lists.items()]
        if self._transport is not None:
            self._transport.write(b"".join(packed))

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.WriteTransport, transport)

    def data_received(self, data: bytes) -> None:
        self._reader.feed(data)
        while (reply := self._reader.gets()) is not False:
            if isinstance(reply, hiredis.ReplyError):
                raise reply
            self._replies -= 1
        if self._replies == 0:
            stored, self._sent = self._sent, []
            for each in stored:
                if not each.done():
                    each.set_result(None)
            if self._waiting:
                self._send()

    def connection_lost(self, exc: Exception | None) -> None:
        for each in (*self._sent, *self._waiting):
            if not each.done():
                each.set_exception(exc or ConnectionError("the store has closed the connection"))


def _appended(name: str, moves: list[str]) -> bytes:
    """Return the command that appends moves to a list."""
    words: Any = ("RPUSH", name, *moves)  # hiredis declares a tuple of one word
    packed: bytes = hiredis.pack_command(words)
    return packed


class Room:
    """The pack of a room, how many moves each seat has made, and who is connected."""

    def __init__(self) -> None:
        self.pack = list(range(PACK))
        shuffle(self.pack)
        self.plies: dict[str, int] = {}
        self.members: set[ServerConnection] = set()
        self.changed = False


class AppendingServer:
    """All rooms. `moves` is the connection to the store."""

    def __init__(self, moves: MoveLog) -> None:
        self._moves = moves
        self._rooms: dict[str, Room] = {}

    async def answer(self, socket: ServerConnection) -> None:
        """Answer the moves of a contestant until the connection ends."""
        query = parse_qs(urlsplit(socket.request.path).query if socket.request else "")
        name, seat = query["room"][0], query["seat"][0]
        room = self._rooms.setdefault(name, Room())
        room.members.add(socket)
        room.plies[seat] = 0
        try:
            async for text in socket:
                await socket.send(await self._move(name, room, seat, json.loads(text)["ply"]))
        except ConnectionClosed:
            pass
        finally:
            room.members.discard(socket)
            if not room.members:
                del self._rooms[name]

    async def _move(self, name: str, room: Room, seat: str, asked: object) -> str:
        """Store a move and return the answer to it. A move whose number is not that of the seat's
        next move is refused and not stored."""
        ply = room.plies[seat]
        if asked != ply:
            return json.dumps({"type": "refused", "ply": ply})
        card = room.pack[ply % PACK]
        room.plies[seat] = ply + 1
        await self._moves.append(name, f"{seat} {ply} {card}")
        room.changed = True
        return json.dumps({"type": "moved", "ply": ply + 1, "card": card})

    async def send_progress(self) -> None:
        """Send the progress of rooms that have changed, until cancelled."""
        while True:
            await asyncio.sleep(PROGRESS_S)
            for room in self._rooms.values():
                if room.changed:
                    room.changed = False
                    text = json.dumps({"type": "progress", "plies": room.plies})
                    broadcast(room.members, text)


async def main(data_dir: Path) -> None:
    """Serve on a free port, whose address is printed, until SIGINT or SIGTERM."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(name, stop.set)
    async with EmbeddedStore(data_dir) as store:
        socket = store.url.removeprefix("unix://")
        _, moves = await loop.create_unix_connection(MoveLog, socket)
        server = AppendingServer(moves)
        async with serve(
            server.answer,
            "127.0.0.1",
            0,
            compression=None,
            server_header=None,
        ) as listening:
            progress = asyncio.create_task(server.send_progress())
            port = next(iter(listening.sockets)).getsockname()[1]
            print(f"listening on ws://127.0.0.1:{port}/", flush=True)
            await stop.wait()
            progress.cancel()


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=machine.new_loop) as runner:
        sys.exit(runner.run(main(Path(sys.argv[1]))))
