"""What the browser keeps of games alone: how many were won, and the best results."""

from typing import Any

from playwright.async_api import Browser, Page
from playwright.async_api import expect as shown

from tests.browser.bench import tap
from tests.browser.playing import begun
from tests.harness import ServerProcess

COUNTED = """async ([root, games]) => {
  const { withResult } = await import(`${root}/state/alone_results.js`);
  const { bestSentence, recordSentence } = await import(`${root}/components/rooms/alone_record.js`);
  const none = { played: 0, won: 0, ms: null, moves: null, points: null, last: "" };
  const told = [];
  let before = none;
  games.forEach((standing, n) => {
    const after = withResult(before, `race ${n}`, standing);
    told.push(`${recordSentence(after)} ${bestSentence(before, after)}`.trim());
    before = after;
  });
  return told;
}"""


async def _told(page: Page, *games: dict[str, Any]) -> list[str]:
    await page.goto("/rules")
    src = await page.locator("script[type=module]").get_attribute("src")
    assert src is not None
    told: list[str] = await page.evaluate(COUNTED, [src.rpartition("/")[0], games])
    return told


def _played(result: str, ms: int, moves: int, points: int | None = None) -> dict[str, Any]:
    return {"result": result, "ended_ms": ms, "moves": moves, "points": points}


async def test_games_that_were_won_and_the_best_of_them(desk: Page) -> None:
    best = "Best time 4:00, fewest moves 90."
    assert await _told(
        desk,
        _played("lost", 9_000, 5),
        _played("won", 240_000, 90),
        _played("won", 250_000, 95),
        _played("won", 230_000, 100),
        _played("won", 235_000, 80),
        _played("won", 200_000, 70),
        _played("lost", 1_000, 1),
    ) == [
        "0 of 1 game won in this browser.",
        f"1 of 2 games won in this browser. {best}",
        f"2 of 3 games won in this browser. {best}",
        "3 of 4 games won in this browser. Best time 3:50, fewest moves 90."
        " That is your best time!",
        "4 of 5 games won in this browser. Best time 3:50, fewest moves 80."
        " Never with fewer moves!",
        "5 of 6 games won in this browser. Best time 3:20, fewest moves 70."
        " Never faster, and never with fewer moves!",
        "5 of 7 games won in this browser. Best time 3:20, fewest moves 70.",
    ]


async def test_the_most_points(desk: Page) -> None:
    assert await _told(
        desk,
        _played("complete", 60_000, 16, 40),
        _played("complete", 60_000, 16, 52),
        _played("lost", 60_000, 3, 90),
    ) == [
        "1 game in this browser; the best had 40 points.",
        "2 games in this browser; the best had 52 points. That is a new best!",
        "3 games in this browser; the best had 52 points.",
    ]


async def test_each_game_alone_counts_once(browser: Browser, server: ServerProcess) -> None:
    async with begun(browser, server.port, "aces_up", "phone") as playing:
        page = playing.page
        record = page.locator(".own-record")
        await playing.give_up()
        await shown(record).to_have_text("0 of 1 game won in this browser.")
        playing.ply, playing.over = -1, None
        await tap(page, page.get_by_role("button", name="New deal", exact=True))
        await playing.until(0)
        await playing.give_up()
        await shown(record).to_have_text("0 of 2 games won in this browser.")
        await page.goto("/play")
        note = page.get_by_role("listitem").filter(has_text="Aces Up")
        await shown(note.first).to_contain_text("0 of 2 won")
