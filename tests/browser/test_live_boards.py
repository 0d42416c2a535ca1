"""Live leaderboards: several on a screen, in a frame of another site, later, on no ground."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from typing import Any

from playwright.async_api import Page, WebSocketRoute
from playwright.async_api import expect as shown

from tests.browser.bench import axe, expect, still, until
from tests.browser.conftest import PageOf
from tests.browser.test_wall import WELCOME
from tests.browser.wall_made import CODE, LargeEvening


class Boards:
    """The other end of every line of a page, with a made-up board for each game."""

    def __init__(self) -> None:
        self.places: dict[str, list[tuple[str, int]]] = {}
        self.lines: dict[str, WebSocketRoute] = {}
        self.asked: list[dict[str, Any]] = []
        self.seq = 0
        self.evening = LargeEvening(12, Random(5))

    async def on(self, page: Page) -> None:
        await page.route_web_socket("**/ws", self._opened)

    def _opened(self, line: WebSocketRoute) -> None:
        def hear(frame: str | bytes) -> None:
            asked = json.loads(frame)
            self.asked.append(asked)
            kind, request = asked["type"], asked["id"]
            if kind == "follow_tournament":
                self.lines["tournament"] = line
                line.send(self.evening.first(request))
            elif kind == "follow_board":
                self.lines[asked["game"]] = line
                line.send(json.dumps(self._board(asked, request)))
            else:
                said = WELCOME if kind == "hello" else {"type": "pong"}
                line.send(json.dumps({"id": request, **said}))

        line.on_message(hear)

    def _board(self, asked: dict[str, Any], request: int) -> dict[str, Any]:
        asked_for = {name: asked[name] for name in ("game", "measure", "period")}
        places = self._rows(asked["game"])
        told = {"type": "board", "id": request, "seq": 0, "options": {}, "side": "people"}
        shown_ = {"which": None, "total": len(places), "offset": 0, "places": places}
        return told | asked_for | shown_

    def _rows(self, game: str) -> list[dict[str, Any]]:
        rows = sorted(self.places[game], key=lambda one: -one[1])
        return [
            {"place": n, "name": name, "amount": amount, "clean": True, "believed": None}
            for n, (name, amount) in enumerate(rows, 1)
        ]

    def change(self, game: str, *places: tuple[str, int]) -> None:
        """The board has other rows now."""
        self.places[game] = list(places)
        self.seq += 1
        rows = self._rows(game)
        told = {"type": "board_changed", "seq": self.seq, "which": None, "total": len(rows)}
        self.lines[game].send(json.dumps({**told, "offset": 0, "first": 0, "places": rows}))


NAMES = """(at) => {
  const board = document.querySelectorAll(".live-board")[at];
  return [...(board?.querySelectorAll(".name") ?? [])].map((name) => name.textContent).join();
}"""


async def test_several_boards_change_side_by_side(page_of: PageOf) -> None:
    page, boards = await page_of("desk", viewport={"width": 1920, "height": 1080}), Boards()
    boards.places = {"aces_up": [("Anna", 3), ("Ben", 2)], "kings": [("Cleo", 5)]}
    await boards.on(page)
    await page.goto(f"/live/aces_up.outs.day+kings.outs.all+{CODE}")
    await until(page, f"() => ({NAMES})(0) === 'Anna,Ben' && ({NAMES})(1) === 'Cleo'")
    await page.locator(".live-board li").nth(14).wait_for(state="attached")
    await still(page)
    boards.change("aces_up", ("Anna", 3), ("Ben", 4))
    await until(page, f"() => ({NAMES})(0) === 'Ben,Anna'")
    sliding = """() => document.getAnimations().filter(
        (a) => a.effect.target.matches(".live-board li")).length"""
    assert await page.evaluate(sliding) == 2
    boards.change("kings", ("Dan", 6), ("Cleo", 5))
    await until(page, f"() => ({NAMES})(1) === 'Dan,Cleo'")
    await still(page)  # a colour that changes has less contrast on its way
    await axe(page)


async def test_a_board_is_shown_later_and_without_a_ground(page_of: PageOf) -> None:
    page, boards = await page_of("desk"), Boards()
    boards.places = {"aces_up": [("Anna", 3), ("Ben", 2)]}
    await page.clock.install()
    await boards.on(page)
    await page.goto(f"/embed/live/aces_up.outs.day+{CODE}?delay=60&clear")
    await page.get_by_text("Asking the server…").first.wait_for()
    await until(page, "() => document.querySelectorAll('.live-board').length === 2")
    while not {"aces_up", "tournament"} <= set(boards.lines):
        await page.evaluate("0")
    await page.clock.run_for(30_000)
    assert await page.locator(".live-board li").count() == 0
    await page.clock.run_for(31_000)
    await until(page, f"() => ({NAMES})(0) === 'Anna,Ben'")
    # The clock of the race is the one of a minute ago.
    await shown(page.locator(".live-board .note")).to_contain_text("5:5")
    boards.change("aces_up", ("Anna", 3), ("Ben", 4))
    await page.clock.run_for(30_000)
    assert await page.evaluate(f"({NAMES})(0)") == "Anna,Ben"
    await page.clock.run_for(31_000)
    await until(page, f"() => ({NAMES})(0) === 'Ben,Anna'")
    ground = "() => getComputedStyle(document.body).backgroundColor"
    assert await page.evaluate(ground) == "rgba(0, 0, 0, 0)"


@asynccontextmanager
async def another_site(html: str) -> AsyncIterator[str]:
    """The address of a page that another server has."""
    answer = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {len(html)}\r\n\r\n"

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(f"{answer}{html}".encode())
        writer.close()

    async with await asyncio.start_server(serve, "127.0.0.1", 0) as site:
        yield f"http://127.0.0.1:{site.sockets[0].getsockname()[1]}/"


async def test_only_embedded_pages_can_be_put_into_a_frame(page_of: PageOf, base_url: str) -> None:
    page = await page_of("desk")
    expect(page, "frame-ancestors", "ERR_BLOCKED_BY_RESPONSE", "favicon")
    frames = "".join(
        f'<iframe name="{name}" src="{base_url}{path}" width="900" height="600"></iframe>'
        for name, path in (
            ("refused", "/live/aces_up.outs.all"),
            ("shown", "/embed/live/aces_up.outs.all"),
            ("wall", f"/embed/t/{CODE}"),
        )
    )
    async with another_site(frames) as site:
        await page.goto(site)
        inside = page.frame_locator("[name=shown]")
        title = "Aces Up, most games solved of all time"
        await inside.get_by_role("heading", name=title).wait_for()
        wall = page.frame_locator("[name=wall]")
        await wall.get_by_role("heading", name="No such tournament").wait_for()
        refused = page.frame_locator("[name=refused]")
        await refused.locator("body").wait_for(state="attached")
        assert await refused.locator(".live, #page").count() == 0


async def test_nobody_is_logged_in_inside_a_frame(page_of: PageOf) -> None:
    page, boards = await page_of("desk"), Boards()
    boards.places = {"aces_up": [("Anna", 3)]}
    await boards.on(page)
    me = json.dumps({"name": "Anna", "session": "secret", "bot": False})
    await page.add_init_script(f"localStorage.setItem('session', {json.dumps(me)})")
    await page.goto("/embed/live/aces_up.outs.day")
    await until(page, f"() => ({NAMES})(0) === 'Anna'")
    assert "authenticate" not in {asked["type"] for asked in boards.asked}
    assert "secret" not in json.dumps(boards.asked)


async def test_a_form_makes_the_address(page_of: PageOf) -> None:
    page = await page_of("desk")
    await page.goto("/boards")
    await page.get_by_role("link", name="Live leaderboards for a screen").click()
    await page.get_by_label("Board").select_option("Kings")
    await page.get_by_label("Ranked by").select_option("fastest solved")
    await page.get_by_role("button", name="Add this board").click()
    await page.get_by_label("A tournament, by its code").fill("kq7-4tx")
    await page.get_by_role("button", name="Add this tournament").click()
    await page.get_by_label("Seconds later").fill("20")
    await page.get_by_label("without a background").check()
    await axe(page)
    frame = await page.get_by_label("For a frame").input_value()
    assert '/embed/live/kings.fastest.day+KQ74TX?delay=20&clear"' in frame
    await page.get_by_role("link", name="Show it").click()
    await page.wait_for_url("**/live/kings.fastest.day+KQ74TX?delay=20&clear")
    await page.locator(".live-board").nth(1).wait_for()
