"""Store access of admin commands: connects to a running store, or starts the embedded store.

The store is the Redis with the data of the server. The embedded store is a Redis that the program
starts itself if the settings name none.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import NamedTuple

from server.accounts.store import AccountStore
from server.rooms.store import RoomStore
from server.settings import ServerSettings
from server.store.clock import Clock
from server.store.embedded_redis import EmbeddedStore

DONE, DIFFERENT, WRONG_USAGE, NOT_FOUND, REFUSED, UNREACHABLE = range(6)
"""Exit codes of admin commands, from 0."""


class StoreAccess(NamedTuple):
    """The open store and the settings with which an admin command works. `clock` shows server time,
    `url` is the address of the store."""

    store: RoomStore
    accounts: AccountStore
    clock: Clock
    settings: ServerSettings
    url: str


@asynccontextmanager
async def open_store(settings: ServerSettings) -> AsyncIterator[StoreAccess]:
    """Context manager: connect to the store that the settings name. If they name none, connect to
    the embedded store, which is started unless a server has started it. Raises NoStore if it
    cannot be started, StoreAway if the store does not answer."""
    if settings.redis_url is not None:
        async with _of(settings, settings.redis_url) as found:
            yield found
        return
    async with EmbeddedStore(settings.data_dir) as embedded, _of(settings, embedded.url) as found:
        yield found


@asynccontextmanager
async def _of(settings: ServerSettings, url: str) -> AsyncIterator[StoreAccess]:
    store = RoomStore(url, settings.keep_days)
    accounts = AccountStore(url, settings.keep_days)
    try:
        clock = Clock()
        started = clock.start()
        clock.measured(started, await store.heartbeat.time())
        yield StoreAccess(store, accounts, clock, settings, url)
    finally:
        await asyncio.gather(accounts.close(), store.close())


def columns(rows: Sequence[Sequence[str]]) -> str:
    """Return a table as lines of text with aligned columns. All rows have the same number of
    cells."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = (
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        for row in rows
    )
    return "\n".join(line.rstrip() for line in lines)
