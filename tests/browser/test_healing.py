"""Lost connections: the page returns to the race without reloading and without losing a move."""

import asyncio
import json
import random
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Page
from playwright.async_api import expect as shown

from engine.games import game
from tests.browser.bench import expect, protocol, tap, troubles
from tests.browser.cable import Cable, cable
from tests.browser.conftest import PageOf
from tests.browser.playing import Playing
from tests.browser.racing import (
    STILL,
    aces_up,
    at_table,
    drawn_ply,
    join,
    of_module,
    play_out,
    ready,
)
from tests.harness import LIMIT_S, Client, ServerProcess, client

ACES_UP = game("aces_up")
LOST = r"WebSocket connection|ERR_|Failed to load"
AWAY = "The server is out of reach"


@pytest_asyncio.fixture(loop_scope="session")
async def laid(server: ServerProcess) -> AsyncIterator[Cable]:
    async with cable(server.port) as made:
        yield made


@pytest_asyncio.fixture(loop_scope="session")
async def rival(server: ServerProcess) -> AsyncIterator[Client]:
    async with client(server.url) as made:
        yield made


class Racer:
    """Somebody in a race against a machine, on a phone."""

    def __init__(self, page: Page, code: str) -> None:
        self.page, self.code = page, code
        self.playing = Playing(page, ACES_UP, "taps", random.Random(5))
        self._back = asyncio.Event()
        page.on("websocket", lambda line: line.on("framereceived", self._heard))

    def _heard(self, text: str | bytes) -> None:
        if json.loads(text)["type"] == "room":
            self._back.set()

    async def back(self, wake: str = "") -> float:
        """Let the page know of something, and wait until it is in the room again: milliseconds."""
        self._back.clear()
        started = asyncio.get_running_loop().time()
        await self.page.evaluate(wake)
        async with asyncio.timeout(LIMIT_S):
            await self._back.wait()
        return (asyncio.get_running_loop().time() - started) * 1000

    async def begin(self, rival: Client) -> None:
        await join(self.page, self.code, "Ida")
        await self.page.evaluate("window.before = true")
        await ready(self.page)
        await rival.ready()
        await at_table(self.page)

    async def plays_on(self) -> None:
        """A move counts, on the page that has been there from the beginning."""
        await drawn_ply(self.page, self.playing.ply)
        assert await self.page.evaluate("window.before"), "the page was loaded anew"
        before = self.playing.ply
        await play_out(self.playing, most=1)
        await drawn_ply(self.page, before + 1)


@pytest_asyncio.fixture(loop_scope="session")
async def racer(page_of: PageOf, laid: Cable, rival: Client) -> Racer:
    page = await page_of("phone", base_url=laid.base_url, **STILL)
    expect(page, LOST)
    room = await rival.create("aces_up")
    found = Racer(page, room["code"])
    await found.begin(rival)
    await play_out(found.playing, most=2)
    return found


async def best_of(times: int, once: Callable[[], Awaitable[float]]) -> float:
    """How quick it is, on a machine that has other things to do as well."""
    return min([await once() for _ in range(times)])


async def test_a_network_that_is_lost_and_another(racer: Racer, laid: Cable) -> None:
    """Nothing arrives any more and nobody says so; the system tells of another network."""

    async def once() -> float:
        laid.cut()
        await racer.page.evaluate("dispatchEvent(new Event('offline'))")
        await shown(racer.page.get_by_text(AWAY)).to_be_visible()
        laid.mend()
        return await racer.back("dispatchEvent(new Event('online'))")

    took = await best_of(3, once)
    print(f"another network: back after {took:.0f} ms")
    assert took < 2000
    await racer.plays_on()


async def test_a_card_in_hand_stays_there(racer: Racer, laid: Cable) -> None:
    """Who has picked a card up when the line is lost need not do it again when it is back."""
    playing = racer.playing
    while not (found := [move for move in playing.legal if "src" in move]):
        await playing.play({"kind": "deal"})
    move, ply = found[0], playing.ply
    await drawn_ply(racer.page, ply)
    source, target = playing.steps(move)
    lifted = racer.page.locator(f'.lifted[data-place="{source}"]')
    await tap(racer.page, playing.place(source))
    await shown(lifted).to_have_count(1)
    laid.cut()
    await racer.page.evaluate("dispatchEvent(new Event('offline'))")
    await shown(racer.page.get_by_text(AWAY)).to_be_visible()
    laid.mend()
    await racer.back("dispatchEvent(new Event('online'))")
    await shown(racer.page.get_by_text(AWAY)).to_be_hidden()
    await shown(lifted).to_have_count(1)
    await tap(racer.page, playing.place(target))
    await playing.until(ply + 1)
    assert playing.said[-1] == move


async def test_a_locked_screen(racer: Racer, laid: Cable) -> None:
    """The page is frozen, its line dies meanwhile, and it wakes."""
    line = await protocol(racer.page)

    async def once() -> float:
        await line.send("Page.setWebLifecycleState", {"state": "frozen"})
        laid.cut()
        laid.mend()
        await line.send("Page.setWebLifecycleState", {"state": "active"})
        # What a browser says when somebody looks at a page again.
        return await racer.back("document.dispatchEvent(new Event('visibilitychange'))")

    took = await best_of(3, once)
    print(f"a locked screen: back after {took:.0f} ms")
    assert took < 2000
    await racer.plays_on()


async def test_a_move_into_a_dead_line_counts_once(racer: Racer, laid: Cable) -> None:
    """It went out, or did not: the page asks, and does what is left to be done."""
    before = racer.playing.ply
    laid.cut()
    moving = asyncio.create_task(racer.playing.play(aces_up(racer.playing)))
    await shown(racer.page.get_by_text(AWAY)).to_be_visible()
    laid.mend()
    await racer.back("dispatchEvent(new Event('online'))")
    await moving
    await drawn_ply(racer.page, before + 1)
    assert await racer.page.locator(".race").get_attribute("data-ply") == str(before + 1)
    await racer.plays_on()


async def test_a_server_that_is_killed(racer: Racer, server: ServerProcess) -> None:
    """And started again, on the same port and data."""
    await server.kill()
    await shown(racer.page.get_by_text(AWAY)).to_be_visible()
    waiting = asyncio.create_task(racer.back("0"))
    await server.start()
    listening = asyncio.get_running_loop().time()
    await waiting
    took = (asyncio.get_running_loop().time() - listening) * 1000
    print(f"a killed server: back after {took:.0f} ms")
    assert took < 2000
    await racer.plays_on()


async def test_the_bell_stands_while_the_server_is_away(
    racer: Racer, server: ServerProcess
) -> None:
    """Nobody knows how much time passes. It goes on from what the server tells."""
    page, bell = racer.page, racer.page.locator(".race .clock").first
    await shown(bell).to_have_text(re.compile(r"^\d+:\d\d left$"))
    await server.kill()
    await shown(page.get_by_text(AWAY)).to_be_visible()
    stands = await bell.text_content()
    for _ in range(6):  # a try each: the pauses before them are more than three seconds
        await page.wait_for_event("websocket")
    assert await bell.text_content() == stands
    assert stands is not None
    assert "?" in stands
    await server.start()
    await shown(bell).to_have_text(re.compile(r"^\d+:\d\d left$"))
    await shown(bell).not_to_have_text(stands.replace("?", ""))


async def test_every_clock_stands_while_the_store_is_away(desk: Page, rival: Client) -> None:
    """Bell, start and the time for a card, which go back by what the server gives back."""
    room = await rival.create("aces_up")
    race = room["race"] | {"status": "running", "clock_ms": 10_000, "bell_ms": 60_000}
    race |= {"call": 1, "call_ms": 20_000}
    away, back = (
        {"type": "notice", "code": f"storage_{it}", "text": ""} for it in ("away", "back")
    )
    held = {"type": "held", "seq": room["seq"] + 1, "race": race["n"], "held_ms": 4_000}
    held |= {"starts_in_ms": None, "clock_ms": 10_000}
    waits = race | {"status": "countdown", "clock_ms": None, "call_ms": None, "starts_in_ms": 5_000}
    await desk.goto("/rules")

    async def clocks(race: dict[str, Any], *told: tuple[int, dict[str, Any] | None]) -> list[Any]:
        """Bell, start and call at the last of these moments, the room being told at 100,000."""
        return list(
            await of_module(
                desk,
                "state/room_state.js",
                """(rooms, [room, told]) => {
                  let [state, now] = [rooms.enterRoom(null, room, 100_000), 100_000];
                  for (const [at, said] of told) {
                    now = at;
                    if (said) state = rooms.reduceMessage(state, said, at);
                  }
                  const { clock } = state;
                  return [clock.bellMs - rooms.raceTime(clock, now), rooms.startsIn(clock, now),
                    rooms.callEndsIn(clock, now)];
                }""",
                [room | {"race": race, "table": None, "frame": None}, told],
            )
        )

    assert await clocks(race, (104_000, None)) == [46_000, None, 16_000]
    assert await clocks(race, (104_000, away), (150_000, None)) == [46_000, None, 16_000]
    assert await clocks(race, (101_000, away), (105_000, held), (106_000, None)) == [
        49_000,
        None,
        19_000,
    ]
    assert await clocks(race, (101_000, away), (102_000, back)) == [48_000, None, 18_000]
    assert await clocks(waits, (101_000, away), (109_000, None)) == [60_000, 4_000, None]


async def test_a_second_device_takes_the_seat(racer: Racer, page_of: PageOf, laid: Cable) -> None:
    """By the token, as another tab of the same browser has it; and then it is taken back."""
    page = racer.page
    other = await page.context.new_page()
    await other.goto(f"{laid.base_url}/j/{racer.code}")
    await at_table(other)
    await drawn_ply(other, racer.playing.ply)
    await shown(page.get_by_text("Your seat is played on another device.")).to_be_visible()
    ahead = Playing(other, ACES_UP, "taps", random.Random(5))
    await other.reload()  # so that its line is heard from the start
    await at_table(other)
    await play_out(ahead, most=1)
    await tap(page, page.get_by_role("button", name="Play here"))
    await drawn_ply(page, ahead.ply)
    await shown(other.get_by_text("Your seat is played on another device.")).to_be_visible()
    await other.close()
    await racer.plays_on()


async def test_a_page_that_was_left_and_is_come_back_to(racer: Racer, rival: Client) -> None:
    """Others see who is away; the way back has the board as it was."""
    ply = racer.playing.ply
    await tap(racer.page, racer.page.get_by_role("link", name="Crown Patience"))
    while (told := await rival.until("presence"))["here"]:
        pass
    assert told["seat"] == 1
    await racer.page.go_back()
    while not (await rival.until("presence"))["here"]:
        pass
    await at_table(racer.page)
    await drawn_ply(racer.page, ply)
    await racer.plays_on()


async def test_somebody_who_is_away_is_seen_to_be(
    racer: Racer, page_of: PageOf, server: ServerProcess
) -> None:
    async with client(server.url) as third:
        watch = await page_of("desk")
        await watch.goto(f"/w/{racer.code}")
        row = watch.locator(".standings li", has_text="Ida")
        await shown(row).to_be_visible()
        await racer.page.goto("about:blank")
        await shown(row.get_by_text("reconnecting")).to_be_attached()
        del third
    assert not [line for line in troubles(watch) if "error" in line]


async def test_whoever_is_sent_away_is_told(
    page_of: PageOf, rival: Client, server: ServerProcess
) -> None:
    room = await rival.create("aces_up")
    page = await page_of("phone")
    await join(page, room["code"], "Ida")
    await rival.ask("kick", seat=1)
    await shown(page.get_by_role("heading", name="The host has sent you away")).to_be_visible()
    await tap(page, page.get_by_role("main").get_by_role("link", name="Home"))
    await page.get_by_role("heading", name="Crown Patience").wait_for()
    await shown(page.locator(".line-state")).to_have_count(0)
    del server


@pytest.mark.parametrize("passes", [True, False])
async def test_the_host_is_away_and_another_takes_over(
    page_of: PageOf, server: ServerProcess, passes: bool
) -> None:
    """Not before a minute: until then the server says so, and so does the page."""
    async with client(server.url) as rival:
        room = await rival.create("aces_up")
        page = await page_of("phone")
        await join(page, room["code"], "Ida")
        await rival.socket.close()
    await shown(page.get_by_text("The host, Hanna, is away.")).to_be_visible()
    if passes:
        await tap(page, page.get_by_role("button", name="Take over"))
        await shown(page.get_by_role("alert").filter(has_text="was a minute ago")).to_be_visible()
