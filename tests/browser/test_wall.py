"""The wall of a tournament of five hundred: live, complete, and without dropped frames."""

import asyncio
import json
from random import Random
from typing import Any

from playwright.async_api import Page, WebSocketRoute, expect

from tests.browser.bench import axe
from tests.browser.conftest import PageOf
from tests.browser.wall_made import CODE, LargeEvening

FIELD = 500
MOVING = 200
"""So many of them move on from one change to the next."""
CHANGES = 16
APART_S = 0.125
TURN_MS = 6_500
"""By then the wall shows the next part of a long table, and not yet the one after."""
"""Twice as fast as a server tells at the most."""

WELCOME: dict[str, Any] = {"type": "welcome", "protocol": 1, "server": "crown-patience"}

ROWS = """() => [...document.querySelectorAll(".wall-rows.places li")].map((row) =>
  ["lead", "name", "total"].map((part) => row.querySelector("." + part).textContent))"""

WATCH = """() => {
  window.frames_ = []; window.touched_ = new Set(); window.long_ = [];
  let before = performance.now();
  requestAnimationFrame(function tick(now) {
    frames_.push(now - before); before = now; requestAnimationFrame(tick); });
  new MutationObserver((changes) => { for (const { target } of changes) {
    const row = (target.nodeType === 1 ? target : target.parentElement)?.closest(".places li");
    if (row) touched_.add(row.querySelector(".name").textContent); } })
    .observe(document.querySelector(".wall-body"),
      { subtree: true, childList: true, characterData: true, attributes: true });
}"""


class Server:
    """The other end of the line, which tells of an evening."""

    def __init__(self, evening: LargeEvening) -> None:
        self.evening = evening
        self.line: WebSocketRoute | None = None
        self.followed = asyncio.Event()

    async def on(self, page: Page) -> None:
        await page.route_web_socket("**/ws", self._opened)

    def _opened(self, line: WebSocketRoute) -> None:
        self.line = line
        line.on_message(self._hear)

    def _hear(self, frame: str | bytes) -> None:
        assert self.line is not None
        asked: dict[str, Any] = json.loads(frame)
        if asked["type"] == "follow_tournament":
            self.line.send(self.evening.first(asked["id"]))
            self.followed.set()
            return
        if asked["type"] == "get_tournament_round":
            self.line.send(self.evening.results(asked["id"], asked["round"]))
            return
        said = WELCOME if asked["type"] == "hello" else {"type": "pong"}
        self.line.send(json.dumps({"id": asked["id"], **said}))

    def say(self, message: str) -> None:
        assert self.line is not None
        self.line.send(message)


async def _hung(
    page_of: PageOf, server: Server, width: int, height: int, *, clock: bool = False
) -> Page:
    page = await page_of("desk", viewport={"width": width, "height": height})
    if clock:
        await page.clock.install()
    await server.on(page)
    await page.goto(f"/t/{CODE}/wall")
    await page.locator(".wall-rows.places li").nth(FIELD - 1).wait_for(state="attached")
    return page


async def test_a_crown_of_an_entrant_is_told_on_the_wall(page_of: PageOf) -> None:
    server = Server(LargeEvening(FIELD, Random(5)))
    page = await _hung(page_of, server, 1920, 1080)
    anna = server.evening.names["a0"]
    comment = page.locator(".wall .comment")
    for name in ("Nobody from here", anna):
        won = {"type": "crown_won", "award": f"{name} triple", "crown": "triple", "name": name}
        server.say(json.dumps({**won, "withdrawn": False}))
    await expect(comment).to_have_text(f"{anna} has won the Triple Crown!")
    server.say(server.evening.ends())
    await expect(comment).not_to_contain_text("Nobody from here")


async def test_the_wall_holds_five_hundred_rows_live(page_of: PageOf) -> None:
    """What it costs is printed; what is held to is that everything told is there in the end, and
    that of a change only those rows are drawn anew that are others."""
    server = Server(LargeEvening(FIELD, Random(5)))
    page = await _hung(page_of, server, 1920, 1080)
    await page.evaluate(WATCH)
    moved: set[str] = set()
    names = server.evening.names
    for _ in range(CHANGES):
        before = server.evening.known.bars
        server.say(server.evening.moves(MOVING))
        after = server.evening.known.bars
        moved |= {names[f"a{n}"] for (_, n), bar in after.items() if bar != before[2, n]}
        await asyncio.sleep(APART_S)
    last = {names[f"a{n}"]: bar.best for (_, n), bar in server.evening.known.bars.items()}
    await page.wait_for_function(
        """(last) => [...document.querySelectorAll(".places li")].every((row) =>
          row.querySelector(".far").textContent.startsWith(
            last[row.querySelector(".name").textContent] === 48 ? "solved"
              : String(last[row.querySelector(".name").textContent])))""",
        arg=last,
    )
    frames: list[float] = sorted((await page.evaluate("frames_"))[1:])
    touched = set(await page.evaluate("[...touched_]"))
    assert touched == moved
    middle, most = frames[len(frames) // 2], frames[int(len(frames) * 0.95)]
    print(
        f"\nwall of {FIELD}, {MOVING} bars {1 / APART_S:.0f} times a second: frames "
        f"median {middle:.1f} ms, 95th percentile {most:.1f} ms, longest {frames[-1]:.1f} ms"
    )
    server.say(server.evening.ends())
    expected = [list(row) for row in server.evening.table()]
    await page.wait_for_function(
        f"(table) => JSON.stringify(({ROWS})()) === table",
        arg=json.dumps(expected, ensure_ascii=False, separators=(",", ":")),
    )


async def test_what_has_no_room_on_the_wall_comes_by_itself(page_of: PageOf) -> None:
    server = Server(LargeEvening(FIELD, Random(6)))
    page = await _hung(page_of, server, 1440, 900, clock=True)
    seen = """() => { const at = document.querySelector(".parts").getBoundingClientRect();
      return [...document.querySelectorAll(".wall-rows.places li")].filter((row) => {
        const b = row.getBoundingClientRect();
        return b.left >= at.left - 1 && b.right <= at.right + 1 && b.bottom <= at.bottom + 1;
      }).map((row) => row.querySelector(".name").textContent); }"""
    first: list[str] = await page.evaluate(seen)
    names = [name for _, name, _ in server.evening.table()]
    assert len(first) >= 20
    assert first == names[: len(first)]
    # The clock of the page goes on to the next part, and no row is left out between them.
    await page.clock.run_for(TURN_MS)
    second: list[str] = await page.evaluate(seen)
    assert second == names[len(first) : len(first) + len(second)]
    assert second
    await page.clock.resume()
    await axe(page)
