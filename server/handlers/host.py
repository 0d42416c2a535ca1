"""Requests about a room by its host or another player: change settings, kick or silence a player,
become host, stand aside (take no part in the next races), join a running race, seat a bot."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from protocol import from_server as say
from protocol.message import Request, encode
from protocol.rooms.computer_players import ComputerPlayer, SeatBot
from protocol.rooms.room_settings import (
    ChangeSettings,
    JoinRace,
    Kick,
    Silence,
    StandAside,
    TakeHost,
)
from server.bots.service import Bots
from server.live_rooms.asked_change import Decision
from server.live_rooms.deadlines import Deadlines
from server.live_rooms.live_room import LiveRoom
from server.rooms import commands, computer_players, membership
from server.views.listener import Listener


class HostHandlers:
    """The handlers, for one connection, of the requests about its room. `seated` returns the room
    that the connection is in, and the number of its seat (its place in the room); it raises Refusal
    if there is none."""

    def __init__(
        self,
        deadlines: Deadlines,
        bots: Bots,
        listener: Listener,
        countdown_ms: int,
        seated: Callable[[], tuple[LiveRoom, int]],
    ) -> None:
        self._deadlines, self._registry, self._listener = deadlines, deadlines.registry, listener
        self._countdown_ms, self._seated, self._bots = countdown_ms, seated, bots
        self.handlers: dict[str, Callable[[Any], Awaitable[None]]] = {
            "change_settings": self._change_settings,
            "kick": self._kick,
            "silence": self._silence,
            "take_host": self._take_host,
            "stand_aside": self._stand_aside,
            "join_race": self._join_race,
            "seat_bot": self._seat_bot,
        }

    async def _change_settings(self, request: ChangeSettings) -> None:
        live, seat = self._seated()
        settings, word = request.settings, self._registry.word()
        decision = partial(membership.change_settings, seat=seat, settings=settings, invite=word)
        await self._change(request, live, decision)

    async def _kick(self, request: Kick) -> None:
        live, seat = self._seated()
        await self._registry.change(
            live,
            partial(membership.kick, seat=seat, whom=request.seat, countdown_ms=self._countdown_ms),
        )
        # This resigns the game of the kicked seat, and ends the race if it was the last game.
        await self._deadlines.meet(live.room.code)
        self._listener.send(encode(say.Done(id=request.id)))

    async def _take_host(self, request: TakeHost) -> None:
        live, seat = self._seated()
        await self._change(request, live, partial(membership.take_host, seat=seat))

    async def _silence(self, request: Silence) -> None:
        live, seat = self._seated()
        whom, silent = request.seat, request.silent
        decision = partial(membership.silence, seat=seat, whom=whom, silent=silent)
        await self._change(request, live, decision)

    async def _stand_aside(self, request: StandAside) -> None:
        live, seat = self._seated()
        decision = partial(
            membership.stand_aside, seat=seat, aside=request.aside, countdown_ms=self._countdown_ms
        )
        await self._change(request, live, decision)

    async def _join_race(self, request: JoinRace) -> None:
        live, seat = self._seated()
        await self._change(request, live, partial(membership.join_race, seat=seat, n=request.race))

    async def _seat_bot(self, request: SeatBot) -> None:
        live, seat = self._seated()
        self._bots.refuse_full()
        player = ComputerPlayer(strength=request.strength, pace=request.pace)
        unknown = commands.token_hash(self._registry.random_bytes(32).hex())
        decision = partial(
            computer_players.seat_player, seat=seat, player=player, token_hash=unknown
        )
        await self._change(request, live, decision)

    async def _change(self, request: Request, live: LiveRoom, decision: Decision) -> None:
        await self._registry.change(live, decision)
        self._listener.send(encode(say.Done(id=request.id)))
