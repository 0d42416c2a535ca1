"""The form for a plan has a field for every value of one, and makes the same plan as a file. What
the server finds wrong stands at its field."""

import re
import secrets
from collections.abc import Iterator
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from playwright.async_api import Locator, Page
from playwright.async_api import expect as shown

from client_cli.tournament.definition_file import read_plan
from engine.games import game
from protocol.tournaments.plan import FORMATS
from protocol.tournaments.plan_fields import plan_fields
from tests.browser.bench import axe, still
from tests.browser.conftest import PageOf
from tests.browser.racing import of_module
from tests.browser.test_drafting import drafted
from tests.browser.test_pages import claim
from tests.harness import ROOT, client

EXAMPLES = sorted((ROOT / "examples" / "tournaments").glob("*.toml"))
EVERYTHING = """
title = "Everything"
most = 20
bots = true
late = 2
lobby = "45s"
table = "7m"
delay = "20s"
invite = ["anna", "bert"]

[[rounds]]
game = "klondike"
deals = 2
format = "first-out"
winners = "moves"
take_back = "until-card"
safe_play = true
bell = "12m"
[rounds.options]
turn = 3

[[rounds]]
game = "poker-patience"
format = "caller"
call = "7s"
show_grids = "each-card"

[scoring]
way = "place"
places = [5, 3, 1]
missed = "average"
tie_breaks = ["outs", "direct"]
team_tie_breaks = ["next-member"]

[teams]
names = ["Reds", "Blues"]
most = 4
best = 2

[schedule]
start = 2090-03-26T02:30:00
zone = "Europe/Berlin"
repeat = "weekly"
times = 3
remind = ["1h", "5m"]
"""
SPRINT = """
title = "Heats"
format = "knockout"
games = ["aces-up", "klondike"]
guests = true

[scoring]
tie_breaks = []

[knockout]
heats = 4
go_on = 1
seeds = "entered"
[knockout.sprint]
game = "baroness"
take_back = "free"
winnable = true
difficulty = "easy"
bell = "3m"
"""
UNITS = {"bell_ms": 60_000, "lobby_ms": 60_000, "table_ms": 60_000, "window_ms": 60_000}
UNITS |= {"remind_ms": 60_000, "call_ms": 1_000, "delay_ms": 1_000}
SWITCHES = {
    "plan-teams": "teams",
    "plan-by-invitation": "invited",
    "plan-own-sprint": "knockout.sprint",
}
"""The checkboxes that show further fields, and the part of the plan that these are."""
OPEN = "for (const each of document.querySelectorAll('form details')) each.open = true"


def id_of(path: str) -> str:
    return f"plan-{path.replace('.', '-')}"


def at(page: Page, path: str) -> Any:
    return page.locator(f'[id="{id_of(path)}"]')


def value_at(plan: Any, path: str) -> Any:
    for part in path.split("."):
        plan = None if plan is None else plan.get(part)
    return plan


def leaves(plan: dict[str, Any], path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield (path, value) of a plan; the numbers of rounds count from 0."""
    for name, value in plan.items():
        here = f"{path}.{name}" if path else name
        if name == "winnable":
            yield here, value is not None
            if value and "difficulty" in value:
                yield f"{path}.difficulty", value["difficulty"]
        elif isinstance(value, dict):
            yield from leaves(value, here)
        elif name == "rounds":
            yield from leaves(dict(enumerate(value)), here)  # type: ignore[arg-type]
        elif value is not None:
            yield here, value


async def put(page: Page, path: str, value: Any, plan: dict[str, Any]) -> None:
    """Set the field at a path as a hand would. A field that is not shown is left: the plan that
    comes of the form tells whether that was right."""
    field, name = at(page, path), path.rpartition(".")[2]
    if path == "late" and value == 0:
        field, value = page.locator("#plan-latecomers"), False
    if not await field.count():
        return
    await page.evaluate(OPEN)
    kind = await field.evaluate("field => field.type")
    if kind == "checkbox":
        await field.set_checked(value)
    elif kind == "fieldset":
        await put_in_order(field, value)
    elif ".options." in path:
        of = plan["knockout"]["sprint"] if "sprint" in path else plan["rounds"][_number(path)]
        option = next(each for each in game(of["game"]).options if each.name == name)
        await field.select_option(index=list(option.values).index(value))
    elif kind == "select-one":
        await field.select_option(str(value))
    elif kind == "datetime-local":
        local = datetime.fromtimestamp(value / 1000, tz=ZoneInfo(plan["schedule"]["zone"]))
        await field.fill(local.strftime("%Y-%m-%dT%H:%M"))
    else:
        values = value if isinstance(value, list) else [value]
        await field.fill(", ".join(str(_in(each, UNITS.get(name, 1))) for each in values))


async def put_in_order(field: Locator, words: list[str]) -> None:
    first = field.locator("select").first
    while await first.input_value():
        await first.select_option("")
    for number, word in enumerate(words):
        await field.locator("select").nth(number).select_option(word)


def _number(path: str) -> int:
    return int(path.split(".")[1])


def _in(value: Any, unit: int) -> Any:
    if unit == 1 or isinstance(value, str):
        return value
    return value / unit if value % unit else value // unit


async def fill_in(page: Page, plan: dict[str, Any]) -> None:
    await at(page, "format").select_option(plan["format"])
    if plan["format"] != "crowns":
        for _ in plan["rounds"][1:]:
            await page.get_by_role("button", name="One more round").click()
    await page.evaluate(OPEN)
    for switch, path in SWITCHES.items():
        if value_at(plan, path) is not None and await page.locator(f"#{switch}").count():
            await page.locator(f"#{switch}").check()
    values = [each for each in leaves(plan) if each[0] != "format"]
    first = [each for each in values if each[0].endswith((".game", ".way"))]
    for path, value in [*first, *[each for each in values if each not in first]]:
        await put(page, path, value, plan)


async def organiser(page: Page) -> None:
    await claim(page, f"Olga {secrets.token_hex(3)}")
    await page.goto("/tournaments/new")


@pytest.mark.parametrize("source", [*[path.name for path in EXAMPLES], "everything", "sprint"])
async def test_a_plan_is_that_of_the_same_file(
    page_of: PageOf, server_url: str, source: str
) -> None:
    given = {"everything": EVERYTHING, "sprint": SPRINT}
    text = given.get(source) or (ROOT / "examples" / "tournaments" / source).read_text()
    text = re.sub(r"\b20\d\d-", "2090-", text)
    whole = read_plan(text, source, None, 0)
    wanted = whole.model_dump(mode="json")
    for name in wanted["invited"] or ():
        async with client(server_url) as line:
            await line.ask("sign_up", name=name, password="correct horse")
    desk = await page_of("desk")
    await organiser(desk)
    await fill_in(desk, wanted)
    await desk.get_by_role("button", name="Make the draft").click()
    _, plan = await drafted(desk, server_url)
    assert plan == wanted


async def test_every_value_of_a_plan_has_a_field(page_of: PageOf) -> None:
    desk = await page_of("desk")
    await organiser(desk)
    found = set[str]()
    for kind in FORMATS:
        await at(desk, "format").select_option(kind)
        await desk.evaluate(OPEN)
        for box in ("plan-teams", "plan-by-invitation", "plan-own-sprint"):
            if await desk.locator(f"#{box}").count():
                await desk.locator(f"#{box}").check()
        await at(desk, "schedule.starts_at").fill("2090-01-01T20:00")
        await at(desk, "schedule.repeat").select_option("weekly")
        if kind == "series":
            await at(desk, "scoring.way").select_option("place")
        rounds = ["rounds.0"] if kind == "series" else []
        for part in [*rounds, *(["knockout.sprint"] if kind == "knockout" else [])]:
            for slug in ("klondike", "poker_patience"):
                await at(desk, f"{part}.game").select_option(slug)
                await desk.evaluate(OPEN)
                if slug == "poker_patience":
                    await at(desk, f"{part}.terms.format").select_option("caller")
                else:
                    await at(desk, f"{part}.terms.winnable").check()
                found |= set(await ids(desk))
        found |= set(await ids(desk))
    missing = [
        path for path in plan_fields() if not any(_pattern(path).fullmatch(each) for each in found)
    ]
    assert not missing, f"the form has no field for {', '.join(missing)}"


async def ids(page: Page) -> list[str]:
    return list(await page.evaluate("[...document.forms[0].elements].map(field => field.id)"))


def _pattern(path: str) -> re.Pattern[str]:
    """The ids of the fields for a value; the options of a game are a field each."""
    end = r"-\w+" if path.endswith(".options") else ""
    return re.compile(re.escape(id_of(path)).replace(r"\*", r"\d+") + end)


@pytest.mark.parametrize("device", ["phone", "desk"])
async def test_what_is_wrong_is_said_at_its_field(page_of: PageOf, device: str) -> None:
    page = await page_of(device)
    await organiser(page)
    await page.get_by_role("button", name="One more round").click()
    await page.get_by_role("button", name="Round 2: earlier").click()  # now it is the first
    await page.get_by_label("Time limit of round 1 in minutes").fill("3000")
    await page.get_by_text("Who may enter").click()
    await page.get_by_label("How many may enter").fill("9999")
    await page.get_by_role("checkbox", name="Teams").check()
    await page.get_by_label("Their names, with commas").fill("Reds, Reeds, R\u202eeds")
    await page.get_by_text("Who may enter").click()
    await page.get_by_role("button", name="Make the draft").click()
    await page.get_by_text("it is said at its place").wait_for()
    said = {
        "title": "A title has 1 to 60 printable characters.",
        "rounds.1.bell_ms": "At most 24 hours.",
        "most": "At most 2000.",
        "teams.names": "printable characters",
    }
    for path, sentence in said.items():
        field = at(page, path)
        assert await field.get_attribute("aria-invalid") == "true", path
        told = await field.get_attribute("aria-describedby") or ""
        assert sentence in await page.locator(f'[id="{told.split()[-1]}"]').inner_text()
        assert await page.locator(f'[id="{told.split()[-1]}"]').is_visible()
    assert await page.evaluate("document.activeElement.id") == "plan-title"
    assert await page.locator("[aria-invalid]").count() == len(said)
    await still(page)
    await axe(page)
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    # What is about no field stands above the button.
    await at(page, "title").fill("Friday")
    await at(page, "most").fill("")
    await page.get_by_label("Time limit of round 1 in minutes").fill("")
    await page.get_by_role("checkbox", name="Teams").uncheck()
    await page.get_by_role("button", name="Make the draft").click()
    await page.wait_for_url("**/t/*")


@pytest.mark.parametrize("device", ["phone", "desk"])
async def test_a_round_is_added_by_its_picture(page_of: PageOf, device: str) -> None:
    page = await page_of(device)
    await organiser(page)
    await page.get_by_text("Add a round by its picture").click()
    pictures = page.locator(".pictures li")
    games = await page.get_by_label("Game of round 1").locator("option").count()
    await shown(page.locator(".pictures svg:has(rect)")).to_have_count(games)
    assert await pictures.count() == games
    await still(page)
    await axe(page)
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    await pictures.get_by_role("button", name="Klondike").click()
    assert await page.get_by_label("Game of round 2").input_value() == "klondike"
    await shown(page.locator(".rounds > ol > li svg:has(rect)")).to_have_count(2)


@pytest.mark.parametrize("zone", ["Europe/Berlin", "America/New_York", "Asia/Kolkata", "UTC"])
async def test_a_local_time_is_that_of_the_zone(page_of: PageOf, zone: str) -> None:
    """As in a file: what the clocks show twice is the earlier, and what they leave out is counted
    from before the change."""
    desk = await page_of("desk", timezone_id="Pacific/Auckland")
    await desk.goto("/tournaments")
    changes = ["2027-03-28T02:30", "2027-10-31T02:30", "2027-03-14T02:30", "2027-11-07T01:30"]
    for local in [*changes, "2027-01-08T20:00", "2027-07-09T00:00"]:
        found = await of_module(
            desk,
            "state/plan_draft.js",
            "(module, [local, zone]) => module.timeIn(local, zone)",
            [local, zone],
        )
        wanted = datetime.fromisoformat(local).replace(tzinfo=ZoneInfo(zone))
        assert found == wanted.timestamp() * 1000
        shown_there = await of_module(
            desk,
            "state/plan_draft.js",
            "(module, [ms, zone]) => module.localTime(ms, zone)",
            [found, zone],
        )
        back = datetime.fromtimestamp(found / 1000, tz=ZoneInfo(zone))
        assert shown_there == back.strftime("%Y-%m-%dT%H:%M")
