"""A Redis Cluster for tests: real nodes that can be killed, and slots that move between them."""

import asyncio
import contextlib
import signal
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from redis.asyncio import Redis
from redis.exceptions import RedisError

from tests.harness import LIMIT_S

LAST_SLOT = 16_383
SLOTS = ((0, 6_299), (6_300, 10_299), (10_300, LAST_SLOT))
"""As in docs/scaling.md; every kind of key is spread over all nodes."""


class Node:
    """One node. `redis` connects to this node alone."""

    def __init__(self, directory: Path, binary: Path) -> None:
        self._directory, self._binary = directory, binary
        self.port = self.bus = 0
        self.number = ""
        self.redis: Any = None
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Start on free ports, again if another process has taken them meanwhile."""
        self._directory.mkdir(parents=True)
        async with asyncio.timeout(LIMIT_S):
            while self.redis is None:
                self.port, self.bus = _free_ports()
                await self._run()
        self.number = await self.ask("CLUSTER MYID")

    async def start_again(self) -> None:
        """Restart after a kill, with the same file and ports."""
        async with asyncio.timeout(LIMIT_S):
            await self._run()
        assert self.redis is not None, "somebody has taken its ports"

    async def _run(self) -> None:
        self._process = await asyncio.create_subprocess_exec(
            str(self._binary),
            *("--port", str(self.port), "--cluster-port", str(self.bus)),
            *("--bind", "127.0.0.1", "--dir", str(self._directory), "--save", ""),
            *("--appendonly", "yes", "--appendfsync", "no"),
            *("--cluster-enabled", "yes", "--cluster-require-full-coverage", "no"),
            # No node is considered dead because the machine is busy: tests say when one is.
            *("--cluster-node-timeout", "600000", "--repl-diskless-sync-delay", "0"),
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
        )
        self.redis = await self._answering(self._process)

    @property
    def is_alive(self) -> bool:
        return self._process is not None and self._process.returncode is None

    async def ask(self, *words: str | int) -> Any:
        return await self.redis.execute_command(*words)

    async def owner(self, slot: int) -> str:
        """The id of the node that owns a slot, as this node knows."""
        for first, last, (_, _, number, *_), *_ in await self.ask("CLUSTER SLOTS"):
            if first <= slot <= last:
                return str(number)
        return ""

    def pause(self) -> None:
        """Stop the process, so that it answers nothing."""
        self._signal(signal.SIGSTOP)

    async def kill(self) -> None:
        """Kill the process."""
        self._signal(signal.SIGKILL)
        assert self._process is not None
        await self._process.wait()
        await self.redis.aclose()

    def _signal(self, how: signal.Signals) -> None:
        assert self._process is not None
        with contextlib.suppress(ProcessLookupError):
            self._process.send_signal(how)

    async def _answering(self, process: asyncio.subprocess.Process) -> Any:
        """A client of the node, or None if it has ended because its ports were taken."""
        client: Any = Redis(port=self.port, decode_responses=True)
        while process.returncode is None:
            with contextlib.suppress(RedisError, OSError):
                await client.ping()
                return client
            await asyncio.sleep(0.02)
        await client.aclose()
        return None


class ClusterProcess:
    """Three nodes that share the slots; without replicas until one is added."""

    def __init__(self, directory: Path, binary: Path) -> None:
        self._directory, self._binary = directory, binary
        self.nodes: list[Node] = []

    @property
    def url(self) -> str:
        return "redis+cluster://" + ",".join(f"127.0.0.1:{node.port}" for node in self.nodes)

    @property
    def alive(self) -> list[Node]:
        return [node for node in self.nodes if node.is_alive]

    async def start(self) -> None:
        await asyncio.gather(*(self._add() for _ in SLOTS))
        for epoch, (node, (first, last)) in enumerate(zip(self.nodes, SLOTS, strict=True), 1):
            await node.ask("CLUSTER SET-CONFIG-EPOCH", epoch)
            await node.ask("CLUSTER ADDSLOTSRANGE", first, last)
        await self._meet(self.nodes)

    async def add_replica(self, of: Node) -> Node:
        """Add a node that replicates another."""
        node = await self._add()
        await self._meet([of, node])
        await node.ask("CLUSTER REPLICATE", of.number)

        async def follows() -> bool:
            return bool((await node.redis.info("replication"))["master_link_status"] == "up")

        await until(follows)
        return node

    async def owner(self, slot: int) -> Node:
        """The node that owns a slot, once all agree."""
        found = self.nodes[0]

        async def agreed() -> bool:
            nonlocal found
            told = {await node.owner(slot) for node in self.alive}
            found = next(node for node in self.nodes if node.number in told)
            return len(told) == 1

        await until(agreed)
        return found

    def other_than(self, node: Node) -> Node:
        return next(each for each in self.nodes if each is not node)

    # Slot migration. ---------------------------------------------------------------------------

    async def move_at_once(self, slot: int, to: Node) -> None:
        """Move a slot atomically, as Valkey 9 does."""
        source = await self.owner(slot)
        await source.ask("CLUSTER MIGRATESLOTS", "SLOTSRANGE", slot, slot, "NODE", to.number)

        async def has_moved() -> bool:
            return await self.owner(slot) is to

        await until(has_moved)

    async def begin_move(self, slot: int, to: Node) -> None:
        """Begin to move a slot key by key, as older servers do."""
        source = await self.owner(slot)
        await to.ask("CLUSTER SETSLOT", slot, "IMPORTING", source.number)
        await source.ask("CLUSTER SETSLOT", slot, "MIGRATING", to.number)

    async def carry(self, slot: int, to: Node, keys: Callable[[str], bool]) -> int:
        """Move those of its keys that match. Return how many."""
        source = await self.owner(slot)
        held = await source.ask("CLUSTER GETKEYSINSLOT", slot, 1000)
        chosen = [key for key in held if keys(key)]
        if chosen:
            await source.ask("MIGRATE", "127.0.0.1", to.port, "", 0, 60_000, "KEYS", *chosen)
        return len(chosen)

    async def end_move(self, slot: int, to: Node) -> None:
        for node in (to, *self.nodes):
            await node.ask("CLUSTER SETSLOT", slot, "NODE", to.number)

    async def has_all(self, node: Node, replica: Node) -> None:
        """Wait until a replica has everything that was written."""

        async def is_level() -> bool:
            offsets = [
                (await each.redis.info("replication"))[f"{which}_repl_offset"]
                for each, which in ((node, "master"), (replica, "slave"))
            ]
            return bool(offsets[0] == offsets[1])

        await until(is_level)

    async def close(self) -> None:
        await asyncio.gather(*(node.kill() for node in self.nodes))

    async def _add(self) -> Node:
        node = Node(self._directory / f"node-{len(self.nodes)}", self._binary)
        self.nodes.append(node)
        await node.start()
        return node

    async def _meet(self, nodes: Sequence[Node]) -> None:
        """Introduce nodes to each other, and wait until they agree who owns what."""
        for node in nodes[1:]:
            await node.ask("CLUSTER MEET", "127.0.0.1", nodes[0].port, nodes[0].bus)
        for node in self.nodes:

            async def agrees(node: Node = node) -> bool:
                told = await node.ask("CLUSTER INFO")
                known = told["cluster_state"], told["cluster_slots_ok"], told["cluster_known_nodes"]
                return bool(known == ("ok", str(LAST_SLOT + 1), str(len(self.nodes))))

            await until(agrees)


async def until(is_so: Callable[[], Awaitable[bool]]) -> None:
    async with asyncio.timeout(LIMIT_S):
        while not await is_so():  # noqa: ASYNC110 -- it tells nobody
            await asyncio.sleep(0.05)


def _free_ports() -> tuple[int, int]:
    with socket.socket() as one, socket.socket() as other:
        for free in (one, other):
            free.bind(("127.0.0.1", 0))
        return one.getsockname()[1], other.getsockname()[1]


@asynccontextmanager
async def cluster(directory: Path, binary: Path) -> AsyncIterator[ClusterProcess]:
    made = ClusterProcess(directory, binary)
    try:
        await made.start()
        yield made
    finally:
        await made.close()
