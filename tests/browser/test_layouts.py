"""The layout of every game's table at three widths: nothing covered, cut off or too small. The
page's own knowledge of cards is compared with the rules."""

import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import JSHandle, Page, expect

from client_cli.screens.table.movable_pairs import can_move_together
from engine.cards import NAME, new_pack
from engine.games import GAMES, AnyGame, game
from tests.browser.bench import Device, axe, still
from tests.browser.conftest import PageOf
from tests.engine.helpers import deal

SEEN = Path(__file__).with_name("table_seen.js").read_text()
LEAST_INDEX = 14
NARROWEST = {"phone": 40, "tablet": 44, "desk": 44}
LOOKS = 4
"""Positions of a game that are looked at, from the deal to the end."""
MOST_MOVES = 160
FANNED = ("tab", "col", "rub", "heap", "fan")
"""Piles of which every face-up card is to be seen, where it is not pushed together with others."""
SQUARED = {"as_you_like_it"}
JOINED = {slug: runs for slug, rules in GAMES.items() if (runs := rules.default_drawing.runs)}
JOINED_WITH = {("spider", "suits", 2): "colour", ("spider", "suits", 1): "any"}
"""Where an option changes which cards are joined."""


async def at_table(page: Page) -> JSHandle:
    await page.goto("/rules")
    root = await page.locator("script[type=module]").get_attribute("src")
    assert root is not None
    return await page.evaluate_handle(SEEN, root.rpartition("/")[0])


@cache
def _positions(slug: str) -> list[dict[str, Any]]:
    """Positions of one game that is played to the end, or for long; those with the longest columns
    are among them."""
    every = list(played(game(slug), random.Random(slug)))
    longest = max(every, key=lambda one: max(len(p["up"]) for p in one["view"]["piles"].values()))
    step = max(1, len(every) // (LOOKS - 2))
    return [*every[::step][: LOOKS - 2], every[-1], longest]


def played(rules: AnyGame, rng: random.Random) -> Iterator[dict[str, Any]]:
    state = deal(rules, 3)
    for _ in range(MOST_MOVES):
        legal = list(rules.legal(state).moves)
        moves = [rules.codec.to_json(move) for move in legal]
        yield {"view": rules.view(state).to_json(), "legal": moves}
        cards = [move for move, told in zip(legal, moves, strict=True) if len(told) > 1]
        if state.over or not legal:
            return
        choice = cards if cards and rng.random() < 0.8 else legal
        state = rules.play(state, rng.choice(choice)).state


def _tilted(view: dict[str, Any]) -> list[dict[str, Any]]:
    """Some of the cards in sight tilted, each way."""
    seen = [
        (pile, lies["down"] + i)
        for pile, lies in view["piles"].items()
        for i in range(len(lies["up"]))
    ]
    return [
        {"pile": pile, "index": index, "tilt": 1 + nth % 3}
        for nth, (pile, index) in enumerate(seen[::4])
    ]


def _seen(view: dict[str, Any]) -> dict[str, str]:
    """The cards in sight by their places."""
    piles = {
        f"{pile}#{lies['down'] + i}": card
        for pile, lies in view["piles"].items()
        for i, card in enumerate(lies["up"])
    }
    cells = {"cell:{},{}".format(*e["cell"]): e["card"] for e in view.get("grid") or []}
    return piles | cells | ({"next#0": view["next"]} if view.get("next") else {})


def _down(view: dict[str, Any], pile: str) -> int:
    return int(view["piles"].get(pile, {}).get("down", 0))


@pytest.mark.parametrize("device", ["phone", "tablet", "desk"])
async def test_nothing_is_covered_or_cut_off_or_small(page_of: PageOf, device: Device) -> None:
    page = await page_of(device)
    table = await at_table(page)
    found = []
    for slug in GAMES:
        fanned = [] if slug in SQUARED else FANNED
        for nth, position in enumerate(_positions(slug)):
            faults = await table.evaluate(
                """async (table, [slug, view, legal, marks, fanned, asked]) => {
                  await table.show(slug, view, legal, marks);
                  return [...table.undrawn(view, fanned), ...table.faults(asked)];
                }""",
                [
                    slug,
                    position["view"],
                    position["legal"],
                    _tilted(position["view"]) if nth % 2 else [],
                    fanned,
                    {"least": LEAST_INDEX, "narrowest": NARROWEST[device]},
                ],
            )
            out_of_sight = _out_of_sight(game(slug), position["view"])
            found += [f"{slug} {nth}: {fault}" for fault in faults if fault not in out_of_sight]
    assert not found, "\n".join(found[:40])


async def test_a_phone_lying_down_shows_all_rows(page_of: PageOf) -> None:
    """Of Auntie Allis, in every position: the three rows, the stock, the aces, the rubbish."""
    page = await page_of("phone", viewport={"width": 740, "height": 360})
    table = await at_table(page)
    for position in _positions("auntie_allis"):
        await table.evaluate(
            "(table, [slug, view, legal]) => table.show(slug, view, legal)",
            ["auntie_allis", position["view"], position["legal"]],
        )
        faults = await table.evaluate(
            "(table, asked) => table.faults(asked)", {"least": LEAST_INDEX, "narrowest": 36}
        )
        assert not faults, faults
        hidden = await page.evaluate(
            """() => {
              const bar = document.querySelector(".hand").getBoundingClientRect().top;
              const box = (card) => card.getBoundingClientRect();
              return [...document.querySelectorAll(".cloth .card")]
                .filter((card) => box(card).top < 0 || box(card).bottom > bar)
                .map((card) => card.dataset.key);
            }"""
        )
        assert not hidden, "\n".join(hidden)


def _out_of_sight(rules: AnyGame, view: dict[str, Any]) -> set[str]:
    """The places of cards that are face up in the view and yet not drawn: those of finished piles
    that lie face down, and those under a finished pile."""
    finished = rules.drawing.finished
    if finished is None:
        return set()
    sizes = {name: len(pile["up"]) for name, pile in view["piles"].items()}
    places = [finished.place(name, cards) for name, cards in sizes.items()]
    return {f"{place}#{sizes[place] - 1}" for place in places if place is not None}


PLACES = """(table, [slug, view]) => table.show(slug, view, null).then(() =>
  Object.fromEntries([...document.querySelectorAll(".cloth [data-key]")].map((card) => {
    const { left, top } = card.getBoundingClientRect();
    return [card.dataset.key, [Math.round(left), Math.round(top), card.dataset.card ?? null]];
  })))"""
"""Where each card of a table lies: left, top and its name by its key."""


async def _places(table: JSHandle, slug: str, more: dict[str, Any]) -> dict[str, Any]:
    """Where the cards of a deal lie, with some piles replaced."""
    view: dict[str, Any] = dict(game(slug).view(deal(game(slug), 3)).to_json())
    shown = {**view, "piles": {**view["piles"], **more}}
    places: dict[str, Any] = await table.evaluate(PLACES, [slug, shown])
    return places


def _rows(places: dict[str, Any], *prefixes: str) -> list[list[str]]:
    """The piles of these prefixes, row by row from the top, each from the left."""
    found = dict[int, list[tuple[int, str]]]()
    lowest = {
        key.partition("#")[0]: at for key, at in places.items() if key.split(".")[0] in prefixes
    }
    for pile, (left, top, _card) in lowest.items():
        found.setdefault(top, []).append((left, pile))
    return [[pile for _, pile in sorted(found[top])] for top in sorted(found)]


@pytest.mark.parametrize("device", ["phone", "desk"])
async def test_tables_are_laid_as_the_book_lays_them(page_of: PageOf, device: Device) -> None:
    table = await at_table(await page_of(device))
    heaps = {f"heap.{n}": {"down": 0, "up": ["2S"]} for n in range(1, 13)}
    assert _rows(await _places(table, "kings", heaps), "down", "heap", "up") == [
        [f"down.{suit}", *(f"heap.{3 * nth + i}" for i in (1, 2, 3)), f"up.{suit}"]
        for nth, suit in enumerate("SHDC")
    ]
    columns = {f"tab.{n}": {"down": 0, "up": ["2S"]} for n in range(13)}
    assert [len(row) for row in _rows(await _places(table, "seven_and_sixes", columns), "tab")] == [
        7,
        6,
    ]
    columns = {f"col.{n}": {"down": 0, "up": ["2S"]} for n in range(8)}
    piles = {f"pile.{n}": {"down": 0, "up": ["2S"] * 11} for n in range(8)}
    places = await _places(table, "senior_wrangler", {**columns, **piles})
    order = [row[0].split(".")[0] for row in _rows(places, "col", "key", "pile")]
    assert order == ["col", "key", "pile"]


@pytest.mark.parametrize("device", ["phone", "desk"])
async def test_finished_piles_lie_on_their_key_or_face_down(
    page_of: PageOf, device: Device
) -> None:
    table = await at_table(await page_of(device))
    eleven, twelve = ({"down": 0, "up": ["2S"] * (n - 1) + ["KC"]} for n in (11, 12))
    before = await _places(table, "senior_wrangler", {"pile.2": eleven})
    after = await _places(table, "senior_wrangler", {"pile.2": twelve})
    assert after["pile.2#11"] == [*before["key.2#0"][:2], "KC"]
    assert before["pile.2#10"][1] > before["key.2#0"][1]
    before = await _places(table, "as_you_like_it", {"foundation.2": eleven})
    after = await _places(table, "as_you_like_it", {"foundation.2": twelve})
    assert before["foundation.2#10"][2] == "KC"
    assert not [key for key in after if key.startswith("foundation.2#")]
    assert not [at for at in after.values() if at[2] == "KC" and at in before.values()]


LARGE_TEXT = """() => {
  const box = (e) => e.getBoundingClientRect();
  const wide = document.documentElement.clientWidth;
  const inked = (e) => {
    const words = document.createRange();
    words.selectNodeContents(e);
    return box(words);
  };
  const outside = (b) => b.left < -0.5 || b.right > wide + 0.5;
  const out = [
    ...[...document.querySelectorAll(".hand button, .count")].filter((e) => outside(box(e))),
    ...[...document.querySelectorAll(".written, .count")].filter((e) => outside(inked(e))),
  ];
  const indices = [...document.querySelectorAll(".cloth .paper > .rank")].map(box);
  const over = [...document.querySelectorAll(".written")].filter((e) => {
    const a = inked(e);
    return indices.some((b) =>
      a.left < b.right && b.left < a.right && a.top + 1 < b.bottom && b.top < a.bottom - 1);
  });
  return [...out.map((e) => `${e.textContent.trim()} lies outside`),
    ...over.map((e) => `${e.textContent} lies over an index`)];
}"""
"""What of words and buttons lies outside the screen, and which words lie over cards' indices."""


async def test_text_may_be_twice_as_large(phone: Page) -> None:
    table = await at_table(phone)
    await phone.evaluate("document.documentElement.style.fontSize = '200%'")
    found = []
    for slug in GAMES:
        position = _positions(slug)[1]
        await table.evaluate(
            "(table, [slug, view, legal]) => table.show(slug, view, legal)",
            [slug, position["view"], position["legal"]],
        )
        found += [f"{slug}: {fault}" for fault in await phone.evaluate(LARGE_TEXT)]
    assert not found, "\n".join(found)


async def test_a_square_keeps_its_shape_while_one_waits(phone: Page) -> None:
    table = await at_table(phone)
    first, second = _positions("cribbage_patience")[0], _positions("cribbage_patience")[1]
    show = "(table, [view, legal]) => table.show('cribbage_patience', view, legal)"
    await table.evaluate(show, [first["view"], first["legal"]])
    await table.evaluate(show, [second["view"], second["legal"]])
    cells = "table => table.places().filter(([key]) => key.startsWith('cell')).map(([key]) => key)"
    before = sorted(await table.evaluate(cells))
    waiting = {**second["view"], "next": None}
    await table.evaluate(show, [waiting, None])
    assert sorted(await table.evaluate(cells)) == before
    assert await phone.locator('[data-place="next"]').count() == 1


async def test_a_table_has_nothing_axe_would_find(phone: Page) -> None:
    table = await at_table(phone)
    themes = {"seven_and_sixes": "baize", "kings": "night", "poker_patience": "contrast"}
    for slug, theme in themes.items():
        position = _positions(slug)[1]
        await phone.evaluate("theme => document.documentElement.dataset.theme = theme", theme)
        await table.evaluate(
            "(table, [slug, view, legal]) => table.show(slug, view, legal)",
            [slug, position["view"], position["legal"]],
        )
        # The heading is the page's; here there is none.
        await axe(phone, "page-has-heading-one")


async def test_sets_are_drawn_as_the_rules_have_them(desk: Page) -> None:
    table = await at_table(desk)
    cards = [NAME[card] for card in new_pack(1)]
    drawings: list[tuple[AnyGame, str]] = [(game(slug), how) for slug, how in JOINED.items()]
    for (slug, option, value), how in JOINED_WITH.items():
        drawings.append((game(slug, {option: value}), how))
    for rules, how in drawings:
        state = deal(rules, 1)
        drawn = await table.evaluate(
            """(table, [runs, cards]) => cards.map((lower) =>
                 cards.filter((upper) => table.layouts.isJoined(runs, lower, upper)))""",
            [how, cards],
        )
        told = [
            [NAME[b] for b in new_pack(1) if can_move_together(rules, state, a, b)]
            for a in new_pack(1)
        ]
        assert drawn == told
    served = "async (table, root) => (await (await fetch(`${root}/catalogue.json`)).json()).games"
    root = await desk.locator("script[type=module]").get_attribute("src")
    assert root is not None
    games = await table.evaluate(served, root.rpartition("/")[0])
    assert {each["slug"]: runs for each in games if (runs := each["drawing"]["runs"])} == JOINED
    assert {
        (each["slug"], one["option"], one["value"]): one["drawing"]["runs"]
        for each in games
        for one in each["drawings"]
    } == JOINED_WITH


async def test_what_moves_comes_from_where_such_a_card_lay(desk: Page) -> None:
    table = await at_table(desk)
    for slug in GAMES:
        views = [position["view"] for position in played(game(slug), random.Random(slug))]
        came = await table.evaluate(
            """(table, views) => views.slice(1).map((view, i) =>
                 [...table.motion.cardOrigins(views[i], view)])""",
            views,
        )
        _hold(views, came)


def _hold(views: list[dict[str, Any]], came: list[list[tuple[str, dict[str, str]]]]) -> None:
    """What moved at each step is held to what lay where before."""
    for before, after, found in zip(views, views[1:], came, strict=False):
        was, known = _seen(before), dict(found)
        places = [origin["key"] for origin in known.values() if "key" in origin]
        assert len(places) == len(set(places)), "a card came to two places"
        for place, card in _seen(after).items():
            origin = known.get(place)
            if origin is None:
                fewer = any(_down(before, pile) > _down(after, pile) for pile in before["piles"])
                assert was.get(place) == card or not fewer, f"{card} at {place} came from nowhere"
            elif "key" in origin:
                assert was[origin["key"]] == card
            else:
                assert _down(before, origin["pile"]) > _down(after, origin["pile"])


async def test_a_place_too_narrow_for_cards_has_none(page_of: PageOf) -> None:
    """While a page is laid out a table may be some pixels wide: no card is drawn with less than no
    width, which browsers take for a fault in the picture."""
    page = await page_of("desk", reduced_motion="reduce")
    await page.goto("/play/aces-up")
    cards = page.locator(".cloth [data-place] svg")
    await cards.first.wait_for()
    for width in (1, 6, 9, 15, 24):
        await page.evaluate(
            "width => { document.querySelector('.cloth').style.width = `${width}px` }", width
        )
        await still(page)
    await page.evaluate("document.querySelector('.cloth').style.width = ''")
    await cards.first.wait_for()


async def test_a_player_chooses_cloth_backs_and_the_size_of_cards(desk: Page) -> None:
    table = await at_table(desk)
    position = next(played(game("klondike"), random.Random(2)))
    await table.evaluate(SHOWN_WITH, ["klondike", position, {}])
    usual = await desk.evaluate(LOOKS_OF)
    chosen = {"cardSize": "small", "largePrint": True}
    await table.evaluate(SHOWN_WITH, ["klondike", position, chosen])
    small = await desk.evaluate(LOOKS_OF)
    assert small["wide"] == 92 < usual["wide"]
    assert small["index"] / small["wide"] > 1.2 * usual["index"] / usual["wide"]
    assert await table.evaluate("(table, least) => table.faults(least)", SMALLEST) == []
    for felt in ("blue", "wine", "grey"):
        await desk.evaluate("felt => (document.documentElement.dataset.felt = felt)", felt)
        assert (await desk.evaluate(LOOKS_OF))["cloth"] != usual["cloth"]
        contrasts = await desk.evaluate(CONTRASTS)
        assert min(contrasts.values()) >= 4.5, (felt, contrasts)
    for back in ("waves", "dots", "plain"):
        await desk.evaluate("back => (document.documentElement.dataset.back = back)", back)
        assert (await desk.evaluate(LOOKS_OF))["back"] != usual["back"]


SMALLEST = {"least": 14, "narrowest": 40}
SHOWN_WITH = """(table, [slug, { view, legal }, chosen]) => {
  table.prefer(chosen);
  return table.show(slug, view, legal);
}"""
CONTRASTS = """() => {
  const style = getComputedStyle(document.querySelector(".table"));
  const light = (colour) => {
    const [r, g, b] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const found = {};
  for (const text of ["--felt-text", "--felt-quiet", "--felt-accent"]) {
    for (const cloth of ["--felt", "--felt-middle", "--felt-edge"]) {
      const [a, b] = [text, cloth].map((name) => light(style.getPropertyValue(name).trim()));
      found[`${text} on ${cloth}`] = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    }
  }
  return found;
}"""
"""The contrast of every colour of text on every part of the cloth."""
LOOKS_OF = """() => ({
  wide: document.querySelector(".cloth .card").getBoundingClientRect().width,
  index: document.querySelector(".cloth .rank").getBoundingClientRect().height,
  cloth: getComputedStyle(document.querySelector(".table")).backgroundImage,
  back: getComputedStyle(document.querySelector(".pattern")).backgroundImage,
})"""


NONE: dict[str, Any] = {"down": 0, "up": []}
PLAYED_AT_ONCE: list[tuple[str, list[tuple[str, str]], str | None]] = [
    ("a foundation before a pile", [("tab.2", "tab.3"), ("tab.2", "foundation.H")], "foundation.H"),
    ("the only pile", [("tab.2", "tab.3")], "tab.3"),
    ("a pile before an empty place", [("tab.2", "tab.0"), ("tab.2", "tab.3")], "tab.3"),
    ("the first of the empty places", [("tab.2", "tab.0"), ("tab.2", "tab.1")], "tab.0"),
    ("nothing where two piles fit", [("tab.2", "tab.3"), ("tab.2", "tab.4")], None),
]


@pytest.mark.parametrize(("says", "goals", "goal"), PLAYED_AT_ONCE, ids=lambda each: str(each)[:28])
async def test_a_touch_plays_a_card_for_whoever_has_chosen_so(
    phone: Page, says: str, goals: list[tuple[str, str]], goal: str | None
) -> None:
    view = next(played(game("klondike"), random.Random(2)))["view"]
    piles = {**view["piles"], "tab.0": NONE, "tab.1": NONE}
    legal = [_move_to(src, dst) for src, dst in goals]
    table = await at_table(phone)
    position = {"view": {**view, "piles": piles}, "legal": legal}
    card = phone.locator("[data-place^='tab.2#'][data-card]").last
    for chosen in (False, True):
        await table.evaluate(SHOWN_WITH, ["klondike", position, {"oneTap": chosen}])
        await card.tap()
        made = await table.evaluate("table => table.played.splice(0)")
        plays = chosen and goal is not None
        assert made == ([_move_to("tab.2", str(goal))] if plays else []), says
        assert await phone.locator(".card.lifted").count() == int(not plays)
        await phone.keyboard.press("Escape")


def _move_to(src: str, dst: str) -> dict[str, Any]:
    if dst.startswith("foundation"):
        return {"kind": "build", "src": src}
    return {"kind": "pack", "src": src, "dst": dst, "n": 1}


async def test_the_button_to_tilt_is_at_hand_where_the_book_has_cards_tilted(phone: Page) -> None:
    table = await at_table(phone)
    button = phone.get_by_role("button", name="Tilt", exact=True)
    tilting = set()
    for slug in GAMES:
        rules = game(slug)
        tilting |= {slug} if rules.drawing.tilts else set()
        await table.evaluate(SHOWN_WITH, [slug, next(played(rules, random.Random(2))), {}])
        assert await button.count() == int(rules.drawing.tilts), slug
    assert tilting == {"auntie_allis", "kings", "seven_and_sixes", "uncle_remus"}
    # It stays on, until it is pressed again.
    await table.evaluate(
        SHOWN_WITH, ["uncle_remus", next(played(game("uncle_remus"), random.Random(2))), {}]
    )
    card = phone.locator("[data-place^='tab.'][data-card]").last
    await button.tap()
    for _ in range(2):
        await card.tap()
        await expect(button).to_have_attribute("aria-pressed", "true")
    await button.tap()
    await expect(button).to_have_attribute("aria-pressed", "false")
    tilted = await table.evaluate("table => table.tilted.splice(0)")
    assert len(tilted) == 2
    # A top card that cannot go anywhere is tilted by a touch.
    await table.evaluate(
        "(table, [slug, { view }]) => table.show(slug, view, [{ kind: 'deal' }])",
        ["uncle_remus", next(played(game("uncle_remus"), random.Random(2)))],
    )
    await card.tap()
    assert await table.evaluate("table => table.tilted.length") == 1


async def test_elsewhere_a_card_is_tilted_from_the_page_of_keys(phone: Page) -> None:
    table = await at_table(phone)
    await table.evaluate(
        SHOWN_WITH, ["klondike", next(played(game("klondike"), random.Random(2))), {}]
    )
    await phone.get_by_role("button", name="Keys").tap()
    await phone.get_by_role("button", name="Tilt a card").tap()
    await phone.locator("[data-place^='tab.'][data-card]").last.tap()
    assert await table.evaluate("table => table.tilted.length") == 1
    await expect(phone.get_by_role("button", name="Tilt", exact=True)).to_have_count(0)
