"""The results log: an append-only log with one entry for each race; writing, voiding, history.

A withheld result is one that is stored but not yet in the log, because its deal is not public yet.
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
"""Seconds between two tries while a rebuild holds the lock."""
MOST_RELEASED = 50
"""Most withheld results that are added to the log in one go."""


def _appended(reply: Reply) -> tuple[int, bool]:
    """Parse the reply of `append_result.lua`: (number of the entry, whether anything changed)."""
    entry, changed = as_items(reply)
    return as_number(entry), as_flag(changed)


APPEND = Script(HERE / "append_result.lua", _appended)


class AccountRace(NamedTuple):
    """A race in the history of an account. `number` is the number of its log entry, `at` the server
    time at which it ended, `place` the account's place."""

    number: int
    race: str
    at: int
    game: str
    place: int
    played: bool
    """Whether any contestant with an account has made a move."""
    voided: bool


class ResultsLog:
    """Reads and writes the log; `rivals` reads head-to-head results. Methods raise StoreAway if the
    store cannot be reached.

    While a rebuild holds the lock, methods that write wait.
    """

    def __init__(self, redis: RedisClient) -> None:
        self._redis = redis
        self.rivals = RivalStore(redis)

    async def write(self, raced: LoggedRace, *, told: bool = False) -> bool:
        """Add a result to the log; return False if it was there already, or withheld already.

        A result that is not public yet (`told_at`) is withheld, unless `told`. `release` later adds
        the result of a daily deal. The result of a deal of a tournament or crown race is added when
        it is written again with `told`.
        """
        withheld = "" if told else str(raced.told_at or "")
        _, changed = await self._once(raced, withheld, "")
        return changed

    async def release(self, now: int) -> int:
        """Add up to MOST_RELEASED withheld results to the log that are public by `now`; return how
        many."""
        async with patience():
            lines = await self._redis.zrange(
                keys.RESULTS.withheld, "-inf", now, byscore=True, offset=0, num=MOST_RELEASED
            )
        for line in lines:
            await self.write(_raced(line), told=True)
        return len(lines)

    async def void(self, race: str, why: str, now: int) -> Literal["voided", "already", "unknown"]:
        """Void a race, so that it no longer counts.

        Its entry stays, and an entry with the reason `why` is added. If the result is withheld,
        both are added when it becomes public. Return `unknown` if there is no such race.
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
        """Add a result to the log, or withhold it until server time `withheld` unless that is ''.
        Add the entry `voided`, which voids it, unless that is ''. Return as `_script` does."""
        mine = {one.account: past_of(raced, one.place) for one in raced.accounts() if one.account}
        line = log_entry.dump(raced)
        about = (raced.race, raced.at, line, withheld, voided, placed_of(raced))
        return await self._script(about, mine.items())

    async def _script(
        self, about: tuple[str | int, ...], histories: Iterable[tuple[str, str]]
    ) -> tuple[int, bool]:
        """Run the script as often as needed, while a rebuild holds the lock. Return (number of the
        entry, whether anything changed); the number is 0 if the result is withheld or unknown."""
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
        """Return up to `count` (number, entry) pairs after number `after`, in order."""
        async with patience():
            found = await self._redis.xrange(keys.RESULTS.log, f"({after}-0", "+", count=count)
        return [(number_of(name), log_entry.load(fields)) for name, fields in found]

    async def entry(self, number: int) -> LoggedRace | LoggedVoid | None:
        """Return the entry with this number; None if there is none."""
        return (await self.these([number])).get(number)

    async def these(self, numbers: Iterable[int]) -> dict[int, LoggedRace | LoggedVoid]:
        """Return the entries with these numbers, by number. Missing ones are left out."""
        async with patience():
            pipeline = self._redis.pipeline(transaction=False)
            asked = [pipeline.xrange(keys.RESULTS.log, f"{n}-0", f"{n}-0") for n in numbers]
            found = await replies(pipeline, asked)
        return {number_of(name): log_entry.load(fields) for one in found for name, fields in one}

    async def number(self, race: str) -> int | None:
        """Return the number of a race's entry; None if it has none."""
        async with patience():
            known = await self._redis.hget(keys.RESULTS.races, race)
        return int(known.split(" ")[0]) if known else None

    async def voided(self) -> frozenset[int]:
        """Return the numbers of the entries of all void races."""
        async with patience():
            return frozenset(map(int, await self._redis.hkeys(keys.RESULTS.voided)))

    async def void_among(self, races: Collection[str]) -> set[str]:
        """Return the races among `races` that are void, including races whose results are
        withheld."""
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
        """Return the number of races of an account, and up to `count` of them from `offset` on,
        latest first."""
        async with patience():
            pipeline = self._redis.pipeline(transaction=True)
            asked = (
                pipeline.llen(keys.RESULTS.of(account)),
                pipeline.lrange(keys.RESULTS.of(account), -offset - count, -offset - 1),
            )
            total, lines = await replies(pipeline, asked)
        return total, (await self._pasts(lines))[::-1]

    async def _pasts(self, lines: list[str]) -> list[AccountRace]:
        """Parse lines of an account's history."""
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
    """Return the line for a race in the history of an account with this place, without the entry
    number at its beginning."""
    return f"{raced.race} {raced.at} {raced.game} {place} {int(raced.played)}"


def number_of(name: str) -> int:
    """Return the number of the entry with this stream id."""
    return int(name.split("-", maxsplit=1)[0])


def _raced(line: str) -> LoggedRace:
    """Parse a withheld result."""
    found = log_entry.load({"entry": line})
    if not isinstance(found, LoggedRace):
        raise TypeError("only results are withheld")
    return found
