"""A common table on a page: claims under way, overtaken and landed, what others do meanwhile, by
finger and by keys, on all sizes of screens."""

import random

import pytest
from playwright.async_api import Page
from playwright.async_api import expect as shown

from engine.racing_demon.game import RacingDemon
from tests.browser.bench import Device, axe, drag, expect, press, still, tap, until
from tests.browser.conftest import PageOf
from tests.browser.racing import STILL
from tests.browser.table_stage import TableStage
from tests.engine.racing_tables import composed

ACES = (
    "2S 8H; AD 9C 2C 9S; 5H 6H AC 3H",
    "5D KC; 9H 9D 2C 7D; QH JH TD",
    "middle: C1",
)
"""The eight of the demon fits on two piles; both contestants have the two of clubs for the ace."""


async def staged(page: Page, *lines: str, own: int | None = 0) -> TableStage:
    stage = TableStage(2, own=own, state=composed(RacingDemon(), *(lines or ACES)))
    await stage.open(page)
    return stage


def card(page: Page, place: str, name: str) -> str:
    return f'.table [data-place^="{place}"][data-card="{name}"]'


async def sent(page: Page, stage: TableStage, count: int = 1) -> None:
    """Wait until the page has sent so many commands that are not answered."""
    for _ in range(200):
        if len(stage.asked) >= count:
            return
        await page.wait_for_timeout(25)
    raise AssertionError("the page has sent nothing")


async def hears(page: Page, text: str) -> None:
    await shown(page.locator(".aloud p", has_text=text).first).to_have_count(1)


async def test_a_claim_is_in_flight_until_the_server_has_stored_it(page_of: PageOf) -> None:
    phone = await page_of("phone", **STILL)
    stage = await staged(phone)
    await tap(phone, phone.locator(card(phone, "tab.0", "AD")))
    ace = phone.locator(card(phone, "foundation.new", "AD"))
    await shown(ace).to_contain_class("flying")
    await shown(phone.locator('.table [data-place^="tab.0#"]')).to_have_count(0)
    await sent(phone, stage)
    assert stage.asked[0]["move"]["kind"] == "claim"
    stage.answer()
    landed = phone.locator(card(phone, "foundation.1", "AD"))
    await shown(landed).to_contain_class("seat-0")
    await shown(landed).not_to_contain_class("flying")
    await shown(ace).to_have_count(0)
    await shown(phone.locator(card(phone, "tab.0", "8H"))).to_have_count(1)
    await hears(phone, "Ace of diamonds to foundation 2; eight of hearts to work pile 1")


async def test_an_overtaken_claim_flies_back_and_tells_whose_hand_was_first(
    page_of: PageOf,
) -> None:
    phone = await page_of("phone", **STILL)
    stage = await staged(phone)
    two = phone.locator(card(phone, "tab.2", "2C"))
    await tap(phone, two)
    await shown(phone.locator(card(phone, "foundation.0", "2C"))).to_contain_class("flying")
    await sent(phone, stage)
    stage.play(1, "claim tab.2 foundation.0 1")
    stage.answer()
    await shown(two).to_have_count(1)
    await shown(phone.locator(card(phone, "foundation.0", "2C"))).to_contain_class("seat-1")
    await shown(phone.locator(".hand .prompt")).to_have_text("Ben was first: 2♣ lies there now.")
    await hears(phone, "Ben was first")
    await hears(phone, "Ben: two of clubs.")


async def test_several_claims_are_under_way_together(page_of: PageOf) -> None:
    desk = await page_of("desk", **STILL)
    stage = await staged(desk)
    await tap(desk, desk.locator(card(desk, "tab.2", "2C")))
    await tap(desk, desk.locator(card(desk, "tab.0", "AD")))
    await sent(desk, stage, 2)
    await shown(desk.locator(".table .flying")).to_have_count(2)
    stage.answer()
    stage.answer()
    await shown(desk.locator(".table .flying")).to_have_count(0)
    await shown(desk.locator(card(desk, "foundation.1", "AD"))).to_have_count(1)


async def test_commands_that_the_page_missed_are_asked_for(page_of: PageOf) -> None:
    desk = await page_of("desk", **STILL)
    stage = await staged(desk)
    stage.skip(1, "claim tab.2 foundation.0 1")
    stage.play(0, "turn")
    await until(desk, "() => document.querySelector('.race').dataset.number === '2'")
    await shown(desk.locator(card(desk, "foundation.0", "2C"))).to_contain_class("seat-1")


async def test_a_command_is_sent_again_with_its_key_after_the_line_broke(page_of: PageOf) -> None:
    desk = await page_of("desk", **STILL)
    expect(desk, "WebSocket")
    stage = await staged(desk)
    await tap(desk, desk.locator(card(desk, "tab.0", "AD")))
    await sent(desk, stage)
    await stage.cut()
    await sent(desk, stage, 2)
    first, again = stage.asked
    assert (first["key"], first["move"]) == (again["key"], again["move"])
    stage.asked.pop(0)
    stage.answer()
    await shown(desk.locator(card(desk, "foundation.1", "AD"))).to_have_count(1)


async def test_what_is_picked_up_stays_so_while_others_play(page_of: PageOf) -> None:
    phone = await page_of("phone", **STILL)
    stage = await staged(phone)
    eight = phone.locator(card(phone, "reserve", "8H"))
    await tap(phone, eight)
    await shown(eight).to_contain_class("lifted")
    stage.play(1, "turn")
    stage.play(1, "claim tab.2 foundation.0 1")
    await shown(phone.locator(card(phone, "foundation.0", "2C"))).to_have_count(1)
    await shown(eight).to_contain_class("lifted")
    await tap(phone, phone.locator(card(phone, "tab.3", "9S")))
    await sent(phone, stage)
    assert stage.asked[0]["move"] == {"kind": "pack", "src": "reserve", "dst": "tab.3"}


async def test_a_card_is_dragged_to_a_foundation(page_of: PageOf) -> None:
    for device in ("phone", "desk"):
        page = await page_of(device, **STILL)
        stage = await staged(page)
        two, ace = page.locator(card(page, "tab.2", "2C")), card(page, "foundation.0", "AC")
        await drag(page, two, page.locator(ace))
        await sent(page, stage)
        assert stage.asked[0]["move"]["dst"] == "foundation.0"


async def test_a_round_is_played_by_keys_alone(page_of: PageOf) -> None:
    desk = await page_of("desk", **STILL)
    stage = await staged(
        desk,
        "4S KH; 8S 9C 2C 9S; 5H 6H",
        "5D KC; 9H 9D 7H 7D; QH JH TD",
        "middle: C1 H111111111111",
    )
    await axe(desk)
    await press(desk, "m")
    await hears(desk, "To the middle: king of hearts and two of clubs.")
    await press(desk, "Space")
    await sent(desk, stage)
    stage.answer()
    await hears(desk, "Six of hearts turned up.")
    await press(desk, "d")
    await sent(desk, stage)
    stage.answer()
    await hears(desk, "Two of clubs to foundation 1")
    await press(desk, "d")
    await sent(desk, stage)
    stage.answer()
    await shown(desk.locator(".told")).to_have_text("You are the first out!")
    await hears(desk, "You are the first out!")
    await axe(desk)


async def test_stuck_and_out_are_said_by_button_where_they_are_legal(page_of: PageOf) -> None:
    phone = await page_of("phone", **STILL)
    rules = RacingDemon({"play_on": True})
    state = composed(rules, "; 8S 9C 2C 9S; 5H 6H", "5D KC; 9H 9D 7H 7D; QH JH TD", "middle: C1")
    stage = TableStage(2, {"play_on": True}, state=state)
    await stage.open(phone)
    await tap(phone, phone.get_by_role("button", name="Stuck"))
    await sent(phone, stage)
    await shown(phone.get_by_role("button", name="Stuck")).to_be_disabled()
    stage.answer()
    await hears(phone, "You say that you are stuck.")
    await tap(phone, phone.get_by_role("button", name="Out!"))
    await sent(phone, stage)
    stage.answer()
    await shown(phone.locator(".told")).to_have_text("You are the first out!")


async def test_the_last_who_is_not_stuck_is_told_that_the_others_are(page_of: PageOf) -> None:
    phone = await page_of("phone", **STILL)
    stage = await staged(phone)
    stage.play(1, "stuck")
    waited = "All the others are stuck. Say so if you are stuck too."
    await shown(phone.locator(".prompt")).to_have_text(waited)
    await hears(phone, waited)
    await tap(phone, phone.get_by_role("button", name="Stuck"))
    await sent(phone, stage)
    await shown(phone.locator(".prompt")).to_have_count(0)


async def test_spectators_see_the_whole_table(page_of: PageOf) -> None:
    desk = await page_of("desk", **STILL)
    stage = await staged(desk, own=None)
    await shown(desk.locator(".table-seat")).to_have_count(2)
    stage.play(0, "claim tab.0 foundation.new 0")
    ace = desk.locator('.table [data-key^="foundation.1#"]')
    await shown(ace).to_contain_class("seat-0")
    await shown(desk.locator(".table-seat").first.locator(".in-reserve")).to_have_text("1")
    await shown(desk.get_by_role("button", name="Turn")).to_have_count(0)
    await axe(desk)


async def test_a_rivals_card_glides_from_the_rivals_board(page_of: PageOf) -> None:
    desk = await page_of("desk")
    stage = await staged(desk)
    await desk.evaluate(
        """() => {
          window.flights = [];
          const animate = Element.prototype.animate;
          Element.prototype.animate = function (frames, timing) {
            window.flights.push([this.dataset.place, frames[0].transform]);
            return animate.call(this, frames, timing);
          };
        }"""
    )
    stage.play(1, "claim tab.2 foundation.0 1")
    (place, begins), *_ = await until(desk, "() => window.flights.length && window.flights")
    assert place == "foundation.0#1"
    up = float(begins.split(",")[1].strip(" px)"))
    assert up < -30  # the others stand above the middle


SCREENS = {
    "phone": {"width": 390, "height": 844},
    "small": {"width": 360, "height": 740},
    "low": {"width": 740, "height": 360},
    "desk": {"width": 1600, "height": 900},
}

FAULTS = """() => {
  const box = (e) => e.getBoundingClientRect();
  const hand = box(document.querySelector('.hand')).top;
  const faults = [];
  const piles = new Map();
  for (const e of document.querySelectorAll('.table [data-place]')) {
    const pile = e.dataset.place.split('#')[0];
    const b = box(e);
    if (b.left < 0 || b.right > innerWidth + 1) faults.push(`${pile} is beside the window`);
    if (b.bottom > hand + 1 && !pile.startsWith('tab')) faults.push(`${pile} is covered`);
    if (b.width < (pile.startsWith('foundation') ? 28 : 36)) faults.push(`${pile} is too small`);
    const {left, right, top, bottom} = piles.get(pile) ?? b;
    piles.set(pile, {
      left: Math.min(left, b.left), right: Math.max(right, b.right),
      top: Math.min(top, b.top), bottom: Math.max(bottom, b.bottom),
    });
  }
  const apart = (x, y) => x.right <= y.left + 1 || x.bottom <= y.top + 1;
  for (const [a, x] of piles) for (const [b, y] of piles) {
    if (a < b && !apart(x, y) && !apart(y, x)) faults.push(`${a} lies on ${b}`);
  }
  for (const e of document.querySelectorAll('.in-reserve')) {
    const b = box(e);
    if (b.bottom > innerHeight || b.top < 0 || b.right > innerWidth) faults.push('demon hidden');
  }
  return faults;
}"""


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("seats", [2, 4, 8])
async def test_the_table_fits_every_screen(page_of: PageOf, screen: str, seats: int) -> None:
    """The player's own piles, the middle and every rival's demon are in the window, none lies on
    another, and what is touched is large enough."""
    device: Device = "desk" if screen == "desk" else "phone"
    page = await page_of(device, viewport=SCREENS[screen], **STILL)
    rules = RacingDemon({"piles": 5})
    chosen = random.Random(seats)
    state = rules.deal(rules.packs(bytes(32), seats))
    for _ in range(30 * seats):
        seat = chosen.randrange(seats)
        after = rules.play(state, seat, chosen.choice(rules.legal(state, seat))).state
        state = state if after.over else after
    stage = TableStage(seats, {"piles": 5}, state=state)
    await stage.open(page)
    await still(page)
    assert await page.evaluate(FAULTS) == []
