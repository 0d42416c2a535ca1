"""Flooding client: a process of its own, so that it takes no CPU time from the measuring process.

`python -m tests.flood.attacker JOB` takes a `Job` as JSON and prints a `Tally` as JSON.
"""

import json
import select
import socket
import sys
from dataclasses import asdict, dataclass, field
from threading import Thread
from time import monotonic
from typing import Any
from urllib.parse import urlsplit

from protocol import PATH, SUBPROTOCOL

CHUNK = 64 * 1024
"""Bytes of one write."""
TAIL = 128
"""Bytes of the latest input that are kept; enough for a close frame."""
LIMIT_S = 60.0
HEAD_ENDS = b"\r\n\r\n"
NO_MASK = bytes(4)


def frame(first: int, body: bytes = b"") -> bytes:
    """A short client frame. The mask is zero."""
    return bytes((first, 0x80 | len(body))) + NO_MASK + body


FRAMES = {
    "pings": frame(0x89, b"12345678"),
    "empty-pings": frame(0x89),
    "pongs": frame(0x8A, b"12345678"),
    "fragments": frame(0x00),
    "texts": frame(0x81, b"{}"),
}
"""Frames that are sent repeatedly on a websocket."""
OPENING = {"fragments": frame(0x01, b"{")}
"""Frames that are sent first."""
PAGES = {"page": "/", "nothing": "/nothing/here", "metrics": "/metrics"}
"""Pages that are fetched repeatedly over HTTP."""
PIPELINED = 6_500
"""Requests in one write."""


@dataclass(frozen=True)
class Job:
    """What is done to the server at `url`: a name of FRAMES or PAGES, on `lines` connections from
    `addresses` addresses of this machine, each reopened when it is closed. A `session` is logged in
    first; `greet` says hello first."""

    url: str
    what: str
    lines: int = 1
    addresses: int = 1
    seconds: float = 5.0
    greet: bool = False
    session: str = ""


@dataclass
class Tally:
    """The result of a job."""

    opened: int = 0
    refused: int = 0
    """Connections that were refused: 429, 421, or no answer."""
    sent_bytes: int = 0
    heard_bytes: int = 0
    closed: dict[str, int] = field(default_factory=dict)
    """Closed connections by close code."""


class Line(Thread):
    """One connection after the other, until the time is over."""

    def __init__(self, job: Job, number: int, until: float) -> None:
        super().__init__()
        self.tally = Tally()
        self._job, self._until = job, until
        where = urlsplit(job.url)
        self._there = (where.hostname or "", where.port or 80)
        self._from = (f"127.0.0.{2 + number % job.addresses}", 0)

    def run(self) -> None:
        flood = self._frames if self._job.what in FRAMES else self._pages
        while monotonic() < self._until:
            try:
                with socket.create_connection(self._there, LIMIT_S, self._from) as line:
                    flood(line)
            except OSError:
                self._ended("reset")

    def _frames(self, line: socket.socket) -> None:
        job = self._job
        if not self._upgraded(line):
            self.tally.refused += 1
            return
        self.tally.opened += 1
        if job.greet or job.session:
            _ask(line, "hello", protocol=[1], client="flood")
        if job.session:
            _ask(line, "authenticate", session=job.session)
        one = FRAMES[job.what]
        self._pour(line, OPENING.get(job.what, b""), one * (CHUNK // len(one)))

    def _pages(self, line: socket.socket) -> None:
        self.tally.opened += 1
        host = f"{self._there[0]}:{self._there[1]}"
        one = f"GET {PAGES[self._job.what]} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode()
        self._pour(line, b"", one * PIPELINED)

    def _upgraded(self, line: socket.socket) -> bool:
        line.sendall(asking_for_websocket(urlsplit(self._job.url).netloc))
        head = b""
        while HEAD_ENDS not in head:
            came = line.recv(4096)
            if not came:
                return False
            head += came
        return head.startswith(b"HTTP/1.1 101 ")

    def _pour(self, line: socket.socket, first: bytes, again: bytes) -> None:
        """Send the first frames, then the others repeatedly; read all answers."""
        line.setblocking(False)
        left, tail = memoryview(first or again), b""
        while monotonic() < self._until:
            reading, writing, _ = select.select([line], [line], [], 1.0)
            if reading:
                came = line.recv(CHUNK)
                if not came:
                    break
                self.tally.heard_bytes += len(came)
                tail = (tail + came)[-TAIL:]
            if writing:
                sent = line.send(left)
                self.tally.sent_bytes += sent
                left = left[sent:] or memoryview(again)
        else:
            return
        self._ended(_close_code(tail))

    def _ended(self, how: str) -> None:
        self.tally.closed[how] = self.tally.closed.get(how, 0) + 1


def asking_for_websocket(host: str) -> bytes:
    """A request for a websocket."""
    lines = [
        f"GET {PATH} HTTP/1.1",
        f"Host: {host}",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
        f"Sec-WebSocket-Protocol: {SUBPROTOCOL}",
    ]
    return "\r\n".join([*lines, "", ""]).encode()


def text_frame(kind: str, number: int = 1, **fields: Any) -> bytes:
    """A request as a client frame."""
    text = json.dumps({"type": kind, "id": number, **fields}).encode()
    head = bytes((0x81, 0x80 | min(len(text), 126)))
    wide = len(text).to_bytes(2) if len(text) > 125 else b""
    return head + wide + NO_MASK + text


def _ask(line: socket.socket, kind: str, **fields: Any) -> None:
    line.sendall(text_frame(kind, **fields))
    if not line.recv(CHUNK):
        raise ConnectionError


def _close_code(tail: bytes) -> str:
    """The code of the latest close frame; `end` if there was none."""
    for length in range(2, TAIL - 2):
        if tail[-length - 2 :][:2] == bytes((0x88, length)):
            return str(int.from_bytes(tail[-length:][:2]))
    return "end"


def flood(job: Job) -> Tally:
    """Run a job to its end."""
    until = monotonic() + job.seconds
    lines = [Line(job, number, until) for number in range(job.lines)]
    for line in lines:
        line.start()
    whole = Tally()
    for line in lines:
        line.join()
        one = line.tally
        whole.opened += one.opened
        whole.refused += one.refused
        whole.sent_bytes += one.sent_bytes
        whole.heard_bytes += one.heard_bytes
        for how, times in one.closed.items():
            whole.closed[how] = whole.closed.get(how, 0) + times
    return whole


if __name__ == "__main__":
    print(json.dumps(asdict(flood(Job(**json.loads(sys.argv[1]))))))
