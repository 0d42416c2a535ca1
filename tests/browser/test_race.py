"""Races between friends on real pages: by a link from a terminal, on phones, and by keys alone."""

import asyncio
import random
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, Route
from playwright.async_api import expect as shown

from engine.games import GAMES, game
from engine.view import View
from tests.browser.bench import Device, axe, expect, press, slow_3g, still, tap
from tests.browser.conftest import PageOf
from tests.browser.playing import Playing
from tests.browser.racing import (
    STILL,
    aces_up,
    at_table,
    drawn_ply,
    join,
    places,
    play_out,
    ready,
    resume_seat,
    tab_to,
)
from tests.client_cli.command import Player
from tests.docs.sitting import Sitting
from tests.harness import Client, ServerProcess, client

ACES_UP = game("aces_up")
LOST = r"ERR_INTERNET_DISCONNECTED|WebSocket connection"


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def server(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[ServerProcess]:
    """One for all of these: each race is in a room of its own."""
    async with ServerProcess(tmp_path_factory.mktemp("race"), countdown_ms=600) as process:
        yield process


@pytest_asyncio.fixture(loop_scope="session")
async def host(server: ServerProcess) -> AsyncIterator[Client]:
    async with client(server.url) as made:
        yield made


@pytest_asyncio.fixture(loop_scope="session")
async def terminal(server: ServerProcess, tmp_path: Path) -> AsyncIterator[Player]:
    """Somebody who hosts in a terminal."""
    words = ("host", "aces-up", "--name", "Hostess", "--plain")
    player = await Player.start(tmp_path / "terminal", server.url, *words)
    yield player
    player.process.kill()
    await player.end()


async def test_two_friends_join_a_terminal_and_race(
    page_of: PageOf, terminal: Player, host: Client
) -> None:
    # A server that only this computer reaches has no link to pass on, but a code.
    command = re.search(r"join ([0-9A-Z-]+)", await terminal.until("patience join"))
    assert command is not None
    code = command[1].replace("-", "")
    ann, ben = await page_of("phone", **STILL), await page_of("phone", **STILL)
    players = {page: Playing(page, ACES_UP, "taps", random.Random(7)) for page in (ann, ben)}
    for page, name in ((ann, "Ann"), (ben, "Ben")):
        await join(page, code, name)
    await axe(ann)
    terminal.type("ready")
    for page in (ann, ben):
        await ready(page)
    for page in (ann, ben):
        await at_table(page)
    first = {page: await playing.drawn() for page, playing in players.items()}
    assert first[ann] == first[ben], "the same first cards for everybody"
    await axe(ben)

    await play_out(players[ben], most=2)
    expect(ben, LOST)
    await ben.context.set_offline(True)
    await shown(ben.get_by_text("The server is out of reach")).to_be_visible()
    await play_out(players[ann])
    await ben.context.set_offline(False)
    await shown(ben.get_by_text("The server is out of reach")).to_have_count(0)
    await drawn_ply(ben, players[ben].ply)
    await play_out(players[ben], most=3)
    await tap(ben, ben.get_by_role("button", name="Give up"))
    await tap(ben, ben.locator(".asks").get_by_role("button", name="Give up"))

    await terminal.until("Go!")
    terminal.type("resign", "wait")
    seen = {name: await places(page) for name, page in (("Ann", ann), ("Ben", ben))}
    assert seen["Ann"] == seen["Ben"]
    assert sorted(row["name"] for row in seen["Ann"]) == ["Ann", "Ben", "Hostess"]
    record = (await host.ask("get_record", race=f"{code}-1"))["record"]
    names = {seat["seat"]: seat["name"] for seat in record["seats"]}
    kept = [(row["place"], names[row["seat"]], row["moves"]) for row in record["results"]]
    assert [(row["place"], row["name"]) for row in seen["Ann"]] == [row[:2] for row in kept]
    for (_, _, moves), row in zip(kept, seen["Ann"], strict=True):
        assert row["score"].endswith(f"{moves} move{'s' * (moves != 1)}")
    for row in seen["Ann"]:  # what the terminal says of a seat, but for the number of moves
        told = await terminal.until(f"{row['place']}. {row['name']}")
        assert row["score"].rpartition(", ")[0] in told
    await axe(ann)

    terminal.type("rematch")
    for page in (ann, ben):
        await shown(page.get_by_text("Race 2:")).to_be_visible()
        await ready(page)
    for page in (ann, ben):
        await at_table(page)
    again = [await playing.drawn() for playing in players.values()]
    assert again[0] == again[1] != first[ann]


async def test_the_standings_begin_with_the_cards_that_the_deal_has_placed(
    page_of: PageOf, host: Client
) -> None:
    """For contestants and watchers, before anybody has moved: The Demon begins with the card of the
    first foundation, and with those of its rank that the deal would have put into the tableau."""
    code = (await host.create("demon"))["code"]
    ida, watch = await page_of("desk", **STILL), await page_of("desk", **STILL)
    await join(ida, code, "Ida")
    await watch.goto(f"/w/{code}")
    await shown(watch.get_by_text("Ida", exact=True)).to_be_visible()
    await ready(ida)
    await host.ready()
    await at_table(ida)
    view = (await host.until("table"))["view"]  # all have the same deal
    placed = sum(len(pile["up"]) for name, pile in view["piles"].items() if "foundation" in name)
    assert placed >= 1
    await shown(ida.locator(".progress")).to_contain_text(f"{placed} of 52")
    await watch.locator(".seen .table").first.wait_for()
    for page in (ida, watch):
        await shown(page.locator(".standings .value")).to_have_text([f"{placed}"] * 2)


async def test_a_whole_race_by_keys_alone(page_of: PageOf, host: Client) -> None:
    """No mouse and no finger from the link to the results and back into the lobby."""
    desk = await page_of("desk", **STILL)
    room = await host.create("aces_up")
    playing = Playing(desk, ACES_UP, "keys", random.Random(3))
    await desk.goto(f"/j/{room['code']}")
    await tab_to(desk, "Your name", "INPUT")
    await desk.keyboard.type("Kay")
    await press(desk, "Enter")
    await desk.locator(".lobby").wait_for()
    await tab_to(desk, "Ready")
    await press(desk, "Enter")
    await host.ready()
    await at_table(desk)
    await axe(desk)
    table = await host.until("table")
    await host.ask("play", race=table["race"], ply=table["ply"], move="resign")
    await play_out(playing, aces_up)
    assert playing.over is not None
    rows = await places(desk)
    assert rows[0]["name"] == "Kay"
    await axe(desk)
    await tab_to(desk, "Share")
    await host.ask("rematch")
    await desk.locator(".lobby").wait_for()
    await tab_to(desk, "Leave")
    await press(desk, "Enter")
    sure = desk.get_by_role("group", name="Give your seat up?").get_by_role("button", name="Leave")
    await shown(sure).to_be_focused()
    await press(desk, "Enter")
    await shown(desk).to_have_url(re.compile(r"/$"))


async def test_from_the_link_to_ready_in_three_taps(phone: Page, host: Client) -> None:
    await phone.goto("/")
    await phone.evaluate("localStorage.setItem('crown-patience/name', '\"Thea\"')")
    room = await host.create("aces_up")
    await phone.goto(f"/j/{room['code']}")  # the first
    await tap(phone, phone.get_by_role("button", name="Join"))
    await ready(phone)
    told = await host.until("ready_changed")
    assert told["ready"]


async def test_the_join_page_comes_soon(phone: Page, host: Client) -> None:
    """Bytes and time on a simulated slow 3G, every request a line of its own."""
    room = await host.create("aces_up")
    line = await phone.context.new_cdp_session(phone)
    await line.send("Network.enable")
    received: list[float] = []
    line.on("Network.loadingFinished", lambda done: received.append(done["encodedDataLength"]))
    await slow_3g(phone)
    await phone.goto(f"/j/{room['code']}", wait_until="commit")
    await phone.get_by_label("Your name").wait_for()
    took = await phone.evaluate("performance.now()")
    form = sum(received)
    await shown(phone.get_by_text("invites you")).to_be_visible()
    await phone.wait_for_load_state("networkidle")
    print(
        f"join page: form after {took:.0f} ms and {form / 1000:.0f} kB,"
        f" {sum(received) / 1000:.0f} kB in all"
    )
    assert sum(received) < 100_000


async def test_the_form_to_join_stays_where_it_is(phone: Page, host: Client) -> None:
    """A finger on its way to the button finds it there, whatever is loaded meanwhile."""
    room = await host.create("aces_up")
    loading = asyncio.Event()

    async def hold(route: Route) -> None:
        await loading.wait()
        await route.continue_()

    for late in ("**/room_client.js", "**/race.css", "**/catalogue.json"):
        await phone.route(late, hold)
    await phone.goto(f"/j/{room['code']}", wait_until="commit")
    join_button = phone.get_by_role("button", name="Join")
    before = await join_button.bounding_box()
    loading.set()
    await phone.get_by_text("invites you").wait_for()
    await phone.get_by_text("Aces Up").wait_for()
    await phone.get_by_role("button", name="Only watch").wait_for()
    assert await join_button.bounding_box() == before


WHERE_READY_FIRST_STOOD = """() => {
  const watcher = new MutationObserver(() => {
    const found = [...document.querySelectorAll("button")].find((b) => b.textContent === "Ready");
    if (!found) return;
    watcher.disconnect();
    requestAnimationFrame(() => { window.stood = found.getBoundingClientRect().toJSON(); });
  });
  watcher.observe(document.body, { childList: true, subtree: true });
}"""
"""Note the box in which the button Ready is drawn first."""


@pytest.mark.parametrize("address", ["", "http://192.0.2.7:8765"])
async def test_the_buttons_of_the_lobby_stay_where_they_are(
    phone: Page, host: Client, address: str
) -> None:
    """A finger on its way to Ready finds it there, whatever is loaded meanwhile. `address` is what
    the server says to its own computer of how others reach it."""
    room = await host.create("aces_up")
    loading = {late: asyncio.Event() for late in ("catalogue.json", "reach", "qr_code.js")}

    async def hold(route: Route) -> None:
        late = route.request.url.rpartition("/")[2]
        await loading[late].wait()
        await (route.fulfill(body=address) if late == "reach" else route.continue_())

    for late in loading:
        await phone.route(f"**/{late}", hold)
    await phone.goto(f"/j/{room['code']}")
    await phone.evaluate(WHERE_READY_FIRST_STOOD)
    await phone.get_by_label("Your name").fill("Ida")
    await tap(phone, phone.get_by_role("button", name="Join"))
    await host.until("joined")
    ready_button = phone.get_by_role("button", name="Ready", exact=True)
    for event in loading.values():
        await phone.wait_for_timeout(100)
        event.set()
    await ready_button.wait_for()
    if address:
        await phone.get_by_role("img", name="The link, to be scanned with a camera").wait_for()
    else:
        await phone.get_by_text("The server listens to this computer only").wait_for()
    await still(phone)
    box = await ready_button.bounding_box()
    assert box is not None
    stood = await phone.evaluate("window.stood")
    assert {name: stood[name] for name in box} == box


async def reach(link: Client, progress: int) -> None:
    """Play Aces Up until so many cards are thrown away."""
    table = await link.until("table")
    state, ply = ACES_UP.state_of(View.from_json(table["view"])), 0
    while True:
        moves = map(ACES_UP.codec.to_json, ACES_UP.legal(state).moves)
        move = min(moves, key=lambda move: ("discard", "fill", "deal").index(str(move["kind"])))
        told = await link.ask("play", race=1, ply=ply, move=move)
        if told["progress"] >= progress:
            return
        table = await link.ask("look")
        state, ply = ACES_UP.state_of(View.from_json(table["view"])), told["ply"]


@pytest.mark.parametrize("device", ["phone", "tablet"])
async def test_the_last_of_three_sees_the_leader(
    page_of: PageOf, host: Client, server: ServerProcess, device: Device
) -> None:
    page = await page_of(device, **STILL)
    async with client(server.url) as second:
        room = await host.create("aces_up")
        await second.join(room["code"], "Bertholdine-Amalia")
        await join(page, room["code"], "Ida")
        await ready(page)
        await second.ready()
        await host.ready()
        await at_table(page)
        await reach(host, 3)
        await reach(second, 1)
        line = page.locator(".one-line")
        await shown(line).to_have_text(
            re.compile(r"1\.\s+Hanna\s+3\s+3\.\s+you\s+0\s*▲.*Berth\S+\s+1")
        )
        boxes = [await one.bounding_box() for one in await line.locator("span > b").all()]
        assert len(boxes) == 3
        wide = await page.evaluate("innerWidth")
        assert all(box and box["x"] + box["width"] < wide for box in boxes)
        assert len({box["y"] for box in boxes if box}) == 1, "in one line"
        await axe(page)


@pytest.mark.parametrize("slug", ["kings", "poker_patience"])
async def test_deals_that_are_watched_and_cards_that_are_called(
    page_of: PageOf, host: Client, slug: str
) -> None:
    phone = await page_of("phone", **STILL)
    assert slug in GAMES
    terms = {"format": "caller"} if slug == "poker_patience" else {}
    room = await host.create(slug, terms=terms)
    playing = Playing(phone, game(slug), "taps", random.Random(1))
    await join(phone, room["code"], "Ida")
    await ready(phone)
    await host.ready()
    await at_table(phone) if terms else await phone.locator(".watched-deal").wait_for()
    await playing.watch_deal()
    async with asyncio.timeout(60):
        while playing.ply < 0 or not playing.legal:
            await phone.wait_for_timeout(20)
    top = "document.querySelector('.cloth').getBoundingClientRect().top"
    before = await phone.evaluate(top)
    await playing.play(playing.legal[0])
    if terms:
        await shown(phone.locator(".one-line")).to_contain_text("level with Hanna")
        waits = phone.locator(".prompt", has_text="Waiting until all have laid theirs.")
        await shown(waits).to_be_visible()
        await shown(phone.locator("[aria-live=polite]").first).to_contain_text(" laid at ")
        await shown(phone.locator(".clock.rests")).to_have_count(1)
        await shown(phone.locator(".news")).not_to_contain_text("is called")
        assert await phone.evaluate(top) == before, "the table stays where it is"
        await shown(phone.locator(".standings")).to_be_hidden()
        await tap(phone, phone.get_by_text("Standings and talk"))
        await shown(phone.locator(".standings")).to_be_visible()
        await host.until("called")
        table = await host.until("table")
        cell = [0, 0]
        await host.ask("play", race=1, ply=table["ply"], move={"kind": "place", "cell": cell})
        await shown(waits).to_have_count(0)


async def test_who_has_done_best_looks_at_the_best_of_the_others(
    page_of: PageOf, server: ServerProcess, host: Client
) -> None:
    """The one who is followed then leads nobody: that is told of whoever is first of all."""
    async with client(server.url) as other:
        code = (await host.create("aces_up", terms={"format": "best"}))["code"]
        await other.join(code, "Ann")
        await host.ready()
        await other.ready()
        await other.until("table")
        await Sitting(other, "aces_up").play(12)
        await Sitting(other, "aces_up").give_up()
        ann = await page_of("desk", **STILL)
        await resume_seat(ann, code, other.token)
    await tap(ann, ann.get_by_role("button", name="Watch them"))
    seen = ann.locator(".seen strong")
    await shown(seen).to_have_text("Best of the others: Hanna")
    await shown(ann.get_by_role("button", name="Follow the best of the others")).to_be_visible()
    watcher = await page_of("desk", viewport={"width": 1100, "height": 900}, **STILL)
    await watcher.goto(f"/w/{code}")
    await shown(watcher.locator(".seen strong")).to_have_text("Leading: Ann")
    await host.until("table")
    await Sitting(host, "aces_up").play(24)
    await shown(seen).to_have_text("Leading: Hanna")
