"""The command `patience daily`: the daily deals."""

from typing import Annotated

import typer

from client_cli.commands.options import Json, Plain, Server, command_context
from protocol.texts import _

app = typer.Typer()
Which = Annotated[
    str | None, typer.Argument(metavar="[sprint|long|board]", help=_("Nothing: what there is."))
]
Of = Annotated[str, typer.Argument(metavar="[sprint|long|NAME]", help=_("Whose board."))]


@app.command(
    help=_(
        "The deals of the day, the same for everybody.\n\nA sprint and a long game, one try each."
    )
)
def daily(
    which: Which = None,
    of: Of = "sprint",
    server: Server = None,
    plain: Plain = False,
    as_json: Json = False,
) -> None:
    from client_cli.text_mode import daily as days

    context = command_context(server, as_json, plain)
    if which is None:
        days.show(context)
    elif which == "board":
        days.board(context, of)
    else:
        days.attempt(context, which)
