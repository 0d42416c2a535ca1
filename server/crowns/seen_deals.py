"""Seen deals: which deals an account has seen. A crown is an award for great games (five games of
patience) won in a row. A game counts for a crown only if the player had not seen its deal before.
"""

from collections.abc import Iterable
from pathlib import Path

from engine.crowns.facts import GREAT_GAMES
from protocol.codes import race_id
from server.rooms.state import How, Race, Room
from server.store import keys
from server.store.redis_client import patience
from server.store.redis_commands import RedisClient
from server.store.scripts import Script, as_nothing

NOTE = Script(Path(__file__).parent / "note_seen_deal.lua", as_nothing)


class SeenDeals:
    """Deals of the five great games that accounts have seen. All deals of an account are stored
    until `kept_s` seconds after it saw the last one.

    A deal is stored before its cards are shown, so that a crash cannot lose it. For each deal it is
    stored how the account saw it first: the id of the race in which it played the deal, `watched`
    (on somebody else's board), or `replayed` (in the record of a finished race).
    """

    def __init__(self, redis: RedisClient, kept_s: int) -> None:
        self._redis = redis
        self._kept_s = kept_s

    async def note(self, room: Room, race: Race, accounts: Iterable[str], how: How) -> None:
        """Store that these accounts, given by their ids, are about to see the deal of a race, and
        how. Do nothing if the game is not one of the five great games. For each account only the
        first note of a deal is kept."""
        who = list(accounts)
        if race.rules.slug not in GREAT_GAMES or not who:
            return
        kept = race_id(room.code, race.n) if how == "raced" else how
        names = [name for one in who for name in (keys.candidate(one), keys.seen(one))]
        async with patience():
            await NOTE.run(self._redis, names, room.race_id(race), kept, self._kept_s)

    async def all(self, account: str) -> dict[str, str]:
        """Return the ids of the deals an account has seen, each with the way in which the account
        saw it first: the id of a race, `watched` or `replayed`."""
        async with patience():
            return await self._redis.hgetall(keys.seen(account))

    async def forget(self, account: str) -> None:
        """Delete the list of deals that a deleted account has seen."""
        async with patience():
            await self._redis.delete(keys.seen(account))

    async def before(self, account: str, deal: str, race: str) -> bool:
        """Return whether an account had seen a deal before it played this deal in the race with the
        id `race`."""
        async with patience():
            how = await self._redis.hget(keys.seen(account), deal)
        return how not in (None, race)
