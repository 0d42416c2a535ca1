"""The proxy of docker-compose.yml, as a real Caddy does what it is told there."""

import asyncio
import gzip
import json
import shutil
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from websockets.asyncio.client import connect
from websockets.typing import Subprotocol

from protocol import SUBPROTOCOL
from server.web.tree import read_tree
from tests.harness import LIMIT_S, ROOT, Client, ServerProcess
from tests.server.test_pages import Answer, asked_at

CADDY = shutil.which("caddy")

pytestmark = [
    pytest.mark.processes,
    pytest.mark.skipif(CADDY is None, reason="caddy is not installed (apt-get install caddy)"),
]


def compose() -> dict[str, Any]:
    """docker-compose.yml, as compose itself reads it."""
    program, file = Path(sys.executable).parent / "docker-compose", ROOT / "docker-compose.yml"
    words = ["-f", str(file), "--profile", "tls", "config", "--format", "json"]
    told = subprocess.run([str(program), *words], capture_output=True, check=True, text=True)
    found: dict[str, Any] = json.loads(told.stdout)
    return found


def caddyfile(site: str, server: str, folder: Path) -> str:
    """What the proxy is told, at addresses of this machine and without TLS."""
    whole = compose()
    (there,) = {
        mount["target"]
        for name in ("server", "proxy")
        for mount in whole["services"][name]["volumes"]
        if mount["source"] == "web-files"
    }
    assert whole["services"]["server"]["environment"]["PATIENCE_WEB_EXPORT"] == there
    text: str = whole["configs"]["caddyfile"]["content"].replace("$$", "$")
    assert text.startswith("{$PATIENCE_DOMAIN} {")
    text = text.replace("{$PATIENCE_DOMAIN}", f"http://{site}").replace("server:8765", server)
    return "{\nauto_https off\nadmin off\n}\n" + text.replace(there, str(folder))


@asynccontextmanager
async def proxied(tmp_path: Path, server: ServerProcess, folder: Path) -> AsyncIterator[str]:
    """The address of a proxy before the server, that finds the client's files in a folder."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        site = f"127.0.0.1:{free.getsockname()[1]}"
    file = tmp_path / "Caddyfile"
    file.write_text(caddyfile(site, urlsplit(server.url).netloc, folder))
    command = [str(CADDY), "run", "--config", str(file), "--adapter", "caddyfile"]
    home = {"HOME": str(tmp_path), "PATH": "/usr/bin:/bin"}
    with (tmp_path / "caddy.log").open("wb") as log:
        caddy = await asyncio.create_subprocess_exec(*command, stderr=log, stdout=log, env=home)
    try:
        async with asyncio.timeout(LIMIT_S):
            while True:
                try:
                    await asked_at(site, "GET /healthz")
                    break
                except OSError:
                    assert caddy.returncode is None, (tmp_path / "caddy.log").read_text()
                    await asyncio.sleep(0.05)
        yield site
    finally:
        caddy.terminate()
        await caddy.wait()


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
        proxied(tmp_path, server, web) as site,
    ):
        root = read_tree().root
        alike = ("content-type", "cache-control", "x-content-type-options")
        for name in ("main.js", "look/base.css", "icon.svg", "catalogue.json", "rules/usk.json"):
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
