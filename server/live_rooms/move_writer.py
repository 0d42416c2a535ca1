"""The move writer: stores the moves of players in batches. Moves that arrive while one batch is
being stored are stored together in the next batch. The store is Redis."""

import asyncio
from time import monotonic
from typing import Protocol

from server.errors import StoreAway
from server.observability import error_log
from server.observability.metrics import Metrics
from server.rooms.store import RoomStore
from server.store.availability import StoreAvailability
from server.store.clock import Clock
from server.store.move_batches import StoredMove

LARGEST_BATCH = 256
"""The maximum number of moves in a batch."""
STORED = ("ok", "again")
"""The first words of the store's answers to moves that are stored."""


class PendingMove(Protocol):
    """A move to be stored."""

    @property
    def move(self) -> StoredMove:
        """What is to be stored."""

    def settle(self, answer: str) -> bool:
        """Act on the store's answer to the move. Return whether this process needs nothing more to
        know that the move is stored."""


class MoveWriter:
    """A queue of moves that one task, `run`, stores in batches. If the store cannot be reached, the
    task sends the batch again later. So a move may be sent twice; but the Lua script that stores
    moves recognises a move that is stored already, does not store it again, and answers "again"."""

    def __init__(
        self, store: RoomStore, clock: Clock, link: StoreAvailability, metrics: Metrics
    ) -> None:
        self._store = store
        self._clock = clock
        self._link = link
        self._metrics = metrics
        self._stored = metrics.moves.labels("stored")
        self._queue: list[PendingMove] = []
        self._wake = asyncio.Event()
        self._since: float | None = None
        """`monotonic()` at which the oldest move not yet sent was queued; None without one."""

    @property
    def waiting(self) -> int:
        """Number of moves that are queued or being stored."""
        return len(self._queue)

    def submit(self, pending: PendingMove) -> None:
        """Queue a move, without waiting. When the store has answered, the move's method `settle`
        is called with the answer. Answers come in the order in which moves were submitted."""
        self._queue.append(pending)
        if self._since is None:
            self._since = monotonic()
        self._wake.set()

    async def run(self) -> None:
        """Store queued moves until this task is cancelled. A move that is still in the queue at
        that moment may have been stored or not, and its method `settle` is not called."""
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
                done = await self._store.commit(self._clock.now(), [p.move for p in batch])
        except StoreAway as away:
            self._link.doubt(away)
            self._since = since
            return
        self._metrics.commit_moves.observe(len(batch))
        del self._queue[: len(batch)]
        self._stored.inc(sum([answer.startswith(STORED) for answer in done.answers]))
        is_known = True
        for pending, answer in zip(batch, done.answers, strict=True):
            try:
                is_known &= pending.settle(answer)
            except Exception as error:  # the other moves must still be settled
                is_known = False
                move = pending.move
                error_log.note("move_answer_failed", error, room=move.code, seat=move.seat)
        if is_known and done.announced:
            self._store.feed.skip(done.announced)
        self._metrics.acknowledgement_seconds.observe(monotonic() - since)
