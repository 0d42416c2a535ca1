"""The browser's history contains a guest's races once the name is claimed."""

from playwright.async_api import Page, expect

from tests.browser.test_pages import claim, go
from tests.harness import ServerProcess, client
from tests.server.archive.test_retention import resign
from tests.server.two_servers import begin


async def test_a_guest_s_races_are_in_the_history_of_the_name(
    phone: Page, server: ServerProcess
) -> None:
    async with client(server.url) as host, client(server.url) as guest:
        code = await begin(host, guest)
        for link in (guest, host):
            await resign(link)
        await host.until("over")
        await go(phone, "/history")
        await expect(phone.get_by_text("comes along")).to_be_visible()
        await phone.evaluate(
            """([code, token]) => localStorage.setItem(
              `crown-patience/seat/${code}`, JSON.stringify(token))""",
            [code, guest.token],
        )
        await claim(phone, "Bertha")
        await expect(phone.get_by_text("The room you sat in came along.")).to_be_visible()
        await go(phone, "/history")
        await expect(phone.get_by_text("Your races: 1")).to_be_visible()
        await expect(phone.locator(f"a[href='/r/{code}-1']")).to_be_visible()
