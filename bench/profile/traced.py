"""`python -m bench.profile.traced FILE ...`: `python -m server ...` that notes what it does and
when.

The server's code does not know of this: the functions that a move passes through are wrapped, and
so is whatever the event loop calls. The notes are written to FILE when the server ends. All times
are `perf_counter`, which on Linux is one clock for all processes.
"""

import asyncio
import gc
import json
import sys
from array import array
from collections.abc import Callable, Coroutine, Generator, Sequence
from pathlib import Path
from time import perf_counter, thread_time
from types import FunctionType, MethodType
from typing import Any, NamedTuple

from bench import machine
from bench.profile.trace import FRAMES, GARBAGE, REPLIES
from server import __main__ as server
from server.live_rooms.move_writer import MoveWriter, PendingMove
from server.net.socket import Socket
from server.store import move_batches
from server.store.cluster_commands import NodeRequest
from server.store.move_batches import CommittedMoves, MoveBatches, StoredMove
from server.store.redis_client import send


class Notes:
    """What has been noted, in flat arrays of numbers, one row after the other. The garbage
    collector does not look into arrays, so they do not slow it down."""

    def __init__(self) -> None:
        self.names: dict[str, int] = {}
        self.codes: dict[str, int] = {}
        self.turns, self.pauses, self.batches, self.taken, self.said = (
            array("d") for _ in range(5)
        )
        self.read_at = 0.0
        """When the frames that are being handled were read."""
        self.sent_at = self.replied_at = 0.0
        """When the last batch was sent, and when its reply was read."""
        self._inside = False

    def timed(self, name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        """Return a function that calls `call` and notes it as work of the event loop, unless it
        runs inside another noted call."""
        number = self.number(name)

        def noted(*arguments: Any) -> Any:
            if self._inside:
                return call(*arguments)
            self._inside = True
            start, cpu = perf_counter(), thread_time()
            try:
                return call(*arguments)
            finally:
                self._inside = False
                cpu_end = thread_time()
                self.turns.extend((number, start, cpu, perf_counter(), cpu_end))

        return noted

    def number(self, name: str) -> int:
        return self.names.setdefault(name, len(self.names))

    def write(self, file: Path) -> None:
        told = {
            "names": list(self.names),
            "codes": list(self.codes),
            "turns": list(self.turns),
            "pauses": list(self.pauses),
            "batches": list(self.batches),
            "taken": list(self.taken),
            "said": list(self.said),
        }
        file.write_text(json.dumps(told))


class Stepped(Coroutine[Any, Any, Any]):
    """Wraps a coroutine and notes each of its steps as work of the event loop."""

    def __init__(self, notes: Notes, inner: Coroutine[Any, Any, Any]) -> None:
        self._inner = inner
        name = getattr(inner, "__qualname__", type(inner).__name__)
        self._send = notes.timed(name, inner.send)

    def send(self, value: Any) -> Any:
        return self._send(value)

    def throw(self, *error: Any) -> Any:
        return self._inner.throw(*error)

    def close(self) -> None:
        self._inner.close()

    def __await__(self) -> Generator[Any, Any, Any]:
        return self._inner.__await__()


def new_loop(notes: Notes) -> asyncio.AbstractEventLoop:
    """Return an event loop of the kind the server uses, which notes what it does."""
    base: Any = type(machine.new_loop())

    class Noted(base):  # type: ignore[misc]
        def call_soon(self, callback: Any, *args: Any, context: Any = None) -> Any:
            return super().call_soon(_noted(callback), *args, context=context)

        def call_later(self, delay: float, callback: Any, *args: Any, context: Any = None) -> Any:
            return super().call_later(delay, _noted(callback), *args, context=context)

    def _noted(callback: Any) -> Any:
        # Steps of tasks are noted by `Stepped`. Callbacks of the library are in C, and short.
        if isinstance(callback, FunctionType | MethodType):
            return notes.timed(callback.__qualname__, callback)
        return callback

    def _task(loop: Any, coroutine: Any, **settings: Any) -> asyncio.Task[Any]:
        return asyncio.Task(Stepped(notes, coroutine), loop=loop, **settings)

    loop: asyncio.AbstractEventLoop = Noted()
    loop.set_task_factory(_task)
    return loop


class TimedMove(NamedTuple):
    """A move to be stored; notes the time at which its answer was written."""

    pending: PendingMove
    notes: Notes

    @property
    def move(self) -> StoredMove:
        return self.pending.move

    def settle(self, answer: str) -> bool:
        is_known = self.pending.settle(answer)
        self.notes.said.append(perf_counter())
        return is_known


def follow_moves(notes: Notes) -> None:
    """Note when a move's frame is read, and when the move is queued, its batch is begun and sent,
    its reply read, and its answer written."""
    submit, store = MoveWriter.submit, MoveBatches.store
    read = notes.timed(FRAMES, Socket.data_received)

    def data_received(self: Socket, data: bytes) -> None:
        notes.read_at = perf_counter()
        read(self, data)

    def submitted(self: MoveWriter, pending: PendingMove) -> None:
        move = pending.move
        code = notes.codes.setdefault(move.code, len(notes.codes))
        row = (code, move.n, move.seat, move.ply, notes.read_at, perf_counter())
        notes.taken.extend(row)
        submit(self, TimedMove(pending, notes))

    async def stored(self: MoveBatches, now: int, batch: Sequence[StoredMove]) -> CommittedMoves:
        begun = perf_counter()
        done = await store(self, now, batch)
        notes.batches.extend((len(batch), begun, notes.sent_at, notes.replied_at))
        return done

    async def sent(client: Any, requests: Sequence[NodeRequest]) -> list[Any]:
        notes.sent_at = perf_counter()
        replies = await send(client, requests)
        notes.replied_at = perf_counter()
        return replies

    replace: Any = setattr
    replace(Socket, "data_received", data_received)
    replace(MoveWriter, "submit", submitted)
    replace(MoveBatches, "store", stored)
    replace(move_batches, "send", sent)
    streams: Any = asyncio.StreamReaderProtocol
    streams.data_received = notes.timed(REPLIES, streams.data_received)


def follow_garbage(notes: Notes) -> None:
    """Note how long the garbage collector takes; it runs inside other work."""
    since = 0.0

    def collected(phase: str, told: dict[str, int]) -> None:
        nonlocal since
        if phase == "start":
            since = perf_counter()
        else:
            number = notes.number(f"{GARBAGE}, generation {told['generation']}")
            notes.pauses.extend((number, since, perf_counter()))

    gc.callbacks.append(collected)


def main() -> int:
    """Run the server and write the notes. Return the server's exit code."""
    file, *sys.argv[1:] = sys.argv[1:]
    notes = Notes()
    follow_moves(notes)
    follow_garbage(notes)
    server._loop_factory = lambda: lambda: new_loop(notes)
    try:
        return server.main()
    finally:
        notes.write(Path(file))


if __name__ == "__main__":
    sys.exit(main())
