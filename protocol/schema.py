"""The protocol as JSON Schema, for people who write clients in other languages."""

from typing import Any

from protocol import SUBPROTOCOL, VERSION, from_client, from_server


def schema() -> dict[str, Any]:
    """One document: what clients say and what servers say."""
    return {
        "subprotocol": SUBPROTOCOL,
        "version": VERSION,
        "from_client": from_client.ADAPTER.json_schema(),
        "from_server": from_server.ADAPTER.json_schema(mode="serialization"),
    }
