"""Computer players that a host seats: from the lobby, and on the page that deals at once."""

from playwright.async_api import expect as shown

from tests.browser.bench import axe, tap, until
from tests.browser.conftest import PageOf
from tests.browser.racing import STILL


async def test_a_table_with_three_is_dealt_at_once(page_of: PageOf) -> None:
    phone = await page_of("phone", **STILL)
    await phone.goto("/")
    await tap(phone, phone.get_by_role("link", name="Play against the computer"))
    await phone.get_by_role("heading", name="Play against the computer").wait_for()
    await phone.get_by_label("Your name").fill("Ann")
    await phone.get_by_label("Pace").select_option("quick")
    await axe(phone)
    await tap(phone, phone.get_by_role("button", name="Deal the cards"))
    await phone.locator(".race.common .table .card").first.wait_for()
    seats = phone.locator(".table-seat")
    await shown(seats).to_have_count(3)
    await shown(seats.locator("small", has_text="bot")).to_have_count(3)
    await until(phone, "() => Number(document.querySelector('.race').dataset.number) > 20")
    await axe(phone)


async def test_a_host_seats_one_and_sends_it_away(page_of: PageOf) -> None:
    desk = await page_of("desk", **STILL)
    await desk.goto("/host?game=aces-up")
    await desk.get_by_label("Your name").fill("Ann")
    await tap(desk, desk.get_by_role("button", name="Open the room"))
    await tap(desk, desk.get_by_text("Play with the computer"))
    await desk.get_by_label("Strength").select_option("ahead")
    await desk.get_by_label("Pace").select_option("quick")
    await tap(desk, desk.get_by_role("button", name="Seat a computer player"))
    member = desk.locator(".people li", has_text="computer: looks ahead, quick")
    await shown(member).to_have_count(1)
    await axe(desk)
    await tap(desk, member.get_by_role("button", name="What to do about"))
    await tap(desk, member.get_by_role("button", name="Send away"))
    await tap(desk, member.get_by_role("button", name="Send away"))
    await shown(member).to_have_count(0)
