"""Watch a race in line mode: print the standings when they change, and carry out the spectator's
commands."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

from client_cli.net.room_client import now_ms
from client_cli.text_mode.rooms.race import RaceLines
from client_cli.text_mode.rooms.standings import standings_line

STANDINGS_EVERY_MS = 2_000
"""Least milliseconds between two lines of standings."""


async def watch(table: RaceLines, stay: bool, lines: AsyncIterator[str]) -> str | None:
    """Print what happens in a race until it is over, or with `stay` until the spectator types
    `quit`. The end of the input does not end watching. If the connection was closed, return the
    sentence with the reason; otherwise return None."""
    typing = asyncio.ensure_future(_execute(table, lines))
    try:
        return await _follow(table, stay, typing)
    finally:
        typing.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await typing


async def _execute(table: RaceLines, lines: AsyncIterator[str]) -> None:
    """Carry out the spectator's lines until `quit`. If the input ends, wait until cancelled."""
    async for line in lines:
        if not await table.look_on(line):
            table.changed.set()
            return
    await asyncio.Event().wait()


async def _follow(table: RaceLines, stay: bool, typing: asyncio.Future[None]) -> str | None:
    last, told_at, session = "", 0, table.session
    while table.room.link.farewell is None and not typing.done():
        now, standing = now_ms(), standings_line(session)
        news = standing != last and session.status == "running" and not table.voice.as_json
        if news and now - told_at >= STANDINGS_EVERY_MS:
            last, told_at = standing, now
            table.voice.say([standing])
        if session.status == "over" and not stay:
            return None
        table.changed.clear()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(STANDINGS_EVERY_MS / 1000):
                await table.changed.wait()
    return table.room.link.farewell
