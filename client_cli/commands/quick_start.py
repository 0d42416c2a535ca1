"""Command lines that run without the tree of commands: the home page, a game alone, the list of the
games and the history.

Building the tree, and reading the words by it, takes longer than to draw the first picture of a
game. Only the usual forms of these commands are known here. All other command lines, also those
with a mistake, are left to the tree, whose commands do the same.
"""

from collections.abc import Callable, Sequence
from functools import partial

from client_cli.commands.user import own_storage, voice_of

Command = Callable[[], None]
JSON, PLAIN = "--json", "--plain"


def quick_command(words: Sequence[str], run: Callable[[Sequence[str]], int]) -> Command | None:
    """Return a function that runs this command line, or None if only the tree of commands knows it.
    `run` runs the command lines that a player types on the home page in line mode."""
    match words:
        case [] | ["--plain"]:
            return partial(_home, bool(words), run)
        case ["games", *flags] if {*flags} <= {JSON, PLAIN}:
            return partial(_games, JSON in flags)
        case ["history", *flags] if {*flags} <= {JSON, PLAIN}:
            return partial(_history, JSON in flags)
        case ["play", *given]:
            return _play(given)
    return None


def _play(given: Sequence[str]) -> Command | None:
    """Return a function that runs `patience play` with these words. They may be the name of a game,
    `--deal NUMBER`, `--json` and `--plain`; if there are others, return None."""
    game, deal, flags = None, None, set()
    rest = iter(given)
    for word in rest:
        name, sign, value = word.partition("=")
        if word in (JSON, PLAIN):
            flags.add(word)
        elif name == "--deal":
            number = value if sign else next(rest, "")
            if not (number.isascii() and number.isdecimal()) or int(number) < 1:
                return None
            deal = int(number)
        elif word.startswith("-") or game is not None:
            return None
        else:
            game = word
    from engine.games import slug_of

    if game is None or slug_of(game) is None:
        return None
    return partial(play_game, game, deal, [], PLAIN in flags, JSON in flags)


def play_game(
    name: str,
    deal: int | None,
    options: Sequence[str],
    plain: bool,
    as_json: bool,
    winnable: bool = False,
    difficulty: str | None = None,
) -> None:
    """Play the game `name` alone. It has the options that the user has stored as preferences, and
    `options`, which are typed as `NAME=VALUE` and have priority. For `deal`, `plain`, `winnable`
    and `difficulty`, see `home.play_alone`. Raise Failure if there is no such game, option or
    deal."""
    from client_cli.commands.home import play_alone
    from client_cli.local.preferences import usual_options
    from client_cli.terminal.game_input import chosen_game

    storage = own_storage()
    rules = chosen_game(name, [*usual_options(storage, name), *options])
    play_alone(rules, deal, voice_of(as_json), storage, plain, winnable, difficulty)


def _home(plain: bool, run: Callable[[Sequence[str]], int]) -> None:
    from client_cli.commands.home import open_home

    open_home(voice_of(False), own_storage(), plain, run)


def _games(as_json: bool) -> None:
    from client_cli.text_mode.offline import list_games

    list_games(voice_of(as_json))


def _history(as_json: bool) -> None:
    from client_cli.text_mode.record_list import LATEST, list_history

    list_history(voice_of(as_json), own_storage(), None, LATEST, None)
