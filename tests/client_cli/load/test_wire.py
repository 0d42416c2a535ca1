"""The lean line a load is made of."""

import asyncio
import json

from websockets.asyncio.server import ServerConnection, serve
from websockets.uri import parse_uri

from client_cli.load.websocket import BINARY, LoadWebSocket, dial
from tests.harness import LIMIT_S, ServerProcess


async def test_it_speaks_to_the_real_server(server: ServerProcess) -> None:
    heard: asyncio.Queue[bytes] = asyncio.Queue()
    lost: asyncio.Queue[str] = asyncio.Queue()
    wire = await dial(server.url, heard.put_nowait, lost.put_nowait)
    async with asyncio.timeout(LIMIT_S):
        long_name = "x" * 200  # a frame whose length takes two bytes
        wire.say(json.dumps({"type": "hello", "id": 1, "client": long_name}).encode())
        assert json.loads(await heard.get())["type"] == "refused"
        wire.say(b'{"type":"hello","id":2,"protocol":[1],"client":"bench"}')
        assert json.loads(await heard.get())["type"] == "welcome"
        wire.say(b'{"type":"hello","id":3,"protocol":[9],"client":"bench"}')
        assert json.loads(await heard.get())["code"] == "version"
        assert await lost.get()


async def test_frames_are_cut_wherever_the_bytes_break() -> None:
    heard: list[bytes] = []
    wire = LoadWebSocket(parse_uri("ws://localhost/"), heard.append, lambda _: None)
    wire._handshake = None  # as after the greeting
    stream = b"\x81\x02hi" + b"\x81\x7e\x00\xc8" + b"y" * 200 + b"\x81\x00"
    for i in range(len(stream)):
        wire.data_received(stream[i : i + 1])
    wire.data_received(stream)
    assert heard == [b"hi", b"y" * 200, b""] * 2
    wire.opened.cancel()


async def test_binary_messages_are_sent_and_received_and_text_ends_such_a_connection() -> None:
    async def answer(socket: ServerConnection) -> None:
        frame = await socket.recv()
        assert isinstance(frame, bytes)
        await socket.send(frame[::-1])
        await socket.send("a text")
        await socket.wait_closed()

    heard: asyncio.Queue[bytes] = asyncio.Queue()
    lost: asyncio.Queue[str] = asyncio.Queue()
    async with asyncio.timeout(LIMIT_S), serve(answer, "127.0.0.1", 0) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        url = f"ws://127.0.0.1:{port}/"
        wire = await dial(url, heard.put_nowait, lost.put_nowait, kind=BINARY)
        wire.say(b"\x00\xff")
        assert await heard.get() == b"\xff\x00"
        assert await lost.get() == "a frame that is not understood"
    assert heard.empty()
