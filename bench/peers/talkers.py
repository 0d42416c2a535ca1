"""Contestants of the trivial game, one class for the protocol of each peer."""

import asyncio
import json
import secrets
from abc import abstractmethod
from random import Random
from urllib.request import Request, urlopen

from bench.meter import Meter
from bench.talker import Talker
from client_cli.load.websocket import BINARY

GREETING_S = 60.0
"""Seconds allowed for each message that is awaited before the game."""


class PeerTalker(Talker):
    """A contestant who makes the next move as soon as the last is answered. `ply` is the number of
    moves made, and `greetings` are the messages received before the contestant began to play."""

    def __init__(self, meter: Meter) -> None:
        super().__init__(meter, 0, Random(0))
        self.ply = 0
        self._playing = False
        self.greetings: asyncio.Queue[bytes] = asyncio.Queue()

    @classmethod
    async def enter(cls, url: str, contestants: int, meter: Meter) -> list["PeerTalker"]:
        """Return the contestants of a new room, connected and in their seats."""
        talkers: list[PeerTalker] = []
        name = secrets.token_hex(8)
        for seat in range(contestants):
            talkers.append(cls(meter))
            await talkers[-1].dial(f"{url}?room={name}&seat={seat}")
        return talkers

    async def greeted(self, start: bytes) -> None:
        """Wait for a message that begins with `start`, before the game."""
        async with asyncio.timeout(GREETING_S):
            while not (await self.greetings.get()).startswith(start):
                pass

    def begin(self) -> None:
        self._playing = True
        super().begin()

    def hear(self, data: bytes) -> None:
        if not self._playing:
            self.greetings.put_nowait(data)
        elif self.is_answer(data):
            self.ply += 1
            self.answered(data)
            self.follow()
        elif self.is_refusal(data):
            self.meter.failed("refused")

    @abstractmethod
    def is_answer(self, data: bytes) -> bool:
        """Return whether a message says that the contestant's own move was made."""

    @abstractmethod
    def is_refusal(self, data: bytes) -> bool:
        """Return whether a message says that a move was refused."""


class JsonTalker(PeerTalker):
    """A contestant on the server that only appends, or on the server on `ws` alone. The JSON of the
    one has spaces, that of the other has none."""

    MOVED = (b'{"type": "moved"', b'{"type":"moved"')
    REFUSED = (b'{"type": "refused"', b'{"type":"refused"')

    def is_answer(self, data: bytes) -> bool:
        return data.startswith(self.MOVED)

    def is_refusal(self, data: bytes) -> bool:
        return data.startswith(self.REFUSED)

    def go_on(self) -> None:
        self.send(b'{"type":"move","ply":%d}' % self.ply)


class ColyseusTalker(PeerTalker):
    """A contestant in a room of Colyseus whose type is `room_type`.

    A seat is reserved by HTTP before a websocket is opened. The first byte of a message is its
    code, and a message of the game has its type next, as a text with the length before it.
    """

    room_type = ""
    JOIN_ROOM, ROOM_DATA = b"\x0a", b"\x0d"
    MOVED, REFUSED = ROOM_DATA + b"\xa5moved", ROOM_DATA + b"\xa7refused"
    MOVE = ROOM_DATA + b"\xa4move\xce"  # then the number, as msgpack's uint 32

    @classmethod
    async def enter(cls, url: str, contestants: int, meter: Meter) -> list[PeerTalker]:
        talkers: list[PeerTalker] = []
        path = f"create/{cls.room_type}"
        for seat in range(contestants):
            reserved = await asyncio.to_thread(_post, url, f"matchmake/{path}", {"seat": seat})
            path = f"joinById/{reserved['roomId']}"
            talker = cls(meter)
            talkers.append(talker)
            place = f"{reserved['processId']}/{reserved['roomId']}"
            await talker.dial(f"{url}{place}?sessionId={reserved['sessionId']}", BINARY)
            await talker.greeted(cls.JOIN_ROOM)
            talker.send(cls.JOIN_ROOM)
        return talkers

    def is_answer(self, data: bytes) -> bool:
        return data.startswith(self.MOVED)

    def is_refusal(self, data: bytes) -> bool:
        return data.startswith(self.REFUSED)

    def go_on(self) -> None:
        self.send(self.MOVE + self.ply.to_bytes(4))


class EachMoveTalker(ColyseusTalker):
    room_type = "each_move"


class PatchesTalker(ColyseusTalker):
    room_type = "patches"


def _post(url: str, path: str, fields: dict[str, object]) -> dict[str, str]:
    """Return the answer of a server to a POST request; both are JSON."""
    address = f"http{url.removeprefix('ws')}{path}"
    headers = {"Content-Type": "application/json"}
    request = Request(address, json.dumps(fields).encode(), headers)  # noqa: S310 -- HTTP
    with urlopen(request) as answer:  # noqa: S310 -- HTTP
        told: dict[str, str] = json.load(answer)
        return told


class BoardgameIoTalker(PeerTalker):
    """A contestant in a match of boardgame.io, which speaks the protocol of Socket.IO 4.

    The first digit of a message is its type in Engine.IO, and the second its type in Socket.IO. A
    move is answered by the new state, which goes to all players; at the state's end is the move.
    """

    OPEN, CONNECT, PING, PONG = b"0", b"40/patience,", b"2", b"3"
    EVENT = b"42/patience,"

    def __init__(self, meter: Meter) -> None:
        super().__init__(meter)
        self._match, self._seat = "", 0

    @classmethod
    async def enter(cls, url: str, contestants: int, meter: Meter) -> list[PeerTalker]:
        talkers: list[PeerTalker] = []
        match = secrets.token_hex(8)
        for seat in range(contestants):
            talker = cls(meter)
            talkers.append(talker)
            talker._match, talker._seat = match, seat
            await talker.dial(f"{url}socket.io/?EIO=4&transport=websocket")
            await talker.greeted(cls.OPEN)
            talker.send(cls.CONNECT)
            await talker.greeted(cls.CONNECT)
            talker._emit("sync", match, str(seat), None, contestants)
            await talker.greeted(cls.EVENT + b'["sync"')
        return talkers

    def hear(self, data: bytes) -> None:
        if data == self.PING:
            self.send(self.PONG)
        else:
            super().hear(data)

    def is_answer(self, data: bytes) -> bool:
        return data.find(b'"args":[%d],"playerID":"%d"' % (self.ply, self._seat)) > 0

    def is_refusal(self, data: bytes) -> bool:
        return data.endswith(b",[]]")  # the state is unchanged, and no move is named

    def go_on(self) -> None:
        payload = {"type": "move", "args": [self.ply], "playerID": str(self._seat)}
        action = {"type": "MAKE_MOVE", "payload": payload}
        self._emit("update", action, 0, self._match, str(self._seat))

    def _emit(self, *event: object) -> None:
        self.send(self.EVENT + json.dumps(event).encode())
