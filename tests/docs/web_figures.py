"""How light and how quick the browser client is: a real server, a real Chromium, and slow lines.

    make web-figures

opens a game alone in a browser that remembers nothing, until its cards lie on the table, and prints
the table of `docs/web.md`: first from a server with the bundled client, then from one without. Then
it plays moves of a game with 104 cards, and prints what a frame costs while cards glide.
"""

import asyncio
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import monotonic
from typing import NamedTuple

from playwright.async_api import Browser, CDPSession, Request

from deploy import bundle_client
from tests.browser import chromium
from tests.browser.bench import cpu, opened, protocol
from tests.browser.test_layouts import at_table
from tests.browser.test_motion import GAME, positions
from tests.harness import ROOT, ServerProcess

ADDRESS = "/play/klondike"
CARD = ".cloth .card[data-card]"
TIMES = 3
MOVES, EVERY_MS = 40, 300
SPENT = ("ScriptDuration", "RecalcStyleDuration", "LayoutDuration")


class Line(NamedTuple):
    """A line to the server: kilobits a second and the milliseconds that each way to and back takes
    (None: as fast as this computer), and how many times slower the processor is."""

    name: str
    kilobits: int | None
    delay_ms: int
    slower: int


LINES = (
    Line("as fast as this computer", None, 0, 1),
    Line("1.6 Mb/s, 150 ms, a processor 4 times slower", 1_600, 150, 4),
    Line("400 kb/s, 400 ms", 400, 400, 1),
)


class Visit(NamedTuple):
    """What one visit took until the cards lay on the table: milliseconds, requests, and bytes over
    the wire."""

    ms: float
    requests: int
    size: int


async def visit(browser: Browser, base: str, line: Line) -> Visit:
    """Open the game once."""
    requests, size = 0, 0

    def count(_: Request) -> None:
        nonlocal requests
        requests += 1

    def weigh(event: dict[str, float]) -> None:
        nonlocal size
        size += int(event["encodedDataLength"])

    async with opened(browser, base, "phone", reduced_motion="reduce") as page:
        instruments = await protocol(page)
        await instruments.send("Network.enable")
        instruments.on("Network.loadingFinished", weigh)
        if line.kilobits is not None:
            speed = line.kilobits * 1000 / 8
            conditions = {"offline": False, "latency": line.delay_ms}
            speeds = {"downloadThroughput": speed, "uploadThroughput": speed}
            await instruments.send("Network.emulateNetworkConditions", {**conditions, **speeds})
        await cpu(page, line.slower)
        page.on("request", count)
        page.set_default_timeout(60_000)
        began = monotonic()
        await page.goto(ADDRESS, wait_until="commit")
        deal = page.get_by_role("button", name="Deal")
        await page.locator(CARD).or_(deal).first.wait_for()
        if await deal.count():
            await deal.first.click()
        await page.locator(CARD).first.wait_for()
        return Visit((monotonic() - began) * 1000, requests, size)


async def frames(browser: Browser, base: str, slower: int) -> None:
    """Print the cost of the frames while cards glide, on a processor that is so many times
    slower."""
    async with opened(browser, base, "desk") as page:
        table = await at_table(page)
        await table.evaluate("table => table.move(true)")
        await cpu(page, slower)
        instruments = await protocol(page)
        await instruments.send("Performance.enable")
        before = await _spent_ms(instruments)
        took: list[tuple[float, bool]] = await table.evaluate(
            "(table, [slug, positions, every]) => table.frames(slug, positions, every)",
            [GAME, positions(MOVES), EVERY_MS],
        )
        spent = await _spent_ms(instruments) - before
    gliding = sorted(ms for ms, glides in took if glides)
    row = f"{spent / len(gliding):.1f} ms | {median(gliding):.1f} ms | {gliding[-1]:.1f} ms"
    print(f"| {slower} times slower | {len(gliding)} | {row} |", flush=True)


async def _spent_ms(instruments: CDPSession) -> float:
    """Milliseconds that the page has spent on script, style and layout so far."""
    told = (await instruments.send("Performance.getMetrics"))["metrics"]
    spent = {each["name"]: each["value"] for each in told}
    return 1000 * float(sum(spent[name] for name in SPENT))


async def main() -> None:
    """Measure and print the table."""
    print("| client | line | deal on the table after | requests | kB over the wire |")
    print("|---|---|---:|---:|---:|")
    async with chromium.started() as browser:
        for client, folder in (("bundled", ROOT / bundle_client.FOLDER), ("sources", None)):
            await measure(browser, client, folder)
        print("\n| processor | frames | script, style and layout | median frame | longest |")
        print("|---|---:|---:|---:|---:|")
        with TemporaryDirectory() as data:
            async with ServerProcess(Path(data) / "data") as server:
                for slower in (1, 4):
                    await frames(browser, f"http://127.0.0.1:{server.port}", slower)


async def measure(browser: Browser, client: str, web_folder: Path | None) -> None:
    """Measure one client over all lines, and print its rows."""
    with TemporaryDirectory() as folder:
        async with ServerProcess(Path(folder) / "data", web_folder=web_folder) as server:
            base = f"http://127.0.0.1:{server.port}"
            for line in LINES:
                visits = [await visit(browser, base, line) for _ in range(TIMES)]
                ms, requests, size = (median(each) for each in zip(*visits, strict=True))
                row = f"{ms / 1000:.1f} s | {requests:.0f} | {size / 1000:.0f}"
                print(f"| {client} | {line.name} | {row} |", flush=True)


if __name__ == "__main__":
    asyncio.run(main())
