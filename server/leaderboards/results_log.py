"""The results log: an append-only log with one entry for each race; writing, voiding, history."""

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
"""Interval of retries while a rebuild holds the lock."""
MOST_RELEASED = 50
"""Most withheld results written at a time."""


def _appended(reply: Reply) -> tuple[int, bool]:
    entry, changed = as_items(reply)
    return as_number(entry), as_flag(changed)


APPEND = Script(HERE / "append_result.lua", _appended)


class AccountRace(NamedTuple):
    """A race of an account's history."""

    number: int
    race: str
    at: int
    game: str
    place: int
    played: bool
    """Whether anybody with an account had moved."""
    voided: bool


class ResultsLog:
    """Reads and writes the log; `rivals` reads head-to-head results. Methods raise StoreAway."""

    def __init__(self, redis: RedisClient) -> None:
        self._redis = redis
        self.rivals = RivalStore(redis)

    async def write(self, raced: LoggedRace, *, told: bool = False) -> bool:
        """Add a result to the log; return False if it is there already.

        Unless `told`, a try of a daily deal is withheld until `release` writes it, and a deal of a
        session until it is written again with `told`.
        """
        withheld = "" if told else str(raced.told_at or "")
        _, changed = await self._once(raced, withheld, "")
        return changed

    async def release(self, now: int) -> int:
        """Write up to MOST_RELEASED withheld results that are public by now; return how many."""
        async with patience():
            lines = await self._redis.zrange(
                keys.BOOK.withheld, "-inf", now, byscore=True, offset=0, num=MOST_RELEASED
            )
        for line in lines:
            await self.write(_raced(line), told=True)
        return len(lines)

    async def void(self, race: str, why: str, now: int) -> Literal["voided", "already", "unknown"]:
        """Void a race, so that it no longer counts. Its entry stays, and an entry with the reason
        is added. If its result is withheld, both are written when it becomes public."""
        voided = LoggedVoid(race=race, at=now, why=why).model_dump_json(exclude={"voids"})
        async with patience():
            known = await self._redis.hget(keys.BOOK.races, race)
        if known:
            _, changed = await self._script((race, known.split(" ")[1], "", "", voided, ""), ())
        else:
            withheld = await self._withheld(race)
            if withheld is None:
                return "unknown"
            _, changed = await self._once(withheld, str(withheld.told_at or ""), voided)
        return "voided" if changed else "already"

    async def _withheld(self, race: str) -> LoggedRace | None:
        async with patience():
            lines = await self._redis.zrange(keys.BOOK.withheld, 0, -1)
        return next((found for found in map(_raced, lines) if found.race == race), None)

    async def _once(self, raced: LoggedRace, withheld: str, voided: str) -> tuple[int, bool]:
        mine = {one.account: past_of(raced, one.place) for one in raced.accounts() if one.account}
        line = log_entry.dump(raced)
        about = (raced.race, raced.at, line, withheld, voided, placed_of(raced))
        return await self._script(about, mine.items())

    async def _script(
        self, about: tuple[str | int, ...], histories: Iterable[tuple[str, str]]
    ) -> tuple[int, bool]:
        mine = list(histories)
        results_log = keys.BOOK
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
        """Up to `count` (number, entry) pairs after number `after`, in order."""
        async with patience():
            found = await self._redis.xrange(keys.BOOK.log, f"({after}-0", "+", count=count)
        return [(number_of(name), log_entry.load(fields)) for name, fields in found]

    async def entry(self, number: int) -> LoggedRace | LoggedVoid | None:
        return (await self.these([number])).get(number)

    async def these(self, numbers: Iterable[int]) -> dict[int, LoggedRace | LoggedVoid]:
        """The entries of these numbers."""
        async with patience():
            pipeline = self._redis.pipeline(transaction=False)
            asked = [pipeline.xrange(keys.BOOK.log, f"{n}-0", f"{n}-0") for n in numbers]
            found = await replies(pipeline, asked)
        return {number_of(name): log_entry.load(fields) for one in found for name, fields in one}

    async def number(self, race: str) -> int | None:
        """The number of a race's entry; None if it has none."""
        async with patience():
            known = await self._redis.hget(keys.BOOK.races, race)
        return int(known.split(" ")[0]) if known else None

    async def voided(self) -> frozenset[int]:
        """The numbers of the entries of all void races."""
        async with patience():
            return frozenset(map(int, await self._redis.hkeys(keys.BOOK.voided)))

    async def void_among(self, races: Collection[str]) -> set[str]:
        """Those of these races that are void, including results still withheld."""
        asked = list(races)
        if not asked:
            return set()
        async with patience():
            pipeline = self._redis.pipeline(transaction=True)
            later, entries = await replies(
                pipeline,
                (
                    pipeline.hmget(keys.BOOK.void_later, asked),
                    pipeline.hmget(keys.BOOK.races, asked),
                ),
            )
        numbers = {
            race: int(known.split(" ")[0])
            for race, known in zip(asked, entries, strict=True)
            if known
        }
        async with patience():
            voided = await self._redis.hmget(keys.BOOK.voided, [0, *numbers.values()])
        void = {race for race, text in zip(asked, later, strict=True) if text}
        return void | {race for race, by in zip(numbers, voided[1:], strict=True) if by}

    async def history(self, account: str, offset: int, count: int) -> tuple[int, list[AccountRace]]:
        """(number of races of an account, a page of them, latest first)."""
        async with patience():
            pipeline = self._redis.pipeline(transaction=True)
            asked = (
                pipeline.llen(keys.BOOK.of(account)),
                pipeline.lrange(keys.BOOK.of(account), -offset - count, -offset - 1),
            )
            total, lines = await replies(pipeline, asked)
        return total, (await self._pasts(lines))[::-1]

    async def _pasts(self, lines: list[str]) -> list[AccountRace]:
        if not lines:
            return []
        parts = [line.split(" ") for line in lines]
        async with patience():
            voided = await self._redis.hmget(keys.BOOK.voided, [part[0] for part in parts])
        return [
            AccountRace(
                int(number), race, int(at), game, int(place), played == "1", void is not None
            )
            for (number, race, at, game, place, played), void in zip(parts, voided, strict=True)
        ]


def past_of(raced: LoggedRace, place: int) -> str:
    """The text stored in a history after the entry's number."""
    return f"{raced.race} {raced.at} {raced.game} {place} {int(raced.played)}"


def number_of(name: str) -> int:
    """The entry number of a stream id."""
    return int(name.split("-", maxsplit=1)[0])


def _raced(line: str) -> LoggedRace:
    found = log_entry.load({"entry": line})
    if not isinstance(found, LoggedRace):
        raise TypeError("only results are withheld")
    return found
