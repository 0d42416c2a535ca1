"""The error log: kind and place of an error, without cards, tokens or secrets."""

import re
import secrets
from pathlib import Path

import pytest

from tests.harness import ROOT, ConnectionClosed, ServerProcess, client

CARD = re.compile(r"\b(?:A|[2-9]|10|T|J|Q|K)[CDHS]\b")

PLANTED = """
import server.live_rooms.play_move, server.handlers.dispatch

def settle(listener, move):
    hidden = [move.taken.after, move.race.secret.hex(), move.race.nonces]
    raise RuntimeError(f"{hidden}")

async def look(self, request):
    live, seat = self._seated()
    state, secret, tokens = live.desks[seat].state, live.race.secret.hex(), live.room.seats
    raise RuntimeError(f"{state} {secret} {tokens}")

server.live_rooms.play_move.acknowledge = settle
server.handlers.dispatch.Dispatcher._look = look
"""


@pytest.mark.processes
@pytest.mark.parametrize("as_json", ["true", "false"])
async def test_a_fault_of_ours_tells_no_card_and_no_secret(
    as_json: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "sitecustomize.py").write_text(PLANTED)
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}:{ROOT}")
    monkeypatch.setenv("PATIENCE_LOG_JSON", as_json)
    monkeypatch.setenv("PATIENCE_LOG_LEVEL", "debug")
    nonce = secrets.token_hex(16)
    async with ServerProcess(tmp_path / "data") as server:
        async with client(server.url) as link:
            code = (await link.create("aces_up", name="Ann"))["code"]
            await link.ask("ready", nonce=nonce)
            await link.ask("start")
            table = await link.until("table")
            await link.send("play", race=1, ply=0, move=table["legal"][-1])
            assert (await link.ask("ping"))["type"] == "pong", "it went down with one move"
            with pytest.raises(ConnectionClosed) as ending:
                await link.ask("look")
            assert ending.value.rcvd is not None
            assert ending.value.rcvd.code == 1011
        async with client(server.url) as again:
            again.token = link.token
            await again.ask("resume", code=code, token=link.token)
            await again.ask("leave")
            record = (await again.ask("get_record", race=code))["record"]
    log = server.log
    for event in ("move_answer_failed", "connection_failed"):
        assert event in log, log
    assert "RuntimeError" in log
    assert "move_writer.py" in log, "it does not say where"
    assert not CARD.findall(log), CARD.findall(log)
    for word in (record["secret"], record["seed"], nonce, link.token, "nonces"):
        assert word not in log
