"""Chat requests: send a line of free text or a set phrase to a room.

The latest lines of a room are stored until a minute after the newest. Each process reads new lines
from the store and sends them to its connections (`live_rooms/talk.py`).

A set phrase is a sentence from a fixed list. A contestant is a player who takes part in the race of
the room. Contestants neither write nor read free text while they race, because somebody who has
finished the deal, or watches it, could give them hints. The same holds for people who may still
have to play the deal in another room (`deal_secrecy.py` decides). Set phrases reveal nothing of a
deal, so they may be sent at any time, and everybody gets them. One phrase is special: the server
answers "Ace, please", and its answer depends on the cards. The answer goes only to the contestants
of the race, who were dealt the same cards.
"""

from collections.abc import Awaitable, Callable
from typing import Any

from protocol import from_server as say
from protocol.message import encode
from protocol.rooms.talk import Say, SayPhrase
from server.errors import Refusal
from server.live_rooms.live_room import LiveRoom
from server.live_rooms.registry import RoomRegistry
from server.live_rooms.talk import line_of, set_off
from server.rooms.store import RoomStore
from server.views.listener import Listener
from server.views.view_inputs import ChatMessage
from server.views.visibility import gets_chat

WITHIN_MS = 10_000
MOST = (WITHIN_MS, 4, 60)
"""The limits of chat: a number of milliseconds, and the most lines that one seat and all seats of a
room together may send within this time."""

ONLY_PHRASES = (
    "Until you have finished, there are only the set phrases: phrase lists them, phrase 2 says one."
)


class ChatHandlers:
    """The chat handlers of one connection. `seated` returns the room that the connection is in, and
    the number of its seat; it raises Refusal if there is none."""

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
        if not gets_chat(heard, self._listener.viewer) and not await self._has_finished(live, seat):
            raise Refusal("race_begun", ONLY_PHRASES)
        await self._pass_on(live, seat, f"- {request.text}")
        self._listener.send(encode(say.Done(id=request.id)))

    async def _phrase(self, request: SayPhrase) -> None:
        live, seat = self._seated()
        refuse_silenced(live, seat)
        await self._pass_on(live, seat, line_of(request.phrase))
        await set_off(self._store, self._registry.tables, live, seat, request.phrase)
        self._listener.send(encode(say.Done(id=request.id)))

    async def _has_finished(self, live: LiveRoom, seat: int) -> bool:
        """Return whether the seat's game is over, so that the seat may write free text. This reads
        the seat's board, because the standings in memory may lag behind. Return False for a seat
        that is no contestant. Return False also if late joining is allowed, because somebody who
        reads the text may still join the race."""
        if live.room.settings.late or seat not in live.race.racing:
            return False
        return (await self._registry.tables.seat_board(live, seat)).state.over is not None

    async def _pass_on(self, live: LiveRoom, seat: int, said: str) -> None:
        if not await self._store.talk(live.room.code, seat, said, MOST):
            raise Refusal("too_fast", "That was a lot in ten seconds; wait a little.")


def refuse_silenced(live: LiveRoom, seat: int) -> None:
    """Raise Refusal if the host of the room has silenced the seat, which forbids its player to
    write to the room."""
    if live.room.seats[seat].silent:
        raise Refusal("silenced", "The host has silenced you.")
