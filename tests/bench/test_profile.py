"""The profile runs from start to end, in small; speed is not judged."""

import asyncio
import json
from pathlib import Path

import pytest

from bench import load_runner, machine
from bench.load_runner import Loops
from bench.plan import GAMES
from bench.profile import parts, run, trace
from bench.profile.report import markdown
from bench.profile.trace import OFF, REST, STORE, SYSTEM, Asked, Trace
from bench.servers import Served
from tests.harness import LIMIT_S, ServerProcess

SMALL = Loops(races=2, contestants=2, rounds=1, seconds=0.3, warm_s=0.1)
ROOT = "_run_code (/lib/runpy.py);Runner.run (/lib/asyncio/runners.py)"


@pytest.mark.processes
async def test_a_profile_tells_of_every_part_and_stage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(load_runner, "SETTLE_S", 0.0)
    load = SMALL.load("mix", GAMES)
    async with (
        asyncio.timeout(LIMIT_S),
        ServerProcess(tmp_path / "data", countdown_ms=0) as process,
    ):
        assert process.process is not None
        pid = process.process.pid
        served = Served(process.url, process.port, pid, machine.children(pid)[0])
        slow = load._replace(rate=200.0)
        (cpu, broken), paced = await asyncio.gather(
            run.cpu_of(served, load, 1), run.paced_of(served, slow, 1, print)
        )
        while not paced.answers:  # the machine stood still while it was measured
            paced = await run.paced_of(served, slow, 1, print)
    assert cpu.parts or broken  # not everybody may look into another process
    assert sum(part.share for part in cpu.parts) == pytest.approx(1.0 if cpu.parts else 0.0)
    assert paced.plain.errors == paced.traced.errors == {}
    assert paced.answers == paced.traced.answers
    for some in ("middle", "slowest"):
        sums = [sum(getattr(row, some) for row in rows) for rows in (paced.stages, paced.doing)]
        assert sums[0] > 0
        assert sums[0] == pytest.approx(sums[1])  # every moment of an answer is accounted for
        assert min(getattr(row, some) for row in paced.stages) >= 0, paced.stages
    profile = run.Profile("1.0", "2.0", cpu, [paced], broken)
    text = markdown(profile, {"cores": "2"}, "python -m bench profile")
    assert "load average 1.0 before and 2.0 after" in text
    assert text.count("|---|") == 4
    assert all(stage in text or "all else" in text for stage in trace.STAGES)
    assert json.loads(json.dumps(profile.to_json()))["paced"][0]["answers"] == paced.answers


def test_a_stack_belongs_to_the_innermost_part_that_is_known() -> None:
    answering = (
        "MoveWriter._send (move_writer.py);_QueuedMove.settle (play_move.py);"
        "acknowledge (play_move.py)"
    )
    folded = parts.folded(
        [
            f"{ROOT};{answering};encode (message.py) 30",
            f"{ROOT};{answering};Connection.send (connection.py);Socket.say (socket.py) 20",
            f"{ROOT} 10",
            f"{ROOT};MetricsSampler.run (metrics_sampler.py);"
            "MetricsSampler.say (metrics_sampler.py) 40",
            "Thread.run (/lib/threading.py);_worker (/lib/concurrent/futures/thread.py) 900",
        ]
    )
    shares = {part.name: part.share for part in folded}
    assert shares == {
        "the answer: changed piles, message, JSON": 0.3,
        "answers written to sockets": 0.2,
        parts.LOOPS: 0.1,
        parts.REST: 0.4,
    }
    assert folded[-1].functions == ("MetricsSampler.say",)


def test_what_the_loop_did_and_what_kept_it(tmp_path: Path) -> None:
    file = tmp_path / "trace.json"
    turns = [
        (0, 0.0, 0.0, 0.004, 0.003),  # a quarter of it off the core
        (1, 0.008, 0.004, 0.009, 0.005),
        (0, 0.020, 0.005, 0.021, 0.006),
    ]
    told = {
        "names": ["MoveWriter.run", "else"],
        "codes": ["ABCDEF"],
        "turns": [number for turn in turns for number in turn],
        "pauses": [1, 0.001, 0.0035],
        "batches": [1, 0.002, 0.003, 0.008],
        "taken": [0, 1, 2, 3, 0.0005, 0.001],
        "said": [0.0085],
    }
    file.write_text(json.dumps(told))
    found = Trace(file)
    did: dict[str, float] = {}
    for what, seconds in found.doing(0.002, 0.010):
        did[what] = did.get(what, 0.0) + 1000 * seconds
    batches = trace.WHAT["MoveWriter.run"]
    expected = {batches: 1.5, OFF: 0.5, SYSTEM: 1.0, STORE: 3.0, "else": 1.0, REST: 1.0}
    assert did == pytest.approx(expected)
    longest, pause = found.stalls(0.0, 1.0)
    assert (longest.name, longest.times) == (batches, 1)
    assert longest.on_core == pytest.approx(0.75)
    assert pause.name == "else"
    assert pause.sum == pytest.approx(2.5)
    (way,) = found.ways({("ABCDEF", 1, 2, 3): Asked(0.0, 0.0002, 0.009)})
    assert way.stages == pytest.approx(
        [0.0002, 0.0003, 0.0005, 0.001, 0.001, 0.005, 0.0005, 0.0005]
    )
