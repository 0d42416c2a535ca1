"""Output of line mode: sentences for people, or one JSON object a line for programs."""

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
from protocol.texts import _

LETTERS_FOR = str.maketrans(
    {"♠": "S", "♥": "H", "♦": "D", "♣": "C", "…": "...", "–": "-", "—": "-", "☎": "*", "×": "x"}
    | dict.fromkeys("“”„", '"')
    | dict.fromkeys("‘’", "'")
)
"""Replacements for our symbols where the output encoding lacks them."""


LEAST_WIDTH = 20
"""Smallest width of a line in cells, however narrow the window is."""
HANGS = re.compile(r" *(?:- |\d+\. |\S+(?: \S+)* {2,})?")
"""What precedes the text of a line, for the hanging indent: `- `, `2. `, `look       `."""

LONGEST = 65_536
"""Longest typed line that is read, in characters; commands are shorter, and some inputs never
end."""


class Output(NamedTuple):
    """Where output goes and in which form. Every write is flushed, because a program may be
    reading."""

    as_json: bool = False
    cards: Cards = "letters"

    @property
    def symbols(self) -> bool:
        """Whether suits are written ♠ instead of S."""
        return self.cards == "symbols" and holds("♠")

    def say(self, lines: Iterable[str]) -> None:
        """Print sentences. For programs each is an object of type `said`."""
        for line in lines:
            if self.as_json:
                self.put({"type": "said", "text": line})
            else:
                for piece in fitted(printable(told(line, self.cards)), width_of(sys.stdout)):
                    _write(piece + "\n")

    def put(self, event: Mapping[str, Any]) -> None:
        """Print a JSON object for programs; nothing for people."""
        if self.as_json:
            _write(json.dumps(event) + "\n")

    def prompt(self) -> None:
        """Print a prompt if a person is typing."""
        if not self.as_json and is_terminal():
            _write("> ")


def width_of(stream: IO[str] | None) -> int | None:
    """Width of a terminal in cells; None for a pipe or file, whose lines are not wrapped."""
    if stream is None or not stream.isatty():
        return None
    return max(LEAST_WIDTH, shutil.get_terminal_size().columns)


def fitted(line: str, width: int | None) -> list[str]:
    """A line wrapped between words to the given width. After `- `, a number or a term, following
    lines are indented to the text."""
    if width is None or len(line) <= width:
        return [line]
    hang = HANGS.match(line)
    indent = len(hang[0]) if hang is not None and len(hang[0]) <= width // 2 else 0
    wrapper = textwrap.TextWrapper(
        width,
        subsequent_indent=" " * indent,
        break_on_hyphens=False,
        break_long_words=False,  # so that a link can be copied
        drop_whitespace=True,
    )
    return wrapper.wrap(line) or [""]


class OutputClosed(SystemExit):
    """Standard output cannot be written to any more. Ends the program from anywhere, also from
    inside an event loop; `error` is the cause."""

    def __init__(self, error: OSError) -> None:
        super().__init__(str(error))
        self.error = error


def _write(text: str) -> None:
    try:
        print(text, end="", flush=True)
    except OSError as error:
        _end(OutputClosed(error))


def _end(gone: OutputClosed) -> None:
    """Raise outside the running event loop, if there is one: a task would hold the exception."""
    asyncio = sys.modules.get("asyncio")  # if it is not loaded there is no loop
    loop = asyncio and asyncio._get_running_loop()

    def end() -> None:
        raise gone

    if loop is None:
        end()
    else:
        loop.call_soon(end)


_last_words: list[str] = []


def print_after_exit(sentence: str) -> None:
    """Register a sentence that people see after the command has finished."""
    _last_words[:] = [sentence]


def printed_after_exit() -> list[str]:
    """The registered sentences; they are cleared."""
    said, _last_words[:] = list(_last_words), []
    return said


def printable(text: str) -> str:
    """Text without terminal control characters: names and sentences come from others. Symbols that
    the output encoding lacks become letters."""
    text = "".join(c if c.isprintable() else "?" for c in text)
    return text if holds(text) else text.translate(LETTERS_FOR)


def holds(text: str) -> bool:
    """Whether the output encoding has all characters; an output without an encoding has all."""
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except (UnicodeError, LookupError):
        return False
    return True


def replace_undecodable() -> None:
    """Replace characters that cannot be decoded or encoded by question marks instead of failing."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            with contextlib.suppress(OSError, ValueError):
                stream.reconfigure(errors="replace")


def is_terminal() -> bool:
    """Whether a person sits at both ends: neither input nor output is a pipe or closed."""
    return bool(sys.stdin and sys.stdin.isatty() and sys.stdout and sys.stdout.isatty())


def full_screen_fits(plain: bool, as_json: bool) -> bool:
    """Whether to open the full screen: on a real terminal, unless plain or JSON output is asked
    for."""
    return not plain and not as_json and is_terminal() and os.environ.get("TERM", "") != "dumb"


def line_of(stream: IO[AnyStr], longest: int = LONGEST) -> AnyStr:
    """The next line, cut to `longest` characters; empty at the end of the input."""
    line = stream.readline(longest)
    piece = line
    while len(piece) == longest and piece[-1:] not in ("\n", b"\n"):
        piece = stream.readline(longest)
    return line


def ask(question: str) -> str | None:
    """The answer a person types to a question; None if there is nobody to ask or the answer is
    empty. Raises Failure at the end of the input."""
    if not is_terminal():
        return None
    print(f"{question} ", end="", flush=True)
    line = line_of(sys.stdin)
    if not line:
        print()
        raise Failure.usage(_("Nothing was answered."))
    return line.strip() or None
