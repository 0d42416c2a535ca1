"""Measures common tables against ordinary races on one server process.

    python -m bench.common_tables [--rounds N] [--seconds S]

Two tables of eight seats, and two ordinary races of eight, take turns. Each seat sends 4 commands
a second: a claim if it has one, else another legal move. All clients ask for their legal moves, as
the browser client does. The driver is one process, so its own work is in the figures.
"""

import argparse
import asyncio
import json
import random
import secrets
from array import array
from collections.abc import Sequence
from contextlib import AsyncExitStack
from time import perf_counter
from typing import Any, NamedTuple

from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

from bench import machine, servers
from bench.markdown import titled
from bench.meter import Delays, median
from protocol import SUBPROTOCOL

SEATS, ROOMS = 8, 2
PER_S = 4.0
BELL_MS = 600_000
WARM_UP_S = 2.0
"""Answers before this are not counted."""
TABLE: tuple[str, dict[str, Any]] = ("racing_demon", {"piles": 5, "play_on": True})
RACE: tuple[str, dict[str, Any]] = ("demon", {})


class News:
    """When the claims of a table were acknowledged, and when each connection was told of them."""

    def __init__(self) -> None:
        self.acknowledged: dict[int, float] = {}
        self.last_told: dict[int, float] = {}
        self.claims: set[int] = set()

    def late_s(self) -> list[float]:
        """How long after the acknowledgement of a claim the last connection was told of it."""
        return [
            max(0.0, self.last_told[number] - self.acknowledged[number])
            for number in self.claims & self.acknowledged.keys()
        ]


class Seat:
    """A contestant who sends commands at a fixed rate."""

    def __init__(self, link: ClientConnection, news: News, rng: random.Random) -> None:
        self.link, self.news, self.rng = link, news, rng
        self.seconds = array("d")
        self.counts = False
        self.shares_table = False
        self.over = False
        self._id, self._ply = 100, 0
        self._legal: list[Any] = []
        self._sent: dict[int, float] = {}

    async def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Send a request before the race, and return its answer."""
        self._id += 1
        await self.link.send(json.dumps({"type": kind, "id": self._id, **fields}))
        while True:
            message = self.hear(await self.link.recv())
            if message.get("id") == self._id:
                return message

    async def listen(self) -> None:
        """Take in messages until cancelled."""
        async for frame in self.link:
            self.hear(frame)

    def hear(self, frame: str | bytes) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(frame)
        now = perf_counter()
        began = self._sent.pop(message.get("id") or 0, None)
        if began is not None and self.counts:
            self.seconds.append(now - began)
        self._legal = message.get("legal") or self._legal
        match message["type"]:
            case "over":
                self.over = True
            case "moved" | "table":
                self._ply, self._legal = message["ply"], message.get("legal") or []
            case "table_played":
                self.news.acknowledged[message["number"]] = now
            case "table_changed":
                for command in message["commands"]:
                    self.news.last_told[command["number"]] = now
                    if self.counts and command["move"].startswith("claim"):
                        self.news.claims.add(command["number"])
        return message

    async def play(self, stop: float) -> None:
        """Send commands at the fixed rate until the time `stop`."""
        due = perf_counter() + self.rng.random() / PER_S
        while due < stop and not self.over:
            await asyncio.sleep(max(0.0, due - perf_counter()))
            due += 1 / PER_S
            moves = [move for move in self._legal if move["kind"] not in ("stuck", "out")]
            if not moves:
                continue
            claims = [move for move in moves if move["kind"] == "claim"]
            move, self._id = self.rng.choice(claims or moves), self._id + 1
            fields: dict[str, Any] = {"type": "play", "ply": self._ply}
            if self.shares_table:
                fields = {"type": "play_table", "key": self._id}
            self._sent[self._id] = perf_counter()
            await self.link.send(json.dumps({**fields, "id": self._id, "race": 1, "move": move}))


class Cost(NamedTuple):
    """The delays of one load: from each command to its answer, and from the acknowledgement of a
    claim until everybody at the table was told of it; and the CPU seconds of the server for each
    answer."""

    seconds: list[float]
    late_s: list[float]
    cpu_s: float


async def load(server: servers.Served, what: tuple[str, Any], seconds: float, seed: int) -> Cost:
    """Play ROOMS races of SEATS for this time."""
    game, options = what
    async with AsyncExitStack() as stack:
        rooms = []
        for number in range(ROOMS):
            news, seats = News(), list[Seat]()
            for at in range(SEATS):
                link = await stack.enter_async_context(
                    connect(
                        server.url,
                        subprotocols=[Subprotocol(SUBPROTOCOL)],
                        compression=None,
                        max_queue=None,
                    )
                )
                seats.append(Seat(link, news, random.Random(f"{seed} {number} {at}")))
            await begin(seats, game, options)
            rooms.append((news, seats))
        every = [seat for _, seats in rooms for seat in seats]
        now = perf_counter()
        async with asyncio.TaskGroup() as group:
            listening = [group.create_task(seat.listen()) for seat in every]
            playing = [asyncio.create_task(seat.play(now + WARM_UP_S + seconds)) for seat in every]
            await asyncio.sleep(WARM_UP_S)
            before = cpu_s(server.pid)
            for seat in every:
                seat.counts = True
            await asyncio.gather(*playing)
            await asyncio.sleep(0.5)  # the last answers
            used = cpu_s(server.pid) - before
            for task in listening:
                task.cancel()
        answers = [delay for seat in every for delay in seat.seconds]
        late = [delay for news, _ in rooms for delay in news.late_s()]
        return Cost(answers, late, used / max(1, len(answers)))


def cpu_s(pid: int) -> float:
    """Return the CPU seconds that a process has used so far."""
    found = machine.used(pid)
    if found is None:
        raise RuntimeError("the server process has ended")
    return found.cpu_s


async def begin(seats: Sequence[Seat], game: str, options: Any) -> None:
    """Take the seats of a room and begin its race."""
    code = ""
    for at, seat in enumerate(seats):
        seat.shares_table = game == TABLE[0]
        fields = {"name": f"seat {at}", "token": secrets.token_urlsafe(24), "legal": True}
        await seat.ask("hello", protocol=[1], client="bench")
        if at == 0:
            room = await seat.ask("create", game=game, options=options, bell_ms=BELL_MS, **fields)
            code = room["code"]
        else:
            await seat.ask("join", code=code, **fields)
    for seat in seats:
        await seat.ask("ready", nonce=secrets.token_hex(16))
    for seat in seats:
        while seat.hear(await seat.link.recv())["type"] not in ("table", "common_table"):
            pass


async def measured(rounds: int, seconds: float) -> dict[str, list[Cost]]:
    """Run both loads in turns, `rounds` times."""
    found: dict[str, list[Cost]] = {"table": [], "race": []}
    async with servers.patience() as server:
        for number in range(rounds):
            found["race"].append(await load(server, RACE, seconds, number))
            found["table"].append(await load(server, TABLE, seconds, number))
    return found


def markdown(found: dict[str, list[Cost]]) -> str:
    """Return the figures: medians of the rounds."""
    rows = []
    for name, what in (("ordinary races", "race"), ("common tables", "table")):
        delays = [Delays.of(cost.seconds) for cost in found[what]]
        figures = [median([getattr(d, p) for d in delays]) for p in ("p50", "p90", "p99")]
        micros = 1e6 * median([cost.cpu_s for cost in found[what]])
        answers = sum(len(cost.seconds) for cost in found[what])
        rows.append([name, f"{answers:,}", *(f"{each:.1f}" for each in figures), f"{micros:.0f}"])
    ratio = float(rows[1][4]) / float(rows[0][4])
    late = Delays.of([delay for cost in found["table"] for delay in cost.late_s])
    title = f"{ROOMS} × {SEATS} seats, {PER_S:.0f} commands a second each; milliseconds"
    table = titled(title, ["load", "answers", "p50", "p90", "p99", "server µs"], rows)
    return (
        f"{table}\n\nThe p99 of common tables is {ratio:.2f} times that of ordinary races."
        f" Everybody was told of a claim at most {late.most:.1f} ms after its acknowledgement"
        f" (p99 {late.p99:.1f} ms)."
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure common tables against ordinary races.")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=15)
    given = parser.parse_args()
    with machine.other_cores(), asyncio.Runner(loop_factory=machine.new_loop) as runner:
        print(markdown(runner.run(measured(given.rounds, given.seconds))))


if __name__ == "__main__":
    main()
