"""What is kept of telephone calls, behind Redis. Every method raises StoreAway."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple

from engine.crown_json import from_json, to_json
from engine.crown_run import Award
from protocol.telephone import Answer
from server.store import keys
from server.store.redis_client import patience

MOST_TO_EVERYBODY = 1_000
MOST_OF_AN_ACCOUNT = 200
"""So many calls are kept, the latest."""
MOST_ANSWERS = 50
"""So many answers to a call are read, the first."""
AT_ONCE = 500
"""About so many accounts something is read in one go."""

CODES: tuple[Answer, ...] = ("congratulations", "rotten_luck", "show_me")
"""As they are numbered in the store: to be added to at the end."""


class Entry(NamedTuple):
    """A call as it stands in a list. `caller` may be no more."""

    number: int
    at: int
    caller: str


class Stored(NamedTuple):
    """A call as it is kept; `told` is the crown as it was then. `caller` is '' of an account that
    is no more."""

    number: int
    caller: str
    award: str
    told: Award
    line: str
    at: int
    everybody: bool


class Listing(NamedTuple):
    """The lists an account's calls are in, the latest first, and how it listens."""

    everybody: list[Entry]
    own: list[Entry]
    heard: int
    muted: bool


class Taken(NamedTuple):
    """A call a chat room is to be told of, and which try it is."""

    number: int
    tries: int


class CallStore:
    """One process's way to the calls. They lie under the tag of the crowns: a call is only stored
    in the same instant as there is the crown it is about."""

    def __init__(self, redis: Any) -> None:
        self._redis = redis
        names = ("ring", "answer", "hear", "forget", "take")
        texts = {name: (Path(__file__).parent / f"{name}.lua").read_text() for name in names}
        # Such a script is sent again by itself where the store has forgotten it.
        self._scripts = {name: redis.register_script(text) for name, text in texts.items()}

    async def _run(self, script: str, names: Sequence[str], *arguments: str | int) -> Any:
        async with patience():
            return await self._scripts[script](names, arguments)

    # Ringing and answering. -------------------------------------------------------------------

    async def ring(
        self, call: Stored, to: Iterable[str], *, webhook: bool = False
    ) -> int | Literal["rung", "no_crown"]:
        """The number of the call, which is stored and told to all processes; or why there is none.
        The number it has been given does not matter."""
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
        done = int(await self._run("ring", names, *about, *how, *most, keys.CALL, " ".join(chosen)))
        return done if done > 0 else "no_crown" if done < 0 else "rung"

    async def answer(self, number: int, account: str, answer: Answer, now: int) -> bool:
        """Whether the call is answered; not if it is no more."""
        names = (keys.call(number), keys.call_answers(number), keys.CALLS_FEED)
        about = (number, account, answer, CODES.index(answer), now, keys.FEED_LENGTH)
        return bool(await self._run("answer", names, *about))

    async def hear(self, account: str, up_to: int) -> None:
        """Calls up to this number are missed no more."""
        await self._run("hear", (keys.ear(account), keys.CALLS), up_to)

    async def mute(self, account: str, *, muted: bool) -> None:
        async with patience():
            await self._redis.hset(keys.ear(account), "muted", int(muted))

    async def forget(self, account: str) -> None:
        """An account is no more."""
        names = (
            keys.calls_of(account),
            keys.ear(account),
            keys.rung_for(account),
            keys.CALLS_TO_EVERYBODY,
        )
        await self._run("forget", names, account, keys.CALL)

    # What there is. ---------------------------------------------------------------------------

    async def listing(self, account: str) -> Listing:
        async with patience():
            pipeline = self._redis.pipeline(transaction=True)
            pipeline.zrevrange(keys.CALLS_TO_EVERYBODY, 0, -1)
            pipeline.zrevrange(keys.calls_of(account), 0, -1)
            pipeline.hmget(keys.ear(account), "heard", "muted")
            everybody, own, (heard, muted) = await pipeline.execute()
        return Listing(_entries(everybody), _entries(own), int(heard or 0), muted == "1")

    async def calls(self, numbers: Iterable[int]) -> list[Stored]:
        """These calls, but for those that are no more."""
        asked = list(numbers)
        async with patience():
            pipeline = self._redis.pipeline(transaction=False)
            for number in asked:
                pipeline.hgetall(keys.call(number))
            found = await pipeline.execute()
        return [
            _stored(number, kept)
            for number, kept in zip(asked, found, strict=True)
            if "award" in kept
        ]

    async def answers(self, numbers: Iterable[int]) -> dict[int, list[tuple[str, Answer]]]:
        """By call, who has answered and how, the first first."""
        asked = list(numbers)
        async with patience():
            pipeline = self._redis.pipeline(transaction=False)
            for number in asked:
                pipeline.zrange(keys.call_answers(number), 0, MOST_ANSWERS - 1, withscores=True)
            found = await pipeline.execute()
        return {
            number: [(account, _answer(score)) for account, score in pairs]
            for number, pairs in zip(asked, found, strict=True)
        }

    async def answers_by(self, account: str, numbers: Iterable[int]) -> dict[int, Answer]:
        """How an account has answered those of these calls it has."""
        asked = list(numbers)
        async with patience():
            pipeline = self._redis.pipeline(transaction=False)
            for number in asked:
                pipeline.zscore(keys.call_answers(number), account)
            found = await pipeline.execute()
        pairs = zip(asked, found, strict=True)
        return {number: _answer(score) for number, score in pairs if score is not None}

    async def withdrawn(self, awards: Iterable[str]) -> set[str]:
        """Those of these crowns there are no more."""
        asked = list(awards)
        if not asked:
            return set()
        async with patience():
            found = await self._redis.hmget(keys.CROWN_AWARDS, asked)
        return {award for award, text in zip(asked, found, strict=True) if text is None}

    async def listeners(self, call: Stored, accounts: Iterable[str]) -> set[str]:
        """Those of these accounts for whom the telephone rings: people who were there when it was
        made, have not muted it and have not blocked the caller."""
        asked, ringing = list(accounts), set[str]()
        for start in range(0, len(asked), AT_ONCE):
            some = asked[start : start + AT_ONCE]
            async with patience():
                pipeline = self._redis.pipeline(transaction=False)
                for account in some:
                    pipeline.hmget(keys.account(account), "bot", "last_call")
                    pipeline.hget(keys.account_part(account, "friends"), call.caller)
                    pipeline.hget(keys.ear(account), "muted")
                found = iter(await pipeline.execute())
            for account, (bot, last_call), stands, muted in zip(
                some, found, found, found, strict=True
            ):
                away = bot != "0" or int(last_call or 0) >= call.number
                if not away and stands != "blocked" and muted != "1":
                    ringing.add(account)
        return ringing

    async def blockers(self, caller: str, accounts: Iterable[str]) -> set[str]:
        """Those of these accounts who have blocked the caller."""
        asked = list(accounts)
        async with patience():
            pipeline = self._redis.pipeline(transaction=False)
            for account in asked:
                pipeline.hget(keys.account_part(account, "friends"), caller)
            found = await pipeline.execute()
        return {account for account, how in zip(asked, found, strict=True) if how == "blocked"}

    # The webhook. -----------------------------------------------------------------------------

    async def take(self, now: int, until: int) -> Taken | int | None:
        """A call to tell a chat room of, which nobody else takes until then; or when there will be
        one; or None."""
        found = await self._run("take", (keys.CALLS_WEBHOOK,), now, until, keys.CALL)
        if not found:
            return None
        number, value = int(found[0]), int(float(found[1]))
        return Taken(number, value) if number else value

    async def told(self, number: int) -> None:
        """A chat room has been told, or will not be."""
        async with patience():
            await self._redis.zrem(keys.CALLS_WEBHOOK, number)

    async def try_again(self, number: int, at: int) -> None:
        async with patience():
            await self._redis.zadd(keys.CALLS_WEBHOOK, {str(number): at}, xx=True)


def _entries(lines: Iterable[str]) -> list[Entry]:
    parts = (line.split(" ") for line in lines)
    return [Entry(int(number), int(at), caller) for number, at, caller in parts]


def _stored(number: int, kept: dict[str, str]) -> Stored:
    told = from_json(Award, kept["told"])
    everybody = kept["everybody"] == "1"
    return Stored(
        number, kept["caller"], kept["award"], told, kept["line"], int(kept["at"]), everybody
    )


def _answer(score: float) -> Answer:
    return CODES[int(score) % 4]
