"""Whoever has a line: they greet, ask, lose it and come back, with a client's own patience."""

import asyncio
import contextlib
import errno
import json
from abc import ABC, abstractmethod
from random import Random
from time import perf_counter
from typing import Any, ClassVar

from client_cli.exit_codes import Failure
from client_cli.load.counters import Tally
from client_cli.load.limit_messages import FORBIDDING, LIMITS
from client_cli.load.websocket import NotGreeted, Wire, dial
from client_cli.net.connection import FIRST_PAUSE_S, LONGEST_PAUSE_S
from protocol import VERSION
from protocol.retries import retry_after_ms

AGAIN_S = 0.5
TURNED_AWAY = 429
ANSWER_S = 60.0
"""Without an answer for so long a line counts as lost."""

LEAVE_S = 2.0
"""So long a server may take to close a connection that was closed here."""

Message = dict[str, Any]


class LineLost(ConnectionError):
    """The line went down before the answer came."""


class Caller(ABC):
    """One line, as its owner uses it. `stay` keeps it up, until it is cancelled."""

    narrow: ClassVar[bool] = False

    def __init__(self, url: str, tally: Tally, rng: Random) -> None:
        self.tally, self.rng = tally, rng
        self.up = asyncio.Event()
        """Set while the line is up and its owner is where they were."""
        self.loop = asyncio.get_running_loop()
        self._url = url
        self._wire: Wire | None = None
        self._leaving: set[Wire] = set()
        """Connections that were closed here and may still wait for the server's answer."""
        self._gone = asyncio.Event()
        self._been = False
        self._last_id = 0
        self._asked: dict[int, asyncio.Future[Message]] = {}

    # What each kind of caller does. ---------------------------------------------------------------

    @abstractmethod
    async def enter(self) -> None:
        """Come to one's place, on a line that has just been greeted: for the first time, or again.
        Raises LineLost, and Failure where a limit forbids it."""

    @abstractmethod
    def event(self, message: Message) -> None:
        """Something was said that answers nothing."""

    def quick(self, data: bytes) -> bool:  # noqa: ARG002 # for those who look
        """Whether a text was dealt with as it is, unread."""
        return False

    @abstractmethod
    def paused(self, cut: bool) -> None:
        """The line is gone; `cut` by the load itself."""

    # The line. ------------------------------------------------------------------------------------

    async def come(self) -> None:
        """Connect, greet and enter; again where a server that is busy says so."""
        pause = FIRST_PAUSE_S
        while not await self._came():
            await asyncio.sleep(pause * self.rng.uniform(0.7, 1.3))
            pause = min(2 * pause, LONGEST_PAUSE_S)

    async def stay(self) -> None:
        """Come back whenever the line is lost."""
        while True:
            await self._gone.wait()
            await asyncio.sleep(FIRST_PAUSE_S * self.rng.uniform(0.7, 1.3))
            began = perf_counter()
            await self.come()
            self.tally.now.back.add(perf_counter() - began)

    def cut(self) -> None:
        """Let the line break, as a network does."""
        if self.up.is_set() and self._wire is not None:
            self._wire.cut()
            self.tally.now.cut += 1
            self._down(cut=True)

    def close(self) -> None:
        """Take leave."""
        if self._wire is not None:
            self._wire.close()
            self._leaving = {wire for wire in self._leaving if not wire.gone.is_set()}
            self._leaving.add(self._wire)
            self._wire = None
            self._down(cut=True)
            self._gone.clear()

    async def gone(self) -> None:
        """Return when the server has closed every connection closed here; cut what it has not
        closed after LEAVE_S. Cancelled, it cuts them at once."""
        try:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LEAVE_S):
                    for wire in self._leaving:
                        await wire.gone.wait()
        finally:
            for wire in self._leaving:
                wire.cut()

    def read(self, on: bool) -> None:
        if self._wire is not None:
            self._wire.read(on)

    async def _came(self) -> bool:
        self._gone.clear()
        try:
            self._wire = await dial(self._url, self._hear, self._lost, narrow=self.narrow)
            await self.ask("hello", protocol=[VERSION], client="load")
            await self.enter()
        except NotGreeted as error:
            self.tally.failed(str(error.status) if error.status else str(error))
            self._limited(str(error.status))
            if error.status not in (0, TURNED_AWAY) and self._alone:
                raise Failure.unreachable(
                    f"What answers at {self._url} is not our server."
                ) from None
            return False
        except LineLost:
            return False  # why has been told
        except OSError as error:
            self.tally.failed("no answer")
            if error.errno in (errno.EMFILE, errno.ENFILE):
                self._limited("descriptors")
            elif self._alone:
                raise Failure.unreachable(f"No server answers at {self._url}.") from None
            return False
        if self._gone.is_set():
            return False
        self._been = True
        self.up.set()
        self.tally.lines += 1
        return True

    @property
    def _alone(self) -> bool:
        """Whether nobody has ever got in: then it is the address that is wrong."""
        return not self._been and not self.tally.lines

    def _limited(self, code: str) -> None:
        """A limit has turned us away. Whoever has been in waits like others; whoever never gets in
        raises Failure: a load that is not all there measures nothing."""
        if code in FORBIDDING and not self._been:
            raise Failure.refused(LIMITS[code])

    def _lost(self, why: str) -> None:
        self.tally.failed(why)
        self._down(cut=False)

    def _down(self, *, cut: bool) -> None:
        if self.up.is_set():
            self.up.clear()
            self.tally.lines -= 1
        self._gone.set()
        asked, self._asked = self._asked, {}
        for future in asked.values():
            if not future.done():
                future.set_exception(LineLost())
        self.paused(cut)

    # What is said. --------------------------------------------------------------------------------

    def next_id(self) -> int:
        self._last_id += 1
        return self._last_id

    def say(self, text: bytes) -> None:
        self.tally.now.sent += len(text)
        if self._wire is not None:
            self._wire.say(text)

    def post(self, kind: str, **fields: object) -> int:
        """Say something; the id of what will answer it."""
        number = self.next_id()
        self.say(json.dumps({"type": kind, "id": number, **fields}).encode())
        return number

    async def ask(self, kind: str, **fields: object) -> Message:
        """The answer, which may be a refusal. Raises LineLost."""
        if self._wire is None:
            raise LineLost
        future: asyncio.Future[Message] = self.loop.create_future()
        number = self.post(kind, **fields)
        self._asked[number] = future
        try:
            async with asyncio.timeout(ANSWER_S):
                return await future
        except TimeoutError:
            self.tally.failed(f"no answer to {kind}")
            self._wire.cut()
            self._down(cut=False)
            raise LineLost from None
        finally:
            self._asked.pop(number, None)

    async def insist(self, kind: str, **fields: object) -> Message:
        """The answer, however often the line is lost or the server asks for patience."""
        while True:
            await self.up.wait()
            with contextlib.suppress(LineLost):
                answer = await self.ask(kind, **fields)
                if answer["type"] != "refused":
                    return answer
                after_ms = retry_after_ms(answer["code"], kind)
                if after_ms is None:
                    return answer
                self.tally.failed(answer["code"])
                await asyncio.sleep(after_ms / 1000)

    async def ask_in(self, kind: str, **fields: object) -> Message:
        """The answer on the way in. Raises LineLost, also where the server asks for patience;
        Failure where a limit turns us away."""
        answer = await self.ask(kind, **fields)
        if answer["type"] == "refused":
            code = answer["code"]
            self.tally.failed(code)
            self._limited(code)
            if retry_after_ms(code, kind) is not None and self._wire is not None:
                self._wire.cut()
                self._down(cut=False)
                raise LineLost
        return answer

    def _hear(self, data: bytes) -> None:
        self.tally.now.heard += len(data)
        if self.quick(data):
            return
        message = json.loads(data)
        future = self._asked.get(message.get("id") or 0)
        if future is not None and not future.done():
            future.set_result(message)
        else:
            self.event(message)
