"""The room registry: loads rooms from the store, caches them, and changes them.

A room is a place with a code in which people sit on numbered seats and race each other. The store
is Redis; it has each room as a list of events, and several server processes share it. Each process
writes what it has stored to a stream, the feed; `feed_consumer.py` reads it and applies to the
cached rooms what other processes have stored. Methods raise StoreAway if the store cannot be
reached. Server time is in milliseconds.
"""

import asyncio
import secrets
from collections.abc import Callable
from functools import partial
from typing import NamedTuple
from weakref import WeakValueDictionary

from engine.crowns.facts import GREAT_GAMES
from engine.races import fairness
from protocol.closing import Close
from protocol.codes import ALPHABET, LENGTH
from server.background import Later, discard
from server.errors import Refusal, StoreAway
from server.live_rooms.asked_change import AskedChange, Decision
from server.live_rooms.common_tables.table_cache import CommonTableCache
from server.live_rooms.data_loss import RoomDataLost
from server.live_rooms.deal_exposure import DealExposure
from server.live_rooms.live_room import LiveRoom
from server.live_rooms.recent_events import MOST_UNREAD, RecentEvents
from server.live_rooms.room_callbacks import RoomCallbacks
from server.live_rooms.seat_board_cache import SeatBoardCache
from server.live_rooms.timers import Timers
from server.rooms import commands, race_log, race_timeouts
from server.rooms.commands import Change
from server.rooms.event_quota import too_much
from server.rooms.events import (
    CardCalled,
    CountdownBegun,
    RaceEnded,
    RaceJoined,
    RaceStarted,
    SeatCovered,
    StoredEvent,
)
from server.rooms.reducer import fold
from server.rooms.sliced_fold import fold_slowly
from server.rooms.state import Room
from server.rooms.store import RoomStore
from server.store.clock import Clock

SEARCH_LOOK_MS = 5_000
"""Milliseconds from one look at a race whose winnable deal is overdue to the next."""


class LiveRooms(WeakValueDictionary[str, LiveRoom]):
    """Cached rooms by code. A room stays cached while a connection or a running task refers to
    it."""

    def known(self, code: str) -> Room | None:
        """Return the cached room with this code; None if it is not cached."""
        live = self.get(code)
        return None if live is None else live.room


class RegistryProcess(NamedTuple):
    """The name of the process that a registry belongs to, and functions that the process provides.

    `is_stale` returns whether the process may have been stopped for a time, because its last
    heartbeat (a regular message to the store) is too old. Then nothing may be stored, because
    running races may first have to get the lost time back. `later` runs a short coroutine in the
    background. `factor` multiplies the limits of the quota of events of a room. `random_bytes`
    draws random bytes for secrets and codes.
    """

    name: str
    is_stale: Callable[[], bool] = lambda: False
    later: Later = discard
    factor: float = 1.0
    random_bytes: Callable[[int], bytes] = secrets.token_bytes


class RoomRegistry:
    """The rooms that one process has cached, and the way to change them. `process` is the name of
    the process. `connections` has the names of its open connections. `alive` has the names of all
    processes that are alive; it is empty until they are known."""

    def __init__(
        self,
        store: RoomStore,
        clock: Clock,
        schedule: Timers,
        process: RegistryProcess,
        listener: RoomCallbacks,
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
        self.common_tables = CommonTableCache(store)
        self.deal_exposure = DealExposure(listener)
        self.store = store
        self._clock = clock
        self.schedule = schedule
        self.random_bytes = process.random_bytes

    def secret(self) -> bytes:
        """Draw a secret for a race."""
        return self.random_bytes(fairness.SECRET_BYTES)

    def word(self, length: int = 8) -> str:
        """Draw a random word of `length` characters, from an alphabet without characters that are
        easily mistaken for each other."""
        return "".join(ALPHABET[b % len(ALPHABET)] for b in self.random_bytes(length))

    async def free_code(self) -> str:
        """Draw random room codes until one of them is not the code of a room, and return that
        code."""
        while await self.store.is_made(code := self.word(LENGTH)):
            pass
        return code

    async def open(self, decision: Callable[[bytes, int], Change]) -> LiveRoom:
        """Create a room with a code that no room has, and return it. `decision` returns the first
        events of the room. It is called once for each code that is tried, with a fresh secret for
        the first race and the server time.

        Raises what `decision` raises. If StoreAway is raised, the room may have been created or
        not.
        """
        while True:
            live = await self.open_under(
                self.word(LENGTH), lambda now: decision(self.secret(), now)
            )
            if live is not None:
                return live

    async def open_under(self, code: str, decision: Callable[[int], Change]) -> LiveRoom | None:
        """Create a room with this code and return it; return None if another room has the code.
        `decision` is called with the server time and returns the first events of the room.

        Raises what `decision` raises. If StoreAway is raised, the room may have been created or
        not.
        """
        events = decision(self._clock.now())
        room = await self.store.append(Room(code), events)
        if room is None:
            return None
        race_log.write(room, events)
        live = self.rooms[code] = LiveRoom(room, self._clock.now)
        self.plan(live)
        return live

    async def find(self, code: str) -> LiveRoom:
        """Return the room with this code, from the cache or the store. Before that, correct in the
        store which seats of the room have a connection (`reconcile_connections`). Raises Refusal if
        there is no such room."""
        live = self.rooms.get(code)
        if live is None:
            # Many callers may ask for an uncached room at once: it is read once for all of them.
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
            reading.exception()  # so that asyncio does not report it if all who waited have gone

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
        """Call `decision`, store the events that it returns, apply them to the room and send them
        to its connections. If another process has stored events of the room first, apply those and
        call `decision` again.

        Raises what `decision` raises; Refusal if users have caused too many events in the room
        (`rooms/event_quota.py`); RoomDataLost if the store has lost events of the room, which is
        then removed from the cache. After any of these, nothing has been stored. After StoreAway,
        the events may have been stored or not.
        """
        async with live.lock:
            await self._change(live, partial(self._decided, decision=decision))

    async def change_together(self, live: LiveRoom, decision: Decision) -> None:
        """Change a room as `change` does, but store the decisions of all callers that wait for the
        room in one step. Raises what `change` raises.

        `decision` must return no events if what it decides is stored already: if another caller is
        cancelled while it stores the events of this one too, `decision` is called again. If this
        caller is cancelled, its events may have been stored or not.
        """
        asked = AskedChange(decision)
        live.asked.append(asked)
        try:
            async with live.lock:
                if not asked.is_done:
                    group = [each for each in live.asked if not each.is_done]
                    await self._change_all(live, group)
        finally:
            live.asked.remove(asked)
        if asked.error is not None:
            raise asked.error

    async def _change_all(self, live: LiveRoom, group: list[AskedChange]) -> None:
        """Store what a group of callers have asked for, in order. Note for each whether it was
        refused."""

        def decide(room: Room, *, now: int) -> Change:
            events: Change = ()
            for asked in group:
                asked.error = None
                try:
                    change = self._decided(room, decision=asked.decision, now=now)
                except Refusal as refusal:
                    asked.error = refusal
                else:
                    events, room = (*events, *change), fold(room, change)
            return events

        try:
            await self._change(live, decide)
        except (StoreAway, Refusal) as error:
            for asked in group:
                asked.error = error
        for asked in group:
            asked.is_done = True

    async def _change(self, live: LiveRoom, decision: Decision) -> None:
        """Do what `change` does; the caller holds the lock of the room."""
        while True:
            events = decision(live.room, now=self._clock.now())
            if not events:
                return
            if self.is_stale():
                raise StoreAway
            if await self.store.append(live.room, events) is not None:
                if any(isinstance(event, RaceEnded) for event in events):
                    self._listener.race_stored(live.room.code, live.race.n)
                await self._apply(live, events)
                race_log.write(live.room, events)
                if any(isinstance(event, CountdownBegun) for event in events):
                    live.begun_here = live.race.n
                    if live.race.awaits_deal:  # this process searches for it at once
                        self.schedule.add(live.room.code, self._clock.now())
                return
            known = live.room.seq
            await self.catch_up(live)
            if live.room.seq == known:
                self._lost(live)

    def _decided(self, room: Room, *, decision: Decision, now: int) -> Change:
        """Return the events of a decision. Raises what `decision` raises, and Refusal if users have
        caused too many events in the room."""
        events = decision(room, now=now)
        why = too_much(room, events, self._factor) if events else None
        if why is not None:
            raise Refusal("too_much", why)
        return events

    async def count_watchers(self, live: LiveRoom) -> None:
        """Store how many spectators of the room are connected to this process."""
        async with live.counting:  # so that no older count is stored after a newer one
            here = sum(listener.viewer.seat is None for listener in live.listeners)
            await self.store.set_watchers(live.room.code, self.process, here)

    async def recount(self, live: LiveRoom) -> None:
        """Read from the store how many spectators the room has at all processes that are alive. If
        the number has changed, send it to the connections of the room."""
        counted = await self.store.watchers(live.room.code)
        alive = self.alive | {self.process} if self.alive else set(counted)
        live.followed_by(sum(n for process, n in counted.items() if process in alive))

    async def look_again(self, live: LiveRoom) -> None:
        """Read the stored events of the room and the standings (figures) of its contestants, and
        apply those that this process does not know yet."""
        async with live.lock:
            await self.catch_up(live)
            stored = await self.store.standings(live.room.code, live.race.n)
            for seat, standing in stored.items():
                live.set_standing(live.race.n, seat, standing)

    def drop(self, live: LiveRoom) -> None:
        """Remove a room from the cache and close its connections. Their clients then connect again
        and get their seats back."""
        self.rooms.pop(live.room.code, None)
        for listener in tuple(live.listeners):
            listener.close(Close.RESYNC)

    def _lost(self, live: LiveRoom) -> None:
        """Drop a room from the cache, because the store has lost events of the room. Always raises
        RoomDataLost."""
        self.drop(live)
        raise RoomDataLost

    async def reconcile_connections(self, live: LiveRoom) -> None:
        """Store for each seat whose stored connection no longer exists that the seat has none.
        Store for each seat that has an open connection at this process, but no stored one, that it
        has this connection. Another process may have stored that it is closed while this process
        could not reach the store."""
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
        """Return whether the connection with the name `connection` exists, as far as this process
        knows. The part of the name before the colon is the name of the connection's process."""
        process = connection.split(":", maxsplit=1)[0]
        if process == self.process:
            return connection in self.connections
        return not self.alive or process in self.alive

    async def catch_up(self, live: LiveRoom) -> None:
        """Read the stored events that the cached room lacks, apply them, and send them to its
        connections. The caller must hold `LiveRoom.lock`."""
        _, events = await self.store.room(live.room)
        await self._apply(live, tuple(events))

    async def _apply(self, live: LiveRoom, events: Change) -> None:
        for event in events:
            if isinstance(event, RaceEnded):
                live.refreshed(await self.store.standings(live.room.code, live.race.n))
                await self.common_tables.catch_up(live)
            if isinstance(event, RaceStarted | RaceJoined):
                await self.deal_exposure.begun(live, event)
            live.apply((event,))
            await self._follow(live, event)
        if events:
            self.tell_candidates(live)
        self.plan(live)
        self._listener.room_changed(live)

    async def _follow(self, live: LiveRoom, event: StoredEvent) -> None:
        """Send the boards that may be seen because of an event, and tell the features that follow
        the end of a race."""
        match event:
            case RaceStarted():
                self.common_tables.hand_out(live)
            case CardCalled():
                await self.tables.show_call(live, event.call)
                await self.tables.show_grids(live)
            case SeatCovered(covered=False):
                await self.tables.uncover(live, event.seat)
            case RaceEnded():
                await self._show_ended(live)
                if live.race.daily is not None:
                    await self._listener.daily_ended(live)
                if live.race.session is not None:
                    self._listener.session_deal_ended(live.room)

    async def _show_ended(self, live: LiveRoom) -> None:
        if live.race.shares_table:
            await self.common_tables.catch_up(live)
            self.common_tables.hand_out(live)
            return
        await self.tables.settle(live)
        live.disclose()
        await self.tables.show_grids(live)

    def tell_candidates(self, live: LiveRoom) -> None:
        """If the game of the room's race is played for crowns (titles for several of the five great
        games won in a row), call `RoomCallbacks.great_game_changed`, which brings the stored lists
        of the games that players have won in a row up to date."""
        if live.race.rules.slug in GREAT_GAMES:
            self._listener.great_game_changed(live.room.code)

    def plan(self, live: LiveRoom) -> None:
        """Set the timer for the next step of the room's race, such as its start or its end. If the
        contestants of a running race play at a common table (in Racing Demon), also set it for the
        next moment at which a contestant who has lost the connection counts as away, or one who has
        it again counts as back."""
        if live.race.deadline is not None:
            soonest = live.now() + SEARCH_LOOK_MS if live.race.awaits_deal else 0
            self.schedule.add(live.room.code, max(live.race.deadline, soonest))
        table = live.common_table
        if table is not None and live.race.status == "running":
            change = race_timeouts.attendance(live.room, table.away, live.now(), table.resigned)
            if change.gone or change.back:
                self.schedule.add(live.room.code, live.now())
            elif change.next_at is not None:
                self.schedule.add(live.room.code, change.next_at)
