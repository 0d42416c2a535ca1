"""The commands `patience rivals`, `patience versus` and `patience streaks`."""

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
