"""A minimal, fast websocket client for load tests.

The handshake uses the websockets library. After it, frames are parsed directly from the received
bytes, without queues, tasks or futures. Only unfragmented messages of one kind (text or binary) and
ping, pong and close frames are understood; any other frame ends the connection.
"""

import asyncio
import socket
import ssl
from collections.abc import Callable
from functools import cache
from typing import cast

from websockets.client import ClientProtocol
from websockets.http11 import Response
from websockets.typing import Subprotocol
from websockets.uri import WebSocketURI, parse_uri

from protocol import SUBPROTOCOL

TEXT, BINARY, CLOSE, PING, PONG = 0x81, 0x82, 0x88, 0x89, 0x8A
HEADERS_END = b"\r\n\r\n"
OPEN_S = 30.0
"""Seconds allowed for connecting and the handshake."""
NARROW = 4_096
"""Receive buffer of a narrow connection, in bytes. When it is full, the sender has to wait."""


class HandshakeFailed(ConnectionError):
    """The websocket handshake failed. `status` is the HTTP status of the server's answer, 0 if
    there was no answer."""

    def __init__(self, status: int) -> None:
        sentence = f"answered {status}" if status else "not answered"  # not a text: a key
        super().__init__(sentence)
        self.status = status


class LoadWebSocket(asyncio.Protocol):
    """One websocket connection. Its messages are text, or binary if `kind` is BINARY. `hear` gets
    every message. `lost` gets the reason when the connection ends, unless this program has closed
    or cut it."""

    def __init__(
        self,
        uri: WebSocketURI,
        hear: Callable[[bytes], None],
        lost: Callable[[str], None],
        kind: int = TEXT,
    ) -> None:
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.gone = asyncio.Event()
        """Set when the connection has ended on both sides."""
        self._handshake: ClientProtocol | None = ClientProtocol(
            uri, subprotocols=[Subprotocol(SUBPROTOCOL)]
        )
        self._hear = hear
        self._lost = lost
        self._kind = kind
        self._rest = b""
        self._transport: asyncio.Transport | None = None
        self._closing = False
        self._why = ""

    def say(self, message: bytes) -> None:
        """Send a message; drop it if the connection is not open. The frame's mask is zero, which
        servers must accept and which saves masking."""
        if self._transport is not None and not self._closing:
            self._transport.write(_frame(self._kind, message))

    def close(self) -> None:
        """Send a close frame; the server then ends the connection. `lost` is not called."""
        if self._transport is not None and not self._closing:
            self._closing = True
            self._transport.write(_frame(CLOSE, b"\x03\xe8"))
            self.read(True)  # the server's answer ends the connection

    def cut(self) -> None:
        """Abort the connection, as a failing network would. `lost` is not called."""
        self._closing = True
        if self._transport is not None:
            self._transport.abort()

    def read(self, on: bool) -> None:
        """Pause reading from the connection, or resume it if `on` is True."""
        if self._transport is not None and not self._transport.is_closing():
            (self._transport.resume_reading if on else self._transport.pause_reading)()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        if self._handshake is not None:
            self._handshake.send_request(self._handshake.connect())
            self._transport.write(b"".join(self._handshake.data_to_send()))

    def connection_lost(self, exc: Exception | None) -> None:
        self._transport = None
        self.gone.set()
        if not self.opened.done():
            self.opened.set_exception(HandshakeFailed(0))
        elif not self._closing:
            closed = "the server closed the line"  # not a text: a key of the report
            told = getattr(exc, "strerror", None) or str(exc or closed)
            self._lost(self._why or told)

    def data_received(self, data: bytes) -> None:
        if self._rest:
            data = self._rest + data
        if self._handshake is not None:
            end = data.find(HEADERS_END) + len(HEADERS_END)
            if end < len(HEADERS_END):
                self._rest = data
                return
            self._greeted(self._handshake, data[:end])
            data = data[end:]
        self._rest = data[self._frames(data) :] if self._handshake is None else b""

    def _greeted(self, handshake: ClientProtocol, answer: bytes) -> None:
        handshake.receive_data(answer)
        response = next((e for e in handshake.events_received() if isinstance(e, Response)), None)
        if response is None or handshake.handshake_exc is not None:
            status = answer.split(b" ", 2)[1:2]
            known = bool(status) and status[0].isdigit()
            self._closing = True
            if not self.opened.done():
                self.opened.set_exception(HandshakeFailed(int(status[0]) if known else 0))
            if self._transport is not None:
                self._transport.abort()
            return
        self._handshake = None
        self.opened.set_result(None)

    def _frames(self, data: bytes) -> int:
        """Handle every complete frame in `data`. Return the number of bytes handled; the following
        bytes are an incomplete frame."""
        at, end = 0, len(data)
        while end - at >= 2:
            kind, length, start = data[at], data[at + 1], at + 2
            if length >= 126:
                wide = 2 if length == 126 else 8
                start += wide
                if end < start:
                    break
                length = int.from_bytes(data[at + 2 : start])
            if end - start < length:
                break
            at = start + length
            if kind == self._kind:
                self._hear(data[start:at])
            else:
                self._control(kind, data[start:at])
        return at

    def _control(self, kind: int, body: bytes) -> None:
        if self._transport is None:
            return
        if kind == PING:
            self._transport.write(_frame(PONG, body))
        elif kind == CLOSE:
            if not self._closing:
                self._why = f"closed with {int.from_bytes(body[:2])}"  # not a text: a key
                self._transport.write(_frame(CLOSE, body))
            self._transport.close()
        elif kind != PONG:
            self._why = "a frame that is not understood"  # not a text: a key
            self._transport.abort()


def _frame(kind: int, body: bytes) -> bytes:
    length = len(body)
    if length < 126:
        return bytes((kind, 0x80 | length, 0, 0, 0, 0)) + body
    return bytes((kind, 0xFE)) + length.to_bytes(2) + b"\0\0\0\0" + body


async def dial(
    url: str,
    hear: Callable[[bytes], None],
    lost: Callable[[str], None],
    *,
    narrow: bool = False,
    kind: int = TEXT,
) -> LoadWebSocket:
    """Open a connection to a server and return it after the handshake. Its messages are text, or
    binary if `kind` is BINARY.

    Raises OSError; its subclass HandshakeFailed if no websocket server answers in time. A `narrow`
    connection has a small receive buffer, so that unread messages pile up at the server.
    """
    loop, uri = asyncio.get_running_loop(), parse_uri(url)
    wire = LoadWebSocket(uri, hear, lost, kind)
    try:
        async with asyncio.timeout(OPEN_S):
            tls = _tls() if uri.secure else None
            name = uri.host if uri.secure else None
            if narrow:
                sock = await _narrow(uri)
                await loop.create_connection(lambda: wire, sock=sock, ssl=tls, server_hostname=name)
            else:
                await loop.create_connection(
                    lambda: wire, uri.host, uri.port, ssl=tls, server_hostname=name
                )
            await wire.opened
    except BaseException as error:
        wire.opened.cancel()
        wire.cut()
        if isinstance(error, TimeoutError):
            raise HandshakeFailed(0) from None
        raise
    return wire


@cache
def _tls() -> ssl.SSLContext:
    """Return the TLS context. It is cached, because loading all certificates is slow."""
    return ssl.create_default_context()


async def _narrow(uri: WebSocketURI) -> socket.socket:
    """Return a connected socket with a small receive buffer. The size must be set before
    connecting."""
    loop = asyncio.get_running_loop()
    family, kind, number, _, address = (
        await loop.getaddrinfo(uri.host, uri.port, type=socket.SOCK_STREAM)
    )[0]
    sock = socket.socket(family, kind, number)
    try:
        sock.setblocking(False)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, NARROW)
        await loop.sock_connect(sock, address)
    except BaseException:
        sock.close()
        raise
    return sock
