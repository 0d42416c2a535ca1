"""An address with a name that no game has: the page names the nearest."""

import pytest
from playwright.async_api import Page
from playwright.async_api import expect as shown

from tests.browser.bench import axe, tap


@pytest.mark.parametrize("under", ["rules", "play", "boards"])
async def test_a_misspelt_game_is_answered_with_the_nearest(phone: Page, under: str) -> None:
    await phone.goto(f"/{under}/klondyke")
    sentence = "There is no game klondyke; did you mean klondike?"
    await shown(phone.get_by_text(sentence)).to_be_visible()
    await axe(phone)
    await tap(phone, phone.get_by_role("link", name="Klondike"))
    await shown(phone.get_by_role("heading", level=1)).to_have_text("Klondike")
    assert phone.url.endswith(f"/{under}/klondike")


async def test_no_game_is_named_if_none_is_near(phone: Page) -> None:
    await phone.goto("/rules/zzzzzz")
    await shown(phone.get_by_role("heading", level=1)).to_have_text("There is nothing here")
    await shown(phone.get_by_role("link", name="Home", exact=True)).to_be_visible()
    await shown(phone.get_by_text("did you mean")).to_have_count(0)
