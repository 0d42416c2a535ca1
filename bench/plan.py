"""All loads on the server, measured in rounds in which they take turns, each beside the bare echo
server."""

from collections.abc import Callable, Sequence
from statistics import median
from typing import Any, NamedTuple

from bench import client, load_runner, servers, tournament
from bench.load_runner import Load, Loops, Measured
from bench.meter import Delays
from bench.servers import Served

GAMES = ("uncle_remus", "aces_up", "cribbage_patience")
PACED_SHARE = 0.7
"""The rate of a paced load as a share of the closed loop's rate. Server and echo get the same
rate."""
EVENING_PACES = (1, 3)
"""Moves a second of each contestant in loads at people's pace."""


class Effort(NamedTuple):
    """How much to measure.

    `loops`: the closed loops. `plies`: positions of each game for the engine. `evening`: how many
    races of how many contestants run at people's pace. `board`: accounts on a leaderboard, and
    `questions`: queries of each kind. `followers`: how many follow a leaderboard, how many results
    a second enter it, and for how many seconds. `tournaments`: the tournaments. `client`: the
    full-screen client.
    """

    loops: Loops
    plies: int
    evening: tuple[int, int]
    board: int
    questions: int
    followers: tuple[int, int, float]
    tournaments: tuple[tournament.Effort, ...]
    client: client.Effort


FULL = Effort(
    loops=Loops(races=8, contestants=8, rounds=5, seconds=3.0, warm_s=1.0),
    plies=4_000,
    evening=(50, 4),
    board=1_000_000,
    questions=2_000,
    followers=(1_000, 100, 10.0),
    tournaments=(
        tournament.Effort(50, 1, 0.5),
        tournament.Effort(200, 1, 0.5),
        tournament.Effort(500, 1, 0.5),
        tournament.Effort(500, 20, 0.5, loaded=True),
        tournament.Effort(2_000, 1, 0.5),
    ),
    client=client.Effort(presses=200, starts=10, idle_s=60.0, moves=10_000),
)
QUICK = Effort(
    loops=Loops(races=2, contestants=3, rounds=1, seconds=0.4, warm_s=0.2),
    plies=200,
    evening=(3, 2),
    board=2_000,
    questions=50,
    followers=(20, 50, 0.5),
    tournaments=(tournament.Effort(20, 1, 0.05),),
    client=client.Effort(presses=10, starts=1, idle_s=0.5, moves=30),
)


class Compared(NamedTuple):
    """A load on the server and on the echo server. Rates, delays and costs are medians of the
    rounds."""

    name: str
    server: Measured
    echo: Measured
    ratio: float
    """Answers a second, server to echo."""
    cpu_ratio: float | None
    """CPU a message, echo to server and store together. None if the system does not tell."""

    def to_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "ratio": self.ratio,
            "cpu_ratio": self.cpu_ratio,
            "server": self.server.to_json(),
            "echo": self.echo.to_json(),
        }


async def measure(effort: Effort, note: Callable[[str], None]) -> list[Compared]:
    """Measure every closed loop in every round, one after the other, and then the paced loads."""
    loops = effort.loops
    mix = loops.load("mix", GAMES)
    loads = [
        *(loops.load(game, (game,)) for game in GAMES),
        mix,
        loops.load("mix, legal moves sent", GAMES, legal=True),
    ]
    async with servers.patience() as patience, servers.echo() as echo:
        closed = await in_rounds(loops.rounds, [(load, patience) for load in loads], echo, note)
        reached = next(row.server.per_s for row in closed if row.name == mix.name)
        paced = [mix._replace(name="mix, paced", rate=max(1.0, PACED_SHARE * reached))]
        paced += _evenings(effort)
        asked = [(load, patience) for load in paced]
        return closed + await in_rounds(loops.rounds, asked, echo, note)


async def measure_evenings(effort: Effort, note: Callable[[str], None]) -> list[Compared]:
    """Measure only the loads at people's pace: many races, each with a watcher."""
    async with servers.patience() as patience, servers.echo() as echo:
        asked = [(load, patience) for load in _evenings(effort)]
        return await in_rounds(effort.loops.rounds, asked, echo, note)


def _evenings(effort: Effort) -> list[Load]:
    races, each = effort.evening
    loops = effort.loops._replace(races=races, contestants=each)
    people = races * each
    return [
        loops.load(f"{people} contestants, {pace} a second each", GAMES)._replace(
            rate=people * pace, watched=True
        )
        for pace in EVENING_PACES
    ]


async def in_rounds(
    rounds: int, loads: list[tuple[Load, Served]], echo: Served, note: Callable[[str], None]
) -> list[Compared]:
    """Measure every load on its server and then on the echo server, in every round."""
    runs: dict[str, list[tuple[Measured, Measured]]] = {}
    for i in range(rounds):
        for load, served in loads:
            note(f"round {i + 1} of {rounds}: {load.name}")
            runs.setdefault(load.name, []).append(await _both(served, echo, load))
    return [_compared(name, pairs) for name, pairs in runs.items()]


async def _both(patience: Served, echo: Served, load: Load) -> tuple[Measured, Measured]:
    """Measure the load, and then as many connections with messages of the same sizes on the echo
    server."""
    server = await load_runner.race(patience, load)
    return server, await load_runner.echo(echo, load, server.sizes)


def _compared(name: str, pairs: list[tuple[Measured, Measured]]) -> Compared:
    servers_, echoes = zip(*pairs, strict=True)
    costs = [_cpu_ratio(server, echo) for server, echo in pairs]
    told = [cost for cost in costs if cost is not None]
    return Compared(
        name,
        middle(servers_),
        middle(echoes),
        round(median(server.per_s / max(echo.per_s, 1) for server, echo in pairs), 3),
        round(median(told), 3) if told else None,
    )


def _cpu_ratio(server: Measured, echo: Measured) -> float | None:
    if server.cpu_us is None or echo.cpu_us is None:
        return None
    return echo.cpu_us / max(server.cpu_us, 0.1)


def middle(runs: Sequence[Measured]) -> Measured:
    """Return the median of each figure over the rounds. Answers, races and errors are added up."""

    def of(values: list[Any]) -> Any:
        told = [value for value in values if value is not None]
        return round(median(told), 3) if told else None

    costs = ("server_us", "store_us", "driver_us", "server_rss", "store_rss", "driver_share")
    figures = ("per_s", *costs)
    errors: dict[str, int] = {}
    for run in runs:
        for what, times in run.errors.items():
            errors[what] = errors.get(what, 0) + times
    watched = [run.watch_ms for run in runs if run.watch_ms is not None]
    return runs[-1]._replace(
        watch_ms=Delays(*(of([run[i] for run in watched]) for i in range(4))) if watched else None,
        answers=sum(run.answers for run in runs),
        races=sum(run.races for run in runs),
        errors=errors,
        delay_ms=Delays(*(of([run.delay_ms[i] for run in runs]) for i in range(4))),
        **{name: of([getattr(run, name) for run in runs]) for name in figures},
    )
