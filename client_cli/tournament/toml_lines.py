"""Line numbers of keys and values in a TOML file.

The standard library's parser does not give them. This one reads only positions in a text that the
library has parsed before, so it checks nothing.
"""

import re
from typing import Any

Path = tuple[str | int, ...]
"""Keys, and list indices from 0: `("rounds", 1, "bell")`."""

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_SCALAR = re.compile(r"[^,\]}#\n]*")
_STRINGS = (
    re.compile(r'"""(?:[^\\]|\\.)*?"{3,5}', re.DOTALL),
    re.compile(r"'''.*?'{3,5}", re.DOTALL),
    re.compile(r'"(?:[^"\\\n]|\\.)*"'),
    re.compile(r"'[^'\n]*'"),
)
_GAP = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_BLANK = re.compile(r"[ \t]*")


def lines(text: str) -> dict[Path, int]:
    """The line, from 1, of every key and value of a valid TOML text."""
    return _Reader(text).read()


class _Reader:
    def __init__(self, text: str) -> None:
        self._text = text.replace("\r\n", "\n")
        self._at = 0
        self._found: dict[Path, int] = {(): 1}
        self._lists: dict[Path, int] = {}
        """Number of `[[tables]]` seen so far, by path."""

    def read(self) -> dict[Path, int]:
        base: Path = ()
        while True:
            self._skip(_GAP)
            if self._at >= len(self._text):
                return self._found
            if self._text[self._at] == "[":
                base = self._header()
            else:
                self._pair(base)

    def _header(self) -> Path:
        """Read `[table]` or `[[table]]`. A table inside a list belongs to the last item of the
        list."""
        twice = self._text.startswith("[[", self._at)
        line = self._line()
        self._at += 2 if twice else 1
        path: Path = ()
        keys = self._keys()
        for number, key in enumerate(keys, 1):
            path = (*path, key)
            self._found.setdefault(path, line)
            if number == len(keys) and twice:
                self._lists[path] = self._lists.get(path, 0) + 1
            if path in self._lists:
                path = (*path, self._lists[path] - 1)
        self._found.setdefault(path, line)
        self._at += 2 if twice else 1
        return path

    def _pair(self, base: Path) -> None:
        line = self._line()
        path = base
        for key in self._keys():
            path = (*path, key)
            self._found.setdefault(path, line)
        self._at += 1  # the equals sign
        self._skip(_BLANK)
        self._value(path)

    def _keys(self) -> list[str]:
        keys = []
        while True:
            self._skip(_BLANK)
            keys.append(self._key())
            self._skip(_BLANK)
            if not self._text.startswith(".", self._at):
                return keys
            self._at += 1

    def _key(self) -> str:
        if self._text[self._at] not in "\"'":
            return self._take(_BARE)
        quoted = self._take(_STRINGS[2] if self._text[self._at] == '"' else _STRINGS[3])
        import tomllib

        found: Any = tomllib.loads(f"key = {quoted}")["key"]
        return str(found)

    def _value(self, path: Path) -> None:
        self._found[path] = self._found.get(path, self._line())
        for pattern in _STRINGS:
            if pattern.match(self._text, self._at):
                self._take(pattern)
                return
        match self._text[self._at]:
            case "[":
                self._list(path)
            case "{":
                self._inline(path)
            case _:
                self._take(_SCALAR)

    def _list(self, path: Path) -> None:
        self._at += 1
        number = 0
        while True:
            self._skip(_GAP)
            if self._text[self._at] == "]":
                self._at += 1
                return
            self._found[(*path, number)] = self._line()
            self._value((*path, number))
            number += 1
            self._comma()

    def _inline(self, path: Path) -> None:
        self._at += 1
        while True:
            self._skip(_GAP)
            if self._text[self._at] == "}":
                self._at += 1
                return
            self._pair(path)
            self._comma()

    def _comma(self) -> None:
        self._skip(_GAP)
        if self._text[self._at] == ",":
            self._at += 1

    def _skip(self, pattern: "re.Pattern[str]") -> None:
        found = pattern.match(self._text, self._at)
        self._at = found.end() if found else self._at

    def _take(self, pattern: "re.Pattern[str]") -> str:
        found = pattern.match(self._text, self._at)
        if found is None:
            raise ValueError("this is no TOML")
        self._at = found.end()
        return found[0]

    def _line(self) -> int:
        return self._text.count("\n", 0, self._at) + 1
