"""Four friends on a sofa: from the home page to a standing score, over plain HTTP on a network."""

import asyncio
import os
import random
from time import monotonic

import pytest
from playwright.async_api import Page, Route
from playwright.async_api import expect as shown

from engine.games import game
from tests.browser.bench import Device, axe, expect, press, tap, until
from tests.browser.chromium import ON_THE_NETWORK
from tests.browser.conftest import PageOf
from tests.browser.playing import Playing
from tests.browser.racing import STILL, aces_up, at_table, join, ready, tab_to
from tests.harness import ServerProcess, client

HOST = os.environ.get("SOFA_HOST", ON_THE_NETWORK)
"""The address of the network at which the pages are opened."""
FIRST_RACE_S = 60
FRIENDS = ("Ann", "Ben", "Cat", "Dan")


@pytest.fixture
def address(server: ServerProcess) -> str:
    return f"http://{HOST}:{server.port}"


async def opened_by(page: Page, name: str) -> str:
    """Open a race from the home page by name and one tap. Return the link to pass on."""
    await page.goto("/")
    await page.locator("#open").get_by_label("Your name").fill(name)
    await tap(page, page.get_by_role("button", name="Open a race of Aces Up"))
    await page.locator(".lobby svg.square").wait_for()
    return str(await page.locator(".invitation .link a").get_attribute("href"))


async def gives_up(page: Page) -> None:
    await tap(page, page.get_by_role("button", name="Give up"))
    await tap(page, page.locator(".asks").get_by_role("button", name="Give up"))


async def raced(players: dict[str, Playing], winner: str | None) -> None:
    """Play a race: all give up at once, but the winner only after a card is discarded."""
    for name, playing in players.items():
        await at_table(playing.page)
        if name != winner:
            await gives_up(playing.page)
    if winner is not None:
        playing = players[winner]
        await playing.until(0)
        move = aces_up(playing)
        while move["kind"] != "discard":
            await playing.play(move)
            move = aces_up(playing)
        await playing.play(move)
        await gives_up(playing.page)
    for playing in players.values():
        await playing.page.locator(".results").wait_for()
        playing.ply = playing.sent = -1  # of the next race


async def score(players: dict[str, Playing], expected: str) -> None:
    for playing in players.values():
        await shown(playing.page.locator(".room-score")).to_have_text(expected)


async def test_a_race_is_opened_by_a_tap_before_the_catalogue_is_loaded(phone: Page) -> None:
    tapped = asyncio.Event()

    async def answer_late(route: Route) -> None:
        await tapped.wait()
        await route.continue_()

    await phone.route("**/catalogue*.json", answer_late)
    await phone.goto("/")
    await phone.locator("#open").get_by_label("Your name").fill("Ann")
    await tap(phone, phone.locator("#open button"))
    tapped.set()
    await phone.locator(".lobby").wait_for()


@pytest.mark.long(60)
async def test_four_go_from_home_to_a_standing_score(page_of: PageOf, address: str) -> None:
    began = monotonic()
    devices: dict[str, Device] = {"Ann": "phone", "Ben": "phone", "Cat": "tablet", "Dan": "desk"}
    pages = {
        name: await page_of(device, base_url=address, **STILL) for name, device in devices.items()
    }
    for page in pages.values():
        expect(page, "Cross-Origin-Opener-Policy header has been ignored")  # over plain HTTP
    players = {
        name: Playing(page, game("aces_up"), "taps", random.Random(name))
        for name, page in pages.items()
    }
    link = await opened_by(pages["Ann"], "Ann")
    assert link.startswith(f"{address}/j/"), "others reach it"
    for name in FRIENDS[1:]:
        await pages[name].goto(link)
        await pages[name].get_by_label("Your name").fill(name)
        await tap(pages[name], pages[name].get_by_role("button", name="Join"))
        await pages[name].locator(".lobby").wait_for()
    for name, page in pages.items():  # over plain HTTP no page keeps the screen on
        told = page.get_by_text("the screen may sleep in a race")
        await shown(told).to_have_count(int(devices[name] != "desk"))
        await ready(page)
    for page in pages.values():
        await at_table(page)
    took_s = monotonic() - began
    print(f"from four home pages to the first race: {took_s:.1f} s")
    assert took_s < FIRST_RACE_S

    secure = await pages["Ann"].evaluate("isSecureContext")
    assert not secure, "this is about plain HTTP"

    await raced(players, "Ann")
    await score(players, "So far: Ann 1, Ben 0, Cat 0, Dan 0.")
    await axe(pages["Ben"])

    # One tap each: who wants a rematch is ready for it as soon as the host opens it.
    for name in ("Ben", "Cat", "Ann"):
        await tap(pages[name], pages[name].get_by_role("button", name="Rematch"))
    await ready(pages["Dan"])
    await raced(players, "Ben")
    await score(players, "So far: Ann 1, Ben 1, Cat 0, Dan 0.")

    # The next game by vote: the third vote of four decides, and who voted for it is ready.
    for name in ("Cat", "Dan", "Ben"):
        page = pages[name]
        await page.get_by_label("Another game").select_option("demon")
        await tap(page, page.get_by_role("button", name="Vote for it"))
    await shown(pages["Ann"].get_by_role("heading", name="The Demon")).to_be_visible()
    await ready(pages["Ann"])
    await raced(players, None)
    await score(players, "So far: Ann 1, Ben 1, Cat 0, Dan 0.")
    await tap(pages["Ann"], pages["Ann"].get_by_role("button", name="Share"))
    await shown(pages["Ann"].get_by_text("Copied.")).to_be_visible()
    print(f"from four home pages to the end of the third race: {monotonic() - began:.1f} s")


async def test_an_evening_by_keys_alone_and_as_a_screen_reader_has_it(
    page_of: PageOf, server: ServerProcess
) -> None:
    """The host opens the race, is ready, gives up, and asks for a rematch, without a pointer; what
    the others want is in the tree of names and roles, and is told when it comes."""
    desk = await page_of("desk", base_url=f"http://{HOST}:{server.port}", **STILL)
    expect(desk, "Cross-Origin-Opener-Policy header has been ignored")
    await desk.goto("/")
    await desk.locator("#open").wait_for()
    await tab_to(desk, "Your name", "INPUT")
    await desk.keyboard.type("Kay")
    await press(desk, "Enter")
    await desk.locator(".lobby svg.square").wait_for()
    lobby = await desk.locator("main").aria_snapshot()
    for part in ('img "The link, to be scanned with a camera"', 'button "Pass the link on"', "Kay"):
        assert part in lobby
    async with client(server.url) as ben, client(server.url) as cat:
        code = desk.url.rsplit("/", 1)[1]
        for link, name in ((ben, "Ben"), (cat, "Cat")):
            await link.join(code, name)
            await link.ready()
        await tab_to(desk, "Ready")
        await press(desk, "Enter")
        await at_table(desk)
        for link in (ben, cat):
            table = await link.until("table")
            if link is cat:
                while not table["progress"]:
                    moves = sorted(table["legal"], key=lambda move: move["kind"] != "discard")
                    table = await link.ask("play", race=1, ply=table["ply"], move=moves[0])
            await link.ask("play", race=1, ply=table["ply"], move="resign")
        await tab_to(desk, "Give up")
        await press(desk, "Enter")
        await shown(desk.get_by_role("button", name="Play on")).to_be_focused()
        await press(desk, "Shift+Tab", "Enter")
        await desk.locator(".results").wait_for()
        await ben.ask("vote", race=1, game="demon")
        await shown(desk.get_by_role("list", name="Votes")).to_contain_text("The Demon: Ben")
        results = await desk.locator("main").aria_snapshot()
        assert "So far: Cat 1, Kay 0, Ben 0." in results
        assert 'region "The next race"' in results
        assert 'combobox "Another game"' in results
        await axe(desk)
        await tab_to(desk, "Rematch")
        await press(desk, "Enter")
        await shown(desk.get_by_text("Race 2:")).to_be_visible()
        await shown(desk.get_by_role("button", name="Not ready after all")).to_be_visible()


KEPT_ON = """() => {
  window.locks = [];
  const request = async (kind) => {
    const lock = { kind, released: false, release: async () => void (lock.released = true) };
    window.locks.push(lock);
    return lock;
  };
  Object.defineProperty(navigator, "wakeLock", { value: { request } });
}"""
"""A browser that keeps the screen on, as all do for pages over https."""


async def test_the_screen_stays_on_in_a_race_and_only_then(
    page_of: PageOf, server: ServerProcess
) -> None:
    phone = await page_of("phone", **STILL)
    await phone.add_init_script(f"({KEPT_ON})()")
    async with client(server.url) as host:
        code = (await host.create("aces_up"))["code"]
        await join(phone, code, "Ida")
        await shown(phone.get_by_text("the screen may sleep")).to_have_count(0)
        locks = "() => window.locks.map((lock) => [lock.kind, lock.released])"
        assert await phone.evaluate(locks) == []
        await ready(phone)
        await host.ready()
        await at_table(phone)
        assert await phone.evaluate(locks) == [["screen", False]]
        # A browser ends the lock when the page is hidden.
        await phone.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        assert await phone.evaluate(locks) == [["screen", False]] * 2
        await gives_up(phone)
        await until(phone, "() => window.locks.at(-1).released")


@pytest.mark.parametrize(
    ("told", "seen"),
    [
        ("http://192.0.2.9:8765\n", "192.0.2.9:8765/j/"),
        ("\n", "The server listens to this computer only"),
        ("<!doctype html><title>A proxy</title>", "The server listens to this computer only"),
    ],
)
async def test_a_page_at_loopback_passes_on_only_what_the_server_names(
    page_of: PageOf, server: ServerProcess, told: str, seen: str
) -> None:
    desk = await page_of("desk", **STILL)
    await desk.route("**/reach", lambda route: route.fulfill(body=told))
    async with client(server.url) as host:
        code = (await host.create("aces_up"))["code"]
        await join(desk, code, "Ida")
        await shown(desk.locator(".invitation")).to_contain_text(seen)
        assert "127.0.0.1" not in await desk.locator(".invitation").inner_html()
