"""The protocol as JSON Schema, for authors of clients in other languages."""

from typing import Any

from pydantic import TypeAdapter

from protocol import SUBPROTOCOL, VERSION, from_client, from_server, game_types


def schema() -> dict[str, Any]:
    """A document with one schema for each direction, `from_client` and `from_server`, and one for
    the views, changes and moves of each game, `games`."""
    return {
        "subprotocol": SUBPROTOCOL,
        "version": VERSION,
        "from_client": _typed(from_client.ADAPTER.json_schema()),
        "from_server": _typed(from_server.ADAPTER.json_schema(mode="serialization")),
        "games": TypeAdapter(game_types.games()).json_schema(mode="serialization"),
    }


def _typed(union: dict[str, Any]) -> dict[str, Any]:
    """The schema with `type` required in every message. Our own classes fill it in by default."""
    for definition in union["$defs"].values():
        if "type" in definition.get("properties", {}):
            definition["required"] = ["type", *definition.get("required", ())]
    return union
