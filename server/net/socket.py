"""A websocket with a fast path: handles short texts in the read callback, sends without waiting.

`websockets` passes messages through a queue to a waiting task, which costs more than handling most
messages. Here the callback `handle_immediately` may handle a text directly; everything else takes
the library's way, with its queue, limits and reassembly of fragments. A short text in one frame is
decoded here without the library's parser, unless the parser has read part of a message.

This file uses internals of the library: `process_event`, `protocol.recv_frame`, the point where its
parser waits, the asyncio callbacks, and that frames are written to the transport unchanged. Check
them before upgrading to its next major version. `tests/server/net/test_hot_path.py` fails if they
change.

The library answers a ping while parsing, before it calls any code here. So frames are counted in
`recv_frame`, which the parser calls for each frame before it acts on it.
"""

import asyncio
from collections.abc import Callable
from typing import Any, Protocol

from websockets.frames import DATA_OPCODES, CloseCode, Frame, Opcode
from websockets.protocol import Event, State
from websockets.streams import StreamReader

from protocol.closing import Close
from server.access.rate_limits import Allowance
from server.net.http_keepalive import SLICE, HttpKeepalive

try:
    from websockets.speedups import apply_mask
except ImportError:  # not every installation has the compiled module
    from websockets.utils import apply_mask

OPEN, TEXT, BINARY = State.OPEN, Opcode.TEXT, Opcode.BINARY
WHOLE_TEXT, MASKED = 0x81, 0x80
MASK_AT, TEXT_AT = 2, 6
"""Offsets of the mask and of the text in a frame from a client whose text is shorter than SHORT."""
BETWEEN_FRAMES = StreamReader.at_eof.__code__
"""The code in which the library's parser is suspended if it has read whole frames and nothing after
them."""
SHORT, LONG = 126, 65_536
"""Payload lengths in bytes. From SHORT on, a frame's header has two more bytes for the length; from
LONG on, eight more."""


class SocketObserver(Protocol):
    """An object whose methods are called for every socket that opens or closes."""

    def made(self, socket: "Socket") -> bool:
        """Count a new socket; return whether it may stay open."""

    def lost(self, socket: "Socket") -> None:
        """Stop counting a closed socket."""


class Socket(HttpKeepalive):
    """A websocket whose messages are handled in the order they arrive.

    If `handle_immediately` is set, it is called with each unfragmented text, once all messages
    before the text have been handled. It returns whether it has handled the text. All other
    messages are got by iterating over the socket; the caller must call `dealt_with` after handling
    each.

    `ConnectionLimits` sets `address`, `owner`, `counted` and `welcome`. `address` is the client's
    address. `owner` is the address whose credits the socket spends (None if the limits of addresses
    do not apply). `counted` is True as soon as `owner` is set. `welcome` is False if the address
    has too many sockets or too few credits.

    `allowance` limits the rate of frames that are not a whole message, such as pings and fragments;
    `Connection` limits that of requests. `on_cut` is called after the socket was closed for sending
    too many such frames.
    """

    def __init__(
        self, *arguments: Any, observer: SocketObserver | None = None, **settings: Any
    ) -> None:
        super().__init__(*arguments, **settings)
        self.handle_immediately: Callable[[bytes], bool] | None = None
        self.owner: str | None = None
        self.address = ""
        self.counted = False
        self.welcome = True
        self.allowance: Allowance | None = None
        self.on_cut: Callable[[], None] | None = None
        self._observer = observer
        self._waiting = 0
        self._turned_down = False
        """Whether `handle_immediately` has already been called with the next text, and has returned
        False."""
        self._unwritten: list[bytes] = []
        """Frames that are written at the end of this turn of the event loop."""
        self._unwritten_bytes = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.protocol.recv_frame = self._frame_came  # type: ignore[method-assign]
        if self._observer is not None and not self._observer.made(self):
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        del self.protocol.recv_frame  # break the reference cycle
        if self._observer is not None:
            self._observer.lost(self)

    def data_received(self, data: bytes) -> None:
        if (
            self.handle_immediately is not None
            and not self._waiting
            and not self._queued
            and len(data) <= SLICE
            and self._is_between_messages()
        ):
            data = data[self._short_texts(data, self.handle_immediately) :]
        if data:
            super().data_received(data)

    def _frame_came(self, frame: Frame) -> None:
        """Pass a frame on to the library. The library's parser calls this for each frame before it
        acts on the frame. Frames that are not a whole message, such as pings and fragments, are
        counted; after too many of them the socket is closed."""
        whole = frame.fin and (frame.opcode is TEXT or frame.opcode is BINARY)
        if not whole and self.allowance is not None and not self.allowance.take_frame():
            self.protocol.fail(Close.POLICY, Close.POLICY.name.lower())  # parses nothing more
            if self.on_cut is not None:
                self.on_cut()
            return
        type(self.protocol).recv_frame(self.protocol, frame)

    def _is_between_messages(self) -> bool:
        """Return whether the websocket is open and the library's parser has read whole messages and
        nothing after them."""
        protocol = self.protocol
        if protocol.state is not OPEN or protocol.current_size is not None:
            return False
        parser: Any = (
            protocol.parser
        )  # nested generators: for the request, in it for frames, in it for reading bytes
        reader = getattr(parser.gi_yieldfrom, "gi_yieldfrom", None)
        return reader is not None and reader.gi_code is BETWEEN_FRAMES

    def _short_texts(self, data: bytes, handle_immediately: Callable[[bytes], bool]) -> int:
        """Pass short single-frame texts at the start of `data` to `handle_immediately`, until it
        returns False for one. Return how many bytes the texts before that one took."""
        start, end = 0, len(data)
        while end - start >= TEXT_AT and data[start] == WHOLE_TEXT:
            text_at = start + TEXT_AT
            length = data[start + 1] - MASKED
            if not 0 <= length < SHORT or end - text_at < length:
                break
            mask = data[start + MASK_AT : text_at]
            if not handle_immediately(apply_mask(data[text_at : text_at + length], mask)):
                self._turned_down = True
                break
            start = text_at + length
        return start

    def process_event(self, event: Event) -> None:
        if type(event) is Frame and event.fin and event.opcode in DATA_OPCODES:
            in_turn = event.opcode is TEXT and not self._waiting and not self._turned_down
            self._turned_down = False
            if (
                in_turn
                and self.handle_immediately is not None
                and self.handle_immediately(bytes(event.data))
            ):
                return
            self._waiting += 1
        super().process_event(event)

    def dealt_with(self) -> None:
        """Note that the caller has handled the message that it last got by iterating."""
        self._waiting -= 1

    def say(self, text: bytes) -> None:
        """Send a UTF-8 text as one websocket message, without waiting. Does nothing if the
        websocket is not open. Messages that are sent within one turn of the event loop are written
        together, because a call of the operating system costs as much as several messages.

        There is no flow control: the caller must check `unsent` and stop sending to a slow client.
        """
        if self.protocol.state is OPEN:
            length = len(text)
            if length < SHORT:
                head = bytes((0x81, length))
            elif length < LONG:
                head = b"\x81\x7e" + length.to_bytes(2)
            else:
                head = b"\x81\x7f" + length.to_bytes(8)
            if not self._unwritten:
                self.loop.call_soon(self._write)
            self._unwritten.append(head + text)
            self._unwritten_bytes += len(head) + length

    def _write(self) -> None:
        frames, self._unwritten, self._unwritten_bytes = self._unwritten, [], 0
        if frames and self.protocol.state is OPEN:
            self.transport.write(b"".join(frames))

    async def close(
        self, code: CloseCode | int = CloseCode.NORMAL_CLOSURE, reason: str = ""
    ) -> None:
        """Send what is not written yet, and close the websocket."""
        self._write()
        await super().close(code, reason)

    @property
    def unsent(self) -> int:
        """The number of bytes that are to be sent but not yet taken by the operating system."""
        return self._unwritten_bytes + self.transport.get_write_buffer_size()
