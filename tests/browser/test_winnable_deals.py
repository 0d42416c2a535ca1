"""A race of a winnable deal, hosted in the browser."""

from playwright.async_api import expect as shown

from tests.browser.bench import axe, tap
from tests.browser.conftest import PageOf
from tests.browser.racing import STILL, ready
from tests.harness import ServerProcess, client

TICK = "A deal that the solver has won"


async def test_a_host_asks_for_a_winnable_deal_and_others_are_told(
    page_of: PageOf, server: ServerProcess
) -> None:
    desk = await page_of("desk", **STILL)
    await desk.goto("/host?game=aces-up")
    await desk.get_by_label("Your name").fill("Ann")
    await tap(desk, desk.get_by_text("The game and its terms"))
    await desk.get_by_label(TICK).check()
    await axe(desk)
    await tap(desk, desk.get_by_role("button", name="Open the room"))
    await shown(desk.get_by_text("a deal that can be won").first).to_be_visible()
    code = desk.url.rpartition("/")[2]
    async with client(server.url) as guest:
        room = await guest.join(code, "Gus")
        assert room["race"]["terms"]["winnable"]["nodes"] > 0
        await guest.ready()
        await ready(desk)
        await guest.until("table")
    await desk.locator(".race .table .card").first.wait_for()


async def test_a_game_without_winnable_deals_offers_none(page_of: PageOf) -> None:
    desk = await page_of("desk", **STILL)
    await desk.goto("/host?game=kings")
    await tap(desk, desk.get_by_text("The game and its terms"))
    await desk.get_by_label("Taking moves back").wait_for()
    await shown(desk.get_by_label(TICK)).to_have_count(0)


async def test_a_winnable_deal_is_dealt_alone_and_the_next_one_too(page_of: PageOf) -> None:
    phone = await page_of("phone", **STILL)
    await phone.goto("/play/baroness")
    await phone.locator(".race .table .card").first.wait_for()
    await tap(phone, phone.get_by_text("New deal, options"))
    await phone.get_by_label(TICK).check()
    await phone.get_by_label("Difficulty").select_option("easy")
    await axe(phone)
    await tap(phone, phone.locator(".deals").get_by_role("button", name="New deal"))
    await phone.locator(".race .table .card").first.wait_for()
    await tap(phone, phone.get_by_text("New deal, options"))
    await shown(phone.get_by_label(TICK)).to_be_checked()
    await shown(phone.get_by_label("Difficulty")).to_have_value("2")


async def test_a_host_chooses_the_difficulty_of_a_winnable_deal(
    page_of: PageOf, server: ServerProcess
) -> None:
    desk = await page_of("desk", **STILL)
    await desk.goto("/host?game=aces-up")
    await desk.get_by_label("Your name").fill("Ann")
    await tap(desk, desk.get_by_text("The game and its terms"))
    choice = desk.get_by_label("Difficulty")
    await shown(choice).to_have_count(0)
    await desk.get_by_label(TICK).check()
    await shown(choice.locator("option")).to_have_text(["any", "medium", "hard", "very hard"])
    await choice.select_option("hard")
    await axe(desk)
    await tap(desk, desk.get_by_role("button", name="Open the room"))
    await shown(desk.get_by_text("a hard deal that can be won").first).to_be_visible()
    async with client(server.url) as guest:
        room = await guest.join(desk.url.rpartition("/")[2], "Gus")
        assert room["race"]["terms"]["winnable"]["difficulty"] == 4


async def test_a_host_who_wants_any_deal_again_asks_for_no_difficulty(
    page_of: PageOf, server: ServerProcess
) -> None:
    desk = await page_of("desk", **STILL)
    await desk.goto("/host?game=aces-up")
    await desk.get_by_label("Your name").fill("Ann")
    await tap(desk, desk.get_by_text("The game and its terms"))
    await desk.get_by_label(TICK).check()
    await desk.get_by_label("Difficulty").select_option("hard")
    await desk.get_by_label(TICK).uncheck()
    await tap(desk, desk.get_by_role("button", name="Open the room"))
    await shown(desk.get_by_text("time limit").first).to_be_visible()
    async with client(server.url) as guest:
        room = await guest.join(desk.url.rpartition("/")[2], "Gus")
        assert "winnable" not in room["race"]["terms"]


async def test_deals_of_a_chosen_difficulty_have_boards_of_their_own(
    page_of: PageOf, server: ServerProcess
) -> None:
    async with client(server.url) as host:
        await host.ask("sign_up", name="Hedda", password="correct horse")
        await host.create("aces_up", terms={"winnable": True, "difficulty": 4})
        await host.ready()
        await host.ask("start")
        table = await host.until("table")
        await host.ask("play", race=1, ply=0, move=table["legal"][0])
        await host.send("play", race=1, ply=1, move="resign")
        await host.until("over")
    desk = await page_of("desk", **STILL)
    await desk.goto("/boards/aces-up")
    deals = desk.get_by_label("Deals", exact=True)
    await deals.select_option("won by the solver: hard")
    await shown(desk.get_by_text("hard deals that the solver has won")).to_be_visible()
    await shown(desk.get_by_role("rowheader", name="Hedda")).to_be_visible()
    await axe(desk)
    for others in ("that the solver has won", "won by the solver: medium", "left to chance"):
        await deals.select_option(others)
        await shown(desk.get_by_role("rowheader", name="Hedda")).to_have_count(0)
