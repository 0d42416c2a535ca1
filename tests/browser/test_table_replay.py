"""The record of a round at a common table: its results, and its replay on one clock."""

import asyncio
import random

from playwright.async_api import expect

from tests.browser.conftest import PageOf
from tests.harness import BELL_MS, ServerProcess, client
from tests.server.common_tables.table_bots import TableBot

OPTIONS = {"piles": 5}
SHORT_MS = 2_000


async def test_a_round_is_replayed_with_all_its_contestants(
    page_of: PageOf, server: ServerProcess
) -> None:
    code = asyncio.get_running_loop().create_future()
    bots = [TableBot([server], f"bot-{n}", random.Random(n), options=OPTIONS) for n in range(3)]
    async with asyncio.TaskGroup() as tasks:
        for bot in bots:
            tasks.create_task(bot.run(code, 3, BELL_MS, OPTIONS))
    record = bots[0].record
    assert record is not None
    page = await page_of()
    await page.goto(f"/r/{bots[0].code}-1")
    rows = page.locator("table tbody tr")
    await expect(rows).to_have_count(3)
    for row, result in zip(await rows.all(), record["results"], strict=True):
        await expect(row.locator("td").last).to_have_text(str(result["points"]))
        await expect(row.locator("td").first).to_have_text(str(result["place"]))
    board = page.locator(".replayed")
    await expect(board).to_have_attribute("data-number", "0")
    await expect(page.locator(".table-seat")).to_have_count(3)
    await expect(page.locator(".table-seat .in-reserve")).to_have_text(["13"] * 3)
    await page.get_by_role("button", name="One move on").click()
    await expect(board).not_to_have_attribute("data-number", "0")
    await page.get_by_role("button", name="To the end").click()
    await expect(board).to_have_attribute("data-number", str(len(record["commands"])))
    left = [
        str(next(one["left"] for one in record["results"] if one["seat"] == each["seat"]))
        for each in record["seats"]
    ]
    await expect(page.locator(".table-seat .in-reserve")).to_have_text(left)
    await page.get_by_label("Points in place of cards").check()
    best = record["results"][0]
    await expect(page.locator(".curves figcaption")).to_contain_text(
        f"{best['points']} points at the end"
    )
    # The round can be over in less than a second, so "Pause" may be gone before it is looked for.
    await page.get_by_role("button", name="To the deal").click()
    await expect(board).to_have_attribute("data-number", "0")
    await page.get_by_role("button", name="Play").click()
    await expect(board).to_have_attribute("data-number", str(len(record["commands"])))


async def test_the_bell_is_a_step_of_its_own(page_of: PageOf, server: ServerProcess) -> None:
    async with client(server.url) as ann, client(server.url) as ben:
        room = await ann.create("racing_demon", SHORT_MS, name="Ann", options=OPTIONS)
        code = room["code"]
        await ben.join(code, "Ben")
        await asyncio.gather(ann.ready(), ben.ready())
        await ann.until("common_table")
        played = await ann.ask("play_table", race=1, key=1, move="turn")
        assert played["type"] == "table_played"
        await ann.until("over")
    page = await page_of()
    await page.goto(f"/r/{code}-1")
    await page.get_by_role("button", name="To the end").click()
    last = page.locator(".did")
    await expect(last).to_contain_text("Time is up: the round is over.")
    await expect(page.locator(".replayed")).to_have_attribute("data-number", "1")
    await page.get_by_role("button", name="One move back").click()
    await expect(last).not_to_contain_text("Time is up")
    await expect(page.locator(".replayed")).to_have_attribute("data-number", "1")
