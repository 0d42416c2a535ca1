"""A server in this process, with races over real sockets, in which leaks can be planted."""

import asyncio
import io
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import structlog

from server.app import App
from server.settings import ServerSettings
from server.store.embedded_redis import EmbeddedStore
from tests.harness import BELL_MS
from tests.secrecy.plans import Plan
from tests.secrecy.racers import play_room
from tests.secrecy.recorder import Pages, RoomRecord
from tests.secrecy.scan import Leak, scan, scan_pages


def plan(
    slug: str,
    seed: int = 5,
    *,
    call_ms: int | None = None,
    show_grids: str | None = None,
    bell: bool = False,
    **options: Any,
) -> Plan:
    """The plan of a short room in which most plants become visible. The bell rings only where
    needed: with called cards, since one contestant is silent, or with `bell`, where racers get
    stuck."""
    made = Plan(slug, options, seed, seats=3, most_moves=18, mischief=0.4)
    made.bell_ms = BELL_MS if call_ms is None and not bell else 2_000
    made.settings = {"boards": "everybody", "delay_ms": 400 * (seed % 2)}
    if call_ms is not None:
        made.terms = {"format": "caller", "call_ms": call_ms, "show_grids": show_grids}
        made.silent = True
    return made


@dataclass
class Running:
    """A server in this process, and everything it has logged."""

    app: App
    log: io.StringIO

    @property
    def url(self) -> str:
        return f"ws://127.0.0.1:{self.app.port_listener.port}/ws"

    async def race(self, plan: Plan) -> list[Leak]:
        """Play a room by a plan. Return every leak found in it, on the pages and in the log."""
        self.log.truncate(self.log.seek(0))
        record, texts = await self.told(plan)
        return scan(record) + scan_pages([record], [*texts, self.log.getvalue()])

    async def told(self, plan: Plan) -> tuple[RoomRecord, list[str]]:
        """Everything sent in a room of this plan, and the pages fetched meanwhile."""
        await self.app.link.up()  # a search may have blocked the server's loop
        pages = Pages(self.url)
        room = await play_room(plan, self.url, pages)
        await pages.read("/metrics")
        return room.record, pages.texts


@asynccontextmanager
async def serving(data_dir: Path) -> AsyncIterator[Running]:
    """A complete server without a process of its own."""
    log = io.StringIO()
    structlog.configure(logger_factory=structlog.PrintLoggerFactory(log))
    stop, listening = asyncio.Event(), asyncio.Event()
    try:
        async with EmbeddedStore(data_dir) as store:
            settings = ServerSettings(port=0, countdown_ms=100, data_dir=data_dir)
            app = App(settings, store.url, alone=True)
            # A task and no task group: a fixture is left in another task than it was entered in.
            running = asyncio.create_task(app.run(stop, listening))
            await listening.wait()
            yield Running(app, log)
            stop.set()
            await running
    finally:
        structlog.reset_defaults()


async def leaks_of_a_kind(running: Running, what: str, slug: str, **options: Any) -> list[Leak]:
    """The leaks of this kind in the first of several rooms that has any."""
    rings = options.get("bell") or "call_ms" in options
    for seed in range(5, 25 if rings else 9):  # a bell may ring too early
        leaks = await running.race(plan(slug, seed, **options))
        found = [leak for leak in leaks if what in leak.what]
        if found:
            return found
    return []


RECORDED: dict[str, tuple[RoomRecord, list[str]]] = {}


async def recorded(running: Running, slug: str) -> tuple[RoomRecord, list[str]]:
    """A room of a game and the pages fetched meanwhile; played once and cached."""
    if slug not in RECORDED:
        RECORDED[slug] = await running.told(plan(slug))
    return RECORDED[slug]
