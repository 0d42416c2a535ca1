"""Shell completion of games, options, rooms, races and player names.

Completion runs while somebody types, so it must be quick, and silent if anything fails. It reads
only files of this computer, mostly just their names.
"""

import contextlib
import os
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

VARIABLE = "_PATIENCE_COMPLETE"
"""Name of the environment variable by which the shell asks for completions. `patience
--install-completion` installs the shell script that sets it."""

MOST = 20
"""Of one folder, completion looks at no more than this number of files: those that were changed
last."""


def is_asked_for() -> bool:
    """Whether the shell has started this process to ask for completions."""
    return bool(os.environ.get(VARIABLE))


def answered(command: Any) -> bool:
    """If the shell has started this process to get completions, print them and return True.
    Otherwise do nothing and return False."""
    if not is_asked_for():
        return False
    from typer._completion_classes import completion_init
    from typer.completion import shell_complete

    completion_init()
    with contextlib.suppress(Exception), contextlib.redirect_stderr(None):
        shell_complete(command, {}, "patience", VARIABLE, os.environ[VARIABLE])
        sys.stdout.flush()
    return True


def _matching(words: Iterable[str], begun: str) -> list[str]:
    """Return the words that begin with the typed text, ignoring case, in the given order without
    duplicates."""
    wanted = begun.casefold()
    return list(dict.fromkeys(word for word in words if word.casefold().startswith(wanted)))


def games(incomplete: str) -> list[str]:
    """Return names of games that begin with the typed text. If nothing is typed yet, return one
    name for each game; otherwise the other names of games count too."""
    from engine.games import GAMES, hyphened, typed_names
    from engine.racing_demon.game import RacingDemon

    names = [typed_names(slug) for slug in GAMES]
    names.append(hyphened(RacingDemon.slug, RacingDemon.book))
    return _matching(
        (name for each in names for name in (each if incomplete else each[:1])), incomplete
    )


def game_options(ctx: Any, incomplete: str) -> list[str]:
    """Return completions `NAME=VALUE` for the options of the game that was typed earlier on the
    command line; without such a game, for the options of all games."""
    from engine.games import slug_of
    from engine.racing_demon.game import RacingDemon
    from engine.rules import RULES, is_table

    name = str(ctx.params.get("game") or "")
    slug = RacingDemon.slug if is_table(name) else slug_of(name)
    rules = list(RULES.values()) if slug is None else [RULES[slug]]
    words = (
        f"{option.name}={str(value).lower()}"
        for game in rules
        for option in game.options
        for value in option.values
    )
    return _matching(words, incomplete)


def choices(incomplete: str) -> list[str]:
    """Return completions `NAME=VALUE` for the command `patience options`: preferences of the
    player, such as `sounds=bell`, and the usual options of a game, with which the player's later
    games of this kind begin, such as `aces_up.must_fill=false`."""
    from client_cli.local.preferences import CHOICES
    from engine.games import GAMES

    words = [f"{name}={value}" for name, values in CHOICES.items() for value in values]
    words += [
        f"{slug}.{option.name}={str(value).lower()}"
        for slug, game in GAMES.items()
        for option in game.options
        for value in option.values
    ]
    return _matching(words, incomplete)


def rooms(incomplete: str) -> list[str]:
    """Return codes of rooms in which the player has had a seat, the latest room first."""
    return _matching((_spoken(code) for code in _codes("seats")), incomplete)


def races(incomplete: str) -> list[str]:
    """Return what a command that shows a race may be given: names of races whose records are stored
    on this computer, then codes of rooms in which the player has had a seat. The shell itself
    completes file names."""
    known = [*_codes("records"), *_codes("seats")]
    return _matching(map(_spoken, known), incomplete)


def players(incomplete: str) -> list[str]:
    """Return names of players, taken from the newest records on this computer."""
    return _matching(_names(), incomplete)


def boards(incomplete: str) -> list[str]:
    return [
        *games(incomplete),
        *_matching(("overall", "great", "score", "sprint", "long"), incomplete),
    ]


def crowns(incomplete: str) -> list[str]:
    return [*_matching(("triple", "quintuple"), incomplete), *games(incomplete)]


def _root() -> Path:
    from client_cli.local.storage import Storage

    return Storage.default().root


def _latest(folder: str) -> list[Path]:
    with contextlib.suppress(OSError):
        files = [path for path in (_root() / folder).iterdir() if path.suffix == ".json"]
        return sorted(files, key=lambda path: path.stat().st_mtime, reverse=True)[:MOST]
    return []


def _codes(folder: str) -> Iterator[str]:
    """Yield room codes or race names taken from the names of the files in a folder: room code
    `KQ74TX` from `KQ74TX-0@host.json` in the folder `seats`, race name `KQ74TX-2` from the file of
    a record."""
    for path in _latest(folder):
        found = re.match(r"([0-9A-Z]{6})(-\d+)?", path.name)
        if found:
            yield found[1] + (found[2] or "" if folder == "records" else "")


def _spoken(code: str) -> str:
    return f"{code[:3]}-{code[3:]}"


def _names() -> Iterator[str]:
    from client_cli.local.storage import Storage

    for path in _latest("records"):
        seats = Storage(path.parent).read(path).get("seats")
        for seat in seats if isinstance(seats, list) else []:
            name = seat.get("name") if isinstance(seat, dict) else None
            if isinstance(name, str) and name.isprintable():
                yield name
