"""Races against a ghost in the page: a link after a game alone, and the friend who opens it."""

import asyncio
import random

from playwright.async_api import Page
from playwright.async_api import expect as shown

from engine.games import game
from engine.races.record import read
from engine.races.verify import verify
from tests.browser.bench import axe
from tests.browser.conftest import PageOf
from tests.browser.playing import Playing
from tests.harness import LIMIT_S, ServerProcess, client

ELSEWHERE = "http://192.0.2.7:8484"
"""An address at which others would reach the server."""


async def dealt(page: Page, path: str, button: str | None = None) -> Playing:
    playing = Playing(page, game("aces_up"), "taps", random.Random(1))
    await page.goto(path)
    if button is not None:
        await page.get_by_role("button", name=button, exact=True).click()
    await page.locator(".board .hand").wait_for()
    await playing.until(0)
    return playing


async def some_moves(playing: Playing, number: int) -> None:
    for _ in range(number):
        best = [m for m in playing.legal if m["kind"] == "discard"] or playing.legal
        await playing.play(best[0])


async def test_a_friend_races_the_game_that_was_lost(
    page_of: PageOf, server: ServerProcess
) -> None:
    """By the link alone, without an account or a name."""
    ann = await page_of("phone", reduced_motion="reduce")
    await ann.route("**/reach", lambda route: route.fulfill(body=ELSEWHERE))
    hers = await dealt(ann, "/play/aces_up")
    cards = await hers.drawn()
    await some_moves(hers, 6)
    await hers.give_up()
    await ann.get_by_role("button", name="Race a friend on this deal").tap()
    link = ann.locator(".ghost-link .link a")
    path = f"/g/{hers.code}-1/0"
    await shown(link).to_have_attribute("href", f"{ELSEWHERE}{path}")
    await shown(ann.locator(".ghost-link code")).to_contain_text("patience play --ghost")
    await axe(ann)

    ben = await page_of("desk", reduced_motion="reduce")
    await ben.goto(path)
    await shown(ben.locator("h1")).to_have_text("Race Alone's ghost")
    his = await dealt(ben, path, "Deal the cards")
    assert await his.drawn() == cards
    ghost = ben.locator(".standings li[data-seat='1']")
    await shown(ghost).to_contain_text("Alone's ghost")
    async with client(server.url) as line:
        final = (await line.ask("get_ghost", race=f"{hers.code}-1", seat=0))["final"]
    assert final["best"] > 0
    aloud = ben.locator(".aloud[aria-live=polite]")
    await shown(aloud.get_by_text("Alone's ghost leads: you 0, Alone's ghost")).to_have_count(1)
    # Once the time of the last of her moves has passed, the ghost stands where she ended.
    await shown(ghost.locator(".value")).to_have_text(str(final["best"]), timeout=60_000)
    await some_moves(his, 1)
    await axe(ben)
    await ben.reload()
    await shown(ghost).to_contain_text("Alone's ghost")
    await his.until(1)
    assert not await ben.get_by_role("button", name="Hint").count()
    await his.give_up()
    await shown(ben.locator("h1")).to_have_text("Alone's ghost wins.")
    await shown(ben.locator(".places li")).to_have_count(2)
    async with client(server.url) as line:
        record = (await line.ask("get_record", race=his.code))["record"]
    assert all(check.ok for check in verify(record))
    assert read(record).ghost is not None

    await ben.get_by_role("button", name="Race it again").click()
    await his.until(0)
    await shown(ben.locator(".standings li[data-seat='1']")).to_be_visible()


async def test_a_record_has_the_way_to_race_it(page_of: PageOf) -> None:
    page = await page_of("phone", reduced_motion="reduce")
    playing = await dealt(page, "/play/aces_up")
    await some_moves(playing, 1)
    await playing.give_up()
    await page.goto(f"/r/{playing.code}-1")
    await page.get_by_role("link", name="Race it yourself").tap()
    await shown(page.locator("h1")).to_have_text("Race Alone's ghost")


async def test_there_is_no_such_game(page_of: PageOf) -> None:
    page = await page_of("phone")
    for path in ("/g/ZZZZZZ-1/0", "/g/ZZZZZZ", "/g/x/y"):
        await page.goto(path)
        await shown(page.locator("h1")).to_have_text("There is no such game to race")


async def test_one_plays_on_from_the_position_of_a_replay(
    page_of: PageOf, server: ServerProcess
) -> None:
    """Practice: the page deals the same cards, and makes the moves up to the position."""
    desk = await page_of("desk", reduced_motion="reduce")
    hers = await dealt(desk, "/play/aces_up")
    await some_moves(hers, 5)
    await hers.give_up()
    await desk.goto(f"/r/{hers.code}-1")
    on = desk.get_by_role("button", name="One move on")
    for _ in range(3):
        await on.click()
    await shown(desk.locator(".player .side header")).to_contain_text("move 3 of")
    await axe(desk)
    link = desk.get_by_role("link", name="Play on from here")
    await shown(link).to_have_attribute("href", f"/o/{hers.code}-1/0/3")
    await link.click()
    await desk.get_by_role("button", name="Deal the cards").click()
    await shown(desk.get_by_text("Practice on from move 3 of")).to_be_visible()
    await desk.locator(".race .table .card").first.wait_for()
    code = await desk.evaluate(
        "Object.entries(localStorage).find(([key]) => key.includes('on/'))[1].replaceAll('\"', '')"
    )
    async with client(server.url) as line:
        async with asyncio.timeout(LIMIT_S):
            while True:
                room = await line.ask("watch", code=code)
                if room["standings"] and room["standings"][0]["moves"] == 3:
                    break
                await line.ask("leave")
                await asyncio.sleep(0.1)
    await desk.goto("/o/ZZZZZZ-1/0/3")
    await shown(desk.locator("h1")).to_have_text("There is no such game to play on")
