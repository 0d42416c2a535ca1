"""The TOML reader of definition files: typed values, and every mistake with its line number."""

import tomllib
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path as File
from typing import Any

from client_cli.exit_codes import Failure
from client_cli.messages.race_terms import duration_ms
from client_cli.tournament.toml_lines import Path, lines

MOST_SAID = 20
"""Mistakes that are listed at once."""
MOST_BYTES = 200_000
_NO_FILE = {
    FileNotFoundError: "There is no file {name}.",
    IsADirectoryError: "{name} is a folder.",
    PermissionError: "{name} may not be read.",
}


def read_text(path: File) -> str:
    """The text of a file. Raises Failure."""
    try:
        with path.open("rb") as file:
            found = file.read(MOST_BYTES + 1)
    except OSError as error:
        sentence = _NO_FILE.get(type(error), "{name} cannot be read.")
        raise Failure.usage(sentence.format(name=path)) from None
    if len(found) > MOST_BYTES:
        raise Failure.usage(f"{path.name} is too large to be a definition.")
    try:
        return found.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = found[: error.start].count(b"\n") + 1
        raise Failure.usage(f"{path.name}:{line}: this is not text in UTF-8.") from None


def nearest(written: str, known: Iterable[str]) -> str:
    """`; did you mean aces-up?`, or an empty string if nothing is similar."""
    found = get_close_matches(written.lower(), list(known), 1, 0.6)
    return f"; did you mean {found[0]}?" if found else ""


def quoted(value: object) -> str:
    """A typed value, quoted and short enough for a sentence."""
    text = str(value).lower() if isinstance(value, bool) else str(value)
    text = "".join(c if c.isprintable() else "?" for c in text)
    text = text if len(text) <= 30 else text[:30] + "…"
    return f'"{text}"' if isinstance(value, str) else text


class TomlReader:
    """Reads one file. Mistakes are collected, and None is returned for a wrong value, so that all
    mistakes can be reported at once. `end` raises Failure if there are any."""

    def __init__(self, text: str, name: str) -> None:
        self.name = name
        self._wrong: dict[Path, tuple[int, str]] = {}
        try:
            self.values: dict[str, Any] = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise Failure.usage(self._syntax(text, str(error))) from None
        except RecursionError:
            raise Failure.usage(f"{name}:1: lists are nested too deeply.") from None
        self._lines = lines(text)

    def _syntax(self, text: str, error: str) -> str:
        """The library's error message, preceded by its line."""
        what, _, place = error.removesuffix(")").partition(" (at ")
        number = place.removeprefix("line ").partition(",")[0]
        line = int(number) if number.isdecimal() else max(1, len(text.rstrip().splitlines()))
        return f"{self.name}:{line}: this is not TOML: {what[:1].lower()}{what[1:]}."

    def wrong(self, path: Path, sentence: str) -> None:
        """Record a mistake; the first for each path is kept. A missing key gets the line of its
        table."""
        where = path
        while where not in self._lines:
            where = where[:-1]
        self._wrong.setdefault(path, (self._lines[where], sentence))

    def end(self) -> None:
        if not self._wrong:
            return
        wrong = sorted(self._wrong.values())
        told = [f"{self.name}:{line}: {sentence}" for line, sentence in wrong]
        more = len(told) - MOST_SAID
        rest = [f"{self.name}: and {more} more"] if more > 0 else []
        raise Failure.usage("\n".join([*told[:MOST_SAID], *rest]))

    # Values. ------------------------------------------------------------------------------------

    def table(self, path: Path, value: object, known: Iterable[str]) -> dict[str, Any]:
        """A table with these keys; unknown keys are reported and left out."""
        names = list(known)
        if not isinstance(value, dict):
            self.wrong(path, f"{_last(path)} is a table with {', '.join(names)}")
            return {}
        for key in value:
            if key not in names:
                near = nearest(key, names) or f"; there are {', '.join(names)}"
                where = f" in {_last(path)}" if path else ""
                self.wrong((*path, key), f"there is nothing called {quoted(key)}{where}{near}")
        return {key: each for key, each in value.items() if key in names}

    def rows(self, path: Path, value: object, what: str) -> list[Any]:
        if isinstance(value, list):
            return value
        self.wrong(path, f"{_last(path)} is a list of {what}, in brackets")
        return []

    def text(self, path: Path, value: object) -> str | None:
        if isinstance(value, str):
            return value
        self.wrong(path, f"{_last(path)} is text, in quotes")
        return None

    def choice(self, path: Path, value: object, values: Iterable[str], what: str) -> str | None:
        """One of these words; hyphens or spaces are read as underscores, in upper or lower case."""
        known = list(values)
        said = [each.replace("_", "-") for each in known]
        if not isinstance(value, str):
            self.wrong(path, f"the {what} is one of {', '.join(said)}, in quotes")
            return None
        word = value.strip().lower().replace("-", "_").replace(" ", "_")
        if word in known:
            return word
        near = nearest(value, said) or f"; there are {', '.join(said)}"
        self.wrong(path, f"there is no {what} {quoted(value)}{near}")
        return None

    def whole(self, path: Path, value: object, least: int, most: int) -> int | None:
        if type(value) is int and least <= value <= most:
            return value
        self.wrong(path, f"{_last(path)} is a whole number from {least} to {most}")
        return None

    def flag(self, path: Path, value: object) -> bool | None:
        if isinstance(value, bool):
            return value
        self.wrong(path, f"{_last(path)} is true or false")
        return None

    def duration(self, path: Path, value: object, least: str, most: str) -> int | None:
        """Milliseconds of `90s`, `6m`, `1h` or `1d`; a plain number is minutes."""
        what = _last(path)
        known = isinstance(value, str) or (
            isinstance(value, int | float) and not isinstance(value, bool)
        )
        ms = _ms(str(value)) if known else None
        if ms is None:
            self.wrong(path, f"{what} is a time such as 90s, 6m or 1h, not {quoted(value)}")
        elif not (_ms(least) or 0) <= ms <= (_ms(most) or 0):
            self.wrong(path, f"{what} lies between {least} and {most}")
        else:
            return ms
        return None


def _ms(text: str) -> int | None:
    days = text.strip().lower()
    try:
        if days.endswith("d"):
            return 24 * duration_ms(days[:-1] + "h", "A time")
        return duration_ms(text, "A time")
    except (Failure, ValueError):
        return None


def _last(path: Path) -> str:
    """The name of a path in a sentence."""
    names = [part for part in path if isinstance(part, str)]
    return names[-1] if names else "the file"


def merged(*tables: Mapping[str, Any]) -> dict[str, Any]:
    """All keys that have a value, in one table; later tables win."""
    whole: dict[str, Any] = {}
    for table in tables:
        whole |= {key: value for key, value in table.items() if value is not None}
    return whole
