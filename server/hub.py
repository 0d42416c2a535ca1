"""The rooms this process serves: loading them, changing them, and following what others store."""

import secrets
from collections.abc import Callable
from functools import partial
from weakref import WeakValueDictionary

from engine import fairness
from engine.board import Entry
from protocol.codes import ALPHABET, LENGTH
from server import decide
from server.clock import Clock
from server.decide import Change, Refusal
from server.desk import Desk
from server.events import RaceEnded
from server.live import LiveRoom
from server.room import Room
from server.schedule import Schedule
from server.store import News, Store


class Hub:
    """Cached rooms by code; one stays cached while a connection or a step under way holds it."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        schedule: Schedule,
        random_bytes: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        self.rooms: WeakValueDictionary[str, LiveRoom] = WeakValueDictionary()
        self.alive: frozenset[str] = frozenset()
        self._store = store
        self._clock = clock
        self._schedule = schedule
        self._random_bytes = random_bytes

    def secret(self) -> bytes:
        """A fresh secret for a race."""
        return self._random_bytes(fairness.SECRET_BYTES)

    async def open(self, decision: Callable[[bytes, int], Change]) -> LiveRoom:
        """A new room under a code nobody has, made by the first events of `decision`."""
        while True:
            code = "".join(ALPHABET[b % len(ALPHABET)] for b in self._random_bytes(LENGTH))
            events = decision(self.secret(), self._clock.now())
            room = await self._store.append(Room(code), events)
            if room is not None:
                live = self.rooms[code] = LiveRoom(room, self._clock.now)
                return live

    async def find(self, code: str) -> LiveRoom:
        """The room of a code. Raises Refusal where there is none."""
        live = self.rooms.get(code)
        if live is None:
            room, _ = await self._store.room(Room(code))
            if room.seq == 0:
                raise Refusal("unknown_room", "There is no room with that code.")
            stored = await self._store.numbers(code, room.race.n)
            live = self.rooms.get(code)
            if live is None:
                live = self.rooms[code] = LiveRoom(room, self._clock.now)
                live.refreshed(stored)
        await self._bury(live)
        return live

    async def change(self, live: LiveRoom, decision: Callable[[Room], Change]) -> None:
        """Store what is decided and tell it. Decides anew while the room has moved on meanwhile.

        Raises what the decision raises.
        """
        async with live.lock:
            while True:
                events = decision(live.room)
                if not events:
                    return
                if await self._store.append(live.room, events) is not None:
                    await self._tell(live, events)
                    return
                await self._catch_up(live)

    async def due(self, code: str) -> None:
        """A deadline of the room has fallen due: take the step, if nobody else has."""
        live = await self.find(code)
        async with live.lock:
            await self._catch_up(live)
            if live.race.status == "running":
                for seat, numbers in (await self._store.numbers(code, live.race.n)).items():
                    live.hear(live.race.n, seat, numbers)
        ended = {s: n.ended_ms for s, n in live.numbers.items() if n.ended_ms is not None}
        await self.change(live, lambda room: decide.due(room, ended, self._clock.now()))
        self._plan(live)

    async def hold(self, code: str, outages: list[tuple[int, int]]) -> None:
        """Refund outages to the room's race."""
        live = await self.find(code)
        for since, until in outages:
            now = self._clock.now()
            await self.change(live, partial(decide.hold, since=since, until=until, now=now))

    async def hear(self, news: list[News]) -> None:
        """Take in what has been stored, here or elsewhere."""
        for item in news:
            if item.deadline is not None:
                self._schedule.add(item.code, item.deadline)
            live = self.rooms.get(item.code)
            if live is None:
                continue
            if item.numbers is not None and item.n is not None and item.seat is not None:
                live.hear(item.n, item.seat, item.numbers)
            elif item.seq is not None and item.seq > live.room.seq:
                async with live.lock:
                    await self._catch_up(live)

    async def refresh(self) -> None:
        """Look at every cached room again: news may have been missed."""
        for live in list(self.rooms.values()):
            async with live.lock:
                await self._catch_up(live)
                stored = await self._store.numbers(live.room.code, live.race.n)
                for seat, numbers in stored.items():
                    live.hear(live.race.n, seat, numbers)
                for desk in live.desks.values():
                    desk.retire()
            await self._bury(live)

    async def set_alive(self, alive: frozenset[str]) -> None:
        """These processes live; connections of others are gone."""
        died = self.alive - alive
        self.alive = alive
        if died:
            for live in list(self.rooms.values()):
                await self._bury(live)

    async def desk(self, live: LiveRoom, seat: int) -> Desk:
        """The board of a seat with nothing under way, folded from its log if need be.

        Raises Refusal where the seat has no board.
        """
        if live.race.status not in ("running", "over") or seat not in live.race.racing:
            raise Refusal("no_board", "You have no board in this race.")
        race, desk = live.race, live.desks.get(seat)
        if desk is not None:
            await desk.settled()
        if desk is None or desk.broken:
            entries = await self.entries(live, seat)
            if live.race.n == race.n:
                desk = live.desks[seat] = Desk(race.rules, live.start().state, entries)
        if desk is None or live.race.n != race.n:  # meanwhile the room has gone on
            raise Refusal("no_board", "You have no board in this race.")
        return desk

    async def entries(self, live: LiveRoom, seat: int) -> list[Entry]:
        """The stored moves of a seat in the current race."""
        return await self._store.moves(live.room.code, live.race.n, seat)

    async def _bury(self, live: LiveRoom) -> None:
        """Detach seats whose connection died with its process."""
        for number, seat in live.room.seats.items():
            name = seat.connection
            if name is not None and self.alive and name.split(":")[0] not in self.alive:
                now = self._clock.now()
                await self.change(
                    live, partial(decide.detach, seat=number, connection=name, now=now)
                )

    async def _catch_up(self, live: LiveRoom) -> None:
        _, events = await self._store.room(live.room)
        await self._tell(live, tuple(events))

    async def _tell(self, live: LiveRoom, events: Change) -> None:
        for event in events:
            if isinstance(event, RaceEnded):
                live.refreshed(await self._store.numbers(live.room.code, live.race.n))
            live.tell((event,))
            if isinstance(event, RaceEnded):
                await self._settle(live)
                live.disclose()
        self._plan(live)

    async def _settle(self, live: LiveRoom) -> None:
        """The race is over and its log complete: boards that ran ahead go back to where it ends."""
        for seat, desk in tuple(live.desks.items()):
            if desk.broken or desk.under_way:
                entries = await self.entries(live, seat)
                live.desks[seat] = Desk(live.race.rules, live.start().state, entries)

    def _plan(self, live: LiveRoom) -> None:
        if live.race.deadline is not None:
            self._schedule.add(live.room.code, live.race.deadline)
