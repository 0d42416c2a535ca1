"""How soon the last of many who watch has heard of a move."""

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
"""From the last watcher's having heard to the next move: nothing waits for its turn then."""
BUSY_S = (0.5, 1.5)
"""Between two moves of one seat, where all seats play."""
SETTLE_S = 2.0
"""Until all is done that everybody's coming has begun."""
PLAY_S = 600
"""Nothing here takes so long."""


class CrowdCost(NamedTuple):
    """From a move's acknowledgement until the last of so many has heard of it, over all `moves`.
    `cpu_ms` is the server's, a move, its own work included; `size` are the bytes each is sent."""

    what: str
    watchers: int
    moves: int
    size: int
    delay_ms: Delays
    cpu_ms: float


class Crowd:
    """What so many have heard, beside what is known to be stored. A move is a seat and a number."""

    def __init__(self, crowd: int) -> None:
        self.crowd = crowd
        self._heard: list[dict[int, int]] = [{} for _ in range(crowd)]
        self._left: dict[tuple[int, int], int] = {}
        self._since: dict[tuple[int, int], float] = {}
        self._last: tuple[bytes, list[tuple[int, int]]] = (b"", [])
        self.caught_up = asyncio.Event()
        self.delays = array("d")
        self.size = 0
        """Bytes of what was heard last."""

    def stored(self, seat: int, move: int) -> None:
        """Its contestant has been told. Whoever had heard of it before had no delay."""
        if self._left.get((seat, move)) == 0:
            self.delays.append(0.0)
        else:
            self._since[seat, move] = perf_counter()
            self.caught_up.clear()

    def told(self, who: int, seat: int, move: int) -> None:
        """One of the crowd has heard of a move, and so of those before it."""
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
        """What one of them hears: texts that begin so say how many moves a seat has made."""

        def hear(data: bytes) -> bool:
            if data.startswith(start):
                for seat, move in self._read(data):
                    self.told(who, seat, move)
            return data.startswith(PROGRESS)  # a board may be an answer as well

        return hear

    def again(self) -> None:
        """Count anew; what has been heard so far has been heard."""
        self.delays = array("d")

    def _read(self, data: bytes) -> list[tuple[int, int]]:
        """All get the same text, so it is read once."""
        if data != self._last[0]:
            said = json.loads(data)
            rows = said.get("standings", [said])
            moves = [(row["seat"], row.get("moves", row.get("ply"))) for row in rows]
            self._last, self.size = (data, moves), len(data)
        return self._last[1]


async def measured(effort: Effort, note: Callable[[str], None]) -> list[CrowdCost]:
    """The numbers of a race, then a board of it; each beside a broadcast of as many bytes."""
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
    """What whoever hears texts that begin so is told of, on this server."""
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
    """So many bytes to everybody, as fast as the library does it."""
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
            crowd.stored(0, n + 2)  # the first was that they are in
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
