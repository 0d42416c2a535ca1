"""A leisure race in the browser: made from the form on a desk, joined by the link on a phone
without an account, played, and told."""

import random
import re
import secrets

from playwright.async_api import Page
from playwright.async_api import expect as shown

from engine.games import game
from tests.browser.bench import axe, still, tap
from tests.browser.conftest import PageOf
from tests.browser.playing import Playing
from tests.browser.test_pages import WORD, claim, nothing_wrong
from tests.harness import Client, client
from tests.server.running_server import until


async def made(desk: Page, friend: str) -> str:
    """Make a leisure race with the keyboard; its code."""
    await desk.goto("/leisure")
    await desk.get_by_role("link", name="Make one").focus()
    await desk.keyboard.press("Enter")
    await desk.get_by_label("Title").fill("Holidays")
    await desk.get_by_label("Open for").select_option("2 days")
    await desk.get_by_label(friend).focus()
    await desk.keyboard.press("Space")
    await desk.get_by_label("How many more may come by the link").select_option("1")
    await axe(desk)
    await desk.get_by_role("button", name="Make it").focus()
    await desk.keyboard.press("Enter")
    await desk.wait_for_url("**/l/*")
    return desk.url.rpartition("/")[2]


async def befriended(desk: Page, me: str, friend: Client, name: str) -> None:
    """Give the friend an account called `name`, and make it a friend of the account in the page."""
    signed = await friend.ask("sign_up", name=name, password=WORD)
    assert signed["type"] == "signed_in", signed
    await friend.ask("befriend", name=me, what="add")
    await desk.goto("/me")
    await desk.get_by_role("button", name=f"Accept {name}").click()
    await desk.get_by_role("button", name=f"Remove {name}").wait_for()


async def give_up(playing: Playing) -> None:
    """Play the deal after the button was pressed, and give it up; then go back to the race."""
    await playing.until(0)
    await playing.page.locator("[data-place][data-card]").first.wait_for()
    await still(playing.page)
    await playing.play(playing.legal[0])
    await playing.give_up()
    await playing.page.get_by_role("link", name="Back to the leisure race").first.click()


async def test_a_leisure_race_from_its_making_to_its_table(
    page_of: PageOf, server_url: str
) -> None:
    desk, phone = await page_of("desk"), await page_of("phone")
    by_taps = Playing(phone, game("aces_up"), "taps", random.Random(3))
    by_keys = Playing(desk, game("aces_up"), "keys", random.Random(3))
    anna, ben = f"Anna {secrets.token_hex(3)}", f"Ben {secrets.token_hex(3)}"
    await claim(desk, anna)
    async with client(server_url) as friend:
        await befriended(desk, anna, friend, ben)
        code = await made(desk, ben)
        await desk.get_by_text("1 more may come by the link.").wait_for()
        await nothing_wrong(desk, f"/l/{code}", "Leisure races")
        # On the phone by the link, without an account.
        await phone.goto(f"/l/{code}")
        await phone.get_by_text("You need no account.").wait_for()
        await axe(phone)
        await phone.get_by_label("Your name").fill("Gus")
        await tap(phone, phone.get_by_role("button", name="Take part"))
        await phone.get_by_text("Gus (you)").wait_for()
        await tap(phone, phone.get_by_role("button", name="Play it"))
        await give_up(by_taps)
        await phone.get_by_text(f"It waits for {anna}, {ben}.").wait_for()
        await phone.reload()  # the browser knows the guest again
        await phone.get_by_text("Gus (you)").wait_for()
        # Anna is shown nothing of it, but that it is her turn.
        await desk.goto("/")
        turn = desk.get_by_role("link", name="Holidays")
        await turn.get_by_text("it is your turn").wait_for()
        await turn.focus()
        await desk.keyboard.press("Enter")
        await desk.get_by_role("button", name="Play it").wait_for()
        assert await desk.get_by_text("It waits for").count() == 0
        await desk.get_by_role("button", name="Play it").focus()
        await desk.keyboard.press("Enter")
        await give_up(by_keys)
        await desk.get_by_text(f"It waits for {ben}.").wait_for()
        await desk.goto("/")  # on its page Anna would see the table by itself
        await desk.get_by_role("heading", name="Race friends").wait_for()
        room = await friend.ask("play_leisure_deal", code=code, token=friend.token)
        assert room["type"] == "room", room
        await friend.until("table")
        await friend.ask("play", race=1, ply=0, move="resign")

        async def told() -> bool:
            race = await friend.ask("get_leisure_race", code=code)
            return bool(race["status"] == "told")

        await until(told)  # the home page asks once
    await desk.goto("/")
    await desk.get_by_role("link", name="Holidays").get_by_text("new: see the table").wait_for()
    await nothing_wrong(desk, f"/l/{code}", "The table")
    await desk.get_by_role("row").filter(has_text="Gus").get_by_role("link").click()
    await desk.wait_for_url("**/r/*")
    await desk.goto("/leisure")
    await desk.get_by_role("link", name="Holidays").get_by_text("1 of 1 deals played").wait_for()
    await nothing_wrong(desk, "/leisure", "1 of 1 deals played")
    await nothing_wrong(desk, "/leisure/new", "Make it")


async def test_news_is_told_at_once_on_any_page(page_of: PageOf, server_url: str) -> None:
    desk = await page_of("desk")
    playing = Playing(desk, game("aces_up"), "keys", random.Random(3))
    dora, eli = f"Dora {secrets.token_hex(3)}", f"Eli {secrets.token_hex(3)}"
    await claim(desk, dora)
    async with client(server_url) as friend:
        await befriended(desk, dora, friend, eli)
        plan = {"game": "aces_up", "bell_ms": 240_000, "invited": [dora], "lasts_ms": 86_400_000}
        made = await friend.ask("new_leisure_race", title="Holidays", **plan)
        news = desk.get_by_role("status").filter(has_text="It is your turn in Holidays.")
        await news.wait_for()
        await axe(desk)
        await news.get_by_role("link", name="Go there").focus()
        await desk.keyboard.press("Enter")
        await desk.wait_for_url(f"**/l/{made['code']}")
        await shown(news).to_have_count(0)
        await desk.get_by_role("button", name="Play it").click()
        await give_up(playing)
        await desk.get_by_text(f"It waits for {eli}.").wait_for()
        room = await friend.ask("play_leisure_deal", code=made["code"], token=friend.token)
        assert room["type"] == "room", room
        await friend.until("table")
        await friend.ask("play", race=1, ply=0, move="resign")
        # The open page shows the table by itself, and no news of it.
        await desk.get_by_role("heading", name="Holidays").wait_for()
        await desk.get_by_role("region", name="The table").wait_for()
        await shown(desk.get_by_text("Holidays is over.")).to_have_count(0)
        await desk.get_by_role("main").get_by_role("link", name="Leisure races").click()
        await desk.wait_for_url("**/leisure")
        again = await friend.ask("new_leisure_race", title="Easter", **plan)
        await desk.get_by_role("link", name="Easter").get_by_text("it is your turn").wait_for()
        news = desk.get_by_role("status").filter(has_text="It is your turn in Easter.")
        await news.get_by_role("button", name="Close").click()
        assert again["type"] == "leisure_race"


async def test_friends_are_invited_later_and_a_guest_makes_an_account(
    page_of: PageOf, server_url: str
) -> None:
    desk, phone = await page_of("desk"), await page_of("phone")
    by_taps = Playing(phone, game("aces_up"), "taps", random.Random(3))
    fay, gil, hal = (f"{name} {secrets.token_hex(3)}" for name in ("Fay", "Gil", "Hal"))
    await claim(desk, fay)
    async with client(server_url) as friend:
        await befriended(desk, fay, friend, gil)
        await desk.goto("/leisure/new")
        await desk.get_by_label("Title").fill("Holidays")
        await desk.get_by_role("button", name="Make it").click()
        await desk.wait_for_url("**/l/*")
        code = desk.url.rpartition("/")[2]
        box = desk.get_by_role("group", name="Invite friends")
        await box.get_by_label(gil).focus()
        await desk.keyboard.press("Space")
        await axe(desk)
        await desk.get_by_role("button", name="Invite", exact=True).focus()
        await desk.keyboard.press("Enter")
        await desk.get_by_text(f"{fay} (you), {gil}").wait_for()
        await shown(box).to_have_count(0)  # no further friends
        races = (await friend.ask("list_leisure_races"))["races"]
        assert [each["code"] for each in races] == [code]
    await phone.goto(f"/l/{code}")
    await phone.get_by_label("Your name").fill("Gus")
    await tap(phone, phone.get_by_role("button", name="Take part"))
    await phone.get_by_text("Gus (you)").wait_for()
    await shown(phone.get_by_role("group", name="Invite friends")).to_have_count(0)
    await tap(phone, phone.get_by_role("button", name="Play it"))
    await give_up(by_taps)
    await phone.get_by_text("It waits for").wait_for()
    await claim(phone, hal)
    await phone.get_by_text("The leisure race you take part in came along.").wait_for()
    await phone.goto("/leisure")
    await phone.get_by_role("link", name="Holidays").get_by_text("1 of 1 deals played").wait_for()
    await phone.goto(f"/l/{code}")
    await phone.get_by_text(f"{hal} (you)").wait_for()


async def test_each_deal_is_given_a_game_of_its_own(page_of: PageOf, server_url: str) -> None:
    desk = await page_of("desk")
    ida = f"Ida {secrets.token_hex(3)}"
    await claim(desk, ida)
    await desk.goto("/leisure/new")
    await shown(desk.get_by_label("Each deal has a game of its own")).to_have_count(0)
    await desk.get_by_label("Deals").select_option("3")
    await desk.get_by_label("Each deal has a game of its own").focus()
    await desk.keyboard.press("Space")
    await desk.get_by_label("Game of deal 2").select_option("Kings")
    await axe(desk)
    await desk.get_by_role("button", name="Make it").focus()
    await desk.keyboard.press("Enter")
    await desk.wait_for_url("**/l/*")
    await desk.get_by_role("heading", name="Aces Up, Kings").wait_for()
    await desk.get_by_text("3 deals, open for 3 days.").wait_for()
    await shown(
        desk.get_by_role("main").get_by_role("listitem").filter(has_text="time limit")
    ).to_have_text([re.compile(f"^{game}, time limit") for game in ("Aces Up", "Kings", "Aces Up")])
    await axe(desk)
    code = desk.url.rpartition("/")[2]
    async with client(server_url) as friend:
        told = await friend.ask("get_leisure_race", code=code)
        rounds = [(each["game"], each["bell_ms"]) for each in told["rounds"]]
        usual = {each: game(each).book.bell_minutes * 60_000 for each in ("aces_up", "kings")}
        assert rounds == [(each, usual[each]) for each in ("aces_up", "kings", "aces_up")]
    await desk.get_by_role("button", name="Play deal 2").click()
    await desk.wait_for_url("**/j/*")
    await desk.goto("/leisure")
    await desk.get_by_text("Aces Up, Kings, open for 3 days").wait_for()


async def test_a_code_of_no_leisure_race_is_said(page_of: PageOf) -> None:
    phone = await page_of("phone")
    for code in ("KQ74TX", "nothing"):
        await phone.goto(f"/l/{code}")
        await phone.get_by_role("heading", name="No such leisure race").wait_for()
        await axe(phone)
    await phone.goto("/leisure")
    await phone.get_by_role("link", name="choose your name").wait_for()
    await axe(phone)
