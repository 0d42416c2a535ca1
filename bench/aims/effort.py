"""How much of everything is measured."""

from typing import NamedTuple


class Effort(NamedTuple):
    """`rounds` of `seconds`, `races` of `contestants`; so many lines are `idle`, and `seated` of
    them in rooms; `watchers` see `updates`; and `long` races of `field` are all there at once, so
    many `times`."""

    rounds: int
    seconds: float
    warm_s: float
    races: int
    contestants: int
    idle: int
    seated: int
    watchers: int
    updates: int
    long: int
    field: int
    times: int


FULL = Effort(
    rounds=5,
    seconds=3.0,
    warm_s=1.0,
    races=8,
    contestants=8,
    idle=5_000,
    seated=1_000,
    watchers=2_000,
    updates=40,
    long=200,
    field=8,
    times=3,
)
QUICK = Effort(
    rounds=1,
    seconds=0.2,
    warm_s=0.1,
    races=2,
    contestants=2,
    idle=20,
    seated=8,
    watchers=10,
    updates=2,
    long=2,
    field=2,
    times=1,
)
