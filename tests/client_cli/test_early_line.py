"""A line typed after the start of a race and before the server has sent the table."""

import asyncio
from pathlib import Path

import pytest

from client_cli.local.storage import Storage
from client_cli.terminal.output import Output
from client_cli.text_mode.rooms.race import RaceLines
from protocol import from_client as say
from protocol import from_server as said
from tests.client_cli.test_session import info, room, table


async def test_a_move_typed_before_the_table_has_come_is_made_at_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = RaceLines("ws://127.0.0.1:9", Output(), Storage(tmp_path))
    sent: list[say.FromClient] = []
    monkeypatch.setattr(lines.room.link, "post", sent.append)
    members = [
        said.Member(seat=seat, name=name, here=True, ready=False, racing=True)
        for seat, name in enumerate(["Ann", "Ben"])
    ]
    lines.room._hear(room(race=info(status="running", clock_ms=0), members=members))
    sent.clear()

    typed = asyncio.create_task(lines._execute("discard tab.2"))
    await asyncio.sleep(0)
    assert not typed.done()
    assert sent == []

    lines.room._hear(table())
    assert await typed
    played = [message.move for message in sent if isinstance(message, say.Play)]
    assert played == ["discard tab.2"]
