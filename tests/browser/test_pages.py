"""Pages other than the race: home, rules, options, account, daily deals, leaderboards, history,
rivals."""

import asyncio
import json
import re
import secrets
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Locator, Page

from client_cli.features import accounts
from client_cli.local import preferences
from client_cli.local.storage import Storage
from client_cli.net.one_shot_client import with_connection
from engine.rules import RULES
from protocol.names import LONGEST_NAME
from protocol.reading import READING, ReadingName
from server.web.catalogue import generated
from tests.browser.bench import axe, press, tap, until
from tests.browser.conftest import PageOf
from tests.harness import BELL_MS, Client, ServerProcess, client

THEMES = ("light", "night", "contrast")
"""Besides baize."""
WORD = "correct horse battery"
PHONE = {"width": 360, "height": 740}
DESK = {"width": 1440, "height": 900}
FOR_GUESTS = {
    "/": "Play Aces Up",
    "/me": "You have no name yet",
    "/daily": "Tomorrow, sealed",
    "/boards/aces_up": "on the board",
    "/history": "A history is an account's",
    "/rivals": "Any two",
}
"""Pages, and what is the last to come on them."""
FOR_ACCOUNTS = {
    "/": "Max asks to be your friend",
    "/rules": "Senior Wrangler",
    "/rules/poker_patience": "Where it comes from",
    "/options": "Must fill",
    "/me": "Accept",
    "/daily": "Tomorrow, sealed",
    "/boards": "Senior Wrangler",
    "/boards/aces_up": "of 48",
    "/boards/overall": "on the board",
    "/history": "No game solved yet",
    "/rivals": "Game by game",
}


@asynccontextmanager
async def known(server: ServerProcess, name: str) -> AsyncIterator[Client]:
    """Somebody who claims a name from elsewhere."""
    async with client(server.url) as link:
        answer = await link.ask("sign_up", name=name, password=WORD)
        assert answer["type"] == "signed_in", answer
        yield link


async def plays(link: Client, goal: int) -> str:
    """Plays Aces Up alone until so many cards are out and gives up; the code of the room."""
    seat = {"name": "x", "token": link.token, "nonce": secrets.token_hex(16), "legal": True}
    room = await link.ask("play_alone", game="aces_up", bell_ms=BELL_MS, **seat)
    assert room["type"] == "room", room
    table = room.get("table") or await link.until("table")
    await reaches(link, table, goal)
    await link.until("over")
    await link.ask("leave")
    return str(room["code"])


async def reaches(link: Client, table: dict[str, Any], goal: int) -> None:
    """Throw so many cards out, then give up."""
    while table["progress"] < goal:
        move = min(table["legal"], key=lambda move: move["kind"] != "discard")
        table = await link.ask("play", race=table["race"], ply=table["ply"], move=move)
        assert table["type"] == "moved", table
    await link.ask("play", race=table["race"], ply=table["ply"], move="resign")


async def befriended(link: Client, other: str) -> None:
    assert (await link.ask("befriend", name=other, what="add"))["type"] == "friends"


async def go(page: Page, path: str) -> None:
    await page.goto(path)
    await page.locator("main h1").wait_for()


async def fill(page: Page, **fields: str) -> None:
    """By the names of the fields."""
    for name, text in fields.items():
        await page.locator(f"form [name={name}]").first.fill(text)


async def from_menu(page: Page, path: str) -> None:
    """Follow a link of the menu, which closes then."""
    await tap(page, page.locator(".menu-button"))
    await tap(page, page.locator(f"#menu [href='{path}']"))
    await page.locator("#menu").wait_for(state="hidden")


async def claim(page: Page, name: str) -> str:
    """Claim a name on the page; the recovery code that is shown."""
    await go(page, "/me")
    await fill(page, name=name, fresh=WORD, repeat=WORD)
    await tap(page, page.get_by_role("button", name="Claim this name"))
    code = await page.locator(".recovery .code").text_content()
    assert code
    await tap(page, page.get_by_role("button", name="I have it"))
    return code


async def open_door(page: Page, title: str) -> Locator:
    """Unfold one of the doors of I am."""
    door = page.locator("details", has=page.locator("summary", has_text=title))
    await tap(page, door.locator("summary"))
    return door


async def log_in(page: Page, name: str, word: str = WORD) -> None:
    await go(page, "/me")
    await tap(page, page.get_by_role("button", name="Log in"))
    await fill(page, name=name, password=word)
    await tap(page, page.locator("form#log-in button.first"))


# Accounts. ------------------------------------------------------------------------------------


async def test_an_account_from_its_name_to_its_end(
    page_of: PageOf, server: ServerProcess, tmp_path: Path
) -> None:
    page, other = await page_of("phone"), await page_of("desk")
    await go(page, "/me")
    await fill(page, name="Ada", fresh="short", repeat="short")
    button = page.get_by_role("button", name="Claim this name")
    await tap(page, button)
    fresh = page.locator("[name=fresh]")
    assert await fresh.get_attribute("aria-invalid") == "true"
    assert "at least 8" in await about(fresh)
    await fill(page, fresh=WORD, repeat="another word")
    await tap(page, button)
    assert "differ" in await about(page.locator("[name=repeat]"))

    await claim(page, "Ada")
    assert await page.locator("nav [href='/me']").text_content() == "Ada"

    # What is chosen is kept with the account: it is there on another device.
    await go(page, "/options")
    await tap(page, page.get_by_text("Dark night"))
    await tap(page, page.get_by_text("Left", exact=True))
    await tap(page, page.get_by_text("Four", exact=True))
    assert await page.evaluate("document.documentElement.dataset.theme") == "night"
    await page.get_by_label("Game").select_option("aces_up")
    must_fill = page.get_by_role("group", name="Must fill")
    await tap(page, must_fill.get_by_text("off"))
    await must_fill.get_by_text("Changing this causes redeal").wait_for()

    await log_in(other, "ada", "not the word")
    await other.locator(".problem").wait_for()
    assert "do not go together" in await about(other.locator("[name=password]"))
    await log_in(other, "ada")
    await other.get_by_text("You are Ada.").first.wait_for()
    await until(other, "() => document.documentElement.dataset.theme === 'night'")
    await until(other, "() => document.documentElement.dataset.hand === 'left'")

    # And in the terminal, whose choices come to the browser in their turn.
    storage = Storage(tmp_path / "terminal")
    key = accounts.AccountKey("password", WORD)
    await with_connection(server.url, storage, lambda client: accounts.enter(client, "Ada", key))
    chosen = preferences.chosen(storage)
    assert chosen["theme"] == "night"
    assert chosen["colours"] == "four"
    assert chosen["hand"] == "left"
    assert chosen["aces_up.must_fill"] is False
    accounts.choose(storage, ["sounds=tones", "theme=contrast", "space=deals"])
    assert await accounts.sync_choices(server.url, storage) is None
    await go(other, "/options")
    await until(other, "() => document.documentElement.dataset.theme === 'contrast'")
    sounds = other.get_by_role("group", name="Sounds")
    assert await sounds.get_by_label("On", exact=True).is_checked()
    dealing = other.get_by_role("group", name="Dealing")
    assert await dealing.get_by_label("Deals at once").is_checked()

    # Another name, seen on the first device when it comes back; all there is, as a file.
    await go(other, "/me")
    door = await open_door(other, "Rename")
    await door.locator("[name=name]").fill("Countess Ada")
    await door.get_by_role("button", name="Rename").click()
    await other.get_by_text("You are Countess Ada now.").wait_for()
    await go(page, "/me")
    await page.get_by_text("You are Countess Ada").first.wait_for()
    door = await open_door(page, "Export")
    async with page.expect_download() as download:
        await tap(page, door.get_by_role("button"))
    data = json.loads((await (await download.value).path()).read_text())
    assert data["name"] == "Countess Ada"

    # Log out; what was chosen stays in this browser.
    await open_door(page, "Log out")
    await tap(page, page.get_by_role("button", name="Log out here"))
    await page.get_by_text("is logged out").wait_for()
    assert await page.evaluate("document.documentElement.dataset.theme") == "contrast"

    door = await open_door(other, "Delete")
    await door.locator("[name=password]").fill("not the word")
    await door.get_by_role("button", name="Delete my account").click()
    await door.locator(".problem").wait_for()
    assert "not the password" in await about(door.locator("[name=password]"))
    await door.locator("[name=password]").fill(WORD)
    await door.get_by_role("button", name="Delete my account").click()
    await other.get_by_text("The account is deleted.").wait_for()
    await log_in(page, "Countess Ada")
    await page.locator(".problem").wait_for()


async def about(field: Locator) -> str:
    """What a screen reader says about a field beside its name."""
    return str(
        await field.evaluate(
            """field => (field.getAttribute("aria-describedby") ?? "").split(" ")
              .map((id) => document.getElementById(id)?.textContent ?? "").join(" ")"""
        )
    )


async def test_a_guest_s_seats_come_along_and_the_recovery_code_leads_back(
    phone: Page, page_of: PageOf, server: ServerProcess
) -> None:
    async with client(server.url) as host:
        room = await host.create("aces_up")
        async with client(server.url) as guest:
            await guest.join(room["code"], "Bea")
            await go(phone, "/")
            await phone.evaluate(
                """([code, token]) => localStorage.setItem(
                  `crown-patience/seat/${code}`, JSON.stringify(token))""",
                [room["code"], guest.token],
            )
            code = await claim(phone, "Bea")
            await phone.get_by_text("The room you sat in came along.").wait_for()
    ended_elsewhere = await page_of("desk")
    await log_in(ended_elsewhere, "Bea")
    await ended_elsewhere.get_by_text("You are Bea").first.wait_for()
    await open_door(phone, "Log out")
    await tap(phone, phone.get_by_role("button", name="Log out everywhere"))
    await phone.get_by_text("on all devices").wait_for()
    # Elsewhere they learn it with the next thing they ask, which the page may have done by itself.
    await tap(ended_elsewhere, ended_elsewhere.locator("header a.home"))
    await from_menu(ended_elsewhere, "/me")
    await ended_elsewhere.get_by_role("button", name="Claim this name").wait_for()
    await tap(phone, phone.get_by_role("button", name="Recover"))
    await fill(phone, name="Bea", recovery="wrong", fresh=WORD[::-1], repeat=WORD[::-1])
    again = phone.locator("form#recover button.first")
    await tap(phone, again)
    await phone.locator(".problem").wait_for()
    assert await about(phone.locator("[name=recovery]"))
    await fill(phone, recovery=code, fresh=WORD[::-1], repeat=WORD[::-1])
    await tap(phone, again)
    await phone.locator(".recovery .code").wait_for()
    assert await phone.locator(".recovery .code").text_content() != code


async def test_friends_ask_and_answer(phone: Page, server: ServerProcess) -> None:
    async with known(server, "Dan") as dan:
        await claim(phone, "Cleo")
        await befriended(dan, "Cleo")
        await go(phone, "/")
        await phone.get_by_text("Dan asks to be your friend").wait_for()
        await go(phone, "/me")
        await tap(phone, phone.get_by_role("button", name="Accept Dan"))
        await phone.get_by_role("button", name="Remove Dan").wait_for()
        ask = phone.locator("form#befriend")
        await ask.locator("[name=name]").fill("Nobody at all")
        await tap(phone, ask.get_by_role("button"))
        await ask.locator(".problem").wait_for()
        assert "Nobody has claimed" in await about(ask.locator("[name=name]"))


MARKUP = ("<b>Bold</b>", "<img src=x onerror=1>", "&lt;i&gt;")


async def test_a_name_with_markup_in_it_is_a_text(phone: Page) -> None:
    await go(phone, "/me")
    for name in MARKUP:
        await tap(phone, phone.get_by_role("button", name="Play as", exact=True))
        await fill(phone, name=name)
        await tap(phone, phone.locator("form#play-as button.first"))
        await phone.get_by_text(f"You play as {name}.", exact=True).first.wait_for()
        await phone.evaluate(
            """name => {
              const keep = (key, value) =>
                localStorage.setItem(`crown-patience/${key}`, JSON.stringify(value));
              keep("seat/KQ74TX", "x".repeat(32));
              keep("room/KQ74TX", {at: Date.now(), game: "aces_up", name});
            }""",
            name,
        )
        await go(phone, "/")
        await phone.get_by_text(f"Aces Up, as {name}").wait_for()
        await go(phone, "/me")
        assert await phone.locator("main b, main i, main img").count() == 0


async def test_home_leads_back_to_what_is_not_over(phone: Page, server: ServerProcess) -> None:
    async with client(server.url) as host:
        code = (await host.create("baroness"))["code"]
        await go(phone, "/")
        assert await phone.locator("a.back").count() == 0
        await fill(phone, code=f"{code[:3].lower()} {code[3:]}")
        await tap(phone, phone.get_by_role("button", name="Join"))
        await until(phone, "code => location.pathname === `/j/${code}`", code)
        await fill(phone, name="Quentin")
        await tap(phone, phone.get_by_role("button", name="Join"))
        await phone.locator(".lobby").wait_for()
        await tap(phone, phone.locator("header a.home"))
        await tap(phone, phone.get_by_role("link", name=f"Back to {code[:3]}-{code[3:]}"))
        await phone.locator(".lobby").wait_for()
        await host.ask("kick", seat=1)
        await phone.get_by_text("has sent you away").first.wait_for()
    await tap(phone, phone.locator("header a.home"))
    await tap(phone, phone.get_by_role("link", name="Play Aces Up"))
    await phone.locator(".table").wait_for()
    await tap(phone, phone.locator("header a.home"))
    await phone.locator("a.back").wait_for()  # the old page stands until the new one is there
    assert await phone.locator("a.back").all_text_contents() == ["Go on Aces Up, alone"]
    await tap(phone, phone.locator("a.back"))
    await phone.locator(".table").wait_for()
    await tap(phone, phone.get_by_role("button", name="Give up"))
    await tap(phone, phone.locator(".asks").get_by_role("button", name="Give up"))
    await phone.get_by_role("button", name="New deal").first.wait_for()
    await tap(phone, phone.locator("header a.home"))
    await phone.get_by_role("link", name="Play Aces Up").wait_for()
    assert await phone.locator("a.back").count() == 0


async def test_where_nothing_may_be_stored_one_is_told_and_plays_on(phone: Page) -> None:
    await phone.add_init_script(FORBID)
    await go(phone, "/")
    await phone.get_by_text("This browser keeps nothing for this page").wait_for()
    await from_menu(phone, "/me")
    await tap(phone, phone.get_by_role("button", name="Play as", exact=True))
    await fill(phone, name="Pia")
    await tap(phone, phone.locator("form#play-as button.first"))
    await tap(phone, phone.locator("header a.home"))
    await until(phone, "() => document.querySelector('#open [name=name]')?.value === 'Pia'")


FORBID = """for (const name of ["localStorage", "sessionStorage"]) {
  Object.defineProperty(window, name, {get() { throw new DOMException("no", "SecurityError"); }});
}"""


async def test_a_tournament_is_brought_to_mind(phone: Page, server: ServerProcess) -> None:
    async with known(server, "Ola") as ola:
        await log_in(phone, "Ola")
        await phone.get_by_text("You are Ola.").first.wait_for()
        schedule = {"starts_at": round(time.time() * 1000) + 61_500, "remind_ms": [60_000]}
        plan = {"title": "<i>Friday</i>", "rounds": ["aces_up"], "schedule": schedule}
        drafted = await ola.ask("new_tournament", plan=plan)
        assert drafted["type"] == "tournament", drafted
        code, once = drafted["code"], secrets.token_hex(16)
        done = await ola.ask("run_tournament", code=code, do={"verb": "open"}, once=once)
        assert done["type"] == "done", done
        assert (await ola.ask("enter_tournament", code=code))["type"] == "done"
        await until(phone, HEARD, "<i>Friday</i> starts soon.")
        await tap(phone, phone.locator("header a.home"))
        notice = phone.locator(".notice", has_text="<i>Friday</i> starts in 0:5")
        await notice.wait_for()
        assert await notice.get_by_role("link").get_attribute("href") == f"/t/{code}"


async def test_the_page_is_as_light_as_the_system(desk: Page) -> None:
    await go(desk, "/options")
    await desk.get_by_role("group", name="Ground").get_by_label("As the system").check()
    theme = "theme => document.documentElement.dataset.theme === theme"
    grounds = set()
    for scheme, name in (("light", "light"), ("dark", "baize"), ("light", "light")):
        await desk.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        await until(desk, theme, name)
        grounds.add(await desk.evaluate("getComputedStyle(document.body).backgroundColor"))
    assert len(grounds) == 2


async def test_sounds_are_off_until_they_are_chosen(desk: Page) -> None:
    await desk.add_init_script(LISTEN)
    await go(desk, "/options")
    sounds = desk.get_by_role("group", name="Sounds")
    assert await sounds.get_by_label("Off").is_checked()
    await sounds.get_by_text("On", exact=True).click()
    await until(desk, "() => heard.length === 1 && heard[0] === 0.04")
    for tone, seconds in (("ring", 0.825), ("shuffle", 0.4), ("go", 0.31)):
        await until(desk, "() => ended === heard.length")
        await sounds.get_by_role("button", name=f"Hear a {tone}").click()
        await until(desk, "seconds => Math.abs(heard.at(-1) - seconds) < 0.001", seconds)


LISTEN = """window.heard = []; window.ended = 0;
const start = AudioBufferSourceNode.prototype.start;
AudioBufferSourceNode.prototype.start = function () {
  heard.push(this.buffer.duration);
  this.addEventListener("ended", () => setTimeout(() => { ended += 1; }));
  return start.call(this);
};"""


# Lists. ---------------------------------------------------------------------------------------


async def test_rules_are_the_text_of_the_engine_and_nothing_else(desk: Page) -> None:
    files = generated()
    await go(desk, "/rules")
    links = desk.locator("main .card-list a")
    await links.first.wait_for()
    assert await links.count() == len(RULES)
    for slug in RULES:
        await go(desk, f"/rules/{slug}")
        told = json.loads(files[f"rules/{slug}.json"])
        await desk.locator("article.prose section").first.wait_for()
        shown = await desk.locator("article.prose").inner_text()
        whole = told["page"].partition("\n")[2]
        assert words(shown) == words(whole), slug
        assert "- " not in shown
        beside = await desk.locator(".beside").inner_text()
        assert words(" ".join(told["tips"])) <= words(beside), slug
        await desk.locator(".just-dealt .cloth > *").first.wait_for()
        view = told["layout"]["view"]
        if slug in ("klondike", "bakers_dozen", "uncle_remus"):
            up = [card for pile in view["piles"].values() for card in pile["up"]]
            assert await desk.locator(".just-dealt .card.card:not(.back, .empty)").count() == len(
                up
            )
    await go(desk, "/rules/poker_patience")
    await desk.get_by_role("row", name="full house 10 25").wait_for()


@pytest.mark.parametrize("name", list(READING))
async def test_a_page_on_patience_is_reached_from_the_rules(desk: Page, name: ReadingName) -> None:
    await go(desk, "/rules")
    await desk.get_by_role("link", name=READING[name].title).click()
    await desk.locator("main h1", has_text=READING[name].title).wait_for()
    for entry in READING[name].entries:
        term = desk.locator("dl > div", has=desk.get_by_text(entry.heading, exact=True))
        await term.get_by_text(entry.text, exact=True).wait_for()


def words(text: str) -> set[str]:
    return set(re.findall(r"\w[\w'’-]*", text.lower().replace("`", " ")))


async def test_a_board_moves_as_things_happen(page_of: PageOf, server: ServerProcess) -> None:
    page = await page_of("phone")
    async with known(server, "Emil") as emil, known(server, "Fay") as fay:
        await plays(emil, 2)
        await go(page, "/boards/aces_up")
        await page.get_by_role("row", name=re.compile("^1 Emil")).wait_for()
        await plays(fay, 6)
        row = page.get_by_role("row", name=re.compile("^1 Fay"))
        await row.get_by_text("new").wait_for()
        await page.get_by_role("row", name=re.compile("^2 Emil")).wait_for()
        await until(page, HEARD, "1. Fay")
        await page.get_by_label("Ranked by").select_option("outs")
        await page.get_by_text("There is nobody here.").wait_for()
        await page.get_by_label("Ranked by").select_option("best")
        await page.get_by_label("Of", exact=True).select_option("year")
        await row.wait_for()
        await tap(page, page.get_by_role("button", name="the year before"))
        await page.get_by_text("There is nobody here.").wait_for()
        await tap(page, page.get_by_role("button", name="now"))
        await row.wait_for()
        await go(page, "/history")
        await page.get_by_text("A history is an account's").wait_for()


HEARD = "said => [...document.querySelectorAll('.aloud')].some(e => e.textContent.includes(said))"


async def test_one_s_races_and_rivals(desk: Page, server: ServerProcess) -> None:
    async with known(server, "Gus") as gus, known(server, "Hal") as hal:
        code = await plays(hal, 1)
        await race(gus, hal)
        await log_in(desk, "Hal")
        await desk.get_by_text("You are Hal.").first.wait_for()
        await go(desk, "/history")
        await desk.get_by_role("link", name=f"{code[:3]}-{code[3:]}-1").wait_for()
        assert await desk.get_by_role("row").count() == 3
        await go(desk, "/rivals")
        await desk.get_by_role("button", name="Game by game against Gus").click()
        await desk.get_by_text("You won 0, Gus 1.").wait_for()
        await desk.get_by_role("row", name="Aces Up 0 to 1").wait_for()
        names = desk.get_by_label("Their names, with commas")
        await names.fill("Gus, nobody at all")
        await desk.get_by_role("button", name="Show our races").click()
        await desk.get_by_text("Nobody has claimed the name nobody at all.").wait_for()
        await names.fill(" gus")
        await desk.get_by_role("button", name="Show our races").click()
        await desk.get_by_text("You and Gus: 1 race together.").wait_for()
        await desk.get_by_role("row", name="Gus 1 1").wait_for()
        await desk.get_by_role("row", name="Aces Up 1 0 1").wait_for()
        await desk.get_by_role("button", name="Collect all races").click()
        async with desk.expect_download() as download:
            await desk.get_by_role("link", name="Download all races").click()
        file = await (await download.value).path()
        written = json.loads(await asyncio.to_thread(file.read_text))
        assert [one["places"] for one in written["races"]] == [[2, 1]]
        assert written["total"] == 1


async def race(winner: Client, loser: Client) -> None:
    """A race of Aces Up, won by a card."""
    room = await winner.create("aces_up", token=winner.token)
    await loser.join(room["code"], "x")
    await winner.ready()
    await loser.ready()
    for one, goal in ((winner, 1), (loser, 0)):
        await reaches(one, await one.until("table"), goal)
    await loser.until("over")


async def test_the_one_try_of_a_daily_deal(
    phone: Page, server: ServerProcess, one_day: None
) -> None:
    await claim(phone, "Ivy")
    await go(phone, "/daily")
    sprint = phone.locator("section", has=phone.get_by_role("heading", name="The sprint"))
    await tap(phone, sprint.get_by_role("button", name="Begin your one try"))
    await until(phone, "() => location.pathname.startsWith('/j/')")
    await phone.wait_for_load_state("networkidle")
    await phone.go_back()
    await sprint.get_by_role("link", name="Go on").wait_for()
    async with client(server.url) as link:
        await link.ask("log_in", name="Ivy", password=WORD)
        days = await link.ask("list_dailies")
        deal = next(each for each in days["today"] if each["slot"] == "sprint")
        await link.ask("join", code=deal["code"], name="Ivy", token=link.token)
        await link.ask("play", race=1, ply=0, move="resign")
        await link.until("over")
    await go(phone, "/daily")
    await sprint.get_by_text("You have had your try.").wait_for()
    await sprint.get_by_role("row", name="1 Ivy").wait_for()
    tomorrow = await phone.locator(".sealed code").all_text_contents()
    assert sorted(tomorrow) == sorted(each["commitment"] for each in days["tomorrow"])


# For everyone. --------------------------------------------------------------------------------


async def test_a_page_by_the_keyboard_alone(desk: Page) -> None:
    await go(desk, "/")
    await press(desk, "Tab")
    assert await focused(desk) == "Skip to the page"
    await desk.get_by_label("The code or the link").focus()
    await desk.keyboard.type("not a code")
    await press(desk, "Enter")
    assert "six letters" in await about(desk.locator("[name=code]"))
    await desk.locator("[name=code]").fill("")
    await desk.keyboard.type("http://somewhere/t/KQ74TX")
    await press(desk, "Enter")
    await until(desk, "() => location.pathname === '/t/KQ74TX'")

    await go(desk, "/me")
    await desk.get_by_label("Your name").focus()
    await desk.keyboard.type("Kim")
    await press(desk, "Tab")
    await desk.keyboard.type(WORD)
    await press(desk, "Tab")
    await desk.keyboard.type(WORD)
    await press(desk, "Enter")
    await desk.locator(".recovery").wait_for()
    await go(desk, "/options")
    await desk.get_by_label("Green baize").focus()
    await press(desk, "ArrowRight")
    await until(desk, "() => document.documentElement.dataset.theme === 'light'")
    await press(desk, "Tab")
    assert await focused(desk) == "Green"
    # Another page is read from its heading on.
    await desk.locator(".menu-button").focus()
    await press(desk, "Enter")
    await desk.locator("#menu [href='/rules']").focus()
    await press(desk, "Enter")
    await until(desk, "() => document.activeElement.matches('h1')")
    await desk.get_by_role("link", name="Senior Wrangler").wait_for()
    assert await focused(desk) == "Rules"


async def focused(page: Page) -> str:
    found: Any = await page.evaluate(
        "(document.activeElement.labels?.[0] ?? document.activeElement).textContent.trim()"
    )
    return str(found)


async def test_axe_finds_nothing_on_any_page(page_of: PageOf, server: ServerProcess) -> None:
    async with known(server, "Lea") as lea, known(server, "Max") as other:
        await plays(lea, 3)
        await befriended(other, "Lea")
        await race(other, lea)
        guest, owner = await page_of("phone"), await page_of("phone")
        await log_in(owner, "Lea")
        await owner.get_by_text("You are Lea.").first.wait_for()
        for page, paths in ((guest, FOR_GUESTS), (owner, FOR_ACCOUNTS)):
            for path, last in paths.items():
                await nothing_wrong(page, path, last)


async def nothing_wrong(page: Page, path: str, last: str) -> None:
    """In all looks and both widths; nor is anything wider than the page, or too small to touch."""
    await go(page, path)
    await page.locator("main").get_by_text(last).last.wait_for()
    for door in await page.locator("details summary").all():
        await door.click()
    for size in (PHONE, DESK):
        await page.set_viewport_size(size)  # type: ignore[arg-type]
        await axe(page)
        for theme in THEMES:
            pale = await page.evaluate(CONTRAST, theme)
            assert pale == [], f"{path} in {theme}"
        wide = await page.evaluate("document.documentElement.scrollWidth")
        assert wide <= size["width"], f"{path} is {wide} wide at {size['width']}"
        small = await page.evaluate(SMALL)
        assert small == [], f"{path} at {size['width']}"


CONTRAST = """async (theme) => {
  const root = document.documentElement.dataset;
  const before = root.theme;
  root.theme = theme;
  const found = await axe.run(document, {runOnly: ["color-contrast"], resultTypes: ["violations"]});
  root.theme = before;
  return found.violations.flatMap((each) => each.nodes.map((node) => node.html));
}"""
SMALL = """() => [...document.querySelectorAll(
    "button, .button, select, input:not([type=radio], [type=checkbox]), summary")]
  .filter((e) => e.closest("main") && e.checkVisibility() && e.offsetHeight < 43.5)
  .map((e) => e.textContent.trim())"""


async def test_a_link_of_another_server_is_not_opened_here(
    phone: Page, server: ServerProcess
) -> None:
    """Its code is another room here."""
    async with client(server.url) as host:
        code = (await host.create("aces_up"))["code"]
        await go(phone, "/")
        button = phone.get_by_role("button", name="Join")
        for link in (
            f"https://patience.example/j/{code}",
            f"patience.example:8000/w/{code}",
            f"Come and race me: http://127.0.0.1:1/j/{code}",
        ):
            await fill(phone, code=link)
            await tap(phone, button)
            await phone.locator(".problem", has_text="another server").wait_for()
            assert await phone.evaluate("location.pathname") == "/"
            await fill(phone, code="")
            await tap(phone, button)
            await phone.locator(".problem", has_text="A code has six").wait_for()
        for link in (
            f"http://127.0.0.1:{server.port}/j/{code}",
            f"127.0.0.1:{server.port}/j/{code}",
            f"/j/{code}",
        ):
            await go(phone, "/")
            await fill(phone, code=link)
            await tap(phone, phone.get_by_role("button", name="Join"))
            await until(phone, "code => location.pathname === `/j/${code}`", code)


@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("/rules/bakers-dozen", "Baker's Dozen"),
        ("/boards/bakers-dozen", "Baker's Dozen"),
        ("/rules/firing-squad", "Aces Up"),
        ("/boards/Seven%20and%20Six", "Seven and Sixes"),
    ],
)
async def test_titles_of_games_in_addresses_with_any_of_their_names(
    phone: Page, path: str, title: str
) -> None:
    await go(phone, path)
    await phone.locator("main h1", has_text=title).wait_for()
    await until(phone, "title => document.title.startsWith(`${title}, `)", title)


@pytest.mark.parametrize("path", ["/me", "/host"])
async def test_a_field_for_a_name_takes_as_much_as_a_name_may_have(phone: Page, path: str) -> None:
    await go(phone, path)
    field = phone.locator("form [name=name]").first
    await field.press_sequentially("A" * (LONGEST_NAME + 6))
    assert await field.input_value() == "A" * LONGEST_NAME


async def test_the_field_at_the_door_takes_as_much_as_a_name_may_have(
    phone: Page, server: ServerProcess
) -> None:
    async with client(server.url) as host:
        await go(phone, f"/j/{(await host.create('aces_up'))['code']}")
        field = phone.get_by_label("Your name")
        await field.press_sequentially("A" * (LONGEST_NAME + 6))
        assert await field.input_value() == "A" * LONGEST_NAME
