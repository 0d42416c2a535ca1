"""Start a server on this computer as a process of its own, and find out at which addresses it is
reached.

The client starts the server program by its name and never imports it.
"""

import asyncio
import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from client_cli.exit_codes import Failure
from client_cli.net.addresses import is_local, port_of
from client_cli.net.invitations import ServerAddress
from protocol import PATH
from protocol.network import lan_host, listens
from protocol.texts import _

START_TIMEOUT_S = 30.0
LOOK_S = 1.0
"""Seconds between two looks at whether a server that this client has started still runs."""
MOST_RESTARTS = 5
UNTIL_EMPTY_S = 30
"""Seconds after its last room has become empty at which a server started for a room ends."""


def serve(arguments: Sequence[str]) -> int:
    """Replace this process with the server program. Where the system cannot do that, run it and
    return its exit code."""
    command = [sys.executable, "-m", "server", *arguments]
    with contextlib.suppress(AttributeError, ValueError, OSError):
        sys.stdout.flush()
    if os.name == "posix":
        os.execv(sys.executable, command)  # noqa: S606 # our own interpreter, no shell
    return subprocess.call(command)


def answers(server: str) -> bool:
    """Return whether something listens on the server's port on this computer."""
    return listens("127.0.0.1", port_of(server))


class StartedServer:
    """A server that this client has started on this computer. With `lan` other computers can reach
    it. It runs until its rooms are empty, even if this client ends first. Its output goes to the
    file `log`."""

    def __init__(self, server: str, lan: bool, log: Path) -> None:
        self._server, self._lan, self._log = server, lan, log
        self._process = self._started()

    @property
    def told(self) -> str:
        """A sentence for the player, which says that the server was started."""
        return _(
            "Started a server on port {port}; it stops when the room is empty.",
            port=port_of(self._server),
        )

    async def keep_running(self) -> None:
        """Start the server again whenever it has ended, until this coroutine is cancelled. Its
        rooms are as they were, because its store is on the disk. Return if it ends too often, or if
        it does not start."""
        for _start in range(MOST_RESTARTS):
            while self._process.poll() is None:  # noqa: ASYNC110 # a process announces its end to nobody
                await asyncio.sleep(LOOK_S)
            if await asyncio.to_thread(answers, self._server):
                return  # somebody else has started one
            try:
                self._process = await asyncio.to_thread(self._started)
            except Failure:
                return

    def _started(self) -> "subprocess.Popen[bytes]":
        """Start a process of the server and return it when it answers. Raises Failure if it does
        not start."""
        where = "0.0.0.0" if self._lan else "127.0.0.1"  # noqa: S104 # the user has asked for --lan
        port = str(port_of(self._server))
        arguments = ["--host", where, "--port", port, "--until-empty", str(UNTIL_EMPTY_S)]
        self._log.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with self._log.open("ab") as errors:
            process = subprocess.Popen(
                [sys.executable, "-m", "server", *arguments],
                stdin=subprocess.DEVNULL,
                stdout=errors,
                stderr=errors,
                start_new_session=True,
            )
        _wait(process, self._server, self._log)
        return process


def start_if_silent(server: str, lan: bool, log: Path) -> StartedServer | None:
    """Start a server if the address is one of this computer and no server answers there, and return
    it. Return None if none was started. `lan` and `log` are those of `StartedServer`. Raises
    Failure if it does not start."""
    if not is_local(server) or answers(server):
        return None
    return StartedServer(server, lan, log)


def _wait(process: "subprocess.Popen[bytes]", server: str, log: Path) -> None:
    deadline = time.monotonic() + START_TIMEOUT_S
    while time.monotonic() < deadline:
        if answers(server):
            return
        if process.poll() is not None:
            break
        time.sleep(0.05)
    with contextlib.suppress(OSError):
        process.terminate()
    raise Failure.unreachable(_("No server could be started; {log} says why.", log=log))


def seen_from_outside(server: str) -> str:
    """Return the address at which other computers reach a server that runs on this computer. Raises
    Failure if they cannot reach it."""
    others = reach_of(server).others
    if others is None:
        raise Failure.unreachable(
            _(
                "The server that runs here listens to this computer only. If it was started for a "
                "room, it ends half a minute after its last room is empty: then try again."
            )
        )
    return others


def reach_of(server: str) -> ServerAddress:
    """Return the addresses at which this computer and other computers reach a server. If the server
    runs on this computer, others reach it only if it listens at this computer's network address;
    a test connection finds that out."""
    if not is_local(server):
        return ServerAddress(server, server)
    host, port = lan_host(), port_of(server)
    if host is None or not listens(host, port):
        return ServerAddress(server, None)
    return ServerAddress(server, f"ws://{host}:{port}{PATH}")
