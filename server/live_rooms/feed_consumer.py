"""The feed consumer: applies to the cached rooms the changes that other processes have stored and
announced in the feed.

The feed is a stream in the store (Redis) to which every process writes what it has stored.
"""

from collections.abc import Iterator
from contextlib import contextmanager, suppress

from server.boards.seat_standing import StoredStanding, moves_of
from server.errors import Refusal
from server.live_rooms.data_loss import is_lost
from server.live_rooms.live_room import LiveRoom, is_newer
from server.live_rooms.registry import RoomRegistry
from server.live_rooms.talk import tell_talk
from server.observability import error_log
from server.rooms import race_timeouts
from server.store.streams.room_feed import FeedEntry
from server.tasks import run_bounded


class FeedConsumer:
    """Brings the rooms that this process has cached up to date. Every method raises StoreAway if
    the store cannot be reached. Any other error in one room is logged, and the other rooms are
    still brought up to date."""

    def __init__(self, registry: RoomRegistry) -> None:
        self._registry = registry

    async def apply(self, news: list[FeedEntry]) -> None:
        """Apply feed entries to the cached rooms, in order, and set timers for new deadlines."""
        for item in news:
            if item.deadline is not None:
                self._registry.schedule.add(item.code, item.deadline)
            live = self._registry.rooms.get(item.code)
            if live is None:
                continue
            if item.watchers:
                with _run_logged(item.code):
                    await self._registry.recount(live)
            elif item.talk:
                with _run_logged(item.code):
                    await tell_talk(self._registry.store, live)
            elif item.standing is not None and item.n is not None and item.seat is not None:
                await self._hear_standing(live, item.n, item.seat, item.standing)
            elif item.seq is not None and item.seq > live.room.seq:
                with _run_logged(item.code):
                    async with live.lock:
                        await self._registry.catch_up(live)

    async def _hear_standing(self, live: LiveRoom, n: int, seat: int, text: str) -> None:
        race = live.race
        known = live.standings.get(seat) if n == race.n else None
        common = race.shares_table  # where others can end the round, and change a standing by that
        if known is not None and not common and known.moves == moves_of(text):
            standing = known  # this process has stored the move, or has read of it before
        else:
            standing = StoredStanding.read(text)
            live.set_standing(n, seat, standing)
        if standing.result is not None:
            self._registry.tell_candidates(live)
        if n == race.n and common:
            table = live.common_table
            if table is not None and is_newer(race, standing, table.standings()[seat]):
                with _run_logged(live.room.code):
                    await self._registry.common_tables.catch_up(live)
            return
        if n == race.n and self._registry.tables.is_behind(live, seat, standing.moves):
            with _run_logged(live.room.code):
                await self._registry.tables.bring_up(live, seat)
        if live.race.call and not race_timeouts.to_place(live.room, live.standings):
            self._registry.schedule.add(live.room.code, live.now())

    async def refresh(self) -> None:
        """Read every cached room again from the store, because this process may have missed entries
        of the feed."""
        await run_bounded(list(self._registry.rooms.values()), self._refresh)

    async def _refresh(self, live: LiveRoom) -> None:
        with _run_logged(live.room.code):
            await self._registry.look_again(live)
            for screen in tuple(live.board_watchers.values()):
                screen.invalidate()
            for seat_board in live.seat_boards.values():
                seat_board.invalidate()
            await self._registry.common_tables.catch_up(live)
            await self._registry.reconcile_connections(live)

    async def drop_lost(self) -> None:
        """Remove every cached room of which the store has lost an event or a move. A failover of
        the store to a replica may lose its last writes. Call this after the store was away, before
        anything is decided from the cache."""
        await run_bounded(list(self._registry.rooms.values()), self._drop_if_lost)

    async def _drop_if_lost(self, live: LiveRoom) -> None:
        with _run_logged(live.room.code):
            if await is_lost(self._registry.store, live):
                self._registry.drop(live)

    async def set_alive(self, alive: frozenset[str]) -> None:
        """Note that exactly the processes named in `alive` are alive. If they are not the same
        processes as at the last call, count the spectators of each cached room again. If a process
        has died, store for each seat that was connected to it that the seat has no connection any
        more."""
        died, changed = self._registry.alive - alive, self._registry.alive != alive
        self._registry.alive = alive
        for live in list(self._registry.rooms.values()) if changed else ():
            with _run_logged(live.room.code):
                await self._registry.recount(live)
                if died:
                    await self._registry.reconcile_connections(live)


@contextmanager
def _run_logged(code: str) -> Iterator[None]:
    """Context manager: log an error that the block raises for the room `code`, so that the caller
    goes on with other rooms. Ignore Refusal; raise StoreAway."""
    with error_log.isolated("room_failed", room=code), suppress(Refusal):
        yield
