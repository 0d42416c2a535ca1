"""Every game played alone to its end by nothing but keys, as a person presses them.

What is to be played is written down first, by the greedy player without a screen. Each of its moves
is then turned into keys from what stands on the table: the letters of piles, digits, Space, `<`.
"""

from typing import Any

import pytest
from textual.pilot import Pilot

from client_cli.messages.game import STUCK
from client_cli.screens.actions import actions, help_page
from client_cli.screens.app import PatienceApp
from client_cli.screens.page import NoticeBox, ReadingPage
from client_cli.screens.pages.home import HomePage
from client_cli.screens.pages.keys import KEYS_FIRST, keys_page
from client_cli.screens.pages.play import PlayPage
from client_cli.screens.pages.solo import SoloPage
from client_cli.screens.table.selection import NO_SELECTION, Selection
from client_cli.terminal.pile_labels import cell_label, labels
from engine.cards import deal_number_seed
from engine.games import GAMES, game
from engine.mechanics.called_game import CalledGame
from tests.client_cli.screens.pilots import Clock, solo_app, table_page, text_of
from tests.engine.endings import read, script

ENDS = read()
"""For each game a deal that the greedy player brings to an end of its own, and how it ends."""


async def press(pilot: Pilot[Any], *keys: str) -> None:
    """Press keys one after the other; what they do is done when this returns."""
    for key in keys:
        pilot.app.simulate_key(key)
    await pilot.pause(0)


async def at_table(pilot: Pilot[Any]) -> SoloPage:
    """The table, once the deal has been watched where there is something to watch."""
    page = table_page(pilot)
    assert isinstance(page, SoloPage)
    while page.dealing() is not None:
        await press(pilot, "space")
    return page


async def make(pilot: Pilot[Any], move: Any) -> None:
    """Make a move by its places: what it takes up, where it goes, what fills the place; and a
    digit where the table asks which is meant."""
    page = table_page(pilot)
    rules, state = page.game, page.state()
    label, source = labels(rules), getattr(move, "src", None)
    if source is None and hasattr(move, "dst"):
        source = rules.drawing.hand
    if hasattr(move, "cell"):
        return await press(pilot, *cell_label(rules, move.cell if state.beside.laid else (0, 0)))
    if source is None:
        return await press(pilot, "space")
    if source in label:
        await press(pilot, *str(getattr(move, "n", "")), *label[source])
    else:  # a card inside a pile, such as fan.3
        pile, _, at = source.rpartition(".")
        await press(pilot, *"<" * (len(state.piles[rules.layout.index[pile]].up) - int(at)))
    steps = [getattr(move, "dst", source), *getattr(move, "fills", ())]
    before = page.state()
    while page.state() is before and not page.controller.selection.choices:
        done = len(page.controller.selection.steps)
        await press(pilot, *label[steps[done]])
        if page.controller.typed:
            await press(pilot, "enter")
    if page.state() is before:
        await press(pilot, str(page.controller.selection.choices.index(move) + 1))
    return None


def over(pilot: Pilot[Any]) -> str | None:
    """How the table's game has ended, if the box that tells of it is up."""
    pages = [page for page in pilot.app.screen_stack if isinstance(page, SoloPage)]
    ended = pages[-1].solo.state.over
    return (
        (ended.reason or ended.result)
        if ended and isinstance(pilot.app.screen, NoticeBox)
        else None
    )


async def end_of(pilot: Pilot[Any], page: PlayPage) -> str | None:
    """How the game has ended. A stuck one goes on, because the last move may be taken back; it is
    given up."""
    if not page.say.endswith(STUCK):
        return over(pilot)
    assert over(pilot) is None
    await press(pilot, *[_key(page, "x")] * 2)
    await pilot.pause()
    assert over(pilot) == "resigned"
    return "stuck"


def test_every_game_is_played() -> None:
    assert ENDS.keys() == set(GAMES)


@pytest.mark.parametrize("slug", sorted(ENDS))
async def test_a_game_is_played_to_its_end_by_keys_alone(slug: str) -> None:
    deal, end = ENDS[slug]
    rules = game(slug)
    moves = script(rules, deal)
    expected = rules.deal(rules.pack(deal_number_seed(deal)))
    async with solo_app(slug, deal).run_test(size=(80, 24)) as pilot:
        page = await at_table(pilot)
        for move in moves:
            expected = rules.play(expected, move).state
            await make(pilot, move)
            assert rules.position(page.state()) == rules.position(expected), (move, page.say)
        await pilot.pause()
        assert await end_of(pilot, page) == end
        told = {"won": "SOLVED!", "complete": "The square is full"}
        assert told.get(end, "The rotten cards have won.") in text_of(pilot.app)
        await press(pilot, "z")
        assert page.solo.moves == 0
        assert over(pilot) is None


@pytest.mark.parametrize("slug", sorted(ENDS))
async def test_every_command_has_a_key_in_every_game(slug: str) -> None:
    async with solo_app(slug, 1).run_test(size=(80, 24)) as pilot:
        page = await at_table(pilot)
        shown = text_of(pilot.app).splitlines()[-1]
        advises = not isinstance(page.game, CalledGame)
        assert ("hint" in shown) == advises
        for char, told in (("u", "undo"), ("!", "hint"), ("r", "rules"), ("?", "keys")):
            if told == "hint" and not advises:
                continue
            assert f"{page.key_for(char)} {told}" in shown
        assert f"{page.key_for('q')} leave" in shown
        await press(pilot, _key(page, "u"))
        assert page.say == "There is nothing to take back."
        await press(pilot, _key(page, "!"))
        assert page.say.startswith(
            ("Hint: ", "Laid on the heaps: ") if advises else "There are no hints in this game"
        )
        for char in "r?":
            await press(pilot, _key(page, char))
            assert isinstance(pilot.app.screen, ReadingPage)
            await press(pilot, "escape")
        await press(pilot, _key(page, "x"), _key(page, "x"))
        assert over(pilot) == "resigned"
        await press(pilot, "escape")
        await press(pilot, "n")  # when all is over, letters are commands again
        assert (page.solo.number, page.solo.moves) == (2, 0)


@pytest.mark.parametrize("width", [31, 71])
def test_the_page_of_keys_fits_its_window_and_tells_of_what_the_game_has(width: int) -> None:
    pages = {slug: keys_page(game(slug), width, {}, in_room=False) for slug in GAMES}
    assert all(len(line) <= width for page in pages.values() for line in page)
    assert all(line[KEYS_FIRST - 1] == " " for page in pages.values() for line in page if line)
    with_keys = {slug: {line[:KEYS_FIRST].rstrip() for line in pages[slug]} for slug in GAMES}
    assert all({"F1", "F10", "Ctrl+P", "Ctrl+Q", "?"} <= keys for keys in with_keys.values())
    having = {key: {s for s, keys in with_keys.items() if key in keys} for key in ("a b1 c", "d 4")}
    assert having["a b1 c"] == {"auntie_allis"}
    assert having["d 4"] == {"cribbage_patience", "poker_patience", "crossword"}
    assert "< >" not in with_keys["aces_up"]
    assert "< >" in with_keys["kings"]
    raced = {
        line[:KEYS_FIRST].rstrip() for line in keys_page(game("kings"), width, {}, in_room=True)
    }
    assert {"/", "F2 to F8", "F9", "^Q"} <= raced
    assert "!" not in raced


@pytest.mark.parametrize("slug", sorted(ENDS))
@pytest.mark.parametrize("in_room", [False, True])
async def test_the_page_of_keys_names_no_pile_as_a_command(slug: str, in_room: bool) -> None:
    async with solo_app(slug, 1).run_test(size=(80, 24)) as pilot:
        page = await at_table(pilot)
        lines = keys_page(page.game, 71, {}, in_room=in_room)
        told = {line[KEYS_FIRST:]: line[:KEYS_FIRST].rstrip() for line in lines if line.strip()}
        chars = {"the rules": "r", "give the game up": "x"}
        chars |= {"take a move back, in races that allow it": "u"} if in_room else ALONE
        for words, char in chars.items():
            assert told[words] == page.key_for(char), f"{words} at a table of {slug}"
        named = {key for key in told.values() if len(key) == 1}
        assert not named & {label[0] for label in labels(page.game).values()}


ALONE = {"undo": "u", "a hint": "!", "deal anew": "n", "the same deal again": "z"}


def _key(page: PlayPage, char: str) -> str:
    """The key the bottom line gives for a command."""
    return page.key_for(char).lower().replace("^", "ctrl+")


@pytest.mark.parametrize("slug", ["aces_up", "kings"])
async def test_every_key_of_the_table_is_found_in_help_and_by_its_name(slug: str) -> None:
    async with solo_app(slug, 1).run_test(size=(80, 24)) as pilot:
        page = await at_table(pilot)
        help_text = help_page(page, in_room=False)
        named = {action.told: action for action in actions(page)}
        for told in ("undo", "hint", "rules", "keys", "give up", "new deal", "same deal again"):
            assert told in help_text
            assert told in named
        assert "the right button tilts it" in help_text
        tilt, lay = named["tilt a card"], named["lay the columns otherwise"]
        page.typed(tilt.key, tilt.char)
        assert page.say == page.tilter.legend
        await press(pilot, "escape")
        page.typed(lay.key, lay.char)
        assert page.say == "Sets are squashed to their first and last card."


async def test_a_fan_is_sorted_with_brackets_and_put_back_so() -> None:
    async with solo_app("kings", 109).run_test(size=(80, 24)) as pilot:
        page = await at_table(pilot)
        await press(pilot, "space")
        heap = 3 + (page.state().beside or 0)
        cards = page.state().piles[-1].up
        await press(pilot, "<", "[", "[")
        await pilot.pause()
        assert page.controller.selection.count == 3
        shown = next(line for line in text_of(pilot.app).splitlines() if " x fan " in line)
        assert shown.count("▸") == 1
        await press(pilot, "space")
        assert page.state().piles[heap].up == (*cards[:-3], cards[-1], *cards[-3:-1])
        await press(pilot, "ctrl+u")
        assert page.state().piles[-1].up == cards


async def test_a_longer_label_may_begin_with_a_shorter_one() -> None:
    async with solo_app("auntie_allis", 1).run_test(size=(80, 24)) as pilot:
        page = await at_table(pilot)
        await press(pilot, "a")
        assert page.controller.selection == Selection("rub.0")
        await press(pilot, "2")
        assert page.controller.selection == NO_SELECTION
        assert page.say == "Nothing can be played from there."  # that is, from a2
        await press(pilot, "a", "b")
        assert page.say == "b…  (Enter: b alone)"
        await press(pilot, "3")
        assert page.say.startswith("A card goes on one of its own suit")
        await press(pilot, "escape", "a", "c")
        assert (page.controller.selection.source, page.controller.typed) == ("rub.0", "c")


async def test_what_fills_a_place_is_asked_for_and_lights_up() -> None:
    async with solo_app("auntie_allis", 1).run_test(size=(80, 24)) as pilot:
        page = await at_table(pilot)
        moves: list[Any] = []
        while len({move.fills for move in moves}) < 2:
            await press(pilot, "space")
            legal = page.game.legal(page.state()).moves
            some = next((m for m in legal if len(getattr(m, "fills", ())) > 1), None)
            moves = [m for m in legal if some and getattr(m, "src", "") == some.src]
        label = labels(page.game)
        await press(pilot, *label[moves[0].src], *label[moves[0].src])
        for _ in range(3):
            if page.controller.selection.choices:
                await press(pilot, "1")
        assert page.say == "Which card fills the place?"
        await pilot.pause()
        assert "•" in text_of(pilot.app)


async def test_where_q_is_a_pile_ctrl_q_goes_back_to_where_the_table_was_opened() -> None:
    app = PatienceApp(lambda _: HomePage(), now=Clock())
    async with app.run_test(size=(80, 24)) as pilot:
        app.open_table("senior_wrangler")
        await pilot.pause()
        page = await at_table(pilot)
        assert page.key_for("q") == "^Q"
        await pilot.press("ctrl+q")
        assert isinstance(app.screen, HomePage)
        app.open_table("aces_up")
        await pilot.pause()
        await pilot.press("ctrl+q")
        assert app._exit
