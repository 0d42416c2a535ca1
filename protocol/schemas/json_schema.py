"""Makes the JSON Schema of all messages, for authors of clients in other languages."""

from typing import Any

from pydantic import TypeAdapter

from protocol import SUBPROTOCOL, VERSION, from_client, from_server
from protocol.schemas import game_types


def schema() -> dict[str, Any]:
    """Return a document with three JSON Schemas: `from_client` for what clients send, `from_server`
    for what servers send, and `games` for the views, the changes of views and the moves of each
    game."""
    return {
        "subprotocol": SUBPROTOCOL,
        "version": VERSION,
        "from_client": _typed(from_client.ADAPTER.json_schema()),
        "from_server": _typed(from_server.ADAPTER.json_schema(mode="serialization")),
        "games": TypeAdapter(game_types.games()).json_schema(mode="serialization"),
    }


def _typed(union: dict[str, Any]) -> dict[str, Any]:
    """Make `type` a required field of every message in this schema, and return the schema. Pydantic
    makes it optional, because it has a default in the Python classes."""
    for definition in union["$defs"].values():
        if "type" in definition.get("properties", {}):
            definition["required"] = ["type", *definition.get("required", ())]
    return union
