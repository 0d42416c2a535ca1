"""Read TOML with the line number of each value, so that messages about mistakes can name the line.

A path is a sequence of keys and list indices, such as `("rounds", 1, "bell")`.
"""

import tomllib
from pathlib import Path as File

from client_cli.exit_codes import Failure
from client_cli.tournament.toml_lines import Path, line_numbers
from protocol.texts import N_, _

MOST_SAID = 20
"""At most this many mistakes of a file are listed."""
MOST_BYTES = 200_000
_NO_FILE = {
    FileNotFoundError: N_("There is no file {name}."),
    IsADirectoryError: N_("{name} is a folder."),
    PermissionError: N_("{name} may not be read."),
}


def read_text(path: File) -> str:
    """Return the text of a file. Raises Failure if it cannot be read, is too large, or is not
    UTF-8."""
    try:
        with path.open("rb") as file:
            found = file.read(MOST_BYTES + 1)
    except OSError as error:
        sentence = _NO_FILE.get(type(error), N_("{name} cannot be read."))
        raise Failure.usage(_(sentence, name=path)) from None
    if len(found) > MOST_BYTES:
        raise Failure.usage(_("{name} is too large to be a definition.", name=path.name))
    try:
        return found.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = found[: error.start].count(b"\n") + 1
        sentence = _("this is not text in UTF-8.")
        raise Failure.usage(f"{path.name}:{line}: {sentence}") from None


class TomlFile:
    """The values of a TOML file, and mistakes in them. Making a TomlFile raises Failure if the text
    is not TOML. Whoever reads the values records mistakes in them with `wrong`, and calls `end` at
    the end, which reports all of them together."""

    def __init__(self, text: str, name: str) -> None:
        self.name = name
        self._wrong: dict[Path, str] = {}
        try:
            self.values: dict[str, object] = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise Failure.usage(self._syntax(text, str(error))) from None
        except RecursionError:
            raise Failure.usage(f"{name}:1: {_('lists are nested too deeply.')}") from None
        self._lines = line_numbers(text)

    def value(self, path: Path) -> object:
        """Return the value at a path. If the file has none there, return the innermost table or
        list on the way to it that the file does have."""
        found: object = self.values
        for part in path:
            match found, part:
                case list(), int() if part < len(found):
                    found = found[part]
                case dict(), str() if part in found:
                    found = found[part]
        return found

    def wrong(self, path: Path, sentence: str) -> None:
        """Record a mistake: `sentence` says what is wrong at the path. Do nothing if a mistake is
        already recorded at this path, inside it or around it."""
        for known in self._wrong:
            shorter = min(len(known), len(path))
            if known[:shorter] == path[:shorter]:
                return
        self._wrong[path] = sentence

    def end(self) -> None:
        """Do nothing if no mistakes are recorded. Otherwise raise Failure, whose message lists them
        with their line numbers. A missing key is listed at the line of the table that lacks it."""
        if not self._wrong:
            return
        wrong = sorted((self._line(path), sentence) for path, sentence in self._wrong.items())
        sentences = [f"{self.name}:{line}: {sentence}" for line, sentence in wrong[:MOST_SAID]]
        if len(wrong) > MOST_SAID:
            sentences.append(f"{self.name}: {_('and {n} more', n=len(wrong) - MOST_SAID)}")
        raise Failure.usage("\n".join(sentences))

    def _line(self, path: Path) -> int:
        while path not in self._lines:
            path = path[:-1]
        return self._lines[path]

    def _syntax(self, text: str, error: str) -> str:
        """Return the TOML parser's error message, preceded by the file name and the line."""
        what, _at, place = error.removesuffix(")").partition(" (at ")
        number = place.removeprefix("line ").partition(",")[0]
        line = int(number) if number.isdecimal() else max(1, len(text.rstrip().splitlines()))
        sentence = _("this is not TOML: {what}.", what=f"{what[:1].lower()}{what[1:]}")
        return f"{self.name}:{line}: {sentence}"
