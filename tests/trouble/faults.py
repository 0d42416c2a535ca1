"""The faults: each is a context manager, by name, that causes a fault and repairs it on exit."""

import asyncio
import contextlib
import random
import signal
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from dataclasses import dataclass

from redis.exceptions import RedisError

from tests.harness import ServerProcess
from tests.trouble.pair import Pair
from tests.trouble.wires import Wire

CANNOT_START = 5
"""The exit code of a server that finds no store."""


class NotNow(Exception):
    """The fault is not possible at the moment."""


@dataclass(frozen=True)
class Scene:
    """Where faults happen. Each server has a wire to the store and one to its clients; the first
    server is never killed, so one process experiences every fault."""

    servers: Sequence[ServerProcess]
    inner: Sequence[Wire]
    outer: Sequence[Wire]
    pair: Pair


Fault = Callable[[Scene, random.Random], AbstractAsyncContextManager[None]]

PROCESSES: dict[str, Fault] = {}
SURROUNDINGS: dict[str, Fault] = {}
"""Faults of servers, and of their surroundings; one of each kind happens at a time."""


def named(of: dict[str, Fault], name: str) -> Callable[[Fault], Fault]:
    def note(fault: Fault) -> Fault:
        of[name] = fault
        return fault

    return note


# Servers. -----------------------------------------------------------------------------------


async def start(server: ServerProcess) -> None:
    """Start a server, repeatedly while it finds no store, as a process supervisor would."""
    while True:
        try:
            await server.start()
        except AssertionError:
            if server.process is None or await server.process.wait() != CANNOT_START:
                raise
            await asyncio.sleep(0.2)
        else:
            return


@named(PROCESSES, "a server killed")
@asynccontextmanager
async def server_killed(scene: Scene, rng: random.Random) -> AsyncIterator[None]:
    server = rng.choice(scene.servers[1:])
    await server.kill()
    yield
    await start(server)


@named(PROCESSES, "two servers killed at once")
@asynccontextmanager
async def servers_killed(scene: Scene, rng: random.Random) -> AsyncIterator[None]:
    await asyncio.gather(*(server.kill() for server in scene.servers[1:]))
    yield
    await asyncio.gather(*(start(server) for server in scene.servers[1:]))


@named(PROCESSES, "a server stopped in order and started")
@asynccontextmanager
async def server_restarted(scene: Scene, rng: random.Random) -> AsyncIterator[None]:
    server = rng.choice(scene.servers[1:])
    await server.stop()
    yield
    await start(server)


@named(PROCESSES, "a server standing still")
@asynccontextmanager
async def server_paused(scene: Scene, rng: random.Random) -> AsyncIterator[None]:
    with _standing_still([rng.choice(scene.servers)]):
        yield


@named(PROCESSES, "all servers standing still")
@asynccontextmanager
async def servers_paused(scene: Scene, rng: random.Random) -> AsyncIterator[None]:
    with _standing_still(scene.servers):
        yield


@contextmanager
def _standing_still(servers: Sequence[ServerProcess]) -> Iterator[None]:
    for server in servers:
        assert server.process is not None
        server.process.send_signal(signal.SIGSTOP)
    yield
    go_on(servers)


def go_on(servers: Sequence[ServerProcess]) -> None:
    """Resume paused servers."""
    for server in servers:
        if server.process is not None:
            with contextlib.suppress(ProcessLookupError):
                server.process.send_signal(signal.SIGCONT)


# The store. ---------------------------------------------------------------------------------


@named(SURROUNDINGS, "the store killed")
@asynccontextmanager
async def store_killed(scene: Scene, rng: random.Random) -> AsyncIterator[None]:
    await scene.pair.first.kill()
    yield
    await scene.pair.first.start()


@named(SURROUNDINGS, "the store standing still")
@asynccontextmanager
async def store_paused(scene: Scene, rng: random.Random) -> AsyncIterator[None]:
    scene.pair.first.pause()
    yield
    scene.pair.first.go_on()


@named(SURROUNDINGS, "the store writing nothing")
@asynccontextmanager
async def store_waits(scene: Scene, rng: random.Random) -> AsyncIterator[None]:
    # Not ALL, which would block the command to resume.
    await scene.pair.command("CLIENT", "PAUSE", 60_000, "WRITE")
    yield
    await scene.pair.command("CLIENT", "UNPAUSE")


@named(SURROUNDINGS, "the store out of memory")
@asynccontextmanager
async def store_full(scene: Scene, rng: random.Random) -> AsyncIterator[None]:
    await scene.pair.command("CONFIG", "SET", "maxmemory", 1)
    yield
    await scene.pair.command("CONFIG", "SET", "maxmemory", 0)


@named(SURROUNDINGS, "the store's disk full")
@asynccontextmanager
async def disk_full(scene: Scene, rng: random.Random) -> AsyncIterator[None]:
    scene.pair.fill_disk()
    yield
    scene.pair.free_disk()


@named(SURROUNDINGS, "the store without enough replicas")
@asynccontextmanager
async def too_few_replicas(scene: Scene, rng: random.Random) -> AsyncIterator[None]:
    await scene.pair.command("CONFIG", "SET", "min-replicas-to-write", 5)
    yield
    await scene.pair.command("CONFIG", "SET", "min-replicas-to-write", 0)


@named(SURROUNDINGS, "servers led to the replica, which is read-only")
@asynccontextmanager
async def replica_only(scene: Scene, rng: random.Random) -> AsyncIterator[None]:
    lead(scene, scene.pair.second.port)
    yield
    lead(scene, scene.pair.first.port)


@named(SURROUNDINGS, "the store failed over to its replica")
@asynccontextmanager
async def failed_over(scene: Scene, rng: random.Random) -> AsyncIterator[None]:
    """A planned failover; the old store is read-only meanwhile."""
    try:
        await scene.pair.fail_over()
    except RedisError as error:
        raise NotNow from error
    yield
    lead(scene, scene.pair.first.port)


def lead(scene: Scene, port: int) -> None:
    """Connect all servers to the store at this port."""
    for wire in scene.inner:
        wire.there = port
        wire.cut()


# The network: to the store, for one server or all, and to the clients. ------------------------


def _some(wires: Sequence[Wire], rng: random.Random) -> Sequence[Wire]:
    return rng.choice((wires, [rng.choice(wires)]))


@contextmanager
def _cut(wires: Sequence[Wire]) -> Iterator[None]:
    for wire in wires:
        wire.open = False
        wire.cut()
    yield
    for wire in wires:
        wire.open = True


@contextmanager
def _silent(wires: Sequence[Wire]) -> Iterator[None]:
    for wire in wires:
        wire.fall_silent()
    yield
    for wire in wires:
        wire.speak_again()


@contextmanager
def _slow(wires: Sequence[Wire], delay_s: float, per_s: float | None = None) -> Iterator[None]:
    for wire in wires:
        wire.delay_s, wire.per_s = delay_s, per_s
    yield
    for wire in wires:
        wire.delay_s, wire.per_s = 0.0, None


@named(SURROUNDINGS, "the network to the store cut")
@asynccontextmanager
async def inner_cut(scene: Scene, rng: random.Random) -> AsyncIterator[None]:
    with _cut(_some(scene.inner, rng)):
        yield


@named(SURROUNDINGS, "the network to the store half-open")
@asynccontextmanager
async def inner_silent(scene: Scene, rng: random.Random) -> AsyncIterator[None]:
    with _silent(_some(scene.inner, rng)):
        yield


@named(SURROUNDINGS, "the network to the store slow")
@asynccontextmanager
async def inner_slow(scene: Scene, rng: random.Random) -> AsyncIterator[None]:
    with _slow(_some(scene.inner, rng), rng.uniform(0.02, 0.3)):
        yield


@named(SURROUNDINGS, "the network to the store trickling")
@asynccontextmanager
async def inner_trickle(scene: Scene, rng: random.Random) -> AsyncIterator[None]:
    with _slow(_some(scene.inner, rng), 0.0, 4_000):
        yield


@named(SURROUNDINGS, "all lines of clients cut at once")
@asynccontextmanager
async def outer_herd(scene: Scene, rng: random.Random) -> AsyncIterator[None]:
    with _cut(scene.outer):
        pass
    yield


@named(SURROUNDINGS, "the network to clients cut")
@asynccontextmanager
async def outer_cut(scene: Scene, rng: random.Random) -> AsyncIterator[None]:
    with _cut(_some(scene.outer, rng)):
        yield


@named(SURROUNDINGS, "the network to clients half-open")
@asynccontextmanager
async def outer_silent(scene: Scene, rng: random.Random) -> AsyncIterator[None]:
    with _silent(_some(scene.outer, rng)):
        yield


@named(SURROUNDINGS, "the network to clients slow")
@asynccontextmanager
async def outer_slow(scene: Scene, rng: random.Random) -> AsyncIterator[None]:
    with _slow(_some(scene.outer, rng), rng.uniform(0.05, 0.8)):
        yield


@named(SURROUNDINGS, "the network to clients trickling")
@asynccontextmanager
async def outer_trickle(scene: Scene, rng: random.Random) -> AsyncIterator[None]:
    with _slow(_some(scene.outer, rng), 0.0, 8_000):
        yield
