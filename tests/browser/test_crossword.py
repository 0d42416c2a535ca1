"""Crossword in the browser: the whole square is there from the start, and the last card is chosen
of four, by touch and by keys."""

import random
from pathlib import Path

import pytest
from playwright.async_api import Browser
from playwright.async_api import expect as shown

from engine.games import game
from tests.browser.bench import Device, opened
from tests.browser.playing import Playing, Way
from tests.browser.racing import drawn_ply, places, resume_seat
from tests.harness import client
from tests.server.rooms.test_formats import known_deals

NONCE = "00000000000000000000000000000001"
WIN = """33 43 44 55 66 23 56 34 12 65 22 46 45 52 01 32 13 00 41 03 21 02 10 24 54 51 64 11 53 50
63 15 26 05 31 16 14 30 06 04 35 36 60 62 61 42 20 40"""
"""Rows and columns that win the deal of `known_deals` with this nonce; then `choose 0`."""
CELLS = [(int(cell[0]), int(cell[1])) for cell in WIN.split()]
BEFORE = 45
"""So many cards are laid before the page comes."""


@pytest.mark.parametrize(("device", "way"), [("phone", "taps"), ("desk", "keys")])
async def test_the_last_card_is_chosen_of_four(
    browser: Browser, tmp_path: Path, device: Device, way: Way
) -> None:
    async with known_deals(tmp_path) as url, client(url) as hanna:
        code = (await hanna.create("crossword"))["code"]
        await hanna.ask("ready", nonce=NONCE)
        await hanna.ask("start")
        await hanna.until("table")
        for ply, (row, column) in enumerate(CELLS[:BEFORE]):
            await hanna.ask("play", race=1, ply=ply, move=f"place {row},{column}")
        address = url.replace("ws:", "http:").removesuffix("/ws")
        async with opened(browser, address, device, reduced_motion="reduce") as page:
            playing = Playing(page, game("crossword"), way, random.Random(3))
            await resume_seat(page, code, hanna.token)
            await playing.until(BEFORE)
            await drawn_ply(page, BEFORE)
            for row, column in CELLS[BEFORE:]:
                await playing.play({"kind": "place", "cell": [row, column]})
            four = page.locator("[data-place^='last.']")
            await shown(four).to_have_count(4)
            assert (
                await four.evaluate_all("all => all.map((one) => one.dataset.card)")
                == (playing.view["last"])
            )
            await shown(page.locator(".prompt")).to_have_text("Touch the card for the last cell.")
            await playing.play({"kind": "choose", "n": 0})
            (result,) = await places(page)
            assert result["score"].startswith("solved in ")


async def test_the_square_is_there_before_the_first_card(browser: Browser, tmp_path: Path) -> None:
    async with known_deals(tmp_path) as url:
        address = url.replace("ws:", "http:").removesuffix("/ws")
        sizes = []
        for device in ("phone", "desk"):
            async with opened(browser, address, device, reduced_motion="reduce") as page:
                await page.goto("/play/crossword")
                await page.locator("[data-place='cell:3,3']").wait_for()
                await shown(page.locator("[data-place^='cell:']")).to_have_count(49)
                box = await page.locator("[data-place='cell:3,3']").bounding_box()
                cloth = await page.locator(".cloth").bounding_box()
                assert box is not None
                assert cloth is not None
                sizes.append((box["x"] + box["width"] / 2 - cloth["x"]) / cloth["width"])
        assert sizes == pytest.approx([0.5, 0.5], abs=0.02), "the first card lies in the middle"
