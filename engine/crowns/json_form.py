"""Write the data of crowns as JSON, and read it again: runs (the wins of a player in a row), awards
(crowns won) and facts (events on which crowns depend). JSON that `to_json` would not write is
refused."""

import json
from functools import lru_cache
from types import UnionType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from engine.crowns.facts import Fact
from engine.errors import BadRecord, EngineError

FORMAT = 1
FACTS: dict[str, type] = {kind.__name__: kind for kind in get_args(Fact)}

T = TypeVar("T")


def to_json(value: Any) -> str:
    """Return a run, an award, a fact or another value about crowns as JSON on one line."""
    body = {"format": FORMAT, "value": _plain(value)}
    return json.dumps(body, sort_keys=True, separators=(",", ":"))


def from_json(kind: type[T], text: str) -> T:
    """Return the value of the type `kind` (`Run`, `Award`, `Began` …) that this JSON describes.
    Raises BadRecord if the JSON does not describe a value of this type."""
    try:
        body = json.loads(text)
    except (ValueError, RecursionError):
        raise BadRecord("This is not JSON.") from None
    if not isinstance(body, dict) or set(body) != {"format", "value"}:
        raise BadRecord("This is no value of a crown.")
    if type(body["format"]) is not int or body["format"] != FORMAT:
        raise BadRecord("The format of this crown is not known.")
    try:
        value: T = _read(kind, body["value"])
    except BadRecord:
        raise
    except EngineError as error:
        raise BadRecord(str(error)) from None
    return value


def _plain(value: Any) -> Any:
    kind: type = type(value)
    if kind in FACTS.values():
        return {"fact": kind.__name__, **{each: getattr(value, each) for each in _fields(kind)}}
    if hasattr(value, "_asdict"):
        return {each: _plain(inner) for each, inner in value._asdict().items()}
    return [_plain(inner) for inner in value] if isinstance(value, tuple) else value


def _read(kind: Any, value: Any) -> Any:
    if kind in (int, str, bool):
        if type(value) is not kind:
            raise BadRecord(f"Where the crown needs {kind.__name__} stands something else.")
        return value
    if get_origin(kind) is tuple:
        if not isinstance(value, list):
            raise BadRecord("Where the crown needs a list stands something else.")
        return tuple(_read(get_args(kind)[0], inner) for inner in value)
    if isinstance(kind, UnionType):
        return _read_one_of(get_args(kind), value)
    return _read_fields(kind, value)


def _read_one_of(kinds: tuple[Any, ...], value: Any) -> Any:
    if type(None) in kinds:
        return None if value is None else _read(kinds[0], value)
    name = value.get("fact") if isinstance(value, dict) else None
    kind = FACTS.get(name) if isinstance(name, str) else None
    if kind not in kinds:
        raise BadRecord("Where the crown needs a fact stands something else.")
    return _read_fields(kind, value)


def _read_fields(kind: Any, value: Any) -> Any:
    fields = _fields(kind)
    named = {"fact"} if kind in FACTS.values() else set()
    if not isinstance(value, dict) or set(value) != fields.keys() | named:
        raise BadRecord(f"This is no {kind.__name__} of a crown.")
    if named and value["fact"] != kind.__name__:
        raise BadRecord(f"This is no {kind.__name__} of a crown.")
    return kind(**{name: _read(of, value[name]) for name, of in fields.items()})


@lru_cache(maxsize=64)
def _fields(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)
