"""What befalls servers, their store and the lines: faults by their names, made and mended again."""

import asyncio
import contextlib
import random
import signal
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from redis.exceptions import RedisError

from tests.harness import ServerProcess
from tests.trouble.pair import Pair
from tests.trouble.wires import Wire

CANNOT_START = 5
"""The exit code of a server that finds no store."""


@dataclass(frozen=True)
class Scene:
    """Where faults happen. Each server has a wire to the store and one to its clients; the first
    server is never killed, so that one process lives through everything."""

    servers: Sequence[ServerProcess]
    inner: Sequence[Wire]
    outer: Sequence[Wire]
    pair: Pair


Strike = Callable[[Scene, random.Random, float], Awaitable[bool]]
"""Makes a fault for about so many seconds and mends it; whether it could be made."""

PROCESSES: dict[str, Strike] = {}
SURROUNDINGS: dict[str, Strike] = {}
"""Faults of servers, and of all around them; of either kind one happens at a time."""


def named(of: dict[str, Strike], name: str) -> Callable[[Strike], Strike]:
    def note(strike: Strike) -> Strike:
        of[name] = strike
        return strike

    return note


# Servers. -----------------------------------------------------------------------------------


async def start(server: ServerProcess) -> None:
    """Start it, again and again while it finds no store, as whatever keeps it running would."""
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
async def server_killed(scene: Scene, rng: random.Random, seconds: float) -> bool:
    server = rng.choice(scene.servers[1:])
    await server.kill()
    await asyncio.sleep(seconds / 4)
    await start(server)
    return True


@named(PROCESSES, "two servers killed at once")
async def servers_killed(scene: Scene, rng: random.Random, seconds: float) -> bool:
    await asyncio.gather(*(server.kill() for server in scene.servers[1:]))
    await asyncio.sleep(seconds / 4)
    await asyncio.gather(*(start(server) for server in scene.servers[1:]))
    return True


@named(PROCESSES, "a server stopped in order and started")
async def server_restarted(scene: Scene, rng: random.Random, seconds: float) -> bool:
    server = rng.choice(scene.servers[1:])
    await server.stop()
    await start(server)
    return True


@named(PROCESSES, "a server standing still")
async def server_paused(scene: Scene, rng: random.Random, seconds: float) -> bool:
    await _standing_still([rng.choice(scene.servers)], seconds)
    return True


@named(PROCESSES, "all servers standing still")
async def servers_paused(scene: Scene, rng: random.Random, seconds: float) -> bool:
    await _standing_still(scene.servers, seconds)
    return True


async def _standing_still(servers: Sequence[ServerProcess], seconds: float) -> None:
    for server in servers:
        assert server.process is not None
        server.process.send_signal(signal.SIGSTOP)
    await asyncio.sleep(seconds)
    go_on(servers)


def go_on(servers: Sequence[ServerProcess]) -> None:
    """Whoever stands still goes on."""
    for server in servers:
        if server.process is not None:
            with contextlib.suppress(ProcessLookupError):
                server.process.send_signal(signal.SIGCONT)


# The store. ---------------------------------------------------------------------------------


@named(SURROUNDINGS, "the store killed")
async def store_killed(scene: Scene, rng: random.Random, seconds: float) -> bool:
    await scene.pair.first.kill()
    await asyncio.sleep(seconds / 2)
    await scene.pair.first.start()
    return True


@named(SURROUNDINGS, "the store standing still")
async def store_paused(scene: Scene, rng: random.Random, seconds: float) -> bool:
    scene.pair.first.pause()
    await asyncio.sleep(seconds)
    scene.pair.first.go_on()
    return True


@named(SURROUNDINGS, "the store taking no commands")
async def store_waits(scene: Scene, rng: random.Random, seconds: float) -> bool:
    await scene.pair.command("CLIENT", "PAUSE", round(seconds * 1000), rng.choice(("ALL", "WRITE")))
    await asyncio.sleep(seconds)
    return True


@named(SURROUNDINGS, "the store out of memory")
async def store_full(scene: Scene, rng: random.Random, seconds: float) -> bool:
    await scene.pair.command("CONFIG", "SET", "maxmemory", 1)
    await asyncio.sleep(seconds)
    await scene.pair.command("CONFIG", "SET", "maxmemory", 0)
    return True


@named(SURROUNDINGS, "the store's disk full")
async def disk_full(scene: Scene, rng: random.Random, seconds: float) -> bool:
    scene.pair.fill_disk()
    await asyncio.sleep(seconds)
    scene.pair.free_disk()
    return True


@named(SURROUNDINGS, "the store without enough replicas")
async def too_few_replicas(scene: Scene, rng: random.Random, seconds: float) -> bool:
    await scene.pair.command("CONFIG", "SET", "min-replicas-to-write", 5)
    await asyncio.sleep(seconds)
    await scene.pair.command("CONFIG", "SET", "min-replicas-to-write", 0)
    return True


@named(SURROUNDINGS, "servers led to the replica, which is read-only")
async def replica_only(scene: Scene, rng: random.Random, seconds: float) -> bool:
    _lead(scene, scene.pair.second.port)
    await asyncio.sleep(seconds)
    _lead(scene, scene.pair.first.port)
    return True


@named(SURROUNDINGS, "the store failed over to its replica")
async def failed_over(scene: Scene, rng: random.Random, seconds: float) -> bool:
    try:
        await scene.pair.fail_over()
    except RedisError:  # the replica has not got all yet
        return False
    await asyncio.sleep(seconds / 4)
    _lead(scene, scene.pair.first.port)
    return True


def _lead(scene: Scene, port: int) -> None:
    for wire in scene.inner:
        wire.there = port
        wire.cut()


# The network: to the store, of one server or of all, and to the clients. ----------------------


def _some(wires: Sequence[Wire], rng: random.Random) -> Sequence[Wire]:
    return rng.choice((wires, [rng.choice(wires)]))


async def _cut(wires: Sequence[Wire], seconds: float) -> None:
    for wire in wires:
        wire.open = False
        wire.cut()
    await asyncio.sleep(seconds)
    for wire in wires:
        wire.open = True


async def _silent(wires: Sequence[Wire], seconds: float) -> None:
    for wire in wires:
        wire.fall_silent()
    await asyncio.sleep(seconds)
    for wire in wires:
        wire.speak_again()


async def _slow(
    wires: Sequence[Wire], seconds: float, delay_s: float, per_s: float | None = None
) -> None:
    for wire in wires:
        wire.delay_s, wire.per_s = delay_s, per_s
    await asyncio.sleep(seconds)
    for wire in wires:
        wire.delay_s, wire.per_s = 0.0, None


@named(SURROUNDINGS, "the network to the store cut")
async def inner_cut(scene: Scene, rng: random.Random, seconds: float) -> bool:
    await _cut(_some(scene.inner, rng), seconds)
    return True


@named(SURROUNDINGS, "the network to the store half-open")
async def inner_silent(scene: Scene, rng: random.Random, seconds: float) -> bool:
    await _silent(_some(scene.inner, rng), seconds)
    return True


@named(SURROUNDINGS, "the network to the store slow")
async def inner_slow(scene: Scene, rng: random.Random, seconds: float) -> bool:
    await _slow(_some(scene.inner, rng), seconds, rng.uniform(0.02, 0.3))
    return True


@named(SURROUNDINGS, "the network to the store trickling")
async def inner_trickle(scene: Scene, rng: random.Random, seconds: float) -> bool:
    await _slow(_some(scene.inner, rng), seconds, 0.0, 4_000)
    return True


@named(SURROUNDINGS, "all lines of clients cut at once")
async def outer_herd(scene: Scene, rng: random.Random, seconds: float) -> bool:
    await _cut(scene.outer, 0)
    return True


@named(SURROUNDINGS, "the network to clients cut")
async def outer_cut(scene: Scene, rng: random.Random, seconds: float) -> bool:
    await _cut(_some(scene.outer, rng), seconds)
    return True


@named(SURROUNDINGS, "the network to clients half-open")
async def outer_silent(scene: Scene, rng: random.Random, seconds: float) -> bool:
    await _silent(_some(scene.outer, rng), seconds)
    return True


@named(SURROUNDINGS, "the network to clients slow")
async def outer_slow(scene: Scene, rng: random.Random, seconds: float) -> bool:
    await _slow(_some(scene.outer, rng), seconds, rng.uniform(0.05, 0.8))
    return True


@named(SURROUNDINGS, "the network to clients trickling")
async def outer_trickle(scene: Scene, rng: random.Random, seconds: float) -> bool:
    await _slow(_some(scene.outer, rng), seconds, 0.0, 8_000)
    return True
