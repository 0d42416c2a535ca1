"""The command `patience daily`: the daily deals."""

from typing import Annotated

import typer

from client_cli.commands.options import Json, Plain, Server, visit_of

app = typer.Typer()
Which = Annotated[
    str | None, typer.Argument(metavar="[sprint|long|board]", help="Nothing: what there is.")
]
Of = Annotated[str, typer.Argument(metavar="[sprint|long|NAME]", help="Whose board.")]


@app.command()
def daily(
    which: Which = None,
    of: Of = "sprint",
    server: Server = None,
    plain: Plain = False,
    as_json: Json = False,
) -> None:
    """The deals of the day, the same for everybody.

    A sprint and a long game, one try each.
    """
    from client_cli.text_mode import daily as days

    visit = visit_of(server, as_json, plain)
    if which is None:
        days.show(visit)
    elif which == "board":
        days.board(visit, of)
    else:
        days.attempt(visit, which)
