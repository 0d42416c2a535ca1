"""Store access of admin commands: connects to a running store or starts the embedded one."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import NamedTuple

from server.accounts.store import AccountStore
from server.rooms.store import Store
from server.settings import Settings
from server.store.clock import Clock
from server.store.embedded import Embedded

DONE, DIFFERENT, WRONG_USAGE, NOT_FOUND, REFUSED, UNREACHABLE = range(6)
"""Exit codes."""


class House(NamedTuple):
    """Everything a command may need."""

    store: Store
    accounts: AccountStore
    clock: Clock
    settings: Settings
    url: str


@asynccontextmanager
async def house(settings: Settings) -> AsyncIterator[House]:
    """Connect to the store; the embedded one is started if no server has. Raises NoStore or
    StoreAway."""
    if settings.redis_url is not None:
        async with _of(settings, settings.redis_url) as found:
            yield found
        return
    async with Embedded(settings.data_dir) as embedded, _of(settings, embedded.url) as found:
        yield found


@asynccontextmanager
async def _of(settings: Settings, url: str) -> AsyncIterator[House]:
    store = Store(url, settings.keep_days)
    accounts = AccountStore(url, settings.keep_days)
    try:
        clock = Clock()
        started = clock.start()
        clock.measured(started, await store.heart.time())
        yield House(store, accounts, clock, settings, url)
    finally:
        await asyncio.gather(accounts.close(), store.close())


def columns(rows: Sequence[Sequence[str]]) -> str:
    """Rows as lines of text with aligned columns."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = (
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        for row in rows
    )
    return "\n".join(line.rstrip() for line in lines)
