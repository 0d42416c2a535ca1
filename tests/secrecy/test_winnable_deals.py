"""Races of winnable deals between misbehaving machines: no byte tells the moves that win, or the
number of the pack, before the end."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine.races.verify import verify
from tests.harness import BELL_MS, ServerProcess
from tests.secrecy.plans import Plan
from tests.secrecy.racers import play_room
from tests.secrecy.recorder import Pages
from tests.secrecy.scan import scan, scan_pages

OPTIONS: dict[str, dict[str, Any]] = {
    "aces_up": {"must_fill": True},
    "bakers_dozen": {},
    "klondike": {"turn": 3},
}


@pytest.mark.parametrize("slug", OPTIONS)
async def test_nothing_tells_the_deal_that_was_found(slug: str, tmp_path: Path) -> None:
    terms = {"winnable": True, "format": "best"}
    plan = Plan(
        slug, OPTIONS[slug], seed=7, seats=3, bell_ms=BELL_MS, most_moves=12, races=2, terms=terms
    )
    async with ServerProcess(tmp_path) as server:
        room = await play_room(plan, server.url, Pages(server.url))
    assert len(room.record.races) == 2
    for race in room.record.races:
        assert all(check.ok for check in verify(race)), verify(race)[-1]
        assert race["winnable"]["line"]
        assert not any(text in server.log for text in race["winnable"]["line"] if " " in text)
    assert not scan(room.record)
    assert "winnable_deal_found" in server.log
    assert not scan_pages([room.record], [server.log])
    before = [
        entry.text
        for tape in room.record.tapes
        for entry in tape.entries
        if entry.kind == "frame"
        and json.loads(entry.text)["type"] not in ("over", "record", "room")
    ]
    assert before
    assert not any('"k":' in text or '"line":' in text for text in before)
