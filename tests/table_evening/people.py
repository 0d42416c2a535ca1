"""The people of the evening. Each uses a client as a person does: by its keys, its buttons or its
lines. Their hands are careless: they try every pile in turn, and turn the stock."""

import asyncio
import json
import os
import re
import shlex
import signal
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol

from playwright.async_api import Page

from tests.browser.racing import join, ready
from tests.client_cli.command import COMMAND, Player, environment
from tests.harness import LIMIT_S, ROOT

SERIES = re.compile(r"^\s*\d+\. (?P<name>.+?): (?P<points>-?\d+) points? \((?P<rounds>[-\d, ]+)\)")
"""A line of the table of a series, in the terminal."""
PILES = "awbcdef"

Table = Mapping[str, tuple[int, ...]]
"""The table of a series: the points of each round, by the name of the contestant."""


class Person(Protocol):
    name: str

    async def ready(self) -> None:
        """Say that they are ready for the round that the room prepares."""

    async def play(self) -> None:
        """Make some moves, if there are any."""

    async def table(self) -> Table:
        """Return the table of the series as it stands before them; empty if there is none."""


def series_in(text: str) -> Table:
    """Return the last table of a series in the output of a terminal."""
    lines = [found for line in text.splitlines() if (found := SERIES.match(line))]
    return {
        found["name"]: tuple(int(points) for points in found["rounds"].split(","))
        for found in lines
    }


class Terminal:
    """A person with the full screen of `patience`, in a window of tmux."""

    def __init__(self, name: str, tmux: str, data: Path, server: str) -> None:
        self.name = name
        self._tmux, self._data, self._server = tmux, data, server

    async def _do(self, *words: str) -> str:
        process = await asyncio.create_subprocess_exec(
            "tmux", "-L", self._tmux, *words, stdout=asyncio.subprocess.PIPE
        )
        told, _ = await process.communicate()
        return told.decode()

    async def start(self, *words: str) -> None:
        """Start `patience` with these words."""
        given = environment(self._data, self._server)
        told = [f"{name}={given[name]}" for name in ("PATIENCE_DATA_DIR", "PATIENCE_SERVER")]
        # The window has a size of its own, whatever that of the terminal of the tests is.
        line = shlex.join(["env", "--unset=LINES", "--unset=COLUMNS", *told, *COMMAND, *words])
        size = ("-x", "150", "-y", "64")
        await self._do("new-session", "-d", "-s", self.name, *size, "-c", str(ROOT), f"exec {line}")

    async def kill(self) -> None:
        """Kill the program, and wait until its window is gone."""
        pid = await self._do("display-message", "-p", "-t", self.name, "#{pane_pid}")
        os.kill(int(pid), signal.SIGKILL)
        while self.name in await self._do("list-sessions", "-F", "#{session_name}"):  # noqa: ASYNC110
            await asyncio.sleep(0.1)

    async def keys(self, *keys: str) -> None:
        await self._do("send-keys", "-t", self.name, *keys)

    async def screen(self) -> str:
        return await self._do("capture-pane", "-p", "-t", self.name)

    async def shows(self, *words: str) -> str:
        """Wait until one of these is on the screen, and return it."""
        async with asyncio.timeout(LIMIT_S):
            while True:
                screen = await self.screen()
                for each in words:
                    if each in screen:
                        return each
                await asyncio.sleep(0.2)

    async def seat_bot(self) -> None:
        """Seat a computer player as the page proposes it, and wait until it is in the lobby."""
        before = (await self.screen()).count(" bot: ")
        await self.keys("b")
        await self.shows("Seat it")
        await self.keys("Enter")
        async with asyncio.timeout(LIMIT_S):
            while (await self.screen()).count(" bot: ") == before:  # noqa: ASYNC110
                await asyncio.sleep(0.2)

    async def open_next_round(self) -> None:
        """Open a rematch as the host, who is then ready for it."""
        await self.keys("m")
        await self.shows("Space not ready")

    async def ready(self) -> None:
        await self.shows("Space ready")
        await self.keys("Space")

    async def play(self) -> None:
        await self.keys("Enter")
        for pile in PILES:
            await self.keys(pile, pile)
            await asyncio.sleep(0.1)
        await self.keys("Escape", "Space")

    async def table(self) -> Table:
        return series_in(await self.screen())

    async def close(self) -> None:
        await self._do("kill-session", "-t", self.name)


class Reader:
    """A person with line mode."""

    def __init__(self, name: str, player: Player) -> None:
        self.name, self._player = name, player
        self.heard = player.heard

    async def listen(self) -> None:
        """Read what the program prints, until it ends."""
        while line := await self._player.process.stdout.readline():
            self.heard.append(line.decode().rstrip("\n"))

    async def ready(self) -> None:
        self._player.type("ready")

    async def play(self) -> None:
        self._player.type("claim", *PILES, "turn")

    async def table(self) -> Table:
        return series_in("\n".join(self.heard[-60:]))

    async def end(self) -> int:
        self._player.type("leave")
        return await self._player.end()


PLAY = """() => {
  const ours = '.table [data-place^="reserve"].source, .table [data-place^="waste"].source, ' +
    '.table [data-place^="tab"].source';
  const sources = [...document.querySelectorAll(ours)];
  const chosen = sources.at(Math.floor(Math.random() * sources.length));
  const turns = document.querySelector('.hand .deal:not(:disabled)');
  (Math.random() < 0.6 ? chosen ?? turns : turns)?.click();
  document.querySelector('.table .target')?.click();
}"""


class Phone:
    """A person with the page on a phone. `acknowledged` has the moves that the
    server has acknowledged, as JSON, by the number of the race and their number in it."""

    def __init__(self, name: str, page: Page) -> None:
        self.name, self.page = name, page
        self.acknowledged: dict[tuple[int, int], dict[str, Any]] = {}
        self._asked: dict[int, tuple[int, dict[str, Any]]] = {}
        page.on("websocket", self._line)

    def _line(self, line: Any) -> None:
        self._asked.clear()
        line.on("framesent", lambda text: self._sent(json.loads(text)))
        line.on("framereceived", lambda text: self._received(json.loads(text)))

    def _sent(self, message: dict[str, Any]) -> None:
        if message["type"] == "play_table":
            self._asked[message["id"]] = message["race"], message["move"]

    def _received(self, message: dict[str, Any]) -> None:
        if message["type"] == "table_played":
            race, move = self._asked[message["id"]]
            self.acknowledged[race, message["number"]] = move

    async def join(self, code: str) -> None:
        await join(self.page, code, self.name)

    async def ready(self) -> None:
        await ready(self.page)

    async def play(self) -> None:
        for _ in range(6):
            await self.page.evaluate(PLAY)
            await asyncio.sleep(0.15)

    async def is_over(self) -> bool:
        return await self.page.locator(".results .series tbody tr").count() > 0

    async def table(self) -> Table:
        rows: list[tuple[str, list[int]]] = await self.page.evaluate(
            """() => [...document.querySelectorAll(".results .series tbody tr")].map((row) => [
              row.querySelector("th").firstChild.textContent,
              [...row.querySelectorAll("td")].slice(1, -1)
                .map((cell) => Number(cell.textContent))])"""
        )
        return {name: tuple(points) for name, points in rows}
