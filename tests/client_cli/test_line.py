"""The connection: a server that sends messages nobody understands."""

import json
from pathlib import Path

import pytest
from websockets.asyncio.server import ServerConnection, serve
from websockets.typing import Subprotocol

from client_cli.exit_codes import UNREACHABLE, Failure
from client_cli.features import daily
from client_cli.local.storage import Storage
from client_cli.net.one_shot_client import with_connection
from protocol import SUBPROTOCOL, VERSION


async def greet_and_babble(socket: ServerConnection) -> None:
    """As a server of another version might."""
    hello = json.loads(await socket.recv())
    welcome = {"type": "welcome", "id": hello["id"], "protocol": VERSION, "server": "other"}
    await socket.send(json.dumps(welcome))
    asked = json.loads(await socket.recv())
    await socket.send(json.dumps({"type": "dailies", "id": asked["id"], "today": "later"}))
    await socket.wait_closed()


async def test_who_waits_for_an_answer_is_told_that_it_was_not_understood(tmp_path: Path) -> None:
    async with serve(
        greet_and_babble, "127.0.0.1", 0, subprotocols=[Subprotocol(SUBPROTOCOL)]
    ) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        with pytest.raises(Failure, match="The server is not understood") as failed:
            await with_connection(f"ws://127.0.0.1:{port}/ws", Storage(tmp_path), daily.days)
    assert failed.value.code == UNREACHABLE
