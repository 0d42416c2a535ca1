"""The commands `patience rivals`, `patience versus` and `patience streaks`."""

from typing import Annotated

import typer

from client_cli.commands.options import Json, Server, visit_of

app = typer.Typer()


@app.command()
def rivals(
    offset: Annotated[int, typer.Option(min=0, help="Leave out so many.")] = 0,
    rows: Annotated[int, typer.Option(min=1, max=100, help="At most so many.")] = 20,
    server: Server = None,
    as_json: Json = False,
) -> None:
    """Whom you have raced, and how it stands between you."""
    from client_cli.text_mode import rivals as text_mode_rivals

    text_mode_rivals.show_rivals(visit_of(server, as_json, plain=True), offset, rows)


@app.command()
def versus(
    name: Annotated[str, typer.Argument(metavar="NAME")],
    other: Annotated[str | None, typer.Argument(metavar="[OTHER]")] = None,
    server: Server = None,
    as_json: Json = False,
) -> None:
    """What two have done against each other, game by game."""
    from client_cli.text_mode import rivals as text_mode_rivals
    from client_cli.text_mode.server_command import checked_name

    against = None if other is None else checked_name(other)
    visit = visit_of(server, as_json, plain=True)
    text_mode_rivals.show_versus(visit, checked_name(name), against)


@app.command()
def streaks(
    name: Annotated[str | None, typer.Argument(metavar="[NAME]")] = None,
    server: Server = None,
    as_json: Json = False,
) -> None:
    """Games out in a row, yours or somebody's."""
    from client_cli.text_mode import rivals as text_mode_rivals
    from client_cli.text_mode.server_command import checked_name

    whose = None if name is None else checked_name(name)
    text_mode_rivals.show_streaks(visit_of(server, as_json, plain=True), whose)
