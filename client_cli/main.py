"""The command `patience`: builds the command tree, runs it, and turns errors into exit codes.

Most modules are imported inside the functions that use them, so that `patience --help` is fast.
"""

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from typer.exceptions import TyperException

from client_cli.commands import (
    account,
    admin,
    calls,
    completion,
    crowns,
    daily,
    leaderboards,
    load,
    races,
    records,
    rivals,
    solo,
    tournaments,
)
from client_cli.commands.help_group import EPILOG, TeachingGroup
from client_cli.commands.options import (
    GameName,
    Json,
    Options,
    Plain,
    own_storage,
    voice_of,
    with_plain,
)
from client_cli.exit_codes import DONE, FAULT, INTERRUPTED, USAGE, Failure, fault
from client_cli.terminal.output import (
    OutputClosed,
    fitted,
    printable,
    printed_after_exit,
    replace_undecodable,
    width_of,
)
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
app.add_typer(tournaments.app, name="tournament")
app.add_typer(rivals.app)
app.add_typer(calls.app)
app.add_typer(load.app)


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
        _open_home(plain)


def _open_home(plain: bool) -> None:
    from client_cli.commands.home import open_home

    open_home(voice_of(False), own_storage(), plain, run)


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


def main() -> None:
    """Run the command line of this process and exit with its code. Every error is printed as a
    sentence."""
    sys.exit(run())


def run(words: Sequence[str] | None = None) -> int:
    """Run a command line, by default that of this process, and return its exit code. An unexpected
    exception is printed as a sentence; in Python's development mode it is raised instead."""
    replace_undecodable()
    words = sys.argv[1:] if words is None else words
    try:
        if words or completion.is_asked_for():
            # Not `app()`, which handles interrupts and broken pipes in its own way.
            command = with_plain(typer.main.get_command(app))
            if completion.answered(command):
                return DONE
            with command.make_context("patience", list(words)) as context:
                command.invoke(context)
        else:  # without the tree of commands: building it takes longer than to draw the page
            _open_home(plain=False)
        _print_last()
        _flush()
    except typer.Exit as end:
        return end.exit_code
    except Failure as failure:
        return _say(str(failure), failure.code)
    except TyperException as error:
        return _say(" ".join(error.format_message().split()), USAGE)
    except (KeyboardInterrupt, typer.Abort):
        return _say(_("Stopped."), INTERRUPTED)
    except (OutputClosed, OSError) as error:
        return _ended_by(error.error if isinstance(error, OutputClosed) else error)
    except Exception as error:
        if sys.flags.dev_mode:
            raise
        return _say(fault(error), FAULT)
    return DONE


def _ended_by(error: OSError) -> int:
    """Return the exit code for an operating system error that has ended the command. If another
    program closed this program's output (a broken pipe), the code is DONE and nothing is printed.
    Any other error, such as a full disk, is printed."""
    code = DONE
    if not isinstance(error, BrokenPipeError):
        about = "" if error.filename is None else f" {error.filename}"
        code = _say(
            _(
                "The system refuses{about}: {strerror}.",
                about=about,
                strerror=error.strerror or error,
            ),
            USAGE,
        )
    _forget_output()
    return code


def _print_last() -> None:
    for sentence in printed_after_exit():
        for piece in fitted(printable(sentence), width_of(sys.stdout)):
            print(piece)


def _say(sentence: str, code: int) -> int:
    try:
        for line in sentence.splitlines():  # a definition file may have several mistakes
            for piece in fitted(printable(line), width_of(sys.stderr)):
                print(piece, file=sys.stderr)
        _flush()
    except OSError:
        _forget_output()
    return code


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.flush()


def _forget_output() -> None:
    """Redirect standard output and error to the null device, so that the interpreter does not fail
    when it flushes them at exit."""
    if sys.stdout is not sys.__stdout__:
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for descriptor in (1, 2):
        os.dup2(nowhere, descriptor)
