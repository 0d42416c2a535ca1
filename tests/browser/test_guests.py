"""A tournament in the browser for somebody with nothing but a name, who has it all afterwards."""

import random
import secrets
from typing import Any

from playwright.async_api import Page

from engine.games import game
from tests.browser.bench import axe, still, tap
from tests.browser.conftest import PageOf
from tests.browser.playing import Playing
from tests.browser.test_pages import WORD, claim
from tests.harness import Client, client

PLAN = {
    "title": "Hall",
    "rounds": ["aces_up"],
    "guests": True,
    "lobby_ms": 600_000,
    "table_ms": 600_000,
}


async def organised(line: Client, code: str, verb: str, **fields: Any) -> None:
    answer = await line.ask("run_tournament", code=code, do={"verb": verb, **fields})
    assert answer["type"] == "done", answer


async def opened(line: Client, plan: dict[str, Any]) -> str:
    name = f"Olga {secrets.token_hex(3)}"
    signed = await line.ask("sign_up", name=name, password="correct horse")
    assert signed["type"] == "signed_in", signed
    code = str((await line.ask("new_tournament", plan=plan))["code"])
    await organised(line, code, "open")
    return code


async def entrants(line: Client, code: str) -> list[tuple[str, bool]]:
    told = await line.ask("get_tournament", code=code)
    return [(one["name"], one["guest"]) for one in told["entrants"]]


async def enter(page: Page, name: str) -> None:
    await page.get_by_label("Your name").fill(name)
    await tap(page, page.get_by_role("button", name="Enter and check in"))


async def test_a_guest_enters_by_name_plays_and_claims_it(page_of: PageOf, server_url: str) -> None:
    phone = await page_of("phone")
    playing = Playing(phone, game("aces_up"), "taps", random.Random(3))
    async with client(server_url) as olga, client(server_url) as ben:
        code = await opened(olga, PLAN)
        rival = {"name": "Ben", "token": ben.token}
        assert (await ben.ask("enter_tournament", code=code, guest=rival))["type"] == "done"
        await phone.goto(f"/t/{code}")
        await phone.get_by_text("Enter with your name alone; you need no account.").wait_for()
        await still(phone)
        await axe(phone)
        await enter(phone, "ben")
        await phone.get_by_text("Somebody here is called ben, or looks like it.").wait_for()
        assert len(await entrants(olga, code)) == 1
        await enter(phone, "Gus")
        await phone.get_by_text("You are checked in. Keep this page open").wait_for()
        await phone.get_by_text("You play as a guest.").wait_for()
        await still(phone)
        await axe(phone)
        assert await entrants(olga, code) == [("Ben", True), ("Gus", True)]
        await phone.reload()  # the device is known again
        await phone.get_by_text("You are checked in. Keep this page open").wait_for()
        await organised(olga, code, "start")
        await phone.wait_for_url(lambda url: "/j/" in url)
        await organised(olga, code, "start")
        await playing.until(0)
        await still(phone)  # the cards are dealt one after the other
        await playing.play(playing.legal[0])
        await playing.give_up()
        await phone.get_by_role("link", name="To the tournament", exact=True).click()
        await phone.get_by_text("Gus (guest)").first.wait_for()
        name = f"Gus {secrets.token_hex(3)}"
        await claim(phone, name)
        await phone.get_by_text("The tournament you entered came along.").wait_for()
        await phone.goto(f"/t/{code}")
        await phone.get_by_text(f"{name} (guest)").first.wait_for()
        assert await entrants(olga, code) == [("Ben", True), (name, True)]
        await organised(olga, code, "start")
        await phone.get_by_text("The final table").or_(phone.get_by_text("over (")).first.wait_for()
        await phone.goto("/history")
        await phone.locator("tbody tr").first.wait_for()


async def test_where_guests_may_not_enter_an_account_is_asked_for(
    page_of: PageOf, server_url: str
) -> None:
    phone = await page_of("phone")
    async with client(server_url) as olga:
        code = await opened(olga, {**PLAN, "guests": False})
        await phone.goto(f"/t/{code}")
        await phone.get_by_text("Anybody may look on. Who takes part has an account").wait_for()
        assert await phone.get_by_label("Your name").count() == 0


async def test_the_organiser_opens_a_hall(page_of: PageOf, server_url: str) -> None:
    desk = await page_of("desk")
    await desk.goto("/")
    name = f"Otto {secrets.token_hex(3)}"
    await claim(desk, name)
    async with client(server_url) as otto:
        said = await otto.ask("log_in", name=name, password=WORD)
        assert said["type"] == "signed_in", said
        code = str((await otto.ask("new_tournament", plan=PLAN))["code"])
        await organised(otto, code, "open")
        await desk.goto(f"/t/{code}")
        await desk.locator("summary", has_text="Many in one hall").click()
        await still(desk)
        await axe(desk)
        await desk.get_by_label("For how many people").fill("80")
        await desk.get_by_role("button", name="Open the hall").click()
        await desk.get_by_text("Your address has no limits; name the address").wait_for()
        await desk.get_by_label("The address of the hall").fill("203.0.113.7")
        await desk.get_by_role("button", name="Open the hall").click()
        await desk.get_by_text("Open for 80 people.").wait_for()
        assert (await otto.ask("get_tournament", code=code))["hall"] == 80
        await desk.get_by_role("button", name="Close the hall").click()
        await desk.get_by_role("button", name="Open the hall").wait_for()
        assert (await otto.ask("get_tournament", code=code))["hall"] == 0
