"""Friends who are on line: the home page and the lobby show them, and a tap challenges one."""

from playwright.async_api import Page
from playwright.async_api import expect as shown

from tests.browser.bench import axe, tap
from tests.browser.conftest import PageOf
from tests.browser.racing import STILL, remember
from tests.harness import Client, ServerProcess, client

WORD = "correct horse"


async def _account(link: Client, name: str) -> dict[str, object]:
    session = (await link.ask("sign_up", name=name, password=WORD))["session"]
    return {"name": name, "session": session, "bot": False}


async def _logged_in(page: Page, me: dict[str, object]) -> None:
    await page.goto("/rules")
    await remember(page, {"session": me})
    await page.goto("/")


async def test_a_friend_is_challenged_by_one_tap_and_joins_or_declines(
    page_of: PageOf, server: ServerProcess
) -> None:
    desk, phone = await page_of("desk", **STILL), await page_of("phone", **STILL)
    async with client(server.url) as nora, client(server.url) as otto:
        mine, theirs = await _account(nora, "Nora"), await _account(otto, "Otto")
        await nora.ask("befriend", name="Otto", what="add")
        await otto.ask("befriend", name="Nora", what="accept")
    await _logged_in(phone, theirs)
    await _logged_in(desk, mine)
    friends = desk.get_by_role("region", name="Friends on line")
    await friends.get_by_text("Otto").wait_for()
    await axe(desk)
    await friends.get_by_label("The game of the race").select_option("klondike")
    await tap(desk, friends.get_by_role("button", name="Challenge Otto"))
    await desk.wait_for_url("**/j/*")
    note = phone.locator(".ring-news", has_text="Nora challenges you to a race at Klondike.")
    await note.wait_for()
    await axe(phone)
    await tap(phone, phone.get_by_role("button", name="Not now"))
    await shown(note).to_have_count(0)
    await desk.locator(".ring-news", has_text="Otto cannot race now.").wait_for()
    await tap(desk, desk.get_by_role("button", name="Close"))
    async with client(server.url) as otto:
        await otto.ask("log_in", name="Otto", password=WORD)
        room = await otto.create("aces_up", name="Otto")
        await otto.ask("follow_friends")
        challenged = await otto.ask("challenge", name="Nora")
        assert challenged["type"] == "done", challenged
        await desk.locator(".ring-news", has_text="Otto challenges you to a race").wait_for()
        await tap(desk, desk.get_by_role("link", name="Join"))
        await desk.wait_for_url(f"**/j/{room['code']}")


async def test_a_challenge_goes_away_when_the_challenger_leaves(
    page_of: PageOf, server: ServerProcess
) -> None:
    phone = await page_of("phone", **STILL)
    async with client(server.url) as uma, client(server.url) as vera:
        await _account(uma, "Uma")
        theirs = await _account(vera, "Vera")
        await uma.ask("befriend", name="Vera", what="add")
        await vera.ask("befriend", name="Uma", what="accept")
        await _logged_in(phone, theirs)
        online = (await uma.ask("follow_friends"))["friends"]
        while not online:
            online = (await uma.until("friends_online"))["friends"]
        await uma.create("aces_up", name="Uma")
        assert (await uma.ask("challenge", name="Vera"))["type"] == "done"
        note = phone.locator(".ring-news")
        await shown(note).to_contain_text("Uma challenges you to a race at Aces Up.")
        await uma.ask("leave")
        await shown(note).to_contain_text("Uma has left the room: the challenge is over.")
        await shown(note.get_by_role("link")).to_have_count(0)
        await tap(phone, note.get_by_role("button", name="Close"))
        await shown(note).to_have_count(0)


async def test_a_lobby_offers_friends_who_are_not_in_it(
    page_of: PageOf, server: ServerProcess
) -> None:
    phone = await page_of("phone", **STILL)
    async with client(server.url) as pia, client(server.url) as quin:
        mine = await _account(pia, "Pia")
        await _account(quin, "Quin")
        await quin.ask("go_online")
        await pia.ask("befriend", name="Quin", what="add")
        await quin.ask("befriend", name="Pia", what="accept")
        await _logged_in(phone, mine)
        await tap(phone, phone.get_by_role("button", name="Open a race of Aces Up"))
        friends = phone.get_by_role("region", name="Friends on line")
        await tap(phone, friends.get_by_role("button", name="Challenge Quin"))
        await friends.get_by_text("challenged").wait_for()
        await axe(phone)
        told = await quin.until("challenged")
        joined = await quin.ask("join", code=told["code"], token=quin.token, name="Quin")
        assert joined["type"] == "room"
        await shown(friends).to_have_count(0)


async def test_a_name_and_one_tap_lead_to_a_race_with_nobody_there(page_of: PageOf) -> None:
    phone = await page_of("phone", **STILL)
    await phone.goto("/rules")
    await remember(phone, {"name": "Rosa"})
    await phone.goto("/")
    await tap(phone, phone.get_by_role("button", name="Play against the computer"))
    await phone.locator(".race.common .table .card").first.wait_for()
    seats = phone.locator(".table-seat")
    await shown(seats.locator("small", has_text="bot")).to_have_count(3)
