"""Server processes without sockets on one store, and crowns awarded by the test."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from engine.crowns.json_form import to_json
from engine.crowns.run import Award, Win
from engine.crowns.time_limits import Limits
from protocol.telephone import Call
from server.accounts.name_rules import keys_of
from server.accounts.store import AccountStore
from server.crowns.reducer import CandidateStep, name_of
from server.crowns.store import CrownStore
from server.handlers.telephone import telephone_services
from server.settings import ServerSettings
from server.telephone.messages import CallMessages
from tests.harness import LIMIT_S
from tests.messages import told
from tests.secrecy.glass import Ear, Reached
from tests.server.clocked_process import Process, Time, process
from tests.stores import RedisProcess

NOON = 1_795_262_400_000
"""2026-11-21, 12:00 Coordinated Universal Time."""
TIMES = {"auntie_allis": 1_082_000, "kings": 1_300_900, "seven_and_sixes": 4_995_000}


def triple(n: int = 1, now: int = NOON) -> Award:
    """A Triple Crown, whose last game was won a minute ago."""
    games = tuple(
        Win(game, f"KQ74T{n}-{i}", now - 120_000, now - 60_000, ms)
        for i, (game, ms) in enumerate(TIMES.items(), 1)
    )
    return Award("triple", games, ())


class Unworried(Reached):
    """And if it cannot, it will be in a moment."""

    def doubt(self, why: BaseException | None = None) -> None:
        pass


class Office:
    """Two processes, `one` and `two`, which hear of calls while the office is `open`."""

    def __init__(self, redis: RedisProcess) -> None:
        self.redis = redis
        self.time = Time(NOON)
        self.processes: list[Process] = []
        self.numbers: dict[str, str] = {}
        self._open: list[asyncio.Task[None]] = []

    @property
    def one(self) -> Process:
        return self.processes[0]

    @property
    def two(self) -> Process:
        return self.processes[1]

    @property
    def store(self) -> Any:
        """The store itself."""
        return self.one.kept.others

    @property
    def calls(self) -> CallMessages:
        return self.one.seat_boards.telephones.calls

    def install(self, made: Process, **settings: Any) -> None:
        """Let a process have a telephone, as a server has one with these settings."""
        crowns = CrownStore(made.kept.others, Limits(), 1_000)
        chosen = ServerSettings(_env_file=None, **settings)
        seat_board = telephone_services(
            made.kept.others, made.accounts, crowns.award, made.clock.now, chosen
        )
        elsewhere = made.seat_boards.accounts._replace(elsewhere=(seat_board.calls,))
        made.seat_boards = made.seat_boards._replace(telephones=seat_board, accounts=elsewhere)

    async def open(self, made: Process) -> None:
        """From now on this process hears."""
        seat_board = made.seat_boards.telephones
        self._open.append(asyncio.create_task(seat_board.run(Unworried(), self.redis.url)))
        await seat_board.call_subscriptions.listening.wait()

    async def close(self) -> None:
        for task in self._open:
            task.cancel()
        if self._open:
            await asyncio.wait(self._open)

    async def person(self, made: Process, name: str, **fields: Any) -> Ear:
        """Somebody with a new account, a second after everybody before."""
        self.time.now += 1_000
        ear = await made.person(name, **fields)
        self.numbers[name] = str(await made.accounts.owner(keys_of(name)))
        return ear

    async def crown(self, name: str, n: int = 1) -> str:
        """Somebody has won their `n`-th crown; what it is called."""
        return await give(self.store, self.numbers[name], n, self.time.now)

    async def withdraw(self, award: str) -> None:
        await change(self.store, award.split(" ", maxsplit=1)[0], ["withdraw", award])


async def give(redis: Any, account: str, n: int = 1, now: int = NOON) -> str:
    """A crown, stored as a step of its candidate stores it."""
    award = triple(n, now)
    name = name_of(account, award)
    await change(redis, account, ["give", name, award.won_ms, to_json(award)])
    return name


async def change(redis: Any, account: str, *changes: list[Any]) -> None:
    crowns = CrownStore(redis, Limits(), 1_000)
    candidate, _ = await crowns.load(account)
    work = CandidateStep(account, candidate)
    work.changes += changes
    assert await crowns.save(work)


async def number_of(url: str, name: str) -> str:
    """The id of the account of this name."""
    store = AccountStore(url, 1)
    number = await store.owner(keys_of(name))
    await store.close()
    assert number is not None
    return number


def heard(ear: Ear, kind: str = "ringing") -> list[dict[str, Any]]:
    """All an ear was told of this kind."""
    messages = [message for data in ear.told for message in told(data)]
    return [message for message in messages if message["type"] == kind]


def lines(ear: Ear) -> list[str]:
    """The lines of the calls an ear has heard."""
    for message in heard(ear):
        Call.model_validate(message["call"])
    return [message["call"]["line"] for message in heard(ear)]


async def until(true: Callable[[], object]) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(LIMIT_S):
        while not true():  # noqa: ASYNC110
            await asyncio.sleep(0.01)


async def rang(ear: Ear, award: str, line: str = "On the trot!", **fields: Any) -> dict[str, Any]:
    """Ring; the call."""
    answer = await ear.say("ring", award=award, line=line, **fields)
    assert answer["type"] == "rang", answer
    call: dict[str, Any] = answer["call"]
    return call


async def refused(ear: Ear, kind: str, **fields: Any) -> str:
    answer = await ear.say(kind, **fields)
    assert answer["type"] == "refused", answer
    assert answer["error"].endswith(".")
    return str(answer["code"])


async def kept(ear: Ear, **fields: Any) -> tuple[list[str], int]:
    """The lines of somebody's calls, and how many are missed."""
    answer = await ear.say("get_calls", **fields)
    assert answer["type"] == "calls", answer
    return [call["line"] for call in answer["calls"]], answer["missed"]


@asynccontextmanager
async def office(redis: RedisProcess, *, is_open: bool = True) -> AsyncIterator[Office]:
    made = Office(redis)
    async with AsyncExitStack() as stack:
        for name in ("one", "two"):
            each = await stack.enter_async_context(process(redis, made.time, name))
            made.processes.append(each)
            made.install(each)
            if is_open:
                await made.open(each)
        stack.push_async_callback(made.close)
        yield made
