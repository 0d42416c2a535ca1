"""Which deals an account has seen: whoever knows a deal wins nothing by getting it out."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from engine.crown_facts import GREAT_GAMES
from protocol.codes import race_id
from server.rooms.state import How, Race, Room
from server.store import keys
from server.store.redis_client import patience


class Seen:
    """Deals of the five great games by account, known for `kept_s` after the last of them.

    Noted before the cards are shown, so there is no time between in which a process may die. How
    an account saw a deal first is what stays.
    """

    def __init__(self, redis: Any, kept_s: int) -> None:
        self._redis = redis
        self._kept_s = kept_s
        # Such a script is sent again by itself where the store has forgotten it.
        self._note = redis.register_script((Path(__file__).parent / "note.lua").read_text())

    async def note(self, room: Room, race: Race, accounts: Iterable[str], how: How) -> None:
        """These accounts are about to see the deal of a race of the room."""
        who = list(accounts)
        if race.rules.slug not in GREAT_GAMES or not who:
            return
        kept = race_id(room.code, race.n) if how == "raced" else how
        names = [name for one in who for name in (keys.candidate(one), keys.seen(one))]
        async with patience():
            await self._note(names, [room.race_id(race), kept, self._kept_s])

    async def all(self, account: str) -> dict[str, str]:
        """The deals an account has seen, and in which race or how."""
        async with patience():
            return dict(await self._redis.hgetall(keys.seen(account)))

    async def forget(self, account: str) -> None:
        """An account is no more."""
        async with patience():
            await self._redis.delete(keys.seen(account))

    async def before(self, account: str, deal: str, race: str) -> bool:
        """Whether an account had seen a deal before it was dealt to it in this race."""
        async with patience():
            how = await self._redis.hget(keys.seen(account), deal)
        return how not in (None, race)
