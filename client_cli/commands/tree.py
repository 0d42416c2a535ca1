"""The tree of all commands of `patience`, and the function that runs a command line by it.

Most modules are imported inside the functions that use them, so that `patience --help` is fast.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated

import typer
from typer.core import TyperGroup
from typer.exceptions import TyperException

from client_cli.commands import (
    account,
    admin,
    calls,
    completion,
    crowns,
    daily,
    doctor,
    leaderboards,
    leisure,
    load,
    races,
    records,
    rivals,
    solo,
    tournaments,
)
from client_cli.commands.help_group import EPILOG, TeachingGroup
from client_cli.commands.options import GameName, Json, Options, Plain, with_plain
from client_cli.commands.user import own_storage, voice_of
from client_cli.exit_codes import DONE, Failure
from protocol.texts import _

app = typer.Typer(
    cls=TeachingGroup,
    help=_("Patience on the same deal as your friends, at the same moment."),
    epilog=EPILOG,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
protocol_app = typer.Typer(help=_("What servers and clients say to each other."))
app.add_typer(protocol_app, name="protocol")
bench_app = typer.Typer(help=_("How the games come out when machines play them."))
app.add_typer(bench_app, name="bench")
app.add_typer(admin.app, name="admin")
app.add_typer(solo.app)
app.add_typer(races.app)
app.add_typer(records.app)
app.add_typer(account.app)
app.add_typer(daily.app)
app.add_typer(leaderboards.app)
app.add_typer(crowns.app, name="crown")
app.add_typer(crowns.roll_app, name="crowns")
app.add_typer(leisure.app, name="leisure")
app.add_typer(tournaments.app, name="tournament")
app.add_typer(rivals.app)
app.add_typer(calls.app)
app.add_typer(load.app)
app.add_typer(doctor.app)


def _print_version(asked: bool) -> None:
    """If `asked`, print the versions of the program and of its protocol, and exit."""
    if asked:
        from importlib.metadata import version

        from protocol import VERSION

        print(f"patience {version('crown-patience')}, protocol {VERSION}")  # not a text
        raise typer.Exit


Version = Annotated[
    bool,
    typer.Option(
        "--version",
        "-V",
        callback=_print_version,
        is_eager=True,
        help=_("Show the version and exit."),
    ),
]


@app.callback(invoke_without_command=True)
def home(context: typer.Context, plain: Plain = False, version: Version = False) -> None:  # noqa: ARG001
    """Patience on the same deal as your friends, at the same moment."""
    if context.invoked_subcommand is None:
        from client_cli.commands.home import open_home

        open_home(voice_of(False), own_storage(), plain, context.obj)


@app.command(help=_("Run a server."))
def serve(
    host: Annotated[str | None, typer.Option(help=_("Where to listen. Default: loopback."))] = None,
    port: Annotated[int | None, typer.Option(min=0, max=65_535)] = None,
    data_dir: Annotated[Path | None, typer.Option(help=_("Where the built-in store is."))] = None,
    until_empty: Annotated[
        float | None, typer.Option(min=0, help=_("Stop so many seconds after the last has left."))
    ] = None,
    workers: Annotated[int | None, typer.Option(min=1, help=_("So many processes."))] = None,
) -> None:
    from client_cli.net.server_process import serve

    given = {
        "--host": host,
        "--port": port,
        "--data-dir": data_dir,
        "--until-empty": until_empty,
        "--workers": workers,
    }
    words = [word for name, value in given.items() if value is not None for word in (name, value)]
    raise typer.Exit(serve([str(word) for word in words]))


@app.command(help=_("Drive the engine: a JSON object a line in, one a line out."))
def engine() -> None:
    from client_cli.text_mode.offline import drive_engine

    drive_engine()


@bench_app.command("play", help=_("Play many deals by machine: wins, progress, speed."))
def bench_play(
    game: GameName,
    deals: Annotated[int, typer.Option(min=1, help=_("Deals 1 to this number."))] = 1000,
    player: Annotated[str, typer.Option(metavar="random|greedy|tips|ahead")] = "greedy",
    most_moves: Annotated[int, typer.Option(min=1, help=_("Then a deal is given up."))] = 600,
    option: Options = None,
    as_json: Json = False,
) -> None:
    from client_cli.solo.simulation import play_deals
    from client_cli.terminal.game_input import chosen_game
    from engine.computer_players.player import PLAYERS

    if player not in PLAYERS:
        raise Failure.usage(
            _(
                "A player is one of {players}, not {player}.",
                players=", ".join(PLAYERS),
                player=repr(player[:20]),
            )
        )
    play_deals(chosen_game(game, option or []), player, deals, most_moves, voice_of(as_json))


@protocol_app.command(help=_("Print the protocol as JSON Schema."))
def schema() -> None:
    from client_cli.text_mode.offline import print_schema

    print_schema()


@protocol_app.command(help=_("Print the protocol as TypeScript types."))
def types() -> None:
    from client_cli.text_mode.offline import print_types

    print_types()


def _wrong_number(error: TyperException) -> str | None:
    """Return the sentence about an option whose value is no whole number or lies outside the limits
    of the option; None if the error is another one."""
    from pydantic import ValidationError

    cause, option = error.__cause__, getattr(error, "param", None)
    if not isinstance(cause, ValidationError) or option is None:
        return None
    wrong, name = cause.errors()[0], max(option.opts, key=len)
    match wrong["type"]:
        case "int_parsing":
            return _("{option} takes a whole number, such as {option} 2.", option=name)
        case "greater_than_equal":
            least = wrong["ctx"]["ge"]
            return _(
                "{option} takes a number from {least} on, such as {option} {least}.",
                option=name,
                least=least,
            )
        case "less_than_equal":
            most = wrong["ctx"]["le"]
            return _(
                "{option} takes a number up to {most}, such as {option} {most}.",
                option=name,
                most=most,
            )
    return None


def _usage_mistake(error: TyperException) -> str:
    """Return what is wrong with a command line, in one line. If the command is missing, or unknown
    and like no other, the line also says how to list the commands."""
    wrong_number = _wrong_number(error)
    if wrong_number is not None:
        return wrong_number
    mistake = " ".join(error.format_message().split()).replace("Value error, ", "")  # not a text
    context = getattr(error, "ctx", None)
    if context is None or not isinstance(context.command, TyperGroup):
        return mistake
    if "Did you mean" in mistake:
        return mistake
    listing = _("{command} --help lists the commands.", command=context.command_path)
    ends = mistake.endswith((".", "?", "!"))
    return f"{mistake} {listing}" if ends else f"{mistake}. {listing}"


def invoke(words: Sequence[str], run: Callable[[Sequence[str]], int]) -> int:
    """Run a command line and return its exit code. If the shell has started this process to get
    completions, print these instead. `run` runs the command lines that a player types on the home
    page in line mode. Raise Failure if the command fails or the words name no command."""
    try:
        # Not `app()`, which handles interrupts and broken pipes in its own way.
        command = with_plain(typer.main.get_command(app))
        if completion.answered(command):
            return DONE
        with command.make_context("patience", list(words), obj=run) as context:
            command.invoke(context)
    except typer.Exit as end:
        return end.exit_code
    except TyperException as error:
        raise Failure.usage(_usage_mistake(error)) from None
    except typer.Abort:
        raise KeyboardInterrupt from None
    return DONE
