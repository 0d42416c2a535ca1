"""A bot for Crown Patience in one file: it joins a race and makes the best legal move by kind.

    python examples/greedy_bot.py KQ7-4TX [ws://127.0.0.1:8765/ws]

The bot knows no rules. A seat that joins with `legal: true` gets the legal moves with every table
and every move; the bot ranks them by their kind alone. Copy it, and write a better `choose`. It
needs `pip install websockets`. It tells the server that it is a bot.
"""

import asyncio
import json
import secrets
import sys
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

LIKED = "build discard king pair pack place play move fill turn deal".split()  # noqa: SIM905 # reads
"""Kinds of move, best first: kinds that remove cards, then those that rearrange, then new cards."""
MOST_MOVES = 300
"""The bot resigns after this many moves, since cards could be moved to and fro for ever."""


def choose(legal: list[dict[str, Any]], ply: int) -> dict[str, Any]:
    """Return the move to make. `legal` is never empty while the game goes on."""
    if ply >= MOST_MOVES:
        return {"kind": "resign"}
    if ply % 12 == 11:  # an occasional other move breaks cycles
        return legal[-1]
    return min(legal, key=lambda m: LIKED.index(m["kind"]) if m["kind"] in LIKED else 99)


class Bot:
    """One seat on one connection."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket, self.id = socket, 0

    async def say(self, kind: str, **fields: Any) -> None:
        self.id += 1
        await self.socket.send(json.dumps({"type": kind, "id": self.id, **fields}))

    async def race(self, code: str, name: str) -> list[dict[str, Any]]:
        """Join, play to the end, and return the results, best first."""
        await self.say("hello", protocol=[1], client="greedy_bot")
        token = secrets.token_urlsafe(24)  # it gives access to the seat: keep it for `resume`
        await self.say("join", code=code, token=token, name=name, legal=True, bot=True)
        async for frame in self.socket:
            match json.loads(frame):
                case {"type": "room"}:
                    await self.say("ready", nonce=secrets.token_hex(16))
                case {"type": "frame", "race": n, "frame": k, "of": of} if k < of:
                    await self.say("next_frame", race=n, frame=k + 1)  # of a shown deal
                case {"type": "table" | "moved", "legal": [_, *_] as legal, "ply": ply, "race": n}:
                    await self.say("play", race=n, ply=ply, move=choose(legal, ply))
                case {"type": "over", "results": results}:
                    return list(results)
                case {"type": "refused", "code": code, "error": error} if code != "race_over":
                    sys.exit(error)
        sys.exit("The server closed the line.")


async def main(code: str, server: str = "ws://127.0.0.1:8765/ws") -> None:
    async with connect(server, subprotocols=["crown-patience.v1"], compression=None) as socket:
        results = await Bot(socket).race(code, f"greedy bot {secrets.randbelow(1000)}")
    for result in results:
        print(f"{result['place']}. seat {result['standing']['seat']}: {result['standing']['best']}")


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    asyncio.run(main(*sys.argv[1:]))
