"""The entry point: `python -m server` runs the server until SIGINT or SIGTERM, and `python -m
server admin` runs a command of the operator."""

import argparse
import asyncio
import errno
import gc
import os
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import AsyncExitStack
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

import structlog
from pydantic import ValidationError

from protocol import PATH
from server import settings_errors
from server.analysis.analyser_process import analyser_beside, run_analyser
from server.app import App
from server.errors import StoreAway
from server.net.connection_limits import raise_descriptors
from server.observability import error_log, logs
from server.observability.metrics import Metrics
from server.ops import admin
from server.ops.migrations.schema import NewerStore
from server.ops.supervisor import NeverListened, Supervisor, until_input_ends
from server.settings import ServerSettings
from server.store.embedded_redis import EmbeddedStore, NoStore

FAULT = 1
REFUSED = 4
UNREACHABLE = 5
WRONG_USAGE = 2
MOST_WORKERS = 64
ENDING_S = 15
"""Seconds that a process may take to end in addition to `drain_s`; then it is ended by force."""

log = structlog.get_logger()
GARBAGE = 1_000, 10, 10
"""Thresholds of the garbage collector. The youngest generation is collected after every 1,000 new
objects, which are some hundred moves; this takes half a millisecond. Every tenth of these
collections includes the middle generation, and every hundredth includes all objects. Higher
thresholds would waste memory: closed connections leave reference cycles, and those of some thousand
connections take 60 MiB until they are collected."""


def main() -> int:
    """Run the server or an admin command, and return the exit code of the process."""
    if sys.argv[1:2] == ["admin"]:
        return admin.main(sys.argv[2:])
    try:
        settings, how = _arguments()
    except ValidationError as error:
        print(*settings_errors.sentences(error), sep="\n", file=sys.stderr)
        return WRONG_USAGE
    metrics = Metrics()
    logs.begin(
        settings.log_level,
        sys.stderr,
        as_json=settings.log_json,
        count_fault=lambda kind: metrics.faults.labels(kind).inc(),
    )
    is_child = how.worker or how.analyser
    for name, perhaps in settings_errors.unknown(os.environ) if not is_child else ():
        log.warning("setting_unknown", name=name, perhaps=perhaps)
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        runner.get_loop().set_exception_handler(_unhandled)
        try:
            return runner.run(_serve(settings, how, metrics))
        except Exception as error:
            error_log.note("server_failed", error)
            return FAULT


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop]:
    try:
        import uvloop
    except ImportError:  # uvloop does not exist for every platform
        return asyncio.new_event_loop
    return uvloop.new_event_loop


class How(NamedTuple):
    """Command-line options of the server. `until_empty`: stop after so many seconds without a
    connection, None for never. `workers`: the number of processes to run on the port. `worker`:
    whether a supervisor has started this process as one of its workers. `alone`: whether no other
    process can have used the store since the store was started. `analyser`: whether a server has
    started this process to analyse finished races."""

    until_empty: float | None
    workers: int
    worker: bool
    alone: bool
    analyser: bool


def _arguments() -> tuple[ServerSettings, How]:
    parser = argparse.ArgumentParser(prog="patience serve", description="Serve races.")
    parser.add_argument("--host", help="address to listen on (default: this machine only)")
    parser.add_argument("--port", type=int, help="port to listen on (default: 8765; 0: any free)")
    parser.add_argument("--data-dir", type=Path, help="where the embedded store keeps its files")
    parser.add_argument(
        "--until-empty",
        type=float,
        metavar="SECONDS",
        help="after the first connection, stop when nobody has been connected for this long",
    )
    parser.add_argument(
        "--workers", type=int, default=1, metavar="N", help="number of server processes on the port"
    )
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--alone", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--analyser", action="store_true", help=argparse.SUPPRESS)
    given = vars(parser.parse_args())
    how = How(*(given.pop(name) for name in How._fields))
    if not 1 <= how.workers <= MOST_WORKERS:
        parser.error(f"--workers is a number from 1 to {MOST_WORKERS}.")
    if how.workers > 1 and how.until_empty is not None:
        parser.error("Only a single process can stop when everybody has left.")
    if how.workers > 1 and not hasattr(socket, "SO_REUSEPORT"):
        parser.error("On this system one port is served by one process.")
    chosen = {name: value for name, value in given.items() if value is not None}
    return ServerSettings(**chosen), how


def _unhandled(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Log an exception that was raised in an asyncio task or callback and that nothing has
    caught."""
    error = context.get("exception")
    if isinstance(error, BaseException):
        error_log.note("unhandled", error)
    else:
        log.error("unhandled", said=str(context.get("message", ""))[:80])


async def _serve(settings: ServerSettings, how: How, metrics: Metrics) -> int:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    end_s = settings.drain_s + ENDING_S

    def end() -> None:
        _stop(stop, end_s)

    for name in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(name, end)
    if how.worker or how.analyser:
        orphaned = asyncio.create_task(until_input_ends())
        orphaned.add_done_callback(lambda task: None if task.cancelled() else end())
    if how.analyser:
        await run_analyser(settings, stop)
        os._exit(0)  # a search may still run in a thread
    async with AsyncExitStack() as stack:
        url, alone = settings.redis_url, how.alone
        if url is None:
            try:
                embedded = await stack.enter_async_context(EmbeddedStore(settings.data_dir))
            except NoStore as error:
                print(error, file=sys.stderr)
                return UNREACHABLE
            url, alone = embedded.url, embedded.owned
        if settings.analysis_nodes and not how.worker:
            await stack.enter_async_context(analyser_beside(url))
        if how.workers > 1:
            return await _run_workers(Supervisor(settings, url, how.workers, alone=alone), stop)
        app = App(
            settings,
            url,
            metrics,
            alone=alone,
            shared_port=how.worker,
            descriptors=raise_descriptors(),
        )
        return await _run(app, stop, how.until_empty)


def _cannot_listen(error: BaseException) -> str:
    if isinstance(error, OSError) and error.errno == errno.EADDRINUSE:
        return "Cannot listen: another program uses this port; --port chooses another."
    return f"Cannot listen: {error}."


async def _run_workers(workers: Supervisor, stop: asyncio.Event) -> int:
    try:
        await workers.run(stop)
    except NeverListened as error:
        return error.code
    except OSError as error:
        print(_cannot_listen(error), file=sys.stderr)
        return UNREACHABLE
    return 0


def _stop(stop: asyncio.Event, within_s: float) -> None:
    """Set `stop`, and end the process by force if it still runs after `within_s` seconds. A second
    call ends the process at once. No request that the server has acknowledged is lost, because a
    request is stored before it is acknowledged."""
    if stop.is_set():
        os._exit(FAULT)
    stop.set()
    asyncio.get_running_loop().call_later(within_s, os._exit, FAULT)


async def _run(app: App, stop: asyncio.Event, until_empty: float | None) -> int:
    logs.about(process=app.process)
    log.info("starting", version=version("crown-patience"), schema=app.schema.known)
    listening = asyncio.Event()
    code = 0
    announcing = asyncio.create_task(_announce(app, listening, stop, until_empty))
    try:
        await app.run(stop, listening)
    except* StoreAway:
        print("The store cannot be reached; is REDIS_URL right?", file=sys.stderr)
        code = UNREACHABLE
    except* NewerStore as newer:
        print(newer.exceptions[0], file=sys.stderr)
        code = REFUSED
    except* OSError as errors:
        print(_cannot_listen(errors.exceptions[0]), file=sys.stderr)
        code = UNREACHABLE
    finally:
        announcing.cancel()
    log.info("stopped", code=code)
    return code


async def _announce(
    app: App, listening: asyncio.Event, stop: asyncio.Event, until_empty: float | None
) -> None:
    await listening.wait()
    # Freeze the objects that exist now: they stay until the end, and examining them in every
    # collection costs a tenth of a move's time. Later collections may be rare, because a move
    # leaves few reference cycles; but each must be short, because everybody waits during one.
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GARBAGE)
    log.info("listening", port=app.port_listener.port)
    print(f"listening on ws://{app.settings.host}:{app.port_listener.port}{PATH}", flush=True)
    if until_empty is not None:
        await _emptied(app, until_empty)
        stop.set()


async def _emptied(app: App, seconds: float) -> None:
    """Wait until a connection has been opened, and after that until there has been no connection
    for `seconds`."""
    await app.port_listener.occupied.wait()
    while True:
        await app.port_listener.emptied.wait()
        try:
            async with asyncio.timeout(seconds):
                await app.port_listener.occupied.wait()
        except TimeoutError:
            return


if __name__ == "__main__":
    sys.exit(main())
