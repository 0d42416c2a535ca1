"""The proxy configuration of docker-compose.yml, run by a real Caddy."""

import asyncio
import gzip
import json
import shutil
import ssl
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Subprotocol

from protocol import SUBPROTOCOL
from server.__main__ import ENDING_S
from server.settings import ServerSettings
from server.web.static_files import read_tree
from tests.harness import (
    LIMIT_S,
    ROOT,
    Client,
    ConnectionClosed,
    ServerProcess,
    client,
    connected,
)
from tests.server.net.test_pages import Answer, asked_at
from tests.server.observability.test_metrics import told
from tests.server.running_server import until
from tests.stores import RedisProcess, engines
from tests.trouble.pair import free_port

CADDY = shutil.which("caddy")
AUTHORITY = ".local/share/caddy/pki/authorities/local/root.crt"
"""Where Caddy, in the home it runs in, keeps the certificate of the authority it makes."""

pytestmark = [
    pytest.mark.processes,
    pytest.mark.skipif(CADDY is None, reason="caddy is not installed (apt-get install caddy)"),
]


def compose() -> dict[str, Any]:
    """docker-compose.yml, as compose itself reads it."""
    program, file = Path(sys.executable).parent / "docker-compose", ROOT / "docker-compose.yml"
    words = ["-f", str(file), "--profile", "*", "config", "--format", "json"]
    told = subprocess.run([str(program), *words], capture_output=True, check=True, text=True)
    found: dict[str, Any] = json.loads(told.stdout)
    return found


@asynccontextmanager
async def caddy(
    tmp_path: Path,
    folder: Path,
    servers: Iterable[ServerProcess],
    site: str,
    options: Iterable[str],
    is_there: Callable[[], Awaitable[object]],
) -> AsyncIterator[None]:
    """A proxy of a site before the servers, that finds the client's files in a folder. It is told
    what it is in containers, but for the options. `is_there` raises OSError until it is."""
    file = tmp_path / "Caddyfile"
    told = (ROOT / "deploy/Caddyfile").read_text().replace("/srv/web", str(folder))
    file.write_text("\n".join(["{", "admin off", "default_bind 127.0.0.1", *options, "}", told]))
    command = [str(CADDY), "run", "--config", str(file), "--adapter", "caddyfile"]
    given = {
        "HOME": str(tmp_path),
        "PATH": "/usr/bin:/bin",
        "PATIENCE_SITE": site,
        "PATIENCE_UPSTREAMS": " ".join(urlsplit(server.url).netloc for server in servers),
    }
    with (tmp_path / "caddy.log").open("wb") as log:
        process = await asyncio.create_subprocess_exec(*command, stderr=log, stdout=log, env=given)
    try:
        async with asyncio.timeout(LIMIT_S):
            while True:
                try:
                    await is_there()
                    break
                except OSError:
                    assert process.returncode is None, (tmp_path / "caddy.log").read_text()
                    await asyncio.sleep(0.05)
        yield
    finally:
        process.terminate()
        await process.wait()


@asynccontextmanager
async def proxied(tmp_path: Path, folder: Path, *servers: ServerProcess) -> AsyncIterator[str]:
    """The address of a proxy without TLS."""
    site = f"127.0.0.1:{free_port()}"
    is_there = partial(asked_at, site, "GET /healthz")
    async with caddy(tmp_path, folder, servers, f"http://{site}", ["auto_https off"], is_there):
        yield site


class Sealed(NamedTuple):
    """Where a proxy is reached by TLS, and where without; whom to trust that it is the one."""

    site: str
    plain: str
    trust: ssl.SSLContext


@asynccontextmanager
async def sealed(tmp_path: Path, *servers: ServerProcess) -> AsyncIterator[Sealed]:
    """A proxy as containers have it where no domain is given: localhost, whose certificate is of an
    authority of its own. Nothing else on the machine is told to trust that."""
    port, plain_port = free_port(), free_port()
    site, authority = f"localhost:{port}", tmp_path / AUTHORITY
    options = ["skip_install_trust", f"http_port {plain_port}", f"https_port {port}"]

    async def is_there() -> None:
        trust = ssl.create_default_context(cafile=authority)
        await asked_at(site, "GET /healthz", trust=trust)

    async with caddy(tmp_path, tmp_path, servers, "localhost", options, is_there):
        trust = ssl.create_default_context(cafile=authority)
        yield Sealed(site, f"localhost:{plain_port}", trust)


def reaches(service: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether they are on a network together."""
    return bool(service["networks"].keys() & other["networks"].keys())


def test_the_containers_fit_each_other() -> None:
    """What one of them is told and another has to know."""
    whole = compose()
    server, redis = whole["services"]["server"], whole["services"]["redis"]
    proxies = [whole["services"][name] for name in ("proxy", "proxy-tls")]
    trusted = server["environment"]["PATIENCE_TRUSTED_PROXIES"].split(",")
    assert trusted == [proxy["networks"]["default"]["ipv4_address"] for proxy in proxies]
    upstreams = [f"crown-patience-server-{n + 1}:8765" for n in range(server["deploy"]["replicas"])]
    there = server["environment"]["PATIENCE_WEB_EXPORT"]
    for proxy in proxies:
        assert proxy["environment"]["PATIENCE_UPSTREAMS"].split() == upstreams
        assert {mount["target"] for mount in proxy["volumes"]} >= {there, "/etc/caddy/Caddyfile"}
    assert f"root * {there}" in (ROOT / "deploy/Caddyfile").read_text()
    assert server["environment"]["PATIENCE_ALLOWED_ORIGINS"].split(",") == [
        f"https://{whole['services']['proxy-tls']['environment']['PATIENCE_SITE']}",
        "http://server:8765",
    ]
    assert "ports" not in server
    near = {name for name in whole["services"] if reaches(whole["services"][name], redis)}
    assert near == {"redis", "server", "backup"}, "who can reach the store"
    assert whole["networks"]["store"]["internal"] is True
    assert "ports" not in redis
    assert "yes" in redis["command"][redis["command"].index("--appendonly") :][:2]
    drain_s = ServerSettings.model_fields["drain_s"].default
    assert server["stop_grace_period"] == "30s"
    assert drain_s + ENDING_S < 30
    for name, service in whole["services"].items():
        assert service["read_only"] is True, name
        assert service["cap_drop"] == ["ALL"], name
        assert service["security_opt"] == ["no-new-privileges:true"], name
        assert service["deploy"]["resources"]["limits"]["memory"], name
        assert "configs" not in service, "compose cannot copy them into what is read-only"
        assert name == "backup" or service["healthcheck"]["test"][0] == "CMD", name
        for mount in service.get("volumes", ()):
            assert mount["type"] == "volume" or Path(mount["source"]).exists(), mount


def came_from_caddy(answer: Answer) -> bool:
    """The server behind says nothing of when a file was changed."""
    return "last-modified" in answer.headers


async def test_the_proxy_serves_files_and_the_server_the_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    web = tmp_path / "web"
    monkeypatch.setenv("PATIENCE_WEB_EXPORT", str(web))
    monkeypatch.setenv("PATIENCE_TRUSTED_PROXIES", "127.0.0.1")
    async with (
        ServerProcess(tmp_path / "data") as server,
        proxied(tmp_path, web, server) as site,
    ):
        root = read_tree().root
        alike = ("content-type", "cache-control", "x-content-type-options")
        for name in ("main.js", "styles/base.css", "icon.svg", "catalogue.json", "rules/usk.json"):
            for line in ("Accept-Encoding: identity", "Accept-Encoding: gzip, br"):
                mine = await asked_at(urlsplit(server.url).netloc, f"GET {root}/{name}", line)
                its = await asked_at(site, f"GET {root}/{name}", line)
                assert came_from_caddy(its), name
                assert not came_from_caddy(mine), name
                assert its.body == mine.body, name
                for header in (*alike, "cross-origin-resource-policy"):
                    assert its.headers[header] == mine.headers[header], (name, header)
                encoding = its.headers.get("content-encoding")
                assert encoding == mine.headers.get("content-encoding"), name
        page = await asked_at(site, "GET /j/KQ74TX")
        assert page.status == 200
        assert f"ws://{site} " in page.headers["content-security-policy"]
        for path in ("/metrics", f"{root}/main.js.gz", f"{root}/../../../data/server.log"):
            assert (await asked_at(site, f"GET {path}")).status == 404, path
        other = await asked_at(site, f"GET /static/{'0' * 16}/main.js")
        assert (other.status, came_from_caddy(other)) == (404, False)
        assert b"another version" in other.body
        shutil.rmtree(web / "static")
        gone = await asked_at(site, f"GET {root}/main.js", "Accept-Encoding: gzip")
        assert (gone.status, came_from_caddy(gone)) == (200, False)
        assert gzip.decompress(gone.body) == read_tree().files["main.js"].plain
        names = [Subprotocol(SUBPROTOCOL)]
        async with connect(
            f"ws://{site}/ws",
            subprotocols=names,
            origin=f"http://{site}",  # type: ignore[arg-type]
        ) as line_:
            told = await Client(line_).ask("hello", protocol=[1], client="x")
            assert told["type"] == "welcome"


async def test_whoever_is_on_a_server_that_leaves_comes_back_to_the_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATIENCE_DRAIN_S", "0.3")
    monkeypatch.setenv("PATIENCE_TRUSTED_PROXIES", "127.0.0.1")
    async with (
        RedisProcess(tmp_path / "redis", engines()["embedded"]) as redis,
        ServerProcess(tmp_path / "one", redis_url=redis.url) as one,
        ServerProcess(tmp_path / "two", redis_url=redis.url) as two,
        proxied(tmp_path, tmp_path, one, two) as site,
        AsyncExitStack() as stack,
    ):
        url = f"ws://{site}/ws"
        people = [await stack.enter_async_context(client(url)) for _ in range(6)]
        room = await people[0].create("aces_up")
        for number, person in enumerate(people[1:]):
            await person.join(room["code"], f"guest {number}")
        there = {server: await connections(server) for server in (one, two)}
        assert sum(there.values()) == 6
        leaves, stays = (one, two) if there[one] else (two, one)
        assert await leaves.stop() == 0
        codes = []
        for person in people:
            try:
                await person.ask("ping")
            except ConnectionClosed as closed:
                codes.append(closed.rcvd.code if closed.rcvd else None)
                again = await stack.enter_async_context(await let_in(url))
                answer = await again.ask("resume", code=room["code"], token=person.token)
                assert answer["type"] == "room"
        assert codes == [1012] * int(there[leaves])

        async def all_are_there() -> bool:
            return await connections(stays) == 6

        await until(all_are_there)  # a connection of `let_in` may still be closing


async def test_with_tls_a_race_is_reached_by_its_name_and_nothing_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATIENCE_TRUSTED_PROXIES", "127.0.0.1")
    async with (
        ServerProcess(tmp_path / "data") as server,
        sealed(tmp_path, server) as (site, plain, trust),
    ):
        ready = await asked_at(site, "GET /readyz", trust=trust)
        assert (ready.status, ready.body) == (200, b"ready\n")
        assert (await asked_at(site, "GET /metrics", trust=trust)).status == 404
        with pytest.raises(ssl.SSLCertVerificationError):
            await asked_at(site, "GET /readyz", trust=ssl.create_default_context())
        for path in ("/", "/j/KQ74TX", "/metrics", "/ws"):
            sent = await asked_at(plain, f"GET {path}")
            assert (sent.status, sent.headers["location"]) == (308, f"https://localhost{path}")
        origin = f"https://{site}"
        async with await connected(f"wss://{site}/ws", ssl=trust, origin=origin) as line:
            assert line.transport.get_extra_info("ssl_object").version() == "TLSv1.3"
            host = Client(line)
            told = await host.ask("hello", protocol=[1], client="x")
            assert told["type"] == "welcome"
            await host.create("aces_up")
            await host.ready()
            await host.ask("start")
            move = (await host.until("table"))["legal"][0]
            assert (await host.ask("play", race=1, ply=0, move=move))["type"] == "moved"


async def let_in(url: str) -> AbstractAsyncContextManager[Client]:
    """A connection, whatever the proxy takes for gone at first: any process may stand still."""
    async with asyncio.timeout(LIMIT_S):
        while True:
            try:
                async with client(url):
                    return client(url)
            except InvalidStatus:
                await asyncio.sleep(0.1)


async def connections(server: ServerProcess) -> float:
    return (await told(server))["patience_connections",]
