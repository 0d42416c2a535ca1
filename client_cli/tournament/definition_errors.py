"""Sentences about mistakes in a tournament definition file, the TOML file in which an organiser
describes a tournament: unknown keys, and errors in the plan that is made from the file."""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches

from pydantic_core import ErrorDetails

from client_cli.tournament.toml_lines import Path
from protocol.texts import N_, _

ROUND = (
    *("game", "deals", "options", "format", "winners", "take_back", "call", "bell"),
    *("show_grids", "safe_play", "winnable", "difficulty"),
)
TABLES: dict[Path, tuple[str, ...]] = {
    (): (
        *("title", "format", "games", "rounds", "bell", "scoring", "teams", "knockout", "turns"),
        *("window", "queue", "most", "bots", "late", "invite", "schedule", "lobby", "table"),
        *("delay", "guests"),
    ),
    ("rounds",): ROUND,
    ("knockout",): ("heats", "go_on", "seeds", "sprint"),
    ("knockout", "sprint"): ROUND,
    ("teams",): ("names", "most", "best"),
    ("scoring",): ("way", "tie_breaks", "missed", "places", "team_tie_breaks"),
    ("schedule",): ("start", "zone", "repeat", "times", "remind"),
}
"""The keys of each table of a definition file, by the table's path."""
PLAN_FIELDS = {
    "bell": "bell_ms",
    "call": "call_ms",
    "window": "window_ms",
    "lobby": "lobby_ms",
    "table": "table_ms",
    "delay": "delay_ms",
    "remind": "remind_ms",
    "start": "starts_at",
    "invite": "invited",
    "best": "team_best",
}
"""The keys of a definition file whose name differs from that of the plan's field, each with the
name of the field."""
KEYS = {field: key for key, field in PLAN_FIELDS.items()}
TIMES = ("bell", "call", "window", "lobby", "table", "delay", "remind")
"""Keys whose values are times, written as `90s` or `6m`."""

_MISSING = {
    "title": N_('it has no title: write title = "Friday", or name it in the command'),
    "rounds": N_('it has no games: write games = ["aces-up", "baroness"]'),
    "games": N_('it has no games: write games = ["aces-up", "baroness"]'),
    "game": N_('it does not say which game: write game = "aces-up"'),
    "start": N_("it does not say when: write start = 2026-11-27T20:00:00"),
}
_WRONG = {
    "string_type": N_("{key} is text, in quotes"),
    "bool_type": N_("{key} is true or false"),
    "int_type": N_("{key} is a whole number"),
    "greater_than_equal": N_("{key} is {ge} or more"),
    "less_than_equal": N_("{key} is {le} or less"),
    "tuple_type": N_("{key} is a list, in brackets"),
    "dict_type": N_("{key} is a table"),
    "string_too_long": N_("{key} has at most {max_length} characters"),
    "too_long": N_("{key} has at most {max_length} items"),
    "literal_error": N_("{key} can be {expected}, not {value}"),
}
"""Sentences for pydantic's types of error. The error's context has the values that a sentence
names."""


def names(path: Path) -> tuple[str, ...]:
    """Return a path of keys in a TOML file without the indices of list items: for (`rounds`, 2,
    `bell`) return (`rounds`, `bell`)."""
    return tuple(part for part in path if isinstance(part, str))


def key_of(path: Path) -> str:
    """Return the last key of a path in a TOML file; the empty string if the path has no key,
    because it is that of the whole file."""
    return "".join(names(path)[-1:])


def quoted(value: object) -> str:
    """Return a value from a definition file for use in a sentence: text in quotes, cut if long."""
    text = str(value).lower() if isinstance(value, bool) else str(value)
    text = "".join(c if c.isprintable() else "?" for c in text)
    text = text if len(text) <= 30 else text[:30] + "…"
    return f'"{text}"' if isinstance(value, str) else text


def with_hint(told: str, written: str, known: Iterable[str]) -> str:
    """Return the sentence `told`, which says that the name `written` is unknown, extended by a
    hint: the most similar name of `known` or, if none is similar, all of them."""
    names = list(known)
    near = get_close_matches(written.lower(), names, 1, 0.6)
    return hinted(told, near[0] if near else None, names)


def hinted(told: str, near: str | None, names: Iterable[str]) -> str:
    """Return the sentence `told`, which says that a name is unknown, extended by the question
    whether `near` was meant. If `near` is None, it is extended by all `names` instead."""
    if near:
        return _("{told}; did you mean {name}?", told=told, name=near)
    return _("{told}; there are {names}", told=told, names=", ".join(names))


def sentence(error: ErrorDetails, path: Path, value: object) -> str | None:
    """Return a sentence for the author of a definition file about an error that pydantic has found
    in the plan. `path` is the place of the error in the file, and `value` what is written there.
    Return None if a field is missing or too short and this file has no sentence about it."""
    kind, key, given = error["type"], key_of(path), error.get("ctx", {})
    if kind in ("missing", "too_short"):
        return _(_MISSING[key]) if key in _MISSING else None
    words = given.get("words", ())
    if kind == "literal_error":
        expected = str(given["expected"]).replace("'", "").replace("_", "-")
        given = {"expected": expected, "value": quoted(value)}
        words = expected.replace(" or ", ", ").split(", ")
    if key == "take_back" and words == ("none",):
        return _("where cards are called nothing is taken back")
    if words and isinstance(value, str):
        sentence = _("there is no {key} {value}", key=key, value=quoted(value))
        return with_hint(sentence, value, [word.replace("_", "-") for word in words])
    if kind in _WRONG:
        return _of_type(kind, path, value, given)
    if kind == "value_error" and key == "zone":
        return _("there is no time zone {zone}; one is Europe/London", zone=quoted(value))
    return _in_keys(error["msg"].removeprefix("Value error, "))  # not a text


def _of_type(kind: str, path: Path, value: object, given: Mapping[str, object]) -> str:
    key = key_of(path)
    if key in TIMES and kind == "int_type":
        return no_time(path, value)
    if kind == "string_type" and key != path[-1]:
        return _("{value} is no text: write it in quotes", value=quoted(value))
    if key in TIMES:
        given = {end: span(ms) if isinstance(ms, int) else ms for end, ms in given.items()}
    return _(_WRONG[kind], **given, key=key)


def no_time(path: Path, value: object) -> str:
    key, wrong = key_of(path), quoted(value)
    return _("{key} is a time such as 90s, 6m or 1h, not {value}", key=key, value=wrong)


def span(ms: int) -> str:
    """Return a duration in milliseconds as it is written in a definition file: `0.5s`, `5m`, `24h`,
    `7d`."""
    if ms > 86_400_000:
        return f"{ms // 86_400_000}d"
    if ms >= 3_600_000:
        return f"{ms // 3_600_000}h"
    return f"{ms // 60_000}m" if ms >= 60_000 else f"{ms / 1_000:g}s"


def _in_keys(told: str) -> str:
    """Return the sentence `told` in which names of the plan's fields are replaced by the keys that
    a definition file has for them."""
    for field, key in KEYS.items():
        told = told.replace(field, key)
    return told[:1].lower() + told[1:]
