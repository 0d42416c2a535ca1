"""Browser pages for the tests: devices, touch and key input, and measurements."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Literal
from weakref import WeakKeyDictionary

from playwright.async_api import (
    Browser,
    CDPSession,
    ConsoleMessage,
    Error,
    Locator,
    Page,
    Request,
    Response,
)
from playwright.async_api import expect as shown

from tests.harness import LIMIT_S, ROOT

Device = Literal["phone", "tablet", "desk"]
DEVICES: dict[str, dict[str, Any]] = {
    "phone": {
        "viewport": {"width": 360, "height": 740},
        "device_scale_factor": 2,
        "has_touch": True,
        "is_mobile": True,
    },
    "tablet": {"viewport": {"width": 768, "height": 1024}, "has_touch": True},
    "desk": {"viewport": {"width": 1440, "height": 900}},
}
"""The three widths that are looked at."""

AXE = ROOT / "tests" / "browser" / "node_modules" / "axe-core" / "axe.min.js"
shown.set_options(timeout=LIMIT_S * 1000)
STEPS = 8
"""Movements in a drag: a hand does not jump."""


@dataclass
class Troubles:
    """What went wrong in a page and was not expected."""

    found: list[str] = field(default_factory=list)
    expected: list[re.Pattern[str]] = field(default_factory=list)

    def note(self, trouble: str) -> None:
        self.found.append(trouble)

    @property
    def unexpected(self) -> list[str]:
        """Judged at the end: what is expected may be said after it has happened."""
        return [
            trouble
            for trouble in self.found
            if not any(pattern.search(trouble) for pattern in self.expected)
        ]


_troubles: WeakKeyDictionary[Page, Troubles] = WeakKeyDictionary()
_protocols: WeakKeyDictionary[Page, CDPSession] = WeakKeyDictionary()


def expect(page: Page, *patterns: str) -> None:
    """These troubles are what the test is about: regular expressions, searched for in the lines
    `console: ...`, `error: ...`, `request: ...` and `answer: STATUS URL`."""
    _troubles[page].expected += [re.compile(pattern) for pattern in patterns]


def troubles(page: Page) -> list[str]:
    """Everything that went wrong in the page so far, expected or not."""
    return _troubles[page].found


@asynccontextmanager
async def opened(
    browser: Browser, base_url: str, device: Device = "phone", **settings: Any
) -> AsyncIterator[Page]:
    """A page on a device of its own, with nothing remembered. Whatever goes wrong in it (an error,
    a line on the console that is one, as of a broken Content-Security-Policy, a request that fails)
    fails the test when it closes."""
    # A service worker would ask for pages in place of the page that a test watches.
    usual = {"service_workers": "block", **DEVICES[device]}
    context = await browser.new_context(base_url=base_url, **{**usual, **settings})
    context.set_default_timeout(LIMIT_S * 1000)
    try:
        page = await context.new_page()
        yield watched(page)
        # What has been said by now is heard before the page is judged.
        if not page.is_closed():
            await page.evaluate("0")
        left = _troubles[page].unexpected
        assert not left, "in the page:\n" + "\n".join(left)
    finally:
        await context.close()


def watched(page: Page) -> Page:
    """A page whose troubles are noted; for further tabs of a device."""
    noted = _troubles[page] = Troubles()

    def said(message: ConsoleMessage) -> None:
        if message.type == "error":
            noted.note(f"console: {message.text} ({message.location.get('url', '')})")

    def failed(request: Request) -> None:
        # Aborted: the page went elsewhere before it came, or an answer that is noted below.
        if request.failure != "net::ERR_ABORTED":
            noted.note(f"request: {request.failure} {request.url}")

    def answered(response: Response) -> None:
        if response.status >= 400:
            noted.note(f"answer: {response.status} {response.url}")

    def broke(error: Error) -> None:
        noted.note(f"error: {error}")

    page.on("console", said)
    page.on("pageerror", broke)
    page.on("requestfailed", failed)
    page.on("response", answered)
    page.on("crash", lambda _: noted.note("error: the page crashed"))
    return page


async def protocol(page: Page) -> CDPSession:
    """The line to the browser's own instruments; what is set by it holds while the page lives."""
    if page not in _protocols:
        _protocols[page] = await page.context.new_cdp_session(page)
    return _protocols[page]


# Hands. ---------------------------------------------------------------------------------------


async def _touches(page: Page) -> bool:
    return bool(await page.evaluate("navigator.maxTouchPoints > 0"))


async def _middle(place: Locator) -> tuple[float, float]:
    await place.scroll_into_view_if_needed()
    box = await place.bounding_box()
    assert box is not None, f"{place} is not to be seen"
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


async def tap(page: Page, place: Locator) -> None:
    """With a finger, or by a click where there is no touching."""
    if await _touches(page):
        await place.tap()
    else:
        await place.click()


async def double_tap(page: Page, place: Locator) -> None:
    """Twice, as fast as a finger does; the second goes where the first went."""
    x, y = await _middle(place)
    touches = await _touches(page)
    for _ in range(2):
        if touches:
            await page.touchscreen.tap(x, y)
        else:
            await page.mouse.click(x, y)


async def long_press(page: Page, place: Locator, until: Locator) -> None:
    """Hold until something is to be seen, then let go."""
    x, y = await _middle(place)
    if not await _touches(page):
        await page.mouse.move(x, y)
        await page.mouse.down()
        await until.wait_for()
        await page.mouse.up()
        return
    line = await protocol(page)
    await _finger(line, "touchStart", x, y)
    await until.wait_for()
    await _finger(line, "touchEnd")


async def drag(page: Page, place: Locator, to: Locator) -> None:
    """From the middle of one to the middle of the other, by finger or mouse."""
    start, end = await _middle(place), await _middle(to)
    way = [
        (
            start[0] + (end[0] - start[0]) * step / STEPS,
            start[1] + (end[1] - start[1]) * step / STEPS,
        )
        for step in range(STEPS + 1)
    ]
    if await _touches(page):
        line = await protocol(page)
        await _finger(line, "touchStart", *way[0])
        for x, y in way[1:]:
            await _finger(line, "touchMove", x, y)
        await _finger(line, "touchEnd")
        return
    await page.mouse.move(*way[0])
    await page.mouse.down()
    for x, y in way[1:]:
        await page.mouse.move(x, y)
    await page.mouse.up()


async def _finger(
    line: CDPSession, kind: str, x: float | None = None, y: float | None = None
) -> None:
    points = [] if x is None else [{"x": x, "y": y}]
    await line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


async def press(page: Page, *keys: str) -> None:
    """One key after the other, as Playwright names them."""
    for key in keys:
        await page.keyboard.press(key)


# Instruments. ---------------------------------------------------------------------------------


async def slow_3g(page: Page) -> None:
    """400 kb/s both ways, and 400 ms until anything comes."""
    line = await protocol(page)
    speed = 400 * 1000 / 8
    await line.send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": 400, "downloadThroughput": speed, "uploadThroughput": speed},
    )


async def cpu(page: Page, slower: float) -> None:
    """The page's processor is so many times slower; 1 is as it is."""
    line = await protocol(page)
    await line.send("Emulation.setCPUThrottlingRate", {"rate": slower})


async def axe(page: Page, *without: str) -> None:
    """Fails on anything that axe-core finds, its best practices and the size of targets included.
    It is handed over by the protocol, so the page's own Content-Security-Policy stays on. Rules
    left out are named, with the reason beside the call."""
    if not await page.evaluate("typeof axe === 'object'"):
        await page.evaluate(AXE.read_text())
    rules = {"target-size": {"enabled": True}} | {name: {"enabled": False} for name in without}
    found = await page.evaluate(
        "rules => axe.run(document, {rules, resultTypes: ['violations']})", rules
    )
    assert not found["violations"], "axe: " + "\n".join(_told(found["violations"]))


def _told(violations: Sequence[dict[str, Any]]) -> list[str]:
    return [
        f"{found['id']} ({found['impact']}): {found['help']}: "
        + "; ".join(
            f"{json.dumps(node['target'])} {node['html'][:160]} {_why(node)}"
            for node in found["nodes"][:5]
        )
        for found in violations
    ]


def _why(node: dict[str, Any]) -> str:
    reasons = [check["message"] for kind in ("any", "all", "none") for check in node[kind]]
    return " / ".join(reasons)[:300]


async def until(page: Page, condition: str, argument: Any = None) -> Any:
    """Wait until an expression holds in the page, by frames; its value."""
    handle = await page.wait_for_function(condition, arg=argument)
    return await handle.json_value()


async def still(page: Page) -> None:
    """Wait until nothing moves that is seen: no animation is under way, and two frames have gone
    by. Those in a closed part of the page stand still for as long as it is closed."""
    async with asyncio.timeout(LIMIT_S):
        await page.evaluate(
            """async () => {
              const frame = () => new Promise(requestAnimationFrame);
              await frame();
              const moving = () => document.getAnimations().filter(
                (a) => a.playState === "running" && a.effect?.target?.checkVisibility() &&
                  a.effect.getComputedTiming().endTime !== Infinity);
              while (moving().length > 0) {
                await Promise.allSettled(moving().map((a) => a.finished));
                await frame();
              }
              await frame();
            }"""
        )
