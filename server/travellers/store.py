"""Stores the tries of deals in Redis.

A try is the game of one contestant on a deal. The key of a deal is a hash of everything that
decides its cards, so all races that play the same deal share it: those of a daily deal or of a
round of a tournament, a race in a room, and a later race against its ghost. Nobody can guess the
key of a deal whose secret is not public.
"""

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple, cast

from engine.races.traveller import DEPTH
from engine.rules import Rules
from server.rooms.state import Race, Room
from server.store import keys
from server.store.redis_client import patience
from server.store.redis_commands import Argument, RedisClient
from server.store.scripts import Script, as_number
from server.travellers.stored_try import StoredTry, packed

STORE = Script(Path(__file__).parent / "store_tries.lua", as_number, {"DEPTH": DEPTH})

MOST_TRIES = 20_000
"""The maximum number of stored tries of a deal. Later ones are not stored."""
AT_ONCE = 200
"""The maximum number of tries that one call of the script stores."""


def deal_key(rules: Rules, seed: bytes, k: int) -> str:
    """Return the key of the deal of a game that is shuffled with `seed`. `k` is the number of its
    pack, which is not 0 for some winnable deals."""
    return sha256(f"{rules.identity} {k} ".encode() + seed).hexdigest()[:32]


def deal_of(room: Room, race: Race) -> str:
    """Return the key of the deal of a race that has started."""
    k = race.winnable.dealt if race.winnable else 0
    return deal_key(race.rules, room.seed(race), k)


class StoredRows(NamedTuple):
    """The tries of a deal as they are stored, in that order, and the numbers that the texts of
    moves have in them. A contestant may have several rows; only the first one counts."""

    rows: list[bytes]
    numbers: dict[str, str]

    def texts(self) -> dict[int, str]:
        """Return the texts of moves by their numbers."""
        return {int(number): text for text, number in self.numbers.items()}


class TryStore:
    """Reads and writes the tries of deals. The tries of a deal are stored until `kept_s` seconds
    after the last one was stored. Methods raise StoreAway if the store cannot be reached."""

    def __init__(self, redis: RedisClient, kept_s: int) -> None:
        self._redis, self._kept_s = redis, kept_s

    async def add(self, deal: str, tries: Sequence[StoredTry]) -> None:
        """Store tries of the deal with the key `deal`. A try that is stored already stays as it
        is."""
        names = [keys.traveller(deal), keys.traveller_choices(deal)]
        for start in range(0, len(tries), AT_ONCE):
            told: list[Argument] = []
            for one in tries[start : start + AT_ONCE]:
                choices = one.summary.choices
                told += [*packed(one), len(choices), *choices]
            async with patience():
                await STORE.run(self._redis, names, self._kept_s, MOST_TRIES, *told)

    async def count(self, deal: str) -> int:
        """Return how many tries of a deal are stored."""
        async with patience():
            return await self._redis.llen(keys.traveller(deal))

    async def rows(self, deal: str) -> StoredRows:
        """Return the stored tries of a deal."""
        async with patience():
            rows = await self._redis.execute_command(
                "LRANGE", keys.traveller(deal), 0, -1, NEVER_DECODE=True
            )
            # After the rows, so that the numbers of all their choices are known.
            numbers = await self._redis.hgetall(keys.traveller_choices(deal))
        return StoredRows(cast("list[bytes]", rows), numbers)
