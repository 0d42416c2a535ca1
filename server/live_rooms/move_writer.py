"""Stores moves in batches: those that arrive while one batch is on its way share the next."""

import asyncio
from collections.abc import Callable
from time import monotonic
from typing import NamedTuple

from server.errors import StoreAway
from server.observability import error_log
from server.observability.metrics import Metrics
from server.rooms.store import RoomStore
from server.store.availability import StoreAvailability
from server.store.clock import Clock
from server.store.move_batches import StoredMove

LARGEST_BATCH = 256


class PendingMove(NamedTuple):
    """A move and who waits for the store's answer to it."""

    move: StoredMove
    settle: Callable[[str], None]


class MoveWriter:
    """One task (`run`) owns the queue. A batch that meets a store that is away is kept and sent
    again: the script answers a move it has stored already as it did the first time."""

    def __init__(
        self, store: RoomStore, clock: Clock, link: StoreAvailability, metrics: Metrics
    ) -> None:
        self._store = store
        self._clock = clock
        self._link = link
        self._metrics = metrics
        self._queue: list[PendingMove] = []
        self._wake = asyncio.Event()
        self._since: float | None = None
        """When the first of those came that are on no way yet."""

    @property
    def waiting(self) -> int:
        """Moves that are not stored yet."""
        return len(self._queue)

    def submit(self, pending: PendingMove) -> None:
        """Have a move stored; `settle` is called with the answer, in the order of submission."""
        self._queue.append(pending)
        if self._since is None:
            self._since = monotonic()
        self._wake.set()

    async def run(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._queue:
                await self._send(self._queue[:LARGEST_BATCH])

    async def _send(self, batch: list[PendingMove]) -> None:
        await self._link.up()
        since, self._since = self._since or monotonic(), None
        try:
            with self._metrics.commit_seconds.time():
                answers = await self._store.commit(self._clock.now(), [p.move for p in batch])
        except StoreAway as away:
            self._link.doubt(away)
            self._since = since
            return
        self._metrics.commit_moves.observe(len(batch))
        del self._queue[: len(batch)]
        for pending, answer in zip(batch, answers, strict=True):
            try:
                pending.settle(answer)
            except Exception as error:  # one move's fault must not stop the others
                move = pending.move
                error_log.note("settling_failed", error, room=move.code, seat=move.seat)
        self._metrics.acknowledgement_seconds.observe(monotonic() - since)
