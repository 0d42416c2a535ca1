"""Measure what it costs a server that friends see who is on line.

All accounts are logged in on a connection each, and each has the same number of friends. Every
second connection follows its friends, as a client does on its home page and in a lobby, and not
during a race. In each round there are two phases, in which a fixed number of accounts a second
change a preference: in one a preference that changes nothing for friends, in the other whether
friends see them, which costs what the beginning and the end of a race cost. So the difference of
the two phases is the cost of presence alone.
"""

import argparse
import asyncio
import json
import random
from collections import Counter, deque
from collections.abc import Sequence
from itertools import count, cycle
from pathlib import Path
from statistics import fmean, stdev
from tempfile import TemporaryDirectory
from time import perf_counter, time
from typing import NamedTuple

from bench import machine, servers
from bench.servers import Served
from client_cli.load.websocket import LoadWebSocket, dial
from server.accounts.credentials import SessionToken
from server.accounts.name_rules import keys_of
from server.accounts.store import Account, AccountStore
from server.store.embedded_redis import EmbeddedStore
from server.store.redis_client import connect, info

AT_ONCE = 50
"""How many accounts are made, or connections are opened, at once."""
SETTLE_S = 8.0
"""Seconds after which the changes of a phase have reached all followers."""
HELLO = b'{"type":"hello","id":1,"protocol":[1],"client":"bench"}'
GO_ONLINE = b'{"type":"go_online","id":3}'
FOLLOW = b'{"type":"follow_friends","id":4}'

NOBODY, EVERYBODY = "nobody on line for friends", "everybody on line, nothing happens"
OTHER, PRESENCE = "theme", "presence"
PHASES = {OTHER: "another preference changes", PRESENCE: "friends come or go"}
"""The phases of a round, by the preference that is changed in them."""
VALUES = {OTHER: ("baize", "night"), PRESENCE: ("shown", "hidden")}
"""The usual value of each preference, and another one."""


class Phase(NamedTuple):
    """What a server did in a phase: the share of a core it used, the messages a second that its
    clients got, and the commands a second that the store executed, of which `writes` changed
    data."""

    name: str
    cpu: float
    messages: float
    commands: float
    writes: float


class Chosen:
    """What the accounts have chosen for each preference. At most a tenth of the accounts hides at
    any time, so that the lists of friends stay about as long as they are."""

    def __init__(self, people: int) -> None:
        order = list(range(people))
        random.Random(1).shuffle(order)
        self._most = max(1, people // 10)
        self._next = {name: cycle(order) for name in PHASES}
        self._other: dict[str, deque[int]] = {name: deque() for name in PHASES}

    def change(self, preference: str) -> tuple[int, str]:
        """Return an account and a value other than the account has chosen for the preference. By
        turns an account changes it, and the one for which that is longest ago changes it back."""
        usual, other = VALUES[preference]
        changed = self._other[preference]
        if len(changed) >= self._most:
            return changed.popleft(), usual
        changed.append(next(self._next[preference]))
        return changed[-1], other


class _Crowd:
    """The connections of all accounts, and how many messages of each kind they got."""

    def __init__(self) -> None:
        self.wires: list[LoadWebSocket] = []
        self.heard: Counter[str] = Counter()

    def hear(self, data: bytes) -> None:
        self.heard[data[9 : data.index(b'"', 9)].decode()] += 1

    def lost(self, _: str) -> None:
        self.heard["lost"] += 1


def main(arguments: Sequence[str]) -> int:
    """Measure, and print a table of the phases. Return 1 if a connection was lost."""
    parser = argparse.ArgumentParser(prog="python -m bench presence", description=__doc__)
    parser.add_argument("--people", type=int, default=5_000)
    parser.add_argument("--friends", type=int, default=20, help="an even number")
    parser.add_argument("--changes", type=int, default=33, help="changes a second")
    parser.add_argument("--seconds", type=float, default=20.0, help="of each phase")
    parser.add_argument("--rounds", type=int, default=6, help="pairs of phases")
    given = parser.parse_args(arguments)
    with machine.other_cores():
        phases, lost = asyncio.run(
            _measured(given.people, given.friends, given.changes, given.seconds, given.rounds)
        )
    print("| phase | share of a core | messages/s | store commands/s | of them writes |")
    print("|---|---:|---:|---:|---:|")
    for phase in phases:
        print(
            f"| {phase.name} | {phase.cpu:.2%} | {phase.messages:.0f} | {phase.commands:.0f} "
            f"| {phase.writes:.1f} |"
        )
    cost, error = extra(phases)
    print(f"Friends who come or go cost {cost:.2%} of a core (error {error:.2%}).")
    return 1 if lost else 0


def extra(phases: Sequence[Phase]) -> tuple[float, float]:
    """Return what share of a core the changes that friends see cost beyond other changes: the mean
    of all rounds and its standard error."""
    by_kind = [[each.cpu for each in phases if each.name == PHASES[p]] for p in (PRESENCE, OTHER)]
    differences = [shown - other for shown, other in zip(*by_kind, strict=True)]
    error = stdev(differences) / len(differences) ** 0.5 if len(differences) > 1 else 0.0
    return fmean(differences), error


async def _measured(
    people: int, friends: int, changes: int, seconds: float, rounds: int
) -> tuple[list[Phase], int]:
    with TemporaryDirectory(prefix="patience-bench-", ignore_cleanup_errors=True) as folder:
        with machine.server_core():
            store = EmbeddedStore(Path(folder))
            await store.__aenter__()
        try:
            sessions = await _accounts(store.url, people, friends)
            async with servers.patience(store.url) as served:
                return await _phases(served, store.url, sessions, changes, seconds, rounds)
        finally:
            await store.__aexit__(None, None, None)


async def _accounts(url: str, people: int, friends: int) -> list[SessionToken]:
    """Make accounts in a circle, of which each is a friend of its nearest neighbours. Return a
    session of each."""
    accounts = AccountStore(url, 1)
    numbers = [f"{n:016x}" for n in range(people)]
    now = round(time() * 1000)
    sessions = [SessionToken.new(number) for number in numbers]

    async def make(n: int) -> None:
        name = f"Friend {n:05d}"
        account = Account(numbers[n], name, keys_of(name), False, now, "", "")
        if not await accounts.create(account):
            raise ValueError(f"{name} looks like another name")
        await accounts.begin(sessions[n], now + 10**9, None, now)

    async def befriend(n: int) -> None:
        for other in (numbers[(n + step) % people] for step in range(1, friends // 2 + 1)):
            await accounts.befriend(numbers[n], other, "add")
            await accounts.befriend(other, numbers[n], "accept")

    try:
        for work in (make, befriend):
            for start in range(0, people, AT_ONCE):
                some = range(start, min(people, start + AT_ONCE))
                await asyncio.gather(*map(work, some))
    finally:
        await accounts.close()
    return sessions


async def _phases(
    served: Served,
    store: str,
    sessions: list[SessionToken],
    changes: int,
    seconds: float,
    rounds: int,
) -> tuple[list[Phase], int]:
    crowd, redis = _Crowd(), connect(store, 1)
    chosen = Chosen(len(sessions))

    async def phase(name: str, preference: str | None) -> Phase:
        await asyncio.sleep(SETTLE_S)
        heard, before = crowd.heard.total(), machine.used(served.pid)
        commands, writes = await _counts(redis)
        since = perf_counter()
        await _change(crowd, chosen, preference, changes, seconds)
        took, after = perf_counter() - since, machine.used(served.pid)
        all_commands, all_writes = await _counts(redis)
        return Phase(
            name,
            (after.cpu_s - before.cpu_s) / took if before and after else 0.0,
            (crowd.heard.total() - heard) / took,
            (all_commands - commands) / took,
            (all_writes - writes) / took,
        )

    try:
        for start in range(0, len(sessions), AT_ONCE):
            some = sessions[start : start + AT_ONCE]
            crowd.wires += await asyncio.gather(*(_line(served, crowd, one) for one in some))
        while crowd.heard["signed_in"] < len(sessions):  # noqa: ASYNC110 # a count is awaited
            await asyncio.sleep(0.1)
        phases = [await phase(NOBODY, None)]
        for wire in crowd.wires:
            wire.say(GO_ONLINE)
        for wire in crowd.wires[::2]:
            wire.say(FOLLOW)
        while crowd.heard["friends_online"] < len(crowd.wires[::2]):  # noqa: ASYNC110 # a count is awaited
            await asyncio.sleep(0.1)
        phases.append(await phase(EVERYBODY, None))
        for n in range(rounds):
            turns = (OTHER, PRESENCE) if n % 2 == 0 else (PRESENCE, OTHER)
            phases += [await phase(PHASES[preference], preference) for preference in turns]
    finally:
        for wire in crowd.wires:
            wire.close()
        await redis.aclose()
    return phases, crowd.heard["lost"]


async def _counts(redis: object) -> tuple[int, int]:
    """Return how many commands the store has executed, and how many of them changed data."""
    (told,) = await info(redis, "commandstats")  # type: ignore[arg-type]
    calls = {name.removeprefix("cmdstat_"): int(row["calls"]) for name, row in told.items()}  # type: ignore[index]
    readers = ("get", "mget", "hget", "hmget", "hgetall", "xread", "xrevrange", "time", "info")
    quiet = (
        *readers,
        "ping",
        "publish",
        "evalsha",
        "select",
        "client",
        "hello",
        "command",
        "exists",
    )
    writes = sum(n for name, n in calls.items() if name.split("|")[0] not in quiet)
    return sum(calls.values()), writes


async def _line(served: Served, crowd: _Crowd, session: SessionToken) -> LoadWebSocket:
    wire = await dial(served.url, crowd.hear, crowd.lost)
    wire.say(HELLO)
    asked = {"type": "authenticate", "id": 2, "session": session.token}
    wire.say(json.dumps(asked).encode())
    return wire


async def _change(
    crowd: _Crowd, chosen: Chosen, preference: str | None, per_s: int, seconds: float
) -> None:
    """Change this preference of one account after the other, at an even pace; nothing if it is
    None."""
    if preference is None:
        await asyncio.sleep(seconds)
        return
    loop, since = asyncio.get_running_loop(), asyncio.get_running_loop().time()
    for n in count():
        if loop.time() - since >= seconds:
            return
        account, value = chosen.change(preference)
        change = {"name": preference, "value": value, "at": round(time() * 1000)}
        asked = {"type": "save_preferences", "id": 10 + n, "preferences": [change]}
        crowd.wires[account].say(json.dumps(asked).encode())
        await asyncio.sleep(max(0, since + (n + 1) / per_s - loop.time()))
