"""Measure a tournament of many: when each round begins for whom, when its table is sent, and what
all this costs.

This process has all connections. Accounts and sessions are written to the store as sign-up would
leave them, except for the password, with which nobody could log in: its slow hash is not measured.
"""

import asyncio
import json
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import time
from typing import Any, NamedTuple

from bench import load_runner, machine, servers
from bench.load_runner import Load
from bench.meter import Delays, Meter
from bench.servers import Served
from bench.tournament_contestants import Asker, Contestant, Door, Evening
from engine.games import game
from server.accounts.credentials import SessionToken, new_account
from server.accounts.name_rules import keys_of
from server.accounts.store import Account, AccountStore
from server.store import keys
from server.store.embedded_redis import EmbeddedStore
from server.store.redis_client import connect
from server.tournaments.store import ROUND

GAME = "aces_up"
AT_ONCE = 50
"""How many contestants enter at once."""
LONG_MS = 3_600_000
"""Length of lobby and table in milliseconds; the organiser ends them earlier."""
LIMIT_S = 60
"""Seconds that each step of a round may take."""
SETTLE_S = 0.5
"""Seconds in which the server handles closed connections."""
OTHERS = Load("others", (GAME, "uncle_remus"), 50, 4, 0, 0, rate=200)
"""The other people on a loaded server: they race at people's pace, on connections of their own."""


class Effort(NamedTuple):
    """The size of a tournament: contestants, rounds, the seconds between two moves of a contestant,
    and whether OTHERS race meanwhile."""

    contestants: int
    rounds: int
    pause: float
    loaded: bool = False


class Phase(NamedTuple):
    """The cost of a phase of the tournament, over all rounds: how long it took, CPU seconds of
    server and store, and the messages and bytes sent to all connections."""

    took_s: float
    server_s: float
    store_s: float
    messages: int
    bytes: int


class Spread(NamedTuple):
    """Milliseconds over the rounds: the median and the largest."""

    median: float
    worst: float

    @classmethod
    def of(cls, seconds: Sequence[float]) -> "Spread":
        return cls(round(1000 * median(seconds), 1), round(1000 * max(seconds), 1))


class TournamentCost(NamedTuple):
    """What a tournament was like.

    Of a round, in milliseconds: `apart`, from the first contestant who got the deal to the last;
    `late`, from race time 0 to the last; `standings`, from the last move to the last follower who
    was sent the table; `seated`, from the first contestant who was told of a room until all were in
    their rooms.

    `busiest` is the most bytes a second sent to all connections in a race. `behind` is how often a
    follower had so much unsent that it was sent the whole tournament. `again` is how often a
    request was sent again because the store was away. `server_peak` and `store_peak` are the
    largest resident bytes.
    """

    contestants: int
    rounds: int
    others: int
    apart: Spread
    late: Spread
    standings: Spread
    seated: Spread
    phases: dict[str, Phase]
    kinds: dict[str, tuple[int, int]]
    """Messages and bytes in all, by connection and type."""
    busiest: int
    behind: int
    again: int
    server_peak: int
    store_peak: int
    others_ms: Delays | None
    load: float
    errors: dict[str, int]

    def to_json(self) -> dict[str, Any]:
        rows = self._asdict().items()
        plain = {
            name: value._asdict() for name, value in rows if isinstance(value, Spread | Delays)
        }
        phases = {name: phase._asdict() for name, phase in self.phases.items()}
        return self._asdict() | plain | {"phases": phases}


class _Marks:
    """The cost from one mark to the next."""

    def __init__(self, served: Served, evening: Evening) -> None:
        self._served, self._evening = served, evening
        self._last = self._now()
        self.phases: dict[str, Phase] = {}

    def _now(self) -> tuple[float, float, float, int, int]:
        used = machine.used(self._served.pid), machine.used(self._served.store or 0)
        server_s, store_s = (0.0 if each is None else each.cpu_s for each in used)
        e = self._evening
        return time(), server_s, store_s, e.messages.total(), e.bytes.total()

    def mark(self, name: str) -> Phase:
        """Add the cost since the last mark to the phase `name`, and return it."""
        now = self._now()
        spent = Phase(*_summed(now, (-each for each in self._last)))
        self.phases[name] = Phase(*_summed(self.phases.get(name, (0, 0, 0, 0, 0)), spent))
        self._last = now
        return spent


def _summed(these: Iterable[float], those: Iterable[float]) -> Iterator[Any]:
    return (round(a + b, 3) for a, b in zip(these, those, strict=True))


async def measured(effort: Effort) -> TournamentCost:
    """Run one tournament on a server of its own and measure it."""
    with TemporaryDirectory(prefix="patience-bench-", ignore_cleanup_errors=True) as folder:
        others = set(machine.children(os.getpid()))
        with machine.server_core():
            store = EmbeddedStore(Path(folder))
            await store.__aenter__()
        [pid] = set(machine.children(os.getpid())) - others
        meter = Meter()
        try:
            async with servers.patience(store.url) as served:
                load = (
                    load_runner.parties(served, OTHERS, meter) if effort.loaded else nullcontext()
                )
                async with load:
                    return await _evening(served._replace(store=pid), store.url, effort, meter)
        finally:
            await store.__aexit__(None, None, None)


async def _evening(served: Served, store: str, effort: Effort, meter: Meter) -> TournamentCost:
    sessions, redis = await _accounts(store, effort.contestants + 1), connect(store, 1)
    organiser = Asker(served, sessions.pop())
    await organiser.connect()
    plan = {
        "title": "Scale",
        "format": "series",
        "rounds": [GAME] * effort.rounds,
        "most": max(2, effort.contestants),
        "lobby_ms": LONG_MS,
        "table_ms": LONG_MS,
    }
    code = json.loads(await organiser.ask("new_tournament", plan=plan))["code"]
    evening = Evening(served, code, game(GAME), effort.contestants, effort.pause)
    field = [Contestant(evening, n, session) for n, session in enumerate(sessions)]
    try:
        return await _Rounds(evening, organiser, field, redis).all(effort, meter)
    finally:
        for each in field:
            each.close()
        organiser.close()
        await redis.aclose()


class _Rounds:
    """The organiser, who runs the rounds and measures them."""

    def __init__(
        self, evening: Evening, organiser: Asker, field: list[Contestant], redis: Any
    ) -> None:
        self._e, self._organiser, self._field, self._redis = evening, organiser, field, redis
        self._apart, self._late, self._standings, self._seated = (list[float]() for _ in range(4))
        self._busiest = 0.0

    async def all(self, effort: Effort, meter: Meter) -> TournamentCost:
        """Run the tournament from the first who enters until all are told that it is over."""
        e = self._e
        await self._run("open")
        marks = _Marks(e.served, e)
        for what, name in ((Contestant.enter, "enter"), (Contestant.follow, "follow")):
            for start in range(0, len(self._field), AT_ONCE):
                some = self._field[start : start + AT_ONCE]
                await asyncio.gather(*map(what, some))
            marks.mark(name)
        meter.open = effort.loaded
        behind = e.messages["follow tournament"]
        for number in range(1, effort.rounds + 1):
            await self._round(number, marks)
        await self._run("start")
        await self._all(e.over)
        marks.mark("end")
        meter.open = False
        return TournamentCost(
            contestants=effort.contestants,
            rounds=effort.rounds,
            others=OTHERS.lines if effort.loaded else 0,
            apart=Spread.of(self._apart),
            late=Spread.of(self._late),
            standings=Spread.of(self._standings),
            seated=Spread.of(self._seated),
            phases=marks.phases,
            kinds={kind: (n, e.bytes[kind]) for kind, n in sorted(e.messages.items())},
            busiest=round(self._busiest),
            behind=e.messages["follow tournament"] - behind,
            again=e.again,
            server_peak=_peak(e.served.pid),
            store_peak=_peak(e.served.store),
            others_ms=Delays.of(meter.seconds) if effort.loaded else None,
            load=round(os.getloadavg()[0], 1),
            errors=dict(e.errors + meter.errors),
        )

    async def _round(self, number: int, marks: _Marks) -> None:
        e = self._e
        e.next_round()
        doors = e.doors
        await self._run("start")
        await self._all(doors.seated)
        self._seated.append(doors.seated.at[-1] - doors.called.at[0])
        marks.mark("lobby")
        await self._run("start")
        await self._all(doors.dealt)
        self._apart.append(doors.dealt.at[-1] - doors.dealt.at[0])
        marks.mark("start")
        await self._all(doors.done)
        await self._all(doors.told)
        self._standings.append(doors.told.at[-1] - doors.done.at[-1])
        race = marks.mark("race")
        self._busiest = max(self._busiest, race.bytes / race.took_s)
        stored = await self._redis.hget(keys.tournament(e.code), f"{ROUND}{number}")
        self._late.append(doors.dealt.at[-1] - json.loads(stored)["zero_at"] / 1000)
        for each in self._field:
            each.leave()
            await asyncio.sleep(e.pause / len(self._field))
        await asyncio.sleep(SETTLE_S)
        marks.mark("leave")

    async def _all(self, door: Door) -> None:
        """Wait until all contestants have reached a step. Raises RuntimeError if some do not within
        LIMIT_S."""
        try:
            async with asyncio.timeout(LIMIT_S):
                await door.all_through.wait()
        except TimeoutError:
            raise RuntimeError(
                f"not all contestants entered in time: {len(door.at)}, {dict(self._e.errors)}"
            ) from None

    async def _run(self, verb: str) -> None:
        answer = await self._organiser.ask("run_tournament", code=self._e.code, do={"verb": verb})
        if b'"done"' not in answer:
            raise RuntimeError(answer.decode())


def _peak(pid: int | None) -> int:
    """Return the most resident bytes a process ever had; 0 if the system does not tell."""
    try:
        status = (machine.PROC / str(pid) / "status").read_text()
    except OSError:
        return 0
    found = re.search(r"VmHWM:\s+(\d+) kB", status)
    return 1024 * int(found[1]) if found else 0


async def _accounts(url: str, count: int) -> list[SessionToken]:
    """Create `count` accounts, each logged in, and return their sessions."""
    store, now = AccountStore(url, 400), int(1000 * time())
    sessions = []
    for n in range(count):
        name = f"Racer {n}"
        number = new_account()
        one = Account(number, name, keys_of(name), False, now, "nobody knows", "nor this")
        session = SessionToken.new(number)
        await store.create(one)
        await store.begin(session, now + 24 * LONG_MS, None, now)
        sessions.append(session)
    await store.close()
    return sessions
