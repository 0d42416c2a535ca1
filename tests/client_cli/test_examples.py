"""The example bot finishes a race of every game."""

import asyncio
import sys
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from engine.games import GAMES
from tests.client_cli.command import ROOT
from tests.harness import LIMIT_S, ServerProcess, client

pytestmark = pytest.mark.processes

BOT = ROOT / "examples" / "greedy_bot.py"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def house(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[str]:
    """The address of one server for all of these races."""
    async with ServerProcess(tmp_path_factory.mktemp("house") / "data") as process:
        yield process.url


@pytest.mark.parametrize("slug", GAMES)
async def test_the_greedy_bot_finishes_a_race(slug: str, house: str) -> None:
    async with client(house) as host:
        room = await host.create(slug)
        bot = await asyncio.create_subprocess_exec(
            sys.executable, str(BOT), room["code"], house, stdout=asyncio.subprocess.PIPE
        )
        await host.until("ready_changed")
        await host.ready()
        await host.until("frame", "table")
        assert (await host.ask("play", race=1, ply=0, move="resign"))["type"] == "moved"
        out, _ = await asyncio.wait_for(bot.communicate(), LIMIT_S)
        assert bot.returncode == 0
        assert len(out.splitlines()) == 2
        await host.until("over")
        record = (await host.ask("get_record", race=room["code"]))["record"]
        played = record["seats"][1]["moves"]
        (result,) = [row for row in record["results"] if row["seat"] == 1]
        assert result["moves"] == len(played)
        assert result["result"] in ("won", "lost", "complete"), result
        assert any(text != "resign" for _, text in played) or result["reason"] == "stuck"


def test_it_stays_short_enough_to_read() -> None:
    assert len(BOT.read_text().splitlines()) < 80
