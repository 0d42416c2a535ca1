"""Moves that the server has not answered yet: the browser client draws them at once."""

import asyncio
import json
import random
import re
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser
from playwright.async_api import expect as shown

from server.web.catalogue import generated
from tests.browser.bench import Device, drag, expect, still, tap, until
from tests.browser.cable import Cable, cable
from tests.browser.node_script import answers_of
from tests.browser.playing import Move, Playing, begun
from tests.browser.racing import drawn_ply
from tests.engine.helpers import deal, every_game
from tests.harness import ServerProcess

DELAY_S = 0.15
"""Each way."""
DRAGS = 4
PLIES = 60
AFTER_LATE_FRAMES = 1
NOT_DRAWN = {
    "auntie_allis exchange",
    "clock exchange",
    "demon grace",
    "rosamunds_bower lay",
    "crossword choose",
}
"""Kinds of move whose cards may wait for the answer."""

OBSERVE = """() => {
  addEventListener("pointerup", () => {
    const frames = (window.frames_seen = []);
    window.frames_done = false;
    const before = document.querySelector(".race").dataset.ply;
    let more = 3;
    const look = () => {
      const card = document.querySelector(`[data-place="${window.goal}"]`);
      const { ply } = document.querySelector(".race").dataset;
      if (ply !== before) more -= 1;
      const { x, y } = card?.getBoundingClientRect() ?? {};
      const pending = card?.classList.contains("pending") ?? false;
      frames.push(card && { card: card.dataset.card, x, y, pending, answered: ply !== before });
      if (more) requestAnimationFrame(look);
      else if (frames === window.frames_seen) window.frames_done = true;
    };
    requestAnimationFrame(look);
  }, true);
}"""
"""From the release of a card: what lies at the place `goal`, frame by frame, until a few frames
after the answer."""

SPOIL = """moves => {
  const { send } = WebSocket.prototype;
  WebSocket.prototype.send = function (text) {
    const said = JSON.parse(text);
    if (said.type === "play" && moves-- > 0) said.move = { ...said.move, dst: said.move.src };
    return send.call(this, JSON.stringify(said));
  };
}"""
"""The next moves of the page arrive as moves that the rules forbid."""


def test_every_move_is_drawn_as_the_server_then_makes_it() -> None:
    told = "".join(f"{json.dumps(made)}\n" for made in _moves())
    drawn: Counter[str] = Counter()
    for line in answers_of("pending.mjs", told):
        assert not line["wrong"], line
        assert not line["down"], line
        assert line["drawn"] or line["kind"] in NOT_DRAWN, line
        drawn[line["kind"]] += line["kept"]
    assert len(drawn) > 20
    assert sum(drawn.values()) > told.count("\n") / 2


def _moves() -> Iterator[dict[str, Any]]:
    """Moves of random games that name cards, with the views before and after each."""
    games = {game["slug"]: game for game in json.loads(generated()["catalogue.json"])["games"]}
    rng = random.Random(11)
    for rules in every_game():
        state = deal(rules, rng.randrange(1, 10**6))
        for _ in range(PLIES):
            if state.over:
                break
            moves = rules.legal(state).moves
            named = [
                move
                for move in moves
                if "src" in (told := rules.codec.to_json(move)) or "cell" in told
            ]
            move = rng.choice(named or list(moves))
            view, state = rules.view(state).to_json(), rules.play(state, move).state
            if named:
                yield {
                    "game": games[rules.slug],
                    "view": view,
                    "legal": [rules.codec.to_json(one) for one in moves],
                    "move": rules.codec.to_json(move),
                    "after": rules.view(state).to_json(),
                }


@pytest_asyncio.fixture(loop_scope="session")
async def laid(server: ServerProcess) -> AsyncIterator[Cable]:
    async with cable(server.port) as made:
        yield made


@asynccontextmanager
async def far_away(
    browser: Browser, laid: Cable, slug: str, device: Device = "desk", **settings: Any
) -> AsyncIterator[Playing]:
    """A game on a server that answers after twice DELAY_S."""
    async with begun(browser, laid.port, slug, device, **settings) as playing:
        laid.delay_s = DELAY_S
        yield playing
        laid.delay_s = 0.0


def goal(playing: Playing, move: Move) -> str:
    """The place where the lowest card that a move takes will lie."""
    pile = move["dst"] if "dst" in move else playing._home(move)
    lying = playing.view["piles"][pile]
    return f"{pile}#{lying['down'] + len(lying['up'])}"


async def drop(playing: Playing, move: Move) -> str:
    """Drag a move's card to the pile where it goes. Return its place there."""
    source, to, place = *list(playing.steps(move))[:2], goal(playing, move)
    await playing.page.evaluate("goal => (window.goal = goal, window.frames_done = false)", place)
    await drag(playing.page, playing.place(source), playing.place(to))
    return place


async def next_drag(playing: Playing) -> Move:
    """A legal move of a card to a pile; cards are dealt until there is one."""
    while True:
        found = [move for move in playing.legal if "src" in move and _single(playing, move)]
        if found:
            return found[0]
        await playing.play(playing.legal[0])


def _single(playing: Playing, move: Move) -> bool:
    """Whether a move takes one card, which no other legal move takes there."""
    ends = (move["src"], move.get("dst"))
    alike = [one for one in playing.legal if (one.get("src"), one.get("dst")) == ends]
    return move.get("n", 1) == 1 and len(alike) == 1


@pytest.mark.parametrize(
    "slug", ["klondike", "bakers_dozen", "usk", "spider", "grandfathers_clock"]
)
async def test_a_dropped_card_rests_at_once(browser: Browser, laid: Cable, slug: str) -> None:
    async with far_away(browser, laid, slug) as playing:
        page = playing.page
        await page.evaluate(OBSERVE)
        for _ in range(DRAGS):
            move, ply = await next_drag(playing), playing.ply
            await drawn_ply(page, ply)
            source = next(playing.steps(move))
            card = await playing.place(source).get_attribute("data-card")
            await drop(playing, move)
            await until(page, "() => window.frames_done")
            frames = await page.evaluate("window.frames_seen")
            waited = [frame for frame in frames if not (frame and frame["answered"])]
            late = next(i for i, frame in enumerate(waited) if frame and frame["card"] == card)
            assert late <= AFTER_LATE_FRAMES, f"{slug} {move}: {late} frames late"
            rested = {(f["card"], f["x"], f["y"], f["pending"]) for f in waited[late:]}
            assert len(rested) == 1, f"{slug} {move}: it moved again: {rested}"
            assert rested.pop()[3], "it is marked until the answer comes"
            assert not any(frame and frame["pending"] for frame in frames[-1:])
            await playing.until(ply + 1)
            await drawn_ply(page, ply + 1)
            assert (await playing.drawn()).items() <= playing.shown().items()
        assert not playing.refused


async def test_a_dropped_card_glides_from_where_it_was_let_go(
    browser: Browser, laid: Cable
) -> None:
    """It is never seen in its old column again."""
    async with far_away(browser, laid, "bakers_dozen", reduced_motion="no-preference") as playing:
        page = playing.page
        await still(page)  # the cards are dealt one after the other
        await page.evaluate(OBSERVE)
        move = await next_drag(playing)
        to = await playing.place(list(playing.steps(move))[1]).bounding_box()
        assert to
        await drop(playing, move)
        await until(page, "() => window.frames_done")
        seen = [frame for frame in await page.evaluate("window.frames_seen") if frame]
        assert all(abs(frame["x"] - to["x"]) < to["width"] for frame in seen)


async def two_moves(playing: Playing) -> tuple[Move, Move]:
    """A move of a card, and one of the card under it to a third pile, which is legal only after the
    first. One deal in two hundred begins without such moves: other moves are played until there
    are."""
    while (found := _two_moves(playing)) is None:
        await playing.play(playing.legal[0])
    return found


def _two_moves(playing: Playing) -> tuple[Move, Move] | None:
    rules, state = playing.rules, playing.state()
    for first in rules.legal(state).moves:
        one = rules.codec.to_json(first)
        if not ("dst" in one and _single(playing, one)):
            continue
        after = rules.play(state, first).state
        for second in rules.legal(after).moves:
            two = rules.codec.to_json(second)
            if two.get("src") == one["src"] and two.get("dst", one["dst"]) != one["dst"]:
                return one, two
    return None


async def two_drops(playing: Playing, laid: Cable, one: Move, two: Move) -> None:
    """Make two moves: of a card, and of the card under it. Nothing arrives until the cable is
    released."""
    await drawn_ply(playing.page, playing.ply)
    laid.hold()
    card = playing.view["piles"][one["src"]]["up"][-2]
    await drop(playing, one)
    source = playing._top(one["src"], 2)
    to = goal(playing, two)
    await drag(playing.page, playing.place(source), playing.place(playing._top(two["dst"])))
    await shown(playing.place(to)).to_have_attribute("data-card", card)


async def test_a_next_move_is_drawn_and_sent_in_turn(browser: Browser, laid: Cable) -> None:
    async with far_away(browser, laid, "bakers_dozen") as playing:
        one, two = await two_moves(playing)
        ply, sent = playing.ply, len(playing.said)
        await two_drops(playing, laid, one, two)
        assert playing.said[sent:] == [one]
        laid.release()
        await playing.until(ply + 2)
        assert playing.said[sent:] == [one, two]
        await drawn_ply(playing.page, ply + 2)
        await shown(playing.page.locator(".pending")).to_have_count(0)
        assert await playing.drawn() == playing.shown()
        assert not playing.refused


async def test_a_card_picked_up_meanwhile_stays_so(browser: Browser, laid: Cable) -> None:
    """By taps: the first is not answered yet when the second card is picked up, and is answered
    when it is put down. A deal that is touched meanwhile is made after the answer."""
    async with far_away(browser, laid, "bakers_dozen") as playing:
        one, two = await two_moves(playing)
        page, ply, sent = playing.page, playing.ply, len(playing.said)
        laid.hold()
        for place in list(playing.steps(one))[:2]:
            await tap(page, playing.place(place))
        await shown(playing.place(goal(playing, one))).to_have_class(re.compile("pending"))
        below = playing.place(playing._top(one["src"], 2))
        await tap(page, below)
        await shown(below).to_have_class(re.compile("lifted"))
        laid.release()
        await drawn_ply(page, ply + 1)
        await shown(page.locator(".target").first).to_be_visible()
        await shown(below).to_have_class(re.compile("lifted"))
        await tap(page, playing.place(playing._top(two["dst"])))
        await playing.until(ply + 2)
        assert playing.said[sent:] == [one, two]


async def test_a_deal_touched_meanwhile_waits(browser: Browser, laid: Cable) -> None:
    async with far_away(browser, laid, "spider") as playing:
        move, page, ply, sent = (
            await next_drag(playing),
            playing.page,
            playing.ply,
            len(playing.said),
        )
        await drawn_ply(page, ply)
        laid.hold()
        await shown(playing.place(await drop(playing, move))).to_have_class(re.compile("pending"))
        await page.locator(".actions button.deal").click()
        assert len(playing.said) == sent + 1
        laid.release()
        asked = page.locator(".asks button.first")
        await shown(asked.or_(page.locator(f'.race[data-ply="{ply + 2}"]'))).to_be_visible()
        if await asked.is_visible():  # another card could be played
            await asked.click()
        await playing.until(ply + 2)
        assert playing.said[sent:] == [move, {"kind": "deal"}]


def apart(playing: Playing) -> tuple[Move, Move]:
    """Two legal moves that have no pile in common."""
    moves = [move for move in playing.legal if "dst" in move and _single(playing, move)]
    for one in moves:
        for other in moves:
            if not {one["src"], one["dst"]} & {other["src"], other["dst"]}:
                return one, other
    raise AssertionError("no such moves")


async def test_refused_moves_go_back_with_the_reason(browser: Browser, laid: Cable) -> None:
    """Also the next, although it would be legal."""
    async with far_away(browser, laid, "bakers_dozen") as playing:
        one, other = apart(playing)
        before, ply, sent = await playing.drawn(), playing.ply, len(playing.said)
        await playing.page.evaluate(SPOIL, 1)
        laid.hold()
        for move in (one, other):
            await shown(playing.place(await drop(playing, move))).to_have_class(
                re.compile("pending")
            )
        laid.release()
        prompt = playing.page.locator(".prompt.problem")
        await shown(prompt).to_have_count(1)
        await shown(playing.page.locator(".pending")).to_have_count(0)
        assert await prompt.text_content() == playing.refused[-1]
        assert await playing.drawn() == before
        await asyncio.sleep(4 * DELAY_S)
        assert (playing.ply, len(playing.said)) == (ply, sent + 1), "the second was not sent"


async def test_a_next_move_that_is_not_legal_goes_back(browser: Browser, laid: Cable) -> None:
    """And those made after it."""
    async with far_away(browser, laid, "bakers_dozen") as playing:
        one, other = apart(playing)
        page, ply, sent = playing.page, playing.ply, len(playing.said)
        used = {one["src"], one["dst"], other["src"], other["dst"]}
        third = next(
            name for name in playing.view["piles"] if name.startswith("tab.") and name not in used
        )
        laid.hold()
        await drop(playing, one)
        await drag(page, playing.place(playing._top(third)), playing.place("foundation.S"))
        await shown(playing.place("foundation.S#0")).to_have_count(1)
        await shown(playing.place(await drop(playing, other))).to_have_class(re.compile("pending"))
        laid.release()
        await shown(page.locator(".prompt")).to_have_text(
            re.compile("It cannot go there|Nothing can be played from there")
        )
        await drawn_ply(page, ply + 1)
        await asyncio.sleep(4 * DELAY_S)
        assert await playing.drawn() == playing.shown()
        assert playing.said[sent:] == [one]


async def test_moves_into_a_lost_connection_are_made_once(browser: Browser, laid: Cable) -> None:
    async with far_away(browser, laid, "bakers_dozen") as playing:
        expect(playing.page, r"WebSocket connection|ERR_|Failed to load")
        one, two = await two_moves(playing)
        ply = playing.ply
        await two_drops(playing, laid, one, two)
        laid.cut()
        laid.release()
        drawn = await playing.drawn()
        await playing.page.evaluate("dispatchEvent(new Event('offline'))")
        await shown(playing.page.get_by_text("The server is out of reach")).to_be_visible()
        assert await playing.drawn() == drawn, "they stay where they were put"
        laid.mend()
        await playing.page.evaluate("dispatchEvent(new Event('online'))")
        await playing.until(ply + 2)
        await drawn_ply(playing.page, ply + 2)
        await asyncio.sleep(2 * DELAY_S)
        assert playing.ply == ply + 2, "nothing is made twice"
        assert await playing.drawn() == playing.shown() == drawn
        assert not playing.refused
        assert playing.said[-1] == two
        assert one in playing.said
