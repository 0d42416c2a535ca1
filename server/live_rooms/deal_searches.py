"""Searches for winnable deals, each in a process of its own, so that the event loop never waits.

A winnable deal is, of the packs that follow from a deal seed, the first that the solver wins. The
seed is secret: it is sent through a pipe, because everybody on the machine can read the arguments
of a process.
"""

import asyncio
import json
import sys
from asyncio.subprocess import PIPE, Process
from collections import OrderedDict
from weakref import WeakValueDictionary

import structlog

from engine.games import AnyGame
from engine.solver.solve import VERSION
from engine.solver.winnable_deals import UNPROVEN, WinnableDeal, WinnableTerms
from protocol.chosen_terms import Terms
from server.errors import Refusal

log = structlog.get_logger()

COMMAND = (sys.executable, "-m", "server.live_rooms.search_process")
LONGEST = 2**20
"""The maximum number of bytes of an answer."""
MOST_KEPT = 256
"""The maximum number of found deals that `search_once` remembers."""


class DealSearches:
    """Runs searches for winnable deals, at most `most` at the same time; the others wait. With a
    `most` of 0 no winnable deals are offered, but those of races that exist already are searched
    for, one at a time."""

    def __init__(self, most: int) -> None:
        self.offered = most > 0
        self._free = asyncio.Semaphore(max(1, most))
        self._processes: set[Process] = set()
        self._stopped = False
        self._kept: OrderedDict[bytes, WinnableDeal] = OrderedDict()
        self._locks: WeakValueDictionary[bytes, asyncio.Lock] = WeakValueDictionary()

    def refuse_unless_offered(self, terms: Terms) -> None:
        """Raise Refusal if the terms ask for a winnable deal and none are offered."""
        if terms.winnable and not self.offered:
            raise Refusal("bad_option", "This server has no winnable deals.")

    def stop(self) -> None:
        """Kill the processes that search, and begin no further search. Each search that is under
        way or waits returns None."""
        self._stopped = True
        for process in self._processes:
            process.kill()

    async def search_once(
        self, game: AnyGame, seed: bytes, how: WinnableTerms
    ) -> WinnableDeal | None:
        """Return the winnable deal of a deal seed that is dealt in several rooms. It is searched
        for once and then remembered. If another version of the solver would have to search, the
        deal is UNPROVEN. Returns None for the same reasons as `search`."""
        if how.solver != VERSION:
            return UNPROVEN
        async with self._locks.setdefault(seed, asyncio.Lock()):
            deal = self._kept.get(seed) or await self.search(game, seed, how)
            if deal is not None:
                self._kept[seed] = deal
                if len(self._kept) > MOST_KEPT:
                    self._kept.popitem(last=False)
            return deal

    async def search(self, game: AnyGame, seed: bytes, how: WinnableTerms) -> WinnableDeal | None:
        """Search for the winnable deal of a deal seed. Return None if the process that searched has
        ended without an answer, for example because it was killed, or if `stop` was called. If the
        caller is cancelled, the process is killed."""
        asked = {"game": game.slug, "options": game.chosen, "seed": seed.hex(), **how._asdict()}
        async with self._free:
            if self._stopped:
                return None
            process = await asyncio.create_subprocess_exec(
                *COMMAND,
                stdin=PIPE,
                stdout=PIPE,
                limit=LONGEST,
                start_new_session=True,  # so that Ctrl-C reaches this process only
            )
            self._processes.add(process)
            try:
                deal = await _answer(process, json.dumps(asked))
                if deal is None and not self._stopped:
                    code = await process.wait()
                    log.warning("deal_search_failed", pid=process.pid, code=code)
                return deal
            finally:
                self._processes.discard(process)
                if process.returncode is None:
                    process.kill()
                await process.wait()


async def _answer(process: Process, asked: str) -> WinnableDeal | None:
    """Send a question to the process and return its answer; None if it ends without one. The pipe
    to it stays open meanwhile: the process ends when the pipe is closed, so it does not outlive
    this process."""
    if process.stdin is None or process.stdout is None:
        raise AssertionError("the process has pipes")
    try:
        process.stdin.write(asked.encode() + b"\n")
        await process.stdin.drain()
        answer = await process.stdout.readline()
    except (BrokenPipeError, ConnectionResetError):
        answer = b""
    if not answer.endswith(b"\n"):
        return None
    found = json.loads(answer)
    return WinnableDeal(found["k"], None if found["line"] is None else tuple(found["line"]))
