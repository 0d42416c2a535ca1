"""An organiser's evening in the browser: all that the panel does, and one without a mouse."""

import re
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from playwright.async_api import Page
from playwright.async_api import expect as shown

from tests.browser.bench import axe, press, still, tap
from tests.browser.conftest import PageOf
from tests.browser.racing import tab_to
from tests.browser.test_pages import claim
from tests.harness import Client, client

UNNAMED = re.compile(r"- (button|checkbox|combobox|link|spinbutton|textbox)(?! \")")
"""A control in an ARIA snapshot that has no name."""


@asynccontextmanager
async def entrant(url: str, name: str) -> AsyncIterator[Client]:
    async with client(url) as line:
        told = await line.ask("sign_up", name=name, password="correct horse")
        assert told["type"] == "signed_in", told
        yield line


async def enter(line: Client, code: str) -> dict[str, object]:
    return await line.ask("enter_tournament", code=code)


async def check_in(line: Client, code: str) -> None:
    told = await line.ask(
        "check_in_tournament", code=code, nonce=secrets.token_hex(16), token=line.token
    )
    assert told["type"] == "done", told


async def give_up(line: Client, code: str, number: int) -> None:
    """Take the seat of a round that is raced, and give the game up."""
    rounds = (await line.ask("get_tournament", code=code))["rounds"]
    room = next(each for each in rounds if each["number"] == number)["heats"][0]["room"]
    told = await line.ask("resume", code=room, token=line.token)
    assert told["type"] == "room", told
    if told["race"]["status"] != "running":
        await line.until("table")
    told = await line.ask("play", race=1, ply=0, move="resign")
    assert told["type"] != "refused", told
    await line.ask("leave")


async def named(page: Page) -> None:
    """Everything that can be done on the page has a name, and axe-core finds nothing."""
    unnamed = UNNAMED.search(await page.locator("main").aria_snapshot())
    assert unnamed is None, unnamed
    await still(page)
    await axe(page)


async def sure(page: Page, words: str, at: int = 0) -> None:
    """Press a button that asks, and the one that is sure."""
    await tap(page, page.get_by_role("button", name=words, exact=True).nth(at))
    await tap(page, page.locator(".asked .first"))


@pytest.mark.long(25)
async def test_the_panel_does_all_that_an_organiser_does(page_of: PageOf, server_url: str) -> None:
    desk = await page_of("desk")
    ann, ben, cy = (f"{name} {secrets.token_hex(3)}" for name in ("Ann", "Ben", "Cy"))
    await claim(desk, f"Olga {secrets.token_hex(3)}")
    await desk.goto("/tournaments/new")
    await desk.get_by_label("What it is called").fill("Friday")
    await desk.get_by_role("button", name="One more round").click()
    await desk.get_by_text("Scoring and breaks").click()
    await desk.get_by_label("Minutes to sit down before a round").fill("60")
    await desk.get_by_label("Minutes for the table after a round").fill("60")
    await desk.get_by_text("Who may enter").click()
    await desk.get_by_label("Whoever comes late").uncheck()
    await desk.get_by_role("button", name="Make the draft").click()
    await desk.wait_for_url("**/t/*")
    code = desk.url.rpartition("/")[2]
    await desk.get_by_role("button", name="Open: let people in").click()
    await desk.get_by_text("Nobody has checked in yet.").wait_for()
    async with (
        entrant(server_url, ann) as one,
        entrant(server_url, ben) as other,
        entrant(server_url, cy) as late,
    ):
        for line in (one, other):
            assert (await enter(line, code))["type"] == "done"
            await check_in(line, code)
        await desk.get_by_text("2 have entered, 2 checked in.").wait_for()
        await sure(desk, "Start")
        await desk.get_by_role("button", name="Go on at once").wait_for()
        # Who comes late is refused, and then seated.
        assert (await enter(late, code))["type"] == "refused"
        await desk.locator("summary", has_text="People").click()
        await desk.get_by_label("Admit: the name of an account").fill(cy)
        await desk.get_by_role("button", name="Admit", exact=True).click()
        await desk.get_by_text("Admitted.").wait_for()
        await check_in(late, code)
        # A pause, in which the lobby waits.
        await desk.get_by_role("button", name="Pause", exact=True).click()
        await desk.get_by_text("The organiser has called a pause").wait_for()
        await desk.get_by_role("button", name="5 minutes", exact=True).click()
        await desk.get_by_text("5 minutes more.").wait_for()
        await desk.get_by_role("button", name="End the pause").click()
        await desk.get_by_role("button", name="Go on at once").click()
        await desk.get_by_text("the race goes on").wait_for()
        for line in (one, other):
            await give_up(line, code, 1)
        await desk.get_by_text("to look at the results.").wait_for()
        await named(desk)
        # Somebody is dropped and comes back; the result of one who is removed counts for nothing.
        people = desk.locator(".organiser .people li")
        await tap(desk, people.filter(has_text=ben).get_by_role("button", name="Withdraw"))
        await tap(desk, desk.locator(".asked .first"))
        await tap(desk, desk.get_by_role("button", name=f"Reinstate {ben}"))
        await desk.get_by_text(f"{ben} takes part again.").wait_for()
        await tap(desk, people.filter(has_text=ann).get_by_role("button", name="Remove"))
        await tap(desk, desk.locator(".asked .first"))
        await shown(desk.locator("section table tbody tr", has_text=ann)).to_have_count(0)
        await tap(desk, desk.get_by_role("button", name=f"Reinstate {ann}"))
        await desk.locator("section table tbody tr", has_text=ann).wait_for()
        # The round is corrected by playing it again, with another deal.
        await desk.locator("summary", has_text=re.compile("^Rounds$")).click()
        await sure(desk, "Replay")
        await desk.get_by_label("Tell everybody who follows it").fill("Once more, please.")
        await desk.get_by_role("button", name="Announce", exact=True).click()
        await desk.locator(".news", has_text="Once more, please.").wait_for()
        told = await one.ask("get_tournament", code=code)
        assert told["rounds"][0]["state"] == "voided"
        await desk.get_by_role("button", name="Go on at once").click()
        await desk.get_by_text("Round 2, round 1 again").first.wait_for()
        await named(desk)
        # It ends when the organiser says so.
        await desk.locator("summary", has_text="End it, or hand it over").click()
        await sure(desk, "Stop")
        await desk.get_by_text("It is over after the games in progress").wait_for()
        for line in (one, other, late):
            await give_up(line, code, 2)
        await desk.get_by_role("button", name="Go on at once").click()
        await desk.get_by_text("the organiser has ended it").wait_for()


@pytest.mark.long(20)
async def test_an_evening_is_organised_by_the_keyboard_alone(
    page_of: PageOf, server_url: str
) -> None:
    desk = await page_of("desk")
    await claim(desk, f"Olga {secrets.token_hex(3)}")
    await desk.goto("/tournaments/new")
    await tab_to(
        desk,
        "The Triple Crown: three of the five great games on the same deals, with long time limits.",
    )
    await press(desk, "Enter")
    await named(desk)
    await tab_to(desk, "What it is called", "INPUT")
    await desk.keyboard.type("Friday")
    await tab_to(desk, "Game", "SELECT")
    await desk.keyboard.type("Aces")
    await tab_to(desk, "More about round 1", "SUMMARY")
    await press(desk, "Enter")
    await tab_to(desk, "Taking moves back", "SELECT")
    await desk.keyboard.type("free")
    await tab_to(desk, "Scoring and breaks", "SUMMARY")
    await press(desk, "Enter")
    await tab_to(desk, "Minutes for the table after a round", "INPUT")
    await desk.keyboard.type("60")
    await tab_to(desk, "Make the draft")
    await press(desk, "Enter")
    await desk.wait_for_url("**/t/*")
    code = desk.url.rpartition("/")[2]
    await tab_to(desk, "Open: let people in")
    await press(desk, "Enter")
    async with (
        entrant(server_url, f"Ann {secrets.token_hex(3)}") as one,
        entrant(server_url, f"Ben {secrets.token_hex(3)}") as other,
    ):
        plan = (await one.ask("get_tournament", code=code))["plan"]
        first = plan["rounds"][0]
        assert (first["game"], first["terms"]["take_back"]) == ("aces_up", "free")
        assert plan["table_ms"] == 3_600_000
        for line in (one, other):
            assert (await enter(line, code))["type"] == "done"
            await check_in(line, code)
        await desk.get_by_text("2 have entered, 2 checked in.").wait_for()
        await named(desk)
        await tab_to(desk, "Start")
        await press(desk, "Enter", "Enter")  # the second button has the focus
        await desk.get_by_role("button", name="Go on at once").wait_for()
        await tab_to(desk, "Go on at once")
        await press(desk, "Enter")
        await desk.get_by_text("the race goes on").wait_for()
        for line in (one, other):
            await give_up(line, code, 1)
        await desk.get_by_text("to look at the results.").wait_for()
        await tab_to(desk, "Go on at once")
        await press(desk, "Enter")
        await desk.get_by_text("Round 2 of 3").first.wait_for()
        await tab_to(desk, "End it, or hand it over", "SUMMARY")
        await press(desk, "Enter")
        await tab_to(desk, "Stop")
        await press(desk, "Enter", "Enter")
        await desk.get_by_text("the organiser has ended it").wait_for()
        await named(desk)
