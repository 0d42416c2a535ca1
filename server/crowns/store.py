"""Crown store in Redis: candidates, crowns won (awards), deadlines, and the roll of honour, which
is the list of all crowns won.

A candidate is an account that tries for a crown, an award for great games (five games of patience)
won in a row. The great games that it has won in a row until now are its run. The feed is a Redis
stream in which every process reads what has changed. Methods raise StoreAway if Redis cannot be
reached. They name accounts by their ids.
"""

import json
from collections.abc import Sequence
from pathlib import Path

from engine.crowns.facts import GREAT_GAMES
from engine.crowns.json_form import from_json, to_json
from engine.crowns.run import Award, End, Run, state
from engine.crowns.time_limits import Limits
from server.crowns.reducer import CandidateStep, CrownCandidate
from server.rooms import events
from server.store import keys
from server.store.heartbeat import outages_of
from server.store.redis_client import patience
from server.store.redis_commands import RedisClient, replies
from server.store.scripts import Script, as_flag

MOST_SEATS = 8
"""The number of an account's latest seats whose rooms are searched for its games."""
MOST_KNOWN = 10_000
"""The maximum number of rooms for which `is_great` caches the answer."""


STEP = Script(Path(__file__).parent / "step.lua", as_flag)


def _end(kept: Sequence[int | str] | None) -> End | None:
    """Return the end of a run from its stored form; None if `kept` is None."""
    return End(int(kept[0]), str(kept[1]), 0) if kept else None


class CrownStore:
    """Reads and writes candidates. A candidate is stored for `kept_s` seconds after its last step,
    or for ever if a crown was won in the run. `limits` are the limits of new runs."""

    def __init__(self, redis: RedisClient, limits: Limits, kept_s: int) -> None:
        self._redis = redis
        self.nobody = CrownCandidate(Run(limits))
        """The value of a candidate of whom nothing is stored."""
        self._kept_s = kept_s
        self._great: set[str] = set()

    async def load(self, account: str) -> tuple[CrownCandidate, list[tuple[int, int]]]:
        """Return a candidate, and the outages, times in which no process could store anything, each
        as (from, until) in server time in ms.

        A run keeps the limits with which it began. If the candidate has no run, the limits are
        those of the server's settings.
        """
        async with patience():
            pipeline = self._redis.pipeline(transaction=False)
            asked = (
                pipeline.hgetall(keys.candidate(account)),
                pipeline.lrange(keys.OUTAGES, 0, -1),
            )
            kept, lines = await replies(pipeline, asked)
        outages = outages_of(lines)
        if "gone" in kept:
            return self.nobody._replace(gone=True), outages
        if not kept:
            return self.nobody, outages
        run, about = from_json(Run, kept["run"]), json.loads(kept["rooms"])
        if not run.log:
            run = run._replace(limits=self.nobody.run.limits)
        rooms = {code: (seq, ms) for code, (seq, ms) in about["rooms"].items()}
        ended = _end(about.get("ended"))
        return CrownCandidate(run, int(kept["step"]), rooms, about["floor_ms"], ended), outages

    async def save(self, work: CandidateStep) -> bool:
        """Store a step, that is, one change of a candidate. Return False, storing nothing, if
        another step was stored meanwhile or the account is deleted."""
        names = [
            keys.candidate(work.account),
            keys.CROWN_DUE,
            keys.CROWN_AWARDS,
            keys.CROWN_ROLL,
            keys.closed_runs(work.account),
            keys.CROWN_FEED,
        ]
        due, holds = work.due_ms, bool(state(work.run).awards)
        about = (
            work.account,
            work.before.step,
            to_json(work.run),
            json.dumps(
                {
                    "rooms": work.rooms,
                    "floor_ms": work.floor_ms,
                    "ended": [work.ended.ms, work.ended.why] if work.ended else None,
                }
            ),
            "" if due is None else due,
            "" if holds else self._kept_s,
            keys.FEED_LENGTH,
            json.dumps(work.changes),
        )
        async with patience():
            return await STEP.run(self._redis, names, *about)

    async def announce(self, account: str) -> None:
        """Announce in the feed that the run of an account has changed although no change was
        stored. Every process then sends the status of the run again to its connections that follow
        the run."""
        news = {"account": account, "what": "step", "name": ""}
        async with patience():
            await self._redis.xadd(keys.CROWN_FEED, news, maxlen=keys.FEED_LENGTH)

    async def forget(self, account: str) -> None:
        """Delete the stored runs of a deleted account and the time of the next check of its run,
        but not its crowns.

        The store remembers that the account is deleted: for `kept_s` seconds, or for ever if the
        account has won a crown. So nothing is stored for later events of the account, and its races
        can still be declared void.
        """
        kept_for_ever = bool(await self.names_of(account))
        async with patience():
            pipeline = self._redis.pipeline(transaction=True)
            pipeline.delete(keys.candidate(account), keys.closed_runs(account))
            pipeline.zrem(keys.CROWN_DUE, account)
            pipeline.hset(keys.candidate(account), "gone", 1)
            if not kept_for_ever:
                pipeline.expire(keys.candidate(account), self._kept_s)
            await pipeline.execute()

    async def withdraw(self, account: str, race: str) -> None:
        """Remove from the roll of honour the crowns of a deleted account that were won with a race
        that is void now. The removal is not announced in the feed."""
        names = [name for name in await self.names_of(account) if race in name.split(" ")]
        async with patience():
            pipeline = self._redis.pipeline(transaction=True)
            for name in names:
                pipeline.hdel(keys.CROWN_AWARDS, name)
                pipeline.zrem(keys.CROWN_ROLL, name)
            await pipeline.execute()

    async def names_of(self, account: str) -> list[str]:
        """Return the names under which an account's crowns are stored, oldest first."""
        async with patience():
            names = await self._redis.zrange(keys.CROWN_ROLL, 0, -1)
        return [name for name in names if name.startswith(f"{account} ")]

    async def crowns_of(self, account: str) -> list[Award]:
        """Return the crowns of an account, oldest first."""
        found = [await self.award(name) for name in await self.names_of(account)]
        return [award for award in found if award is not None]

    async def closed(self, account: str) -> dict[str, Run]:
        """Return those ended runs of an account in which a crown was won, by the field of the Redis
        hash in which each is stored."""
        async with patience():
            kept = await self._redis.hgetall(keys.closed_runs(account))
        return {field: from_json(Run, text) for field, text in kept.items()}

    async def rooms(self, account: str) -> list[str]:
        """Return the codes of the rooms in which the account has its latest MOST_SEATS seats,
        latest first. A code may occur twice."""
        async with patience():
            name = keys.account_part(account, "seats")
            seats = await self._redis.zrevrange(name, 0, MOST_SEATS - 1)
        return [seat.split(" ")[0] for seat in seats]

    async def is_great(self, code: str) -> bool:
        """Return whether a race of one of the five great games was prepared in a room; False if
        there is no such room.

        Only the answer True is cached, because the next race of a room may be of another game.
        """
        if code in self._great:
            return True
        log = keys.log(code)
        async with patience():
            line, n = await self._redis.lindex(log, 0), await self._redis.hget(keys.race(code), "n")
            if line is None:
                return False
            lines = [line] if n == "1" else await self._redis.lrange(log, 0, -1)
        prepared = (
            event for line in lines if isinstance(event := events.load(line), events.RacePrepared)
        )
        if not any(event.game in GREAT_GAMES for event in prepared):
            return False
        if len(self._great) >= MOST_KNOWN:
            self._great.clear()
        self._great.add(code)
        return True

    async def award(self, name: str) -> Award | None:
        """Return the crown that is stored under a name; None if there is none."""
        async with patience():
            text = await self._redis.hget(keys.CROWN_AWARDS, name)
        return None if text is None else from_json(Award, text)

    async def due(self) -> dict[str, int]:
        """Return, by account id, the server time in ms at which each candidate must be checked
        next, because a time limit of its run may be exceeded then. Candidates without such a time
        are left out."""
        async with patience():
            found = await self._redis.zrange(keys.CROWN_DUE, 0, -1, withscores=True)
        return {account: int(at) for account, at in found}

    async def roll(self, offset: int, count: int) -> tuple[int, list[tuple[str, Award]]]:
        """Return the number of all crowns won on this server, and up to `count` of them from number
        `offset` (counted from 0) on, oldest first, each as (account id, crown)."""
        async with patience():
            pipeline = self._redis.pipeline(transaction=True)
            asked = (
                pipeline.zcard(keys.CROWN_ROLL),
                pipeline.zrange(keys.CROWN_ROLL, offset, offset + max(1, count) - 1),
            )
            total, names = await replies(pipeline, asked)
            names = names[:count]
            texts = await self._redis.hmget(keys.CROWN_AWARDS, names) if names else []
        pairs = zip(names, texts, strict=True)
        crowns = [(name.split(" ")[0], from_json(Award, text)) for name, text in pairs if text]
        return total, crowns

    async def cursor(self) -> int:
        """Return the number of the last entry of the results log, the list of finished races, that
        was applied to candidates; 0 for none."""
        async with patience():
            return int(await self._redis.get(keys.CROWN_CURSOR) or 0)

    async def set_cursor(self, number: int) -> None:
        """Store the number of the last entry of the results log, the list of finished races, that
        was applied to candidates. Another process may store a smaller number later. This does no
        harm, because an entry may be applied twice."""
        async with patience():
            await self._redis.set(keys.CROWN_CURSOR, number)
