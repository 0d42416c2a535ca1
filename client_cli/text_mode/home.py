"""The home prompt in line mode: read a game or a command, run it, and ask again."""

import os
import shlex
import sys
from collections.abc import Callable, Sequence

from client_cli.terminal.output import Output, line_of
from engine.games import FIRST_GAME, GAMES, slug_of
from protocol.texts import _

WELCOME = _(
    """\
Crown Patience. Enter deals {first}; a game's name or number deals that game.
"games" lists them. Or any command: host aces-up, join KQ7-4TX, daily, history.
"quiet" hides talk, "streaming" codes too; "quiet off" undoes it.
"help" lists all, "quit" leaves.""",
    first=_(GAMES[FIRST_GAME].book.title),
)
LONGEST_NAME_WORDS = 6
"""The largest number of words that a name of a game has."""
COMMANDS_FIRST = (["watch"],)
"""Commands, as lists of one word, whose word is also a name of a game. At the prompt of the home
menu the word means the command."""
SWITCHES = {"quiet": "quiet", "streaming": "streamer"}
"""The preference that each word switches on or, if `off` follows the word, off."""
NOTHING = _("Unfinished quotes; say that again.")


def stay(voice: Output, told: list[str], run: Callable[[Sequence[str]], int]) -> None:
    """Print a welcome and the lines of `told`. Then read command lines and call `run` with the
    words of each, until the player types quit or the input ends."""
    # Commands run from here use line mode as well, and not the full screen.
    os.environ["TERM"] = "dumb"
    voice.say([*WELCOME.splitlines(), *told])
    while (words := _asked()) is not None:
        if words:
            run(words)


def _asked() -> list[str] | None:
    """Ask the player for the next command line, and return its words. Return None if the player
    leaves or the input ends."""
    print("patience> ", end="", flush=True)
    line = line_of(sys.stdin) if sys.stdin is not None else ""
    if not line:
        print()
        return None
    return meant(line)


def meant(line: str) -> list[str] | None:
    """Return the words of the command that a typed line means. Return an empty list if there is
    nothing to do, and None if the player wants to leave."""
    is_command = line.split()[:1] in COMMANDS_FIRST
    if not is_command and (slug := slug_of(line)):  # Baker's Dozen: the apostrophe is no quote
        return ["play", slug]
    try:
        words = shlex.split(line)
    except ValueError:
        print(NOTHING)
        return []
    words = _switched(words[1:] if words[:1] == ["patience"] else words)
    if not words:
        return ["play", FIRST_GAME] if not line.strip() else []
    first = words[0].lower()
    if first in ("quit", "exit", "q") and len(words) == 1:
        return None
    if first in ("help", "?"):
        return [*words[1:], "--help"]
    slugs = list(GAMES)
    if first.isdecimal() and 1 <= int(first[:4]) <= len(slugs):
        return ["play", slugs[int(first[:4]) - 1], *words[1:]]
    for count in range(0 if is_command else min(len(words), LONGEST_NAME_WORDS), 0, -1):
        if slug := slug_of(" ".join(words[:count])):
            return ["play", slug, *words[count:]]
    return words


def _switched(words: list[str]) -> list[str]:
    """Return the command that `words` stand for if they switch a preference: `quiet`, `quiet off`,
    `streaming`, `streaming off`. Return all other words unchanged."""
    name, *rest = [word.lower() for word in words] or [""]
    if name not in SWITCHES or rest not in ([], ["on"], ["off"]):
        return words
    return ["options", f"{SWITCHES[name]}={(rest or ['on'])[0]}"]
