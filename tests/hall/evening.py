"""The evening: an organiser opens a hall, guests come, play rounds and go, and the limits of their
address are as before.

Everybody is on the loopback address, which the server counts like any other.
"""

import asyncio
import contextlib
import random
import re
import secrets
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, NamedTuple

from playwright.async_api import Browser, Page, async_playwright

from engine.games import game
from server.access.halls import PEOPLE_AS_USUAL
from server.access.rate_limits import ADDRESS
from tests.browser import chromium
from tests.browser.bench import opened
from tests.browser.playing import Playing
from tests.harness import LIMIT_S, Client, client

PASSWORD = "correct horse"
GAMES = ("aces_up", "baroness")
LIMITED = frozenset({"too_fast", "wait", "too_many_races"})
"""Codes of refusals by which somebody is throttled."""
REQUESTS = 40
"""Pages and files that a browser asks for at its first visit."""
LONGEST_MS = 3_600_000
"""The longest lobby and table: the organiser goes on when everybody is there."""
FULL_S = 11
"""Seconds after which the credits of an address are all there again."""
BURST = 20
"""Connections of a burst. Each may ask for 1,000 credits at once, all of an address for 6,000."""


class Crowd(NamedTuple):
    """How many come: people by scripts, bots, and people with browsers."""

    scripts: int
    bots: int
    browsers: int

    @property
    def size(self) -> int:
        return sum(self)


@dataclass
class Report:
    """What was measured: seconds, numbers of refusals by code, and credits of a burst."""

    in_s: float = 0.0
    rounds: int = 0
    table: int = 0
    refusals: Counter[str] = field(default_factory=Counter)
    turned_away: int = 0
    burst_before: int = 0
    burst_in_hall: int = 0
    burst_after: int = 0
    guests_before: int = 0
    guests_after: int = 0
    people: int = 0
    """For how many people the hall was opened."""

    @property
    def throttled(self) -> int:
        """How often a guest was throttled."""
        return self.turned_away + sum(self.refusals[code] for code in LIMITED)

    def lines(self) -> list[str]:
        return [
            f"all in after {self.in_s:.1f} s; {self.rounds} rounds; {self.table} in the table",
            f"throttled {self.throttled} times; refusals: {dict(self.refusals) or 'none'}",
            f"credits of the address in one burst: {self.burst_before} before, "
            f"{self.burst_in_hall} in the hall, {self.burst_after} afterwards",
            f"new guests from the address: {self.guests_before} before they wait without a hall, "
            f"{self.guests_after} afterwards",
        ]


class Guest:
    """Somebody, or a bot, with nothing but a name."""

    def __init__(self, link: Client, name: str, *, bot: bool, seed: int) -> None:
        self.link, self.name, self.bot = link, name, bot
        self.token = secrets.token_urlsafe(24)
        self._chance = random.Random(seed)

    async def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        answer = await self.link.ask(kind, **fields)
        assert answer["type"] != "refused", (self.name, kind, answer)
        return answer

    async def come(self, code: str) -> None:
        """Look at the tournament, enter and check in."""
        await self.ask("follow_tournament", code=code)
        guest = {"name": self.name, "token": self.token, "bot": self.bot}
        await self.ask("enter_tournament", code=code, guest=guest)
        nonce = secrets.token_hex(16)
        await self.ask(
            "check_in_tournament", code=code, nonce=nonce, token=self.link.token, guest=self.token
        )

    async def race(self, room: str, moves: int) -> None:
        """Take the seat, make so many moves by chance, and give up."""
        await self.ask("resume", code=room, token=self.link.token, legal=True)
        table = await self.link.until("table")
        race, legal = table["race"], table["legal"]
        for ply in range(moves + 1):
            going_on = legal and ply < moves
            move: Any = self._chance.choice(legal) if going_on else "resign"
            moved = await self.ask("play", race=race, ply=ply, move=move)
            legal = moved["legal"]
            if moved["over"]:
                break
        await self.ask("leave")


async def evening(url: str, crowd: Crowd, rounds: int) -> Report:
    """Hold the evening on a server that counts this address, and return what was measured."""
    report = Report()
    async with AsyncExitStack() as stack:
        olga = await stack.enter_async_context(client(url))
        signed = await olga.ask("sign_up", name="Olga", password=PASSWORD)
        assert signed["type"] == "signed_in", signed
        report.burst_before = await burst(url)
        report.guests_before = await newcomers(url, await tournament(olga, "Before", 1))
        report.people = crowd.size + 5
        code = await tournament(olga, "Hall", rounds)
        await run(olga, code, "open_hall", people=report.people)
        await raised(url, 1)
        report.burst_in_hall = await burst(url, report.people / PEOPLE_AS_USUAL)
        before = await refusals(url)
        began = monotonic()
        guests = await came(url, code, crowd, stack)
        players = await browsers(url, code, crowd.browsers, stack)
        report.in_s = monotonic() - began
        told = await olga.ask("get_tournament", code=code)
        assert sum(one["checked_in"] for one in told["entrants"]) == crowd.size
        await run(olga, code, "start")
        for number in range(1, rounds + 1):
            await one_round(olga, code, number, guests, players)
            report.rounds = number
        told = await reached(olga, code, lambda t: t["status"] == "finished")
        report.table = len(told["table"])
        report.refusals = await refusals(url) - before
        await raised(url, 0)
        for page, _ in players:
            await page.context.close()
    await asyncio.sleep(FULL_S)
    report.burst_after = await burst(url)
    async with client(url) as olga:
        await olga.ask("log_in", name="Olga", password=PASSWORD)
        report.guests_after = await newcomers(url, await tournament(olga, "After", 1))
    return report


# The organiser. -------------------------------------------------------------------------------


async def tournament(olga: Client, title: str, rounds: int) -> str:
    """Open a tournament for guests and bots; its code."""
    games = [GAMES[n % len(GAMES)] for n in range(rounds)]
    plan = {
        "title": title,
        "rounds": games,
        "guests": True,
        "bots": True,
        "lobby_ms": LONGEST_MS,
        "table_ms": LONGEST_MS,
    }
    made = await olga.ask("new_tournament", plan=plan)
    assert made["type"] == "tournament", made
    await run(olga, made["code"], "open")
    return str(made["code"])


async def run(olga: Client, code: str, verb: str, **fields: Any) -> None:
    answer = await olga.ask("run_tournament", code=code, do={"verb": verb, **fields})
    assert answer["type"] == "done", answer


async def reached(olga: Client, code: str, ready: Any) -> dict[str, Any]:
    """The tournament, once it is so."""
    async with asyncio.timeout(LIMIT_S):
        while True:
            told = await olga.ask("get_tournament", code=code)
            if ready(told):
                return told
            await asyncio.sleep(0.2)


async def one_round(
    olga: Client,
    code: str,
    number: int,
    guests: list[Guest],
    players: list[tuple[Page, Playing]],
) -> None:
    """Everybody plays a round, and the organiser goes on when it is over."""
    told = await reached(olga, code, lambda t: _state(t, number) == "lobby")
    [heat] = told["rounds"][-1]["heats"]
    await run(olga, code, "start")
    # The browsers are last: whoever is still playing hears what the others do.
    await asyncio.gather(*(guest.race(heat["room"], 3 + n % 5) for n, guest in enumerate(guests)))
    await asyncio.gather(*(_played(page, playing, code) for page, playing in players))
    await reached(olga, code, lambda t: _state(t, number) == "table")
    await run(olga, code, "start")


def _state(told: dict[str, Any], number: int) -> str | None:
    rounds = told["rounds"]
    return rounds[-1]["state"] if rounds and rounds[-1]["number"] == number else None


# Guests. --------------------------------------------------------------------------------------


async def came(url: str, code: str, crowd: Crowd, stack: AsyncExitStack) -> list[Guest]:
    """Scripts and bots come at the same moment, each with the page requests of a browser first."""
    await asyncio.gather(*(visit(url) for _ in range(crowd.scripts)))
    guests = []
    for number in range(crowd.scripts + crowd.bots):
        link = await stack.enter_async_context(client(url))
        bot = number >= crowd.scripts
        name = f"{'Robot' if bot else 'Guest'} {number + 1}"
        guests.append(Guest(link, name, bot=bot, seed=number))
    await asyncio.gather(*(guest.come(code) for guest in guests))
    return guests


async def visit(url: str) -> None:
    """Ask for pages as a browser does at its first visit, on one connection."""
    async with asked(url) as (reader, writer):
        for _ in range(REQUESTS):
            status, _ = await got(reader, writer, "/")
            assert status == 200, status


async def browsers(
    url: str, code: str, number: int, stack: AsyncExitStack
) -> list[tuple[Page, Playing]]:
    """People enter with phones of their own."""
    if not number:
        return []
    program = chromium.found()
    assert program is not None, chromium.ABSENT
    playwright = await stack.enter_async_context(async_playwright())
    browser = await playwright.chromium.launch(**chromium.settings(program))
    stack.push_async_callback(browser.close)
    return [await _phone(url, browser, code, n, stack) for n in range(number)]


async def _phone(
    url: str, browser: Browser, code: str, number: int, stack: AsyncExitStack
) -> tuple[Page, Playing]:
    base = url.replace("ws://", "http://").removesuffix("/ws")
    page = await stack.enter_async_context(opened(browser, base))
    playing = Playing(page, game(GAMES[0]), "taps", random.Random(number))
    await page.goto(f"/t/{code}")
    await page.get_by_label("Your name").fill(f"Phone {number + 1}")
    await page.get_by_role("button", name="Enter and check in").click()
    await page.get_by_text("You are checked in. Keep this page open").wait_for()
    return page, playing


async def _played(page: Page, playing: Playing, code: str) -> None:
    """Play a move in the page, which has gone to its table by itself, and give up."""
    await playing.until(0)
    await playing.give_up()
    playing.ply, playing.sent, playing.legal = -1, -1, []
    await page.get_by_role("link", name="To the tournament", exact=True).click()
    await page.wait_for_url(f"**/t/{code}")


# Limits. --------------------------------------------------------------------------------------


async def burst(url: str, factor: float = 1.0) -> int:
    """Ask on many connections at once until the address has no more credits; return how many its
    full bucket has. `factor` is that of the hall: so much faster the bucket refills meanwhile.
    Return when the bucket is full again."""
    async with AsyncExitStack() as stack:
        links = [await stack.enter_async_context(client(url)) for _ in range(BURST)]
        began = monotonic()
        spent = sum(await asyncio.gather(*(_spend(link) for link in links)))
        credits_held = spent - int((monotonic() - began) * ADDRESS.per_s * factor)
    await asyncio.sleep(FULL_S)
    return credits_held


async def _spend(link: Client) -> int:
    """Ask for the list of tournaments, ten credits each, until it is too much; the credits."""
    asked_for = 99
    for _ in range(asked_for):
        await link.send("list_tournaments")
    answers = [await link.until("tournaments", "refused") for _ in range(asked_for)]
    return 10 * [answer["type"] for answer in answers].count("tournaments")


async def newcomers(url: str, code: str) -> int:
    """Enter one guest after another until the address has to wait; return how many came."""
    async with client(url) as link:
        for number in range(1_000):
            guest = {"name": f"New {number}", "token": secrets.token_urlsafe(24)}
            answer = await link.ask("enter_tournament", code=code, guest=guest)
            if answer["type"] == "refused":
                assert answer["code"] == "wait", answer
                break
        else:
            raise AssertionError("nothing limits the guests of an address")
    return number


async def raised(url: str, addresses: int) -> None:
    """Wait until the limits of so many addresses are raised."""
    async with asyncio.timeout(LIMIT_S):
        while True:
            if f"patience_halls {float(addresses)}" in await metrics(url):
                return
            await asyncio.sleep(0.2)


async def refusals(url: str) -> Counter[str]:
    """Refused requests so far, by code."""
    found = re.findall(r'patience_refusals_total\{code="(\w+)"\} ([\d.]+)', await metrics(url))
    return Counter({code: int(float(count)) for code, count in found})


async def metrics(url: str) -> str:
    async with asked(url) as (reader, writer):
        status, text = await got(reader, writer, "/metrics")
        assert status == 200, status
        return text


@contextlib.asynccontextmanager
async def asked(url: str) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """An HTTP connection to the server."""
    port = int(url.removesuffix("/ws").rpartition(":")[2])
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        yield reader, writer
    finally:
        writer.close()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()


async def got(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, path: str
) -> tuple[int, str]:
    """The status and the body of the answer to a GET."""
    writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    head = (await reader.readuntil(b"\r\n\r\n")).decode()
    length = re.search(r"(?i)content-length: (\d+)", head)
    body = await reader.readexactly(int(length[1])) if length else b""
    return int(head.split(" ", 2)[1]), body.decode()
