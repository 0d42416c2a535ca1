"""Attacks other than floods: clients that do not read, guessed tokens, secrets in logs."""

import asyncio
import contextlib
import json
import secrets
import socket
from hashlib import sha256
from pathlib import Path
from typing import Any, cast

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from bench.machine import used
from engine.races.record import read
from protocol import SUBPROTOCOL
from protocol.closing import Close
from server.access.rate_limits import Allowance, RateLimits
from server.app import App
from server.net.connection import BEHIND, LOST, Connection
from server.net.socket import Socket
from server.observability.metrics import Metrics
from server.rooms import state as rooms
from server.rooms.state import Room, Seat
from server.settings import ServerSettings
from tests.harness import LIMIT_S, Client, ServerProcess, client
from tests.messages import told
from tests.server.two_servers import begin
from tests.stores import RedisProcess, engines

# Slow readers. ----------------------------------------------------------------------------------


class Pipe:
    """A socket of which no byte is taken any more, by what is said of it."""

    def __init__(self) -> None:
        self.unsent = 0
        self.said: list[bytes] = []
        self.closed: list[int] = []

    def say(self, data: bytes) -> None:
        self.said.append(data)
        self.unsent += len(data)

    async def close(self, code: int, reason: str) -> None:
        self.closed.append(code)


async def listener() -> tuple[Connection, Pipe]:
    """A connection to nowhere."""
    app, pipe = App(ServerSettings(port=0), "unix:///nowhere"), Pipe()
    tasks: set[asyncio.Task[None]] = set()
    made = Connection(
        "x:1",
        cast(Socket, pipe),
        app._services,
        Metrics(),
        lambda coroutine: tasks.add(asyncio.ensure_future(coroutine)),
        Allowance(RateLimits(), None),
    )
    return made, pipe


async def test_whoever_is_behind_gets_no_progress_but_every_event() -> None:
    connection, pipe = await listener()
    connection.send_progress(b"progress")
    pipe.unsent = BEHIND
    connection.send_progress(b"dropped")
    connection.send(b"event")
    pipe.unsent = LOST
    connection.send(b"one more")
    assert pipe.said == [b"progress", b"event", b"one more"]
    assert not pipe.closed


async def test_whoever_is_lost_is_closed_to_come_back_and_gets_nothing_more() -> None:
    connection, pipe = await listener()
    pipe.unsent = LOST + 1
    connection.send(b"an event that has no room")
    connection.send(b"another")
    pipe.unsent = 0
    connection.send(b"too late")
    await asyncio.sleep(0)
    assert pipe.said == []
    assert pipe.closed == [Close.RESYNC]


@contextlib.asynccontextmanager
async def deaf(url: str) -> Any:
    """A raw line that can say things and never reads what comes."""
    plain = socket.socket()
    plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    host, port = url.removeprefix("ws://").split("/")[0].split(":")
    await asyncio.to_thread(plain.connect, (host, int(port)))
    plain.setblocking(False)
    async with connect(
        url,
        sock=plain,
        subprotocols=[Subprotocol(SUBPROTOCOL)],
        compression=None,
        max_size=None,
        open_timeout=LIMIT_S,
        ping_interval=None,
    ) as made:
        yield made
        made.transport.abort()


async def overrun(server: ServerProcess, host: Client, line: Any, request: str) -> None:
    """Ask on and on by a line on which no answer is read, until it is closed; others are served."""
    with contextlib.suppress(ConnectionClosed):
        while "slow_reader" not in server.log:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(0.5):
                    for _ in range(50):
                        await line.send(request)
            assert (await host.ask("ping"))["type"] == "pong"


def is_here(link: Client, seat: int) -> bool:
    """Whether the seat was here when its presence was told last."""
    heard = [message for frame in link.frames for message in told(frame)]
    return [m["here"] for m in heard if m["type"] == "presence" and m["seat"] == seat][-1:] != [
        False
    ]


@pytest.mark.slow
@pytest.mark.processes
async def test_a_client_that_never_reads_is_cut_off_and_costs_little(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATIENCE_LIMITS", "1000000")
    async with ServerProcess(tmp_path / "data") as server, client(server.url) as host:
        async with client(server.url) as sitter:
            code, token = await begin(host, sitter, game="uncle_remus"), sitter.token
        pid = server.process.pid if server.process else 0
        before = used(pid)
        hello = {"type": "hello", "id": 1, "protocol": [1], "client": "x"}
        resume = {"type": "resume", "id": 2, "code": code, "token": token}
        while "slow_reader" not in server.log:  # who is slow at this is closed as silent first
            async with deaf(server.url) as line:
                await line.send(json.dumps(hello))
                await line.send(json.dumps(resume))
                line.transport.pause_reading()
                await overrun(server, host, line, '{"type":"look","id":3}')
        after = used(pid)
        while is_here(host, 1):
            await host.receive()
        assert before is None or after is None or after.rss - before.rss < 16 * 2**20
        async with client(server.url) as again:
            seat = await again.ask("resume", code=code, token=token)
            assert seat["seat"] == 1, "the seat was lost"


# Tokens. ----------------------------------------------------------------------------------------


def test_every_token_is_compared_and_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[str] = []

    def compare(a: str, b: str) -> bool:
        compared.append(a)
        return a == b

    monkeypatch.setattr(rooms, "compare_digest", compare)
    hashes = [sha256(bytes([i])).hexdigest() for i in range(5)]
    room = Room("X", seats={i: Seat(f"n{i}", each, left=i == 2) for i, each in enumerate(hashes)})
    for i, each in enumerate(hashes):
        compared.clear()
        assert room.seat_of(each) == (None if i == 2 else i)
        assert compared == hashes, "how long it takes tells where it is"
    assert room.seat_of("0" * 64) is None


# Logs and errors. -------------------------------------------------------------------------------


async def rough_evening(server: ServerProcess, redis: RedisProcess) -> tuple[list[str], list[str]]:
    """A race with all that goes wrong in one; everything secret in it, and everything refused."""
    async with client(server.url) as ann, client(server.url) as ben:
        nonces = [secrets.token_hex(16) for _ in range(2)]
        hidden = [ann.token, ben.token, *nonces]
        code = (await ann.create("kings", name="Ann"))["code"]
        await ben.join(code, "Ben")
        guesses = [secrets.token_urlsafe(24) for _ in range(3)]
        hidden += guesses
        for link, token in ((ann, ben.token), (ben, guesses[0]), (ben, guesses[1] * 3)):
            await link.ask("resume", code=code, token=token)
            await link.ask("join", code=code, name="Ann", token=token)
            await link.socket.send(json.dumps({"type": "ready", "id": 900, "nonce": token}))
            await link.socket.send('{"type":"join","id":901,"token":"' + token)
        for link, nonce in zip((ann, ben), nonces, strict=True):
            await link.ask("ready", nonce=nonce)
        await ann.until("frame")
        await ben.until("frame")
        await redis.kill()
        await ann.until("notice")
        ann.patient = False
        await ann.ask("look")
        await redis.start()
        await ann.until("notice")
        await server.kill()
    await server.start()
    async with client(server.url) as ann2, client(server.url) as ben2:
        for again, link in ((ann2, ann), (ben2, ben)):
            again.token = link.token
            await again.ask("resume", code=code, token=link.token)
            await again.ask("play", race=1, ply=0, move="resign")
            again.frames += link.frames
        await ann2.until("over")
        record = (await ann2.ask("get_record", race=code))["record"]
        frames = [*ann2.frames, *ben2.frames]
        await server.stop()
    told = read(record)
    assert told.secret is not None
    hidden += [told.secret.hex(), told.true_seed().hex()]
    errors = [frame for frame in frames if json.loads(frame)["type"] in ("refused", "notice")]
    return hidden, errors


@pytest.mark.slow
@pytest.mark.processes
@pytest.mark.parametrize("as_json", ["true", "false"])
async def test_nothing_secret_is_logged_or_repeated_in_an_error(
    as_json: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATIENCE_LOG_LEVEL", "debug")
    monkeypatch.setenv("PATIENCE_LOG_JSON", as_json)
    async with RedisProcess(tmp_path / "redis", engines()["embedded"]) as redis:
        server = ServerProcess(tmp_path / "data", redis_url=redis.url)
        async with server:
            hidden, errors = await rough_evening(server, redis)
    assert len(errors) > 10
    assert "store_away" in server.log
    hidden += [sha256(word.encode()).hexdigest() for word in hidden]
    for word in hidden:
        assert word not in server.log
        assert not [error for error in errors if word[:12] in error], word
