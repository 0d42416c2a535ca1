"""A webhook receiver: a real HTTP server that stores what is posted to it."""

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

SECRET = "T0p-s3cret-w0rd"


class ChatRoom:
    """Answers with these statuses, one after the other, and with the last from then on; 0 hangs up
    without a word."""

    def __init__(self, statuses: Sequence[int]) -> None:
        self.statuses = list(statuses)
        self.url = ""
        self.asked: list[tuple[str, dict[str, str], bytes]] = []

    @property
    def texts(self) -> list[str]:
        """What was posted, which has to be the same for all kinds of rooms."""
        found = []
        for line, headers, body in self.asked:
            assert line == f"POST /hooks/{SECRET} HTTP/1.1"
            assert headers["content-type"] == "application/json"
            message: dict[str, Any] = json.loads(body)
            assert message.keys() == {"text", "content"}
            assert message["text"] == message["content"]
            found.append(str(message["text"]))
        return found

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = {
            name.lower(): value.strip()
            for name, _, value in (line.partition(":") for line in head[1:] if line)
        }
        body = await reader.readexactly(int(headers.get("content-length", 0)))
        self.asked.append((head[0], headers, body))
        status = self.statuses.pop(0) if len(self.statuses) > 1 else self.statuses[0]
        if status:
            there = f"Location: {self.url}/elsewhere\r\n" if 300 <= status < 400 else ""
            writer.write(f"HTTP/1.1 {status} x\r\n{there}Content-Length: 0\r\n\r\n".encode())
            await writer.drain()
        writer.close()
        await writer.wait_closed()


@asynccontextmanager
async def chat_room(*statuses: int) -> AsyncIterator[ChatRoom]:
    room = ChatRoom(statuses or (204,))
    server = await asyncio.start_server(room.answer, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    room.url = f"http://127.0.0.1:{port}/hooks/{SECRET}"
    async with server:
        yield room
