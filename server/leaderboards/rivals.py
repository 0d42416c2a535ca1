"""The book of rivals: what two accounts have done against each other, read from their histories.

For every race of two accounts or more in which somebody moved, the log's writer notes who had which
place (`keys.Book.placed`). Whoever asks has one account's history gone through: a race costs a
line of the answer, and nothing is kept by pairs, which a race of 500 would have 124,750 of.
"""

import asyncio
from collections.abc import AsyncIterator
from typing import Any, NamedTuple

from server.leaderboards.log_entry import Raced
from server.store import keys
from server.store.redis_client import patience

PAGE = 500
"""Races gone through at a time."""
MANY = 2_000
"""After so many places read others have their turn."""


class Tally(NamedTuple):
    """What one account has against another. `run`: how many of the latest went the same way, won
    above 0, lost below."""

    wins: int = 0
    losses: int = 0
    ties: int = 0
    run: int = 0

    @property
    def races(self) -> int:
        return self.wins + self.losses + self.ties

    def then(self, mine: int, theirs: int) -> "Tally":
        """After another race, in which they had these places."""
        if mine == theirs:
            return Tally(self.wins, self.losses, self.ties + 1, 0)
        if mine < theirs:
            return Tally(self.wins + 1, self.losses, self.ties, max(0, self.run) + 1)
        return Tally(self.wins, self.losses + 1, self.ties, min(0, self.run) - 1)


class Met(NamedTuple):
    """A rival. The last race both were in has this number, and was over then."""

    account: str
    tally: Tally
    number: int
    at: int


class _Race(NamedTuple):
    number: int
    at: int
    game: str
    places: dict[str, int]


class Rivals:
    """One process's way to it. Every method raises StoreAway where the store is away."""

    def __init__(self, redis: Any) -> None:
        self._redis = redis

    async def of(self, account: str) -> list[Met]:
        """Everybody an account has raced, those met last first."""
        met = dict[str, Met]()
        async for race in self._races(account):
            if account not in race.places:  # the host had sent them away
                continue
            mine = race.places.pop(account)
            for other, place in race.places.items():
                tally = met[other].tally if other in met else Tally()
                met[other] = Met(other, tally.then(mine, place), race.number, race.at)
        return sorted(met.values(), key=lambda one: (-one.number, one.account))

    async def versus(self, one: str, other: str) -> tuple[Tally, dict[str, Tally]]:
        """What one account has against another: at all games, and by game."""
        overall, games = Tally(), dict[str, Tally]()
        if one == other:
            return overall, games
        async for race in self._races(await self._shorter(one, other)):
            if one in race.places and other in race.places:
                mine, theirs = race.places[one], race.places[other]
                overall = overall.then(mine, theirs)
                games[race.game] = games.get(race.game, Tally()).then(mine, theirs)
        return overall, games

    async def _shorter(self, *accounts: str) -> str:
        """The one with the shortest history."""
        async with patience():
            pipeline = self._redis.pipeline(transaction=False)
            for account in accounts:
                pipeline.llen(keys.BOOK.of(account))
            found = await pipeline.execute()
        return min(zip(found, accounts, strict=True))[1]

    async def _races(self, account: str) -> AsyncIterator[_Race]:
        """The races of an account that count between rivals, the first first."""
        start = read = 0
        while lines := await self._lines(account, start):
            start += len(lines)
            parts = [line.split(" ") for line in lines]
            numbers = [part[0] for part in parts]
            async with patience():
                pipeline = self._redis.pipeline(transaction=False)
                pipeline.hmget(keys.BOOK.placed, numbers)
                pipeline.hmget(keys.BOOK.voided, numbers)
                placed, void = await pipeline.execute()
            for (number, _, at, game, *_), text, voids in zip(parts, placed, void, strict=True):
                if text is None or voids is not None:
                    continue
                found = _Race(int(number), int(at), game, _read(text))
                read += len(found.places)
                if read > MANY:
                    read = 0
                    await asyncio.sleep(0)
                yield found

    async def _lines(self, account: str, start: int) -> list[str]:
        async with patience():
            asked = self._redis.lrange(keys.BOOK.of(account), start, start + PAGE - 1)
            return list(await asked)


def placed_of(raced: Raced) -> str:
    """What is noted of a race: its accounts and their places; nothing where there are no rivals."""
    accounts = list(raced.rivals()) if raced.played else []
    if len(accounts) < 2:
        return ""
    return " ".join(f"{one.account} {one.place}" for one in accounts)


def _read(text: str) -> dict[str, int]:
    parts = text.split(" ")
    return dict(zip(parts[::2], map(int, parts[1::2]), strict=True))
