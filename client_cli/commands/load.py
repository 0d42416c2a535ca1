"""The command `patience load`: the load generator."""

from pathlib import Path
from typing import Annotated

import typer

from client_cli.commands.options import Plain, Server
from protocol.texts import _

app = typer.Typer()


@app.command(
    help=_(
        "Put races of bots on a server and measure it.\n\n"
        "Ctrl-C ends it early, in order. Exit code 1: a move was lost, or a race did not end"
        " well."
    )
)
def load(  # noqa: PLR0913 # one for each word of the command line
    races: Annotated[int, typer.Option(min=1, max=100_000, help=_("Races at the same time."))] = 10,
    contestants: Annotated[int, typer.Option(min=1, max=500, help=_("Of each race."))] = 4,
    game: Annotated[
        str, typer.Option(metavar="mix|all|GAME,...", help=_("Races take them in turn."))
    ] = "mix",
    think: Annotated[
        str | None,
        typer.Option(
            metavar="[SHAPE:]TIME",
            help=_("As lognormal:2s, uniform:1s, constant:0."),
        ),
    ] = None,
    rate: Annotated[
        float | None,
        typer.Option(min=0.01, help=_("Moves a second in all; sets the thinking time.")),
    ] = None,
    ramp: Annotated[str, typer.Option(metavar="TIME", help=_("Races begin over so long."))] = "5s",
    seconds: Annotated[str, typer.Option(metavar="TIME", help=_("How long to measure."))] = "30s",
    watchers: Annotated[int, typer.Option(min=0, max=10_000, help=_("Spectators a race."))] = 0,
    slow: Annotated[
        int, typer.Option(min=0, max=10_000, help=_("Spectators a race who hardly read."))
    ] = 0,
    storm: Annotated[
        str | None,
        typer.Option(metavar="PERCENT/TIME", help=_("So many lines cut at once: 20/30s.")),
    ] = None,
    processes: Annotated[
        int, typer.Option(min=1, max=64, help=_("Processes of the load generator."))
    ] = 1,
    verify: Annotated[
        bool, typer.Option("--verify", help=_("Play every record again at the end."))
    ] = False,
    wait: Annotated[str, typer.Option(metavar="TIME", help=_("For races to end."))] = "60s",
    metrics: Annotated[
        str | None, typer.Option(metavar="URL", help=_("The server's own, if not at its address."))
    ] = None,
    seed: Annotated[int, typer.Option(help=_("Another one makes other moves."))] = 0,
    to_json: Annotated[
        str | None,
        typer.Option("--json", metavar="FILE", help=_("Write all figures; - prints them.")),
    ] = None,
    to_svg: Annotated[
        Path | None, typer.Option("--svg", metavar="FILE", help=_("Draw them over time."))
    ] = None,
    server: Server = None,
    plain: Plain = False,
) -> None:
    from client_cli.load import plan
    from client_cli.load.command import LoadOutput, load
    from client_cli.net.addresses import server_address

    made = plan.LoadPlan(
        url=server_address(server),
        games=plan.games(game),
        races=races,
        contestants=contestants,
        think=plan.think(think, rate, races * contestants),
        ramp_s=plan.seconds(ramp, "--ramp"),
        seconds=plan.seconds(seconds, "--seconds"),
        watchers=watchers,
        slow=slow,
        storm=plan.storm(storm),
        verify=verify,
        wait_s=plan.seconds(wait, "--wait"),
        seed=seed,
    )
    raise typer.Exit(load(made, processes, metrics, LoadOutput(to_json, to_svg, plain)))
