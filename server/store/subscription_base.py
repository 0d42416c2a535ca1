"""What is followed here: read again when it has changed, and told to those who follow it."""

import asyncio
from collections.abc import Awaitable, Callable, Hashable, Iterable, Mapping
from typing import Generic, TypeVar

from server.errors import StoreAway
from server.observability import error_log
from server.store.availability import StoreAvailability
from server.store.stream_reader import Hear, StreamReader

MERGE_S = 0.25
"""Anything is told of at most this often, the first time at once."""
LOOK_S = 30.0
"""So often what may change without news is read: a day may have ended, a name may be another."""
AT_ONCE = 20
"""So many are read at the same time."""

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Subscriptions(Generic[K, V]):
    """All of a kind in one process; `keys` are what is followed now.

    `read` finds how one stands, None if it is no more. `tell` tells that to those who do not know
    it yet, and answers whether all could take it; if not, they are told soon, without reading it
    again. The fault of one is noted as the `fault`, and keeps nobody from hearing of the others.
    With `look_s` all are read so often without news.
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
        self._behind: dict[K, V] = {}
        """How those stand of which somebody was too slow to be told."""
        self._woken = asyncio.Event()

    async def run(self, link: StoreAvailability, url: str, hear: Mapping[str, Hear]) -> None:
        """One task for the life of the process, which hears of changes from these streams."""
        await StreamReader(url, hear, self.all_changed, self._fault).run(link, self._keep_telling)

    def changed(self, keys: Iterable[K]) -> None:
        """These may have changed; of those that nobody follows nothing is noted."""
        self._changed |= set(self._keys()).intersection(keys)
        if self._changed:
            self._woken.set()

    def all_changed(self) -> None:
        self.changed(tuple(self._keys()))

    async def _keep_telling(self) -> None:
        loop, look_at = asyncio.get_running_loop(), None
        while True:
            if self._look_s is not None and look_at is None:
                look_at = loop.time() + self._look_s
            try:
                async with asyncio.timeout_at(look_at):
                    await self._woken.wait()
            except TimeoutError:
                self.all_changed()
                look_at = None
            await self.tell()
            await asyncio.sleep(MERGE_S)

    async def tell(self) -> None:
        """Tell what has changed."""
        self._woken.clear()
        changed, self._changed = self._changed, set()
        behind, self._behind = self._behind, {}
        followed = set(self._keys())
        waiting = [key for key in (*changed, *(behind.keys() - changed)) if key in followed]
        for start in range(0, len(waiting), AT_ONCE):
            some = waiting[start : start + AT_ONCE]
            known = [None if key in changed else behind[key] for key in some]
            if not all(await asyncio.gather(*map(self._safely, some, known))):
                self._changed.update(waiting[start:])
                raise StoreAway
        if self._behind:
            self._woken.set()

    async def _safely(self, key: K, known: V | None) -> bool:
        """Read one unless it is known, and tell it; False where the store is away."""
        try:
            stands = await self._read(key) if known is None else known
            if stands is not None and not await self._tell(key, stands):
                self._behind[key] = stands
        except StoreAway:
            return False
        except Exception as error:
            error_log.note(self._fault, error)
        return True
