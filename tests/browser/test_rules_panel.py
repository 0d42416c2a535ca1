"""What stands beside the table of a game that goes on: its rules, and the volume of sounds."""

import pytest
from playwright.async_api import Browser
from playwright.async_api import expect as shown

from tests.browser.bench import Device, axe, press, still, tap
from tests.browser.playing import begun
from tests.harness import ServerProcess


@pytest.mark.parametrize("device", ["phone", "tablet", "desk"])
async def test_the_rules_open_beside_the_table(
    browser: Browser, server: ServerProcess, device: Device
) -> None:
    async with begun(browser, server.port, "klondike", device) as playing:
        page, address = playing.page, playing.page.url
        button = page.get_by_role("button", name="Rules", exact=True)
        await tap(page, button)
        rules = page.get_by_role("dialog", name="Rules")
        await shown(rules).to_contain_text("seven columns")
        await shown(rules.get_by_role("heading", name="Klondike, rules")).to_be_focused()
        await still(page)
        await axe(page)
        assert page.url == address
        panel, cloth = await rules.bounding_box(), await page.locator(".cloth").bounding_box()
        assert panel
        assert cloth
        if device == "phone":
            assert panel["y"] > cloth["y"] + 100, "the upper half of the window is the table's"
        else:
            assert cloth["x"] + cloth["width"] <= panel["x"], "no card is covered"
        # The table is played on, and a letter typed in the rules makes no move.
        await press(page, "s")
        assert playing.ply == 0
        await playing.play({"kind": "turn"})
        await shown(rules).to_be_visible()
        await rules.get_by_role("button", name="Close").focus()
        await press(page, "Escape")
        await shown(rules).to_have_count(0)
        await shown(button).to_be_focused()


async def test_a_button_goes_through_the_volumes(browser: Browser, server: ServerProcess) -> None:
    async with begun(browser, server.port, "aces_up", "phone") as playing:
        page = playing.page
        button = page.get_by_role("button", name="Sounds:")
        for volume in ("off", "quiet", "medium", "loud", "off"):
            await shown(button).to_have_accessible_name(f"Sounds: {volume}")
            kept = await page.evaluate("JSON.parse(localStorage['crown-patience/choices'] ?? '{}')")
            assert kept.get("sounds", False) is (volume != "off")
            assert volume == "off" or kept["volume"] == volume
            await tap(page, button)
