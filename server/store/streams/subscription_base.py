"""Subscriptions: reads stored values again when they have changed, and sends them to followers."""

import asyncio
from collections.abc import Awaitable, Callable, Hashable, Iterable, Mapping
from typing import Generic, TypeVar

from server.errors import StoreAway
from server.observability import error_log
from server.store.availability import StoreAvailability
from server.store.streams.stream_reader import EntryHandler, StreamReader

MERGE_S = 0.25
"""The minimum seconds between two rounds of sending changed values. The first round begins at
once."""
LOOK_S = 30.0
"""Seconds after which values are read again that may change without an entry in a stream, for
example when a day ends or a name changes. For the argument `look_s`."""
AT_ONCE = 20
"""The maximum number of values that are read at the same time."""

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Subscriptions(Generic[K, V]):
    """All subscriptions of one kind in a process. A follower is a connection to a client that
    follows a key, for example the code of a tournament. It gets the value of the key whenever the
    value changes. `keys` returns the keys that are followed now.

    `read` returns the present value of a key, None if the key no longer exists. `tell` sends the
    value to the followers of the key that do not have it yet. `tell` returns False if a follower
    was too slow to take the value; then `tell` is called again soon with the same value. An error
    with one key is logged under the name `fault` and does not affect other keys. If `look_s` is
    given, the values of all keys are read again every `look_s` seconds, even if no change was
    noted.
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
        """Values that a follower could not take because its connection was too slow, by key."""
        self._wake = asyncio.Event()

    async def run(
        self, link: StoreAvailability, url: str, handlers: Mapping[str, EntryHandler]
    ) -> None:
        """Read streams, and send changed values to their followers, until cancelled. `handlers` has
        a handler for each stream, by the name of the stream. A handler must call `changed` with the
        keys that an entry of the stream is about."""
        await StreamReader(url, handlers, self.all_changed, self._fault).run(
            link, self._keep_telling
        )

    def changed(self, keys: Iterable[K]) -> None:
        """Note that the values of these keys may have changed, so that they are read again and
        sent. Keys without followers are ignored."""
        self._changed |= set(self._keys()).intersection(keys)
        if self._changed:
            self._wake.set()

    def all_changed(self) -> None:
        """Note that the values of all keys may have changed."""
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
        """Read the values that may have changed, and send them to their followers. Raises
        StoreAway if the store cannot be reached; the values that were not read are then read the
        next time."""
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
        """Send the value of a key to its followers: `known` or, if that is None, the value that is
        stored now. Log errors. Return False if the store is away."""
        try:
            value = await self._read(key) if known is None else known
            if value is not None and not await self._tell(key, value):
                self._unsent[key] = value
        except StoreAway:
            return False
        except Exception as error:
            error_log.note(self._fault, error)
        return True
