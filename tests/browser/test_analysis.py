"""The page of a record shows whether the deal could be won, and where each contestant lost it."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import expect as shown

from client_cli.messages.analysis import contestant_sentence, deal_sentence, moves_played
from engine.games import game
from engine.races.record import read
from engine.solver.analysis import AnalysedContestant
from tests.browser.bench import axe
from tests.browser.conftest import PageOf
from tests.browser.racing import of_module
from tests.harness import LIMIT_S, ServerProcess, client
from tests.server.two_servers import begin, moves

HEADINGS = ["Results", "Could it be won?", "The race again", "The deal was nobody's choice"]
SENTENCES = "messages/analysis.js"


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[ServerProcess]:
    """A server that analyses its races."""
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("PATIENCE_ANALYSIS_NODES", "3000")
        process = ServerProcess(tmp_path_factory.mktemp("server") / "data")
    async with process:
        yield process


async def test_a_record_shows_what_the_terminal_says_of_its_analysis(
    page_of: PageOf, server: ServerProcess
) -> None:
    async with client(server.url) as ann, client(server.url) as ben:
        code = await begin(ann, ben, game="bakers-dozen", name="Ann")
        for number, link in enumerate((ann, ben)):
            ply = len(await moves(link, 3 + 3 * number))
            await link.ask("play", race=1, ply=ply, move="resign")
        await ann.until("over")
        page = await page_of("phone", reduced_motion="reduce")
        await page.goto(f"/r/{code}-1")
        heading = page.get_by_role("heading", name="Could it be won?")
        await shown(heading).to_be_visible()
        assert await page.locator("h2").all_text_contents() == HEADINGS
        analysis: dict[str, Any] | None = None
        async with asyncio.timeout(LIMIT_S):
            while analysis is None:
                analysis = (await ann.ask("get_analysis", race=f"{code}-1"))["analysis"]
                await asyncio.sleep(0.5)
        record = read((await ann.ask("get_record", race=code))["record"])
    deal = deal_sentence(
        record.game, analysis["verdict"], analysis["best"], len(analysis["line"] or ())
    )
    await shown(page.get_by_text(deal)).to_be_visible(timeout=30_000)
    for seat in record.seats:
        told = next(one for one in analysis["contestants"] if one["seat"] == seat.seat)
        sentence = contestant_sentence(seat.name, moves_played(seat), told)
        visible = 0 if analysis["verdict"] == "lost" else 1
        await shown(page.get_by_text(sentence, exact=True)).to_have_count(visible)
    if analysis["line"]:
        await page.get_by_text(deal).click()
        moves_told = page.locator("details.line[open] li")
        await shown(moves_told).to_have_text(analysis["line"])
    await shown(page.locator(".winnable > div")).to_have_count(2)
    first = {"won": "It can still be won.", "lost": "It cannot be won."}
    start = first.get(analysis["verdict"], "It is not known whether it can be won.")
    await shown(page.locator(".can-win").first).to_have_text(start)
    assert await page.locator("h2").all_text_contents() == HEADINGS
    await axe(page)


async def test_both_clients_say_the_same(page_of: PageOf, server: ServerProcess) -> None:
    page = await page_of("desk")
    await page.goto("/")
    cases: list[AnalysedContestant] = [
        {"seat": 0, "won_until": until, "lost_from": lost, "line": line}
        for until, lost, line in [
            (None, None, None),
            (None, 5, None),
            (30, None, []),
            (0, 1, ["deal"]),
            (17, 18, ["deal"]),
            (30, None, ["deal"]),
            (7, 12, ["deal"]),
            (7, None, ["deal"]),
        ]
    ]
    for told in cases:
        said = await of_module(
            page, SENTENCES, "(of, [n, told]) => of.contestantSentence('Ann', n, told)", [30, told]
        )
        assert said == contestant_sentence("Ann", 30, told)
    for slug, verdict in [
        ("klondike", "won"),
        ("klondike", "lost"),
        ("klondike", "unknown"),
        ("poker_patience", "exact"),
        ("poker_patience", "unknown"),
    ]:
        rules = game(slug)
        analysis = {"verdict": verdict, "best": 9, "line": ["deal"] * 7}
        by_points = slug == "poker_patience"
        said = await of_module(
            page,
            SENTENCES,
            "(of, all) => of.dealSentence(...all)",
            [analysis, rules.goal, by_points],
        )
        assert said == deal_sentence(rules, verdict, 9, 7)


async def test_the_strip_is_divided_by_time(page_of: PageOf, server: ServerProcess) -> None:
    page = await page_of("desk")
    await page.goto("/")
    told = {"seat": 0, "won_until": 1, "lost_from": 3, "line": ["deal"]}
    parts = await of_module(
        page,
        "components/replay/analysis.js",
        "(of, all) => of.partsOf(...all)",
        [told, [0, 10, 30, 60], 100],
    )
    assert parts == [
        {"known": "winnable", "share": 0.3},
        {"known": "unknown", "share": 0.3},
        {"known": "lost", "share": 0.4},
    ]
