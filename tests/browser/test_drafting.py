"""An organiser with nothing but a browser: drafts a tournament, changes it, and opens it."""

import secrets
from typing import Any

from playwright.async_api import Page

from tests.browser.bench import axe, still
from tests.browser.conftest import PageOf
from tests.browser.test_pages import claim
from tests.harness import client


async def drafted(page: Page, url: str) -> tuple[str, dict[str, Any]]:
    """The code and the plan of the draft whose page is open."""
    await page.wait_for_url("**/t/*")
    code = page.url.rpartition("/")[2]
    async with client(url) as line:
        plan: dict[str, Any] = (await line.ask("get_tournament", code=code))["plan"]
    return code, plan


async def test_a_template_becomes_a_draft_and_is_changed(page_of: PageOf, server_url: str) -> None:
    desk = await page_of("desk")
    await desk.goto("/tournaments/new")
    await desk.get_by_text("Who organises a tournament has an account.").wait_for()
    await claim(desk, f"Olga {secrets.token_hex(3)}")
    await desk.goto("/tournaments")
    await desk.get_by_role("link", name="Draft a tournament").click()
    await desk.get_by_label("What it is called").fill("Friday")
    await desk.get_by_role("button", name="An hour: five short games").click()
    assert await desk.get_by_label("What it is called").input_value() == "Friday"
    await desk.get_by_label("Game of round 2").select_option("klondike")
    await desk.get_by_label("Time limit of round 2 in minutes").fill("4")
    await desk.get_by_role("button", name="Round 3: leave out").click()
    await desk.get_by_role("button", name="Round 2: earlier").click()
    await desk.get_by_role("button", name="One more round").click()
    await desk.get_by_text("Scoring and breaks").click()
    await desk.get_by_label("How a deal is scored").select_option("place")
    await desk.get_by_label("Minutes for the table after a round").fill("5")
    await desk.get_by_text("Who may enter").click()
    await desk.get_by_label("Bots").check()
    await desk.get_by_label("Whoever comes late").uncheck()
    await desk.get_by_role("checkbox", name="Teams").check()
    await desk.get_by_label("Their names, with commas").fill("Reds, Blues")
    await still(desk)
    await axe(desk)
    await desk.set_viewport_size({"width": 360, "height": 740})
    assert await desk.evaluate("document.documentElement.scrollWidth <= innerWidth")
    await desk.get_by_role("button", name="Make the draft").click()
    code, plan = await drafted(desk, server_url)
    games = ["klondike", "aces_up", "accordion", "poker_patience", "poker_patience"]
    assert [each["game"] for each in plan["rounds"]] == games
    assert plan["rounds"][0]["bell_ms"] == 240_000
    assert (plan["scoring"]["way"], plan["table_ms"], plan["late"]) == ("place", 300_000, 0)
    assert (plan["guests"], plan["bots"], plan["teams"]["names"]) == (True, True, ["Reds", "Blues"])
    # What the server finds wrong is told; then the draft is changed.
    await desk.locator("summary", has_text="What is played").click()
    await desk.get_by_text("Who may enter").click()
    await desk.get_by_label("Their names, with commas").fill("Reds, reds")
    await desk.get_by_label("Their names, with commas").blur()
    await desk.get_by_role("button", name="Change the plan").click()
    await desk.get_by_text("two teams have the same name").wait_for()
    await desk.get_by_role("checkbox", name="Teams").uncheck()
    await desk.get_by_label("What it is called").fill("Saturday")
    await desk.get_by_label("Format", exact=True).select_option("arena")
    await desk.get_by_text("Scoring and breaks").click()
    await desk.get_by_label("Minutes in which deals may begin").fill("45")
    await desk.get_by_role("button", name="Change the plan").click()
    await desk.get_by_text("The plan is changed.").wait_for()
    _, plan = await drafted(desk, server_url)
    assert (plan["title"], plan["format"], plan["window_ms"]) == ("Saturday", "arena", 45 * 60_000)
    assert (plan["teams"], plan["scoring"]["way"]) == (None, "arena")
    await desk.get_by_role("button", name="Open: let people in").click()
    await desk.get_by_text("It starts when the organiser starts it.").wait_for()
    assert await desk.locator("summary", has_text="What is played").count() == 0
    assert code in desk.url


async def test_a_start_is_by_the_clock_of_the_device(page_of: PageOf, server_url: str) -> None:
    desk = await page_of("desk", timezone_id="Europe/Berlin")
    await claim(desk, f"Olga {secrets.token_hex(3)}")
    await desk.goto("/tournaments/new")
    await desk.get_by_label("What it is called").fill("New Year")
    await desk.get_by_text("When it starts").click()
    await desk.get_by_label("Start by itself").fill("2020-01-01T20:00")
    await desk.get_by_role("button", name="Make the draft").click()
    await desk.get_by_text("that time has passed").wait_for()
    await desk.get_by_label("Start by itself").fill("2090-01-01T20:00")
    await desk.get_by_role("button", name="Make the draft").click()
    _, plan = await drafted(desk, server_url)
    starts = plan["schedule"]
    assert (starts["starts_at"], starts["zone"]) == (3_786_980_400_000, "Europe/Berlin")


async def test_a_second_organiser_comes_by_a_link(page_of: PageOf, server_url: str) -> None:
    desk, phone = await page_of("desk"), await page_of("phone")
    await claim(desk, f"Olga {secrets.token_hex(3)}")
    await desk.goto("/tournaments/new")
    await desk.get_by_label("What it is called").fill("Friday")
    await desk.get_by_role("button", name="Make the draft").click()
    await desk.wait_for_url("**/t/*")
    await desk.locator("summary", has_text="Another organiser").click()
    await desk.get_by_role("button", name="Make a link").click()
    link = await desk.get_by_label("The link for organisers").input_value()
    await phone.goto(link)
    await phone.get_by_text("Who organises has an account.").wait_for()
    name = f"Otto {secrets.token_hex(3)}"
    await claim(phone, name)
    await phone.goto(link)
    await phone.get_by_role("button", name="Organise it").click()
    await phone.get_by_role("button", name="Open: let people in").click()
    await desk.get_by_text("It starts when the organiser starts it.").wait_for()
    await desk.get_by_text(f"It is organised by {name} too.").wait_for()
    await desk.get_by_role("button", name="Organise it alone again").click()
    await desk.get_by_text("You alone organise it.").wait_for()
    await phone.reload()
    await phone.get_by_role("button", name="Organise it").click()
    await phone.get_by_text("That link lets nobody organise any more").wait_for()
