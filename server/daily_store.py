"""What is kept of the daily deals: their secrets, who has tried them, and how that ended.

A try and its end are fields of one hash: a try without an end has not been noted as over, whoever
died in between, and can be looked at again.
"""

from collections.abc import Collection, Iterable
from typing import Any, NamedTuple

from server import keys
from server.daily import Daily
from server.reach import patience
from server.store import Store


class Tries(NamedTuple):
    """The tries of a deal: the codes of all, and by code how each ended whose end is noted."""

    codes: frozenset[str]
    ends: dict[str, str]

    @property
    def pending(self) -> frozenset[str]:
        """The codes of tries whose end is not noted."""
        return self.codes - self.ends.keys()


class DailyStore:
    """What is written once stays. Every method raises StoreAway where the store is away."""

    def __init__(self, store: Store, keep_days: int) -> None:
        self._store = store
        self._kept_s = keep_days * 86_400

    async def draw(self, deals: Iterable[Daily], fresh: Iterable[bytes], now: int) -> None:
        """Give each deal that has no secret a fresh one. However often, and by however many
        processes this is done: a deal has one secret, and keeps it."""
        async with patience():
            pipeline: Any = self._store.others.pipeline(transaction=True)
            for deal, secret in zip(deals, fresh, strict=True):
                # Kept from the time it is told, whenever it was drawn: each draw says the same.
                lives_ms = deal.told_at - now + self._kept_s * 1000
                pipeline.hsetnx(keys.daily(deal.name), "secret", secret.hex())
                pipeline.expire(keys.daily(deal.name), lives_ms // 1000)
            await pipeline.execute()

    async def secret(self, deal: Daily) -> bytes | None:
        """The secret of a deal; None where none was ever drawn, or where it is kept no more."""
        async with patience():
            found = await self._store.others.hget(keys.daily(deal.name), "secret")
        return None if found is None else bytes.fromhex(found)

    async def claim(self, deal: Daily, account: str, code: str) -> str:
        """The code of an account's one try: `code` if it has not tried yet."""
        return await self._once(deal, f"try {account}", code)

    async def end(self, deal: Daily, code: str, how: str) -> None:
        """Note how a try ended."""
        await self._once(deal, f"end {code}", how)

    async def tried(self, deal: Daily, account: str) -> str | None:
        """The code of an account's try."""
        async with patience():
            found = await self._store.others.hget(keys.daily(deal.name), f"try {account}")
        return None if found is None else str(found)

    async def tries(self, deal: Daily) -> Tries:
        async with patience():
            fields: dict[str, str] = await self._store.others.hgetall(keys.daily(deal.name))
        codes = frozenset(code for field, code in fields.items() if field.startswith("try "))
        ends = {field[4:]: how for field, how in fields.items() if field.startswith("end ")}
        return Tries(codes, ends)

    async def over(self, codes: Collection[str]) -> list[str]:
        """Those of these rooms whose race is over."""
        async with patience():
            pipeline = self._store.others.pipeline(transaction=False)
            for code in codes:
                pipeline.hget(keys.race(code), "status")
            found = await pipeline.execute()
        return [code for code, status in zip(codes, found, strict=True) if status == "over"]

    async def _once(self, deal: Daily, field: str, value: str) -> str:
        async with patience():
            pipeline: Any = self._store.others.pipeline(transaction=True)
            pipeline.hsetnx(keys.daily(deal.name), field, value)
            pipeline.hget(keys.daily(deal.name), field)
            _, kept = await pipeline.execute()
        return str(kept)
