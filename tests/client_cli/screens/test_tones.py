"""When a tone or a bell is heard, and that none is where nobody asked for it."""

from pathlib import Path

import pytest

from client_cli.features import accounts
from client_cli.local.sounds import Sounds, Tone
from client_cli.local.storage import Storage
from client_cli.screens.app import PatienceApp
from client_cli.screens.pages.home import HomePage
from protocol import from_server as said
from tests.client_cli.screens.made_up import MadeUpRoom
from tests.client_cli.screens.pilots import Clock


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every tone that is played and every bell that is rung."""
    found: list[str] = []

    def play(_: Sounds, tone: Tone) -> bool:
        found.append(tone)
        return True

    monkeypatch.setattr(Sounds, "play", play)
    monkeypatch.setattr(PatienceApp, "bell", lambda _: found.append("bell"))
    return found


def choosing(root: Path, sounds: str) -> Storage:
    storage = Storage(root)
    accounts.choose(storage, [f"sounds={sounds}"])
    return storage


@pytest.mark.parametrize(
    ("sounds", "alone", "raced"),
    [
        ("tones", ["shuffle", "snap"], ["shuffle", "ring"]),
        ("bell", [], ["bell", "bell"]),
        ("off", [], []),
    ],
)
async def test_what_is_heard(
    tmp_path: Path, heard: list[str], sounds: str, alone: list[str], raced: list[str]
) -> None:
    storage = choosing(tmp_path, sounds)
    app = PatienceApp(lambda _: HomePage(), storage, now=Clock())
    async with app.run_test(size=(80, 24)) as pilot:
        app.open_table("uncle_remus", deal=7)
        await pilot.pause()
        await pilot.press("space")
        assert heard == alone
    heard.clear()
    room = MadeUpRoom("aces_up")
    async with room.sitting(storage=storage) as (_, pilot):
        room.event(said.Countdown, race=1, starts_in_ms=5_000, racing=[0, 1])
        await pilot.pause()
        room.now.ms += 5_000
        room.event(said.Started, race=1)
        room.table()
        await pilot.pause()
        room.over()
        await pilot.pause()
        assert heard == raced
