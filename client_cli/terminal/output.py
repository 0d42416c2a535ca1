"""Print the output of the client when it does not use the full screen (line mode): sentences for
people, or one JSON object a line for programs."""

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
from client_cli.terminal.spoken_cards import Cards, convert_cards
from protocol.texts import _

LETTERS_FOR = str.maketrans(
    {"♠": "S", "♥": "H", "♦": "D", "♣": "C", "…": "...", "–": "-", "—": "-", "☎": "*", "×": "x"}
    | dict.fromkeys("“”„", '"')
    | dict.fromkeys("‘’", "'")
)
"""Replacements for symbols that the output encoding lacks."""


LEAST_WIDTH = 20
"""The least width to which lines are wrapped, in cells, however narrow the window is."""
HANGS = re.compile(r" *(?:- |\d+\. |\S+(?: \S+)* {2,})?")
"""Matches the start of a line up to its text: `- `, `2. `, `look       `. The lines that follow a
wrapped line are indented by the length of this match."""

LONGEST = 65_536
"""The longest typed line that is read, in characters. Commands are far shorter; the limit bounds
the memory for an input without line ends."""


class Output(NamedTuple):
    """Prints to standard output: as JSON for programs if `as_json` is set, otherwise as text for
    people, with cards written as `cards` says. Every write is flushed, because a program may be
    reading."""

    as_json: bool = False
    cards: Cards = "letters"

    @property
    def symbols(self) -> bool:
        """Whether suits are written as ♠ instead of S."""
        return self.cards == "symbols" and holds("♠")

    def say(self, lines: Iterable[str]) -> None:
        """Print sentences, wrapped to the width of the terminal. If the output is JSON (`as_json`),
        print each sentence as an object of type `said`."""
        for line in lines:
            if self.as_json:
                self.put({"type": "said", "text": line})
            else:
                for piece in fitted(
                    printable(convert_cards(line, self.cards)), width_of(sys.stdout)
                ):
                    _write(piece + "\n")

    def put(self, event: Mapping[str, Any]) -> None:
        """Print `event` as a JSON object if the output is JSON (`as_json`); otherwise print
        nothing."""
        if self.as_json:
            _write(json.dumps(event) + "\n")

    def prompt(self) -> None:
        """Print a prompt, but only for a person at a terminal."""
        if not self.as_json and is_terminal():
            _write("> ")


def width_of(stream: IO[str] | None) -> int | None:
    """Return the width of a terminal in cells. Return None for a pipe or a file, whose lines are
    not wrapped."""
    if stream is None or not stream.isatty():
        return None
    return max(LEAST_WIDTH, shutil.get_terminal_size().columns)


def fitted(line: str, width: int | None) -> list[str]:
    """Wrap a line between words to `width` cells and return the lines. None means no wrapping. If
    the line begins with `- `, with a number such as `2. `, or with a term and two or more spaces,
    the following lines are indented to the text after it."""
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
    """Raised when standard output cannot be written to any more, to end the program from anywhere,
    also from inside an event loop. `error` is the cause."""

    def __init__(self, error: OSError) -> None:
        super().__init__(str(error))
        self.error = error


def _write(text: str) -> None:
    try:
        print(text, end="", flush=True)
    except OSError as error:
        _end(OutputClosed(error))


def _end(gone: OutputClosed) -> None:
    """Raise the exception. In a running event loop, return and raise it from a callback of the loop
    instead, because a task would store the exception and the program would go on."""
    asyncio = sys.modules.get("asyncio")  # if it is not loaded there is no loop
    loop = asyncio and asyncio._get_running_loop()

    def end() -> None:
        raise gone

    if loop is None:
        end()
    else:
        loop.call_soon(end)


_last_words: list[str] = []


def print_after_exit(*sentences: str) -> None:
    """Store sentences that are printed after the command has finished and the full screen is
    closed. They replace those stored before."""
    _last_words[:] = sentences


def printed_after_exit() -> list[str]:
    """Return the sentences stored by `print_after_exit`, or an empty list, and forget them, so that
    they are printed once."""
    said, _last_words[:] = list(_last_words), []
    return said


def printable(text: str) -> str:
    """Return the text with `?` for unprintable characters, because names and sentences come from
    other people and could contain terminal control sequences. If the output encoding lacks a symbol
    of the text, all symbols become ASCII characters."""
    text = "".join(c if c.isprintable() else "?" for c in text)
    return text if holds(text) else text.translate(LETTERS_FOR)


def holds(text: str) -> bool:
    """Whether the encoding of standard output can encode the text. Without a known encoding, UTF-8
    is assumed."""
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except (UnicodeError, LookupError):
        return False
    return True


def replace_undecodable() -> None:
    """Configure the standard streams to replace characters that cannot be decoded or encoded by
    question marks instead of raising an error."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            with contextlib.suppress(OSError, ValueError):
                stream.reconfigure(errors="replace")


def is_terminal() -> bool:
    """Whether standard input and standard output are both terminals, so that a person can type and
    read."""
    return bool(sys.stdin and sys.stdin.isatty() and sys.stdout and sys.stdout.isatty())


def full_screen_fits(plain: bool, as_json: bool) -> bool:
    """Return whether a command opens the full-screen client. It does so only on a terminal that can
    move its cursor, and only if neither plain text nor JSON was asked for."""
    return not plain and not as_json and is_terminal() and os.environ.get("TERM", "") != "dumb"


def line_of(stream: IO[AnyStr], longest: int = LONGEST) -> AnyStr:
    """Read the next line and return its first `longest` characters; the rest of the line is
    discarded. Return an empty value at the end of the input."""
    line = stream.readline(longest)
    piece = line
    while len(piece) == longest and piece[-1:] not in ("\n", b"\n"):
        piece = stream.readline(longest)
    return line


def ask(question: str) -> str | None:
    """Print a question and return the typed answer. Return None if the answer is empty or if no
    person is at the terminal. Raise Failure at the end of the input."""
    if not is_terminal():
        return None
    print(f"{question} ", end="", flush=True)
    line = line_of(sys.stdin)
    if not line:
        print()
        raise Failure.usage(_("Nothing was answered."))
    return line.strip() or None
