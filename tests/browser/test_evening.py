"""An evening in the browser on one real server: a tournament with the wall beside it, its record, a
run for a crown with breaks, and the telephone."""

import asyncio
import json
import random
import re
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page
from playwright.async_api import expect as shown

from client_cli.local.account_store import KnownAccount, save_account
from client_cli.local.storage import Storage
from engine.games import game
from server.store.redis_client import connect
from tests.browser.bench import Device, axe, opened, still, tap, until
from tests.browser.playing import Playing
from tests.browser.test_hall import RING, TONES
from tests.client_cli.command import here
from tests.client_cli.crowned import Crowned, crowned
from tests.harness import LIMIT_S, Client, client
from tests.server.accounts.test_accounts import sign_up
from tests.server.crowns.test_evening import crown, dealt
from tests.winning import OFTEN, play

BREAK_MS = 5_000
"""The shortest lobby and table there are; the organiser does not wait for them."""
PLAN = {
    "title": "Friday",
    "rounds": ["aces_up", "aces_up"],
    "lobby_ms": BREAK_MS,
    "table_ms": 60_000,
}
MOVES = 6

WALL = """() => [...document.querySelectorAll(".wall-rows.places li")].map((row) =>
  ["lead", "name", "total"].map((part) => row.querySelector("." + part).textContent))"""
TABLE = """() => [...document.querySelectorAll("table.standing tbody tr")].map((row) =>
  [0, 1, 2].map((n) => row.children[n].textContent.replace(" (you)", "")))"""


class House:
    """A server, people with accounts on it, and devices of theirs."""

    def __init__(self, place: Crowned, browser: Browser, stack: AsyncExitStack) -> None:
        self.place, self.browser, self.stack = place, browser, stack
        self.sessions: dict[str, str] = {}

    async def moves_in(self, *names: str) -> None:
        for name in names:
            async with client(self.place.url) as line:
                signed = await sign_up(line, name)
            self.sessions[name] = signed["session"]
            storage = Storage(self.place.data(name))
            save_account(storage, KnownAccount(self.place.url, name, signed["session"]))

    @asynccontextmanager
    async def line(self, name: str) -> AsyncIterator[Client]:
        async with client(self.place.url) as line:
            await line.ask("authenticate", session=self.sessions[name])
            yield line

    async def page(self, name: str | None = None, device: Device = "phone", **how: Any) -> Page:
        """A device of somebody's, logged in; of nobody's without a name."""
        base = f"http://127.0.0.1:{self.place.server.port}"
        page = await self.stack.enter_async_context(opened(self.browser, base, device, **how))
        if name is not None:
            me = json.dumps({"name": name, "session": self.sessions[name], "bot": False})
            keep = f"localStorage.setItem('crown-patience/session', {json.dumps(me)})"
            await page.context.add_init_script(keep)
        return page


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def place(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Crowned]:
    async with crowned(tmp_path_factory.mktemp("evening")) as found:
        yield found


@pytest_asyncio.fixture(loop_scope="session")
async def house(place: Crowned, browser: Browser) -> AsyncIterator[House]:
    async with AsyncExitStack() as stack:
        yield House(place, browser, stack)


async def _looked_at(page: Page, *sizes: tuple[int, int]) -> None:
    """Nothing is wrong for anybody, narrow and wide, and nothing is wider than the page."""
    for width, height in sizes or ((360, 740), (1440, 900)):
        await page.set_viewport_size({"width": width, "height": height})
        await still(page)
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        await axe(page)


# A tournament. ----------------------------------------------------------------------------------


class Rival:
    """Somebody who races by hand, below the page."""

    def __init__(self, line: Client, name: str, moves: int) -> None:
        self.line, self.name, self.moves = line, name, moves

    async def enter(self, code: str) -> None:
        await self.line.ask("enter_tournament", code=code)
        nonce = secrets.token_hex(16)
        told = await self.line.ask(
            "check_in_tournament", code=code, nonce=nonce, token=self.line.token
        )
        assert told["type"] == "done", told

    async def race(self, room: str, chance: random.Random) -> None:
        """So many moves, and give up."""
        told = await self.line.ask("resume", code=room, token=self.line.token, legal=True)
        assert told["type"] == "room", told
        table = await self.line.until("table")
        race, legal = table["race"], table["legal"]
        for ply in range(self.moves + 1):
            move: Any = chance.choice(legal) if legal and ply < self.moves else "resign"
            moved = await self.line.ask("play", race=race, ply=ply, move=move)
            assert moved["type"] == "moved", moved
            legal = moved["legal"]
            if moved["over"]:
                break
        left = await self.line.ask("leave")
        assert left["type"] == "done", left


async def _reached(
    line: Client, code: str, ready: Callable[[dict[str, Any]], bool]
) -> dict[str, Any]:
    """The tournament, once it is so."""
    for _ in range(20 * LIMIT_S):
        told = await line.ask("get_tournament", code=code)
        if ready(told):
            return told
        await asyncio.sleep(0.05)
    raise AssertionError("it has not come to that")


async def test_an_evening_comes_to_its_final_table(house: House, tmp_path: Path) -> None:
    await house.moves_in("Olga", "Anna", "Ben", "Cleo")
    phone, desk = await house.page("Cleo"), await house.page("Olga", "desk")
    wall = await house.page(None, "desk")
    chance = random.Random(3)
    playing = Playing(phone, game("aces_up"), "taps", chance)
    async with house.line("Olga") as olga, house.line("Anna") as anna, house.line("Ben") as ben:
        code = (await olga.ask("new_tournament", plan=PLAN))["code"]
        await desk.goto(f"/t/{code}")
        await desk.get_by_role("button", name="Open: let people in").click()
        await desk.get_by_text("It starts when the organiser starts it.").wait_for()
        rivals = [Rival(anna, "Anna", 14), Rival(ben, "Ben", 3)]
        for rival in rivals:
            await rival.enter(code)
        await wall.goto(f"/t/{code}/wall")
        await phone.goto("/tournaments")
        await phone.get_by_role("link", name="Friday").wait_for()
        await _looked_at(phone)
        await phone.set_viewport_size({"width": 360, "height": 740})
        await tap(phone, phone.get_by_role("link", name="Friday"))
        await tap(phone, phone.get_by_role("button", name="Enter and check in"))
        await phone.get_by_text("You are checked in. Keep this page open").wait_for()
        await wall.locator(".people li", has_text="Cleo").wait_for()
        await _looked_at(desk)
        # The second press means it.
        await desk.get_by_role("button", name="Start", exact=True).click()
        await desk.get_by_role("button", name="Start", exact=True).click()
        rooms: list[str] = []
        for number in (1, 2):
            # The next table comes by itself: after the check-in, and after the race before.
            await phone.wait_for_url(lambda url: "/j/" in url and url.split("/")[-1] not in rooms)
            rooms.append(phone.url.split("/")[-1])
            await desk.get_by_role("button", name="Go on at once").click()
            await playing.until(0)
            racing = [asyncio.ensure_future(rival.race(rooms[-1], chance)) for rival in rivals]
            for _ in range(MOVES):
                if not playing.legal:
                    break
                await still(phone)
                await playing.play(chance.choice(playing.legal))
            await asyncio.gather(*racing)
            await until(wall, "() => document.querySelectorAll('.wall .bars .raced').length === 3")
            if number == 1:
                await _looked_at(wall, (1440, 900), (1920, 1080))
                await desk.get_by_label("Tell everybody").fill("Pizza <b>is</b> here.")
                await desk.get_by_role("button", name="Announce").click()
                await wall.get_by_text("Pizza <b>is</b> here.").wait_for()
            await playing.give_up()
            playing.ply, playing.sent, playing.legal = -1, -1, []
            await _reached(olga, code, lambda t: t["rounds"][-1]["state"] == "table")
            if number == 1:
                await _paused(desk, wall)
            await desk.get_by_role("button", name="Go on at once").click()
        told = await _reached(olga, code, lambda t: t["status"] == "finished")
        names = {one["number"]: one["name"] for one in told["entrants"]}
        expected = [[str(r["place"]), names[r["entrant"]], r["total"]] for r in told["table"]]
        await wall.locator(".going-on", has_text="The final table").wait_for()
        await until(wall, f"(table) => JSON.stringify(({WALL})()) === table", _json(expected))
        await until(desk, f"(table) => JSON.stringify(({TABLE})()) === table", _json(expected))
        await phone.get_by_role("link", name="To the tournament", exact=True).click()
        await phone.get_by_text(f"Opened now: {told['opened']['secret']}").wait_for()
        await _looked_at(phone)
        await phone.goto("/history")
        await shown(phone.locator("tbody tr small")).to_have_text(["tournament", "tournament"])
    await _sheets(desk)
    await _record(house, desk, rooms[0], tmp_path)


async def _paused(desk: Page, wall: Page) -> None:
    """The organiser calls a pause at the table, and gives it more time."""
    await desk.get_by_role("button", name="Pause", exact=True).click()
    await wall.locator(".going-on", has_text="A pause").wait_for()
    await desk.get_by_role("button", name="5 minutes", exact=True).click()
    await desk.get_by_text("5 minutes more.").wait_for()
    await desk.get_by_role("button", name="End the pause").click()
    await wall.locator(".wall time", has_text=re.compile(r"^5:")).wait_for()


def _json(told: Any) -> str:
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


async def _sheets(desk: Page) -> None:
    """Who did what on the same cards, and the table deal by deal."""
    await desk.locator("summary", has_text="Round 1 of 2, Aces Up").click()
    await desk.get_by_role("link", name="Record of Anna's race").wait_for()
    await desk.locator("summary", has_text="The table, deal by deal").click()
    await desk.locator("table.sheet tbody tr").nth(2).wait_for()
    await _looked_at(desk)


async def _record(house: House, desk: Page, room: str, tmp_path: Path) -> None:
    """The race again: two boards on one clock, and the document that verifies."""
    await desk.set_viewport_size({"width": 1440, "height": 900})
    await desk.goto(f"/r/{room}")
    await desk.locator(".boards .side").nth(1).wait_for()
    await desk.get_by_text("They are the same: this is the secret").wait_for()
    await desk.get_by_text("It follows from the secret that all these deals").wait_for()
    await desk.get_by_text("is the one this browser saved before the start.").wait_for()
    async with client(house.place.url) as line:
        record = (await line.ask("get_record", race=room))["record"]
        shown = [one["seat"] for one in record["results"][:2]]
        replays = [await line.ask("get_replay", race=room, seat=seat) for seat in shown]
    texts = [[move["text"] for move in replay["moves"]] for replay in replays]
    parting = next(n for n, (one, other) in enumerate(zip(*texts, strict=False)) if one != other)
    when = min(replay["moves"][parting]["ms"] for replay in replays)
    await desk.get_by_role("button", name="First different move").click()
    await desk.locator(f'.scrubber [data-at="{when}"]').wait_for()
    for at, replay in enumerate(replays):
        made = sum(move["ms"] <= when for move in replay["moves"])
        assert await _cards(desk, at) == _shown(replay, made)
    await desk.get_by_role("button", name="To the end").click()
    for at, replay in enumerate(replays):
        assert await _cards(desk, at) == _shown(replay, len(replay["moves"]))
    await desk.get_by_role("button", name="Play", exact=True).click()
    await desk.get_by_role("button", name="Play", exact=True).wait_for()  # it has run to its end
    await _looked_at(desk)
    async with desk.expect_download() as download:
        await desk.get_by_role("link", name="Download the record").click()
    file = tmp_path / "record.json"
    await (await download.value).save_as(file)
    ended = await here(tmp_path / "home", "verify", str(file))
    assert ended.code == 0, ended.err


async def _cards(page: Page, side: int) -> dict[str, str]:
    await still(page)
    found: dict[str, str] = (
        await page.locator(".boards .side")
        .nth(side)
        .evaluate(
            """(side) => Object.fromEntries([...side.querySelectorAll("[data-place][data-card]")]
          .filter((card) => !card.dataset.place.startsWith("discard"))
          .map((card) => [card.dataset.place, card.dataset.card]))"""
        )
    )
    return found


def _shown(replay: dict[str, Any], made: int) -> dict[str, str]:
    """What lies face up on the four piles after so many moves."""
    piles = dict(replay["view"]["piles"])
    for move in replay["moves"][:made]:
        piles |= move["changed"].get("piles", {})
    return {
        f"{name}#{pile['down'] + i}": card
        for name, pile in piles.items()
        if name.startswith("tab.")
        for i, card in enumerate(pile["up"])
    }


async def test_an_arena_deals_whenever_one_asks(house: House) -> None:
    """Its organiser takes part, too."""
    await house.moves_in("Ida")
    phone = await house.page("Ida")
    plan = {"title": "Arena", "format": "arena", "rounds": ["aces_up"], "lobby_ms": BREAK_MS}
    async with house.line("Ida") as ida:
        teams = {"teams": {"names": ["Reds", "Blues"]}}
        code = (await ida.ask("new_tournament", plan={**plan, **teams}))["code"]
    await phone.goto(f"/t/{code}")
    await tap(phone, phone.get_by_role("button", name="Open: let people in"))
    await phone.get_by_label("Your team").select_option("Blues")
    await tap(phone, phone.get_by_role("button", name="Enter and check in"))
    await phone.get_by_text("Blues, checked in").wait_for()
    for _ in range(2):
        await tap(phone, phone.get_by_role("button", name="Start", exact=True))
    rooms = set()
    for _ in range(2):
        await tap(phone, phone.get_by_role("button", name="The next deal"))
        playing = phone.locator("[data-place][data-card]").first
        await playing.wait_for()
        rooms.add(phone.url)
        for _ in range(2):
            await tap(phone, phone.get_by_role("button", name="Give up", exact=True).last)
        await tap(phone, phone.get_by_role("link", name="To the tournament", exact=True))
    assert len(rooms) == 2
    await phone.get_by_role("button", name="The next deal").wait_for()
    await phone.locator("p.place", has_text="You are 1st of 1 with 0.00.").wait_for()
    await _looked_at(phone)


# Crowns and the telephone. ----------------------------------------------------------------------


async def test_a_run_its_breaks_and_a_ring(house: House) -> None:
    await house.moves_in("Rita", "Kim")
    phone, desk = await house.page("Rita"), await house.page("Kim", "desk")
    await phone.goto("/crowns")
    await phone.get_by_text("You have no run").wait_for()
    await _looked_at(phone)
    await phone.set_viewport_size({"width": 360, "height": 740})
    await tap(phone, phone.get_by_role("button", name="Play Auntie Allis"))
    await phone.wait_for_url("**/j/*")
    await phone.locator("[data-place][data-card]").first.wait_for()
    await tap(phone, phone.get_by_role("link", name="Back to the crowns"))
    await tap(phone, phone.get_by_role("button", name="Cover the board"))
    await phone.get_by_text("Your board is covered.").wait_for()
    await axe(phone)
    await tap(phone, phone.get_by_role("button", name="I am back"))
    await phone.locator("[data-place][data-card]").first.wait_for()
    await desk.goto("/calls")
    await desk.get_by_text("Nobody has rung yet.").wait_for()
    await _looked_at(desk)
    await house.place.crown("Kim")
    await desk.goto("/calls")
    await desk.get_by_label("Your line").fill("On the <i>trot</i>!")
    await _looked_at(desk)
    ring = phone.get_by_role("img", name="The telephone rings")
    await desk.get_by_role("button", name="Ring everybody").click()
    # No more than a sign while a game is played.
    await ring.wait_for()
    assert await phone.get_by_text("RING RING").count() == 0
    await tap(phone, phone.get_by_role("link", name="Back to the crowns"))
    await phone.get_by_text("RING RING — Kim has the Triple Crown").wait_for()
    await phone.get_by_text("“On the <i>trot</i>!”").wait_for()
    await axe(phone)
    await tap(phone, phone.get_by_role("button", name="Congratulations!"))
    await desk.get_by_text("Rita: Congratulations!").wait_for()
    await tap(phone, phone.get_by_role("button", name="Close"))
    await phone.goto("/calls")
    answer = phone.get_by_role("button", name="Congratulations!", pressed=True)
    await answer.wait_for()
    await _looked_at(phone)
    await phone.goto("/crowns/roll")
    await phone.get_by_text("19 January 1952").wait_for()
    await phone.get_by_text("Kim", exact=True).wait_for()
    await _looked_at(phone)


async def test_a_crown_that_an_entrant_wins_is_shown_and_rings_on_the_wall(house: House) -> None:
    """A whole Triple Crown, won through the server while a round of the evening is awaited."""
    await house.moves_in("Otto", "Vera")
    wall = await house.page(None, "desk")
    await wall.add_init_script(f"({TONES})()")
    redis = connect(house.place.redis_url, 1)
    async with house.line("Otto") as otto, house.line("Vera") as vera:
        code = (await otto.ask("new_tournament", plan={**PLAN, "lobby_ms": 3_600_000}))["code"]
        for verb in ("open", "start"):
            run = await otto.ask("run_tournament", code=code, do={"verb": verb})
            assert run["type"] == "done", run
            if verb == "open":
                await Rival(vera, "Vera", 0).enter(code)
        await wall.goto(f"/t/{code}/wall")
        await wall.get_by_role("button", name="Sound is off").click()
        await wall.locator(".wall-rows", has_text="Vera").first.wait_for()
        comment = wall.locator(".wall .comment")
        for number, game_of_the_run in enumerate(OFTEN, 1):
            room, known = await dealt(vera, redis, game_of_the_run)
            await play(vera, 1, known.moves[:-1])
            await wall.evaluate("tones.length = 0")
            assert "Crown" not in await comment.inner_text(), room
            await play(vera, 1, known.moves[-1:], len(known.moves) - 1)
            left = {"triple_after": 3 - number} if number < len(OFTEN) else {}
            await crown(vera, playing=None, **left)
            await vera.ask("leave")
        await shown(comment).to_have_text("Vera has won the Triple Crown!")
        await until(wall, f"() => tones.includes({RING})")
    await redis.aclose()


async def test_a_crown_race_of_two(house: House) -> None:
    await house.moves_in("Gil", "Hal")
    phone, desk = await house.page("Gil"), await house.page("Hal", "desk")
    await desk.goto("/crowns/races")
    await desk.get_by_role("button", name="Open one").wait_for()
    await _looked_at(desk)
    await desk.get_by_role("button", name="Open one").click()
    await desk.wait_for_url("**/crowns/races/*")
    await phone.goto(desk.url)
    await tap(phone, phone.get_by_role("button", name="Take part", exact=True))
    await desk.get_by_role("cell", name="Gil").wait_for()
    await desk.get_by_role("button", name="Start", exact=True).click()
    await tap(phone, phone.get_by_role("button", name="Play Auntie Allis"))
    playing = phone.locator("[data-place][data-card]").first
    await playing.wait_for()
    await desk.get_by_text("plays, ").wait_for()
    await tap(phone, phone.get_by_role("link", name="Back to the crowns"))
    await phone.get_by_role("button", name="Play Auntie Allis").wait_for()
    await _looked_at(phone)
    await _looked_at(desk)


# What there is not. -----------------------------------------------------------------------------


NOWHERE = {
    "/t/KQ74TX": "No such tournament",
    "/t/nothing": "No such tournament",
    "/t/KQ74TX/wall": "No such tournament",
    "/r/KQ74TX-1": "There is no such record",
    "/r/%3Cb%3E": "There is no such record",
    "/crowns/races/KQ74TX": "No such crown race",
    "/crowns/races/x": "No such crown race",
}


async def test_what_there_is_not_is_said(house: House) -> None:
    page = await house.page()
    for path, heading in NOWHERE.items():
        await page.goto(path)
        await page.get_by_role("heading", name=heading).wait_for()
        await page.locator("main a").first.wait_for()
        await axe(page)


async def test_whoever_has_no_account_is_told_where_to_get_one(house: House) -> None:
    page = await house.page()
    for path in ("/crowns", "/calls", "/crowns/races", "/tournaments"):
        await page.goto(path)
        await page.locator("main").get_by_role("link", name="Your name").first.wait_for()
        await _looked_at(page)
