"""Fixture helper: a server on which somebody has won a crown, and data directories of people with
accounts there."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

from client_cli.local.account_store import KnownAccount, account_on, save_account
from client_cli.local.storage import Storage
from server.store.redis_client import connect
from tests.harness import Client, ServerProcess, client
from tests.server.accounts.test_accounts import sign_up
from tests.server.telephone.telephone_process import give, number_of
from tests.stores import RedisProcess, engines


class Crowned(NamedTuple):
    """`root` has a directory of what each of them keeps, by name in small letters."""

    server: ServerProcess
    redis_url: str
    root: Path

    @property
    def url(self) -> str:
        return self.server.url

    def data(self, name: str) -> Path:
        return self.root / name.lower()

    async def people(self, *names: str) -> None:
        """New accounts, each logged in on a computer of its own."""
        for name in names:
            async with client(self.url) as line:
                signed = await sign_up(line, name)
            storage = Storage(self.data(name))
            save_account(storage, KnownAccount(self.url, name, signed["session"]))
            storage.remember_name(name)

    async def crown(self, name: str, n: int = 1) -> str:
        """Somebody has won their `n`-th crown; what it is called."""
        redis = connect(self.redis_url, 1)
        award = await give(redis, await number_of(self.redis_url, name), n)
        await redis.aclose()
        return award

    @asynccontextmanager
    async def line(self, name: str) -> AsyncIterator[Client]:
        """A line of somebody's."""
        account = account_on(Storage(self.data(name)), self.url)
        assert account is not None
        async with client(self.url) as line:
            await line.ask("authenticate", session=account.session)
            yield line

    async def rings(self, name: str, n: int = 1, words: str = "On the trot!", **to: Any) -> int:
        """Somebody wins a crown and rings; the number of the call."""
        award = await self.crown(name, n)
        async with self.line(name) as line:
            answer = await line.ask("ring", award=award, line=words, **to)
        number: int = answer["call"]["call"]
        return number


@asynccontextmanager
async def crowned(root: Path) -> AsyncIterator[Crowned]:
    """With nobody yet."""
    async with (
        RedisProcess(root / "redis", engines()["embedded"]) as redis,
        ServerProcess(root / "server", redis_url=redis.url) as server,
    ):
        yield Crowned(server, redis.url, root)
