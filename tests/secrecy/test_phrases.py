"""The answer of a deal to "Ace, please": only those who were dealt its cards hear it, and a server
that tells others is found out."""

import json
from typing import Any

import pytest

from protocol.rooms.talk import ASK, THANKS
from server.live_rooms import talk
from server.views import visibility
from server.views.view_inputs import ChatMessage, Viewer
from tests.secrecy.company import Company
from tests.secrecy.recorder import RoomRecord
from tests.secrecy.running import Running, plan
from tests.secrecy.scan import scan

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.slow]

WHAT = "what was dealt, for somebody to whom it was not"


@pytest.fixture(autouse=True)
def everybody_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    """All talk is "Ace, please"."""

    async def ask(self: Company) -> None:
        await self.ask("phrase", phrase=ASK)

    monkeypatch.setattr(Company, "talk", ask)


async def answered(running: Running) -> RoomRecord:
    """A recorded room of Auntie Allis in which the deal has answered, and a watcher was there."""
    for seed in range(10):
        record, _ = await running.told(plan("auntie_allis", seed))
        if any(tells_thanks(entry.text) for tape in record.tapes for entry in tape.entries):
            return record
    pytest.fail("no deal has answered in ten rooms")


def tells_thanks(text: str) -> bool:
    return '"type":"said"' in text and json.loads(text)["set_phrase"] == THANKS


async def test_only_contestants_hear_the_answer(running: Running) -> None:
    record = await answered(running)
    assert not scan(record)
    watcher = next(tape for tape in record.tapes if tape.name == "watcher")
    assert any('"type":"said"' in entry.text for entry in watcher.entries)
    assert not any(tells_thanks(entry.text) for entry in watcher.entries)


async def test_an_answer_for_everybody_is_found(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = visibility.gets_chat

    def heard(what: ChatMessage, viewer: Viewer) -> Any:
        return real(what._replace(dealt=False), viewer)

    for owner in (visibility, talk):
        monkeypatch.setattr(owner, "gets_chat", heard)
    leaks = scan(await answered(running))
    assert {leak.what for leak in leaks if leak.who == "watcher"} == {WHAT}
