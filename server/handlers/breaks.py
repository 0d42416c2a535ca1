"""Break requests: begin and end a break in a game. In a break the player's board is covered, and
the player cannot move."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from protocol.crowns import BeginBreak, EndBreak
from protocol.from_server import Done
from protocol.message import Request, encode
from server.live_rooms.asked_change import Decision
from server.live_rooms.live_room import LiveRoom
from server.live_rooms.registry import RoomRegistry
from server.rooms import breaks
from server.rooms.commands import Change
from server.rooms.state import Room
from server.views.listener import Listener


class BreakHandlers:
    """The handlers of break requests of one connection. `seated` returns the room that the
    connection is in, and the number of its seat; it raises Refusal if there is none."""

    def __init__(
        self, registry: RoomRegistry, listener: Listener, seated: Callable[[], tuple[LiveRoom, int]]
    ) -> None:
        self._registry, self._listener, self._seated = registry, listener, seated
        self.handlers: dict[str, Callable[[Any], Awaitable[None]]] = {
            "begin_break": self._begin,
            "end_break": self._end,
        }

    async def _begin(self, request: BeginBreak) -> None:
        live, seat = self._seated()
        breaks.begin(live.room, seat, over=False, now=0)  # refuses before a board is loaded
        seat_board = await self._registry.tables.seat_board(live, seat)

        def decision(room: Room, *, now: int) -> Change:
            return breaks.begin(room, seat, seat_board.state.over is not None, now)

        await self._change(request, live, decision)

    async def _end(self, request: EndBreak) -> None:
        live, seat = self._seated()
        await self._change(request, live, partial(breaks.end, seat=seat))

    async def _change(self, request: Request, live: LiveRoom, decision: Decision) -> None:
        await self._registry.change(live, decision)
        self._listener.send(encode(Done(id=request.id)))
