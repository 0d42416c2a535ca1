"""Crown race store in Redis: reads and writes crown races, and reads what their standings show.
Methods raise StoreAway if Redis cannot be reached.

A crown race is an event in which several accounts, its candidates, play the same five deals, each
alone in rooms of their own, and try to win a crown. Server time is in ms."""

from collections.abc import Collection

from server.boards.seat_standing import StoredStanding
from server.crown_races.state import CrownRace
from server.errors import Refusal
from server.own_pace.store import OwnPaceStore, RaceKeys
from server.store import keys
from server.store.redis_client import patience
from server.store.redis_commands import RedisClient, replies


class CrownRaceStore(OwnPaceStore[CrownRace]):
    """Reads and writes crown races. A crown race that has started is stored until `kept_s` seconds
    after its last change; one that has not started, for three days after its last change."""

    def __init__(self, redis: RedisClient, kept_s: int) -> None:
        names = RaceKeys(
            keys.crown_race, keys.crown_races_of, keys.CROWN_RACES_DUE, keys.CROWN_RACES_FEED
        )
        unknown = Refusal("unknown_crown_race", "There is no crown race with that code.")
        super().__init__(redis, kept_s, CrownRace, names, unknown)

    async def progress(self, rooms: Collection[str]) -> dict[str, int]:
        """Return, by room code, the highest progress (such as cards on the foundations) that was
        reached in each of these rooms. Rooms without a move are left out."""
        async with patience():
            pipeline = self._redis.pipeline(transaction=False)
            asked = [pipeline.hget(keys.seats(room, 1), "0") for room in rooms]
            found = await replies(pipeline, asked)
        told = zip(rooms, found, strict=True)
        return {room: StoredStanding.read(text).best for room, text in told if text is not None}

    async def crowns(self, since: int) -> list[list[str]]:
        """Return the crowns that were won since the server time `since`, each as [account id, kind
        of crown, id of a race with which it was won, id of the next race, ...]."""
        async with patience():
            names = await self._redis.zrange(keys.CROWN_ROLL, since, "+inf", byscore=True)
        return [name.split(" ") for name in names]
