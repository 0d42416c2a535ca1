"""The aims run from start to end, in small; speed is not judged."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench import machine, plan, servers
from bench.aims import crowd, idle, memory, moves
from bench.aims.crowd import Crowd
from bench.aims.effort import QUICK
from bench.aims.moves import MovesCost
from bench.aims.report import markdown
from bench.aims.run import Aims
from bench.aims.workers import WorkersCost
from bench.servers import Served
from client_cli.load.contestant import PROGRESS
from client_cli.load.watcher import BOARD
from tests.harness import LIMIT_S, ServerProcess

SMALL = QUICK._replace(idle=8, watchers=4, updates=2)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nobody pauses: what is measured may be rough here."""
    monkeypatch.setattr(crowd, "QUIET_S", (0.0, 0.0))
    monkeypatch.setattr(crowd, "BUSY_S", (0.0, 0.0))
    monkeypatch.setattr(crowd, "SETTLE_S", 0.0)
    monkeypatch.setattr(idle, "SETTLE_S", 0.0)
    monkeypatch.setattr(memory, "LOOK_S", 0.0)
    return iter(())


@pytest.mark.processes
@pytest.mark.usefixtures("quick")
async def test_every_aim_has_its_table(tmp_path: Path) -> None:
    async with (
        asyncio.timeout(LIMIT_S),
        ServerProcess(tmp_path / "data", countdown_ms=0) as process,
        servers.echo() as echo,
    ):
        assert process.process is not None
        pid = process.process.pid
        served = Served(process.url, process.port, pid, machine.children(pid)[0])
        loads = [(moves.load_of(SMALL, moves.LEGAL), served)]
        closed = await plan.in_rounds(SMALL.loops.rounds, loads, echo, print)
        while not closed[0].server.answers:  # it measures for 0.2 s, and the machine may be busy
            closed = await plan.in_rounds(SMALL.loops.rounds, loads, echo, print)
        numbers, busy = await crowd.watched(served, SMALL, PROGRESS, "numbers")
        (board,) = await crowd.watched(served, SMALL, BOARD, "a board")
        bare = await crowd.broadcasted(echo, SMALL, 300)
        kib = await idle.each(served, SMALL.idle, idle.hello(served.url))
        seated = await idle.each(served, SMALL.seated, idle.sit(served.url))
        races = await memory.once(served, SMALL, 1)
    assert closed[0].server.errors == closed[0].echo.errors == {}
    assert closed[0].server.sizes.reply > 100
    for row in (numbers, board, bare):
        assert row.moves == SMALL.updates
    assert busy.moves == max(1, SMALL.updates // crowd.SEATS) * crowd.SEATS
    assert board.size > numbers.size > 100
    assert bare.size == 300
    assert races.racing > 20
    assert races.after > 20
    two = WorkersCost(2, 150.0, 50.0, 0.0, 10.0, 1.9)
    aims = Aims(
        "1.0",
        "2.0",
        MovesCost(closed, closed),
        [idle.IdleCost("said hello", 8, kib, 1.0), idle.IdleCost("in a room", 8, seated, 1.0)],
        [numbers, busy, board, bare],
        [two._replace(workers=1, per_s=100.0), two],
        [races],
        [],
    )
    text = markdown(aims, {"cores": "2"}, "python -m bench aims")
    assert "load average 1.0 before and 2.0 after" in text
    assert "| mix, legal moves sent |" in text
    assert "| ratio | 1.50 |" in text
    assert text.count("|---|") == 6
    assert "error" not in text
    broken = aims._replace(memory=[], broken=["memory: TimeoutError()"])
    assert "**error: memory: TimeoutError(), 1 times**" in markdown(broken, {}, "")
    assert aims.to_json()["crowd"][0]["watchers"] == SMALL.watchers


def test_a_move_is_heard_of_when_the_last_of_a_crowd_has_heard() -> None:
    both = Crowd(2)
    both.stored(seat=3, move=1)
    both.told(0, 3, 1)
    both.told(1, 7, 1)  # of somebody else
    assert len(both.delays) == 0
    both.told(1, 3, 2)  # and so of the first as well
    assert len(both.delays) == 1
    both.stored(seat=3, move=2)
    assert not both.caught_up.is_set()
    both.told(0, 3, 2)
    assert both.caught_up.is_set()
    assert min(both.delays) > 0
    both.told(0, 3, 3)
    both.told(1, 3, 3)
    both.stored(seat=3, move=3)  # all knew before its contestant did
    assert len(both.delays) == 3
    assert both.delays[-1] == 0
