"""`python -m bench`: measure the engine, styles of state, the terminal client, leaderboards,
tournaments and the server, and print tables. Three parts run only if they are named: `aims`
measures what the server is meant to reach, `profile` shows what limits it, and `peers` compares it
with servers in other frameworks. `python -m bench compare REVISION` compares it with itself at
another revision. `python -m bench start` measures how long the terminal client takes until its
first picture, `python -m bench solver` the solver, `python -m bench decided` how many deals it
decides, `python -m bench waits` how long a search for a winnable deal takes, and `python -m bench
analyser` how long a move takes beside a busy analyser."""

import argparse
import asyncio
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from bench import (
    busy_analyser,
    client,
    compare,
    compiled_comparison,
    engine,
    first_frame,
    followers,
    leaderboards,
    machine,
    plan,
    presence,
    state_style,
    tournament,
)
from bench.aims import effort as aims
from bench.aims.report import markdown
from bench.aims.run import Aims, measured
from bench.peers import report as peers_report
from bench.peers import run as peers_run
from bench.peers import servers as peers_servers
from bench.peers.run import Peers
from bench.profile import report as profiles
from bench.profile import run as profiling
from bench.profile.run import Profile
from bench.report import Results, show
from bench.solver import decided, speed, waits

AIMS, PROFILE, PEERS = "aims", "profile", "peers"
APART = (AIMS, PROFILE, PEERS)
"""Parts that run only if they are named. They print markdown for docs/benchmarks.md."""
PARTS = ("engine", "state", "client", "boards", "followers", "tournament", "server", "evening")

COMMANDS = {
    "analyser": busy_analyser.main,
    "presence": presence.main,
    "compare": compare.main,
    "start": first_frame.main,
    "solver": speed.main,
    "decided": decided.main,
    "waits": waits.main,
}
"""What has arguments of its own."""


def main() -> int:
    """Run the parts named on the command line and print the results. Return 1 if a measurement had
    errors, or if the compiled engine or the peers cannot be used, else 0."""
    if sys.argv[1:2] and sys.argv[1] in COMMANDS:
        return COMMANDS[sys.argv[1]](sys.argv[2:])
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument(
        "parts",
        nargs="*",
        metavar="PART",
        help=f"of {', '.join(PARTS)}; or all of these; or {', '.join(APART)}",
    )
    parser.add_argument("--quick", action="store_true", help="seconds instead of minutes; rough")
    parser.add_argument("--compiled", action="store_true", help="the compiled engine as well")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there as well")
    given = parser.parse_args()
    strange = [part for part in given.parts if part not in (*PARTS, *APART)]
    if strange:
        known = ", ".join((*PARTS, *APART))
        parser.error(f"there is no part {strange[0]}; there are {known}")
    parts = given.parts or PARTS
    effort = plan.QUICK if given.quick else plan.FULL
    notes = Console(stderr=True)
    folder = _compiled(notes) if given.compiled else ""
    if folder is None or not _peers_installed(parts, notes):
        return 1
    with machine.other_cores():
        results = Results(
            command=" ".join(["python -m bench", *sys.argv[1:]]),
            machine=machine.described(),
            engine=engine.measured(effort.plies) if "engine" in parts and not folder else [],
            engines=_engines(effort, folder, notes) if "engine" in parts and folder else [],
            state_style=state_style.measured(effort.plies) if "state" in parts else [],
            client=_client(effort) if "client" in parts else [],
            boards=_boards(effort) if "boards" in parts else [],
            followers=_followers(effort) if "followers" in parts else [],
            tournaments=_tournaments(effort, notes) if "tournament" in parts else [],
            server=_server(effort, parts, notes),
            aims=_aims(folder, notes, quick=given.quick) if AIMS in parts else None,
            profile=_profile(notes, quick=given.quick) if PROFILE in parts else None,
            peers=_peers(folder, notes, quick=given.quick) if PEERS in parts else None,
        )
    _print(results)
    if {*parts} - {*APART, "engine" if folder else AIMS}:
        show(results, Console(width=130))
    if given.json:
        given.json.write_text(json.dumps(results.to_json(), indent=1) + "\n")
    failed = [row.errors for row in results.followers]
    failed += [row.errors for row in results.tournaments]
    failed += [run.errors for row in results.server for run in (row.server, row.echo)]
    apart = (results.aims, results.profile, results.peers)
    failed += [each.failures for each in apart if each is not None]
    return 1 if any(failed) else 0


def _compiled(notes: Console) -> str | None:
    """Return the folder of the compiled engine, and compile it if that is necessary. Return None if
    it cannot be compiled here."""
    # A late import: an installed program has no folder `deploy`.
    from deploy.compile_engine import CannotCompile, compiled

    notes.print("compiling the engine, if it has changed (about two minutes)")
    try:
        return str(compiled())
    except CannotCompile as error:
        notes.print(str(error))
        return None


def _peers_installed(parts: Sequence[str], notes: Console) -> bool:
    """Install the packages of the peers if they are to be measured. Return False if they cannot be
    installed here."""
    if PEERS in parts:
        try:
            peers_servers.install(notes.print)
        except peers_servers.CannotInstall as error:
            notes.print(str(error))
            return False
    return True


def _print(results: Results) -> None:
    """Print the results that are formatted as markdown."""
    if results.aims is not None:
        print(markdown(results.aims, results.machine, results.command))
    if results.profile is not None:
        print(profiles.markdown(results.profile, results.machine, results.command))
    if results.peers is not None:
        print(peers_report.markdown(results.peers, results.machine, results.command))
    if results.engines:
        print(compiled_comparison.markdown(results.engines))


def _engines(
    effort: plan.Effort, folder: str, notes: Console
) -> list[compiled_comparison.EnginesCost]:
    return compiled_comparison.measured(effort.plies, folder, notes.print)


def _aims(folder: str, notes: Console, *, quick: bool) -> Aims:
    effort = aims.QUICK if quick else aims.FULL
    with asyncio.Runner(loop_factory=machine.new_loop) as runner:
        return runner.run(measured(effort, folder, notes.print))


def _profile(notes: Console, *, quick: bool) -> Profile:
    loops = profiling.QUICK if quick else profiling.FULL
    with asyncio.Runner(loop_factory=machine.new_loop) as runner:
        return runner.run(profiling.measured(loops, notes.print))


def _peers(folder: str, notes: Console, *, quick: bool) -> Peers:
    loops = peers_run.QUICK if quick else peers_run.FULL
    with asyncio.Runner(loop_factory=machine.new_loop) as runner:
        return runner.run(peers_run.measured(loops, folder, notes.print))


def _client(effort: plan.Effort) -> list[client.ClientCost]:
    return [asyncio.run(client.measured(effort.client))]


def _boards(effort: plan.Effort) -> list[leaderboards.BoardCost]:
    with asyncio.Runner(loop_factory=machine.new_loop) as runner:
        return runner.run(leaderboards.measured(effort.board, effort.questions))


def _followers(effort: plan.Effort) -> list[followers.FollowersCost]:
    with asyncio.Runner(loop_factory=machine.new_loop) as runner:
        return [runner.run(followers.measured(*effort.followers))]


def _tournaments(effort: plan.Effort, notes: Console) -> list[tournament.TournamentCost]:
    rows = []
    for each in effort.tournaments:
        notes.print(f"a tournament of {each.contestants}, {each.rounds} rounds")
        with asyncio.Runner(loop_factory=machine.new_loop) as runner:
            rows.append(runner.run(tournament.measured(each)))
    return rows


def _server(effort: plan.Effort, parts: Sequence[str], notes: Console) -> list[plan.Compared]:
    """Measure the loads on the server. The part `evening` alone runs only the loads at people's
    pace."""
    if not {"server", "evening"} & set(parts):
        return []
    measure = plan.measure if "server" in parts else plan.measure_evenings
    with asyncio.Runner(loop_factory=machine.new_loop) as runner:
        return runner.run(measure(effort, notes.print))


if __name__ == "__main__":
    sys.exit(main())
