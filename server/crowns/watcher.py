"""Crown watcher: two tasks of each process that keep candidates up to date.

Events of this process's rooms are applied at once. What a process that died left undone is found
again: in rooms under way at the start, in the results log for finished races, and when a
candidate's deadline is met. All processes try; each step is stored once.
"""

import asyncio
from collections.abc import Awaitable, Callable

from engine.crown_facts import GREAT_GAMES
from server.crowns.service import CrownService
from server.errors import StoreAway
from server.leaderboards.log_entry import LoggedRace, LoggedVoid
from server.leaderboards.results_log import ResultsLog
from server.live_rooms.timers import Timers
from server.observability import error_log
from server.rooms.store import RoomStore
from server.store.availability import StoreAvailability
from server.store.clock import Clock
from server.tasks import run_together

LOOK_S = 10.0
"""How often the results log and all deadlines are read."""
MERGE_S = 0.1
AGAIN_S = 2.0
PAGE = 100


class CrownWatcher:
    """Tells candidates what happens (`run`) and meets their deadlines (`watch_deadlines`), those
    that `schedule` knows: what `crowns` plans goes there."""

    def __init__(
        self,
        crowns: CrownService,
        store: RoomStore,
        clock: Clock,
        link: StoreAvailability,
        schedule: Timers,
    ) -> None:
        self.schedule = schedule
        self._crowns = crowns
        self._store = store
        self._results_log = ResultsLog(store.others)
        self._clock = clock
        self._link = link
        self._rooms: set[str] = set()
        self._heard = asyncio.Event()

    def room_changed(self, code: str) -> None:
        """Note that something has happened in a room."""
        self._rooms.add(code)
        self._heard.set()

    async def run(self) -> None:
        """Apply events of rooms and, in a second task that does not delay them, the results log."""
        await run_together(self._run_repeatedly(self._follow), self._run_repeatedly(self._look))

    async def _run_repeatedly(self, task: Callable[[], Awaitable[None]]) -> None:
        while True:
            async with self._link.reached():
                with error_log.isolated("crowns_failed"):  # candidates then stay as they are
                    await task()
            await asyncio.sleep(AGAIN_S)

    async def watch_deadlines(self) -> None:
        await self.schedule.run(self._meet)

    async def _meet(self, account: str) -> None:
        async with self._link.reached():  # a deadline that is missed is stored, and read again
            await self._crowns.meet(account, self._clock.now())

    async def _follow(self) -> None:
        await self.look_at_rooms()
        while True:
            await self._heard.wait()
            await self.tell_rooms()
            await asyncio.sleep(MERGE_S)

    async def _look(self) -> None:
        while True:
            await self.look_at_deadlines()
            await self.read_results()
            await asyncio.sleep(LOOK_S)

    async def tell_rooms(self) -> None:
        """Apply the rooms noted by `room_changed`. On StoreAway the room is noted again."""
        self._heard.clear()
        while self._rooms:
            code = self._rooms.pop()
            try:
                with error_log.isolated("crown_failed", room=code):
                    await self._crowns.apply_room(code, self._clock.now())
            except StoreAway:
                self.room_changed(code)
                raise

    async def look_at_deadlines(self) -> None:
        """Read all deadlines: other processes may have set some."""
        for account, at in (await self._crowns.store.due()).items():
            self.schedule.add(account, at)

    async def look_at_rooms(self) -> None:
        """Note all rooms with a race of one of the five under way."""
        for code in await self._store.deadlines():
            if await self._crowns.store.is_great(code):
                self.room_changed(code)

    async def read_results(self) -> None:
        """Apply the new entries of the results log."""
        cursor = await self._crowns.store.cursor()
        while entries := await self._results_log.entries(cursor, PAGE):
            for number, entry in entries:
                await self._take(entry)
                cursor = number
            await self._crowns.store.set_cursor(cursor)

    async def _take(self, entry: LoggedRace | LoggedVoid) -> None:
        raced = (
            await self._results_log.entry(entry.voids) if isinstance(entry, LoggedVoid) else entry
        )
        if not isinstance(raced, LoggedRace) or raced.game not in GREAT_GAMES:
            return
        for one in raced.accounts():
            if one.account is None or one.bot:
                continue
            with error_log.isolated("crown_failed", race=entry.race):
                await self._tell(one.account, entry)

    async def _tell(self, account: str, entry: LoggedRace | LoggedVoid) -> None:
        now = self._clock.now()
        if isinstance(entry, LoggedVoid):
            await self._crowns.void(account, entry.race, now)
        else:
            await self._crowns.tell(account, entry.race.rsplit("-", 1)[0], now)
