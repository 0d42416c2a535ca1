"""Own-pace race store in Redis: reads and writes races, their deadlines, and each account's list of
races. Methods raise StoreAway if Redis cannot be reached.

An own-pace race is an event whose contestants play the same deals, each alone in rooms of their
own. Server time is in ms."""

from collections.abc import Callable, Collection
from itertools import chain
from pathlib import Path
from typing import Generic, NamedTuple

from protocol.codes import race_id
from server.errors import Refusal
from server.leaderboards.results_log import ResultsLog
from server.own_pace.state import OwnPaceRace, R, held
from server.store import keys
from server.store.heartbeat import outages_of
from server.store.redis_client import patience
from server.store.redis_commands import RedisClient, replies
from server.store.scripts import Script, as_flag

STEP = Script(Path(__file__).parent / "step.lua", as_flag)


class StoredRace(NamedTuple, Generic[R]):
    """A race that was read from Redis. `stored` is the race as it is stored, and `step` the number
    of the change that stored it. `race` is the race after refunding all outages (times in which no
    process could store anything): its closing time is later by them."""

    race: R
    step: int
    stored: R


class RaceKeys(NamedTuple):
    """The Redis keys of one kind of own-pace races: of a race by its code, of the list of an
    account's races by the id of the account, of the zset of deadlines, and of the feed."""

    race: Callable[[str], str]
    races_of: Callable[[str], str]
    due: str
    feed: str


class OwnPaceStore(Generic[R]):
    """Reads and writes the own-pace races of the class `kind`. `unknown` is the refusal of a code
    that no race has. A race is stored until `kept_s` seconds after its last change or, if this is
    later, after its next deadline; one that has not begun, for three days after its last
    change."""

    def __init__(
        self, redis: RedisClient, kept_s: int, kind: type[R], names: RaceKeys, unknown: Refusal
    ) -> None:
        self._redis = redis
        self._kept_s = kept_s
        self._kind, self._keys, self._unknown = kind, names, unknown
        self._results_log = ResultsLog(redis)

    async def load(self, code: str) -> StoredRace[R]:
        """Return the race with this code, as stored and with outages refunded. Raise Refusal if
        there is none."""
        async with patience():
            pipeline = self._redis.pipeline(transaction=False)
            asked = (
                pipeline.hmget(self._keys.race(code), "step", "race"),
                pipeline.lrange(keys.OUTAGES, 0, -1),
            )
            (step, text), lines = await replies(pipeline, asked)
        if step is None or text is None:
            raise Refusal(self._unknown.code, str(self._unknown))
        stored = self._kind.model_validate_json(text)
        return StoredRace(held(stored, outages_of(lines)), int(step), stored)

    async def save(self, race: R, before: StoredRace[R] | None, now: int) -> bool:
        """Store a changed race at server time `now`, and announce the change to all processes.
        `before` is the race as it was loaded, None for a new race.

        Return False, storing nothing, if another change was stored meanwhile or the code of a new
        race is in use.
        """
        deadline = race.deadline
        kept_s = self._kept_s + max(0, (deadline or 0) - now) // 1000
        came, gone = _list_changes(race, before)
        about = (
            race.code,
            0 if before is None else before.step,
            race.model_dump_json(),
            "" if deadline is None else deadline,
            kept_s if race.is_kept else keys.LOBBY_S,
            keys.FEED_LENGTH,
            now,
            len(came),
            keys.LOBBY_S + kept_s,
            *chain.from_iterable(race.news_since(before.stored if before else None).items()),
        )
        names = [self._keys.race(race.code), self._keys.due, self._keys.feed]
        names += map(self._keys.races_of, (*came, *gone))
        async with patience():
            return await STEP.run(self._redis, names, *about)

    async def of(self, account: str) -> list[str]:
        """Return the codes of an account's races, oldest first. Some of them may have expired."""
        async with patience():
            return await self._redis.zrange(self._keys.races_of(account), 0, -1)

    async def forget_list(self, account: str) -> None:
        """Delete the list of races of a deleted account."""
        async with patience():
            await self._redis.delete(self._keys.races_of(account))

    async def due(self) -> dict[str, int]:
        """Return the server time of the next check of each race that must be checked, by its code.
        These are the races that have a time of closing and whose secret is not disclosed yet."""
        async with patience():
            found = await self._redis.zrange(self._keys.due, 0, -1, withscores=True)
        return {code: int(at) for code, at in found}

    async def forget(self, code: str) -> None:
        """Remove an expired race from the stored list of races that must be checked."""
        async with patience():
            await self._redis.zrem(self._keys.due, code)

    async def void(self, rooms: Collection[str]) -> frozenset[str]:
        """Return those of the room codes `rooms` whose race the operator has declared void, so that
        it does not count."""
        races = {race_id(room, 1): room for room in rooms}
        return frozenset(races[race] for race in await self._results_log.void_among(races))


def _list_changes(race: OwnPaceRace, before: StoredRace[R] | None) -> tuple[list[str], list[str]]:
    """Return (accounts to whose lists of races the race is added, accounts from whose lists it is
    removed).

    When the race begins, it is added to the lists of all its accounts again, because from then on
    the race, and its entries in the lists, are stored for longer.
    """
    here = race.accounts
    if before is None:
        return here, []
    there = before.stored.accounts
    begun = before.stored.is_kept != race.is_kept
    came = here if begun else [account for account in here if account not in there]
    return came, [account for account in there if account not in here]
