"""Measure what a move costs on our server and on the peers, in turns."""

import json
import subprocess
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from statistics import median
from typing import Any, NamedTuple

from bench import load_runner, machine, plan, servers
from bench.load_runner import Load, Loops, Measured, Sizes
from bench.meter import Meter
from bench.peers import servers as peers
from bench.peers.servers import APPENDING, NODE_PEERS, Peer
from bench.peers.talkers import PeerTalker
from bench.servers import Served

FULL = plan.FULL.loops
QUICK = Loops(races=1, contestants=2, rounds=1, seconds=0.3, warm_s=0.1)
OURS, COMPILED = "ours", "ours, compiled engine"
UNANSWERED = "no move was answered in a round"


class Entrant(NamedTuple):
    """A running server that is measured. `hears` says how often the other contestants of a room are
    told of moves. `measure` puts a load on it; the sizes are those of our server's messages in the
    same round."""

    name: str
    hears: str
    measure: Callable[[Load, Sizes], Awaitable[Measured]]


class PeerCost(NamedTuple):
    """The cost of a move on one server under a load: medians of the rounds.

    `ratios` has, for each of our servers, its CPU µs a move, store included, divided by those of
    this server in the same round; it is empty if the system does not tell.
    """

    name: str
    hears: str
    run: Measured
    ratios: dict[str, float]


class Peers(NamedTuple):
    """The results of one run: the costs of all servers by the name of the load, and how busy the
    machine was before and after it. `versions` are those of node and of the npm packages."""

    load_before: str
    load_after: str
    versions: dict[str, str]
    costs: dict[str, list[PeerCost]]

    def to_json(self) -> dict[str, Any]:
        return {
            "load_before": self.load_before,
            "load_after": self.load_after,
            "versions": self.versions,
            "costs": {
                name: [{**row._asdict(), "run": row.run.to_json()} for row in rows]
                for name, rows in self.costs.items()
            },
        }

    @property
    def failures(self) -> dict[str, int]:
        """What went wrong, and how often."""
        failed: dict[str, int] = {}
        for name, rows in self.costs.items():
            for row in rows:
                for what, times in row.run.errors.items():
                    failed[f"{row.name}, {name}: {what}"] = times
        return failed


def loads(loops: Loops) -> list[Load]:
    """Return the two loads, with as many contestants each: rooms of many, and tables of two. The
    games are those of our server; all peers play the trivial game, in which no race ends. Random
    play of Uncle Remus goes on for more than a thousand moves as a rule."""
    rooms = loops.load(f"{loops.races} rooms of {loops.contestants}, the mix", plan.GAMES)
    tables = loops.races * loops.contestants // 2
    two = loops._replace(races=tables, contestants=2)
    return [rooms, two.load(f"{tables} tables of two, long races", ("uncle_remus",))]


async def measured(
    loops: Loops, compiled: str, note: Callable[[str], None], among: tuple[Peer, ...] = NODE_PEERS
) -> Peers:
    """Measure everything. `compiled` is the folder of a compiled engine, or empty. The npm packages
    must be installed, unless `among`, the peers on node, is empty."""
    before = machine.load_average()
    async with AsyncExitStack() as stack:
        entrants = await _entrants(stack, compiled, among)
        costs = {load.name: await in_rounds(entrants, load, loops, note) for load in loads(loops)}
    versions = _versions() if among else {}
    return Peers(before, machine.load_average(), versions, costs)


async def _entrants(stack: AsyncExitStack, compiled: str, among: tuple[Peer, ...]) -> list[Entrant]:
    """Start all servers, ours first."""
    found = [_ours(OURS, await stack.enter_async_context(servers.patience()))]
    if compiled:
        quick = await stack.enter_async_context(servers.patience(compiled=compiled))
        found.append(_ours(COMPILED, quick))
    echo = await stack.enter_async_context(servers.echo())

    async def echoed(load: Load, sizes: Sizes) -> Measured:
        return await load_runner.echo(echo, load, sizes)

    found.append(Entrant("websockets, echo", "never", echoed))
    found += [
        _peer(peer, await stack.enter_async_context(peers.started(peer)))
        for peer in (APPENDING, *among)
    ]
    return found


def _ours(name: str, served: Served) -> Entrant:
    async def race(load: Load, _sizes: Sizes) -> Measured:
        return await load_runner.race(served, load)

    return Entrant(name, "4 times a second", race)


def _peer(peer: Peer, served: Served) -> Entrant:
    async def played(load: Load, _sizes: Sizes) -> Measured:
        return await play(served, load, peer.talker)

    return Entrant(peer.name, peer.hears, played)


async def play(served: Served, load: Load, talker: type[PeerTalker]) -> Measured:
    """Put a load of rooms of the trivial game on a peer's server and measure it."""
    meter = Meter()
    talkers: list[PeerTalker] = []
    try:
        for _ in range(load.races):
            talkers += await talker.enter(served.url, load.contestants, meter)
        for each in talkers:
            each.begin()
        return await load_runner.measure(served, load, meter)
    finally:
        await load_runner.leave(talkers)


async def in_rounds(
    entrants: list[Entrant], load: Load, loops: Loops, note: Callable[[str], None]
) -> list[PeerCost]:
    """Measure all servers in every round, one after the other; ours is the first. Return their
    costs in the same order."""
    rounds: list[dict[str, Measured]] = []
    for i in range(loops.rounds):
        note(f"round {i + 1} of {loops.rounds}: {load.name}")
        runs: dict[str, Measured] = {}
        for each in entrants:
            sizes = runs[OURS].sizes if runs else Sizes(1, 1)
            run = await each.measure(load, sizes)
            if not run.answers:
                run = run._replace(errors={**run.errors, UNANSWERED: 1})
            runs[each.name] = run
        rounds.append(runs)
    return [cost_of(each, rounds) for each in entrants]


def cost_of(entrant: Entrant, rounds: Sequence[Mapping[str, Measured]]) -> PeerCost:
    """Return the cost of a move on a server. Each round has the results of all servers by name."""
    ratios: dict[str, list[float]] = {}
    for runs in rounds:
        theirs = runs[entrant.name].cpu_us
        for name in (OURS, COMPILED):
            ours = runs[name].cpu_us if name in runs else None
            if ours is not None and theirs:
                ratios.setdefault(name, []).append(ours / theirs)
    return PeerCost(
        entrant.name,
        entrant.hears,
        plan.middle([runs[entrant.name] for runs in rounds]),
        {name: round(median(each), 3) for name, each in ratios.items()},
    )


def _versions() -> dict[str, str]:
    """Return the versions of node and of the npm packages."""
    command = (str(peers.node()), "--version")
    node = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    told = json.loads((peers.FOLDER / "package.json").read_text())
    return {"node": node.removeprefix("v"), **told["dependencies"]}
