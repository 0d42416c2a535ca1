"""How much `python -m bench aims` measures."""

from typing import NamedTuple

from bench import plan
from bench.load_runner import Loops


class Effort(NamedTuple):
    """How much to measure.

    `loops` are the closed loops. Idle connections: `idle` without a room, and `seated` in rooms.
    Crowd: `watchers` connections watch `updates` moves. Memory: `long` races of `field` contestants
    run at once, `times` times.
    """

    loops: Loops
    idle: int
    seated: int
    watchers: int
    updates: int
    long: int
    field: int
    times: int


FULL = Effort(
    loops=plan.FULL.loops,
    idle=5_000,
    seated=1_000,
    watchers=2_000,
    updates=40,
    long=200,
    field=8,
    times=3,
)
QUICK = Effort(
    loops=Loops(races=2, contestants=2, rounds=1, seconds=0.2, warm_s=0.1),
    idle=20,
    seated=8,
    watchers=10,
    updates=2,
    long=2,
    field=2,
    times=1,
)
