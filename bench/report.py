"""Print the results as tables in the terminal."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from bench.aims.run import Aims
from bench.client import ClientCost
from bench.compiled_comparison import EnginesCost
from bench.engine import EngineCost
from bench.followers import FollowersCost
from bench.leaderboards import BoardCost
from bench.meter import Delays
from bench.peers.run import Peers
from bench.plan import Compared
from bench.profile.run import Profile
from bench.state_style import StyleCost
from bench.timing import Cost
from bench.tournament import Spread, TournamentCost


class Results(NamedTuple):
    """The results of one run. A part that was not measured is empty or None."""

    command: str
    machine: Mapping[str, str]
    engine: list[EngineCost]
    engines: list[EnginesCost]
    state_style: list[StyleCost]
    client: list[ClientCost]
    boards: list[BoardCost]
    followers: list[FollowersCost]
    tournaments: list[TournamentCost]
    server: list[Compared]
    aims: Aims | None
    profile: Profile | None
    peers: Peers | None

    def to_json(self) -> dict[str, object]:
        return {
            "command": self.command,
            "machine": dict(self.machine),
            "engine": [_row(row) for row in self.engine],
            "engines": [row._asdict() for row in self.engines],
            "state_style": [_row(row) for row in self.state_style],
            "client": [row.to_json() for row in self.client],
            "boards": [_row(row) for row in self.boards],
            "followers": [_row(row) for row in self.followers],
            "tournaments": [row.to_json() for row in self.tournaments],
            "server": [row.to_json() for row in self.server],
            "aims": self.aims and self.aims.to_json(),
            "profile": self.profile and self.profile.to_json(),
            "peers": self.peers and self.peers.to_json(),
        }


def _row(row: EngineCost | StyleCost | BoardCost | FollowersCost) -> dict[str, object]:
    return {
        name: value._asdict() if isinstance(value, Cost | Delays) else value
        for name, value in row._asdict().items()
    }


def show(results: Results, console: Console) -> None:
    console.print(", ".join(f"{name} {value}" for name, value in results.machine.items()))
    console.print(f"command: {results.command}")
    if results.engine:
        console.print(_engine(results.engine))
    if results.state_style:
        console.print(_state_style(results.state_style))
    for cost in results.client:
        _client(cost, console)
    if results.boards:
        console.print(_boards(results.boards))
    if results.followers:
        console.print(_followers(results.followers))
    if results.tournaments:
        console.print(_tournaments(results.tournaments))
        console.print(_phases(results.tournaments))
    if results.server:
        console.print(_server(results.server))
        for row in results.server:
            _watched(row, console)
        _errors(results.server, console)


def _engine(rows: Iterable[EngineCost]) -> Table:
    table = _table(
        "Engine, µs a call: median (90 % below)",
        (
            "game",
            "move as served",
            "play alone",
            "legal moves",
            "view",
            "view, json.dumps",
            "moves/s",
        ),
    )
    for row in rows:
        costs = (row.move, row.play, row.legal, row.view, row.view_json)
        table.add_row(row.game, *map(_cost, costs), f"{row.moves_per_s:,}")
    return table


def _state_style(rows: Iterable[StyleCost]) -> Table:
    table = _table(
        "Styles of state, µs: median (90 % below)",
        ("move", "style", "play", "changed piles", "take back", "copy"),
    )
    for row in rows:
        costs = (row.play, row.changed, row.back, row.copy)
        table.add_row(row.move, row.style, *map(_cost, costs))
    return table


def _client(cost: ClientCost, console: Console) -> None:
    table = _table(
        "The full screen: ms from a key to the changed screen, drawn 60 times a second",
        ("table", "median", "99 % below", "CPU ms a key"),
    )
    for row in cost.keys:
        table.add_row(row.game, *(f"{ms:.1f}" for ms in (row.median, row.p99, row.cpu)))
    console.print(table)
    best, middle = cost.starts_s[0], cost.starts_s[len(cost.starts_s) // 2]
    cpu = f"{cost.start_cpu_s:.2f} s of CPU"
    console.print(f"start to home: {best:.2f} s at best, {middle:.2f} in the middle, {cpu}")
    for what, part in cost.idle.items():
        console.print(f"at rest at {what}: {part:.2%} of a core")
    console.print(f"{cost.moves:,} moves leave {cost.growth / 2**20:.1f} MiB behind")


def _boards(rows: Iterable[BoardCost]) -> Table:
    table = _table(
        "A leaderboard, µs with the way to the store: median (90 % below)",
        ("question", "ours", "bare command", "bare"),
    )
    for row in rows:
        table.add_row(row.what, _cost(row.ours), row.command, _cost(row.bare))
    return table


def _followers(rows: Iterable[FollowersCost]) -> Table:
    table = _table(
        "Followers of one leaderboard: updates a second each, ms from a result to its update",
        ("followers", "results/s", "least", "most", "p50 ms", "p90", "p99", "max", "core", "MiB"),
    )
    for row in rows:
        table.add_row(
            f"{row.followers:,}",
            f"{row.results_per_s:.0f}",
            f"{row.least:.2f}",
            f"{row.most:.2f}",
            *(f"{ms:.0f}" for ms in row.delay_ms),
            f"{row.cpu:.0%}",
            f"{row.rss / 2**20:.0f}",
        )
        for what, times in row.errors.items():
            table.add_row(f"error: {what}, {times} times")
    return table


def _tournaments(rows: Iterable[TournamentCost]) -> Table:
    table = _table(
        "Tournaments, ms: the middle round (the worst)",
        (
            *("contestants", "rounds", "others", "apart", "after zero", "table told", "seated"),
            *("MB/s", "behind", "server MiB", "store MiB", "load"),
        ),
    )
    for row in rows:
        table.add_row(
            f"{row.contestants:,}",
            str(row.rounds),
            str(row.others),
            *map(_spread, (row.apart, row.late, row.standings, row.seated)),
            f"{row.busiest / 1e6:.1f}",
            str(row.behind),
            f"{row.server_peak / 2**20:.0f}",
            f"{row.store_peak / 2**20:.0f}",
            f"{row.load:.1f}",
        )
        for what, times in row.errors.items():
            table.add_row(f"error: {what}, {times} times")
    return table


def _phases(rows: Iterable[TournamentCost]) -> Table:
    table = _table(
        "What they cost: CPU ms a contestant, in all rounds of a phase together",
        ("contestants", "phase", "seconds", "server ms", "store ms", "messages", "KB"),
    )
    for row in rows:
        for name, phase in row.phases.items():
            each = row.contestants
            table.add_row(
                f"{each:,} x {row.rounds}",
                name,
                f"{phase.took_s:.1f}",
                f"{1000 * phase.server_s / each:.2f}",
                f"{1000 * phase.store_s / each:.2f}",
                f"{phase.messages / each:,.0f}",
                f"{phase.bytes / each / 1000:,.1f}",
            )
    return table


def _spread(spread: Spread) -> str:
    return f"{spread.median:.0f} ({spread.worst:.0f})"


def _server(rows: Iterable[Compared]) -> Table:
    table = _table(
        "Server beside a bare websockets echo of the same sizes, one core each, medians",
        ("load", "of", "messages/s", "p50 ms", "p90", "p99", "max", "server µs", "store µs", "MiB"),
    )
    for row in rows:
        for name, run in (("server", row.server), ("echo", row.echo)):
            pace = f", {run.rate:,}/s" if run.rate else ""
            rss = run.server_rss
            table.add_row(
                f"{row.name}{pace}" if name == "server" else "",
                name,
                f"{run.per_s:,.0f}",
                *(f"{ms:.2f}" for ms in run.delay_ms),
                _figure(run.server_us),
                _figure(run.store_us),
                "-" if rss is None else f"{rss / 2**20:.0f}",
            )
        table.add_row("", "ratio", *_ratios(row), end_section=True)
    return table


def _ratios(row: Compared) -> tuple[str, ...]:
    """Return the cells of a row of ratios. A paced load is compared by delay, a closed loop by
    rate; both by CPU, the store included."""
    cells: tuple[str, ...]
    if row.server.rate is None:
        cells = (f"{row.ratio:.2f}", "", "", "", "")
    else:
        pairs = zip(row.server.delay_ms, row.echo.delay_ms, strict=True)
        cells = ("", *(f"x {ours / theirs:.1f}" if theirs else "-" for ours, theirs in pairs))
    return (*cells, "-" if row.cpu_ratio is None else f"{row.cpu_ratio:.2f}")


def _watched(row: Compared, console: Console) -> None:
    told = row.server.watch_ms
    if told is not None:
        console.print(
            f"{row.name}: a watcher sees a move {told.p50:.0f} ms after its acknowledgement"
            f" (p90 {told.p90:.0f}, p99 {told.p99:.0f}, at most {told.most:.0f})"
        )


def _errors(rows: Iterable[Compared], console: Console) -> None:
    for row in rows:
        for run in (row.server, row.echo):
            for what, times in run.errors.items():
                console.print(f"error in {row.name}: {what}, {times} times", style="red")


def _table(title: str, columns: Iterable[str]) -> Table:
    table = Table(title=title, title_justify="left")
    for i, column in enumerate(columns):
        table.add_column(column, justify="left" if i == 0 or column in ("of", "style") else "right")
    return table


def _cost(cost: Cost) -> str:
    return f"{cost.median:.1f} ({cost.p90:.1f})" if cost.p90 else "0"


def _figure(value: float | None) -> str:
    return "-" if value is None else f"{value:.1f}"
