"""Whose a name is, behind Redis: given in one step, and settled where two accounts have one name
because it was given by earlier rules. Everything raises StoreAway where the store is away."""

from collections.abc import Iterable, Iterator
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from protocol.names import LONGEST_NAME
from server.accounts.name_rules import bearable, form, keys_of, unfit
from server.errors import Refusal
from server.store import keys
from server.store.migration_progress import Progress
from server.store.redis_client import patience

MOST_FORMER = 3
"""So many accounts that had a name may log in by it: each costs a comparison of a password."""
ALL_ACCOUNTS_S = 120.0
"""How long it may take to list the accounts."""
SOME = 100
UNNAMED = "Player"
"""What an account is called, with a number, of whose name nothing can be kept."""


class Known(NamedTuple):
    """What a name follows from. Of two accounts that clash the lesser by age keeps its name."""

    number: str
    name: str
    keys: frozenset[str]
    made_at: int
    former: str

    @property
    def age(self) -> tuple[int, str]:
        return self.made_at, self.number


class Naming:
    """One process's way to the names of accounts."""

    def __init__(self, redis: Any) -> None:
        self._redis = redis
        self._name = redis.register_script((Path(__file__).parent / "name.lua").read_text())

    async def owner(self, name_keys: Iterable[str]) -> str | None:
        """The id of the account that has a name with one of these keys."""
        return next(iter(await self._owners(name_keys)), None)

    async def _owners(self, name_keys: Iterable[str]) -> list[str]:
        async with patience():
            found = await self._redis.mget([keys.name(key) for key in sorted(name_keys)])
        return [number for number in found if number]

    async def former(self, name_keys: Iterable[str]) -> list[str]:
        """The ids of accounts that had a name with one of these keys until it became another's."""
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
        """Give an account a name: 1; 0 if it is somebody else's, -1 if the account's name is not
        the `old` one."""
        names = [keys.account(number), *map(keys.name, sorted(fresh)), *map(keys.name, sorted(old))]
        async with patience():
            done = await self._name(names, [number, len(fresh), packed(old), *fields])
        return int(done)

    async def forget_former(self, number: str, name: str) -> None:
        """An account can no longer be logged in to by a name it had; nothing if that is empty."""
        if name:
            async with patience():
                pipeline = self._redis.pipeline(transaction=False)
                for key in keys_of(name):
                    pipeline.srem(keys.former_name(key), number)
                await pipeline.execute()

    # Names given by earlier rules. ------------------------------------------------------------

    async def settle(self, number: str) -> None:
        """See to it that an account has a name which is no other's by today's rules. Of two
        accounts that clash, the older keeps its name and the other gets a free one. May be
        repeated."""
        while not await self._settled(number):
            pass

    async def _settled(self, number: str) -> bool:
        """Take one step towards that; whether it was the last."""
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
        # Processes of earlier versions find it by the keys it has had.
        both = mine.keys | wanted
        return await self.give(number, both, mine.keys, ("keys", packed(both))) == 1

    async def _rename(self, known: Known) -> None:
        """Give an account a free name, unless it has changed meanwhile."""
        former = known.former or known.name
        async with patience():
            pipeline = self._redis.pipeline(transaction=False)
            for key in keys_of(former):
                pipeline.sadd(keys.former_name(key), known.number)
            await pipeline.execute()
        for name in _names_like(known.name):
            fresh = keys_of(name)
            if unfit(name) is not None or await self.owner(fresh) is not None:
                continue
            fields = ("name", name, "keys", packed(fresh), "former", former)
            if await self.give(known.number, fresh, known.keys, fields) != 0:
                return

    async def _known(self, number: str) -> Known | None:
        async with patience():
            stored = await self._redis.hmget(
                keys.account(number), "name", "keys", "made_at", "former"
            )
        name, name_keys, made_at, former = stored
        if name is None:
            return None
        return Known(number, name, unpacked(name_keys), int(made_at), former or "")

    async def unsettled(self, numbers: Iterable[str]) -> list[str]:
        """Those of these accounts whose names have to be looked at. The name of any other has all
        its keys, so whatever clashes with it is looked at."""
        asked = list(numbers)
        async with patience():
            pipeline = self._redis.pipeline(transaction=False)
            for number in asked:
                pipeline.hmget(keys.account(number), "name", "keys")
            found = await pipeline.execute()
        return [
            number
            for number, (name, name_keys) in zip(asked, found, strict=True)
            if name is not None and not is_settled(name, unpacked(name_keys))
        ]

    async def all_accounts(self) -> list[str]:
        """The ids of all accounts, in order."""
        async with patience(ALL_ACCOUNTS_S):
            found = [key async for key in self._redis.scan_iter(keys.account("*"), count=1_000)]
        numbers = (key.removeprefix(keys.account("")) for key in found)
        return sorted({number for number in numbers if len(number) == ID and ":" not in number})


ID = 16
"""Digits of an account's id."""


async def settle_names(redis: Any, progress: Progress) -> None:
    """Settle the names of all accounts: the step to schema 2."""
    naming = Naming(redis)
    left = [number for number in await naming.all_accounts() if number > progress.cursor]
    for start in range(0, len(left), SOME):
        some = left[start : start + SOME]
        for number in await naming.unsettled(some):
            await naming.settle(number)
        await progress.note(some[-1])


def is_settled(name: str, name_keys: frozenset[str]) -> bool:
    """Whether an account that has these keys may have this name by today's rules."""
    return keys_of(name) <= name_keys and bearable(name)


def _names_like(name: str) -> Iterator[str]:
    """`Ian 2`, `Ian 3` and so on; `Player 2` and so on for what may not be the beginning of one."""
    try:
        base = form(name)
    except Refusal:
        base = UNNAMED
    if unfit(base) is not None:
        base = UNNAMED
    for number in count(2):
        ending = f" {number}"
        yield base[: LONGEST_NAME - len(ending)].rstrip() + ending


def packed(name_keys: frozenset[str]) -> str:
    """The keys of a name as the account has them."""
    return "\n".join(sorted(name_keys))


def unpacked(text: str) -> frozenset[str]:
    return frozenset(text.split("\n")) - {""}
