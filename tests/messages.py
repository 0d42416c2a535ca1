"""Parse server frames into messages, in order."""

import json
from typing import Any

PARTS = ("frame", "table", "grids")


def told(frame: str | bytes) -> list[dict[str, Any]]:
    """The messages of a frame. Boards that come with a room are taken out and follow it."""
    message: dict[str, Any] = json.loads(frame)
    boards = [message.pop(part, None) for part in PARTS if message["type"] == "room"]
    return [message, *(board for board in boards if board)]
