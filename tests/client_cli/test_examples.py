"""The bot people copy finishes a race of every game."""

import asyncio
import sys
from pathlib import Path

import pytest

from client_cli import exits
from tests.client_cli.command import ROOT, Player
from tests.harness import RACED

pytestmark = pytest.mark.processes

BOT = ROOT / "examples" / "greedy_bot.py"


@pytest.mark.parametrize("slug", RACED)
async def test_the_greedy_bot_finishes_a_race(slug: str, tmp_path: Path, server_url: str) -> None:
    ann = await Player.start(tmp_path, server_url, "host", slug, "--name", "Ann")
    code = (await ann.until("Code ")).split()[1].rstrip(".")
    bot = await asyncio.create_subprocess_exec(
        sys.executable, str(BOT), code, server_url, stdout=asyncio.subprocess.PIPE
    )
    await ann.until("is ready")
    ann.type("ready", "wait", "resign")
    out, _ = await asyncio.wait_for(bot.communicate(), 40)
    assert await ann.end() == bot.returncode == exits.DONE
    assert out.startswith(b"1. seat 1")


def test_it_stays_short_enough_to_read() -> None:
    assert len(BOT.read_text().splitlines()) < 80
