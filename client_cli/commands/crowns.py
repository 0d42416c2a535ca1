"""The commands `patience crown`, `patience crown race` and `patience crowns`."""

from pathlib import Path
from typing import Annotated

import typer

from client_cli.commands.options import Json, Options, Plain, Server, command_context
from protocol.texts import _

app = typer.Typer(help=_("Your run for the Triple or the Quintuple Crown."))
race_app = typer.Typer(help=_("Crown races: several candidates, the same five deals."))
app.add_typer(race_app, name="race")
roll_app = typer.Typer(help=_("The roll of honour: every crown that was won."))

Code = Annotated[str, typer.Argument(metavar="CODE", help=_("Of a crown race, such as KQ7-4TX."))]
CodeOrLast = Annotated[
    str | None,
    typer.Argument(metavar="[CODE]", help=_("Of a crown race; default: the one you take part in.")),
]
Live = Annotated[bool, typer.Option("--live", help=_("Go on: changes as they happen."))]


@app.command(help=_("Play one of the five great games, alone and at once."))
def start(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="[GAME|triple|quintuple]",
            help=_("Nothing: the quickest you have not won; a crown tells its rules first."),
        ),
    ] = None,
    option: Options = None,
    server: Server = None,
    plain: Plain = False,
    as_json: Json = False,
) -> None:
    from client_cli.text_mode.crowns import crowns as text_mode_crowns

    text_mode_crowns.start(command_context(server, as_json, plain), game, option or [])


@app.command(help=_("What you have won in a row, and your breaks left."))
def status(live: Live = False, server: Server = None, as_json: Json = False) -> None:
    from client_cli.text_mode.crowns import crowns as text_mode_crowns

    context = command_context(server, as_json, plain=True)
    (text_mode_crowns.live if live else text_mode_crowns.status)(context)


@app.command(
    "break",
    help=_("Go to the room without a telephone.\n\nYour board is covered, wherever you play."),
)
def take_break(server: Server = None, as_json: Json = False) -> None:
    from client_cli.text_mode.crowns import crowns as text_mode_crowns

    text_mode_crowns.take_break(command_context(server, as_json, plain=True))


@app.command(help=_("Back to the game in progress, and from a break."))
def resume(server: Server = None, plain: Plain = False, as_json: Json = False) -> None:
    from client_cli.text_mode.crowns import crowns as text_mode_crowns

    text_mode_crowns.resume(command_context(server, as_json, plain))


@app.command("give-up", help=_("Give up the run; a game in progress goes on."))
def give_up(server: Server = None, as_json: Json = False) -> None:
    from client_cli.text_mode.crowns import crowns as text_mode_crowns

    text_mode_crowns.give_up(command_context(server, as_json, plain=True))


# Crown races. ---------------------------------------------------------------------------------


@race_app.command("open", help=_("Open a crown race, and take part."))
def open_race(
    order: Annotated[
        str | None, typer.Option(metavar="A,B,C,D,E", help=_("The five games in another order."))
    ] = None,
    server: Server = None,
    as_json: Json = False,
) -> None:
    from client_cli.features import crown_races
    from client_cli.text_mode.crowns import crown_races as text_mode_crown_races

    games = None if order is None else crown_races.order_of(order)
    text_mode_crown_races.ask(
        command_context(server, as_json, plain=True), crown_races.opening(games)
    )


@race_app.command(help=_("Take part, before it starts."))
def join(code: Code, server: Server = None, as_json: Json = False) -> None:
    from client_cli.features import crown_races
    from client_cli.text_mode.crowns import crown_races as text_mode_crown_races

    making = crown_races.joining(crown_races.code_of(code))
    text_mode_crown_races.ask(command_context(server, as_json, plain=True), making)


@race_app.command("start", help=_("Whoever opened it: let everybody set off."))
def start_race(code: Code, server: Server = None, as_json: Json = False) -> None:
    from client_cli.features import crown_races
    from client_cli.text_mode.crowns import crown_races as text_mode_crown_races

    making = crown_races.starting(crown_races.code_of(code))
    text_mode_crown_races.ask(command_context(server, as_json, plain=True), making)


@race_app.command(help=_("Play the deal you have come to."))
def play(
    code: CodeOrLast = None, server: Server = None, plain: Plain = False, as_json: Json = False
) -> None:
    from client_cli.features import crown_races
    from client_cli.text_mode.crowns import crown_races as text_mode_crown_races

    context = command_context(server, as_json, plain)
    named = crown_races.code_or_last(code, context.storage, context.server)
    text_mode_crown_races.sit(context, named)


@race_app.command("status", help=_("How everybody stands."))
def race_status(
    code: CodeOrLast = None, live: Live = False, server: Server = None, as_json: Json = False
) -> None:
    from client_cli.features import crown_races
    from client_cli.text_mode.crowns import crown_races as text_mode_crown_races

    context = command_context(server, as_json, plain=True)
    named = crown_races.code_or_last(code, context.storage, context.server)
    if live:
        text_mode_crown_races.live(context, named)
    else:
        text_mode_crown_races.ask(context, crown_races.seeing(named))


@race_app.command("quit", help=_("Take part no more; a game in progress goes on."))
def quit_race(code: Code, server: Server = None, as_json: Json = False) -> None:
    from client_cli.features import crown_races
    from client_cli.text_mode.crowns import crown_races as text_mode_crown_races

    making = crown_races.quitting(crown_races.code_of(code))
    text_mode_crown_races.ask(command_context(server, as_json, plain=True), making)


# The roll of honour. --------------------------------------------------------------------------


@roll_app.callback(invoke_without_command=True)
def crowns(
    context: typer.Context,
    offset: Annotated[int, typer.Option(min=0, help=_("Leave out so many."))] = 0,
    rows: Annotated[int, typer.Option(min=1, max=100, help=_("At most so many."))] = 20,
    server: Server = None,
    as_json: Json = False,
) -> None:
    """The roll of honour: every crown that was won, the oldest first."""
    if context.invoked_subcommand is None:
        from client_cli.text_mode.crowns import crowns as text_mode_crowns

        text_mode_crowns.roll(command_context(server, as_json, plain=True), offset, rows)


@roll_app.command(help=_("Write a crown's certificate, an SVG to hang up."))
def certificate(
    crown: Annotated[
        str, typer.Argument(metavar="NUMBER|last", help=_("Of the roll, or your latest."))
    ] = "last",
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help=_("Where to write it."))
    ] = None,
    server: Server = None,
    as_json: Json = False,
) -> None:
    from client_cli.text_mode.crowns import crowns as text_mode_crowns

    text_mode_crowns.certificate(command_context(server, as_json, plain=True), crown, output)
