"""Unknown codes, closed rooms, and names that contain markup: each page says what to do, and no
input is ever more than text."""

import re
from collections.abc import AsyncIterator
from urllib.parse import quote

import pytest
import pytest_asyncio
from playwright.async_api import Page
from playwright.async_api import expect as shown

from tests.browser.bench import axe, tap
from tests.browser.conftest import PageOf
from tests.harness import Client, ServerProcess, client

MARKUP = "<img src=x onerror=go()>"
"""As long as a name may be; `go` would tell that it ran."""
SAID = "<b>bold</b><script>go()</script><a href='javascript:go()'>here</a>"
NOBODYS = "ZZZZZZ"
"""A code like any other, of no room: an old one, or one of another server."""

PLACES = ("/w/", "/t/", "/r/", "/l/", "/crowns/races/")
WRONG = {
    "nobody's": NOBODYS,
    "as it is said": "zzz-zzz",
    "too short": "KQ7",
    "too long": "KQ74TXKQ74TX",
    "a whole page": "x" * 1500,
    "a path": "..%2f..%2fetc",
    "markup": quote("<img src=x onerror=go()>", safe=""),
    "no UTF-8": "%E0%A4%A",
    "a null": "KQ7%004TX",
    "other letters": quote("КQ7-4ТХ"),
}


@pytest_asyncio.fixture(loop_scope="session")
async def host(server: ServerProcess) -> AsyncIterator[Client]:
    async with client(server.url) as made:
        yield made


SENTENCE = re.compile(r"(\S+\s+){5}")


async def _says_what_to_do(page: Page) -> None:
    """A heading, a sentence and a way to go on, on a page that has not broken, once the server has
    answered."""
    main = page.get_by_role("main")
    heading = main.get_by_role("heading", level=1)
    await shown(main.locator("p:visible", has_text=SENTENCE).first).to_be_visible()
    await shown(main.get_by_text("Asking the server…")).to_have_count(0)
    await shown(main.locator("a[href]:visible, button:visible:enabled").first).to_be_visible()
    await shown(heading).not_to_have_text("")
    await shown(heading).not_to_have_text("Something went wrong here")
    wider = await page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wider <= 0, "wider than the screen"


async def _has_run_nothing(page: Page) -> None:
    """None of what people wrote has become an element, let alone run."""
    assert await page.evaluate("window.gone ?? null") is None
    assert await page.locator("img, iframe, b:text-is('bold'), a[href^='javascript']").count() == 0


async def test_codes_that_lead_nowhere(phone: Page) -> None:
    await phone.add_init_script("window.go = () => { window.gone = true }")
    for code in WRONG.values():
        await phone.goto(f"/j/{code}")
        await shown(
            phone.get_by_text("No such room").or_(phone.get_by_text("That is no code"))
        ).to_be_visible()
        await _says_what_to_do(phone)
        await _has_run_nothing(phone)
    await axe(phone)
    for place in PLACES:
        for which in ("nobody's", "markup", "no UTF-8"):
            await phone.goto(place + WRONG[which])
            await _says_what_to_do(phone)
            await _has_run_nothing(phone)
        await axe(phone)


async def test_a_code_of_something_else(phone: Page, host: Client) -> None:
    """A room's code where a tournament is looked for, and the like."""
    room = await host.create("aces_up")
    for place in ("/t/", "/crowns/races/", "/r/"):
        await phone.goto(place + room["code"])
        await _says_what_to_do(phone)


@pytest.mark.parametrize("place", ["/play/", "/rules/"])
async def test_games_that_there_are_not(phone: Page, place: str) -> None:
    for name in ("bridge", "..%2f..", quote("<img src=x>"), "constructor", "__proto__", "%FF"):
        await phone.goto(place + name)
        await _says_what_to_do(phone)
        await _has_run_nothing(phone)


async def _joins(page: Page, name: str) -> None:
    await page.get_by_label("Your name").fill(name)
    await tap(page, page.get_by_role("button", name="Join"))


async def test_a_full_room(phone: Page, host: Client, server: ServerProcess) -> None:
    room = await host.create("aces_up", settings={"size": 2})
    async with client(server.url) as other:
        await other.join(room["code"], "Otto")
        await phone.goto(f"/j/{room['code']}")
        await shown(phone.get_by_text("All 2 seats are taken. You may watch.")).to_be_visible()
        await _joins(phone, "Ida")
        await shown(phone.get_by_text("All 2 seats of this room are taken.")).to_be_visible()
        await axe(phone)
        await tap(phone, phone.get_by_role("button", name="Only watch"))
        await shown(phone.get_by_text("Otto").first).to_be_visible()


async def test_a_locked_room(phone: Page, host: Client) -> None:
    room = await host.create("aces_up")
    await host.ask("change_settings", settings={"locked": True})
    await phone.goto(f"/j/{room['code']}")
    await shown(phone.get_by_text("The host has locked this room").first).to_be_visible()
    await _joins(phone, "Ida")
    await shown(phone.get_by_role("alert").filter(has_text="locked")).to_be_visible()
    await shown(phone.get_by_role("button", name="Only watch")).to_be_visible()
    await host.ask("change_settings", settings={"locked": False})
    await _joins(phone, "Ida")
    await shown(phone.get_by_role("button", name="Ready")).to_be_visible()


async def test_a_room_by_invitation(phone: Page, host: Client) -> None:
    room = await host.create("aces_up", settings={"invite_only": True})
    for word in ("", "/WRONG", "/00000000"):
        await phone.goto(f"/j/{room['code']}{word}")
        await shown(phone.get_by_text("invitation").first).to_be_visible()
        await _says_what_to_do(phone)
    await axe(phone)
    await phone.goto(f"/j/{room['code']}/{room['invite']}")
    await _joins(phone, "Ida")
    await shown(phone.get_by_role("button", name="Ready")).to_be_visible()


async def test_names_that_cannot_be(phone: Page, host: Client) -> None:
    room = await host.create("aces_up")
    await phone.goto(f"/j/{room['code']}")
    for name, why in (
        ("", "Say who you are"),
        ("   ", "Say who you are"),
        ("a\u202eb", "1 to 24 printable"),
        ("Hanna", "called Hanna"),
        ("hanna", "looks like it"),
    ):
        await _joins(phone, name)
        await shown(phone.get_by_role("alert").filter(has_text=why)).to_be_visible()
    await axe(phone)
    await _joins(phone, "Ida")
    await shown(phone.get_by_role("button", name="Ready")).to_be_visible()


async def test_names_and_words_with_markup_are_text(
    page_of: PageOf, host: Client, server: ServerProcess
) -> None:
    room = await host.create("aces_up", name=MARKUP, settings={"listed": True})
    assert room["type"] == "room", room
    async with client(server.url) as racer:
        await racer.join(room["code"], SAID[:24])
        pages = {}
        for address in (f"/j/{room['code']}", f"/w/{room['code']}", "/rooms"):
            page = pages[address] = await page_of("phone")
            await page.add_init_script("window.go = () => { window.gone = true }")
            await page.goto(address)
            await shown(page.get_by_text(MARKUP).first).to_be_visible()
            await _has_run_nothing(page)
        guest = pages[f"/j/{room['code']}"]
        await _joins(guest, "<i>Ida</i>")
        await shown(guest.get_by_text("<i>Ida</i>").first).to_be_visible()
        await host.ask("say", text=SAID)
        for page in (guest, pages[f"/w/{room['code']}"]):
            await shown(page.get_by_text(SAID).first).to_be_visible()
            await _has_run_nothing(page)
        await axe(guest)
        await _race(host, racer, guest)
        await shown(guest.get_by_text("gave up").first).to_be_visible()
        await shown(pages[f"/w/{room['code']}"].get_by_text(MARKUP).first).to_be_visible()
        for page in pages.values():
            await _has_run_nothing(page)


async def _race(host: Client, racer: Client, guest: Page) -> None:
    """All begin, and all but the guest give up."""
    await tap(guest, guest.get_by_role("button", name="Ready"))
    for one in (host, racer):
        await one.ready()
    for one in (host, racer):
        table = await one.until("table")
        answer = await one.ask("play", race=table["race"], ply=table["ply"], move="resign")
        assert answer["type"] == "moved", answer
