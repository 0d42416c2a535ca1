"""A race with called cards and grids shown: a caller's evening of four, played and watched."""

import asyncio
import json
import random
import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest
import pytest_asyncio
from playwright.async_api import Browser, FloatRect, Page
from playwright.async_api import expect as shown

from engine.games import game
from tests.browser.bench import Device
from tests.browser.conftest import PageOf
from tests.browser.playing import Playing
from tests.browser.racing import STILL, at_table, join, ready
from tests.harness import Client, ServerProcess, client
from tests.messages import told

CARDS = 6
ONE_CARD = re.compile("^(10|[2-9AJQK])[♠♥♦♣]$")
TERMS = {"format": "caller", "call_ms": 60_000, "show_grids": "each_card"}


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def server(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[ServerProcess]:
    async with ServerProcess(tmp_path_factory.mktemp("caller")) as process:
        yield process


async def _place(who: Client, ply: int) -> str:
    """Place the card that has just been called on the first free cell, and return it."""
    table = await who.until("table")
    while not table["legal"]:  # before its call
        table = await who.until("table")
    assert table["ply"] == ply
    await who.ask("play", race=1, ply=ply, move=table["legal"][0])
    card: str = table["view"]["next"]
    return card


def _frames(page: Page) -> list[str]:
    """The list to which every frame is appended that the page receives from now on."""
    frames: list[str] = []
    page.on(
        "websocket",
        lambda socket: socket.on("framereceived", lambda frame: frames.append(str(frame))),
    )
    return frames


def _first_sent(frames: list[str]) -> dict[str, int]:
    """Each card that is anywhere in the frames, with the number of the call before its first."""
    call, first = 0, dict[str, int]()
    for message in (message for frame in frames for message in told(frame)):
        of_room = (message.get("race") or {}) if message["type"] == "room" else {}
        call = max(call, message.get("call") or 0, of_room.get("call") or 0)
        for card in re.findall('"([2-9TJQKA][SHDC])"', json.dumps(message)):
            first.setdefault(card, call)
    return first


async def _box(page: Page, selector: str) -> FloatRect:
    box = await page.locator(selector).bounding_box()
    assert box is not None
    return box


async def _lie_compactly(page: Page, device: Device) -> None:
    """The grids lie beside the own table on a wide screen and otherwise directly below it, two in a
    row, before the standings and the talk."""
    own, grids, talk = [await _box(page, each) for each in (".own .table", ".grids", ".more")]
    first, second = [await _box(page, f".grids > section:nth-child({n})") for n in (1, 2)]
    if device == "desk":
        assert grids["x"] >= own["x"] + own["width"]
        assert grids["y"] <= own["y"] + 60
    else:
        assert grids["y"] >= own["y"] + own["height"]
    assert grids["y"] + grids["height"] <= talk["y"]
    assert first["y"] == second["y"]
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert grids["height"] <= 260


@pytest.mark.parametrize("device", ["phone", "desk"])
async def test_the_grids_of_others_are_drawn_after_each_card(
    page_of: PageOf, server: ServerProcess, device: Device
) -> None:
    page = await page_of(device, **STILL)
    watcher = await page_of("desk", **STILL)
    async with AsyncExitStack() as stack:
        others = [await stack.enter_async_context(client(server.url)) for _ in range(3)]
        room = await others[0].create("poker_patience", terms=TERMS, legal=True, name="Ann")
        for other, name in zip(others[1:], ("Ben", "Cleo"), strict=True):
            await other.join(room["code"], name, legal=True)
        heard = [_frames(page), _frames(watcher), *(other.frames for other in others)]
        called_cards: list[str] = []
        playing = Playing(page, game("poker_patience"), "taps", random.Random(1))
        await join(page, room["code"], "Ida")
        await watcher.goto(f"/w/{room['code']}")
        await ready(page)
        for other in others:
            await other.ready()
        await at_table(page)
        for ply in range(CARDS):
            async with asyncio.timeout(60):
                while playing.ply < ply or not playing.legal:
                    await page.wait_for_timeout(20)
            called = page.locator(".called-card")
            await shown(called).to_have_text(ONE_CARD)
            await playing.play(playing.legal[-1])
            await shown(called).to_be_hidden()
            await shown(page.locator(".thinking")).to_have_text("Still thinking: Ann, Ben, Cleo.")
            for other in others:
                await shown(watcher.locator(".called-card")).to_have_text(ONE_CARD)
                placed = await _place(other, ply)
                if len(called_cards) == ply:
                    called_cards.append(placed)
                assert placed == called_cards[ply]
            for sheet, grids in ((page, 3), (watcher, 4)):
                await shown(sheet.locator(".grids > section")).to_have_count(grids)
                for n in range(grids):
                    cards = sheet.locator(".grids > section").nth(n).locator("[data-card]")
                    await shown(cards).to_have_count(ply + 1)
        await _lie_compactly(page, device)
        await page.reload()
        await shown(page.locator(".grids > section")).to_have_count(3)
        at_its_call = {card: n for n, card in enumerate(called_cards, 1)}
        for frames in heard:
            sent = _first_sent(frames)
            # A spectator, who gets boards at most four times a second, may see a card a call later.
            assert all(sent[card] >= call for card, call in at_its_call.items()), sent
            assert len(sent) <= CARDS + 1, "no card is in any frame before its call"


async def test_the_last_rows_of_four_boards_fit_into_a_wide_window(
    page_of: PageOf, server: ServerProcess
) -> None:
    watcher = await page_of("desk", viewport={"width": 1600, "height": 900}, **STILL)
    async with AsyncExitStack() as stack:
        links = [await stack.enter_async_context(client(server.url)) for _ in range(4)]
        code = (await links[0].create("poker_patience", terms=TERMS, legal=True))["code"]
        for link, name in zip(links[1:], ("Bob", "Cleo", "Dot"), strict=True):
            await link.join(code, name, legal=True)
        await watcher.goto(f"/w/{code}")
        for link in links:
            await link.ready()
        for ply in range(24):
            for link in links:
                await _place(link, ply)
        laid = watcher.locator('.side-by-side [data-place^="cell:"][data-card]')
        await shown(laid).to_have_count(4 * 24)
        below = await laid.evaluate_all(
            "all => all.map(card => card.getBoundingClientRect().bottom - innerHeight)"
        )
        assert max(below) <= 0


ROWS_WIDE = """() => [...document.querySelectorAll(".grids table")].map((table) => [
  Math.max(...[...table.rows].map((row) => row.cells.length)),
  table.getBoundingClientRect().right - table.parentElement.getBoundingClientRect().right])"""


@pytest.mark.parametrize("device", ["phone", "desk"])
async def test_grids_of_seven_columns_do_not_overlap(
    page_of: PageOf, server: ServerProcess, device: Device
) -> None:
    async with client(server.url) as ann, client(server.url) as ben:
        code = (await ann.create("crossword", terms=TERMS))["code"]
        await ben.ask("join", code=code, name="Ben", token=ben.token, legal=True)
        for who in (ann, ben):
            await who.ask("ready", nonce=f"{1:032}")
        page = await page_of(device, reduced_motion="reduce")
        await page.goto(f"/w/{code}")
        columns: set[int] = set()
        for ply in range(40):
            for who in (ann, ben):
                table = await who.until("table")
                while not table["legal"]:
                    table = await who.until("table")
                move = max(table["legal"], key=lambda move: abs(move["cell"][1] - 3))
                columns.add(move["cell"][1])
                await who.ask("play", race=1, ply=ply, move=move)
            if len(columns) == 7:
                break
        await page.wait_for_function(
            f"() => ({ROWS_WIDE})().filter(([wide]) => wide >= 7).length === 2"
        )
        for _wide, beyond in await page.evaluate(ROWS_WIDE):
            assert beyond <= 0
