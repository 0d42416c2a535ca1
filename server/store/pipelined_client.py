"""The client for a single Redis: it sends all commands on one connection, and does not wait for
the reply to one command before it sends the next (pipelining).

redis-py makes the commands, opens the connection, and converts replies to their types. This module
only sends and receives. The client of redis-py would wait for the reply to each command, take a
connection from a pool for it, and record measurements; all this takes three times as much CPU.
"""

import asyncio
from collections import deque
from collections.abc import Sequence
from typing import Any, NamedTuple, cast

from hiredis import Reader
from redis._parsers.base import BaseParser
from redis.asyncio import Redis
from redis.asyncio.connection import Connection
from redis.exceptions import ConnectionError as ConnectionFailed
from redis.exceptions import InvalidResponse

from server.store.cluster_commands import NodeRequest, key_of, packed
from server.store.pipelines import Pipeline, read_reply
from server.store.redis_timeout import has_expired, note_sent

NOT_ENOUGH = object()
"""What the reader of replies returns if it has no whole reply."""


class PipelinedClient(Redis):
    """A client for a single Redis. It opens its connection when the first command is sent, and
    again after the connection was closed. Commands are executed in the order in which they are
    called.

    A command is sent once. If the connection closes before the reply has come, the command raises
    an error of redis-py, and may have been executed or not. So may a command whose task is
    cancelled; the other commands are not affected.
    """

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self._connection: _PipelinedConnection | None = None
        self._opening = asyncio.Lock()

    async def aclose(self, close_connection_pool: bool | None = None) -> None:
        """Close the connection. Commands that have no reply yet raise an error."""
        if self._connection is not None:
            await self._connection.disconnect()
        await super().aclose(close_connection_pool)

    async def execute_command(self, *args: Any, **options: Any) -> Any:
        """Send a command and return its reply. If the reply is an error, raise it."""
        raw = bool(options.pop("NEVER_DECODE", False))
        ((reply,),) = await self.send([NodeRequest("", packed(*args), raw=raw)])
        return read_reply(self, args, options, reply)

    def pipeline(self, transaction: Any = None, *_: Any) -> Any:
        """Return an empty pipeline. It is a transaction unless `transaction` is False."""
        return Pipeline(self, lambda args: key_of(args) or "", transaction=transaction is not False)

    async def send(self, requests: Sequence[NodeRequest]) -> list[list[Any]]:
        """Send requests with one write, and return a list of replies for each request, in order.
        The reply to a command that failed is the error. Either all requests are `raw` or none.

        Raises an error of redis-py if the connection cannot be opened or breaks. If the timeout of
        `patience` expires, close the connection, so that the next command opens another one.
        """
        connection = self._connection
        if connection is None or connection.is_closed:
            connection = await self._open()
        note_sent()
        count = sum([request.replies for request in requests])
        written = b"".join([request.packed for request in requests])
        try:
            replies = await connection.send(written, count, raw=requests[0].raw)
        except asyncio.CancelledError:
            if has_expired():
                connection.abort()
            raise
        if count == 1:
            return [replies]
        left = iter(replies)
        return [[next(left) for _ in range(request.replies)] for request in requests]

    async def _open(self) -> "_PipelinedConnection":
        async with self._opening:  # so that it is opened once for all commands that wait
            if self._connection is None or self._connection.is_closed:
                if self._connection is not None:
                    await self._connection.disconnect()
                opened = self.connection_pool.make_connection()  # type: ignore[no-untyped-call]
                note_sent()
                try:
                    await opened.connect()
                except BaseException:
                    await opened.disconnect(nowait=True)
                    raise
                self._connection = _PipelinedConnection(opened)
            return self._connection


class _Waiting(NamedTuple):
    """Commands that were sent together. `answer` gets the replies, whose number is `replies`;
    `found` has those that have come. With `raw`, replies are not decoded."""

    answer: "asyncio.Future[list[Any]]"
    replies: int
    raw: bool
    found: list[Any]


class _PipelinedConnection(asyncio.Protocol):
    """Sends commands on a connection that redis-py has opened, and reads the replies. `is_closed`
    is true once the connection is closed or broken."""

    def __init__(self, opened: Connection) -> None:
        self.is_closed = False
        self._opened = opened
        self._loop = asyncio.get_running_loop()
        self._unsent: list[bytes] = []
        self._waiting = deque[_Waiting]()
        self._reader = Reader(
            protocolError=InvalidResponse,
            replyError=BaseParser.parse_error,
            encoding="utf-8",
            notEnoughData=NOT_ENOUGH,
        )
        writer = cast("asyncio.StreamWriter", opened._writer)
        self._transport = cast("asyncio.Transport", writer.transport)
        self._streams = self._transport.get_protocol()
        self._transport.set_protocol(self)

    async def disconnect(self) -> None:
        """Close the connection, and wait until it is closed."""
        self.abort()
        await self._opened.disconnect()

    def abort(self) -> None:
        """Close the connection without waiting for replies. Commands that have none raise an
        error."""
        self._fail(ConnectionFailed("The connection to the store was closed."))
        self._transport.abort()

    def send(self, written: bytes, replies: int, *, raw: bool) -> "asyncio.Future[list[Any]]":
        """Send commands to which `replies` replies come, and return a future of these. The commands
        that are sent within one turn of the event loop are written together. If the future is
        cancelled, the commands may have been executed or not."""
        if not self._unsent:
            self._loop.call_soon(self._write)
        self._unsent.append(written)
        waiting = _Waiting(self._loop.create_future(), replies, raw, [])
        self._waiting.append(waiting)
        return waiting.answer

    def _write(self) -> None:
        if not self.is_closed:
            self._transport.write(b"".join(self._unsent))
        self._unsent.clear()

    def data_received(self, data: bytes) -> None:
        reader = self._reader
        reader.feed(data)
        try:
            while self._waiting:
                answer, replies, raw, found = self._waiting[0]
                reply = reader.gets(not raw)
                if reply is NOT_ENOUGH:
                    return
                found.append(reply)
                if len(found) == replies:
                    self._waiting.popleft()
                    if not answer.done():  # its task may have been cancelled
                        answer.set_result(found)
        except InvalidResponse as error:
            self._fail(error)
            self._transport.abort()
        if reader.has_data():  # a reply to no command
            self.abort()

    def eof_received(self) -> None:
        self._fail(ConnectionFailed("The store has closed the connection."))

    def connection_lost(self, exc: Exception | None) -> None:
        self._fail(ConnectionFailed(f"The connection to the store is lost: {exc}"))
        self._streams.connection_lost(exc)  # for which redis-py waits when it disconnects

    def _fail(self, error: Exception) -> None:
        self.is_closed = True
        while self._waiting:
            answer = self._waiting.popleft().answer
            if not answer.done():
                answer.set_exception(error)
