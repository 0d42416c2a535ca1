"""HTTP requests before a websocket opens: pipelined requests, slow readers and silent clients."""

import asyncio
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any
from unittest import mock

import pytest
from websockets.asyncio.client import connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.datastructures import Headers
from websockets.frames import Frame, Opcode
from websockets.http11 import Request, Response

from server.net import http_keepalive
from server.net.http_keepalive import HttpKeepalive
from tests.harness import LIMIT_S

LARGE = 32 * 2**20
"""Bytes that no system takes at once."""
MANY = 2_000
"""Requests."""


def page(body: bytes) -> Response:
    return Response(200, "OK", Headers([("Content-Length", str(len(body)))]), body)


def answer(visit: HttpKeepalive, request: Request) -> Response | None:
    """The path, or as many bytes as it says; `/ws` may have its websocket, `/last` is the last."""
    if request.path == "/ws":
        return None
    visit.stays = request.path != "/last"
    _, _, count = request.path.partition("large/")
    return page(b"x" * int(count) if count else request.path.encode())


async def echo(connection: ServerConnection) -> None:
    async for text in connection:
        await connection.send(text)


@asynccontextmanager
async def visited(open_s: float = LIMIT_S) -> AsyncIterator[tuple[int, list[HttpKeepalive]]]:
    """A port, and the visits that came to it."""
    made: list[HttpKeepalive] = []

    def visit(*arguments: Any, **settings: Any) -> HttpKeepalive:
        made.append(HttpKeepalive(*arguments, answer=answer, open_s=open_s, **settings))
        return made[-1]

    settings: Any = {"create_connection": visit, "open_timeout": None, "compression": None}
    async with serve(echo, "127.0.0.1", 0, **settings) as server:
        yield next(iter(server.sockets)).getsockname()[1], made
        for one in made:
            one.end()


async def line_to(port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection("127.0.0.1", port)


async def next_answer(reader: asyncio.StreamReader, *, head: bool = False) -> tuple[str, bytes]:
    async with asyncio.timeout(LIMIT_S):
        told = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        length = int(told.split("content-length: ")[1].split("\r\n")[0])
        return told, b"" if head else await reader.readexactly(length)


def get(path: str, *lines: str, method: str = "GET", version: str = "1.1") -> bytes:
    return "\r\n".join([f"{method} {path} HTTP/{version}", "Host: x", *lines, "", ""]).encode()


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(LIMIT_S):
        while not true():  # noqa: ASYNC110 # no event tells
            await asyncio.sleep(0.01)


async def test_one_request_after_the_other() -> None:
    async with visited() as (port, made):
        reader, writer = await line_to(port)
        for number in range(50):
            writer.write(get(f"/{number}"))
            told, body = await next_answer(reader)
            assert body == f"/{number}".encode()
            assert "connection: keep-alive\r\n" in told
            assert f"keep-alive: timeout={http_keepalive.IDLE_S}\r\n" in told
        assert len(made) == 1
        assert made[0].answered == 50
        writer.close()


@pytest.mark.parametrize("cut", [1, 2, 3, 7, 40, 10_000])
async def test_requests_in_one_piece_or_in_many(cut: int) -> None:
    requests = get("/a") + get("/b", method="HEAD") + get("/c", "Cookie: é") + get("/last")
    async with visited() as (port, _):
        reader, writer = await line_to(port)
        for start in range(0, len(requests), cut):
            writer.write(requests[start : start + cut])
            await writer.drain()
            await asyncio.sleep(0)
        assert (await next_answer(reader))[1] == b"/a"
        assert "content-length: 2" in (await next_answer(reader, head=True))[0]
        assert (await next_answer(reader))[1] == b"/c"
        told, body = await next_answer(reader)
        assert body == b"/last"
        assert "connection: close\r\n" in told
        assert await reader.read() == b""
        writer.close()


async def test_many_requests_in_one_piece_give_way_to_others() -> None:
    async with visited() as (port, made):
        reader, writer = await line_to(port)
        async with connect(f"ws://127.0.0.1:{port}/ws", compression=None) as other:
            with mock.patch.object(http_keepalive, "TURN_S", 0):
                writer.write(get("/a") * MANY)
                await until(lambda: made[0].answered > 0)
                echoes = 0
                while made[0].answered < MANY:
                    await other.send("hello")
                    assert await other.recv() == "hello"
                    echoes += 1
            assert echoes > MANY / 50, "nobody was heard between two pages"
            for _ in range(MANY):
                assert (await next_answer(reader))[1] == b"/a"
        writer.close()


async def test_nobody_is_answered_more_than_they_read() -> None:
    async with visited() as (port, made):
        with socket.create_connection(("127.0.0.1", port)) as line:
            line.sendall(get(f"/large/{LARGE // 8}") * 50)
            await until(lambda: bool(made) and made[0].paused)
            reader, writer = await line_to(port)
            for _ in range(100):
                writer.write(get("/a"))
                await next_answer(reader)
            assert made[0].answered < 20
            assert made[0].transport.get_write_buffer_size() < LARGE // 4
            line.settimeout(LIMIT_S)
            read = partial(line.makefile("rb").read, 20 * (LARGE // 8))
            assert len(await asyncio.to_thread(read)) == 20 * (LARGE // 8)
        writer.close()


async def test_who_asks_and_says_that_this_was_all_gets_the_answer() -> None:
    async with visited() as (port, _):
        reader, writer = await line_to(port)
        writer.write(get("/a") + get("/b"))
        writer.write_eof()
        assert [(await next_answer(reader))[1] for _ in range(2)] == [b"/a", b"/b"]
        async with asyncio.timeout(LIMIT_S):
            assert await reader.read() == b""
        writer.close()


async def test_frames_behind_the_request_wait_until_the_websocket_is_open() -> None:
    opening = get(
        "/ws",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
    )
    ping = Frame(Opcode.PING, b"first").serialize(mask=True)
    text = Frame(Opcode.TEXT, b"hello").serialize(mask=True)
    async with visited() as (port, _):
        reader, writer = await line_to(port)
        writer.write(get("/a") + opening + ping + text)
        await next_answer(reader)
        async with asyncio.timeout(LIMIT_S):
            head = await reader.readuntil(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 101 ")
            assert await reader.readexactly(14) == b"\x8a\x05first\x81\x05hello"
        writer.close()


@pytest.mark.parametrize(
    "request_",
    [get("/a", "Connection: close"), get("/a", "Connection: x, CLOSE"), get("/a", version="1.0")],
)
async def test_who_wants_one_answer_gets_one(request_: bytes) -> None:
    async with visited() as (port, made):
        reader, writer = await line_to(port)
        writer.write(request_ + get("/b"))
        assert "connection: close" in (await next_answer(reader))[0]
        assert await reader.read() == b""
        assert made[0].answered == 1
        writer.close()


async def test_a_websocket_after_pages_on_the_same_line() -> None:
    async with visited() as (port, made):
        line = socket.create_connection(("127.0.0.1", port))
        line.settimeout(LIMIT_S)
        for path in (b"/a", b"/b"):
            await asyncio.to_thread(line.sendall, get(path.decode()))
            told = await asyncio.to_thread(line.recv, 4096)
            assert told.endswith(path)
        line.setblocking(False)
        async with connect(f"ws://127.0.0.1:{port}/ws", sock=line, compression=None) as link:
            for text in ("one", "x" * 100_000):
                await link.send(text)
                assert await link.recv() == text
            made[0].end()
            await link.send("it is none of its business")
            assert await link.recv()
        assert len(made) == 1


async def test_a_slow_reader_gets_all_of_it() -> None:
    async with visited(open_s=0.2) as (port, _):
        with (
            mock.patch.object(http_keepalive, "LOOK_S", 0.05),
            mock.patch.object(http_keepalive, "IDLE_S", 0.1),
            socket.create_connection(("127.0.0.1", port)) as line,
        ):
            line.settimeout(LIMIT_S)
            line.sendall(get(f"/large/{LARGE}"))
            await asyncio.sleep(1)  # longer than it may take to ask, and than a next one is awaited
            read = partial(line.makefile("rb").read, LARGE)
            whole = await asyncio.to_thread(read)
            assert len(whole) == LARGE


async def test_who_never_reads_is_given_up() -> None:
    async with visited() as (port, made):
        with (
            mock.patch.object(http_keepalive, "LOOK_S", 0.05),
            mock.patch.object(http_keepalive, "SEND_S", 0.2),
            socket.create_connection(("127.0.0.1", port)) as line,
        ):
            line.sendall(get(f"/large/{LARGE}"))
            await until(lambda: bool(made) and made[0].answered == 1)
            await until(made[0].connection_lost_waiter.done)


async def test_who_says_nothing_or_not_enough_is_closed() -> None:
    async with visited(open_s=0.1) as (port, _):
        for said in (
            b"",
            b"GET / HTTP/1.1\r\nHost: x\r\n",
            b"\x16\x03\x01\x00",
            b"nonsense\r\n\r\n",
        ):
            reader, writer = await line_to(port)
            writer.write(said)
            async with asyncio.timeout(LIMIT_S):
                with suppress(ConnectionResetError):
                    assert await reader.read() == b""
            writer.close()


async def test_who_asks_for_nothing_more_is_closed() -> None:
    async with visited() as (port, _):
        with mock.patch.object(http_keepalive, "IDLE_S", 0.1):
            reader, writer = await line_to(port)
            writer.write(get("/a"))
            await next_answer(reader)
            writer.write(b"GET / HTTP/1.1\r\nHost:")  # and never says the rest
            async with asyncio.timeout(LIMIT_S):
                assert await reader.read() == b""
            writer.close()


async def test_the_end_of_a_server_waits_for_nobody() -> None:
    async with visited() as (port, made):
        reader, writer = await line_to(port)
        writer.write(get("/a"))
        await next_answer(reader)
        with socket.create_connection(("127.0.0.1", port)) as line:
            line.sendall(get(f"/large/{LARGE}"))
            await until(lambda: len(made) == 2 and made[1].answered == 1)
            for one in made:
                one.end()
            async with asyncio.timeout(LIMIT_S):
                assert await reader.read() == b""
            await until(lambda: all(one.connection_lost_waiter.done() for one in made))
        writer.close()
