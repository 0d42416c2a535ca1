"""Measure the full-screen client: the time from a key to the changed screen and from the start to
the home page, its CPU at rest, and the memory that ten thousand moves leave behind."""

import asyncio
import gc
import os
import pty
import select
import struct
import subprocess
import sys
import termios
from collections.abc import Iterator
from contextlib import contextmanager
from fcntl import ioctl
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic, perf_counter, process_time
from typing import Any, NamedTuple

from textual import events

from bench import machine
from bench.meter import share
from client_cli.screens.app import PatienceApp
from client_cli.screens.pages.keys import has_pile
from client_cli.screens.pages.solo import SoloPage
from client_cli.solo.game import SoloGame
from engine.computer_players.player import Player
from engine.games import game

LARGEST = ("senior_wrangler", "seven_and_sixes", "auntie_allis", "uncle_remus")
"""The games with the most cards and the most moves to light up."""
SIZE = (200, 60)
WINDOW = (120, 40)
HOME = b"CROWN PATIENCE"
LIMIT_S = 60.0
"""Seconds after which the client counts as not having started."""


class KeyCost(NamedTuple):
    """Milliseconds from a key to the screen it has changed, and milliseconds of CPU a key. Textual
    draws 60 times a second, so a key may wait for 17 ms."""

    game: str
    median: float
    p99: float
    cpu: float


class ClientCost(NamedTuple):
    """What the client costs. `starts_s` are sorted. `idle` has the share of one core at rest, by
    page. `growth` is in bytes."""

    keys: list[KeyCost]
    starts_s: list[float]
    start_cpu_s: float
    idle: dict[str, float]
    moves: int
    growth: int

    def to_json(self) -> dict[str, object]:
        return {**self._asdict(), "keys": [row._asdict() for row in self.keys]}


class Effort(NamedTuple):
    """How much to measure: key presses, starts, seconds at rest, moves."""

    presses: int
    starts: int
    idle_s: float
    moves: int


async def measured(effort: Effort) -> ClientCost:
    """Measure everything, one after the other."""
    starts = [_start() for _ in range(effort.starts)]
    took = sorted(round(seconds, 3) for seconds, _ in starts)
    idle = {what: _idle(*typed, effort.idle_s) for what, typed in IDLE.items()}
    keys = [await _keys(slug, effort.presses) for slug in LARGEST]
    growth = await _growth(effort.moves)
    return ClientCost(keys, took, min(cpu for _, cpu in starts), idle, effort.moves, growth)


# Measured in this process. ------------------------------------------------------------------


class Watched(PatienceApp):
    """The client, with an event that is set when a screen has been written. It overrides a private
    method, because Textual has no public hook for that."""

    def __init__(self, slug: str) -> None:
        deals = Random(7)
        solo = SoloGame(game(slug), 7)
        super().__init__(lambda _: SoloPage(solo, lambda: deals.randint(1, 10**6), tips=False))
        self.written = asyncio.Event()

    def _display(self, *args: Any) -> None:
        super()._display(*args)
        self.written.set()

    @property
    def page(self) -> SoloPage:
        return next(page for page in self.screen_stack if isinstance(page, SoloPage))


async def _keys(slug: str, presses: int) -> KeyCost:
    """Pick up a column, for which the client asks the rules for every place it may go to and lights
    them, and lay it down again; time each key."""
    app = Watched(slug)
    taken: list[float] = []
    async with app.run_test(size=SIZE) as pilot:
        await _sit(app, pilot)
        began = process_time()
        letters = [char for char in "abcdefgh" if has_pile(app.page.game, char)]
        for n in range(presses):
            taken += [await _pressed(app, letters[n % len(letters)])]
            taken += [await _pressed(app, "escape")]
        cpu = 1000 * (process_time() - began) / len(taken)
    taken = sorted(1000 * seconds for seconds in taken)
    return KeyCost(slug, round(share(taken, 0.5), 1), round(share(taken, 0.99), 1), round(cpu, 1))


async def _sit(app: Watched, pilot: Any) -> None:
    await pilot.pause()
    while app.page.dealing() is not None:
        await pilot.press("space")


async def _pressed(app: Watched, key: str) -> float:
    table = app.page.table
    before = table.canvas
    began = perf_counter()
    app.post_message(events.Key(key, key if len(key) == 1 else None))
    while table.canvas is before:  # other writes are of the clock
        app.written.clear()
        await app.written.wait()
    return perf_counter() - began


async def _growth(moves: int) -> int:
    """Return by how many resident bytes the process grows over this many moves, new deals included.
    A tenth as many moves are made before, as a warm-up."""
    app, player, played = (
        Watched("aces_up"),
        Player(game("aces_up"), "random", Random(3).randrange),
        0,
    )
    before = 0
    async with app.run_test(size=WINDOW) as pilot:
        await _sit(app, pilot)
        for played in range(-moves // 10, moves):
            if played == 0:
                before = _resident()
            _move(app.page, player)
            await pilot.pause(0)
    return _resident() - before


def _move(page: SoloPage, player: Player) -> None:
    if page.state().over:
        page.app.pop_screen()  # the page that says how it ended
        page.command("n")
        return
    page.make(player.move(page.state()))
    page.redraw()


def _resident() -> int:
    gc.collect()
    used = machine.used(os.getpid())
    return used.rss if used else 0


# Measured in a process with a terminal. -----------------------------------------------------


IDLE = {"home": ([], HOME), "a table": (["play", "senior-wrangler", "--deal", "7"], b"SENIOR")}
"""Where the client is left alone: the arguments of the command, and the text that shows that it is
there."""


class Terminal(NamedTuple):
    """A client process in a pseudo-terminal. `seen` is the file descriptor from which its output is
    read, and `began` the time of its start."""

    pid: int
    seen: int
    began: float


@contextmanager
def _terminal(words: list[str]) -> Iterator[Terminal]:
    person, terminal = pty.openpty()
    ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", *reversed(WINDOW), 0, 0))
    with TemporaryDirectory(prefix="patience-bench-") as folder:
        began = perf_counter()
        process = subprocess.Popen(
            [Path(sys.executable).with_name("patience"), *words],
            stdin=terminal,
            stdout=terminal,
            stderr=terminal,
            env={**os.environ, "TERM": "xterm-256color", "PATIENCE_DATA_DIR": folder},
            start_new_session=True,
        )
        try:
            yield Terminal(process.pid, person, began)
        finally:
            process.kill()
            process.wait()
            os.close(terminal)
            os.close(person)


def _look(seen: int, seconds: float, until: bytes = b"") -> bool:
    """Read output for `seconds`, or until the text `until` has come. Return whether it has."""
    end, text = monotonic() + seconds, b""
    while (left := end - monotonic()) > 0:
        if select.select([seen], [], [], left)[0]:
            text += os.read(seen, 65536)
            if until and until in text:
                return True
    return False


def _start() -> tuple[float, float]:
    """Return the seconds from the command to the first screen, and those of CPU. Raises
    TimeoutError."""
    with _terminal([]) as terminal:
        if not _look(terminal.seen, LIMIT_S, HOME):
            raise TimeoutError("The first screen did not come.")
        seconds, used = perf_counter() - terminal.began, machine.used(terminal.pid)
    return seconds, used.cpu_s if used else 0.0


def _idle(words: list[str], shown: bytes, seconds: float) -> float:
    """Return the share of a core that the client takes while nobody presses a key."""
    with _terminal(words) as terminal:
        _look(terminal.seen, LIMIT_S, shown)
        _look(terminal.seen, min(3.0, 2 * seconds))
        before = machine.used(terminal.pid)
        _look(terminal.seen, seconds)
        after = machine.used(terminal.pid)
    return (after.cpu_s - before.cpu_s) / seconds if before and after else 0.0
