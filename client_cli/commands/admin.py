"""`patience admin`: administer a server. It runs the server's own admin program, so it works only
on the server's machine."""

from pathlib import Path
from typing import Annotated

import typer

from client_cli.commands.options import Json
from protocol.texts import _

app = typer.Typer(help=_("For the person who runs a server, where it runs."))

DataDir = Annotated[Path | None, typer.Option(help=_("Where the built-in store is."))]
Why = Annotated[str, typer.Option(help=_("The reason, which is kept."))]
Whom = Annotated[
    str, typer.Argument(metavar="WHO", help=_("An account, an address or a network of them."))
]


@app.command(
    help=_(
        "How the server stands.\n\n"
        "Its processes, what goes on, the store, the next deadline, the last backup."
    )
)
def status(as_json: Json = False, data_dir: DataDir = None) -> None:
    _admin(data_dir, "status", *_json(as_json))


@app.command(
    help=_(
        "Let everybody go, to other processes if there are any.\n\n"
        "Nobody new is let in, and no race begins there; then the process may be stopped."
    )
)
def drain(
    process: Annotated[
        str | None, typer.Argument(metavar="[PROCESS]", help=_("One alone; status lists them."))
    ] = None,
    undo: Annotated[bool, typer.Option("--undo", help=_("Let people in again."))] = False,
    data_dir: DataDir = None,
) -> None:
    words = [] if process is None else ["--", process]
    _admin(data_dir, "drain", *(["--undo"] if undo else []), *words)


@app.command(
    help=_(
        "Let somebody use the server no more.\n\n"
        "Whoever is connected is told at once, and their lines are closed."
    )
)
def ban(
    whom: Whom,
    why: Annotated[str, typer.Option(help=_("The reason, which is kept, and told to them."))],
    how_long: Annotated[
        str | None,
        typer.Option("--for", metavar="TIME", help=_("30m, 12h, 7d or 4w; else for good.")),
    ] = None,
    data_dir: DataDir = None,
) -> None:
    lasts = [] if how_long is None else [f"--for={how_long}"]
    _admin(data_dir, "ban", f"--why={why}", *lasts, "--", whom)


@app.command(help=_("Let somebody use the server again."))
def unban(whom: Whom, why: Why, data_dir: DataDir = None) -> None:
    _admin(data_dir, "unban", f"--why={why}", "--", whom)


@app.command(help=_("Who is banned, until when, and why."))
def bans(
    book: Annotated[
        bool, typer.Option("--book", help=_("Every ban and unban so far, when and why."))
    ] = False,
    as_json: Json = False,
    data_dir: DataDir = None,
) -> None:
    _admin(data_dir, "bans", *(["--book"] if book else []), *_json(as_json))


@app.command(
    help=_(
        "Write all that is kept into one file.\n\n"
        "While the server runs, as of one instant. The file is as secret as the store."
    )
)
def backup(
    file: Annotated[Path | None, typer.Argument(metavar="[FILE]")] = None,
    into: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER", help=_("The folder for the file; its name is the present time.")
        ),
    ] = None,
    keep: Annotated[int, typer.Option(min=1, help=_("The last so many in the folder stay."))] = 14,
    as_json: Json = False,
    data_dir: DataDir = None,
) -> None:
    where = [] if into is None else [f"--into={into}"]
    words = [] if file is None else ["--", str(file)]
    _admin(data_dir, "backup", *where, f"--keep={keep}", *_json(as_json), *words)


@app.command(help=_("Fill an empty store from a backup, while no server runs."))
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE")],
    force: Annotated[bool, typer.Option("--force", help=_("Replace all the store has."))] = False,
    check: Annotated[
        bool, typer.Option("--check", help=_("Only see whether it is whole."))
    ] = False,
    as_json: Json = False,
    data_dir: DataDir = None,
) -> None:
    flags = [*(["--force"] if force else []), *(["--check"] if check else []), *_json(as_json)]
    _admin(data_dir, "restore", *flags, "--", str(file))


@app.command(
    "rebuild-boards",
    help=_(
        "Make all leaderboards anew from the results.\n\nAny difference is reported (exit code 1)."
    ),
)
def rebuild_boards(data_dir: DataDir = None) -> None:
    _admin(data_dir, "rebuild-boards")


@app.command(help=_("Let a race count no more.\n\nNeither on leaderboards nor for ratings."))
def void(
    race: Annotated[str, typer.Argument(metavar="RACE", help=_("Its id, such as KQ7-4TX-2."))],
    why: Why,
    data_dir: DataDir = None,
) -> None:
    _admin(data_dir, "void", f"--why={why}", "--", race)


@app.command(
    "tournament",
    help=_(
        "Stop a tournament, or let another organise it.\n\n"
        "For one whose organiser is no more; what is stopped is over for good."
    ),
)
def rule_tournament(
    verb: Annotated[str, typer.Argument(metavar="stop|hand-over")],
    code: Annotated[str, typer.Argument(metavar="CODE", help=_("Such as KQ7-4TX."))],
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help=_("Who organises it from now on."))
    ] = None,
    data_dir: DataDir = None,
) -> None:
    _admin(data_dir, "tournament", verb, "--", code, *([] if name is None else [name]))


def _json(as_json: bool) -> list[str]:
    return ["--json"] if as_json else []


def _admin(data_dir: Path | None, *order: str) -> None:
    from client_cli.net.server_process import serve

    where = [] if data_dir is None else ["--data-dir", str(data_dir)]
    raise typer.Exit(serve(["admin", *where, *order]))
