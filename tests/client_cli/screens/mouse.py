"""A mouse for tests: what a terminal reports, by the way the program really takes."""

from typing import Any

from textual import events
from textual.pilot import Pilot

from client_cli.screens.table.drawing.canvas import Place, Spot
from client_cli.screens.table.status_line import CHOICE
from tests.client_cli.screens.pilots import table_page, until

At = tuple[int, int]


class Mouse:
    """Points with cells of the table, or of the whole screen. Nothing here depends on how fast it
    goes: two clicks on one cell are a double click, however long they take."""

    def __init__(self, pilot: Pilot[Any]) -> None:
        self.pilot, self.app, self.page = pilot, pilot.app, table_page(pilot)
        vars(self.app)["CLICK_CHAIN_TIME_THRESHOLD"] = 1_000_000

    def at(self, place: Place, n: int = 0) -> At:
        """A cell of the screen where a place, or the n-th card of it, lies."""
        canvas = self.page.table.canvas
        found = canvas.at(Spot(place, n)) or canvas.find(place)
        assert found is not None, f"{place} is not drawn"
        return self.on_table(*found)

    def on_table(self, x: int, y: int) -> At:
        region = self.page.table.region
        return region.x + x, region.y + y

    async def click(self, at: At, times: int = 1, button: int = 1) -> None:
        self.app._chained_clicks, self.app._click_chain_last_offset = 0, None
        for _ in range(times):
            self._post(events.MouseDown, at, button)
            self._post(events.MouseUp, at, button)
        await self.done()

    async def drag(self, *way: At) -> None:
        """Press at the first cell, go by the others, and let go at the last."""
        self.press(way[0])
        for at in way[1:]:
            self.move(at)
        await self.release(way[-1])

    def press(self, at: At) -> None:
        self._post(events.MouseDown, at, 1)

    def move(self, at: At, button: int = 1) -> None:
        self._post(events.MouseMove, at, button)

    async def release(self, at: At) -> None:
        self._post(events.MouseUp, at, 1)
        await self.done()

    async def done(self) -> None:
        """Everything that was posted has come to its end: from the program to the table, from there
        to the page."""
        for _ in range(3):
            await self.pilot.pause(0)

    async def press_key(self, told: str) -> None:
        """Click a key of the bottom line by what it does."""
        await self.click(self._written(f" {told}", -1))

    async def choose(self, number: int) -> None:
        """Click one of the numbered choices, from 1."""
        page = self.page
        bar = page.query_one("#status")
        cells = ((x, y) for y in range(bar.region.y, bar.region.bottom) for x in range(80))
        at = next(at for at in cells if page.get_style_at(*at).meta.get(CHOICE) == number - 1)
        await self.click(at)

    def _written(self, words: str, row: int) -> At:
        strips = self.app.screen._compositor.render_strips(self.app.size)
        x = strips[row].text.find(words)
        assert x >= 0, f"{words!r} is not to be read"
        return x + 1, row % len(strips)

    def _post(self, kind: type[events.MouseEvent], at: At, button: int) -> None:
        x, y = at
        keys = (False, False, False)
        self.app.post_message(kind(None, x, y, 0, 0, button, *keys, screen_x=x, screen_y=y))


async def settled(mouse: Mouse, before: Any) -> None:
    """Until the position is another one, or something is to be chosen."""
    page = mouse.page
    await until(
        mouse.pilot, lambda: page.state() is not before or bool(page.controller.selection.choices)
    )
