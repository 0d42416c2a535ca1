"""How the line mode speaks: sentences for people, or one JSON object a line for programs."""

import contextlib
import io
import json
import os
import re
import shutil
import sys
import textwrap
from collections.abc import Iterable, Mapping
from typing import IO, Any, AnyStr, NamedTuple

from client_cli.exit_codes import Failure
from client_cli.terminal.spoken_cards import Cards, told

LETTERS_FOR = str.maketrans(
    {"♠": "S", "♥": "H", "♦": "D", "♣": "C", "…": "...", "–": "-", "—": "-", "☎": "*", "×": "x"}
    | dict.fromkeys("“”„", '"')
    | dict.fromkeys("‘’", "'")
)
"""What stands for our own signs where the output cannot hold them."""


LEAST_WIDTH = 20
"""Cells of a line, however small the window is."""
HANGS = re.compile(r" *(?:- |\d+\. |\S+(?: \S+)* {2,})?")
"""What stands at the beginning of a line before its words: `- `, `2. `, `look       `."""

LONGEST = 65_536
"""Characters of a typed line that are read: no command is longer, and some inputs have no end."""


class Voice(NamedTuple):
    """Where output goes and in which form. Everything is flushed: the reader may be a program."""

    as_json: bool = False
    cards: Cards = "letters"

    @property
    def symbols(self) -> bool:
        """Suits as ♠ instead of S."""
        return self.cards == "symbols" and holds("♠")

    def say(self, lines: Iterable[str]) -> None:
        """Sentences for people; programs get each as an object of type `said`."""
        for line in lines:
            if self.as_json:
                self.put({"type": "said", "text": line})
            else:
                for piece in fitted(printable(told(line, self.cards)), width_of(sys.stdout)):
                    _write(piece + "\n")

    def put(self, event: Mapping[str, Any]) -> None:
        """Something for programs; people are not shown it."""
        if self.as_json:
            _write(json.dumps(event) + "\n")

    def prompt(self) -> None:
        """A sign that a command is awaited; only where a person types."""
        if not self.as_json and is_terminal():
            _write("> ")


def width_of(stream: IO[str] | None) -> int | None:
    """The cells of a line of a terminal; None of a pipe or a file, whose reader breaks no lines."""
    if stream is None or not stream.isatty():
        return None
    return max(LEAST_WIDTH, shutil.get_terminal_size().columns)


def fitted(line: str, width: int | None) -> list[str]:
    """A line in as many as a terminal of this width needs, broken between words. Where it begins
    with `- `, a number or something that is explained, its words stay under each other."""
    if width is None or len(line) <= width:
        return [line]
    hang = HANGS.match(line)
    indent = len(hang[0]) if hang is not None and len(hang[0]) <= width // 2 else 0
    wrapper = textwrap.TextWrapper(
        width,
        subsequent_indent=" " * indent,
        break_on_hyphens=False,
        break_long_words=False,  # of a link, so that it can be copied
        drop_whitespace=True,
    )
    return wrapper.wrap(line) or [""]


class OutputGone(SystemExit):
    """Nothing more can be said. Ends the program from wherever it was said, an event loop
    included; `error` says why."""

    def __init__(self, error: OSError) -> None:
        super().__init__(str(error))
        self.error = error


def _write(text: str) -> None:
    try:
        print(text, end="", flush=True)
    except OSError as error:
        _end(OutputGone(error))


def _end(gone: OutputGone) -> None:
    """Raise it, out of the event loop where one runs: a task it was raised in would keep it."""
    asyncio = sys.modules.get("asyncio")  # whoever has not loaded it has no loop
    loop = asyncio and asyncio._get_running_loop()

    def end() -> None:
        raise gone

    if loop is None:
        end()
    else:
        loop.call_soon(end)


_last_words: list[str] = []


def say_last(sentence: str) -> None:
    """To people, when the command this process is has told all it has to."""
    _last_words[:] = [sentence]


def last_words() -> list[str]:
    """What is to be said then, once."""
    said, _last_words[:] = list(_last_words), []
    return said


def printable(text: str) -> str:
    """A line without what could command a terminal: names and sentences come from others. Signs
    of ours that the output cannot hold become letters."""
    text = "".join(c if c.isprintable() else "?" for c in text)
    return text if holds(text) else text.translate(LETTERS_FOR)


def holds(text: str) -> bool:
    """Whether the output can be written in; one without an encoding can hold everything."""
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except (UnicodeError, LookupError):
        return False
    return True


def bear_anything() -> None:
    """Let no character that is read or written end the program: it becomes a question mark."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            with contextlib.suppress(OSError, ValueError):
                stream.reconfigure(errors="replace")


def is_terminal() -> bool:
    """Whether a person sits at both ends: neither input nor output is a pipe or closed."""
    return bool(sys.stdin and sys.stdin.isatty() and sys.stdout and sys.stdout.isatty())


def full_screen_fits(plain: bool, as_json: bool) -> bool:
    """Whether to open the full screen: a real terminal, and nobody asked for lines."""
    return not plain and not as_json and is_terminal() and os.environ.get("TERM", "") != "dumb"


def line_of(stream: IO[AnyStr], longest: int = LONGEST) -> AnyStr:
    """The next line, cut where it is too long; empty at the end."""
    line = stream.readline(longest)
    piece = line
    while len(piece) == longest and piece[-1:] not in ("\n", b"\n"):
        piece = stream.readline(longest)
    return line


def ask(question: str) -> str | None:
    """An answer typed by a person; None if there is nobody to ask, or nothing was answered. Raises
    Failure where the input ends instead."""
    if not is_terminal():
        return None
    print(f"{question} ", end="", flush=True)
    line = line_of(sys.stdin)
    if not line:
        print()
        raise Failure.usage("Nothing was answered.")
    return line.strip() or None
