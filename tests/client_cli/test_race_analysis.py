"""The analysis of a race comes by itself to those who raced, once the server has made it."""

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from client_cli.local.record_store import all_records, keep_race
from client_cli.local.storage import Storage
from client_cli.messages.analysis import short_lines
from client_cli.screens.page import ReadingPage
from client_cli.screens.pages.compare import ComparePage
from client_cli.screens.pages.rooms.results import ResultsPage
from engine.solver.analysis import AnalysisDocument, analyse, read
from tests.client_cli.command import Player
from tests.client_cli.played import race
from tests.client_cli.screens.made_up import MadeUpRoom
from tests.client_cli.screens.pilots import shows, text_of, until
from tests.harness import ServerProcess


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def analysing(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[ServerProcess]:
    """A server that analyses its races."""
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("PATIENCE_ANALYSIS_NODES", "500")
        process = ServerProcess(tmp_path_factory.mktemp("server") / "data")
    async with process:
        yield process


@pytest.mark.processes
async def test_line_mode_tells_the_analysis_once_it_is_made(
    analysing: ServerProcess, tmp_path: Path
) -> None:
    ann = await Player.start(tmp_path / "ann", analysing.url, "host", "aces-up", "--name", "Ann")
    code = (await ann.until("Code ")).split()[1].rstrip(".")
    ben = await Player.start(
        tmp_path / "ben", analysing.url, "join", code, "--name", "Ben", "--json"
    )
    await ann.until("Ben has joined.")
    for player in (ann, ben):
        player.type("ready", "wait", "resign")
    await ann.until("The race is over")
    assert not [line for line in ann.heard if "deal could" in line]
    ann.type("wins")
    told = await ann.until("deal could")
    answer = json.loads(await ben.until('"type": "analysis"'))
    assert answer["status"] == "done"
    assert sum('"type": "analysis"' in line for line in ben.heard) == 1, "only when made"
    assert ("not be won" in told) == (answer["analysis"]["verdict"] == "lost")
    for player in (ann, ben):
        player.type("quit")
        await player.end()
    [kept] = all_records(Storage(tmp_path / "ann"))
    assert read(getattr(kept, "analysis", None), kept.record) == answer["analysis"]


def made(verdict: Any = "won") -> AnalysisDocument:
    whole = analyse(race(), 50)
    whole["verdict"] = verdict
    whole["contestants"][0] |= {"won_until": 3, "lost_from": 4, "line": ["deal"]}
    whole["contestants"][1] |= {"won_until": 2, "lost_from": None, "line": ["deal"]}
    return whole


async def test_the_results_on_the_screen_show_it(tmp_path: Path) -> None:
    storage, room = Storage(tmp_path), MadeUpRoom("aces_up")
    async with room.racing(storage=storage, size=(100, 30)) as (app, pilot):
        room.over()
        await until(pilot, lambda: shows(app, ResultsPage))
        keep_race(storage, "ws://here/ws", race().to_json(), 0)
        assert "could be won" not in text_of(app)
        assert "w winnable?" not in text_of(app)
        room.session.analysis = made()
        app.heard([])
        await until(pilot, lambda: "The deal could be won." in text_of(app))
        assert "Ann: to be won until move 3, not from move 4 on" in text_of(app)
        assert "Bob: to be won until move 2" in text_of(app)
        await pilot.press("w")
        await until(pilot, lambda: isinstance(app.screen, ReadingPage))
        assert "move 4 lost the game" in text_of(app)
        await pilot.press("escape", "v")
        await until(pilot, lambda: shows(app, ComparePage))
        await until(pilot, lambda: "until move 3, not from move 4" in text_of(app))


def test_nobody_lost_what_could_not_be_won() -> None:
    game = race().game
    assert short_lines(game, str, made("lost")) == ["The deal could not be won."]
    first = short_lines(game, str, made("unknown"))[0]
    assert first == "It is not known whether the deal could be won."
