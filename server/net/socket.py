"""A websocket that hands over a text the moment it arrives, and sends without waiting.

`websockets` reads by a queue and a waiting task, which costs more than most messages do. Whoever
can deal with a text at once says so here; all else takes the library's way: its queue, its limits,
its putting together of fragments. A short text in one frame is not even parsed by it, if its parser
has nothing half read. Some of its internals are used (`process_event`, `protocol.recv_frame`, where
its parser waits, the calls of asyncio, and that frames go to the transport as they are), so its
next major is to be looked at first; `tests/server/test_hot_path.py` tells when they no longer mean
the same.

The library answers a ping while it parses, before anybody here hears of it. So each frame is
counted in `recv_frame`, which the parser calls first.
"""

import asyncio
from collections.abc import Callable
from typing import Any, Protocol

from websockets.frames import DATA_OPCODES, Frame, Opcode
from websockets.protocol import Event, State
from websockets.streams import StreamReader

from protocol.closing import Close
from server.access.rate_limits import Allowance
from server.net.http_keepalive import SLICE, Visits

try:
    from websockets.speedups import apply_mask
except ImportError:  # it is compiled, which not every installation is
    from websockets.utils import apply_mask

OPEN, TEXT, BINARY = State.OPEN, Opcode.TEXT, Opcode.BINARY
WHOLE_TEXT, MASKED = 0x81, 0x80
MASK_AT, TEXT_AT = 2, 6
"""In a frame of a client that is shorter than SHORT."""
BETWEEN_FRAMES = StreamReader.at_eof.__code__
"""What the library's parser waits in when it has read whole frames and nothing after them."""
SHORT, LONG = 126, 65_536
"""Frames from so many bytes on have their length in two, and in eight bytes of their own."""


class Doorman(Protocol):
    """Who is told of every socket."""

    def made(self, socket: "Socket") -> bool:
        """A socket has been made; whether it may stay."""

    def lost(self, socket: "Socket") -> None:
        """A socket is gone."""


class Socket(Visits):
    """Texts and bytes come out of the socket in the order in which they came in.

    `at_once` is offered a text in one piece, if all before it have been dealt with, and tells
    whether it has dealt with it. What it turns down is iterated over; `dealt_with` has to be called
    after each.

    `address` is where it comes from, and `owner` the address whose credits it spends, None for one
    that is not counted, once `counted` says that this is known; `welcome` whether it may do
    anything. `allowance` pays for its frames, those apart that are a whole request: who takes the
    request from the socket has it paid for. `on_cut` is called when the socket has been closed
    since there were too many of them.
    """

    def __init__(self, *arguments: Any, doorman: Doorman | None = None, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self.at_once: Callable[[bytes], bool] | None = None
        self.owner: str | None = None
        self.address = ""
        self.counted = False
        self.welcome = True
        self.allowance: Allowance | None = None
        self.on_cut: Callable[[], None] | None = None
        self._doorman = doorman
        self._waiting = 0
        self._turned_down = False
        """Whether the next text has been offered already."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.protocol.recv_frame = self._frame_came  # type: ignore[method-assign]
        if self._doorman is not None and not self._doorman.made(self):
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        del self.protocol.recv_frame  # which is a circle
        if self._doorman is not None:
            self._doorman.lost(self)

    def data_received(self, data: bytes) -> None:
        if (
            self.at_once is not None
            and not self._waiting
            and not self._queued
            and len(data) <= SLICE
            and self._is_between_messages()
        ):
            data = data[self._short_texts(data, self.at_once) :]
        if data:
            super().data_received(data)

    def _frame_came(self, frame: Frame) -> None:
        """Called by the library's parser for each frame, before it does anything for it."""
        whole = frame.fin and (frame.opcode is TEXT or frame.opcode is BINARY)
        if not whole and self.allowance is not None and not self.allowance.take_frame():
            self.protocol.fail(Close.POLICY, Close.POLICY.name.lower())  # nor is the rest parsed
            if self.on_cut is not None:
                self.on_cut()
            return
        type(self.protocol).recv_frame(self.protocol, frame)

    def _is_between_messages(self) -> bool:
        """Whether the library's parser has read whole messages and nothing after them."""
        protocol = self.protocol
        if protocol.state is not OPEN or protocol.current_size is not None:
            return False
        parser: Any = protocol.parser  # one for the request, in it one for frames, in it a reader
        reader = getattr(parser.gi_yieldfrom, "gi_yieldfrom", None)
        return reader is not None and reader.gi_code is BETWEEN_FRAMES

    def _short_texts(self, data: bytes, at_once: Callable[[bytes], bool]) -> int:
        """Deal with short texts in one frame, up to the first thing else; how many bytes of frames
        they were."""
        start, end = 0, len(data)
        while end - start >= TEXT_AT and data[start] == WHOLE_TEXT:
            text_at = start + TEXT_AT
            length = data[start + 1] - MASKED
            if not 0 <= length < SHORT or end - text_at < length:
                break
            mask = data[start + MASK_AT : text_at]
            if not at_once(apply_mask(data[text_at : text_at + length], mask)):
                self._turned_down = True
                break
            start = text_at + length
        return start

    def process_event(self, event: Event) -> None:
        if type(event) is Frame and event.fin and event.opcode in DATA_OPCODES:
            in_turn = event.opcode is TEXT and not self._waiting and not self._turned_down
            self._turned_down = False
            if in_turn and self.at_once is not None and self.at_once(bytes(event.data)):
                return
            self._waiting += 1
        super().process_event(event)

    def dealt_with(self) -> None:
        """The text or the bytes that were iterated over last need no more attention."""
        self._waiting -= 1

    def say(self, text: bytes) -> None:
        """Send a text of UTF-8, if the socket is open; whoever calls watches `unsent`."""
        if self.protocol.state is OPEN:
            length = len(text)
            if length < SHORT:
                head = bytes((0x81, length))
            elif length < LONG:
                head = b"\x81\x7e" + length.to_bytes(2)
            else:
                head = b"\x81\x7f" + length.to_bytes(8)
            self.transport.write(head + text)

    @property
    def unsent(self) -> int:
        """Bytes the system has not taken yet."""
        return self.transport.get_write_buffer_size()
