"""What a server said, one thing after the other."""

import json
from typing import Any


def told(frame: str | bytes) -> list[dict[str, Any]]:
    """The message in a frame. The boards that come with a room are taken out of it, and follow."""
    message: dict[str, Any] = json.loads(frame)
    boards = [message.pop(part, None) for part in ("frame", "table") if message["type"] == "room"]
    return [message, *(board for board in boards if board)]
