"""Rebuild: recomputes leaderboards, ratings and the histories of accounts from the results log, and
repairs differences. The results log is the list of the results of all races.

Most of the work is done in a second set of Redis keys (`keys.ANEW`), while processes still write
new results. Only during the last part the results log and the leaderboards are locked, so that no
other process changes them. A process that has a new result then waits.
"""

import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Literal, NamedTuple, TypeVar

from server.leaderboards.log_entry import LoggedRace, LoggedVoid
from server.leaderboards.periods import Calendar
from server.leaderboards.projector import Projector
from server.leaderboards.results_log import ResultsLog, past_of
from server.leaderboards.rivals import placed_of
from server.store import keys
from server.store.redis_client import patience, scan_at
from server.store.redis_commands import RedisClient, RedisPipeline
from server.store.scripts import Script, as_flag

PAGE = 500
"""The number of entries of the results log, or of fields of a Redis key, that are read at a
time."""
HELD_MS = 60_000
"""Milliseconds after which the lock expires if the process that holds it dies."""
HOLD = Script(Path(__file__).parent / "hold_rebuild.lua", as_flag)
SOON_MS = 60_000
"""Keys that expire within this number of milliseconds are not repaired, because one of the two
compared keys may have expired before the other."""


T = TypeVar("T")


class RebuildDifference(NamedTuple):
    """A value in the store that differs from the value recomputed from the results log. `kept` is
    the stored value, `follows` the recomputed one. None means that the field is missing."""

    key: str
    field: str
    kept: str | None
    follows: str | None


class Interrupted(Exception):
    """Raised when another rebuild is running, or when this rebuild has lost its lock because the
    process stood still for too long."""


class Rebuild:
    """Recomputes all leaderboards once from the results log: make one instance and call `run`.
    `now` returns server time."""

    def __init__(self, redis: RedisClient, calendar: Calendar, now: Callable[[], int]) -> None:
        self._redis = redis
        self._results_log = ResultsLog(redis)
        self._holder = secrets.token_hex(8)
        self._calendar, self._now = calendar, now
        self._indexed = 0

    async def run(self) -> list[RebuildDifference]:
        """Recompute everything that is derived from the results log, repair what differs, and
        return the differences.

        Raises Interrupted, and StoreAway if the store cannot be reached. Repairs made before the
        error stay. The rebuild can be run again.
        """
        await self._change_lock("begin")
        try:
            await self._clear()
            await self._index()
            void = frozenset(map(int, await self._run_command(self._redis.hkeys(keys.ANEW.voided))))
            fresh = Projector(
                self._redis, self._calendar, self._now, keys.ANEW, self._holder, known_void=void
            )
            await fresh.open()
            await self._apply_entries(fresh)
            await self._change_lock("hold")
            await self._index()
            await self._apply_entries(fresh)
            kept = Projector(self._redis, self._calendar, self._now, keys.RESULTS, self._holder)
            await kept.open()
            await self._apply_entries(kept)
            differences = await self._compare()
            await self._clear()
            return differences
        finally:
            with suppress(Interrupted):
                await self._change_lock("end")

    async def _change_lock(
        self, what: Literal["begin", "go on", "hold", "end"], *replacing: str
    ) -> None:
        """Take, prolong or release the lock of the rebuild (see `hold_rebuild.lua`). Raises
        Interrupted if the lock belongs to another rebuild or has expired.

        With two keys in `replacing`, the script also replaces the first key by the second.
        """
        names = [keys.RESULTS.rebuilding, keys.RESULTS.held, *replacing]
        if not await self._run_command(HOLD.run(self._redis, names, self._holder, HELD_MS, what)):
            raise Interrupted

    async def _apply_entries(self, projector: Projector) -> None:
        """Let a projector apply all entries of the results log up to the last one that `_index` has
        read."""
        done = 0
        while done < self._indexed:
            await self._change_lock("go on")
            done = await projector.catch_up(min(done + PAGE, self._indexed))

    @property
    def entries(self) -> int:
        """The number of entries of the results log that the rebuild has read so far."""
        return self._indexed

    # Index of the log: races, void races and histories. ---------------------------------------

    async def _index(self) -> None:
        """Read the entries of the results log that were not read yet, and write the indexes of
        these entries into the second set of Redis keys (`keys.ANEW`), in which the rebuild
        works."""
        while entries := await self._results_log.entries(self._indexed, PAGE):
            await self._change_lock("go on")
            async with patience():
                pipeline = self._redis.pipeline(transaction=False)
                for number, entry in entries:
                    _index_entry(pipeline, number, entry)
                await pipeline.execute()
            self._indexed = entries[-1][0]

    # Comparison. ------------------------------------------------------------------------------

    async def _compare(self) -> list[RebuildDifference]:
        """Compare the stored Redis keys with the recomputed ones. Replace the keys that differ, one
        at a time, announce the changed leaderboards, and return the differences."""
        differences, boards = list[RebuildDifference](), list[str]()
        fresh, kept = await self._parts(keys.ANEW), await self._parts(keys.RESULTS)
        for part in sorted(fresh | kept):
            here, there = keys.RESULTS.root + part, keys.ANEW.root + part
            found = await self._differences(here, there)
            if found and not await self._expires_soon(here if part in kept else there):
                differences += found
                boards += _feed_lines(part)
                await self._change_lock("hold", here, there)
            await self._change_lock("hold")
        if boards:
            told: dict[str, str | int] = {"entry": self._indexed, "boards": "\n".join(boards)}
            await self._run_command(
                self._redis.xadd(keys.RESULTS.feed, told, maxlen=keys.FEED_LENGTH)
            )
        return differences

    async def _parts(self, results_log: keys.ResultsKeys) -> set[str]:
        """Return all Redis keys that are derived from the results log, each without the prefix that
        they have in common."""
        apart = {keys.RESULTS.log, keys.RESULTS.withheld, keys.RESULTS.feed}
        apart |= {keys.RESULTS.held, keys.RESULTS.rebuilding, keys.RESULTS.void_later}
        found, cursor, first = set[str](), 0, True
        while cursor or first:
            match = f"{results_log.root}:*"
            cursor, some = await self._run_command(
                scan_at(self._redis, results_log.root, cursor, match, 1000)
            )
            first = False
            found |= {
                key.removeprefix(results_log.root)
                for key in some
                if key not in apart
                and (results_log == keys.ANEW or not key.startswith(f"{keys.ANEW.root}:"))
            }
        return found

    async def _expires_soon(self, key: str) -> bool:
        """Return whether a Redis key expires within SOON_MS."""
        return 0 < await self._run_command(self._redis.pttl(key)) < SOON_MS

    async def _differences(self, here: str, there: str) -> list[RebuildDifference]:
        """Return the differences between a stored Redis key, `here`, and the recomputed one,
        `there`."""
        kinds = {await self._run_command(self._redis.type(key)) for key in (here, there)} - {"none"}
        if len(kinds) != 1:
            return [RebuildDifference(here, "", "another kind", "")]
        (kind,) = kinds
        found = dict[str, RebuildDifference]()
        for one, other in ((here, there), (there, here)):
            async for fields in self._pages(kind, one):
                values = await self._values(kind, other, list(fields))
                for (field, value), known in zip(fields.items(), values, strict=True):
                    if value != known:
                        pair = (value, known) if one == here else (known, value)
                        found[field] = RebuildDifference(here, field, *pair)
        return list(found.values())

    async def _pages(self, kind: str, key: str) -> AsyncIterator[dict[str, str]]:
        """Yield the content of a Redis key in parts, each as values by field. For a list, the
        indexes are the fields. For a single value, the field is empty. `kind` is the Redis type of
        the key."""
        if kind == "list":
            start = 0
            while lines := await self._run_command(
                self._redis.lrange(key, start, start + PAGE - 1)
            ):
                yield {str(start + i): line for i, line in enumerate(lines)}
                start += PAGE
        elif kind in ("hash", "zset"):
            cursor, first = 0, True
            while cursor or first:
                cursor, page = await self._scanned(kind, key, cursor)
                yield page
                first = False
        else:
            value = await self._run_command(self._redis.get(key))
            yield {} if value is None else {"": value}

    async def _scanned(self, kind: str, key: str, cursor: int) -> tuple[int, dict[str, str]]:
        """Read a part of a Redis hash or sorted set with a scan command. Return the cursor for the
        next part, and the values of this part by field or member. `kind` is the Redis type of the
        key."""
        if kind == "hash":
            return await self._run_command(self._redis.hscan(key, cursor, count=PAGE))
        cursor, scores = await self._run_command(self._redis.zscan(key, cursor, count=PAGE))
        return cursor, {member: str(score) for member, score in scores}

    async def _values(self, kind: str, key: str, fields: list[str]) -> list[str | None]:
        """Return the values of these fields of a Redis key; None for each missing field. `kind` is
        the Redis type of the key."""
        if not fields:
            return []
        if kind == "hash":
            return await self._run_command(self._redis.hmget(key, fields))
        if kind == "zset":
            scores = await self._run_command(self._redis.zmscore(key, fields))
            return [None if score is None else str(score) for score in scores]
        if kind == "list":
            start, end = int(fields[0]), int(fields[-1])
            lines = await self._run_command(self._redis.lrange(key, start, end))
            return [*lines, *[None] * (len(fields) - len(lines))]
        return [await self._run_command(self._redis.get(key))]

    async def _run_command(self, asked: Awaitable[T]) -> T:
        """Return the reply of a Redis command. Raises StoreAway if the store cannot be reached."""
        async with patience():
            return await asked

    async def _clear(self) -> None:
        """Delete the second set of Redis keys (`keys.ANEW`), in which the rebuild works."""
        for part in await self._parts(keys.ANEW):
            await self._run_command(self._redis.unlink(keys.ANEW.root + part))


def _feed_lines(part: str) -> list[str]:
    """Return the line that names a changed leaderboard in the feed, as a list of one line. `part`
    is the Redis key that stores the leaderboard, without its prefix. Return an empty list if the
    key stores no leaderboard."""
    kind, _, rest = part.removeprefix(":").partition(":")
    if kind != "board":
        return []
    measure, side, rest = rest.split(":", 2)
    period, subject = rest.split(":", 1)
    if period != "all":
        name, subject = subject.split(":", 1)
        period = f"{period}:{name}"
    return [f"{measure} {side} {period} {subject}"]


def _index_entry(pipeline: RedisPipeline, number: int, entry: LoggedRace | LoggedVoid) -> None:
    """Write the indexes of an entry of the results log into the second set of Redis keys
    (`keys.ANEW`). They are the same indexes that `append_result.lua` writes for a new entry."""
    if isinstance(entry, LoggedVoid):
        pipeline.hset(keys.ANEW.voided, entry.voids, number)
        return
    pipeline.hset(keys.ANEW.races, entry.race, f"{number} {entry.at}")
    if placed := placed_of(entry):
        pipeline.hset(keys.ANEW.placed, number, placed)
    for one in entry.accounts():
        pipeline.rpush(keys.ANEW.of(one.account or ""), f"{number} {past_of(entry, one.place)}")
