"""Aids in the page: finishing a won game, making a move again, hints, and what they cost."""

import random
import re
import secrets
from typing import Any

import pytest
from playwright.async_api import Browser, Page
from playwright.async_api import expect as shown

from engine.aids import safe_move
from engine.computer_players.player import Player
from engine.games import game
from engine.races.record import read
from engine.races.verify import verify
from engine.table import WON
from engine.view import View
from tests.browser.bench import axe
from tests.browser.conftest import PageOf
from tests.browser.playing import DEVICE, Playing, Way, begun
from tests.browser.racing import remember
from tests.harness import Client, ServerProcess, client
from tests.server.accounts.test_accounts import sign_up

BELL_MS = 24 * 3_600_000
USK = game("usk")
"""About one deal in ten of it is brought to a finish by the greedy player."""
MOST_DEALS, MOST_MOVES = 300, 200
TILT_WORDS = {1: "tilted right", 2: "laid across", 3: "tilted left"}


async def deal_alone(
    link: Client, slug: str, name: str, take_back: str = "practice", **terms: Any
) -> tuple[str, str]:
    """The room of a game played alone, and the token of its seat."""
    token, terms = secrets.token_urlsafe(24), {"take_back": take_back, **terms}
    asked = {"game": slug, "terms": terms, "bell_ms": BELL_MS, "legal": True}
    nonce = secrets.token_hex(16)
    room = await link.ask("play_alone", **asked, name=name, token=token, nonce=nonce)
    return room["code"], token


async def nearly_out(link: Client) -> tuple[str, str]:
    """The room of a game of Usk that plain play wins, and the token of its seat."""
    for number in range(MOST_DEALS):
        code, token = await deal_alone(link, USK.slug, "Ann")
        player = Player(USK, "greedy", random.Random(number).randrange, MOST_MOVES)
        over: Any = None
        while over is None:
            table = await link.ask("look")
            if table["finish"]:
                return code, token
            move = player.move(USK.state_of(View.from_json(table["view"])))
            made = {"race": 1, "ply": table["ply"], "move": USK.codec.to_text(move)}
            over = (await link.ask("play", **made))["over"]
        await link.ask("leave")
    raise AssertionError("no deal came to a finish")


async def take_seat(page: Page, slug: str, code: str, token: str) -> None:
    """Go on in the page with a game played alone that was begun elsewhere."""
    await remember(page, {f"seat/{code}": token, f"alone/{slug}": code})
    await page.goto(f"/play/{slug}")
    await page.locator(".board .hand").wait_for()


@pytest.mark.long(20)
@pytest.mark.parametrize("way", ["taps", "keys"])
async def test_a_won_game_is_finished_at_once(
    page_of: PageOf, server: ServerProcess, way: Way
) -> None:
    """By moves like any others: each is in the record, which verifies, and the result is clean."""
    async with client(server.url) as link:
        code, token = await nearly_out(link)
    page = await page_of(DEVICE[way], reduced_motion="reduce")
    await take_seat(page, USK.slug, code, token)
    button = page.get_by_role("button", name="Finish", exact=True)
    await shown(button).to_be_visible()
    await axe(page)
    before = int(await page.locator(".race").get_attribute("data-ply") or 0)
    await (button.tap() if way == "taps" else page.keyboard.press("*"))
    # The last board stays in view until the player wants to see the results.
    results = page.get_by_role("button", name="Results", exact=True)
    await shown(results).to_be_visible()
    await shown(page.locator('[data-card^="K"]')).to_have_count(4)
    await shown(page.locator(".results")).to_have_count(0)
    await shown(page.locator(".own .prompt")).to_have_text("Solved!")
    await axe(page)
    await (results.tap() if way == "taps" else results.press("Enter"))
    await shown(page.locator("h1")).to_have_text("Solved!")
    await shown(page.locator(".own-record")).to_contain_text("1 of 1 game won in this browser.")
    async with client(server.url) as link:
        record = (await link.ask("get_record", race=code))["record"]
    assert all(check.ok for check in verify(record))
    result, seat = read(record).results[0].standing, read(record).seats[0]
    assert (result.result, result.clean, result.moves) == (WON.result, True, len(seat.moves))
    assert result.moves > before


@pytest.mark.parametrize("way", ["taps", "keys"])
async def test_a_move_is_made_again_and_a_hint_marks_the_result(
    browser: Browser, server: ServerProcess, way: Way
) -> None:
    async with begun(browser, server.port, "usk", DEVICE[way], way) as playing:
        page = playing.page
        redo = page.get_by_role("button", name="Redo", exact=True)
        await playing.play(playing.legal[0])
        after = playing.shown()
        await shown(redo).to_have_count(0)
        await playing.take_back()
        await shown(redo).to_be_visible()
        await press(playing, "Redo", "y")
        assert playing.shown() == after
        await shown(redo).to_have_count(0)
        if way == "keys":
            for redone in ("Control+y", "Control+Shift+Z"):
                await page.keyboard.press("Control+z")
                await shown(redo).to_be_visible()
                await page.keyboard.press(redone)
                await shown(redo).to_have_count(0)
                assert playing.shown() == after
        await press(playing, "Hint", "!")
        await shown(page.locator(".prompt")).to_contain_text("Hint: ")
        assert playing.shown() == after
        await axe(page)
        await playing.play(playing.legal[0])
        await shown(page.locator(".prompt")).not_to_contain_text("Hint: ")
        await playing.give_up()
        await page.locator(".results").wait_for()
        await shown(page.locator(".results")).to_contain_text("with help")


@pytest.mark.parametrize("way", ["taps", "keys"])
async def test_a_hint_tilts_dead_and_danger_cards(
    browser: Browser, server: ServerProcess, way: Way
) -> None:
    """Until the next move; the player's own marks are not touched."""
    rules = game("auntie_allis")
    async with begun(browser, server.port, rules.slug, DEVICE[way], way) as playing:
        page = playing.page
        while not (found := rules.suggested_tilts(rules.state_of(View.from_json(playing.view)))):
            await playing.play({"kind": "deal"})
        tilted = page.locator(
            ", ".join(f'.own [data-place][aria-label*="{words}"]' for words in TILT_WORDS.values())
        )
        await shown(tilted).to_have_count(0)
        await press(playing, "Hint", "!")
        await shown(tilted).to_have_count(len(found))
        for pile, index, tilt in found:
            card = page.locator(f'[data-place="{rules.layout.names[pile]}#{index}"]')
            await shown(card).to_have_attribute("aria-label", re.compile(TILT_WORDS[tilt]))
        await shown(page.locator(".prompt")).to_contain_text("Tilted: ")
        await axe(page)
        assert playing.marks == []
        await playing.play({"kind": "deal"})
        await shown(tilted).to_have_count(0)
        await playing.give_up()
        await shown(page.locator(".results")).to_contain_text("with help")


async def test_a_hint_counts_what_a_watched_deal_has_laid(
    browser: Browser, server: ServerProcess
) -> None:
    async with begun(browser, server.port, "kings", DEVICE["taps"], "taps") as playing:
        page = playing.page
        await press(playing, "Hint", "!")
        prompt = page.locator(".prompt")
        await shown(prompt).to_contain_text("Laid on the heaps: 1:")
        laid = [int(n) for n in re.findall(r"\d+:(\d+)", await prompt.inner_text())]
        corner = View.from_json(playing.view).piles["corner"]
        assert corner is not None
        assert (len(laid), sum(laid)) == (12, 96 - corner.down)
        await axe(page)
        await playing.play({"kind": "turn"})
        await shown(prompt).not_to_contain_text("Laid on the heaps")
        await playing.give_up()
        await shown(page.locator(".results")).to_contain_text("with help")


async def test_one_counts_oneself_while_the_deal_is_watched(page_of: PageOf) -> None:
    """By taps on heaps and by letters; the right counts are told on request, as a hint."""
    page = await page_of("phone", reduced_motion="reduce")
    playing = Playing(page, game("kings"), "taps", random.Random(1))
    await page.goto("/play/kings")
    prompt = page.locator(".watched-deal .prompt")
    await shown(prompt).to_contain_text("Round 1 of")
    for heap in (3, 3, 7):
        await page.locator(f"[data-place^='heap.{heap}#'], [data-place='heap.{heap}']").first.tap()
    await shown(prompt).to_contain_text("Counted 3: 2, 7: 1.")
    await page.keyboard.press("a")
    await page.keyboard.press("A")
    await page.get_by_role("button", name="3: one less").tap()
    await shown(prompt).to_contain_text("Counted 3: 1, 7: 1.")
    await page.get_by_role("button", name="Next round").tap()
    await shown(prompt).to_contain_text("Round 2 of")
    await shown(prompt).to_contain_text("Counted 3: 1, 7: 1.")
    await page.get_by_role("button", name="Check the counts").tap()
    await shown(prompt).to_contain_text(re.compile(r"You counted 3: 1 of \d, 7: 1 of \d\."))
    await axe(page)
    await page.reload()
    await shown(prompt).to_contain_text("Round 2 of")
    await page.locator("[data-place^='heap.5']").first.tap()
    await playing.watch_deal()
    await press(playing, "Hint", "!")
    told = page.locator(".prompt")
    await shown(told).to_contain_text(re.compile(r"You counted 5: 1 of \d\."))
    await playing.play({"kind": "turn"})
    await playing.give_up()
    await shown(page.locator(".results")).to_contain_text("with help")


async def press(playing: Playing, name: str, key: str) -> None:
    """Touch a button of the bar, or press its key, and wait for the answer."""
    ply = playing.ply
    if playing.way == "taps":
        await playing.page.get_by_role("button", name=name, exact=True).tap()
    else:
        await playing.page.keyboard.press(key)
    await playing.until(ply + 1)


async def test_the_table_says_when_a_game_stops_counting_for_a_crown(
    page_of: PageOf, server: ServerProcess
) -> None:
    page = await page_of("phone", reduced_motion="reduce")
    async with client(server.url) as link:
        signed = await sign_up(link, "Ada")
        me = {"name": "Ada", "session": signed["session"], "bot": False}
        code, token = await deal_alone(link, "seven_and_sixes", "Ada")
        table = await link.ask("look")
        await link.ask("play", race=1, ply=0, move=table["legal"][0])
        assert (await link.ask("get_crown"))["playing"]["counts"] is True
    await remember(page, {"session": me})
    await take_seat(page, "seven_and_sixes", code, token)
    told = page.locator(".told", has_text="this game no longer counts for a crown")
    await shown(told).to_have_count(0)
    await page.get_by_role("button", name="Take back").tap()
    await shown(told).to_be_visible()
    await axe(page)
    await page.reload()
    await page.locator(".board .hand").wait_for()
    await shown(told).to_be_visible()
    async with client(server.url) as link:
        await link.ask("authenticate", session=signed["session"])
        assert (await link.ask("get_crown"))["playing"]["counts"] is False


async def dealt_with_a_safe_card(link: Client, slug: str) -> tuple[str, str, Any]:
    """The room of a game with safe auto-play in which a card is safe after the deal, the token
    of its seat, and the move that the server names."""
    while True:
        code, token = await deal_alone(link, slug, "Ben", "none", safe_play=True)
        safe = (await link.ask("look"))["safe"]
        if safe is not None:
            return code, token, safe
        await link.ask("leave")


@pytest.mark.parametrize(("slug", "begins"), [("bakers_dozen", 0), ("grandfathers_clock", 12)])
async def test_safe_cards_go_up_by_themselves_where_the_terms_ask_for_it(
    page_of: PageOf, server: ServerProcess, slug: str, begins: int
) -> None:
    rules = game(slug)
    async with client(server.url) as link:
        code, token, safe = await dealt_with_a_safe_card(link, rules.slug)
    page = await page_of("desk", reduced_motion="reduce")
    await take_seat(page, rules.slug, code, token)
    await shown(page.locator(".race .progress")).not_to_contain_text(f"{begins} of 52")
    for _ in range(2):
        await page.get_by_role("button", name="Give up", exact=True).last.click()
    await page.locator(".results").wait_for()
    async with client(server.url) as link:
        record = (await link.ask("get_record", race=code))["record"]
    assert all(check.ok for check in verify(record))
    texts = [entry.text for entry in read(record).seats[0].moves]
    state = rules.deal(rules.pack(read(record).seed))
    assert texts[0] == rules.codec.to_text(rules.codec.from_json(safe))
    for text in texts[:-1]:
        assert text == rules.codec.to_text(safe_move(rules, state))
        state = rules.play(state, rules.codec.from_text(text)).state
    assert safe_move(rules, state) is None, "every safe card has gone up"
