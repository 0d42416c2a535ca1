"""Name registry: which account owns a name, and renaming accounts whose names clash.

Names are compared by their keys, texts that `name_rules.keys_of` computes from a name. Names that
share a key look alike; they clash if they belong to two accounts. In Redis each key in use is
registered for the account that owns it.

Names can clash because earlier versions had other rules for which names look alike. To settle a
name is to make it valid and unique by the current rules. Methods raise StoreAway if Redis cannot be
reached.
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
"""The maximum number of accounts that may log in by one former name. Each of them costs a password
comparison."""
ALL_ACCOUNTS_S = 120.0
"""Seconds that listing all accounts may take."""
SOME = 100
"""The number of accounts that the migration `settle_names` handles before it stores its
progress."""
UNNAMED = "Player"
"""The new name, with a number appended, of an account whose name breaks the current rules."""


CLAIM = Script(Path(__file__).parent / "claim_name.lua", as_number)


class NameHolder(NamedTuple):
    """The stored entry of an account's name.

    `number` is the account's id, `keys` are the keys that are registered for the account, `made_at`
    is the server time in ms at which the account was created, and `former` is the name that the
    account lost to an older account, or ''."""

    number: str
    name: str
    keys: frozenset[str]
    made_at: int
    former: str

    @property
    def age(self) -> tuple[int, str]:
        """The sort key by the age of the account. If the names of two accounts clash, the account
        with the smaller key keeps its name."""
        return self.made_at, self.number


class NameRegistry:
    """Reads the names of accounts from Redis, gives names to accounts, and renames accounts."""

    def __init__(self, redis: RedisClient) -> None:
        self._redis = redis

    async def owner(self, name_keys: Iterable[str]) -> str | None:
        """Return the id of an account for which one of these keys is registered, so that its name
        looks like the name with these keys. Return None if there is no such account."""
        return next(iter(await self._owners(name_keys)), None)

    async def _owners(self, name_keys: Iterable[str]) -> list[str]:
        """Return the ids of all accounts whose names have one of these keys; an id may occur
        twice."""
        async with patience():
            found = await self._redis.mget([keys.name(key) for key in sorted(name_keys)])
        return [number for number in found if number]

    async def former(self, name_keys: Iterable[str]) -> list[str]:
        """Return the ids of accounts that lost a name with one of these keys to an older account,
        sorted, at most MOST_FORMER."""
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
        """Register the keys `fresh` of a name for an account instead of its present keys `old`, and
        store `fields` in the account's Redis hash. `fields` is a field, its value, the next field,
        and so on. For a new account `old` is empty.

        Return 1 if done, 0 if another account owns one of the `fresh` keys, -1 if the account no
        longer has the `old` keys. After 0 and -1 nothing has changed.
        """
        names = [keys.account(number), *map(keys.name, sorted(fresh)), *map(keys.name, sorted(old))]
        async with patience():
            return await CLAIM.run(self._redis, names, number, len(fresh), packed(old), *fields)

    async def forget_former(self, number: str, name: str) -> None:
        """Stop an account from logging in by `name`, a name that it lost to an older account. Does
        nothing if `name` is empty."""
        if name:
            async with patience():
                pipeline = self._redis.pipeline(transaction=False)
                for key in keys_of(name):
                    pipeline.srem(keys.former_name(key), number)
                await pipeline.execute()

    # Settling names that were given by earlier rules. -----------------------------------------

    async def settle(self, number: str) -> None:
        """Make the name of an account valid and unique by the current rules.

        If the names of two accounts clash, the older account keeps its name and the other account
        is renamed. To call this again for a settled name changes nothing.
        """
        while not await self._made_unique(number):
            pass

    async def _made_unique(self, number: str) -> bool:
        """Do one step of `settle`, such as one renaming. Return True if the name is settled, so
        that no further step is needed."""
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
        # Keep the old keys too: processes of earlier versions look the account up by them.
        both = mine.keys | wanted
        return await self.give(number, both, mine.keys, ("keys", packed(both))) == 1

    async def _rename(self, known: NameHolder) -> None:
        """Give an account a name that no other account has, unless its name has changed since
        `known` was read. The account can still log in by its former name."""
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
        """Read the stored entry of an account's name; None if the account does not exist."""
        async with patience():
            stored = await self._redis.hmget(
                keys.account(number), "name", "keys", "made_at", "former"
            )
        name, name_keys, made_at, former = stored
        if name is None:
            return None
        return NameHolder(number, name, unpacked(name_keys or ""), int(made_at or 0), former or "")

    async def unsettled(self, numbers: Iterable[str]) -> list[str]:
        """Return those of the account ids `numbers` whose accounts have names that must be settled,
        that is, made valid and unique.

        An account that owns all keys of its name is not returned. If the names of two accounts
        clash, only one of them can own the key that the names share. So the other account is
        returned, provided that its id is among `numbers`.
        """
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
        """Return the ids of all accounts, sorted."""
        async with patience(ALL_ACCOUNTS_S):
            found = [key async for key in self._redis.scan_iter(keys.account("*"), count=1_000)]
        numbers = (key.removeprefix(keys.account("")) for key in found)
        return sorted({number for number in numbers if len(number) == ID and ":" not in number})


ID = 16
"""Length of an account's id, in hexadecimal digits."""


async def settle_names(redis: RedisClient, progress: MigrationProgress) -> None:
    """Settle the names of all accounts, that is, make each name valid and unique. This is the
    migration of the stored data to schema 2, the second version of its format. Accounts up to the
    id `progress.cursor` are skipped, because an earlier, interrupted run has settled them."""
    naming = NameRegistry(redis)
    left = [number for number in await naming.all_accounts() if number > progress.cursor]
    for start in range(0, len(left), SOME):
        some = left[start : start + SOME]
        for number in await naming.unsettled(some):
            await naming.settle(number)
        await progress.note(some[-1])


def is_settled(name: str, name_keys: frozenset[str]) -> bool:
    """Return whether the name of an account is valid by the current rules, and all its keys are
    among `name_keys`, the keys that are registered for the account."""
    return keys_of(name) <= name_keys and bearable(name)


def _names_like(name: str) -> Iterator[str]:
    """Yield names that replace a clashing name, best first: `Ian 2`, `Ian 3` and so on for `Ian`;
    `Player 2` and so on if the name breaks the current rules."""
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
    """Return the keys of a name as the text that is stored with the account: one key on each line,
    sorted."""
    return "\n".join(sorted(name_keys))


def unpacked(text: str) -> frozenset[str]:
    """Return the keys of a name from the text made by `packed`."""
    return frozenset(text.split("\n")) - {""}
