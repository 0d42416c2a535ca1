"""Moves, and how to read and write a move as a JSON object or as a line of text.

A kind of move is a frozen dataclass, in this file or in the file of its game. The name of the class
gives the name of the kind (`EndSession` is `end_session`). The fields of the dataclass are the
fields of the JSON object, and the type of a field decides how its value is checked. The text of a
move is the kind and then the values of the fields in their order, separated by single spaces.
Numbers or names of one value are joined by commas; an empty list is `-`. Each move has exactly one
JSON object and one text.
"""

import re
from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, NewType, get_type_hints

from engine.errors import BadRequest, brief

Place = NewType("Place", str)
"""The name of a pile, or of a card's place in a pile (`fan.2`)."""

Cell = tuple[int, int]
"""A cell of a grid: its row and its column. Row numbers grow downwards. Both numbers may be
negative."""

MoveValue = int | str | list[int] | list[str]
"""The value of a field of a move in JSON."""

MoveJson = dict[str, MoveValue]
"""A move as a JSON object: its `kind` and the values of its fields."""

CACHED_TEXTS = 1024
"""The maximum number of texts whose moves a codec keeps. When there are more, it forgets all."""
LARGEST = 200
"""The largest absolute value of a number in a move, and the maximum length of a list or word in
it."""


@dataclass(frozen=True, slots=True)
class Deal:
    """Deal the next cards from the stock."""


@dataclass(frozen=True, slots=True)
class Turn:
    """Turn up the next card of the stock, or the next cards if the game turns several at a time."""


@dataclass(frozen=True, slots=True)
class Redeal:
    """Turn over the cards that were dealt from the stock, so that they can be dealt again."""


@dataclass(frozen=True, slots=True)
class Play:
    """Put a card of the pile `src` on the pile `dst`."""

    src: Place
    dst: Place


@dataclass(frozen=True, slots=True)
class Build:
    """Put a card of the pile `src` on the foundation where the card belongs."""

    src: Place


@dataclass(frozen=True, slots=True)
class Pack:
    """Put one card of the pile `src` on the column `dst`."""

    src: Place
    dst: Place


@dataclass(frozen=True, slots=True)
class Move:
    """Move the top `n` cards of the column `src` to the column `dst`."""

    src: Place
    dst: Place
    n: int


@dataclass(frozen=True, slots=True)
class Pair:
    """Discard the top cards of two piles, which match. `src` is the pile further to the left."""

    src: Place
    dst: Place


@dataclass(frozen=True, slots=True)
class Resign:
    """Give up the game. The game counts as lost. How far the player came (the progress) still
    counts when the players of a race are put in order."""


class MoveField(NamedTuple):
    """How to read and write one field of a move: `check` tests its value in JSON, `to_json` writes
    it as JSON, `from_text` reads it from text, and `to_text` writes it as text.

    `check` and `from_text` return the value of the field. For input that is not a possible value,
    they raise ValueError with a message that says what the value must be.
    """

    check: Callable[[object], Any]
    to_json: Callable[[Any], MoveValue]
    from_text: Callable[[str], Any]
    to_text: Callable[[Any], str]


def _integer(value: object) -> int:
    if type(value) is not int or abs(value) > LARGEST:
        raise ValueError("a small whole number")
    return value


def _word(value: object) -> str:
    if type(value) is not str or not value.isalpha() or len(value) > LARGEST:
        raise ValueError("a word")
    return value


def _integers(value: object) -> tuple[int, ...]:
    if not isinstance(value, list | tuple) or len(value) > LARGEST:
        raise ValueError("a list of small whole numbers")
    return tuple(_integer(part) for part in value)


def _cell(value: object) -> Cell:
    numbers = _integers(value)
    if len(numbers) != 2:
        raise ValueError("a row and a column")
    return numbers[0], numbers[1]


def _read_integer(text: str) -> int:
    if not re.fullmatch(r"0|-?[1-9][0-9]{0,3}", text):
        raise ValueError("a small whole number")
    return _integer(int(text))


def _parts(text: str) -> list[str]:
    return [] if text == "-" else text.split(",")


def _join(values: Iterable[object]) -> str:
    return ",".join(map(str, values)) or "-"


def _fields(places: Container[str]) -> dict[object, MoveField]:
    def place(value: object) -> str:
        if type(value) is not str or value not in places:
            raise ValueError("a pile of this game")
        return value

    def place_list(value: object) -> tuple[str, ...]:
        if not isinstance(value, list | tuple) or len(value) > LARGEST:
            raise ValueError("a list of piles of this game")
        return tuple(place(part) for part in value)

    def same(value: Any) -> Any:
        return value

    return {
        Place: MoveField(place, same, place, str),
        int: MoveField(_integer, same, _read_integer, str),
        str: MoveField(_word, same, _word, str),
        Cell: MoveField(_cell, list, lambda t: _cell([_read_integer(p) for p in _parts(t)]), _join),
        tuple[Place, ...]: MoveField(place_list, list, lambda t: place_list(_parts(t)), _join),
        tuple[int, ...]: MoveField(
            _integers, list, lambda t: _integers([_read_integer(p) for p in _parts(t)]), _join
        ),
    }


def kind_of(move_class: type) -> str:
    """Return the name of a kind of move from its class, in snake case: `put_back` for `PutBack`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", move_class.__name__).lower()


class Codec:
    """Reads and writes the moves of one game, as JSON objects or as texts. Each game has one codec.

    The methods that read a move raise BadRequest for anything that is not a move of the game.
    """

    def __init__(self, kinds: Iterable[type], places: Container[str]) -> None:
        known = _fields(places)
        self._kinds: dict[str, tuple[type, tuple[tuple[str, MoveField], ...]]] = {}
        self._names: dict[type, str] = {}
        for move_class in (*kinds, Resign):
            hints = get_type_hints(move_class)
            fields = tuple((name, known[hint]) for name, hint in hints.items())
            self._kinds[kind_of(move_class)] = (move_class, fields)
            self._names[move_class] = kind_of(move_class)
        self._known_texts: dict[str, Any] = {}

    @property
    def kinds(self) -> dict[str, list[str]]:
        """The kinds of move of the game, each with the names of its fields in the order in which
        the text of a move has them."""
        return {kind: [name for name, _ in fields] for kind, (_, fields) in self._kinds.items()}

    def from_json(self, value: object) -> Any:
        """Return the move that an object such as `{"kind": "discard", "src": "tab.0"}`
        describes."""
        if not isinstance(value, Mapping):
            raise BadRequest("A move is an object with a kind.")
        move_class, fields = self._kind(value.get("kind"))
        if len(value) != len(fields) + 1:
            stray = sorted(map(str, set(value) - {"kind", *(name for name, _ in fields)}))
            if stray:
                raise BadRequest(f"The move {value['kind']} has no field {brief(stray[0])}.")
        arguments = []
        for name, field in fields:
            if name not in value:
                raise BadRequest(f"The move {value['kind']} needs the field {name}.")
            arguments.append(_read(field.check, value[name], value["kind"], name))
        return move_class(*arguments)

    def from_text(self, text: str) -> Any:
        """Return the move that a text such as `move tab.0 tab.3 2` describes."""
        # The contestants of a race often make the same moves. Moves are immutable.
        move = self._known_texts.get(text)
        if move is None:
            if len(self._known_texts) >= CACHED_TEXTS:
                self._known_texts.clear()
            move = self._known_texts[text] = self._parsed(text)
        return move

    def _parsed(self, text: str) -> Any:
        kind, *words = text.split(" ")
        move_class, fields = self._kind(kind)
        if len(words) != len(fields):
            form = " ".join([kind, *(name.upper() for name, _ in fields)])
            raise BadRequest(f"Write it as: {form}.")
        return move_class(
            *(
                _read(field.from_text, word, kind, name)
                for word, (name, field) in zip(words, fields, strict=True)
            )
        )

    def read(self, value: object) -> Any:
        """Return the move that a JSON object or a text describes."""
        return self.from_text(value) if isinstance(value, str) else self.from_json(value)

    def to_json(self, move: Any) -> MoveJson:
        kind = self._names[type(move)]
        fields = self._kinds[kind][1]
        return {"kind": kind, **{name: f.to_json(getattr(move, name)) for name, f in fields}}

    def to_text(self, move: Any) -> str:
        kind = self._names[type(move)]
        fields = self._kinds[kind][1]
        return " ".join([kind, *(f.to_text(getattr(move, name)) for name, f in fields)])

    def _kind(self, kind: object) -> tuple[type, tuple[tuple[str, MoveField], ...]]:
        if isinstance(kind, str) and kind in self._kinds:
            return self._kinds[kind]
        raise BadRequest(f"The moves of this game are: {', '.join(self._kinds)}.")


def _read(reader: Callable[[Any], Any], value: object, kind: object, name: str) -> Any:
    try:
        return reader(value)
    except ValueError as error:
        raise BadRequest(f"The {name} of the move {kind} must be {error}.") from None
