"""The pictures of the browser client: a real server, real games, and a real Chromium.

    make pictures

writes `docs/pictures/web/` and the tables of `docs/web-games.md`. The deals are the server's own,
so making them again shows other cards; `make pictures ARGS="home usk"` makes these alone.
"""

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from playwright.async_api import Browser, Page

from engine.computer_players.player import Player
from engine.games import GAMES, game
from tests.browser import chromium
from tests.browser.bench import DEVICES, Device, opened, still
from tests.browser.test_wall import Server as Told
from tests.browser.wall_made import CODE, LargeEvening
from tests.docs.png import fewer_colours
from tests.docs.sitting import MIDDLE, USUAL, Sitting
from tests.harness import ROOT, Client, ServerProcess, client
from tests.server.accounts.test_accounts import sign_up

PICTURES = ROOT / "docs" / "pictures" / "web"
PAGE = ROOT / "docs" / "web-games.md"
HEADING = "## Every game at three widths"
PLACES: tuple[Device, ...] = ("phone", "tablet", "desk")
WIDTHS = {device: int(DEVICES[device]["viewport"]["width"]) for device in PLACES}
HOUR_MS = 3_600_000


@dataclass
class Studio:
    """A server and a browser."""

    server: ServerProcess
    browser: Browser

    @asynccontextmanager
    async def page(self, device: Device, kept: dict[str, Any] | None = None) -> AsyncIterator[Page]:
        """A page on a device that remembers this."""
        base = f"http://127.0.0.1:{self.server.port}"
        how = {"device_scale_factor": 1, "reduced_motion": "reduce"}
        async with opened(self.browser, base, device, **how) as page:
            for name, value in (kept or {}).items():
                key, text = json.dumps(f"crown-patience/{name}"), json.dumps(json.dumps(value))
                await page.context.add_init_script(f"localStorage.setItem({key}, {text})")
            yield page

    async def picture(self, page: Page, name: str, device: Device) -> None:
        """What is to be seen in the window."""
        await page.evaluate("document.fonts.ready")
        await page.evaluate("document.activeElement?.blur()")
        await page.mouse.move(0, 0)
        await still(page)
        shot = await page.screenshot()
        PICTURES.mkdir(parents=True, exist_ok=True)
        (PICTURES / f"{name}-{WIDTHS[device]}.png").write_bytes(
            await fewer_colours(self.browser, shot)
        )

    async def plain(self, path: str, name: str, ready: str = "main h1") -> None:
        """A page that needs nobody."""
        await self._seen(path, {}, ready, name)

    async def alone(self, slug: str) -> None:
        """A game in its middle, the same on every device."""
        kept = None
        while kept is None:
            kept = await self._middle_of(slug)
        await self._seen(f"/play/{slug}", kept, ".board .hand", slug, of=PLACES)

    async def _middle_of(self, slug: str) -> dict[str, Any] | None:
        """What a browser keeps of a game in its middle; None where it was over before that."""
        async with client(self.server.url) as line:
            asked = {"game": slug, "bell_ms": HOUR_MS, "name": "Alone", "token": line.token}
            room = await line.ask("play_alone", **asked, nonce=bytes(16).hex(), legal=True)
            sitting = Sitting(line, slug)
            table = await sitting.play(MIDDLE.get(slug, USUAL))
            await sitting.tilt(table)
        if table["over"]:
            return None
        return {f"alone/{slug}": room["code"], f"seat/{room['code']}": line.token}

    async def friends(self) -> None:
        """An evening of three: the invitation, the lobby, the race, its results and its record."""
        async with AsyncExitStack() as stack:
            lines = {
                name: await stack.enter_async_context(client(self.server.url))
                for name in ("Anna", "Ben", "Cleo")
            }
            sessions = {name: (await sign_up(who, name))["session"] for name, who in lines.items()}
            anna, ben, cleo = lines.values()
            code = (await anna.create("aces_up", 360_000, name="Anna"))["code"]
            await self.plain(f"/j/{code}", "join", "text=invites you")
            await ben.join(code, "Ben")
            await cleo.join(code, "Cleo")
            await ben.ready()
            me = {"name": "Anna", "session": sessions["Anna"], "bot": False}
            kept = {"session": me, f"seat/{code}": anna.token}
            await self._seen(f"/j/{code}", kept, ".lobby .code", "lobby")
            anna = await stack.enter_async_context(self._back(anna, code))
            for who in (anna, cleo):
                await who.ready()
            await anna.until("table")
            sittings = [Sitting(who, "aces_up") for who in (anna, ben, cleo)]
            for nth, sitting in enumerate(sittings):
                sitting.player = Player(sitting.rules, "greedy", Random(nth).randrange)
            await asyncio.gather(
                *(s.play(most, 6 / most) for s, most in zip(sittings, (24, 31, 19), strict=True))
            )
            await self._seen(f"/j/{code}", kept, ".race .table", "race")
            anna = await stack.enter_async_context(self._back(anna, code))
            sittings[0].line = anna
            await asyncio.gather(*(s.play(60, 0.3 + n / 20) for n, s in enumerate(sittings)))
            for sitting in sittings:
                await sitting.give_up()
            await self._seen(f"/j/{code}", kept, ".results .places", "results")
            await self._compared(f"/r/{code}-1")
        await self.plain("/boards/aces-up", "leaderboard", "main table tbody tr")

    async def common_table(self) -> None:
        """A round of Racing Demon against three computer players, after twenty seconds."""
        async with client(self.server.url) as line:
            code = (await line.create("racing_demon", name="Anna", options={"piles": 5}))["code"]
            for _ in range(3):
                await line.ask("seat_bot", strength="tips", pace="quick")
            await line.ready()
            await line.until("common_table")
            await asyncio.sleep(20)
        await self._seen(f"/j/{code}", {f"seat/{code}": line.token}, ".table-seat", "common_table")

    @asynccontextmanager
    async def _back(self, left: Client, code: str) -> AsyncIterator[Client]:
        """Somebody again who was in a page meanwhile."""
        async with client(self.server.url) as line:
            line.token = left.token
            await line.ask("resume", code=code, token=line.token, legal=True)
            yield line

    async def _seen(
        self, path: str, kept: dict[str, Any], ready: str, name: str, *, of: Sequence[Device] = ()
    ) -> None:
        for device in of or OTHERS[name]:
            async with self.page(device, kept) as page:
                await page.goto(path)
                await page.locator(ready).first.wait_for(timeout=20_000)
                await page.wait_for_load_state("networkidle")
                await self.picture(page, name, device)

    async def _compared(self, path: str) -> None:
        """Two boards of one race, when half of it is over."""
        async with self.page("desk") as page:
            await page.goto(path)
            await page.locator(".boards .side").nth(1).wait_for()
            await page.locator("main h2", has_text="The race again").evaluate(
                "heading => heading.scrollIntoView()"
            )
            scrubber = page.locator(".scrubber input[type=range]")
            await scrubber.fill(str(int(await scrubber.get_attribute("max") or 0) // 2))
            await self.picture(page, "compare", "desk")

    async def wall(self) -> None:
        """A tournament of two dozen on a big screen, while its second round is raced."""
        evening = LargeEvening(len(PEOPLE.split()), Random(5))
        evening.names |= {
            f"a{n}": name for n, name in enumerate(PEOPLE.split()) if f"a{n}" in evening.names
        }
        for _ in range(14):
            evening.moves(16)
        async with self.page("desk") as page:
            await Told(evening).on(page)
            await page.goto(f"/t/{CODE}/wall")
            await page.locator(".wall-rows.places li").last.wait_for()
            await self.picture(page, "wall", "desk")


OTHERS: dict[str, tuple[Device, ...]] = {
    "home": ("phone", "desk"),
    "join": ("phone",),
    "lobby": ("phone", "desk"),
    "race": ("phone", "desk"),
    "results": ("phone",),
    "compare": ("desk",),
    "common_table": ("phone", "desk"),
    "wall": ("desk",),
    "leaderboard": ("desk",),
    "options": ("phone",),
}
"""Pages that are no game alone, and where they are looked at."""
TOLD = {
    "home": "The first page",
    "join": "What a link opens",
    "lobby": "The lobby",
    "race": "A race of three at Aces Up",
    "results": "Its results",
    "compare": "The race again, two boards on one clock",
    "common_table": "A round of Racing Demon against three computer players",
    "wall": "The wall of a tournament",
    "leaderboard": "A leaderboard",
    "options": "Options",
}
PEOPLE = (
    "Anna Ben Cleo Dora Emil Frieda Gil Hanna Ivo Jana Karl Lena Mats "
    "Nora Otto Paula Quirin Rita Sven Tilda Uwe Vera Wim Xenia"
)


def table_of_games() -> str:
    """The part of the page that shows every game."""
    heads = " | ".join(f"{width} px" for width in WIDTHS.values())
    lines = [HEADING, ""]
    for slug in GAMES:
        shots = " | ".join(
            f"![{game(slug).book.title} at {width} pixels](pictures/web/{slug}-{width}.png)"
            for width in WIDTHS.values()
        )
        table = [f"| {heads} |", "|---|---|---|", f"| {shots} |"]
        lines += [f"### {game(slug).book.title}", "", *table, ""]
    lines += ["## Everything else", ""]
    for name, devices in OTHERS.items():
        lines += [f"### {TOLD[name]}", ""]
        lines += [f"![{TOLD[name]}](pictures/web/{name}-{WIDTHS[at]}.png)" for at in devices]
        lines.append("")
    return "\n".join(lines)


async def make(*wanted: str) -> None:
    """All of them, or those of these names."""
    jobs: dict[str, Callable[[Studio], Awaitable[None]]] = {
        "home": partial(Studio.plain, path="/", name="home"),
        "options": partial(Studio.plain, path="/options", name="options"),
        **{slug: partial(Studio.alone, slug=slug) for slug in GAMES},
        "join lobby race results compare leaderboard": Studio.friends,
        "common_table": Studio.common_table,
        "wall": Studio.wall,
    }
    async with chromium.started() as browser:
        for made, job in jobs.items():
            if not wanted or set(made.split()) & set(wanted):
                with TemporaryDirectory() as folder:
                    async with ServerProcess(Path(folder) / "data") as server:
                        await job(Studio(server, browser))
                print(made, flush=True)


def main() -> None:
    """Write them, and the page that shows them."""
    asyncio.run(make(*sys.argv[1:]))
    before = PAGE.read_text(encoding="utf-8").split(HEADING)[0]
    PAGE.write_text(before + table_of_games(), encoding="utf-8")


if __name__ == "__main__":
    main()
