"""The results log: an append-only log with the result of each race; writing, voiding, and the
history of an account.

A race that is voided stays in the log but no longer counts. A withheld result is a result that is
stored apart from the results log until its deal becomes public.
"""

import asyncio
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Literal, NamedTuple

from server.leaderboards import log_entry
from server.leaderboards.log_entry import LoggedRace, LoggedVoid
from server.leaderboards.rivals import RivalStore, placed_of
from server.store import keys
from server.store.redis_client import patience
from server.store.redis_commands import RedisClient, Reply, replies
from server.store.scripts import Script, as_flag, as_items, as_number

HERE = Path(__file__).parent
AGAIN_S = 0.1
"""Seconds to wait before a result is written again, while a rebuild holds the lock."""
MOST_RELEASED = 50
"""Most withheld results that are added to the results log in one go."""


def _appended(reply: Reply) -> tuple[int, bool]:
    """Parse the reply of `append_result.lua`: (number of the entry, whether anything changed)."""
    entry, changed = as_items(reply)
    return as_number(entry), as_flag(changed)


APPEND = Script(HERE / "append_result.lua", _appended)


class AccountRace(NamedTuple):
    """A race in the history of an account. `number` is the number of its entry in the results log,
    `at` the server time at which it ended, `place` the place of the account."""

    number: int
    race: str
    at: int
    game: str
    place: int
    played: bool
    """Whether any contestant with an account has made a move."""
    voided: bool


class ResultsLog:
    """Reads and writes the results log. The head-to-head results of accounts are read by
    `rivals.py`. Methods raise StoreAway if the store cannot be reached.

    While another process computes all leaderboards again (a rebuild), it holds a lock; methods that
    write then wait.
    """

    def __init__(self, redis: RedisClient) -> None:
        self._redis = redis
        self.rivals = RivalStore(redis)

    async def write(self, raced: LoggedRace, *, told: bool = False) -> bool:
        """Add a result to the results log. Return False if the result is in the log or withheld
        already.

        A result that is not public yet (`told_at`) is withheld, unless `told` is True. A withheld
        result of a daily deal is added later by `release`. A withheld result of a tournament or
        crown race is added when `write` is called again with `told`.
        """
        withheld = "" if told else str(raced.told_at or "")
        _, changed = await self._once(raced, withheld, "")
        return changed

    async def release(self, now: int) -> int:
        """Add withheld results that are public by server time `now` to the results log, at most
        MOST_RELEASED. Return how many were added."""
        async with patience():
            lines = await self._redis.zrange(
                keys.RESULTS.withheld, "-inf", now, byscore=True, offset=0, num=MOST_RELEASED
            )
        for line in lines:
            await self.write(_raced(line), told=True)
        return len(lines)

    async def void(self, race: str, why: str, now: int) -> Literal["voided", "already", "unknown"]:
        """Void the race with the id `race`, so that it no longer counts.

        The entry of the race stays in the results log, and an entry with the reason `why` is added
        that voids it. If the result is withheld, both entries are added when it becomes public.
        Return `voided`, or `already` if the race was void before, or `unknown` if the log has no
        result of it and none is withheld.
        """
        voided = LoggedVoid(race=race, at=now, why=why).model_dump_json(exclude={"voids"})
        async with patience():
            known = await self._redis.hget(keys.RESULTS.races, race)
        if known:
            _, changed = await self._script((race, known.split(" ")[1], "", "", voided, ""), ())
        else:
            withheld = await self._withheld(race)
            if withheld is None:
                return "unknown"
            _, changed = await self._once(withheld, str(withheld.told_at or ""), voided)
        return "voided" if changed else "already"

    async def _withheld(self, race: str) -> LoggedRace | None:
        """Return the withheld result of a race; None if there is none."""
        async with patience():
            lines = await self._redis.zrange(keys.RESULTS.withheld, 0, -1)
        return next((found for found in map(_raced, lines) if found.race == race), None)

    async def _once(self, raced: LoggedRace, withheld: str, voided: str) -> tuple[int, bool]:
        """Add a result to the results log. If `withheld` is not empty, the result is withheld until
        this server time. If `voided` is not empty, it is an entry that voids the race, and is added
        too. Return the same as `_script`."""
        mine = {one.account: past_of(raced, one.place) for one in raced.accounts() if one.account}
        line = log_entry.dump(raced)
        about = (raced.race, raced.at, line, withheld, voided, placed_of(raced))
        return await self._script(about, mine.items())

    async def _script(
        self, about: tuple[str | int, ...], histories: Iterable[tuple[str, str]]
    ) -> tuple[int, bool]:
        """Run `append_result.lua`, again and again while a rebuild of the leaderboards holds the
        lock. Return (number of the entry, whether anything changed); the number is 0 if the result
        is withheld or unknown."""
        mine = list(histories)
        results_log = keys.RESULTS
        names = [
            results_log.log,
            results_log.races,
            results_log.voided,
            results_log.withheld,
            results_log.held,
            results_log.placed,
        ]
        names.append(results_log.void_later)
        names += [results_log.of(account) for account, _ in mine]
        while True:
            async with patience():
                number, changed = await APPEND.run(
                    self._redis, names, *about, *(past for _, past in mine)
                )
            if number >= 0:
                return number, changed
            await asyncio.sleep(AGAIN_S)

    # Reading. ---------------------------------------------------------------------------------

    async def entries(self, after: int, count: int) -> list[tuple[int, LoggedRace | LoggedVoid]]:
        """Return up to `count` (number, entry) pairs of the results log, in order, beginning with
        the entry after number `after`."""
        async with patience():
            found = await self._redis.xrange(keys.RESULTS.log, f"({after}-0", "+", count=count)
        return [(number_of(name), log_entry.load(fields)) for name, fields in found]

    async def entry(self, number: int) -> LoggedRace | LoggedVoid | None:
        """Return the entry of the results log with this number; None if there is none."""
        return (await self.these([number])).get(number)

    async def these(self, numbers: Iterable[int]) -> dict[int, LoggedRace | LoggedVoid]:
        """Return the entries of the results log with these numbers, by number. Missing entries are
        left out."""
        async with patience():
            pipeline = self._redis.pipeline(transaction=False)
            asked = [pipeline.xrange(keys.RESULTS.log, f"{n}-0", f"{n}-0") for n in numbers]
            found = await replies(pipeline, asked)
        return {number_of(name): log_entry.load(fields) for one in found for name, fields in one}

    async def number(self, race: str) -> int | None:
        """Return the number of the entry that the race with the id `race` has in the results log;
        None if it has none."""
        async with patience():
            known = await self._redis.hget(keys.RESULTS.races, race)
        return int(known.split(" ")[0]) if known else None

    async def voided(self) -> frozenset[int]:
        """Return the numbers of the entries of all races that were declared void."""
        async with patience():
            return frozenset(map(int, await self._redis.hkeys(keys.RESULTS.voided)))

    async def void_among(self, races: Collection[str]) -> set[str]:
        """Return the races among `races` (race ids) that were declared void, including races whose
        results are withheld."""
        asked = list(races)
        if not asked:
            return set()
        async with patience():
            pipeline = self._redis.pipeline(transaction=True)
            later, entries = await replies(
                pipeline,
                (
                    pipeline.hmget(keys.RESULTS.void_later, asked),
                    pipeline.hmget(keys.RESULTS.races, asked),
                ),
            )
        numbers = {
            race: int(known.split(" ")[0])
            for race, known in zip(asked, entries, strict=True)
            if known
        }
        async with patience():
            voided = await self._redis.hmget(keys.RESULTS.voided, [0, *numbers.values()])
        void = {race for race, text in zip(asked, later, strict=True) if text}
        return void | {race for race, by in zip(numbers, voided[1:], strict=True) if by}

    async def history(self, account: str, offset: int, count: int) -> tuple[int, list[AccountRace]]:
        """Return the number of races in the history of an account, and up to `count` of these races
        from index `offset` on, latest first."""
        async with patience():
            pipeline = self._redis.pipeline(transaction=True)
            asked = (
                pipeline.llen(keys.RESULTS.of(account)),
                pipeline.lrange(keys.RESULTS.of(account), -offset - count, -offset - 1),
            )
            total, lines = await replies(pipeline, asked)
        return total, (await self._pasts(lines))[::-1]

    async def _pasts(self, lines: list[str]) -> list[AccountRace]:
        """Parse lines of an account's history, as `past_of` makes them, each after the number of
        its entry."""
        if not lines:
            return []
        parts = [line.split(" ") for line in lines]
        async with patience():
            voided = await self._redis.hmget(keys.RESULTS.voided, [part[0] for part in parts])
        return [
            AccountRace(
                int(number), race, int(at), game, int(place), played == "1", void is not None
            )
            for (number, race, at, game, place, played), void in zip(parts, voided, strict=True)
        ]


def past_of(raced: LoggedRace, place: int) -> str:
    """Return the text of a line in the history of an account, which says that the account had this
    place in the race `raced`. A stored line begins with the number of the race's entry in the
    results log; the returned text lacks this number."""
    return f"{raced.race} {raced.at} {raced.game} {place} {int(raced.played)}"


def number_of(name: str) -> int:
    """Return the number of the entry that has the id `name` in the Redis stream of the results
    log."""
    return int(name.split("-", maxsplit=1)[0])


def _raced(line: str) -> LoggedRace:
    """Parse a withheld result from its stored form."""
    found = log_entry.load({"entry": line})
    if not isinstance(found, LoggedRace):
        raise TypeError("only results are withheld")
    return found
