"""The command `patience doctor`, whose output belongs into a report of a fault."""

import typer

from client_cli.commands.options import Json, Server
from client_cli.commands.user import own_storage, voice_of
from protocol.texts import _

app = typer.Typer()


@app.command(
    help=_(
        "Check this program, this computer and the server.\n\n"
        "Put what it prints into a report of a fault. It contains no names and no codes."
    )
)
def doctor(server: Server = None, as_json: Json = False) -> None:
    from client_cli.net.addresses import server_address
    from client_cli.text_mode.doctor import examine

    examine(voice_of(as_json), own_storage(), server_address(server))
