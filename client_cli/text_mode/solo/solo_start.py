"""Start a game played alone in line mode: a new game or a saved one."""

import sys
from collections.abc import Iterator

from client_cli.exit_codes import Failure
from client_cli.local.storage import Storage
from client_cli.solo import saved_games
from client_cli.solo.game import SoloGame
from client_cli.terminal.output import Output, line_of
from client_cli.text_mode.solo.solo import SoloLines
from protocol.texts import _


def go_on(game: str | None, voice: Output, storage: Storage) -> None:
    """Continue the game that the player left unfinished last or, if `game` is given, the one of
    this game that was left last. Raises Failure if there is none."""
    left = left_last(game, storage)
    SoloLines(left.solo, voice, storage, left.marks, left.ms).run(typed(voice))


def left_last(game: str | None, storage: Storage) -> saved_games.SavedGame:
    every = saved_games.unfinished(storage)
    found = [left for left in every if game in (None, left.solo.game.slug)]
    if not found:
        raise Failure.not_found(_("No game was left unfinished."))
    return found[0]


def play(solo: SoloGame, voice: Output, storage: Storage) -> None:
    """Play a game, with commands from standard input."""
    SoloLines(solo, voice, storage).run(typed(voice))


def typed(voice: Output) -> Iterator[str]:
    """Yield lines from standard input until it ends or is closed."""
    while sys.stdin is not None:
        voice.prompt()
        line = line_of(sys.stdin)
        if not line:
            return
        yield line
