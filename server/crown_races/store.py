"""Crown race store in Redis: reads and writes crown races, their deadlines, and each account's list
of crown races. Methods raise StoreAway if Redis cannot be reached.

A crown race is an event in which several accounts, its candidates, play the same five deals, each
alone in rooms of their own, and try to win a crown. Server time is in ms."""

from collections.abc import Collection
from pathlib import Path
from typing import NamedTuple

from protocol.codes import race_id
from server.boards.seat_standing import StoredStanding
from server.crown_races.state import CrownRace, held
from server.errors import Refusal
from server.leaderboards.results_log import ResultsLog
from server.store import keys
from server.store.heartbeat import outages_of
from server.store.redis_client import patience
from server.store.redis_commands import RedisClient, replies
from server.store.scripts import Script, as_flag

STEP = Script(Path(__file__).parent / "step.lua", as_flag)


class StoredCrownRace(NamedTuple):
    """A crown race that was read from Redis. `stored` is the crown race as it is stored, and `step`
    the number of the change that stored it. `race` is the crown race after refunding all outages
    (times in which no process could store anything): its closing time is later by them."""

    race: CrownRace
    step: int
    stored: CrownRace


class CrownRaceStore:
    """Reads and writes crown races. A crown race that has started is stored until `kept_s` seconds
    after its last change; one that has not started, for three days after its last change."""

    def __init__(self, redis: RedisClient, kept_s: int) -> None:
        self._redis = redis
        self._kept_s = kept_s
        self._results_log = ResultsLog(redis)

    async def load(self, code: str) -> StoredCrownRace:
        """Return the crown race with this code, as stored and with outages refunded. Raise Refusal
        if there is none."""
        async with patience():
            pipeline = self._redis.pipeline(transaction=False)
            asked = (
                pipeline.hmget(keys.crown_race(code), "step", "race"),
                pipeline.lrange(keys.OUTAGES, 0, -1),
            )
            (step, text), lines = await replies(pipeline, asked)
        if step is None or text is None:
            raise Refusal("unknown_crown_race", "There is no crown race with that code.")
        stored = CrownRace.model_validate_json(text)
        return StoredCrownRace(held(stored, outages_of(lines)), int(step), stored)

    async def save(self, race: CrownRace, before: StoredCrownRace | None, now: int) -> bool:
        """Store a changed crown race at server time `now`, and announce the change to all
        processes. `before` is the crown race as it was loaded, None for a new crown race.

        Return False, storing nothing, if another change was stored meanwhile or the code of a new
        crown race is in use.
        """
        deadline = race.deadline
        came, gone = _list_changes(race, before)
        about = (
            race.code,
            0 if before is None else before.step,
            race.model_dump_json(),
            "" if deadline is None else deadline,
            keys.LOBBY_S if race.started_at is None else self._kept_s,
            keys.FEED_LENGTH,
            now,
            len(came),
            keys.LOBBY_S + self._kept_s,
        )
        names = [keys.crown_race(race.code), keys.CROWN_RACES_DUE, keys.CROWN_RACES_FEED]
        names += map(keys.crown_races_of, (*came, *gone))
        async with patience():
            return await STEP.run(self._redis, names, *about)

    async def of(self, account: str) -> list[str]:
        """Return the codes of an account's crown races, oldest first. Some of them may have
        expired."""
        async with patience():
            return await self._redis.zrange(keys.crown_races_of(account), 0, -1)

    async def forget_list(self, account: str) -> None:
        """Delete the list of crown races of a deleted account."""
        async with patience():
            await self._redis.delete(keys.crown_races_of(account))

    async def due(self) -> dict[str, int]:
        """Return the server time of the next check of each crown race that must be checked, by its
        code. These are the crown races that have started and whose secret is not disclosed yet."""
        async with patience():
            found = await self._redis.zrange(keys.CROWN_RACES_DUE, 0, -1, withscores=True)
        return {code: int(at) for code, at in found}

    async def forget(self, code: str) -> None:
        """Remove an expired crown race from the stored list of crown races that must be checked."""
        async with patience():
            await self._redis.zrem(keys.CROWN_RACES_DUE, code)

    # Rooms of the deals of a crown race. ------------------------------------------------------

    async def progress(self, rooms: Collection[str]) -> dict[str, int]:
        """Return, by room code, the highest progress (such as cards on the foundations) that was
        reached in each of these rooms. Rooms without a move are left out."""
        async with patience():
            pipeline = self._redis.pipeline(transaction=False)
            asked = [pipeline.hget(keys.seats(room, 1), "0") for room in rooms]
            found = await replies(pipeline, asked)
        told = zip(rooms, found, strict=True)
        return {room: StoredStanding.read(text).best for room, text in told if text is not None}

    async def void(self, rooms: Collection[str]) -> frozenset[str]:
        """Return those of the room codes `rooms` whose race the operator has declared void, so that
        it does not count."""
        races = {race_id(room, 1): room for room in rooms}
        return frozenset(races[race] for race in await self._results_log.void_among(races))

    async def crowns(self, since: int) -> list[list[str]]:
        """Return the crowns that were won since the server time `since`, each as [account id, kind
        of crown, id of a race with which it was won, id of the next race, ...]."""
        async with patience():
            names = await self._redis.zrange(keys.CROWN_ROLL, since, "+inf", byscore=True)
        return [name.split(" ") for name in names]


def _list_changes(race: CrownRace, before: StoredCrownRace | None) -> tuple[list[str], list[str]]:
    """Return (accounts to whose lists of crown races the crown race is added, accounts from whose
    lists it is removed).

    When the crown race starts, it is added to the lists of all candidates again, because from then
    on the crown race, and its entries in the lists, are stored for longer.
    """
    here = [one.account for one in race.candidates]
    if before is None:
        return here, []
    there = [one.account for one in before.stored.candidates]
    started = before.stored.started_at != race.started_at
    came = here if started else [account for account in here if account not in there]
    return came, [account for account in there if account not in here]
