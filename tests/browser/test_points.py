"""Points games in the browser: a full square is complete, never lost, and bars show points."""

import random
from typing import Any

import pytest
from playwright.async_api import Page
from playwright.async_api import expect as shown

from engine.games import game
from tests.browser.conftest import PageOf
from tests.browser.playing import Move, Playing
from tests.browser.racing import STILL, of_module, places, play_out, resume_seat
from tests.docs.sitting import Sitting
from tests.harness import ServerProcess, client

SLUG = "poker_patience"
BARS = """rows => rows.map((row) => [row.querySelector(".name").textContent.replace(" (you)", ""),
  Number(/scaleX\\((.*)\\)/.exec(row.querySelector(".bar > span").style.transform)[1])])"""
STANDING = {
    "seat": 0,
    "result": None,
    "reason": None,
    "progress": 12,
    "best": 12,
    "tie_break": 0,
    "reached_ms": 250_000,
    "points": None,
    "ended_ms": None,
    "moves": 12,
    "clean": True,
}


def first(playing: Playing) -> Move:
    return playing.legal[0]


async def bars(page: Page, rows: str) -> dict[str, float]:
    """How full the bars of a list are."""
    return dict(await page.locator(rows).evaluate_all(BARS))


async def test_a_race_for_points(page_of: PageOf, server: ServerProcess) -> None:
    """Who fills the square first is told of by points; all are complete; bars are points."""
    async with client(server.url) as hanna, client(server.url) as other:
        code = (await hanna.create(SLUG))["code"]
        await other.join(code, "Ann")
        await hanna.ready()
        await other.ready()
        await hanna.until("table")
        ann = await page_of("desk", **STILL)
        playing = Playing(ann, game(SLUG), "taps", random.Random(2))
        await resume_seat(ann, code, other.token)
        await playing.until(0)
        table = await Sitting(hanna, SLUG).play(25)
        assert table["over"] == {"result": "complete", "reason": None}
        told = "1 point" if table["points"] == 1 else f"{table['points']} points"
        await shown(ann.locator(".news")).to_have_text(f"Hanna has finished with {told}.")
        row = ann.locator(".standings [data-seat='0']")
        await shown(row.locator(".sign")).to_have_text("✓complete")
        await play_out(playing, first)
        results = await places(ann)
    points = {row["name"]: int(row["score"].split()[0]) for row in results}
    most = max(1, *points.values())
    # A browser rounds a style to six digits.
    full = {name: float(f"{amount / most:.6g}") for name, amount in points.items()}
    assert await bars(ann, ".results .places > li") == pytest.approx(full)
    await shown(ann.locator(".results .sign")).to_have_text(["✓", "✓"])
    await ann.goto(f"/r/{code}-1")
    bar = "table tbody tr .bar > span"
    await ann.locator(bar).first.wait_for(state="attached")
    drawn = [float(x[7:-1]) for x in await ann.locator(bar).evaluate_all(TRANSFORMS)]
    assert drawn == pytest.approx([full[row["name"]] for row in results])
    await shown(ann.locator(".side header").first).to_contain_text(" points, move ")


TRANSFORMS = "bars => bars.map((bar) => bar.style.transform)"


async def test_the_end_of_a_game_for_points_alone(page_of: PageOf) -> None:
    page = await page_of("phone", **STILL)
    playing = Playing(page, game(SLUG), "taps", random.Random(2))
    await page.goto(f"/play/{SLUG}")
    await page.locator(".board .hand").wait_for()
    await playing.until(0)
    await play_out(playing, first)
    await playing.see_results()
    row = (await places(page))[0]
    told = row["score"].partition(",")[0]
    await shown(page.locator("h1")).to_have_text(f"Complete, with {told}.")


@pytest.mark.parametrize(
    ("of", "told"),
    [
        ({}, "12 of 16 laid at 4:10"),
        ({"result": "lost", "reason": "resigned"}, "12 of 16 laid at 4:10, gave up"),
        ({"result": "complete", "ended_ms": 302_000}, "complete in 5:02"),
        ({"result": "lost", "reason": "resigned", "points": 7}, "7 points, gave up"),
        ({"result": "lost", "reason": "timeout", "points": 1}, "1 point"),
        ({"result": "complete", "points": 12, "clean": False}, "12 points, with help"),
    ],
)
async def test_scores_of_a_game_for_points(desk: Page, of: dict[str, Any], told: str) -> None:
    """In Cribbage Patience nobody knows the points before the race is over."""
    await desk.goto("/rules")
    rules = {"goal": 16, "ranked_by": "points"}
    said = await of_module(
        desk,
        "messages/results.js",
        "(results, [game, standing]) => results.resultWords(game, standing)",
        [rules, STANDING | of],
    )
    assert said == told


BAR = {"progress": 25, "best": 25, "goal": 25, "result": "complete", "ended_ms": 60_000}
TELL = """async (fold, [rounds, bars, entrants]) => {
  const told = fold.latestBars({ plan: {}, rounds, bars, entrants }, () => 25);
  const { barWords } = await import(ROOT + "messages/tournaments.js");
  return told.map((bar) => [bar.entrant, bar.share, barWords(bar)]);
}""".replace("ROOT", "document.querySelector('script[type=module]').src.replace('main.js', '')")


async def test_bars_of_a_tournament_for_points(desk: Page) -> None:
    """The most points fill a bar, and stand first."""
    await desk.goto("/rules")
    heats = [{"room": "KQ74TX", "entrants": [1, 2, 3], "over": False}]
    rounds = [{"number": 1, "state": "racing", "game": SLUG, "heats": heats, "decides": None}]
    people = [{"number": n, "gone": None} for n in (1, 2, 3)]
    bars = [
        BAR | {"entrant": 1, "round": 1, "points": 6},
        BAR | {"entrant": 2, "round": 1, "points": 12, "result": None, "best": 9},
    ]
    told = await of_module(desk, "state/tournament_state.js", TELL, [rounds, bars, people])
    assert told == [[2, 1, "12 points"], [1, 0.5, "6 points, done"], [3, 0, "0 of 25"]]
