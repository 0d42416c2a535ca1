"""How much of everything is measured."""

from typing import NamedTuple

from bench import plan
from bench.driver import Loops


class Effort(NamedTuple):
    """The `loops`; so many lines are `idle`, and `seated` of them in rooms; `watchers` see
    `updates`; and `long` races of `field` are all there at once, so many `times`."""

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
