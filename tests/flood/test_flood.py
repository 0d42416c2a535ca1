"""Floods: a flooding client is cut off, whatever it sends and from whichever address."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from pathlib import Path
from time import monotonic
from urllib.parse import urlsplit

import pytest

from server.access import rate_limits
from tests.flood.attacker import FRAMES, HEAD_ENDS, OPENING, asking_for_websocket, text_frame
from tests.harness import LIMIT_S, ServerProcess, client

MANY = 30_000
"""Frames, several times as many as the rate limit allows."""
LAST = 77
"""The id of a request after all of them."""


@pytest.fixture(params=["counted", "uncounted"])
async def served(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[tuple[ServerProcess, bool]]:
    """A server with the usual limits, and whether it counts addresses of this machine."""
    counted = request.param == "counted"
    monkeypatch.setenv("PATIENCE_LIMITS", "1")
    monkeypatch.setenv("PATIENCE_UNLIMITED", "192.0.2.0/24" if counted else "127.0.0.0/8")
    async with ServerProcess(tmp_path / "data") as process:
        yield process, counted
        assert "traceback" not in process.log.lower(), process.log


def most(counted: bool, seconds: float) -> float:
    """The most frames that are answered in this time, plus a second of tolerance."""
    rates = (
        [rate_limits.CONNECTION, rate_limits.EXCESS] if counted else [rate_limits.UNCOUNTED_FRAMES]
    )
    return sum(rate.most + rate.per_s * (seconds + 1) for rate in rates)


async def frames_from(reader: asyncio.StreamReader) -> AsyncIterator[tuple[int, bytes]]:
    """Opcode and content of each frame until the connection ends."""
    with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
        while True:
            first, length = await reader.readexactly(2)
            if length == 126:
                length = int.from_bytes(await reader.readexactly(2))
            yield first, await reader.readexactly(length)


@pytest.mark.processes
@pytest.mark.parametrize(
    ("what", "greeting"),
    [
        ("pings", "silent"),
        ("pings", "hello"),
        ("pings", "logged in"),
        ("pongs", "silent"),
        ("fragments", "hello"),
    ],
)
async def test_whoever_floods_a_server_with_frames_is_cut_off(
    what: str, greeting: str, served: tuple[ServerProcess, bool]
) -> None:
    server, counted = served
    where = urlsplit(server.url)
    hello = text_frame("hello", protocol=[1], client="flood")
    async with client(server.url) as calm:
        signed = await calm.ask("sign_up", name="Ann", password="quite a long one")
        reader, writer = await asyncio.open_connection(where.hostname, where.port)
        writer.write(asking_for_websocket(where.netloc))
        assert (await reader.readuntil(HEAD_ENDS)).startswith(b"HTTP/1.1 101 ")
        if greeting != "silent":
            writer.write(hello)
        if greeting == "logged in":
            writer.write(text_frame("authenticate", session=signed["session"]))
        began, codes, pongs = monotonic(), list[int](), 0
        last = text_frame("ping", LAST)
        writer.write(OPENING.get(what, b"") + FRAMES[what] * MANY + last)
        async with asyncio.timeout(LIMIT_S):
            async for kind, said in frames_from(reader):
                if kind == 0x88:
                    codes.append(int.from_bytes(said[:2]))
                elif kind == 0x8A:
                    pongs += 1
                    assert pongs < MANY, "all of them were answered"
                else:
                    assert json.loads(said).get("id") != LAST, "all of them were read"
        took = monotonic() - began
        writer.close()
        assert codes == [1008]
        assert pongs <= most(counted, took)
        assert (await calm.ask("ping"))["type"] == "pong"
    assert "too_fast" in server.log


@pytest.mark.processes
async def test_whoever_pings_now_and_then_is_not_cut_off(
    served: tuple[ServerProcess, bool],
) -> None:
    async with client(served[0].url) as link:
        for _ in range(300):
            await (await link.socket.ping())
        assert (await link.ask("ping"))["type"] == "pong"
