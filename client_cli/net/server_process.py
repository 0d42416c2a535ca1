"""Starting a server. It is a program of its own: the client never imports it."""

import contextlib
import os
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from client_cli.exit_codes import Failure
from client_cli.net.addresses import is_local, port_of
from client_cli.net.invitations import Reach
from protocol import PATH

START_TIMEOUT_S = 30.0
UNTIL_EMPTY_S = 30
"""A server started for one room ends so long after the last one has left."""


def serve(arguments: Sequence[str]) -> int:
    """Become the server; the exit code it ended with where becoming is not possible."""
    command = [sys.executable, "-m", "server", *arguments]
    with contextlib.suppress(AttributeError, ValueError, OSError):
        sys.stdout.flush()
    if os.name == "posix":
        os.execv(sys.executable, command)  # noqa: S606 # our own interpreter, no shell
    return subprocess.call(command)


def answers(server: str, host: str = "127.0.0.1") -> bool:
    """Whether anything listens on the server's port at an address of this computer."""
    try:
        with socket.create_connection((host, port_of(server)), timeout=1):
            return True
    except OSError:
        return False


def start_if_silent(server: str, lan: bool, log: Path) -> str | None:
    """Start a server where a local address is silent; a sentence about it, None if not needed.

    It lives on until its rooms are empty, whatever becomes of this client. Raises Failure.
    """
    if not is_local(server) or answers(server):
        return None
    port = port_of(server)
    where = "0.0.0.0" if lan else "127.0.0.1"  # noqa: S104 # --lan asks for just that
    arguments = ["--host", where, "--port", str(port), "--until-empty", str(UNTIL_EMPTY_S)]
    log.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with log.open("ab") as errors:
        process = subprocess.Popen(
            [sys.executable, "-m", "server", *arguments],
            stdin=subprocess.DEVNULL,
            stdout=errors,
            stderr=errors,
            start_new_session=True,
        )
    _wait(process, server, log)
    return f"Started a server on port {port}; it stops when the room is empty."


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
    raise Failure.unreachable(f"No server could be started; {log} says why.")


def seen_from_outside(server: str) -> str:
    """A local server's address as others on the network see it. Raises Failure."""
    others = reach_of(server).others
    if others is None:
        raise Failure.unreachable(
            "The server that runs here listens to this computer only. One that was started for a "
            "room ends half a minute after its last room is empty: try again then, or stop it."
        )
    return others


def reach_of(server: str) -> Reach:
    """Where a server is, here and for others: a local one is asked at this computer's address in
    the network."""
    if not is_local(server):
        return Reach(server, server)
    host = _lan_host()
    if _is_loopback(host) or not answers(server, host):
        return Reach(server, None)
    return Reach(server, f"ws://{host}:{port_of(server)}{PATH}")


def _is_loopback(host: str) -> bool:
    return host.startswith("127.")


def _lan_host() -> str:
    """This computer's address in the network; loopback where there is none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing: it only chooses a way out
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"
