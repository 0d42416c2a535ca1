"""Worker processes of a load test: each runs a part of the plan and reports its counts.

A worker is started as `python -m client_cli.load.worker_processes`. From its input it reads the
plan on the first line, then the words `go` and `stop`. To its output it writes one JSON object per
line. It exits when its input ends.
"""

import asyncio
import contextlib
import json
import os
import signal
import sys
from collections.abc import Callable, Sequence
from typing import Any

from pydantic import TypeAdapter

from client_cli.exit_codes import Failure
from client_cli.load.counters import LoadFindings, Second
from client_cli.load.plan import LoadPlan
from client_cli.load.scenario import ScenarioListener, Signals, run
from protocol.texts import _

PLAN: TypeAdapter[LoadPlan] = TypeAdapter(LoadPlan)
FINDINGS: TypeAdapter[LoadFindings] = TypeAdapter(LoadFindings)
LONGEST = 2**24
"""Most bytes of a line that a worker writes. The longest lines are seconds with many delays."""


async def run_in_worker(plan: LoadPlan, listener: ScenarioListener, signals: Signals) -> None:
    """Run a part of a load test in a worker process, and pass its reports to `listener`. Raises
    Failure if the worker fails. The worker has ended when this returns, raises or is cancelled."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "client_cli.load.worker_processes",
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        start_new_session=True,  # the parent ends it; Ctrl-C must not reach it
        limit=LONGEST,
    )
    if process.stdin is None or process.stdout is None:
        raise RuntimeError("a process without input and output")
    typing, said = process.stdin, process.stdout

    def tell(line: bytes) -> None:
        typing.write(line + b"\n")

    tell(PLAN.dump_json(plan))
    try:
        async with asyncio.TaskGroup() as group:
            telling = [
                group.create_task(_when(signals.go, lambda: tell(b"go"))),
                group.create_task(_when(signals.stop, lambda: tell(b"stop"))),
            ]
            while line := await said.readline():
                _hear(json.loads(line), listener)
            for task in telling:
                task.cancel()
    finally:
        typing.close()
        with contextlib.suppress(ProcessLookupError):
            process.terminate()
        code = await process.wait()
    if code:
        raise Failure.unreachable(
            _("A process of the load generator has ended with exit code {code}.", code=code)
        )


async def _when(event: asyncio.Event, do: Callable[[], None]) -> None:
    await event.wait()
    do()


def _hear(told: dict[str, Any], listener: ScenarioListener) -> None:
    """Pass a worker's message to the listener. Raises Failure if the message says that the worker
    has failed."""
    match told:
        case {"second": second}:
            listener.second(Second.from_json(second))
        case {"begun": True}:
            listener.begun()
        case {"ended": findings}:
            listener.ended(FINDINGS.validate_python(findings))
        case {"failed": sentence, "code": int(code)}:
            raise Failure(code, sentence)


# In the worker process. -------------------------------------------------------------------------


class Reporter:
    """A `ScenarioListener` that writes each report as a line of JSON to standard output."""

    def second(self, second: Second) -> None:
        _say({"second": second.to_json()})

    def begun(self) -> None:
        _say({"begun": True})

    def ended(self, findings: LoadFindings) -> None:
        _say({"ended": FINDINGS.dump_python(findings)})


def _say(told: dict[str, Any]) -> None:
    print(json.dumps(told), flush=True)


async def _share() -> None:
    signals, loop = Signals(), asyncio.get_running_loop()
    reader = asyncio.StreamReader(limit=LONGEST)
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    plan = PLAN.validate_json(await reader.readline())
    async with asyncio.TaskGroup() as group:
        obeying = group.create_task(_follow_parent(reader, signals))
        try:
            await run(plan, Reporter(), signals)
        except Failure as failure:
            _say({"failed": str(failure), "code": failure.code})
        obeying.cancel()


async def _follow_parent(reader: asyncio.StreamReader, signals: Signals) -> None:
    """Set the signals that the parent process sends. Exit this process when the parent closes its
    end of the pipe."""
    while word := await reader.readline():
        (signals.go if word == b"go\n" else signals.stop).set()
    os._exit(0)


def in_loop(main: Any) -> Any:
    """Run a coroutine to its end and return its result, on uvloop if that is installed."""
    factory: Callable[[], asyncio.AbstractEventLoop] = asyncio.new_event_loop
    with contextlib.suppress(ImportError):
        import uvloop

        factory = uvloop.new_event_loop
    with asyncio.Runner(loop_factory=factory) as runner:
        return runner.run(main)


def raise_descriptors() -> None:
    """Raise the soft limit of open files to the hard limit, because each connection needs one."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def main(_: Sequence[str] = ()) -> None:
    """Run a worker process."""
    raise_descriptors()
    with contextlib.suppress(ValueError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    in_loop(_share())


if __name__ == "__main__":
    main()
