"""Message vectors: what both clients know and say after messages of the server.

A file has vectors of one subject. `messages` are named messages, and parts of them; an object with
`like` takes the fields of a named one and replaces those it gives itself. A vector of a room hears
messages one after the other, each followed by its sentences; a sentence of one client only stands
beside that client's name. Then `state` gives fields of what the client knows `after_ms`
milliseconds later, and `browser` what only the browser's client keeps. Other vectors give texts by
topic: `tells` in both clients, `terminal` or `browser` in one.

Begin reading with `rooms.json`. `terminal.py` and `browser.mjs` run a vector in a client.
"""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Literal, NamedTuple

from protocol import from_server
from protocol.message import encode

FOLDER = Path(__file__).parent
Client = Literal["terminal", "browser"]


class Step(NamedTuple):
    """A message, and for a vector of a room what each client says of it."""

    message: dict[str, Any]
    says: list[str | dict[str, str]]

    def said_by(self, client: Client) -> list[str]:
        own = (each if isinstance(each, str) else each.get(client) for each in self.says)
        return [sentence for sentence in own if sentence is not None]


class Vector(NamedTuple):
    """A vector with its messages as a server writes them. `state` is None unless it is of a room.
    `me` is the account's name, `counts` the player's own counts of a watched deal, by number."""

    subject: str
    name: str
    steps: list[Step]
    after_ms: int
    state: dict[str, Any] | None
    told: dict[str, dict[str, Any]]
    me: str | None
    counts: dict[int, int]

    def told_by(self, client: Client) -> dict[str, Any]:
        return {**self.told["tells"], **self.told[client]}


@cache
def vectors() -> list[Vector]:
    return [each for path in sorted(FOLDER.glob("*.json")) for each in _read(path)]


def _read(path: Path) -> list[Vector]:
    page = json.loads(path.read_text("utf-8"))
    named = page["messages"]
    found = []
    for given in page["vectors"]:
        hear = [each if isinstance(each, list) else [each] for each in given["hear"]]
        found.append(
            Vector(
                path.stem,
                given["name"],
                [Step(_written(_whole(message, named)), says) for message, *says in hear],
                given.get("after_ms", 0),
                given.get("state"),
                {part: given.get(part, {}) for part in ("tells", "terminal", "browser")},
                given.get("me"),
                {int(number): many for number, many in given.get("counts", {}).items()},
            )
        )
    return found


def _whole(part: Any, named: Mapping[str, Any]) -> Any:
    """The part of a message with what it takes from named messages."""
    if isinstance(part, list):
        return [_whole(each, named) for each in part]
    if not isinstance(part, dict):
        return part
    own = {name: _whole(value, named) for name, value in part.items() if name != "like"}
    return _merged(_whole(named[part["like"]], named), own) if "like" in part else own


def _merged(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    merged = dict(old)
    for name, value in new.items():
        both = isinstance(value, dict) and isinstance(old.get(name), dict)
        whole = name in ("settings", "options", "changed", "view")
        merged[name] = _merged(old[name], value) if both and not whole else value
    return merged


def _written(message: dict[str, Any]) -> dict[str, Any]:
    """The message as a server writes it, with all fields. Raises BadMessage if it is none."""
    text = encode(from_server.parse(json.dumps(message)))
    written: dict[str, Any] = json.loads(text)
    return written
