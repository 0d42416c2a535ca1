"""Guests of an evening: by scripts, bots, and with browsers of their own."""

import asyncio
import random
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from playwright.async_api import Browser, Page
from websockets.exceptions import ConnectionClosed

from engine.games import game
from tests.browser.bench import expect, opened
from tests.browser.playing import Playing
from tests.hall.limits import asked, got
from tests.harness import Client, client

REQUESTS = 40
"""Pages and files that a browser asks for at its first visit."""
MOVES = 2
"""Moves that somebody with a browser makes in a round."""


class Guest:
    """Somebody, or a bot, with nothing but a name. They come back when their line is cut."""

    def __init__(self, url: str, stack: AsyncExitStack, name: str, *, bot: bool, seed: int) -> None:
        self.url, self.name, self.bot = url, name, bot
        self._stack = stack
        self._link: Client | None = None
        self._guest, self._seat = secrets.token_urlsafe(24), secrets.token_urlsafe(24)
        self._chance = random.Random(seed)
        self.lost = 0
        """How often the line was cut."""

    async def _line(self) -> Client:
        if self._link is None:
            self._link = await self._stack.enter_async_context(client(self.url))
        return self._link

    async def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        answer = await (await self._line()).ask(kind, **fields)
        assert answer["type"] != "refused", (self.name, kind, answer)
        return answer

    async def come(self, code: str) -> None:
        """Look at the tournament, enter and check in."""
        await self.ask("follow_tournament", code=code)
        guest = {"name": self.name, "token": self._guest, "bot": self.bot}
        await self.ask("enter_tournament", code=code, guest=guest)
        nonce = secrets.token_hex(16)
        await self.ask(
            "check_in_tournament", code=code, nonce=nonce, token=self._seat, guest=self._guest
        )

    async def race(self, room: str, moves: int, moved: Callable[[], None]) -> None:
        """Take the seat, make so many moves by chance, and give up. `moved` is called after each
        acknowledged move."""
        while True:
            try:
                await self._race(room, moves, moved)
            except ConnectionClosed:
                self._link = None
                self.lost += 1
            else:
                return

    async def _race(self, room: str, moves: int, moved: Callable[[], None]) -> None:
        link = await self._line()
        seated = await self.ask("resume", code=room, token=self._seat, legal=True)
        table = seated.get("table") or await link.until("table")
        race, legal, ply = table["race"], table["legal"], table["ply"]
        over = table["over"]
        while not over:
            move: Any = self._chance.choice(legal) if legal and ply < moves else "resign"
            answer = await self.ask("play", race=race, ply=ply, move=move)
            ply, legal, over = answer["ply"], answer["legal"], answer["over"]
            moved()
        await self.ask("leave")


async def visit(url: str) -> None:
    """Ask for pages as a browser does at its first visit, on one connection."""
    async with asked(url) as line:
        for _ in range(REQUESTS):
            status, _ = await got(line, "/")
            assert status == 200, status


class Phone:
    """Somebody with a browser of the size of a phone."""

    def __init__(self, page: Page, code: str, seed: int) -> None:
        self.page, self.code = page, code
        self._chance = random.Random(seed)
        self._playing = Playing(page, game("aces_up"), "taps", self._chance)
        expect(page, r"WebSocket connection .* failed")  # while a process is away

    async def comes(self, name: str) -> None:
        page = self.page
        await page.goto(f"/t/{self.code}")
        await page.get_by_label("Your name").fill(name)
        await page.get_by_role("button", name="Enter and check in").click()
        await page.get_by_text("You are checked in. Keep this page open").wait_for()

    async def race(self, slug: str) -> None:
        """Play in the page, which has gone to its table by itself, give up and go back."""
        playing = self._playing
        playing.rules = game(slug)
        await playing.until(0)
        for _ in range(MOVES):
            if playing.legal and not playing.over:
                await playing.play(self._chance.choice(playing.legal))
        if not playing.over:
            await playing.give_up()
        playing.ply, playing.sent, playing.legal, playing.over = -1, -1, [], None
        await self.page.get_by_role("link", name="To the tournament", exact=True).click()
        await self.page.wait_for_url(f"**/t/{self.code}")


@asynccontextmanager
async def phones(browser: Browser, base: str, code: str, number: int) -> AsyncIterator[list[Phone]]:
    """So many people who have entered by a page, each with a browser context of their own."""
    async with AsyncExitStack() as stack:
        found = []
        for seed in range(number):
            page = await stack.enter_async_context(opened(browser, base, "phone"))
            found.append(Phone(page, code, seed))
        await asyncio.gather(*(each.comes(f"Phone {n + 1}") for n, each in enumerate(found)))
        yield found
