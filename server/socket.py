"""A websocket that hands over a text the moment it arrives, and sends without waiting.

`websockets` reads by a queue and a waiting task, which costs more than most messages do. Whoever
can deal with a text at once says so here; all else takes the library's way: its queue, its limits,
its putting together of fragments. Two of its internals are used (`process_event`, and that frames
go to the transport as they are), so its next major is to be looked at first;
`tests/server/test_hot_path.py` tells when they no longer mean the same.
"""

from collections.abc import Callable
from typing import Any

from websockets.asyncio.server import ServerConnection
from websockets.frames import DATA_OPCODES, Frame, Opcode
from websockets.protocol import Event, State

OPEN, TEXT = State.OPEN, Opcode.TEXT
SHORT, LONG = 126, 65_536
"""Frames from so many bytes on have their length in two, and in eight bytes of their own."""


class Socket(ServerConnection):
    """Texts and bytes come out of the socket in the order in which they came in.

    `at_once` is offered a text in one piece, if all before it have been dealt with, and tells
    whether it has dealt with it. What it turns down is iterated over; `dealt_with` has to be called
    after each.
    """

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self.at_once: Callable[[bytes], bool] | None = None
        self._waiting = 0

    def process_event(self, event: Event) -> None:
        if type(event) is Frame and event.fin and event.opcode in DATA_OPCODES:
            in_turn = event.opcode is TEXT and not self._waiting
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
