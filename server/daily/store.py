"""Daily deal store in Redis: secrets, tries and results.

A daily deal is the same for everybody on one day. It is shuffled with its secret, which the server
publishes when nobody plays the deal any more. Each account may play the deal once; this is its try,
a race in a room of its own.

Each deal has a Redis hash. A try and its result are two fields of this hash. If a process dies
before it has stored the result of a try, another process finds the try without a result and stores
it. Until the day ends, the names of those who have tried a deal are stored as digests made with the
secret of the deal.
"""

import hmac
import json
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import NamedTuple

from engine.solver.winnable_deals import WinnableDeal, WinnableTerms
from server.rooms.daily_deals import DailyDeal
from server.rooms.store import RoomStore
from server.store import keys
from server.store.redis_client import patience
from server.store.redis_commands import replies
from server.store.scripts import Script, as_nothing, as_optional_text

BEGIN = Script(Path(__file__).parent / "begin_try.lua", as_optional_text)
DRAW = Script(Path(__file__).parent / "draw_secret.lua", as_nothing)


class DailyTry(NamedTuple):
    """A try that is about to begin: the id of the account, the keys by which names that look alike
    are recognised (`accounts/name_rules.py`), and the code of the room for the try."""

    account: str
    name_keys: frozenset[str]
    code: str


class DailyTries(NamedTuple):
    """The tries of all accounts at a daily deal. `owners` maps the room code of each try to the id
    of the account, and `ends` maps the room code of each finished try to its result."""

    owners: Mapping[str, str]
    ends: dict[str, str]

    @property
    def pending(self) -> frozenset[str]:
        """The room codes of the tries without a result."""
        return frozenset(self.owners.keys() - self.ends.keys())


class DailySearch(NamedTuple):
    """How the winnable deal of a daily deal is searched for, None if the daily deal is no winnable
    one; and what was found, None if nothing was found yet."""

    how: WinnableTerms | None
    found: WinnableDeal | None


class DailyStore:
    """Reads and writes daily deals in the store, which is Redis. A stored value never changes.
    Deals are stored until `keep_days` days after they become public. Methods raise StoreAway if the
    store cannot be reached."""

    def __init__(self, store: RoomStore, keep_days: int) -> None:
        self._store = store
        self._kept_s = keep_days * 86_400

    async def draw(
        self, deal: DailyDeal, fresh: bytes, how: WinnableTerms | None, now: int
    ) -> None:
        """Store the secret `fresh` for a deal that has none yet and, with it, how its winnable deal
        is searched for (`how`; None for any deal). `now` is server time in milliseconds.

        Any process may call this again: a deal keeps its first secret and what was stored with it.
        """
        # Expiry counts from the publication of the deal, so repeated draws do not move it.
        lives_ms = deal.told_at - now + self._kept_s * 1000
        terms = "" if how is None else json.dumps([*how.to_json().values()])
        async with patience():
            names = [keys.daily(deal.name)]
            await DRAW.run(self._store.others, names, fresh.hex(), terms, lives_ms // 1000)

    async def secret(self, deal: DailyDeal) -> bytes | None:
        """Return the secret of a daily deal; None if no secret was drawn for the deal or it has
        expired."""
        async with patience():
            found = await self._store.others.hget(keys.daily(deal.name), "secret")
        return None if found is None else bytes.fromhex(found)

    async def winnable(self, deal: DailyDeal) -> DailySearch:
        """Return how the winnable deal of a daily deal is searched for, and what was found."""
        async with patience():
            how, found = await self._store.others.hmget(
                keys.daily(deal.name), ["winnable", "found"]
            )
        k, line = json.loads(found or "[null, null]")
        return DailySearch(
            WinnableTerms(*json.loads(how)) if how else None,
            WinnableDeal(k, None if line is None else tuple(line)) if found else None,
        )

    async def keep_found(self, deal: DailyDeal, found: WinnableDeal) -> None:
        """Store the winnable deal that was found for a daily deal."""
        await self._once(deal, "found", json.dumps(found))

    async def claim(self, deal: DailyDeal, one: DailyTry, secret: bytes, now: int) -> str | None:
        """Store that an account begins its only try of a deal, and return the code of the room for
        the try. If the account has begun a try earlier, store nothing, and return the code of that
        try's room.

        Return None, storing nothing, if another account whose name was the same or looked alike has
        tried the deal. `secret` is the secret of the deal.
        """
        marks = [hmac.digest(secret, key.encode(), "sha256").hex() for key in sorted(one.name_keys)]
        lives_ms = max(1, deal.closes_at - now)
        names = [keys.daily(deal.name), keys.daily_names(deal.name)]
        told = (f"try {one.account}", one.code, one.account, lives_ms)
        async with patience():
            return await BEGIN.run(self._store.others, names, *told, *marks)

    async def end(self, deal: DailyDeal, code: str, how: str) -> None:
        """Store `how` as the result of the try in the room with this code. If a result is stored
        already, that result stays."""
        await self._once(deal, f"end {code}", how)

    async def tried(self, deal: DailyDeal, account: str) -> str | None:
        """Return the code of the room of an account's try; None if the account has not tried the
        daily deal."""
        async with patience():
            return await self._store.others.hget(keys.daily(deal.name), f"try {account}")

    async def tries(self, deal: DailyDeal) -> DailyTries:
        """Return the tries of all accounts at a daily deal."""
        async with patience():
            fields = await self._store.others.hgetall(keys.daily(deal.name))
        owners = {code: field[4:] for field, code in fields.items() if field.startswith("try ")}
        ends = {field[4:]: how for field, how in fields.items() if field.startswith("end ")}
        return DailyTries(owners, ends)

    async def over(self, codes: Collection[str]) -> list[str]:
        """Return those of the room codes `codes` whose current race is over."""
        async with patience():
            pipeline = self._store.others.pipeline(transaction=False)
            asked = [pipeline.hget(keys.race(code), "status") for code in codes]
            found = await replies(pipeline, asked)
        return [code for code, status in zip(codes, found, strict=True) if status == "over"]

    async def _once(self, deal: DailyDeal, field: str, value: str) -> str:
        """Set a field of a deal's hash to `value` unless it has a value already. Return the value
        of the field after that."""
        async with patience():
            pipeline = self._store.others.pipeline(transaction=True)
            asked = (
                pipeline.hsetnx(keys.daily(deal.name), field, value),
                pipeline.hget(keys.daily(deal.name), field),
            )
            _, kept = await replies(pipeline, asked)
        return str(kept)
