"""What is measured of a move, and of its way to a watcher."""

import asyncio
import json
import time
from typing import Any

from client_cli.load.counters import LoadCounters
from client_cli.load.latency import SpectatorLatency
from client_cli.load.party import Party
from client_cli.load.plan import ThinkTime
from client_cli.load.scenario import PULSE_S, note_lateness
from engine.games import game
from tests.client_cli.load.test_figures import planned
from tests.harness import LIMIT_S

SLOW_S = 0.05


class Line:
    """A line of which a test decides when what is answered."""

    def __init__(self) -> None:
        self._said: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    def say(self, text: bytes) -> None:
        self._said.put_nowait(json.loads(text))

    async def next(self) -> dict[str, Any]:
        async with asyncio.timeout(LIMIT_S):
            return await self._said.get()


def moved(play: dict[str, Any]) -> bytes:
    told = {"race": 1, "ply": play["ply"] + 1, "ms": 1, "changed": {"piles": {}}, "over": None}
    message = {"type": "moved", "id": play["id"], **told}
    return json.dumps(message, separators=(",", ":")).encode()


async def test_a_move_counts_from_when_it_was_due() -> None:
    tally = LoadCounters()
    party = Party(planned(think=ThinkTime("constant", 0.001)), 0, tally)
    seat, line = party.seats[0], Line()
    seat._wire = line  # type: ignore[assignment]
    seat.up.set()
    rules = game("uncle_remus")
    dealt = rules.deal(rules.pack(bytes(32)))
    dealt = rules.deal(rules.pack(bytes(32)))
    view = rules.view(dealt).to_json()
    seat.event({"type": "table", "id": None, "race": 1, "ply": 0, "view": view, "over": None})
    first = await line.next()
    assert first["move"] in {rules.codec.to_text(move) for move in rules.legal(dealt).moves}
    await asyncio.sleep(SLOW_S)
    seat.quick(moved(first))
    seat.quick(moved(await line.next()))  # answered at once, but long after it was due
    late = tally.now.acknowledged
    assert (len(late), tally.now.moves) == (2, 2)
    assert (late.ms(0.4) or 0) > 900 * SLOW_S
    seat.paused(cut=False)


async def test_a_load_notes_by_how_much_its_own_loop_is_late() -> None:
    tally = LoadCounters()
    noting = asyncio.create_task(note_lateness(tally))
    steps = 10
    loop = asyncio.get_running_loop()
    loop.call_soon(time.sleep, steps * PULSE_S)  # all stands still
    async with asyncio.timeout(LIMIT_S):
        while not tally.now.late.counts:  # noqa: ASYNC110 # it is the loop that is looked at
            await asyncio.sleep(0)
    noting.cancel()
    assert len(tally.now.late) >= steps, "what fell due meanwhile is counted as well"
    assert (tally.now.late.ms(1) or 0) > 900 * (steps - 1) * PULSE_S


def test_a_watcher_who_is_away_misses_what_is_not_counted() -> None:
    seen: list[float] = []
    sight = SpectatorLatency(seen.append)

    def told(moves: int) -> None:
        standings = [{"seat": 0, "moves": moves}]
        sight.progress(json.dumps({"race": 1, "standings": standings}).encode())

    sight.stored(1, 0, 1)
    told(1)
    assert len(seen) == 1
    sight.stored(1, 0, 2)
    sight.shut()
    sight.stored(1, 0, 3)
    sight.opened(1, [{"seat": 0, "moves": 3}])
    told(3)
    assert len(seen) == 1
    sight.stored(1, 0, 4)
    told(4)
    assert len(seen) == 2
    sight.stored(1, 0, 4)
    assert seen[2:] == [0.0], "told before it was acknowledged"
