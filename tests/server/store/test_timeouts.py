"""Timeouts of the store: a silent store, and a process that is late itself."""

import asyncio
import socket
import time
from collections.abc import Sequence

import pytest
import uvloop

from server.errors import StoreAway
from server.store.redis_client import patience

SECONDS = 0.04
LATE_S = 2 * SECONDS
LOOPS = {"asyncio": asyncio.new_event_loop, "uvloop": uvloop.new_event_loop}


async def answers(*said: bytes, late_s: Sequence[float]) -> list[bytes]:
    """What a store answers that says these, one after the other; before each is read, this process
    stands still for so long."""
    store, here = socket.socketpair()
    with store:
        reader, writer = await asyncio.open_connection(sock=here)
        try:
            found = []
            async with patience(SECONDS):
                for text, pause_s in zip(said, late_s, strict=True):
                    store.send(text)
                    time.sleep(pause_s)  # noqa: ASYNC251 # what is meant: nothing else has its turn
                    found.append(await reader.readexactly(4))
            return found
        finally:
            writer.close()


@pytest.mark.parametrize("loop", LOOPS)
def test_an_answer_that_is_there_is_read_however_late_the_process_is(loop: str) -> None:
    said = b"one.", b"two.", b"last"
    with asyncio.Runner(loop_factory=LOOPS[loop]) as runner:
        assert runner.run(answers(*said, late_s=[LATE_S] * 3)) == [*said]


@pytest.mark.parametrize("loop", LOOPS)
@pytest.mark.parametrize(("said", "late_s"), [(b"", 0), (b"PON", LATE_S)])
def test_a_store_that_says_nothing_more_is_away(loop: str, said: bytes, late_s: float) -> None:
    with (
        asyncio.Runner(loop_factory=LOOPS[loop]) as runner,
        pytest.raises(StoreAway),
    ):
        runner.run(answers(said, late_s=[late_s]))
