"""Measure how long it takes until the last of many watchers has received a move."""

import asyncio
import json
import secrets
from array import array
from collections.abc import Awaitable, Callable
from random import Random
from time import perf_counter
from typing import NamedTuple

from bench import machine, servers
from bench.aims.effort import Effort
from bench.aims.line import ANSWER_S, Greeting, Hears, Line, Player, close, opened
from bench.meter import Delays
from bench.servers import Served
from client_cli.load.contestant import PROGRESS
from client_cli.load.watcher import BOARD

GAME = "uncle_remus"
SEATS = 4
QUIET_S = (0.3, 0.6)
"""Range of seconds from the moment at which the last watcher has a move to the next move, so that
no move waits in a queue."""
BUSY_S = (0.5, 1.5)
"""Range of seconds between two moves of one contestant when all contestants move."""
SETTLE_S = 2.0
"""Seconds in which the server finishes the work that arriving watchers cause."""
PLAY_S = 600
"""Time limit of one measurement in seconds, far above what it takes."""


class CrowdCost(NamedTuple):
    """Delays from a move's acknowledgement until the last watcher has received it, over `moves`
    moves. `size` is the bytes that each watcher is sent for a move. `cpu_ms` is the server's CPU in
    milliseconds for a move and its broadcast."""

    what: str
    watchers: int
    moves: int
    size: int
    delay_ms: Delays
    cpu_ms: float


class Crowd:
    """Which moves have been acknowledged and which watchers have received them. A move is given by
    seat and number, from 1. A watcher is a number from 0."""

    def __init__(self, crowd: int) -> None:
        self.crowd = crowd
        self._heard: list[dict[int, int]] = [{} for _ in range(crowd)]
        self._left: dict[tuple[int, int], int] = {}
        self._since: dict[tuple[int, int], float] = {}
        self._last: tuple[bytes, list[tuple[int, int]]] = (b"", [])
        self.caught_up = asyncio.Event()
        self.delays = array("d")
        self.size = 0
        """Bytes of the message received last."""

    def stored(self, seat: int, move: int) -> None:
        """Note that a move was acknowledged to its contestant. If all watchers have received it
        already, its delay is 0."""
        if self._left.get((seat, move)) == 0:
            self.delays.append(0.0)
        else:
            self._since[seat, move] = perf_counter()
            self.caught_up.clear()

    def told(self, who: int, seat: int, move: int) -> None:
        """Note that a watcher has received a move, and so all moves of the seat before it."""
        heard = self._heard[who]
        for each in range(heard.get(seat, 0) + 1, move + 1):
            left = self._left[seat, each] = self._left.get((seat, each), self.crowd) - 1
            since = self._since.pop((seat, each), None) if left == 0 else None
            if since is not None:
                self.delays.append(perf_counter() - since)
        heard[seat] = max(move, heard.get(seat, 0))
        if not self._since:
            self.caught_up.set()

    def hears(self, who: int, start: bytes) -> Hears:
        """Return the function that handles the messages to one watcher. Messages that begin with
        `start` say how many moves a seat has made."""

        def hear(data: bytes) -> bool:
            if data.startswith(start):
                for seat, move in self._read(data):
                    self.told(who, seat, move)
            return data.startswith(PROGRESS)  # a board may also answer a request

        return hear

    def again(self) -> None:
        """Forget the delays measured so far."""
        self.delays = array("d")

    def _read(self, data: bytes) -> list[tuple[int, int]]:
        """Return the moves in a message, as pairs of seat and number. All watchers get the same
        bytes, so each message is parsed once."""
        if data != self._last[0]:
            said = json.loads(data)
            rows = said.get("standings", [said])
            moves = [(row["seat"], row.get("moves", row.get("ply"))) for row in rows]
            self._last, self.size = (data, moves), len(data)
        return self._last[1]


async def measured(effort: Effort, note: Callable[[str], None]) -> list[CrowdCost]:
    """Measure watchers of the numbers of a race, watchers of a board, and the echo server
    broadcasting as many bytes."""
    rows: list[CrowdCost] = []
    async with servers.patience() as served:
        for start, what in ((PROGRESS, "numbers"), (BOARD, "a board")):
            note(f"{effort.watchers} watch {what}")
            rows += await watched(served, effort, start, what)
    async with servers.echo() as echo:
        for size in (rows[0].size, rows[-1].size):
            rows.append(await broadcasted(echo, effort, size))
    return rows


async def watched(served: Served, effort: Effort, start: bytes, what: str) -> list[CrowdCost]:
    """Measure the watchers of a new race on this server. They count messages that begin with
    `start`."""
    players, crowd = [Player(Random(i)) for i in range(SEATS)], Crowd(effort.watchers)
    code = await players[0].enter(served.url, "player 0", GAME)
    for i, player in enumerate(players[1:], 1):
        await player.enter(served.url, f"player {i}", GAME, code)
    hears = [crowd.hears(who, start) for who in range(effort.watchers)]
    watchers = await opened(range(effort.watchers), _watch(served.url, code), hears)
    await asyncio.gather(*(player.deal() for player in players))
    if start == BOARD:
        some = [line.ask("watch_board", seat=players[0].seat) for line in watchers]
        await asyncio.gather(*some)
    await asyncio.sleep(SETTLE_S)
    try:
        quiet = await _measure(served, crowd, what, _quiet(players[0], crowd, effort.updates))
        if start == BOARD:
            return [quiet]
        each = max(1, effort.updates // SEATS)
        busy = asyncio.gather(*(_busy(player, crowd, each) for player in players))
        return [quiet, await _measure(served, crowd, f"{what}, {SEATS} play at once", busy)]
    finally:
        close((*players, *watchers))
        await asyncio.sleep(1)


def _watch(url: str, code: str) -> Greeting:
    async def greeting(line: Line, _: int) -> None:
        await line.greet(url)
        await line.ask("watch", code=code)

    return greeting


async def _quiet(player: Player, crowd: Crowd, moves: int) -> None:
    rng = Random(1)
    for _ in range(moves):
        await asyncio.sleep(rng.uniform(*QUIET_S))
        if not await player.move():
            return
        crowd.stored(player.seat, player.ply)
        await crowd.caught_up.wait()


async def _busy(player: Player, crowd: Crowd, moves: int) -> None:
    rng = Random(player.seat)
    for _ in range(moves):
        await asyncio.sleep(rng.uniform(*BUSY_S))
        if not await player.move():
            break
        crowd.stored(player.seat, player.ply)
    await crowd.caught_up.wait()


async def broadcasted(echo: Served, effort: Effort, size: int) -> CrowdCost:
    """Measure how fast the websockets library broadcasts `size` bytes to all watchers, on the echo
    server."""
    crowd, rng = Crowd(effort.watchers), Random(1)
    heard = [0] * effort.watchers

    def hears(who: int) -> Hears:
        def hear(_: bytes) -> bool:
            heard[who] += 1
            crowd.told(who, 0, heard[who])
            return True

        return hear

    async def greeting(line: Line, _: int) -> None:
        await line.open(f"{echo.url}?reply={size}&crowd=1")

    acknowledged = asyncio.Event()

    def answered(_: bytes) -> bool:
        acknowledged.set()
        return True

    async def say() -> None:
        for n in range(effort.updates):
            await asyncio.sleep(rng.uniform(*QUIET_S))
            acknowledged.clear()
            speaker.say(secrets.token_hex(16).encode())
            await acknowledged.wait()
            crowd.stored(0, n + 2)  # message 1 was the greeting
            await crowd.caught_up.wait()

    crowd.stored(0, 1)
    watchers = await opened(
        range(effort.watchers), greeting, [hears(who) for who in range(effort.watchers)]
    )
    speaker = Line(answered)
    await greeting(speaker, 0)
    async with asyncio.timeout(ANSWER_S):
        await crowd.caught_up.wait()
        await acknowledged.wait()
    crowd.size = size
    try:
        return await _measure(echo, crowd, "echo: broadcast", say())
    finally:
        close((speaker, *watchers))


async def _measure(
    served: Served, crowd: Crowd, what: str, playing: Awaitable[object]
) -> CrowdCost:
    crowd.again()
    before = machine.used_by(served.processes)
    async with asyncio.timeout(PLAY_S):
        await playing
    after = machine.used_by(served.processes)
    moves = len(crowd.delays)
    spent = after.cpu_s - before.cpu_s if before and after else 0.0
    each = round(1000 * spent / max(1, moves), 2)
    return CrowdCost(what, crowd.crowd, moves, crowd.size, Delays.of(crowd.delays), each)
