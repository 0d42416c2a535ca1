"""Rivals: head-to-head results of two accounts, computed from their histories.

The history of an account is the list of its races. For every race of two or more accounts in which
somebody has made a move, the places of the accounts are also stored (`keys.RESULTS.placed`). A
query reads the history of one account and these places. Results are not stored by pairs of
accounts, because a race of 500 players has 124,750 pairs.
"""

import asyncio
from collections.abc import AsyncIterator, Collection
from typing import NamedTuple

from server.leaderboards.log_entry import LoggedRace
from server.store import keys
from server.store.redis_client import patience
from server.store.redis_commands import RedisClient, replies

PAGE = 500
"""Races of a history read at a time."""
MANY = 2_000
"""The number of places of contestants that are processed before other tasks of the event loop get a
turn."""


class RivalTally(NamedTuple):
    """The results of one account against another. `run` is the number of its latest wins in a row
    as a positive number, or of its latest losses in a row as a negative number; 0 after a tie."""

    wins: int = 0
    losses: int = 0
    ties: int = 0
    run: int = 0

    @property
    def races(self) -> int:
        return self.wins + self.losses + self.ties

    def then(self, mine: int, theirs: int) -> "RivalTally":
        """Return the tally with one more race added, in which this account had place `mine` and the
        other account place `theirs`."""
        if mine == theirs:
            return RivalTally(self.wins, self.losses, self.ties + 1, 0)
        if mine < theirs:
            return RivalTally(self.wins + 1, self.losses, self.ties, max(0, self.run) + 1)
        return RivalTally(self.wins, self.losses + 1, self.ties, min(0, self.run) - 1)


class MetRival(NamedTuple):
    """Another account (a rival) that has been in a race with this account, and the tally of this
    account's results against it. `number` is the number that their last race has in the results
    log, `at` the server time at which that race ended."""

    account: str
    tally: RivalTally
    number: int
    at: int


class RivalRace(NamedTuple):
    """A race in an account's history, with the places of all contestants that count between rivals,
    by account. `number` is its number in the results log, and `race` its id."""

    number: int
    race: str
    at: int
    game: str
    places: dict[str, int]


class RivalStore:
    """Computes head-to-head results. Methods raise StoreAway if the store cannot be reached."""

    def __init__(self, redis: RedisClient) -> None:
        self._redis = redis

    async def of(self, account: str) -> list[MetRival]:
        """Return all rivals of an account (the accounts it has raced against). The rival of the
        latest race comes first."""
        met = dict[str, MetRival]()
        async for race in self._races(account):
            if account not in race.places:  # it was kicked or never came: the race does not count
                continue
            mine = race.places.pop(account)
            for other, place in race.places.items():
                tally = met[other].tally if other in met else RivalTally()
                met[other] = MetRival(other, tally.then(mine, place), race.number, race.at)
        return sorted(met.values(), key=lambda one: (-one.number, one.account))

    async def versus(self, one: str, other: str) -> tuple[RivalTally, dict[str, RivalTally]]:
        """Return the tally of the account `one` against the account `other` over all games, and
        their tallies by game."""
        overall, games = RivalTally(), dict[str, RivalTally]()
        if one == other:
            return overall, games
        async for race in self._races(await self._shorter(one, other)):
            if one in race.places and other in race.places:
                mine, theirs = race.places[one], race.places[other]
                overall = overall.then(mine, theirs)
                games[race.game] = games.get(race.game, RivalTally()).then(mine, theirs)
        return overall, games

    async def together(self, accounts: Collection[str], *, nobody_else: bool) -> list[RivalRace]:
        """Return the races in which all these accounts were, oldest first. With `nobody_else`, only
        those in which no other account was."""
        wanted = set(accounts)
        return [
            race
            async for race in self._races(await self._shorter(*sorted(wanted)))
            if wanted <= race.places.keys() and not (nobody_else and len(race.places) > len(wanted))
        ]

    async def _shorter(self, *accounts: str) -> str:
        """Return which of these accounts has the fewest stored races. To find the races that two
        people have in common, it is fastest to read the shorter history."""
        async with patience():
            pipeline = self._redis.pipeline(transaction=False)
            found = await replies(
                pipeline, [pipeline.llen(keys.RESULTS.of(one)) for one in accounts]
            )
        return min(zip(found, accounts, strict=True))[1]

    async def _races(self, account: str) -> AsyncIterator[RivalRace]:
        """Yield the races of an account that count between rivals, oldest first. Void races are
        left out."""
        start = read = 0
        while lines := await self._lines(account, start):
            start += len(lines)
            parts = [line.split(" ") for line in lines]
            numbers = [part[0] for part in parts]
            async with patience():
                pipeline = self._redis.pipeline(transaction=False)
                asked = (
                    pipeline.hmget(keys.RESULTS.placed, numbers),
                    pipeline.hmget(keys.RESULTS.voided, numbers),
                )
                placed, void = await replies(pipeline, asked)
            for (number, race, at, game, *_), text, voids in zip(parts, placed, void, strict=True):
                if text is None or voids is not None:
                    continue
                found = RivalRace(int(number), race, int(at), game, _read(text))
                read += len(found.places)
                if read > MANY:
                    read = 0
                    await asyncio.sleep(0)
                yield found

    async def _lines(self, account: str, start: int) -> list[str]:
        """Read up to PAGE lines of the list of an account's races, from line `start` on."""
        async with patience():
            return await self._redis.lrange(keys.RESULTS.of(account), start, start + PAGE - 1)


def placed_of(raced: LoggedRace) -> str:
    """Return the accounts of a race and their places, in the form in which they are stored for
    head-to-head results; an empty text if the race does not count for these."""
    accounts = list(raced.rivals()) if raced.played else []
    if len(accounts) < 2:
        return ""
    return " ".join(f"{one.account} {one.place}" for one in accounts)


def _read(text: str) -> dict[str, int]:
    """Parse the stored places of a race, and return them by account."""
    parts = text.split(" ")
    return dict(zip(parts[::2], map(int, parts[1::2]), strict=True))
