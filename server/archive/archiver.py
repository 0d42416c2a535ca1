"""Archiver: writes the results of finished races to the results log, from which the leaderboards
are computed, stores their tries for the travellers of their deals (`server/travellers`), and
compacts the races, that is, stores each in less memory.

The script that stores the end of a race also puts the race into a queue. The script that stores its
compact form takes the race out of the queue. So a crash loses no race. Any process may archive a
race. It writes the result and the tries before it compacts the race. If they are written twice,
they are kept once.
"""

import asyncio
import random
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from engine.races.record import Record
from server.archive import record_builder
from server.boards.log_codec import RacePacker, SeatLog
from server.errors import Refusal
from server.leaderboards.log_entry import raced
from server.leaderboards.results_log import ResultsLog
from server.observability import error_log
from server.rooms.attendance import attended
from server.rooms.state import Race, Room
from server.rooms.store import RoomStore, entries_of
from server.store import keys
from server.store.availability import StoreAvailability
from server.store.redis_client import fullest, info, patience
from server.store.redis_commands import replies
from server.store.scripts import Script, as_flag
from server.travellers import recorder
from server.travellers.store import TryStore

LOOK_S = 10.0
"""Mean seconds between two looks at the queue. The interval is random, to spread the processes."""
DAY_S = 86_400
MOST = 50
"""Most races of a shard that one call of `look` archives."""
FULL_AT = 0.9
"""New races are refused while at least this share of the store's memory is used, so that races
under way can go on."""


ARCHIVE = Script(Path(__file__).parent / "archive_race.lua", as_flag)


class Archiver:
    """Archives finished races and watches the store's memory. A process runs `run` as one task.

    `kept_s` is the number of seconds for which an archived race is stored. `most_bytes` is the
    memory that the store may use; None takes the limit that Redis reports. `known` returns the room
    with a code if this process has it in memory, else None. If it does, usually only the events
    that this process has not read yet are read from the store, not all events of the room. If
    `analysed` is true, archived races are put into the queue of races to analyse. `full` says
    whether the store used at least the share FULL_AT of its memory when `look` measured it last.
    """

    def __init__(
        self,
        store: RoomStore,
        kept_s: int,
        most_bytes: int | None = None,
        known: Callable[[str], Room | None] = lambda _: None,
        *,
        analysed: bool = False,
    ) -> None:
        self.full = False
        self.used_bytes = self.limit_bytes = 0
        self.results_log = ResultsLog(store.others)
        self._known = known
        self._store = store
        self._redis = store.others
        self._tries = TryStore(store.others, kept_s)
        self._kept_s = kept_s
        self._most_bytes = most_bytes
        self._analysed = analysed

    async def run(self, link: StoreAvailability) -> None:
        """Call `look` about every LOOK_S seconds while the store can be reached. Runs until it is
        cancelled."""
        while True:
            async with link.reached():
                with error_log.isolated("archiver_failed"):
                    await self.look()
            await asyncio.sleep(LOOK_S * random.uniform(0.5, 1.5))

    async def look(self) -> int:
        """Measure the store's memory, archive the finished races in the queue, and return how many
        were archived.

        If one race causes an error, the error is logged and the race stays in the queue. Raises
        StoreAway if the store cannot be reached.
        """
        self.full = await self._is_full()
        done = 0
        for code, n in await self.over():
            with error_log.isolated("archiving_failed", room=code):  # the race stays as it is
                await self.write_result(code, n)
                with error_log.isolated("tries_failed", room=code):
                    await self.store_tries(code, n)
                done += await self.pack_race(code, n)
        return done

    async def over(self) -> list[tuple[str, int]]:
        """Return the queue of finished races to archive, each as (room code, race number). Rooms
        are spread over shards of the store. The result has up to MOST races of each shard, oldest
        first."""
        async with patience():
            pipeline = self._redis.pipeline(transaction=False)
            asked = [pipeline.zrange(keys.over(i), 0, MOST - 1) for i in range(keys.SHARDS)]
            found = await replies(pipeline, asked)
        pairs = (member.split(" ") for shard in found for member in shard)
        return [(code, int(n)) for code, n in pairs]

    async def write_result(self, code: str, n: int) -> None:
        """Write the result of a finished race to the results log, unless the log has it already or
        the room has expired."""
        known = self._known(code)
        if known is None or n not in known.races or known.races[n].session:
            known = Room(code)  # reads all events, which `attended` needs
        room, events = await self._store.room(known)
        race = room.races.get(n)
        if race is None or race.status != "over":  # the room has expired, or its code is reused
            return
        standings = await record_builder.final_standings(self._store, room, race)
        # In a crown race or tournament the server assigns the seats, and a player may never come.
        absent = set(race.racing) - attended(events) if race.session else ()
        result = raced(room, race, standings, await self._gone(room, race), absent)
        if result is not None:
            await self.results_log.write(result, told=race.told)

    async def store_tries(self, code: str, n: int) -> None:
        """Store the tries of a finished race for the traveller of its deal, if others play the same
        deal in other rooms and the room has not expired. The tries of any other race are stored
        when somebody asks for the traveller, because few races are asked for."""
        room, _ = await self._store.room(self._known(code) or Room(code))
        race = room.races.get(n)
        if race is None or race.status != "over" or race.shares_table or not race.is_try:
            return
        with suppress(Refusal):  # the race is no longer stored
            record = await record_builder.record(self._store, room, race, race.ended_at)
            if isinstance(record, Record):
                await recorder.store_tries(self._tries, room, race, record)

    async def _gone(self, room: Room, race: Race) -> set[str]:
        """Return the ids of the contestants' accounts that have been deleted since they joined the
        room."""
        owners = sorted({room.seats[seat].account or "" for seat in race.racing} - {""})
        async with patience():
            pipeline = self._redis.pipeline(transaction=False)
            there = await replies(pipeline, [pipeline.exists(keys.account(one)) for one in owners])
        return {owner for owner, known in zip(owners, there, strict=True) if not known}

    async def pack_race(self, code: str, n: int) -> bool:
        """Store a finished race in its compact form, set its move logs to expire, and take the race
        out of the queue. Return False if the race was archived before or its room has expired."""
        async with patience():
            standings = await self._redis.hgetall(keys.seats(code, n))
        seats = sorted(map(int, standings))
        packing = RacePacker()
        for seat in seats:
            async with patience():
                pipeline = self._redis.pipeline(transaction=True)
                asked = (
                    pipeline.lrange(keys.moves(code, n, seat), 0, -1),
                    pipeline.hgetall(keys.marks(code, n, seat)),
                )
                lines, marks = await replies(pipeline, asked)
            packing.add(SeatLog(seat, standings[str(seat)], entries_of(lines), marks))
        logs = [keys.seats(code, n), keys.frames(code, n), keys.phrases(code, n)]
        for seat in seats:
            logs += [keys.moves(code, n, seat), keys.marks(code, n, seat)]
        packed = await asyncio.to_thread(packing.packed)
        shard = keys.shard(code)
        to_analyse = keys.to_analyse(shard)
        async with patience():
            return await ARCHIVE.run(
                self._redis,
                [keys.kept(code, n), keys.over(shard), keys.race(code), to_analyse, *logs],
                *(packed, self._kept_s, keys.LOBBY_S, DAY_S, f"{code} {n}"),
                "0" if self._analysed else "",  # the time 0: at once
            )

    async def _is_full(self) -> bool:
        async with patience():
            told = await info(self._redis, "memory")
        share, self.used_bytes, self.limit_bytes = fullest(told, self._most_bytes)
        return share >= FULL_AT
