"""Ties are explained below the list, in races and in tournament tables."""

from typing import Any

import pytest
from playwright.async_api import Page
from playwright.async_api import expect as shown

from tests.browser.bench import axe
from tests.browser.conftest import PageOf
from tests.browser.racing import STILL, of_module, resume_seat
from tests.docs.sitting import Sitting
from tests.harness import ServerProcess, client

EQUAL = "Equal progress, reached at the same time to a tenth of a second, shares a place."
EARLIER = "Of equal progress, who reached it first stands first, to a tenth of a second."
OUT: dict[str, Any] = {"result": "won", "moves": 60}
DEMON = {
    "ranked_by": "progress",
    "tie_break_rule": "Of equal progress, who has fewer cards left in the reserve stands first.",
}
WORDS = {
    "ranked_by": "tie_break",
    "tie_break_rule": "Of equal progress, who has more cards in finished words stands first.",
}
POINTS = {"ranked_by": "points", "tie_break_rule": ""}
REACH = {"ranked_by": "reach", "tie_break_rule": ""}
RACES: list[tuple[list[dict[str, Any]], dict[str, Any], list[str]]] = [
    ([{"best": 9}, {"best": 8, "place": 2}], {}, []),
    ([{"best": 9}, {"best": 9, "place": 2}], {}, [EARLIER]),
    ([{"best": 9}, {"best": 9}], {}, [EQUAL]),
    ([{"best": 9}, {"best": 9}, {"best": 7, "place": 3}, {"place": 4}], {}, [EQUAL, EARLIER]),
    (
        [{"best": 9, "tie_break": 5}, {"best": 9, "tie_break": 4, "place": 2}],
        {"game": DEMON},
        ["Of equal progress, who has fewer cards left in the reserve stands first."],
    ),
    (
        [
            OUT | {"ended_ms": 260_000, "tie_break": 70},
            OUT | {"ended_ms": 250_000, "tie_break": 69, "place": 2},
        ],
        {"game": WORDS},
        ["Of equal progress, who has more cards in finished words stands first."],
    ),
    (
        [{"best": 9}, {"best": 9, "clean": False, "place": 2}],
        {},
        ["Whoever has taken a move back stands below all who have not."],
    ),
    ([{"points": 12}, {"points": 12}], {"game": POINTS}, ["Equal points share a place."]),
    ([{"points": 12}, {"points": 11, "place": 2}], {"game": POINTS}, []),
    (
        [OUT | {"ended_ms": 250_000}, OUT | {"ended_ms": 260_000}],
        {"game": REACH},
        ["Equal progress shares a place: the cards decide, not the time."],
    ),
    ([{"best": 9}, {"best": 8, "place": 2}], {"game": REACH}, []),
    ([OUT | {"ended_ms": 250_000}, OUT | {"ended_ms": 251_000, "place": 2}], {}, []),
    (
        [OUT | {"ended_ms": 250_100}, OUT | {"ended_ms": 250_200, "place": 2}],
        {},
        ["Those who have solved it stand by their time, to a thousandth of a second."],
    ),
    (
        [OUT | {"ended_ms": 250_000}, OUT | {"ended_ms": 260_000, "place": 2}],
        {"byMoves": True},
        ["Of equal moves, the first who solved it stands first."],
    ),
]


@pytest.mark.parametrize(("places", "ranked", "told"), RACES)
async def test_what_parts_equals_in_a_race(
    desk: Page, places: list[dict[str, Any]], ranked: dict[str, Any], told: list[str]
) -> None:
    await desk.goto("/rules")
    usual = {"result": "lost", "best": 7, "tie_break": 0, "points": None, "ended_ms": None}
    rows = [
        {"place": one.get("place", 1), "standing": usual | {"moves": 9, "clean": True} | one}
        for one in places
    ]
    said = await of_module(
        desk,
        "messages/tie_breaks.js",
        "(ties, [places, ranked]) => ties.tiesOfRace(places, ranked)",
        [rows, {"byMoves": False} | ranked],
    )
    assert said == told


@pytest.mark.parametrize(
    ("places", "told"),
    [
        ([(1, "87.50"), (2, "62.50")], []),
        (
            [(1, "87.50"), (2, "87.50"), (3, "10.00")],
            ["Of equal totals, the first has more deals won; then the better best deal."],
        ),
        ([(1, "87.50"), (1, "87.50")], ["Who is equal in all that counts shares a place."]),
    ],
)
async def test_what_parts_equals_in_a_tournament(
    desk: Page, places: list[tuple[int, str]], told: list[str]
) -> None:
    await desk.goto("/rules")
    said = await of_module(
        desk,
        "messages/tie_breaks.js",
        "(ties, [table, names]) => ties.tiesOfTable(table, names)",
        [[{"place": place, "total": total} for place, total in places], ["wins", "best"]],
    )
    assert said == told


async def test_the_results_of_a_race_explain_equals(page_of: PageOf, server: ServerProcess) -> None:
    async with client(server.url) as hanna, client(server.url) as other:
        code = (await hanna.create("aces_up", terms={"format": "best"}))["code"]
        await other.join(code, "Ann")
        await hanna.ready()
        await other.ready()
        for one in (hanna, other):
            await one.until("table")
            await Sitting(one, "aces_up").give_up()
        await other.until("over")
        page = await page_of("phone", **STILL)
        await resume_seat(page, code, other.token)
    await shown(page.locator(".ties")).to_have_text([EQUAL])
    await axe(page)
    await page.goto(f"/r/{code}-1")
    await shown(page.locator(".ties")).to_have_text([EQUAL])
