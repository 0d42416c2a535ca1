"""What is kept of the daily deals: their secrets, who has tried them, and how that ended."""

from typing import Any

from server import keys
from server.store import Store, patience


class DailyStore:
    """What is written once stays. Every method raises StoreAway where the store is away."""

    def __init__(self, store: Store, keep_days: int) -> None:
        self._store = store
        self._kept_s = keep_days * 86_400

    async def secret(self, name: str, fresh: bytes) -> bytes:
        """The secret of a deal: `fresh` if it has none yet."""
        return bytes.fromhex(await self._once(name, "secret", fresh.hex()))

    async def claim(self, name: str, account: str, code: str) -> str:
        """The code of an account's one try: `code` if it has not tried yet."""
        return await self._once(name, f"try {account}", code)

    async def end(self, name: str, code: str, how: str) -> None:
        """Note how a try ended."""
        await self._once(name, f"end {code}", how)

    async def tried(self, name: str, account: str) -> str | None:
        """The code of an account's try."""
        async with patience():
            found = await self._store.others.hget(keys.daily(name), f"try {account}")
        return None if found is None else str(found)

    async def ends(self, name: str) -> dict[str, str]:
        """By code, how each try ended that has."""
        async with patience():
            fields: dict[str, str] = await self._store.others.hgetall(keys.daily(name))
        return {field[4:]: how for field, how in fields.items() if field.startswith("end ")}

    async def _once(self, name: str, field: str, value: str) -> str:
        async with patience():
            pipeline: Any = self._store.others.pipeline(transaction=True)
            pipeline.hsetnx(keys.daily(name), field, value)
            pipeline.hget(keys.daily(name), field)
            pipeline.expire(keys.daily(name), self._kept_s)
            _, kept, _ = await pipeline.execute()
        return str(kept)
