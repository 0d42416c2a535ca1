"""Breaks that are declared in a race: what a room decides, and what may be asked.

Whoever declares one has their board covered: they see nothing of it and make no moves, on whatever
process and by whatever line, until they say that they are back. The race goes on. What a break
costs a candidate for a crown is told in `crowns/story.py`.
"""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from engine.crown_facts import GREAT_GAMES
from protocol.crowns import BeginBreak, EndBreak
from protocol.from_server import Done
from protocol.message import Request, encode
from server.live_rooms.live_room import Listener, LiveRoom
from server.live_rooms.registry import Decision, Hub
from server.rooms.commands import Change, Refusal, held
from server.rooms.events import SeatCovered
from server.rooms.state import Room

ON_BREAK = ("on_break", "You are on a break; say first that you are back.")


def begin(room: Room, seat: int, over: bool, now: int) -> Change:
    """A contestant goes to the room without a telephone; `over`: their game has ended."""
    mine, race = held(room, seat), room.race
    refuse_covered(room, seat)
    if race.rules.slug not in GREAT_GAMES:
        raise Refusal("no_crown", "Breaks are declared in games that are played for crowns.")
    if mine.bot:
        raise Refusal("no_crown", "Bots win no crowns, and need no breaks.")
    if mine.account is None:
        raise Refusal("not_signed_in", "Breaks are for candidates: log in before you sit down.")
    if race.status != "running":
        raise Refusal("race_not_running", "A break is declared while the race runs.")
    if seat not in race.racing:
        raise Refusal("no_board", "You have no board in this race.")
    if over:
        raise Refusal("game_over", "Your game is over; there is nothing to cover.")
    return (SeatCovered(at=now, by="seat", seat=seat, covered=True),)


def end(room: Room, seat: int, now: int) -> Change:
    """They are back."""
    if not held(room, seat).covered:
        raise Refusal("no_break", "You are on no break.")
    return (SeatCovered(at=now, by="seat", seat=seat, covered=False),)


def refuse_covered(room: Room, seat: int) -> None:
    """Raises Refusal for whoever is on a break."""
    if room.seats[seat].covered:
        raise Refusal(*ON_BREAK)


class Breaks:
    """The handlers for one connection. `seated` gives its room and seat, or raises Refusal."""

    def __init__(
        self, hub: Hub, listener: Listener, seated: Callable[[], tuple[LiveRoom, int]]
    ) -> None:
        self._hub, self._me, self._seated = hub, listener, seated
        self.handlers: dict[str, Callable[[Any], Awaitable[None]]] = {
            "begin_break": self._begin,
            "end_break": self._end,
        }

    async def _begin(self, request: BeginBreak) -> None:
        live, seat = self._seated()
        begin(live.room, seat, over=False, now=0)  # whoever has no board here need not look for it
        desk = await self._hub.tables.desk(live, seat)

        def decision(room: Room, *, now: int) -> Change:
            return begin(room, seat, desk.state.over is not None, now)

        await self._change(request, live, decision)

    async def _end(self, request: EndBreak) -> None:
        live, seat = self._seated()
        await self._change(request, live, partial(end, seat=seat))

    async def _change(self, request: Request, live: LiveRoom, decision: Decision) -> None:
        await self._hub.change(live, decision)
        self._me.send(encode(Done(id=request.id)))
