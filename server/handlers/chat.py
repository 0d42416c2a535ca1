"""Chat in a room: sending lines and set phrases, and passing them to listeners. Chat is not stored.

Players neither write nor read free text while they race: a hint from somebody who has finished the
deal, or watches it, would be worth more than a look at the board. The same holds for those who may
still have to play the deal in another room (`deal_secrecy.py` decides). Set phrases reveal nothing
of a deal, so everybody gets them at any time.
"""

from collections.abc import Awaitable, Callable
from typing import Any

from protocol import from_server as say
from protocol.message import encode
from protocol.talk import Say, SayPhrase
from server.errors import Refusal
from server.live_rooms.live_room import LiveRoom
from server.live_rooms.registry import RoomRegistry
from server.rooms.store import RoomStore
from server.views.listener import Listener
from server.views.view_inputs import ChatMessage
from server.views.visibility import hears

WITHIN_MS = 10_000
MOST = (WITHIN_MS, 4, 60)
"""Window in milliseconds, most lines of a seat within it, and most lines of a room."""

ONLY_PHRASES = (
    "Until you have finished, there are only the set phrases: phrase lists them, phrase 2 says one."
)


class ChatHandlers:
    """The handlers for one connection. `seated` gives its room and seat, or raises Refusal."""

    def __init__(
        self,
        store: RoomStore,
        registry: RoomRegistry,
        listener: Listener,
        seated: Callable[[], tuple[LiveRoom, int]],
    ) -> None:
        self._store, self._registry, self._listener, self._seated = (
            store,
            registry,
            listener,
            seated,
        )
        self.handlers: dict[str, Callable[[Any], Awaitable[None]]] = {
            "say": self._send,
            "phrase": self._phrase,
        }

    async def _send(self, request: Say) -> None:
        live, seat = self._seated()
        refuse_silenced(live, seat)
        heard = ChatMessage(seat, request.text, None, live.room, live.standings, live.now())
        if not hears(heard, self._listener.viewer) and not await self._has_finished(live, seat):
            raise Refusal("race_begun", ONLY_PHRASES)
        await self._pass_on(request.id, live, seat, f"- {request.text}")

    async def _phrase(self, request: SayPhrase) -> None:
        live, seat = self._seated()
        refuse_silenced(live, seat)
        await self._pass_on(request.id, live, seat, request.phrase)

    async def _has_finished(self, live: LiveRoom, seat: int) -> bool:
        """Whether the seat's game is over, by its board: the room's numbers may lag behind."""
        if live.room.settings.late or seat not in live.race.racing:
            return False
        return (await self._registry.tables.seat_board(live, seat)).state.over is not None

    async def _pass_on(self, request: int, live: LiveRoom, seat: int, said: str) -> None:
        if not await self._store.talk(live.room.code, seat, said, MOST):
            raise Refusal("too_fast", "That was a lot in ten seconds; wait a little.")
        self._listener.send(encode(say.Done(id=request)))


def refuse_silenced(live: LiveRoom, seat: int) -> None:
    """Raise Refusal if the host has silenced the seat."""
    if live.room.seats[seat].silent:
        raise Refusal("silenced", "The host has silenced you.")
