"""Account store in Redis: accounts, sessions, devices, counts of log-in attempts, preferences,
friends and seats.

A session is a log-in on one device. A device is known by a random text that the client keeps. A
seat is a numbered place in a room, where people play against each other. Somebody may take a seat
as a guest, without an account; an account can claim this seat later. A bucket is a counter of
attempts that delays further attempts (`login_throttle`).

Methods raise StoreAway if Redis cannot be reached. They do not check whether a change is allowed,
such as whether a name is valid; their callers do.
"""

import json
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, TypeVar

from server.accounts.credentials import SessionToken, digest, same
from server.accounts.login_throttle import Bucket
from server.accounts.name_registry import NameRegistry, packed, unpacked
from server.accounts.name_rules import keys_of
from server.errors import Refusal
from server.store import keys
from server.store.redis_client import connect, patience
from server.store.redis_commands import Argument, replies
from server.store.scripts import Script, as_flag, as_number, as_text

MOST_SESSIONS = 30
"""The maximum number of sessions of an account. One more ends the session that would expire
first."""
MOST_DEVICES = 30
"""The maximum number of devices that are remembered for an account: those used last."""
MOST_FRIENDS = 500
MOST_PREFERENCES = 200
MOST_CLAIMED = 500
"""The maximum number of claimed seats of an account whose earlier races, played as a guest, are
stored."""

Value = bool | int | str


class Account(NamedTuple):
    """An account. `number` is its id. Times here and in this module are server time in ms.

    `keys` are the keys by which its name is compared with others (`name_rules.keys_of`). `password`
    and `recovery` are hashes of the password and the recovery code. Telephone calls are numbered
    messages from winners of crowns; `last_call` is the number of the last call before the account
    was created. `former` is a name that the account lost to an older account, empty for most.
    """

    number: str
    name: str
    keys: frozenset[str]
    bot: bool
    made_at: int
    password: str
    recovery: str
    last_call: int = 0
    former: str = ""

    def __repr__(self) -> str:
        return f"Account({self.number})"


CurrentAccount = Callable[[], Awaitable[Account | None]]
"""Returns the account that is logged in on a connection; None if none is."""
AccountNames = Callable[[Iterable[str]], Awaitable[dict[str, tuple[str, bool]]]]
"""Returns (name, whether it is a bot) by account id; deleted accounts are left out."""


class Preference(NamedTuple):
    """The value that a user chose for a preference, and the server time of the choice. The value
    None resets the preference to its default."""

    at: int
    value: Value | None


HERE = Path(__file__).parent
COUNT_ATTEMPT = Script(HERE / "count_attempt.lua", as_number)
STORE_CLAIMED_RACE = Script(HERE / "store_claimed_race.lua", as_flag)
REPLACE_SECRET = Script(HERE / "replace_secret.lua", as_flag)
BEGIN_SESSION = Script(HERE / "begin_session.lua", as_flag)
RECORD_SEAT = Script(HERE / "record_seat.lua", as_flag)
CHANGE_FRIEND = Script(HERE / "change_friend.lua", as_text)
STORE_PREFERENCES = Script(HERE / "store_preferences.lua", as_number)
DELETE_ACCOUNT = Script(HERE / "delete_account.lua", as_flag)

T = TypeVar("T")


class AccountStore:
    """Reads and writes accounts. The Redis keys of all accounts share one hash tag, so that a
    script may use keys of two accounts. The store remembers for `keep_days` days that an account
    holds a seat in a room."""

    def __init__(self, url: str, keep_days: int) -> None:
        self._client = connect(url, 4)
        self._kept_s = keep_days * 86_400
        self.naming = NameRegistry(self._client)

    async def close(self) -> None:
        """Close the connections to Redis."""
        await self._client.aclose()

    async def _run(self, script: Script[T], names: Sequence[str], *arguments: Argument) -> T:
        async with patience():
            return await script.run(self._client, names, *arguments)

    # Accounts and their names. ----------------------------------------------------------------

    async def owner(self, name_keys: Iterable[str]) -> str | None:
        """Return the id of an account whose name has one of these keys, by which names are compared
        (`name_rules.keys_of`); None if there is none."""
        return await self.naming.owner(name_keys)

    async def named(self, name: str) -> list[str]:
        """Return the ids of the accounts that may log in by a name: first the account that has the
        name, then up to MOST_FORMER accounts that lost the name to an older account."""
        name_keys = keys_of(name)
        owner = await self.naming.owner(name_keys)
        former = await self.naming.former(name_keys)
        return list(dict.fromkeys([*([owner] if owner else []), *former]))

    async def account(self, number: str) -> Account | None:
        """Return the account with the id `number`; None if there is none."""
        async with patience():
            stored = await self._client.hgetall(keys.account(number))
        if not stored:
            return None
        return Account(
            number,
            stored["name"],
            unpacked(stored["keys"]),
            stored["bot"] == "1",
            int(stored["made_at"]),
            stored["password"],
            stored["recovery"],
            int(stored.get("last_call", 0)),
            stored.get("former", ""),
        )

    async def last_call(self) -> int:
        """Return the number of the last telephone call (a message from somebody who has won a
        crown) that anybody has made; 0 if there has been none."""
        async with patience():
            return int(await self._client.get(keys.CALLS) or 0)

    async def create(self, account: Account) -> bool:
        """Create an account; return False, storing nothing, if another account has its name or a
        similar one."""
        fields = (
            *("name", account.name, "keys", packed(account.keys), "bot", int(account.bot)),
            *("made_at", account.made_at, "password", account.password),
            *("recovery", account.recovery, "last_call", account.last_call),
        )
        return await self.naming.give(account.number, account.keys, frozenset(), fields) == 1

    async def rename(self, account: Account, name: str, name_keys: frozenset[str]) -> int:
        """Rename an account. `name_keys` are the keys of the new name (`name_rules.keys_of`).

        Return 1 if done, 0 if another account has the name or a similar one, -1 if the account has
        been renamed or deleted since `account` was read. After 0 and -1 nothing has changed.
        """
        fields = (
            "name",
            name,
            "keys",
            packed(name_keys),
            *(("former", "") if account.former else ()),
        )
        done = await self.naming.give(account.number, name_keys, account.keys, fields)
        if done == 1:
            await self.naming.forget_former(account.number, account.former)
        return done

    async def replace(
        self, account: Account, compare: str, fields: Mapping[str, str], *, end_sessions: bool
    ) -> bool:
        """Store new hashes of an account: `fields` has them by `password` or `recovery`. If
        `end_sessions`, also end all its sessions.

        `compare` is `password` or `recovery`. Return False, changing nothing, if the stored value
        of this field is no longer the value in `account`.
        """
        number = account.number
        names = [keys.account(number), keys.account_part(number, "sessions")]
        kept = account.password if compare == "password" else account.recovery
        pairs = [part for pair in fields.items() for part in pair]
        return await self._run(REPLACE_SECRET, names, compare, kept, int(end_sessions), *pairs)

    async def delete(self, account: Account) -> bool:
        """Delete an account and the data that this module stores of it. Return False, changing
        nothing, if the account has been renamed or deleted since `account` was read.

        The account's id is added to the list of deleted accounts whose data other packages must
        still delete (`gone`).
        """
        number = account.number
        others = await self.friends(number)
        owned = await self.seats(number)
        names = [
            keys.GONE,
            keys.account(number),
            *map(keys.name, sorted(account.keys)),
            keys.account_part(number, "sessions"),
            keys.account_part(number, "devices"),
            keys.account_part(number, "preferences"),
            keys.account_part(number, "friends"),
            keys.account_part(number, "seats"),
        ]
        if not await self._run(DELETE_ACCOUNT, names, packed(account.keys), number):
            return False
        await self.naming.forget_former(number, account.former)
        async with patience():
            pipeline = self._client.pipeline(transaction=False)
            for other in others:
                pipeline.hdel(keys.account_part(other, "friends"), number)
            for code, seat in owned:
                pipeline.delete(keys.seat_owner(code, seat))
            await pipeline.execute()
        return True

    async def gone(self) -> list[str]:
        """Return the ids of those deleted accounts of which other packages may still keep data,
        sorted."""
        async with patience():
            return sorted(await self._client.smembers(keys.GONE))

    async def forgotten(self, number: str) -> None:
        """Take a deleted account off the list `gone`, because no package keeps data of it any more.
        Redis's append-only file still contains the data, so the file is marked to be rewritten."""
        async with patience():
            pipeline = self._client.pipeline(transaction=True)
            pipeline.set(keys.REWRITE_WANTED, number)
            pipeline.srem(keys.GONE, number)
            await pipeline.execute()

    # Sessions and devices. --------------------------------------------------------------------

    async def begin(self, session: SessionToken, until: int, device: str | None, now: int) -> bool:
        """Begin a session, or prolong it, so that it ends at server time `until`. Return False,
        storing nothing, if the account is deleted.

        `device` is added to the account's known devices, unless it is None.
        """
        number = session.account
        names = [
            keys.account(number),
            keys.account_part(number, "sessions"),
            keys.account_part(number, "devices"),
        ]
        kept = f"{digest(session.secret)} {until}"
        seen = digest(device) if device else ""
        arguments = (session.number, kept, now, MOST_SESSIONS, seen, MOST_DEVICES)
        return await self._run(BEGIN_SESSION, names, *arguments)

    async def lasts_until(self, session: SessionToken, now: int) -> int | None:
        """Return the server time at which a session ends; None if it has ended at server time
        `now`, or if the secret in `session` is wrong."""
        async with patience():
            kept = await self._client.hget(
                keys.account_part(session.account, "sessions"), session.number
            )
        known, until = (kept or "- 0").split(" ")
        fits = same(known, digest(session.secret))
        return int(until) if fits and int(until) > now else None

    async def sessions(self, number: str, now: int) -> list[int]:
        """Return the server times at which the sessions of an account end, sorted, without those
        that have ended at server time `now`."""
        async with patience():
            kept = await self._client.hvals(keys.account_part(number, "sessions"))
        return sorted(until for text in kept if (until := int(text.split(" ")[1])) > now)

    async def end(self, session: SessionToken, *, everywhere: bool) -> None:
        """End a session, or with `everywhere` all sessions of its account."""
        name = keys.account_part(session.account, "sessions")
        async with patience():
            if everywhere:
                await self._client.delete(name)
            else:
                await self._client.hdel(name, session.number)

    async def knows(self, number: str, device: str) -> bool:
        """Return whether the account has been used before on the device `device`."""
        async with patience():
            at = await self._client.zscore(keys.account_part(number, "devices"), digest(device))
        return at is not None

    # Password tries. --------------------------------------------------------------------------

    async def tries(self, bucket: Bucket) -> int:
        """Return the number of attempts, such as to log in, that are counted in a bucket."""
        async with patience():
            return int(await self._client.hget(keys.tries(bucket.owner), "n") or 0)

    async def attempt(self, buckets: Iterable[Bucket], now: int) -> int:
        """Count an attempt, such as to log in, in all these buckets and return 0. If one of the
        buckets delays attempts at server time `now`, count nothing and return the milliseconds to
        wait."""
        counted = tuple(buckets)
        numbers = [n for b in counted for n in (b.free, b.first_ms, b.longest_ms, b.forget_ms)]
        names = [keys.tries(bucket.owner) for bucket in counted]
        return await self._run(COUNT_ATTEMPT, names, now, *numbers)

    async def forgive(self, wholly: Iterable[Bucket], once: Iterable[Bucket]) -> None:
        """Uncount a log-in attempt whose password was right: reset the buckets `wholly`, and take
        one attempt off each of the buckets `once`."""
        async with patience():
            pipeline = self._client.pipeline(transaction=True)
            for bucket in wholly:
                pipeline.delete(keys.tries(bucket.owner))
            for bucket in once:
                pipeline.hincrby(keys.tries(bucket.owner), "n", -1)
                pipeline.pexpire(keys.tries(bucket.owner), bucket.forget_ms)
            await pipeline.execute()

    # Other data of an account: preferences, friends, seats. -----------------------------------

    async def prefer(self, number: str, chosen: Mapping[str, Preference]) -> int:
        """Store the preferences `chosen`, which are given by name. A preference is skipped if its
        stored choice is at least as new.

        Return 1 if done, 0 if the account would have more than MOST_PREFERENCES, -1 if the account
        is deleted. After 0 and -1 nothing has changed.
        """
        names = [keys.account(number), keys.account_part(number, "preferences")]
        parts: list[str | int] = []
        for name, preference in chosen.items():
            parts += [name, preference.at, json.dumps(preference.value)]
        return await self._run(STORE_PREFERENCES, names, MOST_PREFERENCES, *parts)

    async def preferences(self, number: str) -> dict[str, Preference]:
        """Return the preferences of an account, by name."""
        async with patience():
            kept = await self._client.hgetall(keys.account_part(number, "preferences"))
        found = {name: text.split(" ", 1) for name, text in sorted(kept.items())}
        return {name: Preference(int(at), json.loads(value)) for name, (at, value) in found.items()}

    async def chosen(
        self, numbers: Iterable[str], names: Sequence[str]
    ) -> dict[str, tuple[Value | None, ...]]:
        """Return the values of the preferences `names`, in this order, for each of these accounts,
        by account id. The value is None for a preference that has its default value."""
        asked = list(numbers)
        async with patience():
            pipeline = self._client.pipeline(transaction=False)
            known = [
                pipeline.hmget(keys.account_part(number, "preferences"), *names) for number in asked
            ]
            found = await replies(pipeline, known)
        return {
            number: tuple(json.loads(text.split(" ", 1)[1]) if text else None for text in texts)
            for number, texts in zip(asked, found, strict=True)
        }

    async def befriend(self, me: str, them: str, what: str) -> str:
        """Change the relation of account `me` to account `them`, both given by id. `what` is `add`
        (ask to be friends), `accept`, `remove`, `block` or `unblock`.

        Return the new relation of `me` to `them`, such as `friend` or `blocked`, '' for none, or an
        error code that begins with `!`; `change_friend.lua` lists relations and codes. After an
        error nothing has changed.
        """
        names = [
            keys.account_part(me, "friends"),
            keys.account_part(them, "friends"),
            keys.account(them),
        ]
        return await self._run(CHANGE_FRIEND, names, me, them, what, MOST_FRIENDS)

    async def friends(self, number: str) -> dict[str, str]:
        """Return the relations of an account to other accounts, such as `friend` or `blocked` (see
        `change_friend.lua`), by the id of the other account."""
        async with patience():
            return dict(await self._client.hgetall(keys.account_part(number, "friends")))

    async def names(self, numbers: Iterable[str]) -> dict[str, tuple[str, bool]]:
        """Return for each of these accounts (name, whether it is a bot), by account id. Deleted
        accounts are left out."""
        asked = list(numbers)
        async with patience():
            pipeline = self._client.pipeline(transaction=False)
            known = [pipeline.hmget(keys.account(number), "name", "bot") for number in asked]
            found = await replies(pipeline, known)
        return {
            number: (name, bot == "1")
            for number, (name, bot) in zip(asked, found, strict=True)
            if name is not None
        }

    async def take_seat(self, number: str, code: str, seat: int, now: int) -> bool:
        """Record that an account holds a seat of the room `code`; return False, recording nothing,
        if another account holds the seat or this account is deleted."""
        names = [
            keys.account(number),
            keys.account_part(number, "seats"),
            keys.seat_owner(code, seat),
        ]
        arguments = (number, f"{code} {seat}", now, self._kept_s)
        return await self._run(RECORD_SEAT, names, *arguments)

    async def seats(self, number: str) -> list[tuple[str, int]]:
        """Return the account's seats as (room code, seat), the one taken last first."""
        async with patience():
            held = await self._client.zrevrange(keys.account_part(number, "seats"), 0, -1)
        parts = (text.split(" ") for text in held)
        return [(code, int(seat)) for code, seat in parts]

    async def note_claimed(self, number: str, code: str, seat: int, text: str) -> None:
        """Store the races that somebody has played as a guest on the seat `seat` of the room
        `code`, which the account has claimed later. `text` is the list of these races as JSON.

        Does nothing if the races of MOST_CLAIMED other seats are stored already or the account is
        deleted.
        """
        names = [keys.account(number), keys.account_part(number, "claimed")]
        await self._run(STORE_CLAIMED_RACE, names, f"{code} {seat}", text, MOST_CLAIMED)

    async def forget_claimed(self, number: str) -> None:
        """Delete all races of an account that were stored by `note_claimed`."""
        async with patience():
            await self._client.delete(keys.account_part(number, "claimed"))

    async def claimed(self, number: str) -> dict[tuple[str, int], str]:
        """Return the races that somebody has played as a guest on seats which the account has
        claimed later (`note_claimed`), by (room code, seat): the list of the races of one seat as
        JSON."""
        async with patience():
            kept = await self._client.hgetall(keys.account_part(number, "claimed"))
        parts = {tuple(field.split(" ")): text for field, text in kept.items()}
        return {(code, int(seat)): text for (code, seat), text in parts.items()}


async def account_named(accounts: AccountStore, name: str) -> Account:
    """Return the account that has a name. Raise Refusal (`unknown_name`) if nobody has claimed it,
    and StoreAway if the store cannot be reached."""
    number = await accounts.owner(keys_of(name))
    account = None if number is None else await accounts.account(number)
    if account is None:
        raise Refusal("unknown_name", f"Nobody has claimed the name {name}.")
    return account
