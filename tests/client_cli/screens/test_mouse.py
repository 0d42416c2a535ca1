"""Every game played alone to its end by nothing but the mouse: clicks, double clicks and drags."""

from typing import Any

import pytest
from textual import events

from client_cli.screens.page import ReadingPage
from client_cli.screens.pages.solo import SoloPage
from client_cli.screens.table.drawing.canvas import Place
from client_cli.screens.table.move_targets import source_of
from client_cli.screens.table.selection import NO_SELECTION, Selection
from engine.cards import deal_number_seed
from engine.games import game
from engine.mechanics.grid import GridGame
from tests.client_cli.screens.mouse import Mouse, settled
from tests.client_cli.screens.pilots import solo_app, solo_state, text_of
from tests.client_cli.screens.test_keyboard import ENDS, end_of, over
from tests.engine.endings import script


async def play(mouse: Mouse, move: Any, by: int) -> None:
    """Make a move: by clicks, or by dragging its card, or by a double click, in turn."""
    page = mouse.page
    rules, state = page.game, page.state()
    if hasattr(move, "cell"):
        fixed = isinstance(rules, GridGame) and rules.fixed
        cell = mouse.at(move.cell if fixed or state.beside.laid else (0, 0))
        await (mouse.click(cell) if by % 2 else mouse.drag(mouse.on_table(0, 15), cell))
        return
    source = source_of(rules, move)
    if source is None:
        if "stock" in rules.layout.index and mouse.page.table.canvas.find("stock"):
            await mouse.click(mouse.at("stock"))
        else:
            await mouse.press_key(page.space)
        return
    n = getattr(move, "n", 0)
    if source not in (move_source := str(getattr(move, "src", source)), None):
        at = move_source.rpartition(".")[2]
        n = len(state.piles[rules.layout.index[str(source)]].up) - int(at)
    goal: Place = getattr(move, "dst", None) or source
    start = mouse.at(source, n)
    if goal == source:
        await mouse.click(start, times=2)
    elif by % 2:
        await mouse.drag(start, mouse.at(goal))
    else:
        await mouse.click(start)
        await mouse.click(mouse.at(goal))
    for place in getattr(move, "fills", ()):
        if page.state() is state and not page.controller.selection.choices:
            hole, fill = mouse.at(str(source)), mouse.at(place)
            await (mouse.drag(fill, hole) if by % 2 else mouse.click(fill))
    await settled(mouse, state)
    if page.state() is state:
        await mouse.choose(page.controller.selection.choices.index(move) + 1)


@pytest.mark.parametrize("slug", sorted(ENDS))
async def test_a_game_is_played_to_its_end_by_the_mouse_alone(slug: str) -> None:
    deal, end = ENDS[slug]
    rules = game(slug)
    expected = rules.deal(rules.pack(deal_number_seed(deal)))
    async with solo_app(slug, deal).run_test(size=(80, 24)) as pilot:
        mouse = Mouse(pilot)
        page = mouse.page
        while (dealing := page.dealing()) is not None:
            await mouse.press_key(dealing.next_step())
        for number, move in enumerate(script(rules, deal)):
            expected = rules.play(expected, move).state
            await play(mouse, move, number)
            assert rules.position(page.state()) == rules.position(expected), (move, page.say)
        await pilot.pause()
        assert await end_of(pilot, page) == end


async def test_a_hand_that_shakes_clicks_and_a_drag_that_ends_nowhere_changes_nothing() -> None:
    async with solo_app("aces_up", 5).run_test(size=(80, 24)) as pilot:
        mouse = Mouse(pilot)
        page, (x, y) = mouse.page, mouse.at("tab.3", 1)
        await mouse.drag((x, y), (x + 1, y - 1), (x + 2, y))
        assert page.controller.selection == Selection("tab.3", 1)
        a, b = mouse.at("tab.0", 1), mouse.at("tab.1", 1)
        for away in ((0, 0), (40, 23), mouse.on_table(2, 17), a):
            mouse.press(a)
            mouse.move((a[0] + 5, a[1]))
            mouse.move(b)
            await mouse.done()
            assert page.controller.selection == Selection("tab.0", 1)
            assert "▸A♦" in text_of(pilot.app) or page.table.carried
            await mouse.release(away)
            assert page.controller.selection == Selection("tab.3", 1), "as it was before"
        assert solo_state(pilot).piles[5].up == ()
        assert not page.table.carried


async def test_a_card_that_may_not_go_where_it_is_dragged_hears_why() -> None:
    async with solo_app("aces_up", 5).run_test(size=(80, 24)) as pilot:
        mouse = Mouse(pilot)
        await mouse.drag(mouse.at("tab.0", 1), mouse.at("tab.1", 1))
        assert "gap" in mouse.page.say
        assert mouse.page.controller.selection == NO_SELECTION
        await mouse.drag(mouse.at("tab.3", 1), mouse.at("discard"))
        assert len(solo_state(pilot).piles[5].up) == 1


@pytest.mark.parametrize("how", ["resize", "key", "no button", "second press"])
async def test_whatever_comes_between_press_and_release_the_card_is_back(how: str) -> None:
    async with solo_app("aces_up", 5).run_test(size=(80, 24)) as pilot:
        mouse = Mouse(pilot)
        page, start = mouse.page, mouse.at("tab.3", 1)
        mouse.press(start)
        mouse.move((start[0] + 9, start[1] + 1))
        await mouse.done()
        assert page.table.carried
        if how == "resize":
            await pilot.resize_terminal(60, 20)
        elif how == "key":
            pilot.app.simulate_key("f12")
        elif how == "no button":
            mouse.move(start, button=0)
        else:
            mouse.press((0, 5))
        await mouse.done()
        assert not page.table.carried
        await mouse.release(mouse.at("discard"))
        assert page.controller.selection == NO_SELECTION
        assert solo_state(pilot).piles[5].up == ()


async def test_cards_of_a_fan_are_sorted_by_dragging() -> None:
    async with solo_app("kings", 109).run_test(size=(80, 24)) as pilot:
        mouse = Mouse(pilot)
        page = mouse.page
        while (dealing := page.dealing()) is not None:
            await mouse.press_key(dealing.next_step())
        await mouse.press_key("turn")
        heap, cards = 3 + (page.state().beside or 0), page.state().piles[-1].up
        await mouse.drag(mouse.at("fan", 1), mouse.at("fan", 3))
        assert page.controller.selection == Selection("fan", 3)
        await mouse.press_key("put back")
        assert page.state().piles[heap].up == (*cards[:-3], cards[-1], *cards[-3:-1])


async def test_a_covered_card_of_the_rubbish_row_is_tilted_by_a_click() -> None:
    async with solo_app("auntie_allis", 1).run_test(size=(80, 24)) as pilot:
        mouse = Mouse(pilot)
        page = mouse.page
        await mouse.press_key("deal")
        piles = page.view().piles
        pile = next(p for p, lies in piles.items() if "rub" in p and lies and len(lies.up) > 1)
        await mouse.click(mouse.at(pile, 2))
        assert page.marks.signs(page.view()) == {(pile, 2): "/"}
        assert page.controller.selection == NO_SELECTION
        await mouse.click(mouse.at(pile, 1), button=3)
        assert page.marks.signs(page.view())[pile, 1] == "/"


async def test_while_a_deal_is_watched_heaps_are_counted_and_tilted() -> None:
    async with solo_app("kings", 1).run_test(size=(80, 24)) as pilot:
        mouse = Mouse(pilot)
        page = mouse.page
        await pilot.press("g", "g", "e", "E")
        await mouse.click(mouse.at("heap.3"))
        assert "Counted 3: 3." in text_of(pilot.app)
        dealing = page.dealing()
        assert dealing is not None
        assert dealing.n == 1
        await pilot.press("t", "g", "space")
        await mouse.click(mouse.at("heap.5"), button=3)
        assert page.marks.signs(page.view()) == {("heap.3", 0): "/", ("heap.5", 0): "/"}
        while page.dealing() is not None:
            await pilot.press("space")
        assert "Counted 3: 3." in page.say
        assert page.marks.signs(page.view()) == {("heap.3", 0): "/", ("heap.5", 0): "/"}


async def test_keys_of_the_line_and_of_the_box_at_the_end_are_clicked() -> None:
    async with solo_app("aces_up", 5).run_test(size=(80, 24)) as pilot:
        mouse = Mouse(pilot)
        await mouse.click(mouse.at("tab.3", 1), times=2)
        assert len(solo_state(pilot).piles[5].up) == 1
        await mouse.press_key("undo")
        assert len(solo_state(pilot).piles[5].up) == 0
        await mouse.press_key("give up")
        await mouse.press_key("give up")
        assert over(pilot) == "resigned"
        rows = text_of(pilot.app).splitlines()
        y = next(n for n, row in enumerate(rows) if "z same deal" in row)
        await mouse.click((rows[y].index("z same deal") + 3, y))
        assert over(pilot) is None
        assert solo_state(pilot).over is None


async def test_a_key_of_the_line_stays_at_its_place_when_another_is_added() -> None:
    """A second click on undo must not hit the key that turns."""
    async with solo_app("klondike", 5).run_test(size=(80, 24)) as pilot:
        mouse = Mouse(pilot)
        positions = [solo_state(pilot)]
        for _ in range(2):
            await pilot.press("space")
            positions.append(solo_state(pilot))
        line = text_of(pilot.app).splitlines()[-1]
        at = line.index("u undo"), 23
        assert len(set(positions)) == 3
        for before in (positions[1], positions[0]):
            await mouse.click(at)
            await pilot.pause()
            assert solo_state(pilot) == before
        assert "y redo" in text_of(pilot.app).splitlines()[-1]


@pytest.mark.parametrize(("x", "y"), [(40, 23), (1, 12)], ids=["on its border", "outside it"])
async def test_a_long_text_is_closed_by_a_click(x: int, y: int) -> None:
    async with solo_app("klondike", 5).run_test(size=(100, 24)) as pilot:
        mouse = Mouse(pilot)
        await mouse.press_key("rules")
        await pilot.pause()
        assert isinstance(pilot.app.screen, ReadingPage)
        await pilot.click(offset=(40, 12))
        assert isinstance(pilot.app.screen, ReadingPage)
        await pilot.click(offset=(x, y))
        await pilot.pause()
        assert isinstance(pilot.app.screen, SoloPage)


async def test_the_wheel_tells_the_cards_of_a_column_that_is_too_long_to_be_seen() -> None:
    async with solo_app("usk", 3).run_test(size=(80, 12)) as pilot:
        mouse = Mouse(pilot)
        x, y = mouse.at("tab.0", 1)
        pilot.app.post_message(
            events.MouseScrollDown(None, x, y, 0, 0, 0, False, False, False, x, y)
        )
        await mouse.done()
        up = solo_state(pilot).piles[mouse.page.game.layout.index["tab.0"]].up
        assert mouse.page.say.startswith("a holds ")
        assert len(mouse.page.say.split()) == 2 + len(up)


async def test_the_card_that_fills_a_place_is_dragged_into_it() -> None:
    async with solo_app("auntie_allis", 1).run_test(size=(80, 24)) as pilot:
        mouse = Mouse(pilot)
        page, rules = mouse.page, mouse.page.game
        chains: list[Any] = []
        while len({move.fills for move in chains}) < 2:
            await mouse.press_key("deal")
            legal = rules.legal(page.state()).moves
            some = next((m for m in legal if len(getattr(m, "fills", ())) > 1), None)
            chains = [m for m in legal if some and getattr(m, "src", "") == some.src]
        move, before = chains[0], page.state()
        await mouse.click(mouse.at(move.src), times=2)
        for _ in range(3):
            if page.controller.selection.choices:
                await mouse.choose(1)
        selection = page.controller.selection
        assert page.say == "Which card fills the place?"
        await mouse.drag(mouse.at("stock"), mouse.at(move.src))
        assert page.controller.selection == selection, (
            "what fills no place leaves the question as it was"
        )
        asked = page.picker().lit(selection).targets
        await mouse.drag(mouse.at(next(iter(sorted(map(str, asked))))), mouse.at(move.src))
        assert page.state() is not before or len(page.controller.selection.steps) > len(
            selection.steps
        )
