"""One process of a load test: starts races, cuts connections in storms (many at the same moment),
ends races, and verifies their records, the documents of the finished races."""

import asyncio
import contextlib
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from time import perf_counter, time
from typing import Protocol

from client_cli.exit_codes import Failure
from client_cli.load.counters import LoadCounters, LoadFindings, Second
from client_cli.load.party import Party
from client_cli.load.plan import DisconnectStorm, LoadPlan
from protocol.texts import _

EARLY_S = 0.005
"""Timers may fire early by so many seconds. `_tick` waits this much longer, because otherwise it
could report the same second twice."""
PULSE_S = 0.02
"""Seconds between two measurements of how late the event loop is."""


class ScenarioListener(Protocol):
    """Receives what one process of a load test reports."""

    def second(self, second: Second) -> None:
        """Take the counters of a second that is over."""

    def begun(self) -> None:
        """Note that all races of the process have begun, or that the time allowed for it is
        over."""

    def ended(self, findings: LoadFindings) -> None:
        """Take the faults found by the process, which has finished its part of the test."""


class Signals:
    """Signals to the processes of a load test. `go` is set when all races of all processes have
    begun, `stop` to end the test."""

    def __init__(self) -> None:
        self.go, self.stop = asyncio.Event(), asyncio.Event()


async def run(plan: LoadPlan, listener: ScenarioListener, signals: Signals) -> None:
    """Run one process's part of a load test until `signals.stop`, then end its races and report.
    Raises Failure if the server does not let every client in. All connections are closed in any
    case."""
    crowd = Scenario(plan)
    with unwrapped_failures():
        async with asyncio.TaskGroup() as group:
            clocks = [
                group.create_task(_tick(crowd.tally, listener)),
                group.create_task(note_lateness(crowd.tally)),
            ]
            try:
                await crowd.run(listener, signals)
            finally:
                for clock in clocks:
                    clock.cancel()
                await crowd.close()
    crowd.tally.next(listener.second)
    listener.ended(crowd.tally.findings)


class Scenario:
    """Runs the parties of one process. A party is all simulated clients of one room."""

    def __init__(self, plan: LoadPlan) -> None:
        self.tally = LoadCounters()
        self._plan = plan
        self._parties = [Party(plan, number, self.tally) for number in plan.numbers]

    async def run(self, listener: ScenarioListener, signals: Signals) -> None:
        """Run all parties until `signals.stop`, then end their races. A Failure of a party is
        raised inside an exception group."""
        async with asyncio.TaskGroup() as group:
            helpers = [group.create_task(self._tell_begun(listener))]
            if self._plan.storm is not None:
                helpers.append(group.create_task(self._storms(self._plan.storm, signals.go)))
            tasks = {group.create_task(self._come(party)): party for party in self._parties}
            await signals.stop.wait()
            for helper in helpers:
                helper.cancel()
            await self._end(tasks)

    async def close(self) -> None:
        """Close every connection, and return when none is open. An event loop that is closed while
        connections are open would still read from them and fail."""
        for party in self._parties:
            party.close()
        await asyncio.gather(*(party.gone() for party in self._parties))

    async def _come(self, party: Party) -> None:
        """Start a party when its turn comes. The starts of all parties of all processes are spread
        over `ramp_s` seconds."""
        await asyncio.sleep(self._plan.ramp_s * party.number / self._plan.races)
        await party.run()

    async def _tell_begun(self, listener: ScenarioListener) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self._plan.ramp_s + self._plan.wait_s):
                for party in self._parties:
                    await party.dealt.wait()
        listener.begun()

    async def _storms(self, storm: DisconnectStorm, go: asyncio.Event) -> None:
        await go.wait()
        rng = Random(self._plan.seed)
        while True:
            await asyncio.sleep(storm.every_s)
            up = [each for party in self._parties for each in party.callers if each.up.is_set()]
            for each in rng.sample(up, round(storm.share * len(up))):
                each.cut()

    async def _end(self, tasks: Mapping[asyncio.Task[None], Party]) -> None:
        """End all races, and report those that do not end within `wait_s` as faults. Then wait for
        the verification of records."""
        for task, party in tasks.items():
            party.end()
            if not party.code:
                task.cancel()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self._plan.wait_s):
                for party in self._parties:
                    if party.code:
                        await party.finished.wait()
        for task, party in tasks.items():
            if not party.finished.is_set():
                task.cancel()
                if party.racing:
                    waited = _(
                        "not over {wait_s} seconds after all had given up",
                        wait_s=f"{self._plan.wait_s:g}",
                    )
                    self.tally.findings.stuck.append(f"{party.id}: {waited}")
        await self._verified([*tasks])

    async def _verified(self, tasks: Sequence[asyncio.Task[None]]) -> None:
        """Wait until all rooms of the load test have verified their records. If no record is
        verified for `wait_s` seconds, cancel the rest and report a fault."""
        while left := [task for task in tasks if not task.done()]:
            before = sum(party.verified for party in self._parties)
            await asyncio.wait(left, timeout=self._plan.wait_s)
            if before == sum(party.verified for party in self._parties):
                self._fail(left)

    def _fail(self, left: Sequence[asyncio.Task[None]]) -> None:
        for task in left:
            if task.cancel():
                self.tally.findings.refuted.append(_("a record could not be fetched"))


async def _tick(tally: LoadCounters, listener: ScenarioListener) -> None:
    while True:
        await asyncio.sleep(1 - time() % 1 + EARLY_S)
        tally.next(listener.second)


async def note_lateness(tally: LoadCounters) -> None:
    """Until cancelled, measure every PULSE_S seconds how late the event loop wakes up, and add each
    delay to the counters in `tally`. If the loop was blocked, the measurements that were due
    meanwhile are made when it goes on."""
    due = perf_counter() + PULSE_S
    while True:
        await asyncio.sleep(due - perf_counter())
        now = perf_counter()
        while due <= now:
            tally.now.late.add(now - due)
            due += PULSE_S


@contextlib.contextmanager
def unwrapped_failures() -> Iterator[None]:
    """Within the `with` block, raise a Failure by itself instead of the exception group that
    contains it."""
    try:
        yield
    except* Failure as failures:
        raise _first(failures) from None


def _first(failures: BaseExceptionGroup[Failure]) -> Failure:
    each = failures.exceptions[0]
    return _first(each) if isinstance(each, BaseExceptionGroup) else each
