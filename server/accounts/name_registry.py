"""Name registry: which account owns a name, and renaming where earlier rules gave one name twice.

Methods raise StoreAway.
"""

from collections.abc import Iterable, Iterator
from itertools import count
from pathlib import Path
from typing import NamedTuple

from protocol.names import LONGEST_NAME
from server.accounts.name_rules import bearable, form, keys_of, name_problem
from server.errors import Refusal
from server.store import keys
from server.store.migration_progress import MigrationProgress
from server.store.redis_client import patience
from server.store.redis_commands import RedisClient, replies
from server.store.scripts import Script, as_number

MOST_FORMER = 3
"""Most accounts that may log in by a former name: each costs a password comparison."""
ALL_ACCOUNTS_S = 120.0
"""How long listing the accounts may take."""
SOME = 100
UNNAMED = "Player"
"""The new name, with a number added, of an account whose name is unusable."""


CLAIM = Script(Path(__file__).parent / "claim_name.lua", as_number)


class NameHolder(NamedTuple):
    """What is stored of an account's name. Of two accounts that clash, the smaller `age` keeps its
    name."""

    number: str
    name: str
    keys: frozenset[str]
    made_at: int
    former: str

    @property
    def age(self) -> tuple[int, str]:
        return self.made_at, self.number


class NameRegistry:
    """Reads and assigns account names."""

    def __init__(self, redis: RedisClient) -> None:
        self._redis = redis

    async def owner(self, name_keys: Iterable[str]) -> str | None:
        """The id of the account whose name has one of these keys; None if there is none."""
        return next(iter(await self._owners(name_keys)), None)

    async def _owners(self, name_keys: Iterable[str]) -> list[str]:
        async with patience():
            found = await self._redis.mget([keys.name(key) for key in sorted(name_keys)])
        return [number for number in found if number]

    async def former(self, name_keys: Iterable[str]) -> list[str]:
        """Ids of accounts that lost a name with one of these keys, at most MOST_FORMER, sorted."""
        async with patience():
            found = await self._redis.sunion([keys.former_name(key) for key in sorted(name_keys)])
        return sorted(found)[:MOST_FORMER]

    async def give(
        self,
        number: str,
        fresh: frozenset[str],
        old: frozenset[str],
        fields: tuple[str | int, ...],
    ) -> int:
        """Give an account a name. Returns 1; 0 if the name is another's; -1 if the account no
        longer has the `old` name. In the last two cases nothing is changed."""
        names = [keys.account(number), *map(keys.name, sorted(fresh)), *map(keys.name, sorted(old))]
        async with patience():
            return await CLAIM.run(self._redis, names, number, len(fresh), packed(old), *fields)

    async def forget_former(self, number: str, name: str) -> None:
        """Stop an account from logging in by a former name; does nothing if that is empty."""
        if name:
            async with patience():
                pipeline = self._redis.pipeline(transaction=False)
                for key in keys_of(name):
                    pipeline.srem(keys.former_name(key), number)
                await pipeline.execute()

    # Names given by earlier rules. ------------------------------------------------------------

    async def settle(self, number: str) -> None:
        """Make an account's name unique by the current rules.

        Of two accounts that clash, the older keeps its name and the other gets a free one. May be
        repeated.
        """
        while not await self._made_unique(number):
            pass

    async def _made_unique(self, number: str) -> bool:
        """Do one step of `settle`; return whether it was the last."""
        mine = await self._known(number)
        if mine is None:
            return True
        if not bearable(mine.name):
            await self._rename(mine)
            return False
        wanted = keys_of(mine.name)
        others = [await self._known(other) for other in await self._owners(wanted)]
        rivals = [other for other in others if other is not None and other.number != number]
        if rivals:
            await self._rename(max(mine, *rivals, key=lambda one: one.age))
            return False
        if wanted <= mine.keys:
            return True
        # Processes of earlier versions look it up by its old keys.
        both = mine.keys | wanted
        return await self.give(number, both, mine.keys, ("keys", packed(both))) == 1

    async def _rename(self, known: NameHolder) -> None:
        """Give an account a free name, unless it has changed meanwhile."""
        former = known.former or known.name
        async with patience():
            pipeline = self._redis.pipeline(transaction=False)
            for key in keys_of(former):
                pipeline.sadd(keys.former_name(key), known.number)
            await pipeline.execute()
        for name in _names_like(known.name):
            fresh = keys_of(name)
            if name_problem(name) is not None or await self.owner(fresh) is not None:
                continue
            fields = ("name", name, "keys", packed(fresh), "former", former)
            if await self.give(known.number, fresh, known.keys, fields) != 0:
                return

    async def _known(self, number: str) -> NameHolder | None:
        async with patience():
            stored = await self._redis.hmget(
                keys.account(number), "name", "keys", "made_at", "former"
            )
        name, name_keys, made_at, former = stored
        if name is None:
            return None
        return NameHolder(number, name, unpacked(name_keys or ""), int(made_at or 0), former or "")

    async def unsettled(self, numbers: Iterable[str]) -> list[str]:
        """Those of these accounts that need `settle`. Any other has registered all keys of its
        name, so an account that clashes with it is found when that one is settled."""
        asked = list(numbers)
        async with patience():
            pipeline = self._redis.pipeline(transaction=False)
            known = [pipeline.hmget(keys.account(number), "name", "keys") for number in asked]
            found = await replies(pipeline, known)
        return [
            number
            for number, (name, name_keys) in zip(asked, found, strict=True)
            if name is not None and not is_settled(name, unpacked(name_keys or ""))
        ]

    async def all_accounts(self) -> list[str]:
        """The ids of all accounts, sorted."""
        async with patience(ALL_ACCOUNTS_S):
            found = [key async for key in self._redis.scan_iter(keys.account("*"), count=1_000)]
        numbers = (key.removeprefix(keys.account("")) for key in found)
        return sorted({number for number in numbers if len(number) == ID and ":" not in number})


ID = 16
"""Digits of an account's id."""


async def settle_names(redis: RedisClient, progress: MigrationProgress) -> None:
    """Migration step to schema 2: settle the names of all accounts."""
    naming = NameRegistry(redis)
    left = [number for number in await naming.all_accounts() if number > progress.cursor]
    for start in range(0, len(left), SOME):
        some = left[start : start + SOME]
        for number in await naming.unsettled(some):
            await naming.settle(number)
        await progress.note(some[-1])


def is_settled(name: str, name_keys: frozenset[str]) -> bool:
    """Whether an account that owns these keys may have this name by the current rules."""
    return keys_of(name) <= name_keys and bearable(name)


def _names_like(name: str) -> Iterator[str]:
    """Yield `Ian 2`, `Ian 3` and so on; `Player 2` and so on if the name is unusable."""
    try:
        base = form(name)
    except Refusal:
        base = UNNAMED
    if name_problem(base) is not None:
        base = UNNAMED
    for number in count(2):
        ending = f" {number}"
        yield base[: LONGEST_NAME - len(ending)].rstrip() + ending


def packed(name_keys: frozenset[str]) -> str:
    """The keys of a name in the form stored with the account."""
    return "\n".join(sorted(name_keys))


def unpacked(text: str) -> frozenset[str]:
    return frozenset(text.split("\n")) - {""}
