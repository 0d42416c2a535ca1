"""`python -m bench`: measure the engine, the styles of state, the client, leaderboards, tournaments
and the server; print a table."""

import argparse
import asyncio
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from bench import boards, client, engine, followers, machine, plan, state_style, tournament
from bench.report import Results, show

PARTS = ("engine", "state", "client", "boards", "followers", "tournament", "server", "evening")


def main() -> int:
    """Measure and print; 1 if the server turned down anything it should not have."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)}; or all")
    parser.add_argument("--quick", action="store_true", help="seconds instead of minutes; rough")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there as well")
    given = parser.parse_args()
    strange = [part for part in given.parts if part not in PARTS]
    if strange:
        parser.error(f"there is no part {strange[0]}; there are {', '.join(PARTS)}")
    parts = given.parts or PARTS
    effort = plan.QUICK if given.quick else plan.FULL
    notes = Console(stderr=True)
    with machine.other_cores():
        results = Results(
            command=" ".join(["python -m bench", *sys.argv[1:]]),
            machine=machine.described(),
            engine=engine.measured(effort.plies) if "engine" in parts else [],
            state_style=state_style.measured(effort.plies) if "state" in parts else [],
            client=_client(effort) if "client" in parts else [],
            boards=_boards(effort) if "boards" in parts else [],
            followers=_followers(effort) if "followers" in parts else [],
            tournaments=_tournaments(effort, notes) if "tournament" in parts else [],
            server=_server(effort, parts, notes),
        )
    show(results, Console(width=130))
    if given.json:
        given.json.write_text(json.dumps(results.to_json(), indent=1) + "\n")
    failed = [row.errors for row in results.followers]
    failed += [row.errors for row in results.tournaments]
    failed += [run.errors for row in results.server for run in (row.server, row.echo)]
    return 1 if any(failed) else 0


def _client(effort: plan.Effort) -> list[client.ClientCost]:
    return [asyncio.run(client.measured(effort.client))]


def _boards(effort: plan.Effort) -> list[boards.BoardCost]:
    with asyncio.Runner(loop_factory=machine.new_loop) as runner:
        return runner.run(boards.measured(effort.board, effort.questions))


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
    """The server's loads; `evening` alone measures those of many at their own pace."""
    if not {"server", "evening"} & set(parts):
        return []
    measure = plan.measure if "server" in parts else plan.measure_evenings
    with asyncio.Runner(loop_factory=machine.new_loop) as runner:
        return runner.run(measure(effort, notes.print))


if __name__ == "__main__":
    sys.exit(main())
