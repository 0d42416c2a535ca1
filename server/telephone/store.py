"""Call store in Redis: telephone calls, answers, mute settings and the webhook queue.

A call is a message that the winner of a crown sends to other accounts; a crown is the title for
three or five particular games won in a row. Accounts can answer it, or mute all calls. The webhook
posts into a chat room those calls that are addressed to everybody.

All methods raise StoreAway if the store cannot be reached.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Literal, NamedTuple, TypeVar

from engine.crowns.json_form import from_json, to_json
from engine.crowns.run import Award
from protocol.telephone import Answer
from server.store import keys
from server.store.redis_client import patience
from server.store.redis_commands import Argument, RedisClient, Reply, replies
from server.store.scripts import Script, as_flag, as_items, as_nothing, as_number

MOST_TO_EVERYBODY = 1_000
"""The maximum length of the list of calls to everybody. The oldest calls are dropped."""
MOST_OF_AN_ACCOUNT = 200
"""The maximum length of an account's list of calls. The oldest calls are dropped."""
MOST_ANSWERS = 50
"""The maximum number of answers to a call that are read. The first answers are read."""
AT_ONCE = 500
"""The number of accounts whose data is read in one round trip to the store."""

CODES: tuple[Answer, ...] = ("congratulations", "rotten_luck", "show_me")
"""The possible answers to a call. An answer is stored as its position in this tuple, so new answers
must be added at the end."""


class CallEntry(NamedTuple):
    """An entry of a list of calls: the number and the server time of the call, and the account id
    of the caller. The account may have been deleted."""

    number: int
    at: int
    caller: str


class StoredCall(NamedTuple):
    """A stored telephone call.

    `award` is the name of the crown that the call announces, `told` the data of the crown at the
    time of the call. `line` has the caller's words. `caller` is the caller's account id, '' if the
    account is deleted.
    """

    number: int
    caller: str
    award: str
    told: Award
    line: str
    at: int
    everybody: bool


class CallLists(NamedTuple):
    """The calls to everybody and the calls in an account's own list, latest first, and the
    account's settings: the number of the last call it has seen (`heard`), and whether it has muted
    the telephone."""

    everybody: list[CallEntry]
    own: list[CallEntry]
    heard: int
    muted: bool


class WebhookCall(NamedTuple):
    """The number of a call taken from the webhook queue, and the number of this try to post it,
    from 1."""

    number: int
    tries: int


def _due(reply: Reply) -> WebhookCall | int | None:
    """Parse the reply of `take.lua` (see `CallStore.take`)."""
    found = as_items(reply)
    if not found:
        return None
    call, value = (int(float(str(part))) for part in found)
    return WebhookCall(call, value) if call else value


HERE = Path(__file__).parent
RING = Script(HERE / "ring.lua", as_number)
ANSWER = Script(HERE / "answer.lua", as_flag)
HEAR = Script(HERE / "hear.lua", as_nothing)
FORGET = Script(HERE / "forget.lua", as_nothing)
TAKE = Script(HERE / "take.lua", _due)

T = TypeVar("T")


class CallStore:
    """Reads and writes calls. The keys of calls have the same hash tag as those of crowns, so that
    one script can check that the crown exists and store the call."""

    def __init__(self, redis: RedisClient) -> None:
        self._redis = redis

    async def _run(self, script: Script[T], names: Sequence[str], *arguments: Argument) -> T:
        async with patience():
            return await script.run(self._redis, names, *arguments)

    # Ringing and answering. -------------------------------------------------------------------

    async def ring(
        self, call: StoredCall, to: Iterable[str], *, webhook: bool = False
    ) -> int | Literal["rung", "no_crown"]:
        """Store a call and announce it to all processes. `to` are the accounts called. With
        `webhook` the call is also queued for the webhook.

        Return the number that the store gives to the call; the number in `call` is ignored. Store
        nothing and return `rung` if the caller has made a call for this crown before, or `no_crown`
        if the crown does not exist.
        """
        chosen = list(to)
        names = [
            keys.CROWN_AWARDS,
            keys.rung_for(call.caller),
            keys.CALLS,
            keys.CALLS_TO_EVERYBODY,
            keys.CALLS_FEED,
            keys.CALLS_WEBHOOK,
            keys.calls_of(call.caller),
            *map(keys.calls_of, chosen),
        ]
        about = (call.award, call.caller, call.at, call.line, to_json(call.told))
        how = (int(call.everybody), int(webhook), keys.FEED_LENGTH)
        most = (MOST_TO_EVERYBODY, MOST_OF_AN_ACCOUNT)
        done = await self._run(RING, names, *about, *how, *most, keys.CALL, " ".join(chosen))
        return done if done > 0 else "no_crown" if done < 0 else "rung"

    async def answer(self, number: int, account: str, answer: Answer, now: int) -> bool:
        """Store an account's answer to a call, in place of its earlier answer if there is one.
        Return False if the call no longer exists."""
        names = (keys.call(number), keys.call_answers(number), keys.CALLS_FEED)
        about = (number, account, answer, CODES.index(answer), now, keys.FEED_LENGTH)
        return await self._run(ANSWER, names, *about)

    async def hear(self, account: str, up_to: int) -> None:
        """Store that the account has seen all calls up to number `up_to`, so that they are no
        longer listed as missed."""
        await self._run(HEAR, (keys.ear(account), keys.CALLS), up_to)

    async def mute(self, account: str, *, muted: bool) -> None:
        """Store whether the account has muted the telephone."""
        async with patience():
            await self._redis.hset(keys.ear(account), "muted", int(muted))

    async def muted(self, accounts: Iterable[str]) -> set[str]:
        """Return the accounts among `accounts` that have muted the telephone."""
        asked = list(accounts)
        async with patience():
            pipeline = self._redis.pipeline(transaction=False)
            found = await replies(pipeline, [pipeline.hget(keys.ear(a), "muted") for a in asked])
        return {account for account, muted in zip(asked, found, strict=True) if muted == "1"}

    async def forget(self, account: str) -> None:
        """Delete the list of calls, the settings and the answers of a deleted account. The calls
        that it made stay, without its id and words."""
        names = (
            keys.calls_of(account),
            keys.ear(account),
            keys.rung_for(account),
            keys.CALLS_TO_EVERYBODY,
        )
        await self._run(FORGET, names, account, keys.CALL)

    # Reading. ---------------------------------------------------------------------------------

    async def listing(self, account: str) -> CallLists:
        """Return the lists of calls that concern an account, and its telephone settings."""
        async with patience():
            pipeline = self._redis.pipeline(transaction=True)
            asked = (
                pipeline.zrevrange(keys.CALLS_TO_EVERYBODY, 0, -1),
                pipeline.zrevrange(keys.calls_of(account), 0, -1),
                pipeline.hmget(keys.ear(account), "heard", "muted"),
            )
            everybody, own, (heard, muted) = await replies(pipeline, asked)
        return CallLists(_entries(everybody), _entries(own), int(heard or 0), muted == "1")

    async def calls(self, numbers: Iterable[int]) -> list[StoredCall]:
        """Return the calls with these numbers; missing ones are left out."""
        asked = list(numbers)
        async with patience():
            pipeline = self._redis.pipeline(transaction=False)
            found = await replies(pipeline, [pipeline.hgetall(keys.call(n)) for n in asked])
        return [
            _stored(number, kept)
            for number, kept in zip(asked, found, strict=True)
            if "award" in kept
        ]

    async def answers(self, numbers: Iterable[int]) -> dict[int, list[tuple[str, Answer]]]:
        """Return the answers to calls, by the number of the call, as (account, answer): at most
        MOST_ANSWERS for each call, the first answers first."""
        asked = list(numbers)
        async with patience():
            pipeline = self._redis.pipeline(transaction=False)
            pages = [
                pipeline.zrange(keys.call_answers(number), 0, MOST_ANSWERS - 1, withscores=True)
                for number in asked
            ]
            found = await replies(pipeline, pages)
        return {
            number: [(account, _answer(score)) for account, score in pairs]
            for number, pairs in zip(asked, found, strict=True)
        }

    async def answers_by(self, account: str, numbers: Iterable[int]) -> dict[int, Answer]:
        """Return the answers of an account to calls, by the number of the call. Calls that the
        account has not answered are left out."""
        asked = list(numbers)
        async with patience():
            pipeline = self._redis.pipeline(transaction=False)
            scores = [pipeline.zscore(keys.call_answers(number), account) for number in asked]
            found = await replies(pipeline, scores)
        pairs = zip(asked, found, strict=True)
        return {number: _answer(score) for number, score in pairs if score is not None}

    async def withdrawn(self, awards: Iterable[str]) -> set[str]:
        """Return the names of the crowns among `awards` that have been withdrawn."""
        asked = list(awards)
        if not asked:
            return set()
        async with patience():
            found = await self._redis.hmget(keys.CROWN_AWARDS, asked)
        return {award for award, text in zip(asked, found, strict=True) if text is None}

    async def listeners(self, call: StoredCall, accounts: Iterable[str]) -> set[str]:
        """Return the accounts among `accounts` to which the call may be sent at once. Left out are
        bots, accounts made after the call, and accounts that have muted the telephone or blocked
        the caller."""
        asked, ringing = list(accounts), set[str]()
        for start in range(0, len(asked), AT_ONCE):
            some = asked[start : start + AT_ONCE]
            async with patience():
                pipeline = self._redis.pipeline(transaction=False)
                found = iter(
                    await replies(
                        pipeline,
                        [
                            one
                            for account in some
                            for one in (
                                pipeline.hmget(keys.account(account), "bot", "last_call"),
                                pipeline.hmget(keys.account_part(account, "friends"), call.caller),
                                pipeline.hmget(keys.ear(account), "muted"),
                            )
                        ],
                    )
                )
            for account, (bot, last_call), (stands,), (muted,) in zip(
                some, found, found, found, strict=True
            ):
                away = bot != "0" or int(last_call or 0) >= call.number
                if not away and stands != "blocked" and muted != "1":
                    ringing.add(account)
        return ringing

    async def blockers(self, caller: str, accounts: Iterable[str]) -> set[str]:
        """Return the accounts among `accounts` that have blocked the caller."""
        asked = list(accounts)
        async with patience():
            pipeline = self._redis.pipeline(transaction=False)
            stands = [pipeline.hget(keys.account_part(one, "friends"), caller) for one in asked]
            found = await replies(pipeline, stands)
        return {account for account, how in zip(asked, found, strict=True) if how == "blocked"}

    # Webhook queue. ---------------------------------------------------------------------------

    async def take(self, now: int, until: int) -> WebhookCall | int | None:
        """Take a call that is due at server time `now` from the webhook queue. No other process can
        take the call before server time `until`.

        If no call is due, return the server time at which the next one will be; None if the queue
        is empty.
        """
        return await self._run(TAKE, (keys.CALLS_WEBHOOK,), now, until, keys.CALL)

    async def told(self, number: int) -> None:
        """Remove a call from the webhook queue, because it was posted or will not be posted any
        more."""
        async with patience():
            await self._redis.zrem(keys.CALLS_WEBHOOK, number)

    async def try_again(self, number: int, at: int) -> None:
        """Store that the next try to post a call is due at server time `at`, unless the call was
        removed from the webhook queue."""
        async with patience():
            await self._redis.zadd(keys.CALLS_WEBHOOK, {str(number): at}, xx=True)


def _entries(lines: Iterable[str]) -> list[CallEntry]:
    """Parse the stored entries of a list of calls, each "NUMBER TIME CALLER"."""
    parts = (line.split(" ") for line in lines)
    return [CallEntry(int(number), int(at), caller) for number, at, caller in parts]


def _stored(number: int, kept: dict[str, str]) -> StoredCall:
    """Parse the stored fields `kept` of call `number`."""
    told = from_json(Award, kept["told"])
    everybody = kept["everybody"] == "1"
    return StoredCall(
        number, kept["caller"], kept["award"], told, kept["line"], int(kept["at"]), everybody
    )


def _answer(score: float) -> Answer:
    """Return the answer that is encoded in the score of an account in the zset of answers (see
    `answer.lua`)."""
    return CODES[int(score) % 4]
