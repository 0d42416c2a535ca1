"""The commands `patience rivals`, `patience versus`, `patience together` and `patience streaks`."""

from pathlib import Path
from typing import Annotated

import typer

from client_cli.commands.options import Json, Server, command_context
from protocol.texts import _

app = typer.Typer()


@app.command(help=_("Whom you have raced, and how it stands between you."))
def rivals(
    offset: Annotated[int, typer.Option(min=0, help=_("Leave out so many."))] = 0,
    rows: Annotated[int, typer.Option(min=1, max=100, help=_("At most so many."))] = 20,
    server: Server = None,
    as_json: Json = False,
) -> None:
    from client_cli.text_mode import rivals as text_mode_rivals

    text_mode_rivals.show_rivals(command_context(server, as_json, plain=True), offset, rows)


@app.command(help=_("What two have done against each other, game by game."))
def versus(
    name: Annotated[str, typer.Argument(metavar="NAME")],
    other: Annotated[str | None, typer.Argument(metavar="[OTHER]")] = None,
    server: Server = None,
    as_json: Json = False,
) -> None:
    from client_cli.text_mode import rivals as text_mode_rivals
    from client_cli.text_mode.server_command import checked_name

    against = None if other is None else checked_name(other)
    context = command_context(server, as_json, plain=True)
    text_mode_rivals.show_versus(context, checked_name(name), against)


@app.command(help=_("What you and these people have raced together."))
def together(
    names: Annotated[list[str], typer.Argument(metavar="NAME...")],
    nobody_else: Annotated[
        bool, typer.Option("--nobody-else", help=_("Only races in which nobody else was."))
    ] = False,
    offset: Annotated[int, typer.Option(min=0, help=_("Leave out so many races."))] = 0,
    rows: Annotated[int, typer.Option(min=1, max=100, help=_("At most so many races."))] = 20,
    export: Annotated[
        Path | None, typer.Option(metavar="FILE", help=_("Write all of it as JSON."))
    ] = None,
    server: Server = None,
    as_json: Json = False,
) -> None:
    from client_cli.features.together import People
    from client_cli.text_mode import together as text_mode_together
    from client_cli.text_mode.server_command import checked_name

    context = command_context(server, as_json, plain=True)
    people = People(tuple(map(checked_name, names)), nobody_else)
    if export is None:
        text_mode_together.show_together(context, people, offset, rows)
    else:
        text_mode_together.export_together(context, people, export)


@app.command(help=_("Games solved in a row, yours or somebody's."))
def streaks(
    name: Annotated[str | None, typer.Argument(metavar="[NAME]")] = None,
    server: Server = None,
    as_json: Json = False,
) -> None:
    from client_cli.text_mode import rivals as text_mode_rivals
    from client_cli.text_mode.server_command import checked_name

    whose = None if name is None else checked_name(name)
    text_mode_rivals.show_streaks(command_context(server, as_json, plain=True), whose)
