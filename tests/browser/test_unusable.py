"""Missing features of a browser or a server: each ends on a page that says what to do."""

import re

import pytest
from playwright.async_api import Page, Route, WebSocketRoute
from playwright.async_api import expect as shown

from protocol.closing import Close
from tests.browser.bench import axe, expect, tap
from tests.browser.conftest import PageOf
from tests.harness import LIMIT_S, ServerProcess

FORBIDDEN = """
for (const name of ["localStorage", "sessionStorage"])
  Object.defineProperty(window, name, {
    get() { throw new DOMException("The operation is insecure.", "SecurityError") } });
"""
SPOKEN = '"protocol":[1]'
FULL = """
Storage.prototype.setItem = () => {
  throw new DOMException("exceeded the quota", "QuotaExceededError") };
"""


async def test_scripts_blocked_in_the_settings_of_the_browser(page_of: PageOf) -> None:
    page = await page_of("phone", java_script_enabled=False)
    expect(page, "request: csp .*\\.js$")
    for address in ("/", "/j/KQ7-4TX"):
        await page.goto(address)
        await shown(page.get_by_role("heading", level=1)).to_have_text("Crown Patience")
        said = page.locator("noscript p")  # Playwright finds nothing in it by text
        await shown(said).to_be_visible()
        await shown(said).to_contain_text("This page needs JavaScript")
        await shown(page.locator(".late")).not_to_be_visible()


@pytest.mark.parametrize(
    ("part", "movement"),
    [
        ("main.js", "no-preference"),
        ("vendor/preact.js", "reduce"),
        ("components/page_frame.js", "reduce"),
    ],
)
async def test_scripts_blocked_on_their_way(page_of: PageOf, part: str, movement: str) -> None:
    """By a filter, or since the line broke while the page came. It is said after a while, or at
    once where nothing may move."""
    page = await page_of("phone", reduced_motion=movement)
    await page.route(f"**/{part}", lambda route: route.abort("blockedbyclient"))
    expect(page, "ERR_BLOCKED_BY_CLIENT")
    await page.goto("/j/KQ7-4TX")
    late = page.get_by_text("This page has not come to life")
    if movement == "no-preference":
        await shown(late).not_to_be_visible()
    await shown(late).to_be_visible(timeout=LIMIT_S * 1000)
    await shown(late).to_contain_text("Load it again")
    await axe(page)


async def test_storage_forbidden_or_full(page_of: PageOf) -> None:
    for fault in (FORBIDDEN, FULL):
        page = await page_of("phone")
        await page.add_init_script(fault)
        await page.goto("/")
        await shown(page.get_by_text("This browser keeps nothing for this page")).to_be_visible()
        await axe(page)
        await page.goto("/options")
        await page.get_by_role("heading", level=1).wait_for()


async def test_a_server_of_another_version(phone: Page, server: ServerProcess) -> None:
    """The server as it would be: one that knows none of the versions the page speaks."""

    def another(line: WebSocketRoute) -> None:
        real = line.connect_to_server()
        line.on_message(
            lambda text: real.send(str(text).replace('"protocol":[1]', '"protocol":[99]'))
        )

    await phone.route_web_socket(re.compile("/ws$"), another)
    await phone.goto("/")
    alert = phone.get_by_role("alert").filter(has_text="another version")
    await shown(alert).to_contain_text("Load the page again")
    await axe(phone)
    await phone.unroute_all()


async def test_a_line_closed_for_its_version(phone: Page) -> None:
    async def close(line: WebSocketRoute) -> None:
        await line.close(code=Close.VERSION, reason="no version in common")

    await phone.route_web_socket(re.compile("/ws$"), close)
    await phone.goto("/")
    alert = phone.get_by_role("alert").filter(has_text="another version")
    await shown(alert.get_by_role("button", name="Load again")).to_be_visible()


async def test_files_of_another_version_are_gone(phone: Page) -> None:
    """The page was open when the server became another: what it has not loaded is not there."""
    gone = re.compile(r"/static/[0-9a-f]+/pages/options\.js")

    async def ask_for_the_old(route: Route) -> None:
        await route.continue_(
            url=re.sub("/static/[0-9a-f]+/", f"/static/{'0' * 16}/", route.request.url)
        )

    await phone.route(gone, ask_for_the_old)
    await phone.goto("/")
    expect(phone, "404", "ERR_ABORTED .*/0000", "Failed to fetch")
    await tap(phone, phone.get_by_role("button", name="Menu"))
    await tap(phone, phone.get_by_role("link", name="Options", exact=True))
    await shown(phone.get_by_role("heading", level=1)).to_have_text("This page could not be loaded")
    await axe(phone)
    await phone.unroute(gone)
    await tap(phone, phone.get_by_role("button", name="Load again"))
    await shown(phone.get_by_role("heading", name="Options", level=1)).to_be_visible()


async def test_no_server_answers_any_more(phone: Page, server: ServerProcess) -> None:
    await phone.goto("/")
    await phone.get_by_role("heading", level=1).wait_for()
    await phone.wait_for_load_state("networkidle")  # the heading comes before the rest of the page
    expect(phone, "WebSocket", "ERR_CONNECTION_REFUSED")
    await server.kill()
    away = phone.get_by_role("status").filter(has_text="The server is out of reach")
    await shown(away).to_contain_text("nothing is lost")
    await server.start()
    await shown(away).to_have_count(0)


async def test_an_address_of_nothing(phone: Page) -> None:
    expect(phone, "404")
    for address in ("/nothing", "/J/KQ7-4TX", "/boards/x/y", "/index.html"):
        await phone.goto(address)
        await shown(phone.get_by_role("heading", level=1)).to_have_text("There is nothing here")
        await shown(phone.get_by_role("main").get_by_role("link", name="Home")).to_be_visible()
    await axe(phone)


async def test_a_page_may_make_no_html_of_a_string(phone: Page) -> None:
    answer = await phone.goto("/")
    assert answer is not None
    policy = answer.headers["content-security-policy"].split("; ")
    assert {"require-trusted-types-for 'script'", "trusted-types worker"} <= set(policy)
    assert {"default-src 'none'", "script-src 'self'", "style-src 'self'"} <= set(policy)
    refused = await phone.evaluate(
        """() => ["innerHTML", "outerHTML"].map((name) => {
          try { document.createElement("p")[name] = "<b>x</b>"; return "taken" }
          catch (error) { return error.name } })"""
    )
    assert refused == ["TypeError", "TypeError"]
    expect(phone, "TrustedHTML", "Content Security Policy")
