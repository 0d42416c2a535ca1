"""Projector: applies the entries of the results log, in order, to leaderboards and ratings.

The results log has an entry for each finished race and for each race that an operator declares
void. A result whose deal is not public yet is withheld: it is added to the log later. Every process
runs a projector. If several processes apply the same entry, the script `apply_batch.lua` accepts
the first and refuses the others. Entries of consecutive races are applied together in one call of
the script. An entry that voids a race rebuilds the rows of that race's accounts from their
histories, and computes all ratings again from the first race on.
"""

import asyncio
import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence

from server.leaderboards import ratings
from server.leaderboards.board import Counted, counted
from server.leaderboards.log_entry import LoggedRace, LoggedVoid, load
from server.leaderboards.periods import Calendar
from server.leaderboards.projection_batch import ProjectionBatch
from server.leaderboards.ratings import Rating
from server.leaderboards.rebuilding.reprojection import Reprojection, rated
from server.leaderboards.results_log import AGAIN_S, HERE, ResultsLog, number_of
from server.observability import error_log
from server.store import keys
from server.store.availability import StoreAvailability
from server.store.redis_client import connect, patience
from server.store.redis_commands import RedisClient, replies
from server.store.scripts import Script, as_number

APPLY = Script(HERE / "apply_batch.lua", as_number)
PAGE = 100
"""The number of entries of the results log that are read at a time."""
LOOK_S = 2.0
"""Seconds after which the projector starts again when it has failed."""
AT_ONCE = 50
"""Most contestants whose results one call of `apply_batch.lua` applies, unless a single race has
more."""
SOME_ROWS = 500
"""Most ratings that one call of `apply_batch.lua` changes when all ratings are computed again."""


class Projector:
    """Applies entries of the results log. The process runs `run` as a task. `now` returns server
    time.

    The last three arguments are for `rebuild.py`: `results_log` are the keys to write to, `holder`
    is the token of the lock that keeps other processes out, and `known_void` are numbers of entries
    of void races, which are never applied.
    """

    def __init__(
        self,
        redis: RedisClient,
        calendar: Calendar,
        now: Callable[[], int],
        results_log: keys.ResultsKeys = keys.RESULTS,
        holder: str = "",
        known_void: frozenset[int] = frozenset(),
    ) -> None:
        self.results_log = results_log
        self._known_void = known_void
        self._redis = redis
        self._calendar = calendar
        self._now = now
        self._holder = holder
        self._log = ResultsLog(redis)
        self._cursor = 0

    async def run(self, link: StoreAvailability, url: str) -> None:
        """Apply entries as they are added to the results log, and add withheld results to the log
        when they become public. Runs until it is cancelled."""
        ear = connect(url, 1)
        try:
            while True:
                async with link.reached():
                    with error_log.isolated("projector_failed"):  # boards are then updated later
                        await self._follow(ear)
                await asyncio.sleep(LOOK_S)
        finally:
            await ear.aclose()

    async def _follow(self, ear: RedisClient) -> None:
        """Apply all entries of the results log, then wait for new entries. `ear` is a connection
        for Redis commands that block."""
        await self.open()
        while True:
            await self._log.release(self._now())
            await self.catch_up()
            last = {self.results_log.log: f"{self._cursor}-0"}
            async with patience(blocks_s=1):
                found = await ear.xread(last, count=PAGE, block=1000)
            for _, entries in found or ():
                page = [(number_of(name), load(fields)) for name, fields in entries]
                if not await self.take(page):
                    await asyncio.sleep(AGAIN_S)

    async def open(self) -> None:
        """Load the script `apply_batch.lua` into the store. Call this again when the store was
        unreachable, because the store may have lost the script."""
        async with patience():
            await APPLY.load(self._redis)

    async def catch_up(self, until: int | None = None) -> int:
        """Apply all entries of the results log, or those up to number `until`. Return the number of
        the last entry that any process has applied. Raises StoreAway if the store cannot be
        reached."""
        await self._look()
        while until is None or self._cursor < until:
            most = PAGE if until is None else min(PAGE, until - self._cursor)
            entries = await self._log.entries(self._cursor, most)
            if not entries or not await self.take(entries):
                break
        return self._cursor

    async def _look(self) -> None:
        """Read the cursor from the store: the number of the last entry of the results log that any
        process has applied."""
        async with patience():
            self._cursor = int(await self._redis.get(self.results_log.cursor) or 0)

    async def take(self, entries: list[tuple[int, LoggedRace | LoggedVoid]]) -> bool:
        """Apply, in order, those of the given (number, entry) pairs that come after the last
        applied entry. Return False if another process, which computes all leaderboards again (a
        rebuild), holds the lock. Raises StoreAway if the store cannot be reached."""
        while entries and entries[0][0] == self._cursor + 1:
            before, (_, first) = self._cursor, entries[0]
            if isinstance(first, LoggedVoid):
                answer = await self._void(first)
                self._cursor += answer == 1
            else:
                answer = await self._enter(_next_races(entries))
            if answer == -1:
                return False
            if answer == 0:  # another process was first
                await self._look()
            if self._cursor < before:  # the store was restored from an older copy
                return True
            entries = [one for one in entries if one[0] > self._cursor]
        return True

    # Races. -----------------------------------------------------------------------------------

    async def _enter(self, entries: Sequence[LoggedRace]) -> int:
        """Apply the next races, either all or none. Return the answer of `apply_batch.lua`: 1 if
        they were applied, 0 if another process was first, -1 if a rebuild holds the lock."""
        at, void = self._cursor, self._known_void
        placed = [{} if n in void else ratings.places(r) for n, r in enumerate(entries, at + 1)]
        known = await self._ratings(entries, placed) if any(placed) else {}
        fresh = defaultdict[str, dict[str, Rating]](dict)
        batch = ProjectionBatch(self.results_log)
        for number, (raced, accounts) in enumerate(zip(entries, placed, strict=True), at + 1):
            batch.begin(number)
            self._post(batch, raced, ((c, [(number, c)]) for c in counted(raced)), anew=False)
            for scope in ratings.scopes(raced) if accounts else ():
                fresh[scope].update(await rated(known[scope] | fresh[scope], accounts))
        for scope, changed in fresh.items():
            batch.rate(scope, changed)
        answer = await self._sent(batch, at, at + len(entries))
        self._cursor += len(entries) if answer == 1 else 0
        return answer

    async def _ratings(
        self, entries: Sequence[LoggedRace], placed: Sequence[Mapping[str, int]]
    ) -> dict[str, dict[str, Rating]]:
        """Return the ratings that the contestants of these races have before the races, by scope
        and account."""
        wanted = defaultdict[str, set[str]](set)
        for raced, accounts in zip(entries, placed, strict=True):
            for scope in ratings.scopes(raced) if accounts else ():
                wanted[scope] |= accounts.keys()
        async with patience():
            pipeline = self._redis.pipeline(transaction=False)
            known = [
                pipeline.hmget(self.results_log.ratings(scope), list(asked))
                for scope, asked in wanted.items()
            ]
            found = await replies(pipeline, known)
        return {
            scope: {a: Rating.read(text) for a, text in zip(asked, texts, strict=True) if text}
            for (scope, asked), texts in zip(wanted.items(), found, strict=True)
        }

    def _post(
        self,
        batch: ProjectionBatch,
        raced: LoggedRace,
        results: Iterable[tuple[Counted, list[tuple[int, Counted]]]],
        *,
        anew: bool,
        periods: Mapping[int, frozenset[str]] | None = None,
    ) -> None:
        """Add results to the batch, for the leaderboards to which the race `raced` belongs.

        Each of `results` is about one account: what the race adds for it, and the (entry number,
        result) pairs to apply. If `anew`, the account's rows are rebuilt from these pairs alone;
        `periods` then has the names of the periods of each entry, by entry number. Otherwise
        `periods` is None.
        """
        given, now = list(results), self._now()
        for period in self._calendar.of(raced.at).values():
            ttl = 0 if period.until is None else period.until - now
            if period.until is not None and ttl <= 0:
                continue  # these boards have expired
            for side in ("people", "bots"):
                accounts = [
                    (
                        own.account,
                        anew,
                        [r for r in mine if periods is None or period.name in periods[r[0]]],
                    )
                    for own, mine in given
                    if own.side == side
                ]
                if accounts:
                    batch.post(side, period.name, raced.identity, ttl, accounts)

    # Void races. ------------------------------------------------------------------------------

    async def _void(self, voided: LoggedVoid) -> int:
        """Apply an entry that voids a race. Return the answer of `apply_batch.lua`, as `_enter`
        does."""
        at = self._cursor
        if voided.voids in self._known_void:
            return await self._sent(ProjectionBatch(self.results_log), at, at + 1)
        raced = await self._log.entry(voided.voids)
        if not isinstance(raced, LoggedRace):
            raise TypeError("only races can be void")
        replay = await Reprojection(self._redis, self.results_log, self._calendar, at).open()
        for own in counted(raced):
            mine, periods = await replay.past(own, raced)
            batch = ProjectionBatch(self.results_log)
            batch.begin()
            self._post(batch, raced, [(own, mine)], anew=True, periods=periods)
            answer = await self._sent(batch, at, at)
            if answer != 1:
                return answer
        if ratings.places(raced):
            fresh = await replay.ratings(ratings.scopes(raced))
            for batch in await self._changes(fresh):
                answer = await self._sent(batch, at, at)
                if answer != 1:
                    return answer
        return await self._sent(ProjectionBatch(self.results_log), at, at + 1)

    async def _changes(self, fresh: Mapping[str, Mapping[str, Rating]]) -> list[ProjectionBatch]:
        """Return the batches that change the stored ratings to `fresh`."""
        batches = []
        for scope, now in fresh.items():
            async with patience():
                kept = await self._redis.hgetall(self.results_log.ratings(scope))
            changed = [(a, r) for a, r in now.items() if kept.get(a) != r.text()]
            gone = [account for account in kept if account not in now]
            for i in range(0, max(len(changed), len(gone)), SOME_ROWS):
                batch = ProjectionBatch(self.results_log)
                some = slice(i, i + SOME_ROWS)
                batch.rate(scope, dict(changed[some]), gone[some])
                batches.append(batch)
        return batches

    async def _sent(self, batch: ProjectionBatch, expected: int, then: int) -> int:
        """Run `apply_batch.lua` with a batch. The script applies the batch if the cursor is
        `expected`, and sets the cursor to `then`. Return the answer of the script, as `_enter`
        does."""
        told = keys.FEED_LENGTH if self.results_log == keys.RESULTS else 0
        about = (expected, then, self._holder, told, json.dumps(batch.to_json()))
        async with patience():
            return await APPLY.run(self._redis, batch.keys, *about)


def _next_races(entries: Sequence[tuple[int, LoggedRace | LoggedVoid]]) -> list[LoggedRace]:
    """Return the races at the beginning of these entries that are applied by one call of
    `apply_batch.lua`. They end before the first entry that voids a race, and have at most AT_ONCE
    contestants together, unless the first race alone has more. So the script blocks the store for
    only a few milliseconds."""
    races, size = list[LoggedRace](), 0
    for _, raced in entries:
        if isinstance(raced, LoggedVoid) or (races and size + len(raced.contestants) > AT_ONCE):
            break
        races.append(raced)
        size += len(raced.contestants)
    return races
