"""Find the line numbers of keys and values in a TOML file.

The parser of the standard library gives no line numbers. This one finds nothing but line numbers.
It expects a text that the library has already parsed, so it does not look for errors.
"""

import re
import tomllib

Path = tuple[str | int, ...]
"""Keys, and list indices from 0, such as `("rounds", 1, "bell")`. The empty path is the whole
file."""

_TOKEN = re.compile(
    r'"""(?:[^\\]|\\.)*?"{3,5}'
    r"|'''.*?'{3,5}"
    r'|"(?:[^"\\\n]|\\.)*"'
    r"|'[^'\n]*'"
    r"|#[^\n]*"
    r"|[\[\]{}=,.\n]"
    r"|[^\s\[\]{}=,.#\"']+",
    re.DOTALL,
)


def line_numbers(text: str) -> dict[Path, int]:
    """Return the line number, from 1, of every key and value of a valid TOML text."""
    return _Reader(text.replace("\r\n", "\n")).read()


class _Reader:
    def __init__(self, text: str) -> None:
        self._found: dict[Path, int] = {(): 1}
        self._tables: dict[Path, int] = {}
        """How many times each `[[table]]` has occurred so far, by path."""
        line = 1
        self._tokens: list[tuple[str, int]] = []
        for token in _TOKEN.findall(text):
            if not token.startswith("#"):
                self._tokens.append((token, line))
            line += token.count("\n")
        self._tokens.append(("", line))
        self._tokens.reverse()

    @property
    def _next(self) -> str:
        return self._tokens[-1][0]

    def _take(self) -> tuple[str, int]:
        return self._tokens.pop()

    def _skip(self, *tokens: str) -> None:
        while self._next in tokens:
            self._take()

    def read(self) -> dict[Path, int]:
        base: Path = ()
        self._skip("\n")
        while self._next:
            if self._next == "[":
                base = self._header()
            else:
                self._pair(base)
            self._skip("\n")
        return self._found

    def _header(self) -> Path:
        """Read the header of a table, `[table]` or `[[table]]`, and return the path of the table. A
        table inside a list belongs to the last item of the list."""
        _bracket, line = self._take()
        twice = self._next == "["
        self._skip("[")
        path: Path = ()
        keys = self._keys()
        for number, key in enumerate(keys, 1):
            path = (*path, key)
            self._found.setdefault(path, line)
            if number == len(keys) and twice:
                self._tables[path] = self._tables.get(path, 0) + 1
            if path in self._tables:
                path = (*path, self._tables[path] - 1)
        self._found.setdefault(path, line)
        self._skip("]")
        return path

    def _pair(self, path: Path) -> None:
        line = self._tokens[-1][1]
        for key in self._keys():
            path = (*path, key)
            self._found.setdefault(path, line)
        self._skip("=")
        self._value(path)

    def _keys(self) -> list[str]:
        keys = [_key(self._take()[0])]
        while self._next == ".":
            self._take()
            keys.append(_key(self._take()[0]))
        return keys

    def _value(self, path: Path) -> None:
        word, line = self._take()
        self._found.setdefault(path, line)
        if word == "[":
            self._items(path)
        elif word == "{":
            while self._next != "}":
                self._pair(path)
                self._skip(",", "\n")
            self._take()
        else:  # a number or a time may consist of several tokens
            while self._next not in (",", "]", "}", "\n", ""):
                self._take()

    def _items(self, path: Path) -> None:
        number = 0
        self._skip("\n")
        while self._next != "]":
            self._value((*path, number))
            number += 1
            self._skip(",", "\n")
        self._take()


def _key(token: str) -> str:
    if token[0] not in "\"'":
        return token
    (key,) = tomllib.loads(f"{token} = 0")
    return key
