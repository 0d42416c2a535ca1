"""Reprojection: computes rows and ratings from the results log again after a race was voided.

The results log is the list of the results of all races. A row has the figures of one account on a
leaderboard. A voided race does not count.
"""

import asyncio
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from server.leaderboards import ratings
from server.leaderboards.board import Counted, counted
from server.leaderboards.log_entry import LoggedRace
from server.leaderboards.periods import Calendar
from server.leaderboards.ratings import Rating
from server.leaderboards.results_log import ResultsLog
from server.store import keys
from server.store.redis_client import patience
from server.store.redis_commands import RedisClient

PAGE = 100
"""The number of entries of the results log that are read at a time."""
MOST_CACHED = 5_000
"""When more races than this are cached, the cache is cleared."""
MANY = 50
"""A race with at least so many contestants is rated in a thread, because that takes long."""


class _Known(NamedTuple):
    """A cached race: its game with options (`identity`), what it adds to leaderboards by (account,
    side), and the names of its periods. The side is `people` or `bots`."""

    identity: str
    added: Mapping[tuple[str, str], Counted]
    periods: frozenset[str]


class Reprojection:
    """Recomputes rows of leaderboards and ratings from the results log up to entry number `until`,
    without void races. Call `open` first. Methods raise StoreAway if the store cannot be
    reached."""

    def __init__(
        self, redis: RedisClient, results_log: keys.ResultsKeys, calendar: Calendar, until: int
    ) -> None:
        self._redis = redis
        self._results_log = results_log
        self._log = ResultsLog(redis)
        self._calendar = calendar
        self._until = until
        self._void = frozenset[int]()
        self._cache: dict[int, _Known] = {}

    async def open(self) -> "Reprojection":
        """Read from the store which races are void. Return this object."""
        async with patience():
            self._void = frozenset(map(int, await self._redis.hkeys(self._results_log.voided)))
        return self

    async def past(
        self, own: Counted, raced: LoggedRace
    ) -> tuple[list[tuple[int, Counted]], dict[int, frozenset[str]]]:
        """Return all results of an account that count for the same leaderboards as its result
        `own` in the race `raced`, as (entry number, result) in order. The account is that of `own`.
        Also return the names of the periods to which each entry belongs, by entry number."""
        async with patience():
            lines = await self._redis.lrange(self._results_log.of(own.account), 0, -1)
        parts = [line.split(" ") for line in lines]
        numbers = [int(part[0]) for part in parts if part[3] == raced.game]
        mine, periods = [], {}
        for i in range(0, len(numbers), PAGE):
            some = [n for n in numbers[i : i + PAGE] if n <= self._until and n not in self._void]
            await self._read(some)
            for number in some:
                known = self._cache[number]
                added = known.added.get((own.account, own.side))
                if added is not None and known.identity == raced.identity:
                    mine.append((number, added))
                    periods[number] = known.periods
        return mine, periods

    async def _read(self, numbers: list[int]) -> None:
        """Read the entries with these numbers from the results log into the cache."""
        if len(self._cache) > MOST_CACHED:
            self._cache.clear()
        wanted = [number for number in numbers if number not in self._cache]
        found = await self._log.these(wanted) if wanted else {}
        for number, past in found.items():
            if isinstance(past, LoggedRace):
                self._cache[number] = _Known(
                    past.identity,
                    {(one.account, one.side): one for one in counted(past)},
                    frozenset(period.name for period in self._calendar.of(past.at).values()),
                )

    async def ratings(self, scopes: Iterable[str]) -> dict[str, dict[str, Rating]]:
        """Compute the ratings of these scopes (groups of games with a rating of their own) from all
        races of the results log up to `until`. Return the ratings by scope and account."""
        known: dict[str, dict[str, Rating]] = {scope: {} for scope in scopes}
        after = 0
        while after < self._until:
            for number, raced in await self._log.entries(after, min(PAGE, self._until - after)):
                after = number
                if isinstance(raced, LoggedRace) and number not in self._void:
                    accounts = ratings.places(raced)
                    for scope in known.keys() & ratings.scopes(raced) if accounts else ():
                        known[scope].update(await rated(known[scope], accounts))
        return known


async def rated(known: Mapping[str, Rating], placed: Mapping[str, int]) -> dict[str, Rating]:
    """Return the ratings after a race, computed as by `ratings.rated`. If the race has many
    contestants, the ratings are computed in a thread, so that the event loop is not blocked."""
    if len(placed) < MANY:
        return ratings.rated(known, placed)
    return await asyncio.to_thread(ratings.rated, known, placed)
