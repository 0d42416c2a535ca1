"""Actions in a room, by touch or by keys alone."""

import json
from collections.abc import Callable
from typing import Any

from playwright.async_api import Page

from tests.browser.bench import press, tap, until
from tests.browser.playing import Move, Playing

STILL = {"reduced_motion": "reduce"}
"""Of a page in which cards do not glide: a test would touch them before they have arrived."""


async def join(page: Page, code: str, name: str) -> None:
    """By the link, to the lobby."""
    await page.goto(f"/j/{code}")
    await page.get_by_label("Your name").fill(name)
    await tap(page, page.get_by_role("button", name="Join"))
    await page.locator(".lobby").wait_for()


async def ready(page: Page) -> None:
    await tap(page, page.get_by_role("button", name="Ready", exact=True))


async def at_table(page: Page) -> None:
    await page.locator(".race .table").wait_for()


async def ply(page: Page) -> int:
    """How many moves the table in the page has."""
    return int(await page.locator(".race").get_attribute("data-ply") or -1)


async def drawn_ply(page: Page, number: int) -> None:
    await until(page, "n => document.querySelector('.race')?.dataset.ply >= n", number)


def aces_up(playing: Playing) -> Move:
    """What a careful person does: throw away, fill a gap, deal."""
    order = ("discard", "fill", "deal")
    return min(playing.legal, key=lambda move: order.index(move["kind"]))


async def play_out(
    playing: Playing, choose: Callable[[Playing], Move] = aces_up, most: int = 1000
) -> int:
    """Play until the game is over, or so many moves are made; how many were."""
    made = 0
    while playing.over is None and made < most:
        await playing.play(choose(playing))
        made += 1
    return made


async def places(page: Page) -> list[dict[str, Any]]:
    """The results as they stand in the page."""
    await page.locator(".results").wait_for()
    rows: list[dict[str, Any]] = await page.evaluate(
        """() => [...document.querySelectorAll(".results .places > li")].map((row) => ({
          place: Number(row.querySelector(".place").textContent),
          name: row.querySelector(".name").textContent.replace(" (you)", ""),
          score: row.querySelector(".score").textContent.trim(),
        }))"""
    )
    return rows


async def remember(page: Page, kept: dict[str, Any]) -> None:
    """What the browser keeps, by name, before the page is opened."""
    for name, value in kept.items():
        key = json.dumps(f"crown-patience/{name}")
        text = json.dumps(json.dumps(value))
        await page.context.add_init_script(f"localStorage.setItem({key}, {text})")


async def resume_seat(page: Page, code: str, token: str) -> None:
    """The seat of a token, taken up in a page."""
    await remember(page, {f"seat/{code}": token})
    await page.goto(f"/j/{code}")


async def of_module(page: Page, name: str, expression: str, argument: Any = None) -> Any:
    """What `expression`, a function of a module of the page and `argument`, returns there."""
    load = "import(document.querySelector('script[type=module]').src.replace('main.js', name))"
    return await page.evaluate(
        f"([name, argument]) => {load}.then((module) => ({expression})(module, argument))",
        [name, argument],
    )


HAS_FOCUS = """() => {
  const here = document.activeElement;
  const name = here.labels?.[0]?.textContent ?? here.getAttribute("aria-label") ?? here.textContent;
  return [here.tagName, name.trim()];
}"""


async def tab_to(page: Page, name: str, tag: str = "BUTTON") -> None:
    """Walk on by Tab until something of this name has the focus."""
    for _ in range(60):
        await press(page, "Tab")
        if await page.evaluate(HAS_FOCUS) == [tag, name]:
            outline = await page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
            assert outline != "none", f"{name} has the focus and does not show it"
            return
    raise AssertionError(f"Tab never comes to {name}")
