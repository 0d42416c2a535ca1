"""The count of open sockets, from the moment each is accepted."""

import asyncio
import contextlib
import resource
from collections.abc import AsyncIterator
from ipaddress import ip_network
from pathlib import Path
from types import SimpleNamespace
from typing import cast
from unittest import mock
from urllib.parse import urlsplit

import pytest
from websockets.asyncio.client import connect
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request
from websockets.typing import Subprotocol

from protocol import SUBPROTOCOL
from server.access.rate_limits import (
    ADDRESS,
    AGAIN_COST,
    CONNECTIONS_PER_ADDRESS,
    METRICS_COST,
    OPENING_COST,
    RateLimits,
)
from server.net import connection
from server.net.connection_limits import PATIENT, RESERVED, ConnectionLimits
from server.net.socket import Socket
from server.settings import ServerSettings
from tests.harness import LIMIT_S, Client, ServerProcess, client
from tests.server.running_server import serving
from tests.stores import RedisProcess

MANY = 100_000
"""Descriptors."""


def made_by(address: str) -> Socket:
    transport = SimpleNamespace(get_extra_info=lambda _: (address, 5))
    plain = SimpleNamespace(
        transport=transport, owner=None, counted=False, welcome=True, answered=0, stays=True
    )
    return cast(Socket, plain)


def asking(*forwarded: str) -> Request:
    return Request("/ws", Headers([("X-Forwarded-For", one) for one in forwarded]))


def test_whoever_says_nothing_is_counted_all_the_same() -> None:
    connection_limits = ConnectionLimits(RateLimits(), ServerSettings(), MANY)
    silent = [made_by("192.0.2.1") for _ in range(CONNECTIONS_PER_ADDRESS + PATIENT + 3)]
    stay = [connection_limits.made(socket) for socket in silent]
    assert stay == [True] * (CONNECTIONS_PER_ADDRESS + PATIENT) + [False] * 3
    for socket in silent[-3:]:
        connection_limits.lost(socket)
    assert connection_limits.asked(silent[0], asking())
    assert not connection_limits.asked(silent[CONNECTIONS_PER_ADDRESS], asking()), (
        "it is one too many"
    )
    other = made_by("192.0.2.2")
    assert connection_limits.made(other)
    assert connection_limits.asked(other, asking())
    for socket in silent[:-3]:
        connection_limits.lost(socket)
    again = made_by("192.0.2.1")
    assert connection_limits.made(again)
    assert connection_limits.asked(again, asking())


def test_no_address_has_more_than_a_quarter_and_the_last_are_nobodys() -> None:
    connection_limits = ConnectionLimits(RateLimits(), ServerSettings(), 256)
    one = [made_by("192.0.2.1") for _ in range(100)]
    assert sum(connection_limits.made(socket) for socket in one) == 64 + PATIENT
    assert sum(connection_limits.asked(socket, asking()) for socket in one) == 64
    rest = [made_by(f"192.0.2.{i}") for i in range(2, 200)]
    stay = sum(connection_limits.made(socket) for socket in rest)
    assert stay == 256 - RESERVED - len(one)


def test_behind_a_proxy_whose_it_is_stands_in_the_request() -> None:
    settings = ServerSettings(trusted_proxies=(ip_network("10.0.0.0/8"),), unlimited=())
    connection_limits = ConnectionLimits(RateLimits(), settings, MANY)
    sockets = [made_by("10.0.0.1") for _ in range(CONNECTIONS_PER_ADDRESS + 5)]
    assert all(connection_limits.made(socket) for socket in sockets)
    asked = [connection_limits.asked(socket, asking("192.0.2.1")) for socket in sockets]
    assert asked == [True] * CONNECTIONS_PER_ADDRESS + [False] * 5
    other = made_by("10.0.0.1")
    assert connection_limits.made(other)
    assert connection_limits.asked(other, asking("192.0.2.2"))
    for socket in sockets:
        connection_limits.lost(socket)
    back = made_by("10.0.0.1")
    assert connection_limits.made(back)
    assert connection_limits.asked(back, asking("192.0.2.1"))


def test_whatever_is_asked_by_http_is_paid_for() -> None:
    connection_limits = ConnectionLimits(RateLimits(clock=lambda: 5.0), ServerSettings(), MANY)
    answered = 0
    while True:
        socket = made_by("192.0.2.1")
        connection_limits.made(socket)
        if not connection_limits.asked(socket, asking(), METRICS_COST):
            break
        connection_limits.lost(socket)
        answered += 1
    assert answered == ADDRESS.most // (OPENING_COST + METRICS_COST)


def test_what_is_asked_on_a_line_that_is_there_costs_less_and_something() -> None:
    connection_limits = ConnectionLimits(RateLimits(clock=lambda: 5.0), ServerSettings(), MANY)
    socket = made_by("192.0.2.1")
    connection_limits.made(socket)
    assert socket.stays
    while connection_limits.asked(socket, asking()):
        socket.answered += 1
    most = 1 + (ADDRESS.most - OPENING_COST) / AGAIN_COST
    assert socket.answered == pytest.approx(most, abs=1)  # credits are fractions


def test_a_proxy_may_ask_for_others_so_each_of_its_lines_serves_one() -> None:
    settings = ServerSettings(trusted_proxies=(ip_network("10.0.0.0/8"),), unlimited=())
    connection_limits = ConnectionLimits(RateLimits(clock=lambda: 5.0), settings, MANY)
    socket = made_by("10.0.0.1")
    connection_limits.made(socket)
    assert not socket.stays
    pages = 0
    for number in range(int(ADDRESS.most)):
        another = made_by("10.0.0.1")
        connection_limits.made(another)
        pages += connection_limits.asked(another, asking("192.0.2.1"), visit=number > 0)
        connection_limits.lost(another)
    assert pages == pytest.approx(1 + (ADDRESS.most - OPENING_COST) / AGAIN_COST, rel=0.01)


async def test_who_opens_a_websocket_and_never_says_hello_is_closed(redis: RedisProcess) -> None:
    async with serving(redis.url) as (app, url):
        with mock.patch.object(connection, "HELLO_S", 0.2):
            async with client(url, hello=False) as silent, client(url, hello=False) as muddled:
                assert (await muddled.ask("ping"))["code"] == "hello_first"
                for link in (silent, muddled):
                    with pytest.raises(ConnectionClosed, match="1008"):
                        await link.receive()
        async with client(url) as link:
            (one,) = app.port_listener.connections
            one._still_silent()  # the time is over
            assert (await link.ask("ping"))["type"] == "pong"


# Over sockets. ----------------------------------------------------------------------------------


@contextlib.asynccontextmanager
async def coming_from(server: ServerProcess, address: str) -> AsyncIterator[Client]:
    names = [Subprotocol(SUBPROTOCOL)]
    async with connect(
        server.url,
        subprotocols=names,
        compression=None,
        local_addr=(address, 0),
        open_timeout=LIMIT_S,
    ) as socket:
        yield Client(socket)


@pytest.mark.processes
async def test_silent_sockets_shut_nobody_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATIENCE_UNLIMITED", "192.0.2.0/24")
    monkeypatch.setenv("PATIENCE_LIMITS", "1")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    server = ServerProcess(tmp_path / "data")
    resource.setrlimit(resource.RLIMIT_NOFILE, (256, hard))
    try:
        await server.start()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    async with contextlib.AsyncExitStack() as stack:
        stack.push_async_callback(server.stop)
        assert server.process is not None
        raised = resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE)
        assert raised == (hard, hard)
        where = urlsplit(server.url)
        lines = [
            await asyncio.open_connection(where.hostname, where.port, local_addr=("127.0.0.3", 0))
            for _ in range(CONNECTIONS_PER_ADDRESS + 60)
        ]
        async with coming_from(server, "127.0.0.2") as link:
            assert (await link.ask("hello", protocol=[1], client="x"))["type"] == "welcome"
        async with asyncio.timeout(LIMIT_S):  # each is closed after some seconds, if it is silent
            ended = await asyncio.gather(*(r.read() for r, _ in lines), return_exceptions=True)
        assert not [one for one in ended if one and not isinstance(one, OSError)]
        for _, writer in lines:
            writer.close()
    assert "traceback" not in server.log.lower()
