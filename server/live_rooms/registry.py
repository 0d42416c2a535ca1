"""The room registry: the rooms of this process, loaded from the store, cached, and changed.

`feed_consumer.py` applies what other processes store.
"""

import asyncio
import secrets
from collections.abc import Callable
from functools import partial
from typing import NamedTuple, Protocol
from weakref import WeakValueDictionary

from engine import fairness
from engine.crown_facts import GREAT_GAMES
from protocol.closing import Close
from protocol.codes import ALPHABET, LENGTH
from server.background import Later, discard
from server.errors import Refusal, StoreAway
from server.live_rooms.data_loss import RoomDataLost
from server.live_rooms.deal_exposure import DealExposure
from server.live_rooms.live_room import LiveRoom
from server.live_rooms.recent_events import MOST_UNREAD, RecentEvents
from server.live_rooms.room_listener import RoomListener
from server.live_rooms.seat_board_cache import SeatBoardCache
from server.live_rooms.timers import Timers
from server.rooms import commands, race_log
from server.rooms.commands import Change
from server.rooms.event_quota import too_much
from server.rooms.events import CardCalled, RaceEnded, RaceJoined, RaceStarted, SeatCovered
from server.rooms.sliced_fold import fold_slowly
from server.rooms.state import Room
from server.rooms.store import RoomStore
from server.store.clock import Clock


class Decision(Protocol):
    """A command, for example of `rooms/commands.py`, that lacks only the room and the time."""

    def __call__(self, room: Room, /, *, now: int) -> Change:
        """The events to store. Raises Refusal."""


class LiveRooms(WeakValueDictionary[str, LiveRoom]):
    """Cached rooms by code. A room stays cached while a connection or a running task holds it."""

    def known(self, code: str) -> Room | None:
        """The cached room with this code; None if it is not cached."""
        live = self.get(code)
        return None if live is None else live.room


class HubProcess(NamedTuple):
    """The process that a registry belongs to, by name, and what it provides.

    `is_stale` says whether the process may have stood still since its last heartbeat; then nothing
    may be decided before the outage is refunded. `later` runs a short coroutine in the background.
    `factor` scales the quota of events of a room. `random_bytes` makes secrets and codes.
    """

    name: str
    is_stale: Callable[[], bool] = lambda: False
    later: Later = discard
    factor: float = 1.0
    random_bytes: Callable[[int], bytes] = secrets.token_bytes


class RoomRegistry:
    """The rooms of one process. `connections` has the names of its open connections, `alive` the
    names of all processes."""

    def __init__(
        self,
        store: RoomStore,
        clock: Clock,
        schedule: Timers,
        process: HubProcess,
        listener: RoomListener,
        rooms: LiveRooms,
    ) -> None:
        self.rooms = rooms
        self.alive: frozenset[str] = frozenset()
        self.process = process.name
        self.connections: set[str] = set()
        self.is_stale = process.is_stale
        self.later = process.later
        self._factor = process.factor
        self._listener = listener
        self._reading: dict[str, asyncio.Future[LiveRoom]] = {}
        self.tables = SeatBoardCache(store)
        self.deal_exposure = DealExposure(listener)
        self.store = store
        self._clock = clock
        self.schedule = schedule
        self.random_bytes = process.random_bytes

    def secret(self) -> bytes:
        """A fresh secret for a race."""
        return self.random_bytes(fairness.SECRET_BYTES)

    def word(self, length: int = 8) -> str:
        """A random word of `length` characters that are not mistaken for each other."""
        return "".join(ALPHABET[b % len(ALPHABET)] for b in self.random_bytes(length))

    async def free_code(self) -> str:
        """A random code that no room has. Raises StoreAway."""
        while await self.store.is_made(code := self.word(LENGTH)):
            pass
        return code

    async def open(self, decision: Callable[[bytes, int], Change]) -> LiveRoom:
        """Make a room under a free code. `decision` gets the secret and the time and returns the
        first events."""
        while True:
            live = await self.open_under(
                self.word(LENGTH), lambda now: decision(self.secret(), now)
            )
            if live is not None:
                return live

    async def open_under(self, code: str, decision: Callable[[int], Change]) -> LiveRoom | None:
        """Make a room under this code; None if the code is taken."""
        events = decision(self._clock.now())
        room = await self.store.append(Room(code), events)
        if room is None:
            return None
        race_log.write(room, events)
        live = self.rooms[code] = LiveRoom(room, self._clock.now)
        self.plan(live)
        return live

    async def find(self, code: str) -> LiveRoom:
        """The room with this code, from the cache or the store. Raises Refusal if there is none.
        Raises StoreAway."""
        live = self.rooms.get(code)
        if live is None:
            # Many may come at once to a room that is not cached: it is read once for all of them.
            reading = self._reading.get(code)
            if reading is None:
                reading = self._reading[code] = asyncio.ensure_future(self._read(code))
                reading.add_done_callback(partial(self._was_read, code))
            live = await asyncio.shield(reading)
        await self.reconcile_connections(live)
        return live

    def _was_read(self, code: str, reading: asyncio.Future[LiveRoom]) -> None:
        del self._reading[code]
        if not reading.cancelled():
            reading.exception()  # marks it as retrieved: those who waited may have gone

    async def _read(self, code: str) -> LiveRoom:
        room, events = await self.store.room(Room(code))
        if room.seq == 0:
            raise Refusal("unknown_room", "There is no room with that code.")
        stored = await self.store.standings(code, room.race.n)
        early, late = events[:-MOST_UNREAD], events[-MOST_UNREAD:]
        trail = RecentEvents(await fold_slowly(type(room)(code), early), late)
        live = self.rooms.get(code)
        if live is None:
            live = self.rooms[code] = LiveRoom(room, self._clock.now, trail)
            live.refreshed(stored)
            # The feed's news of this room was ignored while it was being read.
            await self.look_again(live)
            await self.recount(live)
        return live

    async def change(self, live: LiveRoom, decision: Decision) -> None:
        """Store the events of a decision and tell them. Decide again if the room has changed in the
        meantime.

        Raises what the decision raises; Refusal if the quota of events is used up; RoomDataLost if
        the store has lost events of the room, which is then dropped from the cache. After any of
        these, nothing has been stored. After StoreAway, the events may have been stored or not.
        """
        async with live.lock:
            while True:
                events = decision(live.room, now=self._clock.now())
                if not events:
                    return
                self._refuse_over_quota(live.room, events)
                if self.is_stale():
                    raise StoreAway
                if await self.store.append(live.room, events) is not None:
                    if any(isinstance(event, RaceEnded) for event in events):
                        self._listener.race_stored(live.room.code, live.race.n)
                    await self._apply(live, events)
                    race_log.write(live.room, events)
                    return
                known = live.room.seq
                await self.catch_up(live)
                if live.room.seq == known:
                    self._lost(live)

    def _refuse_over_quota(self, room: Room, events: Change) -> None:
        why = too_much(room, events, self._factor)
        if why is not None:
            raise Refusal("too_much", why)

    async def count_watchers(self, live: LiveRoom) -> None:
        """Store how many connections of this process follow the room without a seat."""
        async with live.counting:  # else an older count could be stored after a newer one
            here = sum(listener.viewer.seat is None for listener in live.listeners)
            await self.store.set_watchers(live.room.code, self.process, here)

    async def recount(self, live: LiveRoom) -> None:
        """Read how many connections of all processes follow the room without a seat."""
        counted = await self.store.watchers(live.room.code)
        alive = self.alive | {self.process} if self.alive else set(counted)
        live.followed_by(sum(n for process, n in counted.items() if process in alive))

    async def look_again(self, live: LiveRoom) -> None:
        """Read the stored events and standings of the room, which the feed may not have told."""
        async with live.lock:
            await self.catch_up(live)
            stored = await self.store.standings(live.room.code, live.race.n)
            for seat, standings in stored.items():
                live.set_standing(live.race.n, seat, standings)

    def drop(self, live: LiveRoom) -> None:
        """Remove a room from the cache and close its connections, so that they resume."""
        self.rooms.pop(live.room.code, None)
        for listener in tuple(live.listeners):
            listener.close(Close.RESYNC)

    def _lost(self, live: LiveRoom) -> None:
        """Drop a room of which the store has lost events. Always raises RoomDataLost."""
        self.drop(live)
        raise RoomDataLost

    async def reconcile_connections(self, live: LiveRoom) -> None:
        """Detach the seats whose connection is gone. Attach again the seats of open connections
        that another process detached while this one could not reach the store."""
        for number, seat in live.room.seats.items():
            if seat.connection is not None and not self._connection_exists(seat.connection):
                gone = partial(commands.detach, seat=number, connection=seat.connection)
                await self.change(live, gone)
        for listener in tuple(live.listeners):
            held = listener.viewer.seat
            if held is not None and live.room.seats[held].connection is None:
                back = partial(commands.attach, seat=held, connection=listener.name)
                await self.change(live, back)

    def _connection_exists(self, connection: str) -> bool:
        """Whether the connection exists, as far as this process knows."""
        process = connection.split(":", maxsplit=1)[0]
        if process == self.process:
            return connection in self.connections
        return not self.alive or process in self.alive

    async def catch_up(self, live: LiveRoom) -> None:
        """Read and tell the events that are stored. The caller holds the room's lock."""
        _, events = await self.store.room(live.room)
        await self._apply(live, tuple(events))

    async def _apply(self, live: LiveRoom, events: Change) -> None:
        for event in events:
            if isinstance(event, RaceEnded):
                live.refreshed(await self.store.standings(live.room.code, live.race.n))
            if isinstance(event, RaceStarted | RaceJoined):
                await self.deal_exposure.begun(live, event)
            live.apply((event,))
            if isinstance(event, CardCalled):
                await self.tables.show_call(live, event.call)
            if isinstance(event, SeatCovered) and not event.covered:
                await self.tables.uncover(live, event.seat)
            if isinstance(event, RaceEnded):
                await self.tables.settle(live)
                live.disclose()
                if live.race.daily is not None:
                    await self._listener.daily_ended(live)
                if live.race.session is not None:
                    self._listener.session_deal_ended(live.room)
        if events:
            self.tell_candidates(live)
        self.plan(live)

    def tell_candidates(self, live: LiveRoom) -> None:
        """Tell the listener that something has happened that may matter for a crown."""
        if live.race.rules.slug in GREAT_GAMES:
            self._listener.great_game_changed(live.room.code)

    def plan(self, live: LiveRoom) -> None:
        """Wake up for the deadline of the room's race."""
        if live.race.deadline is not None:
            self.schedule.add(live.room.code, live.race.deadline)
