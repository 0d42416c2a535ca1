"""Protocol class of a room as the screens use it; implemented by `RoomLine` and by test doubles."""

from typing import Any, Protocol

from client_cli.state.card_marks import Place
from client_cli.state.session import Session
from protocol.message import Request


class Room(Protocol):
    """A session to draw, and methods that send requests. See
    `client_cli.net.room_client.RoomLine`."""

    session: Session

    async def ready(self) -> None: ...

    async def unready(self) -> None: ...

    async def start(self) -> None: ...

    async def rematch(self) -> None: ...

    async def leave(self) -> None: ...

    async def request(self, kind: type[Request], **fields: Any) -> None: ...

    def play(self, move: Any) -> None: ...

    def next_frame(self) -> None: ...

    def mark(self, place: Place, tilt: int) -> None: ...

    def watch_board(self, seat: int) -> None: ...
