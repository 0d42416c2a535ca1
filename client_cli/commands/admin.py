"""`patience admin`: administration of a server; runs the server's own program on its machine."""

from pathlib import Path
from typing import Annotated

import typer

from client_cli.commands.options import Json

app = typer.Typer(help="For the person who runs a server, where it runs.")

DataDir = Annotated[Path | None, typer.Option(help="Where the built-in store is.")]
Why = Annotated[str, typer.Option(help="The reason, which is kept.")]
Whom = Annotated[
    str, typer.Argument(metavar="WHO", help="An account, an address or a network of them.")
]


@app.command()
def status(as_json: Json = False, data_dir: DataDir = None) -> None:
    """How the server stands.

    Its processes, what goes on, the store, the next deadline, the last backup.
    """
    _admin(data_dir, "status", *_json(as_json))


@app.command()
def drain(
    process: Annotated[
        str | None, typer.Argument(metavar="[PROCESS]", help="One alone; status lists them.")
    ] = None,
    undo: Annotated[bool, typer.Option("--undo", help="Let people in again.")] = False,
    data_dir: DataDir = None,
) -> None:
    """Let everybody go, to other processes if there are any.

    Nobody new is let in, and no race begins there; then the process may be stopped.
    """
    words = [] if process is None else ["--", process]
    _admin(data_dir, "drain", *(["--undo"] if undo else []), *words)


@app.command()
def ban(
    whom: Whom,
    why: Annotated[str, typer.Option(help="The reason, which is kept, and told to them.")],
    how_long: Annotated[
        str | None, typer.Option("--for", metavar="TIME", help="30m, 12h, 7d or 4w; else for good.")
    ] = None,
    data_dir: DataDir = None,
) -> None:
    """Let somebody use the server no more.

    Whoever is connected is told at once, and their lines are closed.
    """
    lasts = [] if how_long is None else [f"--for={how_long}"]
    _admin(data_dir, "ban", f"--why={why}", *lasts, "--", whom)


@app.command()
def unban(whom: Whom, why: Why, data_dir: DataDir = None) -> None:
    """Let somebody use the server again."""
    _admin(data_dir, "unban", f"--why={why}", "--", whom)


@app.command()
def bans(
    book: Annotated[bool, typer.Option("--book", help="And who was, and who no more.")] = False,
    as_json: Json = False,
    data_dir: DataDir = None,
) -> None:
    """Who is banned, until when, and why."""
    _admin(data_dir, "bans", *(["--book"] if book else []), *_json(as_json))


@app.command()
def backup(
    file: Annotated[Path | None, typer.Argument(metavar="[FILE]")] = None,
    into: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="There, under a name of its time.")
    ] = None,
    keep: Annotated[int, typer.Option(min=1, help="The last so many in the folder stay.")] = 14,
    as_json: Json = False,
    data_dir: DataDir = None,
) -> None:
    """Write all that is kept into one file.

    While the server runs, as of one instant. The file is as secret as the store.
    """
    where = [] if into is None else [f"--into={into}"]
    words = [] if file is None else ["--", str(file)]
    _admin(data_dir, "backup", *where, f"--keep={keep}", *_json(as_json), *words)


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE")],
    force: Annotated[bool, typer.Option("--force", help="Replace all the store has.")] = False,
    check: Annotated[bool, typer.Option("--check", help="Only see whether it is whole.")] = False,
    as_json: Json = False,
    data_dir: DataDir = None,
) -> None:
    """Fill an empty store from a backup, while no server runs."""
    flags = [*(["--force"] if force else []), *(["--check"] if check else []), *_json(as_json)]
    _admin(data_dir, "restore", *flags, "--", str(file))


@app.command("rebuild-boards")
def rebuild_boards(data_dir: DataDir = None) -> None:
    """Make all leaderboards anew from the results.

    Any difference is reported (exit code 1).
    """
    _admin(data_dir, "rebuild-boards")


@app.command()
def void(
    race: Annotated[str, typer.Argument(metavar="RACE", help="Its id, such as KQ7-4TX-2.")],
    why: Why,
    data_dir: DataDir = None,
) -> None:
    """Let a race count no more.

    Neither on leaderboards nor for ratings.
    """
    _admin(data_dir, "void", f"--why={why}", "--", race)


@app.command("tournament")
def rule_tournament(
    verb: Annotated[str, typer.Argument(metavar="stop|hand-over")],
    code: Annotated[str, typer.Argument(metavar="CODE", help="Such as KQ7-4TX.")],
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="Who organises it from now on.")
    ] = None,
    data_dir: DataDir = None,
) -> None:
    """Stop a tournament, or let another organise it.

    For one whose organiser is no more; what is stopped is over for good.
    """
    _admin(data_dir, "tournament", verb, "--", code, *([] if name is None else [name]))


def _json(as_json: bool) -> list[str]:
    return ["--json"] if as_json else []


def _admin(data_dir: Path | None, *order: str) -> None:
    from client_cli.net.server_process import serve

    where = [] if data_dir is None else ["--data-dir", str(data_dir)]
    raise typer.Exit(serve(["admin", *where, *order]))
