"""The evening: an organiser opens a hall, guests come, play rounds and go, and the limits of their
address are as before.

Everybody is on the loopback address, which the server counts like any other.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

from server.access.halls import PEOPLE_AS_USUAL
from tests.browser import chromium
from tests.browser.bench import expect, opened
from tests.client_cli.command import Ended, here
from tests.hall import reckoning
from tests.hall.guests import Guest, Phone, phones, visit
from tests.hall.limits import FULL_S, LIMITED, Meter, burst, raised, refusals, told
from tests.hall.organiser import Organiser
from tests.harness import LIMIT_S

GAMES = ("aces_up", "baroness")
SOME_CREDITS_S = 2
"""Seconds after which an address has got back what an organiser and their pages need."""


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
    """What was measured: seconds, numbers of refusals by code, and credits of a burst. `lost` is
    how many guests by scripts had their line cut, `wrong_rows` the rows of the table that do not
    follow from the records, `verified` what the check of the records said."""

    in_s: float = 0.0
    rounds: int = 0
    lost: int = 0
    table: int = 0
    wrong_rows: list[Any] = field(default_factory=list)
    verified: Ended = field(default_factory=lambda: Ended(1, "", "not verified"))
    refusals: Counter[str] = field(default_factory=Counter)
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
        return sum(self.refusals[code] for code in LIMITED)

    @property
    def factor(self) -> float:
        """By how much the hall raises limits."""
        return max(1.0, self.people / PEOPLE_AS_USUAL)

    def lines(self) -> list[str]:
        return [
            f"all in after {self.in_s:.1f} s; {self.rounds} rounds; {self.table} in the table; "
            f"{self.lost} lines of scripts and bots were cut",
            f"rows that do not follow from the records: {self.wrong_rows or 'none'}",
            *self.verified.out.splitlines(),
            f"throttled {self.throttled} times; refusals: {dict(self.refusals) or 'none'}",
            f"credits of the address in one burst: {self.burst_before} before, "
            f"{self.burst_in_hall} in the hall, {self.burst_after} afterwards",
            f"new guests from the address: {self.guests_before} before they wait without a hall, "
            f"{self.guests_after} afterwards",
        ]


async def evening(
    url: str,
    crowd: Crowd,
    rounds: int,
    data: Path,
    mishaps: Mapping[int, Callable[[], None]] = {},
) -> Report:
    """Hold the evening on a server that counts this address, and return what was measured. `data`
    is the folder of the terminal client that verifies. `mishaps` has what happens in a round, by
    its number, once somebody has made a move in it."""
    report = Report(people=crowd.size + 5)
    meter = Meter(url)
    base = url.replace("ws://", "http://").removesuffix("/ws")
    async with AsyncExitStack() as stack:
        browser = await stack.enter_async_context(chromium.started())
        desk = await stack.enter_async_context(opened(browser, base, "desk"))
        expect(desk, r"WebSocket connection .* failed")
        olga = Organiser(desk)

        report.guests_before = await meter.newcomers()
        await asyncio.sleep(SOME_CREDITS_S)
        report.burst_before = await burst(url)
        full = monotonic() + FULL_S
        await asyncio.sleep(SOME_CREDITS_S)
        await olga.claims_a_name()
        await olga.drafts("Hall", [GAMES[n % len(GAMES)] for n in range(rounds)])
        await olga.opens(report.people)
        await raised(url, 1)
        await asyncio.sleep(max(0.0, full - monotonic()))
        report.burst_in_hall = await burst(url, report.factor)
        await asyncio.sleep(FULL_S)

        before = await refusals(url)
        began = monotonic()
        guests = await _came(url, olga.code, crowd, stack)
        held = await stack.enter_async_context(phones(browser, base, olga.code, crowd.browsers))
        report.in_s = monotonic() - began
        there = await told(url, olga.code)
        assert sum(one["checked_in"] for one in there["entrants"]) == crowd.size
        await olga.starts(crowd.size)
        for number in range(1, rounds + 1):
            await _round(url, olga, number, guests, held, mishaps.get(number))
            report.rounds = number
            await olga.goes_on(number, "over")
        report.lost = sum(guest.lost > 0 for guest in guests)
        report.refusals = await refusals(url) - before
        full = monotonic() + FULL_S
        shown = await olga.table()
        await raised(url, 0)
        await _checked(url, olga.code, shown, data, report)
    report.guests_after = await meter.newcomers()
    await asyncio.sleep(max(0.0, full - monotonic()))
    report.burst_after = await burst(url)
    return report


async def _came(url: str, code: str, crowd: Crowd, stack: AsyncExitStack) -> list[Guest]:
    """Scripts and bots come at the same moment, each with the page requests of a browser first."""
    await asyncio.gather(*(visit(url) for _ in range(crowd.scripts)))
    guests = []
    for number in range(crowd.scripts + crowd.bots):
        bot = number >= crowd.scripts
        name = f"{'Robot' if bot else 'Guest'} {number + 1}"
        guests.append(Guest(url, stack, name, bot=bot, seed=number))
    await asyncio.gather(*(guest.come(code) for guest in guests))
    return guests


async def _round(
    url: str,
    olga: Organiser,
    number: int,
    guests: list[Guest],
    held: list[Phone],
    mishap: Callable[[], None] | None,
) -> None:
    """Everybody plays a round, until its table."""
    lobby = await _reached(url, olga.code, number, "lobby")
    [heat] = lobby["heats"]
    await olga.goes_on(number, "begins in")
    pending = [mishap] if mishap else []

    def moved() -> None:
        while pending:
            pending.pop()()

    # The browsers are last: whoever is still playing hears what the others do.
    await asyncio.gather(
        *(guest.race(heat["room"], 3 + n % 5, moved) for n, guest in enumerate(guests))
    )
    await asyncio.gather(*(phone.race(lobby["game"]) for phone in held))
    await _reached(url, olga.code, number, "table")


async def _reached(url: str, code: str, number: int, state: str) -> dict[str, Any]:
    """The round of this number, once it is the last and in this state."""
    async with asyncio.timeout(LIMIT_S):
        while True:
            rounds = (await told(url, code))["rounds"]
            if rounds and (rounds[-1]["number"], rounds[-1]["state"]) == (number, state):
                found: dict[str, Any] = rounds[-1]
                return found
            await asyncio.sleep(0.2)


async def _checked(
    url: str, code: str, shown: list[tuple[str, str, str]], data: Path, report: Report
) -> None:
    """Compare the table, as the server tells it and as the page shows it, with what follows from
    the records, and let the terminal client verify them."""
    final = await told(url, code)
    table = reckoning.table(final)
    report.table = len(table)
    right = reckoning.reckoned(final, await reckoning.records(url, final))
    names = {one["number"]: one["name"] for one in final["entrants"]}
    page = {(str(place), names[who], total) for place, who, total in right} ^ set(shown)
    report.wrong_rows = [*(set(right) ^ set(table)), *page]
    report.verified = await here(data, "verify", code, server=url)
