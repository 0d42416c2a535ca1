"""What the screens need of a room: `RoomLine` is one, and so is anything a test makes up."""

from typing import Any, Protocol

from client_cli.session import Session
from protocol.message import Request


class Room(Protocol):
    """The session to draw, and verbs. See `client_cli.room.RoomLine`."""

    session: Session

    async def ready(self) -> None: ...

    async def unready(self) -> None: ...

    async def start(self) -> None: ...

    async def rematch(self) -> None: ...

    async def leave(self) -> None: ...

    async def request(self, kind: type[Request], **fields: Any) -> None: ...

    def play(self, move: Any) -> None: ...

    def next_frame(self) -> None: ...
