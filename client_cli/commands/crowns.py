"""The commands `patience crown`, `patience crown race` and `patience crowns`."""

from pathlib import Path
from typing import Annotated

import typer

from client_cli.commands.options import Json, Options, Plain, Server, visit_of

app = typer.Typer(help="Your run for the Triple or the Quintuple Crown.")
race_app = typer.Typer(help="Crown races: several candidates, the same five deals.")
app.add_typer(race_app, name="race")
roll_app = typer.Typer(help="The roll of honour: every crown that was won.")

Code = Annotated[str, typer.Argument(metavar="CODE", help="Of a crown race, such as KQ7-4TX.")]
Live = Annotated[bool, typer.Option("--live", help="Go on: changes as they happen.")]


@app.command()
def start(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="[GAME|triple|quintuple]",
            help="Nothing: the quickest you have not won; a crown tells its rules first.",
        ),
    ] = None,
    option: Options = None,
    server: Server = None,
    plain: Plain = False,
    as_json: Json = False,
) -> None:
    """Play one of the five great games, alone and at once."""
    from client_cli.text_mode import crowns as text_mode_crowns

    text_mode_crowns.start(visit_of(server, as_json, plain), game, option or [])


@app.command()
def status(live: Live = False, server: Server = None, as_json: Json = False) -> None:
    """What you have won on the trot, and your breaks left."""
    from client_cli.text_mode import crowns as text_mode_crowns

    visit = visit_of(server, as_json, plain=True)
    (text_mode_crowns.live if live else text_mode_crowns.status)(visit)


@app.command("break")
def take_break(server: Server = None, as_json: Json = False) -> None:
    """Go to the room without a telephone.

    Your board is covered, wherever you play.
    """
    from client_cli.text_mode import crowns as text_mode_crowns

    text_mode_crowns.take_break(visit_of(server, as_json, plain=True))


@app.command()
def resume(server: Server = None, plain: Plain = False, as_json: Json = False) -> None:
    """Back to the game in progress, and from a break."""
    from client_cli.text_mode import crowns as text_mode_crowns

    text_mode_crowns.resume(visit_of(server, as_json, plain))


@app.command("give-up")
def give_up(server: Server = None, as_json: Json = False) -> None:
    """Give up the run; a game in progress goes on."""
    from client_cli.text_mode import crowns as text_mode_crowns

    text_mode_crowns.give_up(visit_of(server, as_json, plain=True))


# Crown races. ---------------------------------------------------------------------------------


@race_app.command("open")
def open_race(
    order: Annotated[
        str | None, typer.Option(metavar="A,B,C,D,E", help="The five games in another order.")
    ] = None,
    server: Server = None,
    as_json: Json = False,
) -> None:
    """Open a crown race, and take part."""
    from client_cli.features import crown_races
    from client_cli.text_mode import crown_races as text_mode_crown_races

    games = None if order is None else crown_races.order_of(order)
    text_mode_crown_races.ask(visit_of(server, as_json, plain=True), crown_races.opening(games))


@race_app.command()
def join(code: Code, server: Server = None, as_json: Json = False) -> None:
    """Take part, before it starts."""
    from client_cli.features import crown_races
    from client_cli.text_mode import crown_races as text_mode_crown_races

    making = crown_races.joining(crown_races.code_of(code))
    text_mode_crown_races.ask(visit_of(server, as_json, plain=True), making)


@race_app.command("start")
def start_race(code: Code, server: Server = None, as_json: Json = False) -> None:
    """Whoever opened it: let everybody set off."""
    from client_cli.features import crown_races
    from client_cli.text_mode import crown_races as text_mode_crown_races

    making = crown_races.starting(crown_races.code_of(code))
    text_mode_crown_races.ask(visit_of(server, as_json, plain=True), making)


@race_app.command()
def play(code: Code, server: Server = None, plain: Plain = False, as_json: Json = False) -> None:
    """Play the deal you have come to."""
    from client_cli.features import crown_races
    from client_cli.text_mode import crown_races as text_mode_crown_races

    text_mode_crown_races.sit(visit_of(server, as_json, plain), crown_races.code_of(code))


@race_app.command("status")
def race_status(
    code: Code, live: Live = False, server: Server = None, as_json: Json = False
) -> None:
    """How everybody stands."""
    from client_cli.features import crown_races
    from client_cli.text_mode import crown_races as text_mode_crown_races

    visit, named = visit_of(server, as_json, plain=True), crown_races.code_of(code)
    if live:
        text_mode_crown_races.live(visit, named)
    else:
        text_mode_crown_races.ask(visit, crown_races.seeing(named))


@race_app.command("quit")
def quit_race(code: Code, server: Server = None, as_json: Json = False) -> None:
    """Take part no more; a game in progress goes on."""
    from client_cli.features import crown_races
    from client_cli.text_mode import crown_races as text_mode_crown_races

    making = crown_races.quitting(crown_races.code_of(code))
    text_mode_crown_races.ask(visit_of(server, as_json, plain=True), making)


# The roll of honour. --------------------------------------------------------------------------


@roll_app.callback(invoke_without_command=True)
def crowns(
    context: typer.Context,
    offset: Annotated[int, typer.Option(min=0, help="Leave out so many.")] = 0,
    rows: Annotated[int, typer.Option(min=1, max=100, help="At most so many.")] = 20,
    server: Server = None,
    as_json: Json = False,
) -> None:
    """The roll of honour: every crown that was won, the oldest first."""
    if context.invoked_subcommand is None:
        from client_cli.text_mode import crowns as text_mode_crowns

        text_mode_crowns.roll(visit_of(server, as_json, plain=True), offset, rows)


@roll_app.command()
def certificate(
    crown: Annotated[
        str, typer.Argument(metavar="NUMBER|last", help="Of the roll, or your latest.")
    ] = "last",
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="Where to write it.")
    ] = None,
    server: Server = None,
    as_json: Json = False,
) -> None:
    """Write a crown's certificate, an SVG to hang up."""
    from client_cli.text_mode import crowns as text_mode_crowns

    text_mode_crowns.certificate(visit_of(server, as_json, plain=True), crown, output)
