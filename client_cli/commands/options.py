"""Command-line options and arguments shared by all commands, and the objects made from them."""

from copy import copy
from typing import TYPE_CHECKING, Annotated, Any

import typer

from client_cli.commands import completion
from client_cli.commands.user import own_storage, voice_of
from protocol.texts import _

if TYPE_CHECKING:
    from client_cli.text_mode.server_command import ServerCommandContext

Server = Annotated[
    str | None,
    typer.Option("--server", metavar="ADDRESS", help=_("Default: PATIENCE_SERVER, else loopback.")),
]
Json = Annotated[bool, typer.Option("--json", help=_("For programs: one JSON object a line."))]
Plain = Annotated[bool, typer.Option("--plain", help=_("Line by line, also for screen readers."))]
Name = Annotated[
    str | None, typer.Option("--name", metavar="NAME", help=_("Your name; it is remembered."))
]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        "-o",
        metavar="K=V",
        help=_("An option of the game; may be repeated."),
        autocompletion=completion.game_options,
    ),
]
GameName = Annotated[
    str,
    typer.Argument(
        metavar="GAME", help=_("Such as aces-up; see: games."), autocompletion=completion.games
    ),
]
OfDifficulty = Annotated[
    str | None,
    typer.Option(
        "--difficulty",
        metavar="very-easy|easy|medium|hard|very-hard",
        help=_("With --winnable: how difficult the deal is."),
    ),
]
Room = Annotated[
    str,
    typer.Argument(
        metavar="CODE|LINK", help=_("Such as KQ7-4TX."), autocompletion=completion.rooms
    ),
]
Race = Annotated[
    str,
    typer.Argument(
        metavar="CODE|FILE",
        help=_("A race (KQ7-4TX or KQ7-4TX-2) or a record."),
        autocompletion=completion.races,
    ),
]


def command_context(server: str | None, as_json: bool, plain: bool) -> "ServerCommandContext":
    """Return the context (server, output, storage, screens) of a command that talks to a server.
    Its screens are None if the full screen cannot be used: if `--plain` or `--json` is given, or
    the terminal cannot show it. Raises Failure for an invalid address."""
    from client_cli.commands.full_screen import Screens
    from client_cli.net.addresses import server_address
    from client_cli.terminal.output import full_screen_fits
    from client_cli.text_mode.server_command import ServerCommandContext

    address = server_address(server)
    screens = Screens() if full_screen_fits(plain, as_json) else None
    return ServerCommandContext(address, voice_of(as_json), own_storage(), screens)


def with_plain(command: Any, known: Any = None) -> Any:
    """Add the option `--plain` to a command and all its subcommands, and return the command.
    Commands that only print lines ignore the option; they accept it so that users can always type
    it."""
    own = next((param for param in command.params if "--plain" in param.opts), None)
    known = known or own
    if own is None:
        unheard = copy(known)
        unheard.expose_value, unheard.hidden = False, True
        command.params.append(unheard)
    for each in getattr(command, "commands", {}).values():
        with_plain(each, known)
    return command
