"""HTTP keep-alive: answers several HTTP requests on a connection before it becomes a websocket.

`websockets` answers one request on a connection, and the client must read the answer within the
time allowed for opening a websocket. A first visit loads many files, perhaps on a slow line, so
requests before the websocket are handled here. The library still parses them, each with a new
parser. This uses internals of the library (`protocol.parser`, `process_event`, the callbacks of its
full message queue): check them before upgrading to its next major version.

The library parses all the bytes it is given without a pause, and 256 KiB may contain thousands of
requests or frames. So it gets one request, or SLICE bytes of frames, at a time, and the event loop
serves other connections in between. While bytes wait here, nothing more is read from the
connection.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from time import perf_counter
from typing import Any

from websockets.asyncio.server import ServerConnection
from websockets.http11 import Request, Response
from websockets.protocol import Event

IDLE_S = 5
"""Seconds to wait for the next request on a connection."""
SEND_S = 60
"""Seconds that a client may take to read an answer."""
LOOK_S = 1.0
"""Seconds between two checks whether an answer has been read."""
LINGER_S = 5
"""Seconds that a client may take to close the connection after the close frame. If the client sends
more bytes, the connection is aborted after LOOK_S."""
TURN_S = 0.001
"""The maximum seconds for which a turn queue handles requests or frames in one iteration of the
event loop."""
SLICE = 1024
"""The number of bytes of frames that are parsed at once. They contain at most 170 frames, whose
handling takes some milliseconds."""

HEAD_ENDS = b"\r\n\r\n"
"""The end of the head of an HTTP request."""


class TurnQueue:
    """Runs callbacks ("steps") in the order in which they were queued.

    In each iteration of the event loop it runs steps for about TURN_S, at least one. So the event
    loop can read messages of other connections in between.
    """

    def __init__(self) -> None:
        self._steps: deque[Callable[[], None]] = deque()

    def ask(self, step: Callable[[], None]) -> None:
        """Queue a step (a callback). The step is run soon, never before `ask` returns. An error
        that the step raises goes to the event loop's exception handler, and the steps after it are
        still run."""
        self._steps.append(step)
        if len(self._steps) == 1:
            asyncio.get_running_loop().call_soon(self._next)

    def _next(self) -> None:
        until = perf_counter() + TURN_S
        try:
            while True:
                self._steps[0]()
                if len(self._steps) == 1 or perf_counter() > until:
                    break
                self._steps.popleft()
        finally:
            self._steps.popleft()
            if self._steps:
                asyncio.get_running_loop().call_soon(self._next)


class HttpKeepalive(ServerConnection):
    """A server connection that answers HTTP requests until one asks for a websocket.

    `answer` returns the response to a request, or None if the request may open a websocket. A
    connection that sends no request within `open_s` seconds is closed. Without `answer` this is an
    ordinary connection of the library.

    `page_turns` and `frame_turns` are shared by all connections of an event loop. HTTP requests
    wait for their turn in `page_turns`; websocket frames, if many come at once, in `frame_turns`.

    `answered` is the number of answers so far; `stays` says whether the connection is kept open
    after an answer.
    """

    def __init__(
        self,
        *arguments: Any,
        answer: Callable[[Any, Request], Response | None] | None = None,
        open_s: float = 10.0,
        page_turns: TurnQueue | None = None,
        frame_turns: TurnQueue | None = None,
        **settings: Any,
    ) -> None:
        super().__init__(*arguments, **settings)
        self.answered = 0
        self.stays = True
        self._answer = answer
        self._open_s = open_s
        self._page_turns = page_turns or TurnQueue()
        self._frame_turns = frame_turns or TurnQueue()
        self._plain = answer is not None
        """Whether no request has asked for a websocket yet."""
        self._opening = False
        """Whether a request has asked for a websocket and the handshake has not ended."""
        self._ended = False
        """Whether bytes that are received from now on are ignored, because the connection is being
        closed."""
        self._queued = self._plain
        """Whether incoming bytes are added to `_rest`, where they wait for a turn."""
        self._rest = bytearray()
        """Bytes that wait for a turn. Before them are the last `_given` bytes that the library
        already has of an incomplete request, in case the end of its head is split."""
        self._given = 0
        """The number of bytes at the start of `_rest` that the library already has."""
        self._has_asked = False
        """Whether `_turn` is in a turn queue."""
        self._is_held = False
        """Whether reading from the transport is paused."""
        self._timer: asyncio.TimerHandle | None = None
        self._read_by = 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.recv_messages.pause, self.recv_messages.resume = self._hold, self._go_on
        if self._plain:
            self._timer = self.loop.call_later(self._open_s, self._silent)

    def connection_lost(self, exc: Exception | None) -> None:
        self._ended = True
        self._rest.clear()
        super().connection_lost(exc)
        self._forget_timer()

    async def handshake(self, *arguments: Any, **settings: Any) -> None:
        await super().handshake(*arguments, **settings)
        if self._opening:
            self._opening = False
            self._go_on()

    def data_received(self, data: bytes) -> None:
        if self._queued or len(data) > SLICE:
            self._rest += data
            self._go_on()
            return
        super().data_received(data)
        if self.protocol.eof_sent:  # the websocket is closed: ignore what follows
            self._end()
            self._abort_in(LINGER_S)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._rest:
            self._go_on()

    def _end(self) -> None:
        self._ended = self._queued = True
        self._rest.clear()

    def _hold(self) -> None:
        if not self._is_held:
            self._is_held = True
            self.transport.pause_reading()

    def _go_on(self) -> None:
        """Queue `_turn` if received bytes wait to be parsed; otherwise resume reading from the
        transport."""
        waits = len(self._rest) > self._given
        self._queued = self._plain or self._opening or waits or self._ended
        if waits and self._ended:
            self._rest.clear()
            self._hold()
            if not self._plain:
                self._abort_in(LOOK_S)
        elif waits:
            self._hold()
            if not self._has_asked and self._may_go_on():
                self._has_asked = True
                (self._page_turns if self._plain else self._frame_turns).ask(self._turn)
        elif self._is_held and self._may_go_on():
            self._is_held = False
            self.transport.resume_reading()

    def _may_go_on(self) -> bool:
        """Return whether more bytes may be parsed. Before the websocket: the transport's buffer is
        not full of answers. After: the handshake has ended and the message queue has room."""
        if self._plain:
            return not self.paused
        return not self._opening and not self.recv_messages.paused

    def _turn(self) -> None:
        self._has_asked = False
        try:
            if self.transport.is_closing():
                self._end()
            elif self._plain and self._may_go_on():
                self._read_request()
            elif self._may_go_on():
                piece = bytes(self._rest[:SLICE])
                del self._rest[:SLICE]
                self._queued = self._ended
                self.data_received(piece)
        except Exception:  # abort, as the event loop does when data_received raises
            self.transport.abort()
            raise
        self._go_on()

    def _read_request(self) -> None:
        """Pass the first waiting HTTP request, or the part of it that has arrived, to the library's
        parser."""
        rest = self._rest
        found = rest.find(HEAD_ENDS)
        end = len(rest) if found < 0 else found + len(HEAD_ENDS)
        piece = bytes(rest[self._given : end])
        self._given = min(len(HEAD_ENDS) - 1, end) if found < 0 else 0
        del rest[: end - self._given]
        super().data_received(piece)
        if self.protocol.eof_sent:  # the library found no valid request
            self._end()

    def process_event(self, event: Event) -> None:
        if self._plain and self._answer is not None and isinstance(event, Request):
            response = self._answer(self, event)
            if response is not None:
                self._reply(event, response)
                return
            self._plain, self._opening = False, True
            self._forget_timer()
        super().process_event(event)

    def _reply(self, request: Request, response: Response) -> None:
        if self.transport.is_closing():
            return
        self.answered += 1
        asked = ",".join(request.headers.get_all("Connection")).lower()
        stays = self.stays and request.protocol == "HTTP/1.1" and "close" not in asked
        response.headers["Connection"] = "keep-alive" if stays else "close"
        if stays:
            response.headers["Keep-Alive"] = f"timeout={IDLE_S}"
            self.protocol.parser = self.protocol.parse()
            next(self.protocol.parser)
        if request.method == "HEAD":
            response.body = b""
        self.transport.write(response.serialize())
        if not stays:
            self._end()
            self.transport.write_eof()
        self._read_by = self.loop.time() + SEND_S
        self._wait_for_reader()

    def _wait_for_reader(self) -> None:
        """Wait until the whole answer is out of the transport's buffer, then wait IDLE_S for the
        next request. Abort the connection if the client does not read the answer in SEND_S."""
        self._forget_timer()
        if not self.transport.get_write_buffer_size():
            self._timer = self.loop.call_later(IDLE_S, self._silent)
        elif self.loop.time() < self._read_by:
            self._timer = self.loop.call_later(LOOK_S, self._wait_for_reader)
        else:
            self.transport.abort()

    def _silent(self) -> None:
        """Close the connection, because no request came in time. If a request has come but waits
        for its turn, check again after LOOK_S seconds."""
        if self._has_asked:
            self._timer = self.loop.call_later(LOOK_S, self._silent)
        else:
            self.transport.close()

    def end(self) -> None:
        """Answer no more requests and close the connection; abort it if answers are still being
        sent after LOOK_S.

        Does nothing if the connection is a websocket or a request has asked for one.
        """
        if not self._plain:
            return
        self.stays = False
        self._end()
        self._abort_in(LOOK_S)
        self.transport.close()

    def _abort_in(self, seconds: float) -> None:
        self._forget_timer()
        self._timer = self.loop.call_later(seconds, self.transport.abort)

    def _forget_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
