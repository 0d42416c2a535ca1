"""Play a game through the page by touch or by keys alone, using only what the page shows."""

import json
import random
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, Literal

from playwright.async_api import Browser, Locator, Page, WebSocket

from client_cli.terminal.pile_labels import cell_label, labels
from engine.games import AnyGame, game
from engine.view import View
from tests.browser.bench import Device, opened
from tests.harness import LIMIT_S

Way = Literal["taps", "keys"]
DEVICE: dict[Way, Device] = {"taps": "phone", "keys": "desk"}
Move = dict[str, Any]

LETTERS = 0.5
"""How often a move is typed by its letters where it can be, rather than walked to by arrows."""
MOST_STEPS = 200
"""From one place of a table to another are fewer arrows."""
A_WAY = 25
"""So many steps one way of walking is tried."""
COLUMN_PX = 30
"""Places that differ by less lie in one column, cards that are put aside in it among them."""
CHOOSING = 12

PASSING = frozenset({"storage_away", "try_again", "busy", "too_fast"})
"""Refusals that say nothing against a move: the page asks again by itself."""

POINT = """place => {
  const found = document.querySelector(`[data-place="${place}"]`);
  if (!found) return null;
  const hits = (x, y) => document.elementFromPoint(x, y)?.closest("[data-place]") === found;
  for (const [room, scrolls] of [[6, true], [6, false], [0, false]]) {
    const { left, top, width, height } = found.getBoundingClientRect();
    for (const down of [0.5, 0.25, 0.15, 0.05]) for (const along of [0.5, 0.15, 0.85]) {
      const [x, y] = [left + width * along, top + height * down];
      if (hits(x, y) && hits(x, y - room) && hits(x, y + room)) return [x, y];
    }
    if (scrolls) found.scrollIntoView({ block: "center" });
  }
  return null;
}"""
"""Where a place can be touched, however much of it is covered: at the edge of the bar below only
where there is no other spot, for the bar grows by a line now and then."""

ARROWS = ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown")
STEP = """place => {
  const [here, there] = [document.activeElement, document.querySelector(`[data-place="${place}"]`)];
  if (!there) return "gone";
  if (here === there) return "there";
  if (!here?.closest(".cloth")) return "outside";
  const [a, b] = [here.getBoundingClientRect(), there.getBoundingClientRect()];
  return [b.left - a.left, b.top - a.top];
}"""

LIT = "() => [...document.querySelectorAll('.target')].map((target) => target.dataset.place)"

HAS_DRAWN = "ply => Number(document.querySelector('.race')?.dataset.ply ?? -1) >= ply"
"""Whether the page shows the table after so many moves. It hears of them a moment earlier."""

DRAWN = """() => Object.fromEntries([...document.querySelectorAll("[data-place][data-card]")].map(
  (card) => [card.dataset.place, card.dataset.card]))"""


@asynccontextmanager
async def begun(
    browser: Browser, port: int, slug: str, device: Device, way: Way = "taps", **settings: Any
) -> AsyncIterator["Playing"]:
    """A game alone on a device of its own, dealt and watched."""
    given = {"reduced_motion": "reduce", **settings}
    async with opened(browser, f"http://127.0.0.1:{port}", device, **given) as page:
        playing = Playing(page, game(slug), way, random.Random(slug))
        await page.goto(f"/play/{slug}")
        await page.locator(".board .hand").wait_for()
        await playing.watch_deal()
        await playing.until(0)
        yield playing


@dataclass
class Playing:
    """A game that is played in a page. What it hears of the line is what the page hears."""

    page: Page
    rules: AnyGame
    way: Way
    rng: random.Random
    view: dict[str, Any] = field(default_factory=dict)
    legal: list[Move] = field(default_factory=list)
    ply: int = -1
    over: dict[str, Any] | None = None
    code: str = ""
    refused: list[str] = field(default_factory=list)
    moves: int = 0
    sent: int = -1
    """The ply after the last move that was sent."""
    said: list[Move] = field(default_factory=list)
    marks: list[tuple[str, int | None, int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.on("websocket", self._line)

    def _line(self, line: WebSocket) -> None:
        line.on("framereceived", lambda text: self._heard(json.loads(text)))
        line.on("framesent", lambda text: self._said(json.loads(text)))

    def _said(self, said: dict[str, Any]) -> None:
        if said["type"] == "play":
            self.sent = said["ply"] + 1
            self.said.append(said["move"])
        elif said["type"] == "mark":
            self.marks.append((said["pile"], said["index"], said["tilt"]))

    def _heard(self, said: dict[str, Any]) -> None:
        match said["type"]:
            case "room":
                self.code = said["code"]
                if said["table"]:
                    self._heard(said["table"])
            case "table":
                self.view = said["view"]
                self._now(said)
            case "moved" if said["ply"] == self.ply + 1:
                piles = {**self.view["piles"], **said["changed"]["piles"]}
                left = {name: pile for name, pile in piles.items() if pile is not None}
                self.view = {**self.view, **said["changed"], "piles": left}
                self._now(said)
            case "refused" if said["code"] not in PASSING:
                self.refused.append(said["error"])

    def _now(self, said: dict[str, Any]) -> None:
        self.ply, self.over = said["ply"], said["over"]
        self.legal = said["legal"] or []

    async def until(self, ply: int) -> None:
        """Wait until the page has heard of the table after so many moves."""
        until = monotonic() + LIMIT_S
        while self.ply < ply:
            if monotonic() > until:
                lit = await self.page.evaluate(LIT)
                raise AssertionError(
                    f"after {self.ply} plies; sent up to {self.sent}, last {self.said[-1:]};"
                    f" refused {self.refused}; offered {lit}"
                )
            await self.page.wait_for_timeout(2)

    async def watch_deal(self) -> None:
        """Go through the frames of a deal that is watched."""
        button = self.page.locator(".watched-deal button.deal")
        while await button.count():
            if self.way == "taps":
                await self._tap(button)
            else:
                await self.page.keyboard.press(" ")
            await self.page.wait_for_timeout(5)

    async def _touches(self) -> bool:
        return bool(await self.page.evaluate("navigator.maxTouchPoints > 0"))

    async def play(self, move: Move) -> None:
        """Make a legal move."""
        ply = self.ply
        while not await self.page.evaluate(HAS_DRAWN, ply):
            await self.page.wait_for_timeout(2)
        if self.way == "taps":
            await self._by_taps(move)
        else:
            await self._by_keys(move)
        await self.until(ply + 1)
        self.moves += 1

    def place(self, place: str) -> Locator:
        """What has to be touched for a place."""
        return self.page.locator(f'[data-place="{place}"]')

    async def take_back(self) -> None:
        """Take the last move back."""
        ply = self.ply
        if self.way == "taps":
            await self._tap(self.page.get_by_role("button", name="Take back"))
        else:
            await self.page.keyboard.press("Backspace")
        await self.until(ply + 1)

    async def see_results(self) -> None:
        """Look at the results of a game alone that is over; its last board stays until then."""
        await self._tap(self.page.get_by_role("button", name="Results", exact=True))
        await self.page.locator(".results").wait_for()

    async def give_up(self) -> None:
        """Give the game up; that is asked once."""
        ply = self.ply
        for name in ("Give up", "Give up"):
            button = self.page.get_by_role("button", name=name, exact=True).last
            if self.way == "taps":
                await self._tap(button)
            else:
                await button.focus()
                await self.page.keyboard.press("Enter")
        await self.until(ply + 1)

    async def drawn(self) -> dict[str, str]:
        """The cards that are seen in the page, by their places."""
        found: dict[str, str] = await self.page.evaluate(DRAWN)
        return found

    def shown(self) -> dict[str, str]:
        """The face-up cards as the line told of them, by their places."""
        cards = {
            f"{name}#{pile['down'] + i}": card
            for name, pile in self.view["piles"].items()
            for i, card in enumerate(pile["up"])
        }
        laid = {"cell:{},{}".format(*one["cell"]): one["card"] for one in self.view.get("grid", [])}
        coming = {"next": self.view["next"]} if self.view.get("next") else {}
        return cards | laid | coming

    # Fingers. ---------------------------------------------------------------------------------

    async def _by_taps(self, move: Move) -> None:
        ply = self.ply
        if is_plain(move):
            await self._tap(self.page.locator(".actions button.deal"))
            asked = self.page.locator(".asks button.first")
            if await asked.is_visible():
                await self._tap(asked)
            return
        first, *rest = self.steps(move)
        await self._touch(first)
        for i in range(len(rest)):
            if await self._goes_on(rest[i:], move, ply):
                await self._touch(rest[i])
        await self._goes_on([], move, ply)

    async def _touch(self, place: str) -> None:
        pushed = self.page.locator(f'[data-key^="{place.partition("#")[0]}~"]')
        if not await self.page.locator(f'[data-place="{place}"]').count():
            await self._tap(pushed.first)
        at = await self.page.evaluate(POINT, place)
        assert at is not None, f"{place} cannot be touched"
        if await self._touches():
            await self.page.touchscreen.tap(*at)
        else:
            await self.page.mouse.click(*at)

    async def _tap(self, button: Locator) -> None:
        await (button.tap() if await self._touches() else button.click())

    async def _goes_on(self, places: list[str], move: Move, ply: int) -> bool:
        """Whether the first of these places is to be named next: the move is not made, not chosen
        instead, and that place is not the only one there was."""
        for _ in range(LIMIT_S * 20):
            if self.ply > ply or self.sent > ply or await self._chosen(move) or not places:
                return False
            lit = await self.page.evaluate(LIT)
            if any(place in lit for place in places):
                return places[0] in lit
            await self.page.wait_for_timeout(2)
        raise AssertionError(f"{places[0]} is not offered for {move}")

    async def _chosen(self, move: Move) -> bool:
        """Whether the hand asked which of several moves is meant, and was told."""
        choices = self.page.locator(".choices button")
        if not await choices.count():
            return False
        for i in range(await choices.count()):
            if json.loads(await choices.nth(i).get_attribute("data-move") or "{}") == move:
                if self.way == "taps":
                    await self._tap(choices.nth(i))
                else:
                    await self.page.keyboard.press(str(i + 1))
                return True
        return False

    def steps(self, move: Move) -> Iterator[str]:
        """The places a move is made by."""
        if "cell" in move:
            yield "cell:{},{}".format(*move["cell"])
            return
        if "slots" in move:
            yield from map(self._top, move["slots"])
            return
        if move["kind"] == "choose":
            yield f"last.{move['n']}#0"
            return
        yield self._source(move)
        yield self._top(move["dst"] if "dst" in move else self._home(move))
        yield from map(self._top, move.get("fills", ()))

    def _source(self, move: Move) -> str:
        src = move.get("src", self.rules.drawing.hand)
        pile, _, at = src.rpartition(".")
        if src in self.view["piles"]:
            return self._top(src, move.get("n", 1))
        return f"{pile}#{at}" if pile == "fan" else self._top(pile, 1 + int(at))

    def _top(self, name: str, n: int = 1) -> str:
        pile = self.view["piles"].get(name, {"down": 0, "up": []})
        return f"{name}#{pile['down'] + len(pile['up']) - n}" if pile["up"] else name

    def _home(self, move: Move) -> str:
        name, _, index = self._source(move).partition("#")
        pile = self.view["piles"][name]
        card = pile["up"][int(index) - pile["down"]]
        homes = (
            self.rules.drawing.homes.get(card, ""),
            "discard",
            "aces",
            "foundation",
            f"foundation.{card[1]}",
        )
        return next(home for home in homes if home in self.view["piles"])

    # Keys. ------------------------------------------------------------------------------------

    async def _by_keys(self, move: Move) -> None:
        ply = self.ply
        if is_plain(move):
            await self.page.keyboard.press(".")
            if self.ply == ply and await self.page.locator(".asks button.first").is_visible():
                await self.page.keyboard.press(".")
            return
        text = self._typed(move)
        letters = text is not None and self.rng.random() < LETTERS
        if not letters and text and not await self._is_seen(move):
            letters = True
        places = list(self.steps(move))
        for i, place in enumerate(places):
            label = text[i] if letters and text else ""
            if i and not await self._goes_on(places[i:], move, ply):
                continue
            if letters:
                await self.page.keyboard.type(label)
            else:
                await self.walk(place)
                await self.page.keyboard.press("Enter")
        await self._goes_on([], move, ply)

    async def _is_seen(self, move: Move) -> bool:
        first = next(self.steps(move))
        return bool(await self.page.locator(f'[data-place="{first}"]').count())

    def _typed(self, move: Move) -> list[str] | None:
        """The labels of the terminal client for each step; None where letters cannot say it."""
        if "cell" in move:
            return [cell_label(self.rules, tuple(move["cell"]))]
        label = labels(self.rules)
        if move.get("src", self.rules.drawing.hand) not in label and "slots" not in move:
            return None
        first, *rest = [label[place.partition("#")[0]] for place in self.steps(move)]
        return [f"{move.get('n', '')}{first}", *rest]

    async def walk(self, place: str) -> None:
        """Bring the focus to a place by arrows: by the longer side, across first or along first, in
        turns: past the end of a column an arrow leads to a neighbour, and the straight way may
        come back to where it was. One in five goes anywhere."""
        tries = random.Random(place)
        for step in range(MOST_STEPS):
            way = await self.page.evaluate(STEP, place)
            if way == "there":
                return
            assert way != "gone", f"{place} is not on the table"
            if way == "outside":
                await self.page.evaluate("document.activeElement?.blur()")
                await self.page.keyboard.press("Enter")
                continue
            x, y = way
            across = "ArrowRight" if x > 0 else "ArrowLeft"
            along = "ArrowDown" if y > 0 else "ArrowUp"
            first = (abs(x) > abs(y), abs(x) > COLUMN_PX, abs(y) <= COLUMN_PX)
            arrow = across if first[step // A_WAY % len(first)] else along
            await self.page.keyboard.press(arrow if tries.random() < 0.8 else tries.choice(ARROWS))
        raise AssertionError(f"no arrows lead to {place}")

    def state(self) -> Any:
        """The state as a contestant knows it."""
        return self.rules.state_of(View.from_json(self.view))


def is_plain(move: Move) -> bool:
    """Whether a move names no card."""
    return len(move) == 1 or "order" in move
