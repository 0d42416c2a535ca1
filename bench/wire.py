"""A websocket client lean enough to load a server from the next core.

The handshake is the library's; after it, whole frames are cut out of what arrives, without queues,
tasks or futures. It speaks what a load needs: text, ping, close. Fragments break the line.
"""

import asyncio
from collections.abc import Callable
from typing import cast

from websockets.client import ClientProtocol
from websockets.http11 import Response
from websockets.typing import Subprotocol
from websockets.uri import parse_uri

from protocol import SUBPROTOCOL

TEXT, CLOSE, PING = 0x81, 0x88, 0x89
HEADERS_END = b"\r\n\r\n"


class Wire(asyncio.Protocol):
    """One connection. `hear` gets every text, `lost` the reason when the line is gone."""

    def __init__(self, url: str, hear: Callable[[bytes], None], lost: Callable[[str], None]):
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._handshake: ClientProtocol | None = ClientProtocol(
            parse_uri(url), subprotocols=[Subprotocol(SUBPROTOCOL)]
        )
        self._hear = hear
        self._lost = lost
        self._rest = b""
        self._transport: asyncio.Transport | None = None
        self._closing = False

    def say(self, text: bytes) -> None:
        """Send a text. The mask is zero: the server unmasks it all the same."""
        if self._transport is not None and not self._closing:
            self._transport.write(_frame(TEXT, text))

    def close(self) -> None:
        if self._transport is not None and not self._closing:
            self._closing = True
            self._transport.write(_frame(CLOSE, b"\x03\xe8"))

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        if self._handshake is not None:
            self._handshake.send_request(self._handshake.connect())
            self._transport.write(b"".join(self._handshake.data_to_send()))

    def connection_lost(self, exc: Exception | None) -> None:
        self._transport = None
        if not self.opened.done():
            self.opened.set_exception(ConnectionError("the handshake failed"))
        if not self._closing:
            self._lost(str(exc) if exc else "the server closed the line")

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
        self._rest = data[self._frames(data) :]

    def _greeted(self, handshake: ClientProtocol, answer: bytes) -> None:
        handshake.receive_data(answer)
        response = next((e for e in handshake.events_received() if isinstance(e, Response)), None)
        if response is None or handshake.handshake_exc is not None:
            self.opened.set_exception(ConnectionError(str(handshake.handshake_exc)))
            return
        self._handshake = None
        self.opened.set_result(None)

    def _frames(self, data: bytes) -> int:
        """Take every whole frame; how many bytes they were."""
        at, end = 0, len(data)
        while end - at >= 2:
            kind, length, start = data[at], data[at + 1], at + 2
            if length >= 126:
                start += 2 if length == 126 else 8
                if end < start:
                    break
                length = int.from_bytes(data[at + 2 : start])
            if end - start < length:
                break
            at = start + length
            if kind == TEXT:
                self._hear(data[start:at])
            else:
                self._control(kind, data[start:at])
        return at

    def _control(self, kind: int, body: bytes) -> None:
        if self._transport is None:
            return
        if kind == PING:
            self._transport.write(_frame(0x8A, body))
        elif kind == CLOSE:
            if not self._closing:
                self._transport.write(_frame(CLOSE, body))
            self._transport.close()
        else:
            self._transport.abort()


def _frame(kind: int, body: bytes) -> bytes:
    length = len(body)
    if length < 126:
        return bytes((kind, 0x80 | length, 0, 0, 0, 0)) + body
    return bytes((kind, 0xFE)) + length.to_bytes(2) + b"\0\0\0\0" + body


async def dial(
    url: str, port: int, hear: Callable[[bytes], None], lost: Callable[[str], None]
) -> Wire:
    """An open line to a server on this machine. Raises OSError."""
    loop = asyncio.get_running_loop()
    _, wire = await loop.create_connection(lambda: Wire(url, hear, lost), "127.0.0.1", port)
    await wire.opened
    return wire
