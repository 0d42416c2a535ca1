"""The base class of simulated clients: connects, sends requests, reconnects."""

import asyncio
import contextlib
import errno
import json
from abc import ABC, abstractmethod
from random import Random
from time import perf_counter
from typing import Any, ClassVar

from client_cli.exit_codes import Failure
from client_cli.load.counters import LoadCounters
from client_cli.load.limit_messages import FORBIDDING, LIMITS
from client_cli.load.websocket import HandshakeFailed, LoadWebSocket, dial
from client_cli.net.connection import FIRST_PAUSE_S, LONGEST_PAUSE_S
from protocol import VERSION
from protocol.retries import retry_after_ms
from protocol.texts import _

AGAIN_S = 0.5
TURNED_AWAY = 429
ANSWER_S = 60.0
"""Seconds without an answer to a request after which the connection counts as lost."""

LEAVE_S = 2.0
"""Seconds that the server may take to close a connection after this client has closed it."""

Message = dict[str, Any]


class LoadConnectionLost(ConnectionError):
    """The connection was lost, or cut, before the answer to a request came."""


class LoadClient(ABC):
    """A simulated client with one connection. `come` opens it for the first time; the task of
    `stay` opens it again whenever it is lost, until the task is cancelled."""

    narrow: ClassVar[bool] = False

    def __init__(self, url: str, tally: LoadCounters, rng: Random) -> None:
        self.tally, self.rng = tally, rng
        self.up = asyncio.Event()
        """Set while the connection is open and `enter` has succeeded on it."""
        self.loop = asyncio.get_running_loop()
        self._url = url
        self._wire: LoadWebSocket | None = None
        self._leaving: set[LoadWebSocket] = set()
        """Connections that this client has closed and the server may not have closed yet."""
        self._gone = asyncio.Event()
        self._closed = False
        """Whether `close` was called after the last `come`; then `stay` does not reconnect."""
        self._connecting = asyncio.Lock()
        self._been = False
        self._last_id = 0
        self._asked: dict[int, asyncio.Future[Message]] = {}

    # What subclasses override. --------------------------------------------------------------------

    @abstractmethod
    async def enter(self) -> None:
        """Enter the room on a new connection: as a player, take a seat or return to it; as a
        spectator, begin to watch.

        Raises LoadConnectionLost if the connection is lost meanwhile, and Failure if a limit of the
        server forbids the client to enter.
        """

    @abstractmethod
    def event(self, message: Message) -> None:
        """Handle a message from the server that is not the answer to a request."""

    def quick(self, data: bytes) -> bool:  # noqa: ARG002 # subclasses use it
        """Handle a message of a frequent kind directly from its bytes, because parsing all of its
        JSON is slow. Return False if the message is of another kind and has to be parsed."""
        return False

    @abstractmethod
    def paused(self, cut: bool) -> None:
        """React to the loss of the connection. `cut` is True if this program has cut or closed the
        connection itself."""

    # The connection. ------------------------------------------------------------------------------

    async def come(self) -> None:
        """Connect and enter the room, for the first time or after `close`. After each failed
        attempt, wait and try again, with growing pauses. Raises Failure if the address is wrong or
        a limit of the server forbids it."""
        self._closed = False
        await self._connect()

    async def stay(self) -> None:
        """Reconnect whenever the connection is lost, until cancelled. Each time pause briefly, as a
        real client does, and then record the seconds from the end of the pause until the client is
        in the room again."""
        while True:
            await self._gone.wait()
            await asyncio.sleep(FIRST_PAUSE_S * self.rng.uniform(0.7, 1.3))
            began = perf_counter()
            if await self._connect():
                self.tally.now.back.add(perf_counter() - began)

    def cut(self) -> None:
        """Drop the connection, as a failing network would."""
        if self.up.is_set() and self._wire is not None:
            self._wire.cut()
            self.tally.now.cut += 1
            self._down(cut=True)

    def close(self) -> None:
        """Close the connection with a closing handshake. The client does not reconnect until `come`
        is called."""
        self._closed = True
        if self._wire is not None:
            self._wire.close()
            self._leaving = {wire for wire in self._leaving if not wire.gone.is_set()}
            self._leaving.add(self._wire)
            self._wire = None
            self._down(cut=True)
            self._gone.clear()

    async def gone(self) -> None:
        """Wait until the server has closed every connection that this client has closed. Abort
        those that are still open after LEAVE_S seconds, or at once if cancelled."""
        try:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LEAVE_S):
                    for wire in self._leaving:
                        await wire.gone.wait()
        finally:
            for wire in self._leaving:
                wire.cut()

    def read(self, on: bool) -> None:
        """Pause reading from the connection, or resume it if `on` is True."""
        if self._wire is not None:
            self._wire.read(on)

    async def _connect(self) -> bool:
        """Connect and enter the room, unless another task has done so meanwhile or the client is
        closed. Return True if this call has connected."""
        pause = FIRST_PAUSE_S
        async with self._connecting:
            while not self._closed and not self.up.is_set():
                if await self._came():
                    return True
                await asyncio.sleep(pause * self.rng.uniform(0.7, 1.3))
                pause = min(2 * pause, LONGEST_PAUSE_S)
        return False

    async def _came(self) -> bool:
        self._gone.clear()
        try:
            self._wire = await dial(self._url, self._hear, self._lost, narrow=self.narrow)
            if self._closed:
                self.close()
                return False
            await self.ask("hello", protocol=[VERSION], client="load")
            await self.enter()
        except HandshakeFailed as error:
            self.tally.failed(str(error.status) if error.status else str(error))
            self._limited(str(error.status))
            if error.status not in (0, TURNED_AWAY) and self._alone:
                raise Failure.unreachable(
                    _("What answers at {url} is not our server.", url=self._url)
                ) from None
            return False
        except LoadConnectionLost:
            return False  # already counted, by `_lost` or `ask`
        except OSError as error:
            self.tally.failed("no answer")  # not a text: a key of the report
            if error.errno in (errno.EMFILE, errno.ENFILE):
                self._limited("descriptors")
            elif self._alone:
                raise Failure.unreachable(_("No server answers at {url}.", url=self._url)) from None
            return False
        if self._gone.is_set():
            return False
        self._been = True
        self.up.set()
        self.tally.lines += 1
        return True

    @property
    def _alone(self) -> bool:
        """Whether no client of this process has ever entered a room, so that the address is
        probably wrong."""
        return not self._been and not self.tally.lines

    def _limited(self, code: str) -> None:
        """Raise Failure if `code` is the refusal of a limit that waiting does not lift, and this
        client has never entered the room. A test with missing clients measures nothing. Otherwise
        return, so that the client keeps trying."""
        if code in FORBIDDING and not self._been:
            raise Failure.refused(_(LIMITS[code]))

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
                future.set_exception(LoadConnectionLost())
        self.paused(cut)

    # Messages. ------------------------------------------------------------------------------------

    def next_id(self) -> int:
        self._last_id += 1
        return self._last_id

    def say(self, text: bytes) -> None:
        self.tally.now.sent += len(text)
        if self._wire is not None:
            self._wire.say(text)

    def post(self, kind: str, **fields: object) -> int:
        """Send a request without waiting for its answer. Return the request's id."""
        number = self.next_id()
        self.say(json.dumps({"type": kind, "id": number, **fields}).encode())
        return number

    async def ask(self, kind: str, **fields: object) -> Message:
        """Send a request and return its answer or refusal. If no answer comes within ANSWER_S
        seconds, the connection is cut. Raises LoadConnectionLost if the connection is lost or
        cut."""
        if self._wire is None:
            raise LoadConnectionLost
        future: asyncio.Future[Message] = self.loop.create_future()
        number = self.post(kind, **fields)
        self._asked[number] = future
        try:
            async with asyncio.timeout(ANSWER_S):
                return await future
        except TimeoutError:
            self.tally.failed(f"no answer to {kind}")  # not a text: a key of the report
            self._wire.cut()
            self._down(cut=False)
            raise LoadConnectionLost from None
        finally:
            self._asked.pop(number, None)

    async def request_until_answered(self, kind: str, **fields: object) -> Message:
        """Send a request and return its answer or refusal. The request is sent again after the
        connection was lost, and when the server asks to retry later."""
        while True:
            await self.up.wait()
            with contextlib.suppress(LoadConnectionLost):
                answer = await self.ask(kind, **fields)
                if answer["type"] != "refused":
                    return answer
                after_ms = retry_after_ms(answer["code"], kind)
                if after_ms is None:
                    return answer
                self.tally.failed(answer["code"])
                await asyncio.sleep(after_ms / 1000)

    async def ask_in(self, kind: str, **fields: object) -> Message:
        """Send a request that belongs to entering a room, and return its answer or refusal.

        Raises LoadConnectionLost if the connection is lost or the server asks to retry later, and
        Failure if a limit of the server forbids it.
        """
        answer = await self.ask(kind, **fields)
        if answer["type"] == "refused":
            code = answer["code"]
            self.tally.failed(code)
            self._limited(code)
            if retry_after_ms(code, kind) is not None and self._wire is not None:
                self._wire.cut()
                self._down(cut=False)
                raise LoadConnectionLost
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
