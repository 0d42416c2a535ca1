"""Made-up races, and a store that counts them."""

import time
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from engine.races.ranking import Standing, rank
from engine.rules import rules as rules_of
from server.leaderboards.account_rankings import Rankings
from server.leaderboards.daily_streaks import last_public_day
from server.leaderboards.log_entry import LoggedContestant, LoggedRace
from server.leaderboards.periods import Calendar
from server.leaderboards.projector import Projector
from server.leaderboards.results_log import ResultsLog
from server.rooms.daily_deals import DailyDeal
from server.store import keys
from server.store.redis_client import connect
from tests.stores import RedisProcess, engines

NOON = 1_795_262_400_000
"""2026-11-21, 12:00 Coordinated Universal Time."""
DAY = 86_400_000
ZONE = ZoneInfo("Europe/London")


class Ran(NamedTuple):
    """How somebody did; an account that begins with "bot" is a bot's, and None a guest's."""

    account: str | None
    result: str = "lost"
    best: int = 10
    ms: int = 60_000
    points: int | None = None
    clean: bool = True
    moves: int = 20
    reason: str | None = None
    tie_break: int = 0
    sent_away: bool = False
    absent: bool = False


def race(
    number: int,
    *ran: Ran,
    slug: str = "aces_up",
    options: dict[str, Any] | None = None,
    at: int = NOON,
    daily: str | None = None,
    take_back: str = "none",
) -> LoggedRace:
    """A race of these."""
    rules = rules_of(slug, options)
    standings = [
        Standing(
            seat=seat,
            result=one.result,
            reason=one.reason,
            best=rules.goal if one.result == "won" else one.best,
            tie_break=one.tie_break,
            reached_ms=one.ms,
            points=one.points,
            ended_ms=one.ms,
            moves=one.moves,
            clean=one.clean,
        )
        for seat, one in enumerate(ran)
    ]
    return LoggedRace(
        race=f"KQ74TX-{number}",
        at=at,
        game=rules.slug,
        options=dict(rules.chosen),
        ranked_by=rules.ranked_by,
        format="best",
        winners="time",
        take_back=take_back,
        bell_ms=600_000,
        ended_ms=600_000,
        daily=daily,
        contestants=tuple(
            LoggedContestant(
                place=place,
                account=(whose := ran[standing.seat].account),
                bot=(whose or "").startswith("bot"),
                **standing._asdict(),
            )
            for place, standing in rank(standings, rules.ranked_by)
        ),
        sent_away=tuple(seat for seat, one in enumerate(ran) if one.sent_away),
        absent=tuple(seat for seat, one in enumerate(ran) if one.absent),
    )


def daily_try(number: int, account: str, days_ago: int, result: str = "lost") -> LoggedRace:
    """A try of the daily deal so many days before the last day that is public now."""
    now = int(time.time() * 1000)
    deal = DailyDeal(last_public_day(now) - timedelta(days=days_ago), "long")
    return race(
        number, Ran(account, result), slug=deal.game.slug, at=deal.opens_at, daily=deal.name
    )


class House:
    """A store with its book, a clerk and boards. `now` is what time it is; names are by account."""

    def __init__(self, redis: RedisProcess) -> None:
        self.process = redis
        self.now = NOON
        self.names: dict[str, str] = {}
        self.open()

    def open(self) -> None:
        """As another process would, knowing nothing but the store."""
        self.redis: Any = connect(self.process.url, 4)
        self.book = ResultsLog(self.redis)
        self.projector = self.new_clerk()
        self.places = Rankings(self.redis, self.named)

    def new_clerk(self) -> Projector:
        return Projector(self.redis, Calendar(ZONE), lambda: self.now)

    async def named(self, accounts: Iterable[str]) -> dict[str, tuple[str, bool]]:
        return {
            account: (self.names.get(account, account.title()), account.startswith("bot"))
            for account in accounts
            if account != "gone"
        }

    async def count(self, *races: LoggedRace) -> None:
        """Write these and take them in."""
        for one in races:
            await self.book.write(one)
        await self.catch_up()

    async def catch_up(self) -> int:
        await self.projector.open()
        return await self.projector.catch_up()

    async def restart(self) -> None:
        """The store is killed and comes back with its file; so does the process."""
        await self.redis.aclose()
        await self.process.kill()
        await self.process.start()
        self.open()

    async def derived(self) -> dict[str, Any]:
        """All that follows from the log."""
        found = {}
        async for key in self.redis.scan_iter("cp:{book}:*", count=1000):
            kind = await self.redis.type(key)
            if kind == "hash":
                found[key] = await self.redis.hgetall(key)
            elif kind == "zset" and key != keys.RESULTS.withheld:
                found[key] = dict(await self.redis.zrange(key, 0, -1, withscores=True))
            elif kind == "list":
                found[key] = await self.redis.lrange(key, 0, -1)
        return found


@asynccontextmanager
async def house(folder: Path) -> AsyncIterator[House]:
    async with RedisProcess(folder / "redis", engines()["embedded"]) as redis:
        made = House(redis)
        yield made
        await made.redis.aclose()
