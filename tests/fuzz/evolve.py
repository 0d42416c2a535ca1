"""A coverage-guided fuzzer: inputs that reach a new line or outcome are kept and mutated further.

It is slower than a compiled fuzzer, but needs nothing installed, and its finds are readable texts.
"""

import json
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from time import monotonic
from types import CodeType, FrameType
from typing import Any, NamedTuple

from tests.fuzz.targets import Target

ROOT = Path(__file__).parents[2]
OURS = tuple(f"{ROOT / name}/" for name in ("engine", "protocol", "server", "client_cli"))
LONGEST = 6_000
LIMIT_S = 20
"""Seconds after which a call counts as hung."""
ODD: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2, 1.5, 1e400, 2**53, 2**63, -(2**70), "", " ", "a", "None", "0",
    "\x00", "\ud800", "é", "ﬀ", "\u202e", "a" * 300, [], {}, [[]], {"": {}}, "2026-11-22",
    "1e9", float("nan"),
)  # fmt: skip

Point = tuple[CodeType, int] | str


class Hang(Exception):
    """A call took too long."""


class Fault(NamedTuple):
    """A text that caused an undocumented exception, and the exception."""

    text: str
    error: BaseException

    @property
    def where(self) -> str:
        """The kind of fault, and the line of our code that raised it."""
        trace, place = self.error.__traceback__, ""
        while trace is not None:
            code = trace.tb_frame.f_code
            if code.co_filename.startswith(str(ROOT)):
                place = f"{Path(code.co_filename).relative_to(ROOT)}:{trace.tb_lineno}"
            trace = trace.tb_next
        return f"{type(self.error).__name__} at {place}"


@contextmanager
def limited(seconds: int = LIMIT_S) -> Iterator[None]:
    """Raise Hang if the block takes longer."""

    def ring(*_: object) -> None:
        raise Hang

    before = signal.signal(signal.SIGALRM, ring)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def reached(target: Target, text: str) -> frozenset[Point]:
    """The lines of our code that a text reaches, and the outcome. Raises whatever the target
    raises."""
    points = set[Point]()

    def line(frame: FrameType, event: str, _: object) -> Any:
        if event == "line":
            points.add((frame.f_code, frame.f_lineno))
        return line

    def call(frame: FrameType, _: str, __: object) -> Any:
        return line if frame.f_code.co_filename.startswith(OURS) else None

    sys.settrace(call)
    try:
        points.add(target.run(text))
    finally:
        sys.settrace(None)
    return frozenset(points)


class Evolution:
    """The inputs of a target, and their coverage."""

    def __init__(self, target: Target, corpus: Iterable[str], seed: int) -> None:
        self._target, self._chance = target, Random(seed)
        self.kept: dict[str, frozenset[Point]] = {}
        self.known = set[Point]()
        self.faults: dict[str, Fault] = {}
        self.tried = 0
        for text in corpus:
            self.take(text)

    def take(self, text: str) -> None:
        """Try a text, and keep it if it reaches something new."""
        self.tried += 1
        try:
            with limited():
                points = reached(self._target, text)
        except Exception as error:
            fault = Fault(text, error)
            self.faults.setdefault(fault.where, fault)
            return
        if not points <= self.known or not self.kept:
            self.known |= points
            self.kept[text] = points

    def go_on(self, seconds: float) -> None:
        until = monotonic() + seconds
        while monotonic() < until:
            self.take(self._changed(self._chance.choice(list(self.kept)))[:LONGEST])

    def least(self, most: int, longest: int) -> list[str]:
        """At most `most` texts, none longer than `longest`, chosen greedily for coverage; the best
        first."""
        here = {text: points for text, points in self.kept.items() if len(text) <= longest}
        left, chosen = set(self.known), list[str]()
        while here and len(chosen) < most:
            best = max(here, key=lambda text: (len(here[text] & left), -len(text)))
            news = here.pop(best) & left
            if not news:
                break
            chosen.append(best)
            left -= news
        return chosen

    def shortened(self, fault: Fault) -> Fault:
        """The same fault from a shorter text."""
        size = max(1, len(fault.text) // 2)
        while size:
            at = 0
            while at < len(fault.text):
                shorter = self._fault_of(fault.text[:at] + fault.text[at + size :])
                if shorter is not None and shorter.where == fault.where:
                    fault = shorter
                else:
                    at += size
            size //= 2
        return fault

    def _fault_of(self, text: str) -> Fault | None:
        try:
            with limited():
                self._target.run(text)
        except Exception as error:
            return Fault(text, error)
        return None

    # Mutations. ---------------------------------------------------------------------------------

    def _changed(self, text: str) -> str:
        for _ in range(self._chance.choice((1, 1, 2, 4))):
            work: Callable[[str], str] = self._chance.choice(
                (self._json, self._json, self._line, self._slice, self._sign, self._word)
            )
            text = work(text)
        return text

    def _json(self, text: str) -> str:
        """Change something in a JSON text; in one line if there are several."""
        lines = text.splitlines() or [""]
        at = self._chance.randrange(len(lines))
        for whole, read in ((True, text), (False, lines[at])):
            try:
                value = self._other(json.loads(read))
                written = json.dumps(value, ensure_ascii=self._chance.random() < 0.5)
            except (ValueError, RecursionError):
                continue
            return written if whole else "\n".join([*lines[:at], written, *lines[at + 1 :]])
        return self._word(text)

    def _other(self, value: Any) -> Any:
        chance = self._chance
        if isinstance(value, dict) and value and chance.random() < 0.9:
            key, other = chance.choice(list(value)), dict(value)
            match chance.randrange(5):
                case 0:
                    del other[key]
                case 1:
                    other[str(chance.choice(ODD))] = other[key]
                case _:
                    other[key] = self._other(value[key])
            return other
        if isinstance(value, list) and value and chance.random() < 0.9:
            at, items = chance.randrange(len(value)), list(value)
            match chance.randrange(5):
                case 0:
                    del items[at]
                case 1:
                    items.insert(at, items[chance.randrange(len(items))])
                case _:
                    items[at] = self._other(items[at])
            return items
        if isinstance(value, int) and chance.random() < 0.5:
            return value + chance.choice((-1, 1, 10, -10))
        if isinstance(value, str) and chance.random() < 0.5:
            return self._sign(value)
        return chance.choice(ODD)

    def _line(self, text: str) -> str:
        """Add, remove or move a line, or take one from another text."""
        lines = text.split("\n")
        others = self._chance.choice(list(self.kept)).split("\n")
        at = self._chance.randrange(len(lines))
        match self._chance.randrange(4):
            case 0:
                del lines[at]
            case 1:
                lines.insert(at, self._chance.choice(lines))
            case 2:
                lines.insert(at, self._chance.choice(others))
            case _:
                lines = lines[:at] + others[self._chance.randrange(len(others)) :]
        return "\n".join(lines)

    def _slice(self, text: str) -> str:
        a, b = sorted(self._chance.randrange(len(text) + 1) for _ in range(2))
        b = min(b, a + 40)
        return self._chance.choice((text[:a] + text[b:], text[:b] + text[a:]))

    def _sign(self, text: str) -> str:
        at = self._chance.randrange(len(text) + 1)
        sign = chr(
            self._chance.choice((self._chance.randrange(32, 127), 0, 10, 0xE9, 0x661, 0x202E))
        )
        return text[:at] + sign + text[at + self._chance.randrange(2) :]

    def _word(self, text: str) -> str:
        """Replace a word by another of this or another text."""
        words = text.split(" ")
        others = self._chance.choice(list(self.kept)).split(" ")
        at = self._chance.randrange(len(words))
        words[at] = self._chance.choice((*others[:50], *self._target.words, *map(str, ODD[:14])))
        return " ".join(words)
