"""Timing of single calls."""

from collections.abc import Callable, Iterable, Sequence
from time import perf_counter_ns
from typing import Any, NamedTuple

from bench.meter import share


class Cost(NamedTuple):
    """Microseconds a call: the median, and what nine in ten calls do not exceed."""

    median: float
    p90: float

    @classmethod
    def of(cls, nanoseconds: Iterable[int]) -> "Cost":
        ordered = sorted(n / 1000 for n in nanoseconds)
        return cls(round(share(ordered, 0.5), 2), round(share(ordered, 0.9), 2))


def cost(call: Callable[..., object], arguments: Sequence[tuple[Any, ...]]) -> Cost:
    """Call a function once with each of these arguments and return what a call cost."""
    taken = []
    for given in arguments:
        started = perf_counter_ns()
        call(*given)
        taken.append(perf_counter_ns() - started)
    return Cost.of(taken)
