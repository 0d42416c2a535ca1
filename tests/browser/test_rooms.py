"""Accessibility of the pages around a race: results of an automated check at both widths and in all
themes; no page is wider than the screen."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page
from playwright.async_api import expect as shown

from tests.browser.bench import Device, axe, still, tap
from tests.browser.conftest import PageOf
from tests.browser.racing import STILL, at_table, join, ready, remember, resume_seat
from tests.harness import Client, ServerProcess, client

THEMES = ("baize", "light", "night", "contrast")
WORD = "correct horse battery"


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def server(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[ServerProcess]:
    """One for all of these: each opens rooms of its own."""
    async with ServerProcess(tmp_path_factory.mktemp("rooms")) as process:
        yield process


@pytest_asyncio.fixture(loop_scope="session")
async def host(server: ServerProcess) -> AsyncIterator[Client]:
    async with client(server.url) as made:
        yield made


async def _looked_at(page: Page) -> None:
    """In every theme, and with letters twice as large."""
    for theme in THEMES:
        await page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
        await still(page)
        await axe(page)
    await page.evaluate("document.documentElement.style.fontSize = '200%'")
    await still(page)
    width = await page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert width <= 0, f"{width} wider than the screen where letters are twice as large"
    await page.evaluate("document.documentElement.style.fontSize = ''")


@pytest.mark.parametrize("device", ["phone", "desk"])
async def test_pages_around_a_race(page_of: PageOf, host: Client, device: Device) -> None:
    page = await page_of(device, **STILL)
    room = await host.create("aces_up", settings={"listed": True})
    for address, there in (
        ("/host", "Open the room"),
        ("/play", "Aces Up"),
        ("/rooms", "Hanna"),
        ("/play/klondike", "Klondike"),
        (f"/j/{room['code']}", "invites you"),
        (f"/w/{room['code']}", "Take a seat"),
    ):
        await page.goto(address)
        await page.get_by_text(there).first.wait_for()
        for details in await page.locator("main details > summary").all():
            await details.click()
        await _looked_at(page)


@pytest.mark.parametrize("device", ["phone", "desk"])
async def test_a_race_and_its_results(page_of: PageOf, host: Client, device: Device) -> None:
    page = await page_of(device, **STILL)
    room = await host.create("aces_up", name="Wilhelmina-Charlotte-Eva")
    await join(page, room["code"], "Ida")
    await _looked_at(page)
    watcher = await page_of(device, **STILL)
    await watcher.goto(f"/w/{room['code']}")
    await ready(page)
    await host.ready()
    await at_table(page)
    table = await host.until("table")
    await host.ask("phrase", phrase="ace_please")
    await page.get_by_text("Ace, please.").filter(visible=True).first.wait_for()
    await watcher.locator(".seen .table").first.wait_for()
    for one in (page, watcher):
        await _looked_at(one)
    await host.ask("play", race=table["race"], ply=table["ply"], move="resign")
    await tap(page, page.get_by_role("button", name="Give up"))
    await shown(page.get_by_role("button", name="Play on")).to_be_focused()
    await tap(page, page.locator(".asks").get_by_role("button", name="Give up"))
    await page.locator(".results").wait_for()
    await watcher.locator(".results").wait_for()
    await tap(page, page.get_by_role("button", name="Rematch"))
    voted = (await host.until("skip"))["vote"]
    assert (voted["game"], voted["title"]) == ("aces_up", "Aces Up")
    await shown(page.get_by_role("button", name="Rematch", pressed=True)).to_be_visible()
    for one in (page, watcher):
        await _looked_at(one)


async def test_a_room_opened_in_the_browser(page_of: PageOf, server: ServerProcess) -> None:
    """What its host chose is what others find, and the host may change it. On a page that only this
    computer reaches there is no link to pass on."""
    page = await page_of("phone", **STILL)
    await page.goto("/host")
    await page.get_by_label("Your name").fill("Hanna")
    await page.get_by_label("Game").select_option("poker_patience")
    await page.get_by_text("The game and its terms").click()
    await page.get_by_label("Format of the race").select_option("caller")
    await page.get_by_label("Seconds for each card").fill("30")
    await page.get_by_label("Scoring").select_option("american")
    await page.get_by_text("How the room is kept").click()
    await page.get_by_label("Bots may come in").uncheck()
    await tap(page, page.get_by_role("button", name="Open the room"))
    await shown(page.get_by_text("The server listens to this computer only")).to_be_visible()
    await shown(page.locator(".lobby svg.square")).to_have_count(0)
    await shown(page.locator(".invitation a")).to_have_count(0)
    terms = "Called card by card with grids shown, 30 seconds each"
    await shown(page.get_by_text(terms)).to_be_visible()
    code = page.url.rsplit("/", 1)[1]
    async with client(server.url) as guest:
        room = await guest.ask("watch", code=code)
        race = room["race"]
        assert (race["game"], race["options"]["scoring"]) == ("poker_patience", "american")
        assert (race["terms"]["format"], race["terms"]["call_ms"]) == ("caller", 30_000)
        assert not room["settings"]["bots"]
        await page.get_by_text("How the room is kept").click()
        await page.get_by_label("Locked").check()
        assert (await guest.until("settings_changed"))["settings"]["locked"]
        refused = await guest.ask("leave")
        assert refused["type"] == "done"
        refused = await guest.join(code, "Otto")
        assert refused["code"] == "locked"


async def test_a_game_alone_is_found_again_and_dealt_anew(phone: Page) -> None:
    await phone.goto("/play/klondike")
    await at_table(phone)
    cards = "() => [...document.querySelectorAll('[data-card]')].map((c) => c.dataset.card).join()"
    first = await phone.evaluate(cards)
    await tap(phone, phone.locator(".actions button.deal"))
    await shown(phone.locator(".race")).to_have_attribute("data-ply", "1")
    await phone.goto("/play")
    await tap(phone, phone.get_by_role("link", name="Klondike"))
    await shown(phone.locator(".race")).to_have_attribute("data-ply", "1")
    await tap(phone, phone.get_by_role("button", name="Take back"))
    await shown(phone.locator(".race")).to_have_attribute("data-ply", "2")
    assert await phone.evaluate(cards) == first
    await phone.get_by_text("New deal, options").click()
    await phone.get_by_label("Turn", exact=True).select_option("3")
    await shown(phone.get_by_text("Changing this causes redeal.")).to_be_visible()
    await tap(phone, phone.get_by_role("button", name="New deal"))
    await shown(phone.locator(".race")).to_have_attribute("data-ply", "0")
    await shown(phone.get_by_role("heading", name="Klondike with turn: 3")).to_be_visible()
    assert await phone.evaluate(cards) != first


async def test_a_claimed_name_at_the_door(
    page_of: PageOf, server: ServerProcess, host: Client
) -> None:
    """Whose it is logs in there and then, and comes in; the name is kept for nobody else."""
    async with client(server.url) as owner:
        await owner.ask("sign_up", name="Olga", password=WORD)
    page = await page_of("phone", **STILL)
    room = await host.create("aces_up")
    await page.goto(f"/j/{room['code']}")
    await page.get_by_label("Your name").fill("Olga")
    await tap(page, page.get_by_role("button", name="Join"))
    await shown(page.locator("#name-problem")).to_contain_text("The name Olga is claimed")
    assert await page.evaluate("localStorage.getItem('crown-patience/name')") is None
    form = page.locator("form#log-in")
    await shown(form.locator("[name=name]")).to_have_value("Olga")
    await axe(page)
    await form.locator("[name=password]").fill(WORD)
    await tap(page, form.get_by_role("button", name="Log in"))
    await shown(page.get_by_text("You are Olga.")).to_be_visible()
    await shown(page.locator("#name-problem")).to_be_empty()
    await tap(page, page.get_by_role("button", name="Join"))
    await shown(page.locator(".people")).to_contain_text("claimed")


async def test_a_claimed_name_where_a_room_is_opened(
    page_of: PageOf, server: ServerProcess
) -> None:
    async with client(server.url) as owner:
        await owner.ask("sign_up", name="Petra", password=WORD)
    page = await page_of("desk", **STILL)
    await page.goto("/host")
    await page.get_by_label("Your name").fill("Petra")
    await tap(page, page.get_by_role("button", name="Open the room"))
    await shown(page.locator(".problem", has_text="The name Petra is claimed")).to_be_visible()
    form = page.locator("form#log-in")
    await form.locator("[name=password]").fill(WORD)
    await tap(page, form.get_by_role("button", name="Log in"))
    await shown(form).to_have_count(0)
    await tap(page, page.get_by_role("button", name="Open the room"))
    await shown(page.locator(".people")).to_contain_text("claimed")


async def test_a_claimed_name_is_no_guest_s(page_of: PageOf, server: ServerProcess) -> None:
    async with client(server.url) as owner:
        await owner.ask("sign_up", name="Quinn", password=WORD)
    page = await page_of("phone", **STILL)
    await page.goto("/me")
    await tap(page, page.get_by_role("button", name="Play as", exact=True))
    form = page.locator("form#play-as")
    await form.locator("[name=name]").fill("quinn")
    await tap(page, form.get_by_role("button"))
    await shown(form.locator(".problem")).to_contain_text("The name quinn is claimed")
    await form.locator("[name=name]").fill("Nobody's own")
    await tap(page, form.get_by_role("button"))
    await shown(page.get_by_text("You play as Nobody's own.").first).to_be_visible()


async def test_what_is_said_is_there_once_and_stays_when_the_page_is_loaded_again(
    page_of: PageOf, host: Client
) -> None:
    page = await page_of("desk", **STILL)
    room = await host.create("aces_up")
    await join(page, room["code"], "Ida")
    await host.ask("say", text="Shall we begin?")
    said = page.get_by_text("Shall we begin?").filter(visible=True)
    await shown(page.locator(".talk .said li")).to_have_text("Hanna: Shall we begin?")
    aloud = page.locator("[aria-live=polite]")
    await shown(aloud.get_by_text("Hanna: Shall we begin?")).to_have_count(1)
    seen = [one for one in await said.all() if not await one.evaluate(ALOUD)]
    assert len(seen) == 1
    await page.reload()
    await shown(page.locator(".talk .said li")).to_have_text("Hanna: Shall we begin?")
    await host.ask("say", text="Now?")
    said = page.locator(".talk .said li")
    await shown(said).to_have_text(["Hanna: Shall we begin?", "Hanna: Now?"])
    # Where talk stands open beside a race it is said there alone.
    await ready(page)
    await host.ready()
    await at_table(page)
    await host.ask("phrase", phrase="ace_please")
    await shown(said).to_have_count(3)
    await shown(page.locator(".news")).not_to_contain_text("Ace, please.")
    # Set phrases are muted by themselves, those too that came later than the first clients.
    await tap(page, page.get_by_role("button", name="Mute phrases"))
    await shown(said).to_have_count(2)
    await host.ask("phrase", phrase="black_on_red")
    await shown(said).to_have_count(2)
    await tap(page, page.get_by_role("button", name="Hear phrases again"))
    await shown(said.last).to_have_text("Hanna: Black 8 on red 9.")
    await shown(said).to_have_count(4)


ALOUD = "element => element.closest('[aria-live]') !== null"


@pytest.mark.parametrize("device", ["phone", "desk"])
async def test_the_host_chooses_other_terms_for_the_next_race(
    page_of: PageOf, server: ServerProcess, device: Device
) -> None:
    """The form begins with the choices of the last race, and everybody comes to the new lobby."""
    page = await page_of(device, **STILL)
    async with client(server.url) as other:
        await page.goto("/host?game=klondike")
        await page.get_by_label("Your name").fill("Hanna")
        await page.get_by_label("Time limit").select_option("5 minutes")
        await page.get_by_text("The game and its terms").click()
        await page.get_by_label("Taking moves back").select_option("free")
        await tap(page, page.get_by_role("button", name="Open the room"))
        await page.locator(".lobby").wait_for()
        code = page.url.rsplit("/", 1)[1]
        await other.ask("join", code=code, name="Grace", token=other.token)
        await other.ready()
        await ready(page)
        table = await other.until("table")
        await at_table(page)
        await other.ask("play", race=table["race"], ply=table["ply"], move="resign")
        await tap(page, page.get_by_role("button", name="Give up"))
        await tap(page, page.locator(".asks").get_by_role("button", name="Give up"))
        await tap(page, page.get_by_role("button", name="Other terms"))
        await shown(page.get_by_label("Time limit")).to_have_value("300000")
        await page.get_by_text("The game and its terms").click()
        await shown(page.get_by_label("Taking moves back")).to_have_value("free")
        await shown(page.get_by_label("A deal that the solver has won")).not_to_be_checked()
        await _looked_at(page)
        await page.get_by_label("Taking moves back").select_option("none")
        await page.get_by_label("Time limit").select_option("20 minutes")
        await tap(page, page.get_by_role("button", name="Open the race"))
        await page.locator(".lobby").wait_for()
        race = (await other.until("next_race"))["race"]
        assert (race["game"], race["bell_ms"]) == ("klondike", 1_200_000)
        assert race["terms"]["take_back"] == "none"


@pytest.mark.parametrize("device", ["phone", "desk"])
async def test_a_daily_deal_is_not_raced_again(
    page_of: PageOf, server: ServerProcess, device: Device
) -> None:
    """After one's one try the page leads to the board, and offers nothing that is refused."""
    async with client(server.url) as line:
        session = (await line.ask("sign_up", name=f"Dora {device}", password=WORD))["session"]
        name = (await line.ask("list_dailies"))["today"][0]["name"]
        room = await line.ask("try_daily", name=name, token=line.token, legal=True)
        await line.until("table", "frame")
        await line.ask("play", race=1, ply=0, move="resign")
        await line.until("over")
        token = line.token
    page = await page_of(device, **STILL)
    me = {"name": f"Dora {device}", "session": session, "bot": False}
    await remember(page, {"session": me})
    await resume_seat(page, room["code"], token)
    await page.locator(".results").wait_for()
    await shown(page.locator(".results .buttons .first")).to_have_text("Today's deals")
    await shown(page.get_by_role("button", name="Rematch")).to_have_count(0)
    await axe(page)
    await tap(page, page.get_by_role("link", name="Today's deals"))
    await shown(page.get_by_text("You have had your try.")).to_be_visible()


async def test_who_is_invited_is_told_that_a_game_has_no_choice(phone: Page, host: Client) -> None:
    """On the page of the link, and in the room."""
    room = await host.create("captive_queens")
    await phone.goto(f"/j/{room['code']}")
    mark = phone.get_by_text("no choice: the cards decide")
    await mark.wait_for()
    await join(phone, room["code"], "Ida")
    await mark.wait_for()
