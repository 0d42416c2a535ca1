"""Regenerate the complete race of `docs/protocol.md`: `python -m tests.docs.recorded`."""

import asyncio
import json
import tempfile
from pathlib import Path
from typing import Any

from tests.harness import Client, ServerProcess, client

PAGE = Path(__file__).parents[2] / "docs/protocol.md"
HEADING = "## One whole race"
STORY = """
All messages of one race, as two clients sent (→) and received (←) them on a real server. Ann opens
a room for Aces Up, and Ben joins it. The server refuses one of the moves; another is sent twice.
Then first Ben and after him Ann resigns.
"""


class Scribe:
    """Speaks for one of the two and writes down both sides, in the order of the telling."""

    def __init__(self, name: str, link: Client, lines: list[str]) -> None:
        self.name, self._link, self._lines = name, link, lines
        self._id = 0

    def _write(self, arrow: str, message: dict[str, Any]) -> None:
        if self._lines[-1:] != [f"# {self.name}"] and _speaker(self._lines) != self.name:
            self._lines.append(f"# {self.name}")
        self._lines.append(f"{arrow} {json.dumps(message, ensure_ascii=False)}")

    async def say(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Send a request and hear everything up to its answer."""
        self._id += 1
        message = {"type": kind, "id": self._id, **fields}
        self._write("→", message)
        await self._link.socket.send(json.dumps(message))
        while True:
            answer = await self._link.receive()
            self._write("←", answer)
            if answer.get("id") == self._id:
                return answer

    async def hear(self, *kinds: str) -> dict[str, Any]:
        """Hear everything up to a message of one of these types."""
        while True:
            message = await self._link.receive()
            self._write("←", message)
            if message["type"] in kinds:
                return message


def _speaker(lines: list[str]) -> str:
    return next((line[2:] for line in reversed(lines) if line.startswith("# ")), "")


async def race(url: str) -> list[str]:
    """The lines of the race."""
    lines: list[str] = []
    async with client(url, hello=False) as one, client(url, hello=False) as other:
        ann, ben = Scribe("Ann", one, lines), Scribe("Ben", other, lines)
        await ann.say("hello", protocol=[1], client="doc")
        token = one.token
        room = await ann.say(
            "create", game="aces_up", bell_ms=360_000, name="Ann", token=token, legal=True
        )
        await ben.say("hello", protocol=[1], client="doc")
        await ben.say("join", code=room["code"], name="Ben", token=other.token)
        await ann.say("ready", nonce="00112233445566778899aabbccddeeff")
        await ben.say("ready", nonce="ffeeddccbbaa99887766554433221100")
        table = await ann.hear("table")
        await ben.hear("table")
        wrong = {"kind": "fill", "src": "tab.0", "dst": "tab.1"}
        await ann.say("play", race=1, ply=0, move=wrong)
        for _ in range(2):
            await ann.say("play", race=1, ply=0, move=table["legal"][0])
        await ben.say("play", race=1, ply=0, move="resign")
        await ann.say("play", race=1, ply=1, move="resign")
        await ann.hear("over")
        await ben.hear("over")
        await ann.say("get_record", race=room["code"])
    return lines


async def main() -> None:
    """Record and write."""
    with tempfile.TemporaryDirectory() as folder:
        async with ServerProcess(Path(folder)) as server:
            lines = await race(server.url)
    before = PAGE.read_text().split(HEADING)[0]
    told = "\n".join(lines)
    PAGE.write_text(f"{before}{HEADING}\n{STORY}\n```\n{told}\n```\n")


if __name__ == "__main__":
    asyncio.run(main())
