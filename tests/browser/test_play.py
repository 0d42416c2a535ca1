"""Every game is played through its real page, by fingers on a phone and by keys alone at a desk;
what is drawn is what the server told, and the record of it verifies.

Some moves of each game are played here, and then it is given up; with PLAY_MOVES=700 each is
played to its end.
"""

import os
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import pytest_asyncio
from playwright.async_api import Browser
from playwright.async_api import expect as shown

from engine.computer_players.player import Player
from engine.games import GAMES, game
from engine.races.record import read
from engine.races.verify import verify
from tests.browser.bench import Device, axe, opened
from tests.browser.playing import DEVICE, Move, Playing, Way, begun, is_plain
from tests.browser.racing import play_out
from tests.harness import ServerProcess, client

MOVES = int(os.environ.get("PLAY_MOVES", "6"))
AIMLESS = 25
"""So many moves are made of a game that only goes round in circles, before it is given up."""
BACK_AFTER = 4
"""Moves, before one is taken back."""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def house(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[ServerProcess]:
    """One server for all of these games."""
    async with ServerProcess(tmp_path_factory.mktemp("house") / "data") as process:
        yield process


@pytest.mark.parametrize("way", ["taps", "keys"])
@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.timeout(300 if MOVES < 100 else 3600)
async def test_a_game_is_played(
    browser: Browser, house: ServerProcess, slug: str, way: Way
) -> None:
    rules = game(slug)
    address = f"http://127.0.0.1:{house.port}"
    async with opened(browser, address, DEVICE[way], reduced_motion="reduce") as page:
        playing = Playing(page, rules, way, random.Random(slug))
        await page.goto(f"/play/{slug}")
        await page.locator(".board .hand").wait_for()
        await playing.watch_deal()
        await playing.until(0)
        player = Player(rules, "greedy", random.Random(1).randrange)
        aimless = 0
        while not playing.over and playing.legal and playing.moves < MOVES:
            move = rules.codec.to_json(player.move(playing.state()))
            if move["kind"] == "resign":  # it would go round in circles
                aimless += 1
                if aimless > AIMLESS:
                    break
                plain = [legal for legal in playing.legal if is_plain(legal)]
                move = playing.rng.choice(plain or playing.legal)
            await as_told(playing)
            if playing.moves == BACK_AFTER:
                await taken_back(playing)
            await playing.play(move)
        ended = playing.over
        if ended:
            await playing.see_results()
        else:
            await playing.give_up()
        await page.locator(".results").wait_for()
        assert not playing.refused
        async with client(house.url) as link:
            record = (await link.ask("get_record", race=playing.code))["record"]
    assert all(check.ok for check in verify(record)), record
    told = read(record).seats[0].moves
    assert len(told) == playing.ply
    print(f"{slug} by {way}: {playing.moves} moves, {ended or 'given up'}")


async def as_told(playing: Playing) -> None:
    """The cards in the page are those the server told of, and of each pile the top is one."""
    drawn, shown = await playing.drawn(), playing.shown()
    assert {place: shown.get(place) for place in drawn} == drawn
    tops = {
        f"{name}#{pile['down'] + len(pile['up']) - 1}"
        for name, pile in playing.view["piles"].items()
        if pile["up"]
    }
    assert tops <= set(drawn)


async def taken_back(playing: Playing) -> None:
    """A move and its taking back leave the table as it was."""
    before = playing.shown()
    move = playing.legal[0]
    await playing.play(move)
    if playing.over:
        return
    await playing.take_back()
    assert playing.shown() == before
    assert set(await playing.drawn()) <= set(before)


@pytest.mark.parametrize("device", ["phone", "desk"])
async def test_the_table_stays_when_a_game_alone_is_over(
    browser: Browser, house: ServerProcess, device: Device
) -> None:
    """What one has played lies there with the verdict."""
    async with begun(browser, house.port, "aces_up", device) as playing:
        await play_out(playing, most=9)
        await playing.give_up()
        await playing.page.locator(".results").wait_for()
        await shown(playing.page.locator(".results .table")).to_be_visible()
        told, drawn = playing.shown(), await playing.drawn()
        columns = {place for place in told if place.startswith("tab.")}
        assert columns
        assert {place: drawn.get(place) for place in columns} == {
            place: told[place] for place in columns
        }
        await axe(playing.page)


@pytest.mark.parametrize("way", ["taps", "keys"])
async def test_the_last_move_of_a_stuck_game_alone_is_taken_back(
    browser: Browser, house: ServerProcess, way: Way
) -> None:
    async with stuck_game(browser, house, way) as playing:
        stuck = playing.page.locator(".prompt", has_text="No move is left. Take one back, or")
        await shown(stuck).to_be_visible()
        await axe(playing.page)
        last = playing.said[-1]
        await playing.take_back()
        assert last in playing.legal
        await shown(stuck).to_have_count(0)
        await playing.play(last)
        await shown(stuck).to_be_visible()
        await playing.give_up()
        await shown(playing.page.locator("h1")).to_have_text("The cards have won.")


LUCKY = 4


@asynccontextmanager
async def stuck_game(browser: Browser, house: ServerProcess, way: Way) -> AsyncIterator[Playing]:
    """A game of Aces Up alone in which no move is left. Now and then one is won although each deal
    came first; then another is played."""
    for _ in range(LUCKY):
        async with begun(browser, house.port, "aces_up", DEVICE[way], way) as playing:
            while playing.legal:
                await playing.play(deal_first(playing))
            if playing.over is None:
                yield playing
                return
    raise AssertionError("every game was won")


def deal_first(playing: Playing) -> Move:
    """So nobody comes out."""
    return min(playing.legal, key=lambda move: move["kind"] != "deal")
