"""Subscriptions: reads what is followed again when it has changed, and tells its followers."""

import asyncio
from collections.abc import Awaitable, Callable, Hashable, Iterable, Mapping
from typing import Generic, TypeVar

from server.errors import StoreAway
from server.observability import error_log
from server.store.availability import StoreAvailability
from server.store.stream_reader import EntryHandler, StreamReader

MERGE_S = 0.25
"""Seconds between two rounds of telling; the first is at once."""
LOOK_S = 30.0
"""Seconds between two readings of what may change without an entry in a stream, for example when
a day ends or a name changes."""
AT_ONCE = 20
"""How many are read at the same time."""

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Subscriptions(Generic[K, V]):
    """All subscriptions of one kind in a process. `keys` returns what is followed now.

    `read` returns the present value of a key, None if it is gone. `tell` sends the value to
    followers who do not have it yet, and returns whether all could take it; if not, it is called
    again soon with the same value. An error with one key is logged as `fault` and does not stop the
    others. With `look_s`, all keys are read again after so many seconds even if nothing is heard.
    """

    def __init__(
        self,
        keys: Callable[[], Iterable[K]],
        read: Callable[[K], Awaitable[V | None]],
        tell: Callable[[K, V], Awaitable[bool]],
        fault: str,
        look_s: float | None = None,
    ) -> None:
        self._keys, self._read, self._tell = keys, read, tell
        self._fault, self._look_s = fault, look_s
        self._changed: set[K] = set()
        self._unsent: dict[K, V] = {}
        """Values that some follower was too slow to take, by key."""
        self._wake = asyncio.Event()

    async def run(
        self, link: StoreAvailability, url: str, handlers: Mapping[str, EntryHandler]
    ) -> None:
        """Read the streams of `handlers` for changes, and tell followers, until cancelled."""
        await StreamReader(url, handlers, self.all_changed, self._fault).run(
            link, self._keep_telling
        )

    def changed(self, keys: Iterable[K]) -> None:
        """Note that these keys may have changed. Keys that nobody follows are ignored."""
        self._changed |= set(self._keys()).intersection(keys)
        if self._changed:
            self._wake.set()

    def all_changed(self) -> None:
        """Note that every key may have changed."""
        self.changed(tuple(self._keys()))

    async def _keep_telling(self) -> None:
        loop, look_at = asyncio.get_running_loop(), None
        while True:
            if self._look_s is not None and look_at is None:
                look_at = loop.time() + self._look_s
            try:
                async with asyncio.timeout_at(look_at):
                    await self._wake.wait()
            except TimeoutError:
                self.all_changed()
                look_at = None
            await self.tell()
            await asyncio.sleep(MERGE_S)

    async def tell(self) -> None:
        """Read what has changed and tell its followers. Raises StoreAway; the rest stays noted."""
        self._wake.clear()
        changed, self._changed = self._changed, set()
        behind, self._unsent = self._unsent, {}
        followed = set(self._keys())
        waiting = [key for key in (*changed, *(behind.keys() - changed)) if key in followed]
        for start in range(0, len(waiting), AT_ONCE):
            some = waiting[start : start + AT_ONCE]
            known = [None if key in changed else behind[key] for key in some]
            if not all(await asyncio.gather(*map(self._run_logged, some, known))):
                self._changed.update(waiting[start:])
                raise StoreAway
        if self._unsent:
            self._wake.set()

    async def _run_logged(self, key: K, known: V | None) -> bool:
        """Read a key unless its value is `known`, and tell it. False if the store is away."""
        try:
            value = await self._read(key) if known is None else known
            if value is not None and not await self._tell(key, value):
                self._unsent[key] = value
        except StoreAway:
            return False
        except Exception as error:
            error_log.note(self._fault, error)
        return True
