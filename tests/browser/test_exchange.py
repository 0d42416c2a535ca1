"""The exchange of the fourth king in Clock, by touch, by mouse and by keys."""

import random
import re
from pathlib import Path

import pytest
from playwright.async_api import Browser

from engine.games import game
from tests.browser.bench import Device, opened
from tests.browser.playing import Playing, Way
from tests.browser.racing import drawn_ply, resume_seat
from tests.harness import client
from tests.server.rooms.test_formats import known_deals

NONCE = "00000000000000000000000000000001"
TURN = {"kind": "turn"}
WATCH = {"exchange": True}


@pytest.mark.parametrize(("device", "way"), [("phone", "taps"), ("desk", "taps"), ("desk", "keys")])
async def test_the_fourth_king_changes_places(
    browser: Browser, tmp_path: Path, device: Device, way: Way
) -> None:
    async with known_deals(tmp_path) as url, client(url) as hanna:
        code = (await hanna.create("clock", options=WATCH))["code"]
        await hanna.ask("ready", nonce=NONCE)
        await hanna.ask("start")
        await hanna.until("table")
        address = url.replace("ws:", "http:").removesuffix("/ws")
        async with opened(browser, address, device, reduced_motion="reduce") as page:
            playing = Playing(page, game("clock", WATCH), way, random.Random(3))
            await resume_seat(page, code, hanna.token)
            await playing.until(0)
            await drawn_ply(page, 0)
            while TURN in playing.legal:
                await playing.play(TURN)
            await drawn_ply(page, playing.ply)
            moves = playing.legal
            assert {move["kind"] for move in moves} == {"exchange"}
            assert playing.view["exchange_left"] == 1
            piles = playing.view["piles"].values()
            down = [pile["down"] for pile in piles if pile["up"] and pile["down"]]
            assert down
            backs = page.locator(".card .count.backs")
            assert sorted(map(int, await backs.all_text_contents())) == sorted(down)
            named = page.get_by_role("button", name=re.compile(r"\d face down"))
            assert await named.count() == sum(pile["down"] > 0 for pile in piles)
            turned = playing.ply
            await playing.play(moves[-1])
            assert playing.said[-1] == moves[-1]
            assert playing.view["exchange_left"] == 0
            while TURN in playing.legal:
                await playing.play(TURN)
            assert playing.ply > turned + 1
            assert playing.over is not None
            assert playing.refused == []
