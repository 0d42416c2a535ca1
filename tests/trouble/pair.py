"""A store and its replica, with failover, lost replication and a full disk."""

import asyncio
import contextlib
import resource
import socket
from pathlib import Path
from typing import Any, Self

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from server.store.embedded_redis import find_binary
from tests.harness import LIMIT_S
from tests.stores import RedisProcess

NO_LIMIT = resource.RLIM_INFINITY


def free_port() -> int:
    """A free port of this machine."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


class Pair:
    """`first` is the store, `second` its replica; they swap at a failover."""

    def __init__(self, folder: Path, *, alone: bool = False) -> None:
        self.first, self.second = (
            RedisProcess(folder / name, find_binary(), free_port()) for name in ("one", "two")
        )
        self._alone = alone

    async def command(self, *words: object, of: RedisProcess | None = None) -> Any:
        """Send a command to the store, or to one of the two."""
        client = Redis(
            unix_socket_path=str((of or self.first).socket),
            decode_responses=True,
            socket_timeout=None,
            retry=Retry(NoBackoff(), 0),
        )
        try:
            async with asyncio.timeout(LIMIT_S):
                return await client.execute_command(*words)  # type: ignore[no-untyped-call]
        finally:
            await client.aclose()

    async def follow(self, port: int | None = None) -> None:
        """Make the replica follow, at another port if one is given, and wait until it is in
        sync."""
        for store in (self.first, self.second):
            await self.command("CONFIG", "SET", "repl-diskless-sync-delay", 0, of=store)
        await self.command("REPLICAOF", "127.0.0.1", port or self.first.port, of=self.second)
        await self.has_followed()

    async def has_followed(self) -> None:
        async with asyncio.timeout(LIMIT_S):
            while not await self._is_level():  # noqa: ASYNC110 # it is another process
                await asyncio.sleep(0.02)

    async def _is_level(self) -> bool:
        with contextlib.suppress(RedisError, OSError):
            told = await self.command("INFO", "replication", of=self.second)
            ahead = await self.command("INFO", "replication")
            said = int(told.get("slave_repl_offset", -1)), int(ahead["master_repl_offset"])
            # The store lists its replica as online a moment after the replica does.
            online = ahead.get("slave0", {}).get("state") == "online"
            return bool(online and told.get("master_link_status") == "up" and said[0] >= said[1])
        return False

    async def fail_over(self) -> None:
        """A planned failover: the replica catches up and becomes the store. Raises RedisError if it
        is not in sync."""
        await self.command("FAILOVER", "TO", "127.0.0.1", self.second.port, "TIMEOUT", 10_000)
        async with asyncio.timeout(LIMIT_S):
            while (await self.command("ROLE", of=self.second))[0] != "master":
                told = await self.command("INFO", "replication")
                if told["master_failover_state"] == "no-failover" and told["role"] == "master":
                    raise RedisError("it was given up")
                await asyncio.sleep(0.01)
        self.first, self.second = self.second, self.first

    async def promote(self) -> None:
        """A forced failover: the store is killed, and its replica takes over with what it has."""
        await self.first.kill()
        await self.command("REPLICAOF", "NO", "ONE", of=self.second)
        self.first, self.second = self.second, self.first

    def fill_disk(self) -> None:
        """From now on no file of the store can grow."""
        largest = max(
            (file.stat().st_size for file in self.first.directory.rglob("*.aof")), default=0
        )
        self._limit_files(largest)

    def free_disk(self) -> None:
        self._limit_files(NO_LIMIT)

    def _limit_files(self, most: int) -> None:
        assert self.first.process is not None
        resource.prlimit(self.first.process.pid, resource.RLIMIT_FSIZE, (most, NO_LIMIT))

    async def __aenter__(self) -> Self:
        await self.first.start()
        if not self._alone:
            await self.second.start()
            await self.follow()
        return self

    async def __aexit__(self, *_: object) -> None:
        for store in (self.first, self.second):
            if store.process is not None and store.process.returncode is None:
                store.go_on()
                await store.kill()
