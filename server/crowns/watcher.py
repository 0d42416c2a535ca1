"""Crown watcher: tasks of each process that keep the crown runs of candidates up to date.

A candidate is an account that tries for a crown, an award for great games (five games of patience)
won in a row. The great games that it has won in a row until now are its run. A run has time limits,
such as the longest break; the time at which one of them may be exceeded is its deadline.

Each process applies the events of its own rooms at once. If a process dies, other processes apply
the events that it did not apply. They find finished races in the results log (the list of all
finished races), and deadlines in Redis. They find running races by reading all rooms when they
start. Several processes may try to store the same change of a run; one of them succeeds.
"""

import asyncio
from collections.abc import Awaitable, Callable

from engine.crowns.facts import GREAT_GAMES
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
"""Seconds between two readings of the results log and of all deadlines."""
MERGE_S = 0.1
"""Seconds in which changes of rooms are gathered before they are applied."""
AGAIN_S = 2.0
"""Seconds after which a task that failed is started again."""
PAGE = 100
"""Entries of the results log read at a time."""


class CrownWatcher:
    """Applies events to the runs of candidates (`run`), and checks each run at its deadline
    (`watch_deadlines`).

    `schedule` has the deadlines that this process knows. The caller must have created the service
    `crowns` with an argument `plan` that adds deadlines to `schedule`.
    """

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
        """Note that the room `code` has new events. The task `run` then applies them to the runs of
        its candidates."""
        self._rooms.add(code)
        self._heard.set()

    async def run(self) -> None:
        """Run two tasks until cancelled. One applies the new events of rooms. The other reads
        deadlines from Redis and applies the entries of the results log. So neither delays the
        other."""
        await run_together(self._run_repeatedly(self._follow), self._run_repeatedly(self._look))

    async def _run_repeatedly(self, task: Callable[[], Awaitable[None]]) -> None:
        """Run a task whenever the store can be reached, and start it again after an error."""
        while True:
            async with self._link.reached():
                with error_log.isolated(
                    "crown_watcher_failed"
                ):  # candidates are then updated later
                    await task()
            await asyncio.sleep(AGAIN_S)

    async def watch_deadlines(self) -> None:
        """Bring the run of each candidate up to date at its deadline. Run until cancelled."""
        await self.schedule.run(self._meet)

    async def _meet(self, account: str) -> None:
        async with self._link.reached():  # a missed deadline stays in the store and is read again
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
        """Update the crown runs of candidates by the new events of the rooms that `room_changed`
        has noted. If Redis cannot be reached, raise StoreAway; the rooms whose events were not
        applied stay noted."""
        self._heard.clear()
        while self._rooms:
            code = self._rooms.pop()
            try:
                with error_log.isolated("crown_run_failed", room=code):
                    await self._crowns.apply_room(code, self._clock.now())
            except StoreAway:
                self.room_changed(code)
                raise

    async def look_at_deadlines(self) -> None:
        """Read the deadlines of all candidates from Redis, and schedule the checks at these times.
        Other processes may have stored deadlines that this process does not know."""
        for account, at in (await self._crowns.store.due()).items():
            self.schedule.add(account, at)

    async def look_at_rooms(self) -> None:
        """Call `room_changed` for every room that plays one of the five great games and in which
        something falls due at a stored time, such as the end of a running race."""
        for code in await self._store.deadlines():
            if await self._crowns.store.is_great(code):
                self.room_changed(code)

    async def read_results(self) -> None:
        """Apply the new entries of the results log to the runs of candidates, and store the number
        of the last applied entry."""
        cursor = await self._crowns.store.cursor()
        while entries := await self._results_log.entries(cursor, PAGE):
            for number, entry in entries:
                await self._take(entry)
                cursor = number
            await self._crowns.store.set_cursor(cursor)

    async def _take(self, entry: LoggedRace | LoggedVoid) -> None:
        """Update the crown runs of the contestants with accounts by an entry of the results log.
        The entry is that of a race of one of the five great games, or declares such a race void.
        Entries of other races change nothing."""
        raced = (
            await self._results_log.entry(entry.voids) if isinstance(entry, LoggedVoid) else entry
        )
        if not isinstance(raced, LoggedRace) or raced.game not in GREAT_GAMES:
            return
        for one in raced.accounts():
            if one.account is None or one.bot:
                continue
            with error_log.isolated("crown_run_failed", race=entry.race):
                await self._tell(one.account, entry)

    async def _tell(self, account: str, entry: LoggedRace | LoggedVoid) -> None:
        now = self._clock.now()
        if isinstance(entry, LoggedVoid):
            await self._crowns.void(account, entry.race, now)
        else:
            await self._crowns.tell(account, entry.race.rsplit("-", 1)[0], now)
