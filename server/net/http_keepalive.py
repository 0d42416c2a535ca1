"""The port of a server before a websocket is open: requests are answered one after the other, until
one asks for a websocket.

`websockets` answers a single request, and has whoever asks read the answer within the time a
websocket has to open. A first visit loads many files, maybe on a slow line; so what comes before
the websocket is dealt with here. Requests are still read by the library, each by a parser of its
own; some of its internals are used (`protocol.parser`, `process_event`, the calls of its queue of
messages when that is full), so its next major is to be looked at first.

The library also parses whatever it is given in one go, and 256 KiB may be thousands of requests or
frames. So it is given one request, or SLICE bytes of frames, at a time, and others have their turn
in between; the rest waits, and as long as it does nothing more is read from the connection.
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
"""So long the next request is waited for."""
SEND_S = 60
"""So long an answer may take to be read."""
LOOK_S = 1.0
"""So often it is looked whether it has been."""
LINGER_S = 5
"""So long whoever was told that a websocket is closed may take to hang up, if they say nothing
more; LOOK_S otherwise."""
TURN_S = 0.001
"""So long requests, or frames, are dealt with in a turn of the event loop."""
SLICE = 1024
"""Bytes of frames that are parsed at once: at most 170 frames, which take some milliseconds."""

HEAD_ENDS = b"\r\n\r\n"


class Turns:
    """Steps that are done in the order they were asked for, for TURN_S in each turn of the event
    loop, one at least. So everybody else's messages are read in between."""

    def __init__(self) -> None:
        self._steps: deque[Callable[[], None]] = deque()

    def ask(self, step: Callable[[], None]) -> None:
        """Have this done when its turn comes."""
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


class Visits(ServerConnection):
    """`answer` is asked for the answer to each request; None for one that may have its websocket.
    Whoever has not asked for anything within `open_s` is closed. Without `answer` it is a
    connection like any of the library's.

    `page_turns` and `frame_turns` are shared by all connections of an event loop: requests wait
    for the one, and frames, where many come at once, for the other.

    `answered` counts the answers; `stays` says whether another request is let in after one.
    """

    def __init__(
        self,
        *arguments: Any,
        answer: Callable[[Any, Request], Response | None] | None = None,
        open_s: float = 10.0,
        page_turns: Turns | None = None,
        frame_turns: Turns | None = None,
        **settings: Any,
    ) -> None:
        super().__init__(*arguments, **settings)
        self.answered = 0
        self.stays = True
        self._answer = answer
        self._open_s = open_s
        self._page_turns = page_turns or Turns()
        self._frame_turns = frame_turns or Turns()
        self._plain = answer is not None
        """No websocket has been asked for."""
        self._opening = False
        """One has been asked for, and that is not answered yet."""
        self._ended = False
        """Nothing more is taken."""
        self._queued = self._plain
        """What comes has to wait in `_rest`."""
        self._rest = bytearray()
        """What was read and waits, after the end of what the library has been given of a request
        that is not complete."""
        self._given = 0
        """The length of that end."""
        self._has_asked = False
        """A turn has been asked for."""
        self._is_held = False
        """Nothing is read."""
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
        if self.protocol.eof_sent:  # the websocket is closed: whatever follows means nothing
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
        """Ask for a turn where something waits for one; read on where nothing does."""
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
        """Whether what came before has been dealt with so far that more may be: of a request that
        the answer is on its way, of frames that there are few messages left."""
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
        except Exception:  # as the event loop does when it hands over what it has read
            self.transport.abort()
            raise
        self._go_on()

    def _read_request(self) -> None:
        """Give the library one request of what waits, or the part of one."""
        rest = self._rest
        found = rest.find(HEAD_ENDS)
        end = len(rest) if found < 0 else found + len(HEAD_ENDS)
        piece = bytes(rest[self._given : end])
        self._given = min(len(HEAD_ENDS) - 1, end) if found < 0 else 0
        del rest[: end - self._given]
        super().data_received(piece)
        if self.protocol.eof_sent:  # it was no request
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
        """Wait until the system has taken all, and for the next request from then on."""
        self._forget_timer()
        if not self.transport.get_write_buffer_size():
            self._timer = self.loop.call_later(IDLE_S, self._silent)
        elif self.loop.time() < self._read_by:
            self._timer = self.loop.call_later(LOOK_S, self._wait_for_reader)
        else:
            self.transport.abort()

    def _silent(self) -> None:
        """Nothing more was asked for in time, unless it waits for its turn here."""
        if self._has_asked:
            self._timer = self.loop.call_later(LOOK_S, self._silent)
        else:
            self.transport.close()

    def end(self) -> None:
        """No request is answered any more; what is on its way is given a moment. Nothing is done to
        a websocket."""
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
