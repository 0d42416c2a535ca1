"""The move writer: stores moves in batches. Moves that arrive during one batch share the next."""

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
"""Moves in a batch."""


class PendingMove(NamedTuple):
    """A move, and the function that takes the store's answer to it."""

    move: StoredMove
    settle: Callable[[str], None]


class MoveWriter:
    """A queue of moves that one task, `run`, stores. If the store is away, a batch is kept and sent
    again; the script answers a move that it has already stored as it did the first time."""

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
        """When the first of the moves came that are not in a batch yet."""

    @property
    def waiting(self) -> int:
        """Number of moves that are not stored yet."""
        return len(self._queue)

    def submit(self, pending: PendingMove) -> None:
        """Queue a move. `settle` is called with the store's answer, in the order of submission."""
        self._queue.append(pending)
        if self._since is None:
            self._since = monotonic()
        self._wake.set()

    async def run(self) -> None:
        """Store queued moves without end. Moves that are queued on cancellation may be stored or
        not, and get no answer."""
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
            except Exception as error:  # so that the others are settled
                move = pending.move
                error_log.note("settling_failed", error, room=move.code, seat=move.seat)
        self._metrics.acknowledgement_seconds.observe(monotonic() - since)
