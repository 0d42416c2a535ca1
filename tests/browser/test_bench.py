"""The test bench notices the errors that it is to notice."""

import asyncio
import re

import pytest
from playwright.async_api import Browser, Page

from tests.browser.bench import (
    Device,
    axe,
    cpu,
    double_tap,
    drag,
    expect,
    long_press,
    opened,
    press,
    slow_3g,
    tap,
    troubles,
    until,
)
from tests.browser.conftest import PageOf
from tests.harness import LIMIT_S

BLANK = "<!doctype html><html lang=en><title>t</title><main><h1>t</h1>{}</main>"


async def test_a_page_opens_without_trouble_on_every_device(page_of: PageOf) -> None:
    for device, width in (("phone", 360), ("tablet", 768), ("desk", 1440)):
        page = await page_of(device)
        await page.goto("/")
        assert await page.evaluate("innerWidth") == width
        await page.get_by_role("heading", level=1).wait_for()
        await page.context.close()


async def _strict(page: Page) -> None:
    """A page with nothing in it, under the policy of the real ones."""
    policy = (await page.request.get("/")).headers["content-security-policy"]
    page_under = {"content-type": "text/html", "content-security-policy": policy}
    await page.route("**/blank", lambda route: route.fulfill(headers=page_under, body=BLANK))
    await page.goto("/blank")


async def _suffer(page: Page, code: str) -> str:
    """What is noted when this runs, some time later, so that it runs as the page itself and not
    as the debugger, whom no policy binds."""
    before = len(troubles(page))
    await page.evaluate(f"() => {{ setTimeout(() => {{ {code} }}) }}")
    async with asyncio.timeout(LIMIT_S):
        while len(troubles(page)) == before:
            await page.evaluate("new Promise(requestAnimationFrame)")
    return "\n".join(troubles(page)[before:])


POLICY = "console: .*Content Security Policy"
FAULTS = {
    "console.error('uneasy')": "console: uneasy",
    "setTimeout(() => { throw new Error('broken') })": "error: .*broken",
    "Promise.reject(new Error('dropped'))": "error: .*dropped",
    "fetch('/nothing-here')": "answer: 404",
    "document.body.setAttribute('style', 'color: red')": POLICY,
    "document.body.innerHTML = '<b>x</b>'": "TrustedHTML",
    "eval('1')": "Content Security Policy|TrustedScript",
    "fetch('http://127.0.0.1:9/')": POLICY,
}


async def test_a_fault_in_a_page_fails_the_test(browser: Browser, base_url: str) -> None:
    with pytest.raises(AssertionError, match=r"^in the page:\n") as failure:
        await _all_faults(browser, base_url)
    for line in FAULTS.values():
        assert re.search(line, str(failure.value)), line
    await _all_faults(browser, base_url, "console: |error: |request: |answer: ")


async def _all_faults(browser: Browser, base_url: str, *expected: str) -> None:
    async with opened(browser, base_url) as page:
        expect(page, *expected)
        await _strict(page)
        for fault in FAULTS:
            await _suffer(page, fault)


async def test_what_was_not_expected_fails_beside_what_was(browser: Browser, base_url: str) -> None:
    with pytest.raises(AssertionError, match="another") as failure:
        await _this_and_another(browser, base_url)
    assert "console: this" not in str(failure.value)


async def _this_and_another(browser: Browser, base_url: str) -> None:
    async with opened(browser, base_url) as page:
        expect(page, "console: this")
        await _suffer(page, "console.error('this'); console.error('another')")


@pytest.mark.parametrize("device", ["phone", "desk"])
async def test_hands_do_what_hands_do(page_of: PageOf, device: Device) -> None:
    page = await page_of(device)
    await page.set_content(
        BLANK.format("<button id=a style='touch-action: none'>a</button><p><button id=b>b</button>")
    )
    await page.evaluate(
        """() => {
          window.seen = [];
          for (const kind of ["pointerdown", "pointerup", "click", "dblclick"])
            addEventListener(kind, (e) => seen.push([kind, e.target.id, e.pointerType]));
          addEventListener("pointermove", (e) => e.buttons && seen.push(["move"]));
          addEventListener("pointercancel", () => seen.push(["cancel"]));
          a.addEventListener("pointerdown", () => {
            window.held = setTimeout(() => { b.textContent = "tilted" }, 300); });
          addEventListener("pointerup", () => clearTimeout(held));
        }"""
    )
    pointer = "touch" if device == "phone" else "mouse"

    async def seen() -> list[list[str]]:
        got: list[list[str]] = await page.evaluate("seen.splice(0)")
        return got

    a, b = page.locator("#a"), page.locator("#b")
    await tap(page, a)
    await until(page, "seen.some(([kind]) => kind === 'click')")
    assert (await seen())[-1] == ["click", "a", pointer]
    await double_tap(page, a)
    await until(page, "seen.filter(([kind]) => kind === 'click').length === 2")
    assert ["pointerdown", "a", pointer] in await seen()
    await drag(page, a, b)
    dragged = await seen()
    assert dragged[0] == ["pointerdown", "a", pointer]
    assert dragged.count(["move"]) >= 2
    assert ["cancel"] not in dragged
    assert "pointerup" in [kind for kind, *_ in dragged]
    await long_press(page, a, page.get_by_text("tilted"))
    await press(page, "Tab", "Enter")
    await until(page, "seen.some(([kind, on]) => kind === 'click')")


async def test_axe_finds_what_is_there_to_be_found(phone: Page) -> None:
    await phone.set_content(BLANK.format("<p>all is well</p>"))
    await axe(phone)
    for fault, rule in (
        ("<img src='data:image/gif;base64,R0lGODlhAQABAAAAADs='>", "image-alt"),
        ("<p style='color: #ccc; background: #fff'>pale</p>", "color-contrast"),
        ("<button></button>", "button-name"),
    ):
        await phone.set_content(BLANK.format(fault))
        with pytest.raises(AssertionError, match=rule):
            await axe(phone)
        await axe(phone, rule)


async def test_axe_looks_at_a_page_under_its_policy(phone: Page) -> None:
    await _strict(phone)
    await axe(phone)


async def test_a_slow_line_and_a_slow_processor_are_slow(phone: Page) -> None:
    await phone.goto("/robots.txt")
    fetched = """async () => { const t = performance.now(); await fetch('/robots.txt?' + t);
        return performance.now() - t }"""
    await slow_3g(phone)
    assert await phone.evaluate(fetched) >= 390
    counted = """() => { const t = performance.now(); let n = 0;
        for (let i = 0; i < 2e7; i++) n += i % 7; return performance.now() - t }"""
    quick = min([await phone.evaluate(counted) for _ in range(5)])
    await cpu(phone, 8)
    assert sum([await phone.evaluate(counted) for _ in range(5)]) > 5 * 2 * quick
