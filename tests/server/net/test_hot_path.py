"""What the path of a move relies on: internals of the websocket library, and messages encoded by
hand."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from unittest import mock

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosedError
from websockets.frames import Frame, Opcode
from websockets.utils import apply_mask

from server.net import http_keepalive
from server.net.socket import Socket
from tests.harness import LIMIT_S

LARGEST = 16 * 1024


class Ear:
    """A handler that deals at once with texts that begin with `now`, and notes all it hears."""

    def __init__(self) -> None:
        self.heard: list[str | bytes] = []
        self.offered: list[bytes] = []
        self.go_on = asyncio.Event()
        self.go_on.set()
        self.socket: Socket | None = None

    async def listen(self, socket: ServerConnection) -> None:
        assert isinstance(socket, Socket)
        self.socket = socket
        socket.handle_immediately = self.handle_immediately
        async for frame in socket:
            await self.go_on.wait()
            self.heard.append(frame)
            socket.dealt_with()

    def handle_immediately(self, text: bytes) -> bool:
        self.offered.append(text)
        if text.startswith(b"now"):
            self.heard.append("at once: " + text.decode())
            return True
        return False

    async def has_heard(self, count: int) -> list[str | bytes]:
        while len(self.heard) < count:  # noqa: ASYNC110 # what is tested sets no event
            await asyncio.sleep(0.001)
        return self.heard


@asynccontextmanager
async def talking() -> AsyncIterator[tuple[Ear, ClientConnection]]:
    ear = Ear()
    settings: Any = {"create_connection": Socket, "compression": None, "max_size": LARGEST}
    async with serve(ear.listen, "127.0.0.1", 0, **settings) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        async with connect(f"ws://127.0.0.1:{port}", compression=None, max_size=None) as client:
            await client.ping()
            yield ear, client
            ear.go_on.set()


def server_side(ear: Ear) -> Socket:
    assert ear.socket is not None
    return ear.socket


async def test_what_is_dealt_with_at_once_overtakes_nothing() -> None:
    async with talking() as (ear, client):
        ear.go_on.clear()
        for text in ("now 1", "wait 2", "now 3", "wait 4", "now 5"):
            await client.send(text)
        await (await client.ping())
        assert ear.heard == ["at once: now 1"]
        ear.go_on.set()
        await ear.has_heard(5)
        await client.send("now 6")
        assert (await ear.has_heard(6))[1:] == [
            "wait 2",
            "now 3",
            "wait 4",
            "now 5",
            "at once: now 6",
        ]


async def test_fragments_are_put_together_and_keep_their_turn() -> None:
    async with talking() as (ear, client):
        await client.send(["now", " in ", "pieces"])
        await client.send(["wait ", "too"])
        await client.send("wait 3")
        assert await ear.has_heard(3) == ["now in pieces", "wait too", "wait 3"]


async def test_a_short_text_costs_no_parsing() -> None:
    async with talking() as (ear, client):
        await (await client.ping())
        parser, fed = server_side(ear).protocol, list[bytes]()
        feed = parser.receive_data

        def note(data: bytes | bytearray) -> None:
            fed.append(bytes(data))
            feed(data)

        parser.receive_data = note  # type: ignore[method-assign]
        for text in ("now 1", "now 2", "wait 3"):
            await client.send(text)
            await ear.has_heard(int(text[-1]))
        assert [apply_mask(frame[6:], frame[2:6]) for frame in fed] == [b"wait 3"]
        assert ear.offered == [b"now 1", b"now 2", b"wait 3"], "each of them once"


async def test_whatever_comes_in_pieces_is_heard_whole_and_in_turn() -> None:
    texts = [Frame(Opcode.TEXT, text.encode()) for text in ("now 1", "", "wait 2", "now é")]
    pieces = [Frame(Opcode.TEXT, b"now ", fin=False), Frame(Opcode.CONT, b"4")]
    others = [Frame(Opcode.PING, b"now"), Frame(Opcode.PONG, b"")]
    no_mask = bytes(4)
    within = b"\x81\x83" + no_mask + b"now"  # cut off here, it looks like a text
    binary = b"\x82" + bytes((0x80 + len(within),)) + no_mask + within
    long = [Frame(Opcode.TEXT, b"now " + b"x" * n) for n in (121, 122, 200)]
    sent = [*texts, pieces[0], others[0], pieces[1], *others, *long, *texts]
    stream = binary + b"".join(frame.serialize(mask=True) for frame in sent)
    said = [bytes(frame.data) for frame in texts]
    whole = [within, *said, b"now 4", *(bytes(frame.data) for frame in long), *said]
    async with talking() as (ear, _):
        socket = server_side(ear)
        for cut in range(len(stream)):
            socket.data_received(stream[:cut])
            socket.data_received(stream[cut:])
            async with asyncio.timeout(LIMIT_S):
                heard = await ear.has_heard(len(whole))
            assert [as_sent(frame) for frame in heard] == whole, cut
            heard.clear()


async def test_a_text_among_the_fragments_of_another_closes() -> None:
    async with talking() as (ear, client):
        await (await client.ping())
        for frame in (Frame(Opcode.TEXT, b"now ", fin=False), Frame(Opcode.TEXT, b"now 1")):
            server_side(ear).data_received(frame.serialize(mask=True))
        with pytest.raises(ConnectionClosedError) as closed:
            await client.recv()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1002
        assert ear.heard == []


def as_sent(frame: str | bytes) -> bytes:
    return frame.removeprefix("at once: ").encode() if isinstance(frame, str) else frame


async def test_bytes_are_never_dealt_with_as_a_text() -> None:
    async with talking() as (ear, client):
        await client.send(b"now")
        await client.send([b"n", b"ow"])
        assert await ear.has_heard(2) == [b"now", b"now"]


@pytest.mark.parametrize(
    ("what", "code"),
    [
        ("now " + "x" * LARGEST, 1009),
        (["now " + "x" * (LARGEST // 2)] * 3, 1009),
        (b"now " + b"x" * LARGEST, 1009),
    ],
)
async def test_a_message_too_large_closes(what: Any, code: int) -> None:
    async with talking() as (ear, client):
        await client.send(what)
        with pytest.raises(ConnectionClosedError) as closed:
            await client.recv()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == code
        assert ear.heard == []


@pytest.mark.parametrize("bad", [b"wait \xff", b"\xc3"])
async def test_a_text_that_is_not_utf_8_closes(bad: bytes) -> None:
    async with talking() as (ear, client):
        await client.send(bad, text=True)
        with pytest.raises(ConnectionClosedError) as closed:
            await client.recv()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1007
        assert ear.heard == []


async def test_pings_are_answered_and_answers_heard() -> None:
    async with talking() as (ear, client):
        ear.go_on.clear()
        await client.send("wait")
        async with asyncio.timeout(LIMIT_S):
            await (await client.ping(b"in the middle"))
            await (await server_side(ear).ping())


@pytest.mark.parametrize("length", [0, 1, 125, 126, 127, 65_535, 65_536, 300_000])
async def test_what_is_said_is_one_whole_text(length: int) -> None:
    async with talking() as (ear, client):
        server_side(ear).say(b"x" * length)
        server_side(ear).say("é".encode())
        assert await client.recv() == "x" * length
        assert await client.recv() == "é"


async def test_a_close_from_here_comes_after_what_was_said_and_ends_it() -> None:
    async with talking() as (ear, client):
        socket = server_side(ear)
        socket.say(b"last")
        closing = asyncio.create_task(socket.close(4000, "taken over"))
        await asyncio.sleep(0)
        socket.say(b"too late")
        assert await client.recv() == "last"
        with pytest.raises(ConnectionClosedError) as closed:
            await client.recv()
        assert closed.value.rcvd is not None
        assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (4000, "taken over")
        await closing
        socket.say(b"much too late")


async def test_a_close_from_there_is_answered() -> None:
    async with talking() as (ear, client):
        await client.send("now 1")
        await client.close(1000, "bye")
        assert client.close_code == 1000
        await server_side(ear).wait_closed()
        assert server_side(ear).close_code == 1000
        assert ear.heard == ["at once: now 1"]


async def test_who_sends_more_than_is_dealt_with_has_to_wait() -> None:
    async with talking() as (ear, client):
        ear.go_on.clear()
        sending = asyncio.create_task(_send_numbers(client, 3_000))
        await asyncio.wait([sending], timeout=1)
        assert not sending.done()
        assert len(server_side(ear).recv_messages.frames) < 100
        ear.go_on.set()
        await sending
        heard = await ear.has_heard(3_000)
        assert [int(str(text).split()[-1]) for text in heard] == list(range(3_000))


async def test_many_frames_in_one_piece_give_way_to_others() -> None:
    count, ping = 5_000, Frame(Opcode.PING, b"").serialize(mask=True)
    async with talking() as (ear, client):
        await (await client.ping())
        socket, parsed = server_side(ear), list[Frame]()
        answer = socket.protocol.recv_frame

        def note(frame: Frame) -> None:
            parsed.append(frame)
            answer(frame)

        socket.protocol.recv_frame = note  # type: ignore[method-assign]
        with mock.patch.object(http_keepalive, "TURN_S", 0):
            socket.data_received(ping * count)
            came = 0
            while came < count:
                await asyncio.sleep(0)
                assert len(parsed) - came <= http_keepalive.SLICE / len(ping) + 1
                came = len(parsed)
        await client.send("now 1")
        await ear.has_heard(1)


async def test_whoever_goes_on_after_the_end_is_not_read() -> None:
    async with talking() as (ear, client):
        await (await client.ping())
        socket = server_side(ear)
        with mock.patch.object(http_keepalive, "LOOK_S", 0.2):
            socket.data_received(Frame(Opcode.TEXT, b"no mask").serialize(mask=False))
            for _ in range(3):
                socket.data_received(b"x" * 100_000)
            assert not socket.transport.is_reading()
            async with asyncio.timeout(LIMIT_S):
                await socket.wait_closed()
        assert ear.heard == []


async def _send_numbers(client: ClientConnection, count: int) -> None:
    for number in range(count):
        await client.send(f"wait {number} {'x' * 10_000} {number}")


async def test_what_is_not_read_is_counted() -> None:
    async with talking() as (ear, _):
        socket = server_side(ear)
        while socket.unsent < 100_000:
            socket.say(b"x" * 50_000)
        socket.transport.abort()
