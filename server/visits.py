"""Pages on the port of a websocket: requests are answered one after the other, until one asks for a
websocket.

`websockets` answers a single request, and has whoever asks read the answer within the time a
websocket has to open. A first visit loads many files, maybe on a slow line; so what comes before
the websocket is dealt with here. Requests are still read by the library, each by a parser of its
own; some of its internals are used (`protocol.parser`, `process_event`), so its next major is to be
looked at first.
"""

import asyncio
from collections.abc import Callable
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

HEAD_ENDS = b"\r\n\r\n"


class Visits(ServerConnection):
    """`answer` is asked for the answer to each request; None for one that may have its websocket.
    Whoever has not asked for anything within `open_s` is closed. Without `answer` it is a
    connection like any of the library's.

    `answered` counts the answers; `stays` says whether another request is let in after one.
    """

    def __init__(
        self,
        *arguments: Any,
        answer: Callable[[Any, Request], Response | None] | None = None,
        open_s: float = 10.0,
        **settings: Any,
    ) -> None:
        super().__init__(*arguments, **settings)
        self.answered = 0
        self.stays = True
        self._answer = answer
        self._open_s = open_s
        self._plain = answer is not None
        """No websocket has been asked for."""
        self._ended = False
        self._last = b""
        self._timer: asyncio.TimerHandle | None = None
        self._read_by = 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        if self._plain:
            self._timer = self.loop.call_later(self._open_s, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._forget_timer()

    def data_received(self, data: bytes) -> None:
        while self._plain and data and not self._ended:
            end = self._head_end(data)
            super().data_received(data[:end])
            data = data[end:]
        if data and not self._plain:
            super().data_received(data)

    def _head_end(self, data: bytes) -> int:
        """How much of the data is the head of one request, or a part of it: what follows it is for
        another parser."""
        found = (self._last + data).find(HEAD_ENDS)
        if found < 0:
            self._last = (self._last + data)[1 - len(HEAD_ENDS) :]
            return len(data)
        end = found + len(HEAD_ENDS) - len(self._last)
        self._last = b""
        return end

    def process_event(self, event: Event) -> None:
        if self._plain and self._answer is not None and isinstance(event, Request):
            response = self._answer(self, event)
            if response is not None:
                self._reply(event, response)
                return
            self._plain = False
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
            self._ended = True
            self.transport.write_eof()
        self._read_by = self.loop.time() + SEND_S
        self._wait_for_reader()

    def _wait_for_reader(self) -> None:
        """Wait until the system has taken all, and for the next request from then on."""
        self._forget_timer()
        if not self.transport.get_write_buffer_size():
            self._timer = self.loop.call_later(IDLE_S, self.transport.close)
        elif self.loop.time() < self._read_by:
            self._timer = self.loop.call_later(LOOK_S, self._wait_for_reader)
        else:
            self.transport.abort()

    def end(self) -> None:
        """No request is answered any more; what is on its way is given a moment. Nothing is done to
        a websocket."""
        if not self._plain:
            return
        self.stays, self._ended = False, True
        self._forget_timer()
        self._timer = self.loop.call_later(LOOK_S, self.transport.abort)
        self.transport.close()

    def _forget_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
