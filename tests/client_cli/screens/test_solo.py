"""Playing alone with keys, clicks and the cursor."""

from functools import partial
from pathlib import Path
from typing import Any

import pytest

from client_cli.exit_codes import Failure
from client_cli.local.storage import Storage
from client_cli.screens.app import PatienceApp
from client_cli.screens.page import NoticeBox, ReadingPage
from client_cli.screens.pages.home import HomePage
from client_cli.screens.pages.solo import SoloPage
from client_cli.screens.table.drawing.canvas import Spot
from client_cli.screens.table.table_view import TableView
from client_cli.solo.game import SoloGame
from client_cli.terminal.pile_labels import labels
from engine.cards import deal_number_seed
from engine.games import GAMES, game
from engine.mechanics.counting import laid_counts
from tests.client_cli.screens.pilots import (
    Clock,
    check_golden,
    click,
    shows,
    solo_app,
    solo_state,
    table_page,
    text_of,
    until,
)


async def test_aces_up_same_letter_twice_throws_out() -> None:
    async with solo_app("aces_up", 5).run_test() as pilot:
        await pilot.press("d", "d")  # 4♠ under A♠
        assert len(solo_state(pilot).piles[5].up) == 1


async def test_space_deals_or_says_why_not() -> None:
    async with solo_app("aces_up", 5).run_test() as pilot:
        await pilot.press("space")
        assert len(solo_state(pilot).piles[4].down) == 48
        assert table_page(pilot).say.startswith("Before dealing")
        await pilot.press("d", "d", "space")
        assert len(solo_state(pilot).piles[4].down) == 44


async def test_aces_up_capital_and_double_click_play_too() -> None:
    async with solo_app("aces_up", 5).run_test() as pilot:
        await pilot.press("D")
        assert len(solo_state(pilot).piles[5].up) == 1
        await pilot.press("u")
        assert len(solo_state(pilot).piles[5].up) == 0
        await click(pilot, "tab.3", times=2)
        assert len(solo_state(pilot).piles[5].up) == 1


async def test_a_refusal_says_why_and_leaves_the_hand() -> None:
    async with solo_app("aces_up", 5).run_test() as pilot:
        await pilot.press("a", "b")
        page = table_page(pilot)
        assert "gap" in page.say
        assert page.controller.selection.source == "tab.0"
        await pilot.press("escape")
        assert page.controller.selection.source is None


async def test_a_card_that_can_go_nowhere_is_put_down_again() -> None:
    async with solo_app("aces_up", 5).run_test() as pilot:
        await pilot.press("a", "a")  # an ace
        page = table_page(pilot)
        assert page.say
        assert page.controller.selection.source is None


async def test_uncle_remus_letters_count_and_undo() -> None:
    async with solo_app("uncle_remus", 3).run_test() as pilot:
        page = table_page(pilot)
        assert isinstance(page, SoloPage)
        before = solo_state(pilot)
        move = next(m for m in page.game.legal_moves(before) if hasattr(m, "src"))
        src, dst = ("abcdefghij"[int(p.split(".")[1])] for p in (move.src, move.dst))
        await pilot.press("2", src, dst)
        assert solo_state(pilot) is before, "two cards were asked for and one is there"
        await pilot.press("escape", src, dst)
        assert solo_state(pilot) is not before
        after = solo_state(pilot)
        await pilot.press("u")
        assert (page.say, solo_state(pilot)) == ("Taken back.", before)
        assert "y redo" in text_of(pilot.app)
        await pilot.press("y")
        assert (solo_state(pilot), page.solo.moves) == (after, 3)
        assert "y redo" not in text_of(pilot.app)
        await pilot.press("y")
        assert page.say == "There is nothing to make again."


async def test_uncle_remus_by_mouse_and_targets_light_up() -> None:
    async with solo_app("uncle_remus", 3).run_test() as pilot:
        page = table_page(pilot)
        before = solo_state(pilot)
        move = next(m for m in page.game.legal_moves(before) if hasattr(m, "src"))
        await click(pilot, move.src)
        assert "•" in text_of(pilot.app)
        assert "▸" in text_of(pilot.app)
        await click(pilot, move.dst)
        assert solo_state(pilot) is not before


async def test_cribbage_letter_and_number_click_and_cursor() -> None:
    async with solo_app("cribbage_patience", 3).run_test() as pilot:
        page = table_page(pilot)
        await pilot.press("d", "4")
        assert len(solo_state(pilot).beside.laid) == 1
        await click(pilot, (1, 1))
        assert len(solo_state(pilot).beside.laid) == 2
        await pilot.press("d", "4")
        assert "already" in page.say
        await pilot.press("tab", "tab", "enter")
        assert len(solo_state(pilot).beside.laid) == 3
        await pilot.press("a", "9")
        assert page.say == "There is no a9 on the table."
        await pilot.press("a", "4")
        assert "must" in page.say


async def test_what_goes_on_no_label_is_a_key_of_its_own() -> None:
    async with solo_app("poker_patience", 3).run_test() as pilot:
        page = table_page(pilot)
        await pilot.press("e", "5", "d")
        assert page.say.startswith("d…")
        await pilot.press("!")
        assert page.controller.typed == ""
        assert "no d!" not in page.say, "the letter and the mark are not one name"
        await pilot.press("d", "u")
        assert page.say == "Taken back."
        await pilot.press("d", "e", "4")
        assert len(solo_state(pilot).beside.laid) == 1, "another letter begins anew"
        await pilot.press("d", "r")
        await pilot.pause()
        assert isinstance(pilot.app.screen, ReadingPage)


async def test_arrows_and_enter_pick_piles() -> None:
    async with solo_app("aces_up", 5).run_test() as pilot:
        await pilot.press("tab", "right", "right", "right", "enter", "enter")
        assert len(solo_state(pilot).piles[5].up) == 1


async def test_giving_up_asks_once_and_tells_the_book_s_tone() -> None:
    async with solo_app("aces_up", 5).run_test() as pilot:
        await pilot.press("x", "a")
        assert solo_state(pilot).over is None
        await pilot.press("x", "x")
        assert isinstance(pilot.app.screen, NoticeBox)
        assert "The rotten cards have won." in text_of(pilot.app)
        await pilot.press("z")
        page = table_page(pilot)
        assert isinstance(page, SoloPage)
        assert page.solo.number == 5
        assert page.solo.moves == 0
        await pilot.press("n")
        assert page.solo.number == 6


async def test_the_same_deal_asks_before_it_drops_bookmarks() -> None:
    app = solo_app("aces_up", 5)
    async with app.run_test(size=(80, 24)) as pilot:
        page = app.screen
        assert isinstance(page, SoloPage)
        await pilot.press("d", "d", "z")
        assert not solo_state(pilot).piles[5].up, "nothing is lost, so nothing is asked"
        await pilot.press("d", "d")
        page.solo.bookmark("here")
        await pilot.press("z", "escape")
        assert solo_state(pilot).piles[5].up
        await pilot.press("z")
        assert "Press z again" in text_of(app)
        assert list(page.solo.bookmarks.values()) == ["here"]
        await pilot.press("z")
        assert not solo_state(pilot).piles[5].up
        assert page.solo.bookmarks == {}


async def test_a_result_with_undo_says_so() -> None:
    async with solo_app("aces_up", 7).run_test() as pilot:
        await pilot.press("c", "c", "u", "x", "x")
        assert "1 of 48 in 0:00, with help." in text_of(pilot.app)
        await pilot.press("z", "c", "c", "x", "x")
        assert "1 of 48 in 0:00." in text_of(pilot.app)


async def test_a_hint_marks_the_result_once_in_each_position() -> None:
    async with solo_app("aces_up", 7).run_test() as pilot:
        page = table_page(pilot)
        assert isinstance(page, SoloPage)
        await pilot.press("!", "!")
        assert page.say.startswith("Hint: ")
        assert page.solo.moves == 1
        await pilot.press("c", "c", "!", "x", "x")
        assert [entry.text for entry in page.solo.entries] == [
            "hint", "discard tab.2", "hint", "resign",
        ]  # fmt: skip
        assert "1 of 48 in 0:00, with help." in text_of(pilot.app)


async def test_after_a_watched_deal_a_hint_checks_the_counts() -> None:
    rules = game("kings")
    frames = rules.frames(rules.pack(deal_number_seed(109)))
    right = laid_counts(frames)
    letter, number = labels(rules)["heap.3"], 3
    async with solo_app("kings", 109).run_test(size=(80, 24)) as pilot:
        page = table_page(pilot)
        assert isinstance(page, SoloPage)
        await pilot.press(letter, letter, *["space"] * len(frames), "!")
        assert page.say == f"You counted {number}: 2 of {right[number - 1]}."
        await pilot.press("space", "!")
        assert page.say.startswith("Hint: "), "only the table as it was dealt can be counted"
        await pilot.press("z", *["space"] * len(frames), "!")
        laid = " ".join(f"{n}:{many}" for n, many in enumerate(right, 1))
        assert page.say == f"Laid on the heaps: {laid}."
        assert len(page.say) < 80
        assert [entry.text for entry in page.solo.entries] == ["hint"]


async def test_a_hint_tilts_dead_cards_until_the_next_move_or_tilt() -> None:
    """The player's own marks stay as they are, and are drawn again afterwards."""
    async with solo_app("auntie_allis", 3).run_test() as pilot:
        page, rules = table_page(pilot), game("auntie_allis")
        assert isinstance(page, SoloPage)
        assert drawn_tilts(page) == {}
        for changes in (("space",), ("t", ".", "a")):
            await pilot.press("!")
            state, names = page.solo.state, rules.layout.names
            found = {
                Spot(names[pile], len(state.piles[pile].up) - i): " /-\\"[tilt]
                for pile, i, tilt in rules.suggested_tilts(state)
            }
            assert found
            assert found.items() <= drawn_tilts(page).items()
            assert page.own_marks.tilted(page.view()) == []
            assert "dead" in page.say
            await pilot.press(*changes)
            assert len(drawn_tilts(page)) <= 1
        await pilot.press("x", "x")
        assert "with help" in text_of(pilot.app)


def drawn_tilts(page: SoloPage) -> dict[Spot, str]:
    return dict(page.table._shown.lit.tilts) if page.table._shown else {}


async def test_rules_and_keys_open_and_close() -> None:
    async with solo_app("aces_up", 5).run_test() as pilot:
        for key in ("r", "question_mark"):
            await pilot.press(key)
            assert isinstance(pilot.app.screen, ReadingPage)
            await pilot.press("escape")
            assert isinstance(pilot.app.screen, SoloPage)


async def test_a_finished_game_leaves_a_record(tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    async with solo_app("aces_up", 5, storage=storage).run_test() as pilot:
        await pilot.press("x", "x")
        await pilot.pause()
    assert (tmp_path / "records" / "aces_up-5.json").exists()  # all is over


SIZES = [(80, 24), (60, 20)]
MOVES = {
    "aces_up": ["d", "d", "a"],
    "uncle_remus": ["space", "space", "b"],
    "cribbage_patience": ["d", "4", "e", "5", "d", "5"],
    "accordion": ["space", "space", "b"],
    "auntie_allis": ["space", "space", "a", "3", "a", "3"],
    "demon": ["space", "space", "space", "w"],
    "kings": ["space"] * 8 + ["<", "<"],
    "senior_wrangler": ["h"],
}
DEALS = {"aces_up": 5, "uncle_remus": 3, "cribbage_patience": 3}
"""Other deals than the first."""


@pytest.mark.parametrize("size", SIZES, ids=lambda s: f"{s[0]}x{s[1]}")
@pytest.mark.parametrize("slug", MOVES)
async def test_the_table_looks_as_it_should(slug: str, size: tuple[int, int]) -> None:
    app = solo_app(slug, DEALS.get(slug, 1))
    async with app.run_test(size=size) as pilot:
        await pilot.press(*MOVES[slug])
        await pilot.pause()
        check_golden(f"{slug}-{size[0]}x{size[1]}", text_of(app))


async def test_the_clock_may_tick_while_the_page_is_put_away() -> None:
    app = solo_app("aces_up", 5)
    async with app.run_test() as pilot:
        await pilot.press("a")
        page = table_page(pilot)
        await page.query_one(TableView).remove()
        page.tick()


async def test_the_clock_may_tick_while_the_program_ends() -> None:
    app = solo_app("aces_up", 5)
    async with app.run_test():
        pass
    assert not app.screen_stack
    app.tick()


@pytest.mark.parametrize("slug", sorted(GAMES))
async def test_what_one_sees_first(slug: str) -> None:
    app = solo_app(slug, 1)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        check_golden(f"first-{slug}", text_of(app))


@pytest.mark.parametrize("slug", sorted(GAMES))
async def test_in_a_race_every_pile_is_in_sight_too(slug: str) -> None:
    """Beside the panel 55 columns are left."""
    app = solo_app(slug, 1)
    async with app.run_test(size=(55, 24)) as pilot:
        await pilot.pause()
        page = table_page(pilot)
        view = page.game.view(page.shown())
        assert {name for name in view.piles if name in page.game.layout} <= {
            *page.table.canvas.places(),
            *(["stock", "turn_up"] if "grid" in view.facts else []),
        }


@pytest.mark.parametrize("width", [78, 77, 76, 60, 40, 12])
async def test_the_way_out_is_in_sight_and_no_key_is_cut_in_half(width: int) -> None:
    app = solo_app("aces_up", 5)
    async with app.run_test(size=(width, 24)) as pilot:
        await pilot.pause()
        page = table_page(pilot)
        told = [f"{key} {meaning}" for key, meaning in page.key_pairs()]
        seen = text_of(app).splitlines()[-1].strip().split("  ")
        assert seen == [key for key in told if key in seen] or seen[0] == "q leave"
        assert set(seen) <= set(told)
        assert "q leave" in seen


@pytest.mark.parametrize("width", [80, 60, 52])
async def test_the_bar_is_shorter_before_points_are_left_out(
    width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SoloGame, "points", lambda _: 121)
    app = solo_app("cribbage_patience", 3)
    async with app.run_test(size=(width, 20)) as pilot:
        await pilot.pause()
        assert text_of(app).splitlines()[0].endswith(" 0/16  121 points")


async def test_plain_letters_need_no_symbol() -> None:
    app = solo_app("uncle_remus", 3, plain_letters=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("space", "b")
        await pilot.pause()
        assert text_of(app).isascii()
        check_golden("uncle_remus-plain", text_of(app))


async def test_without_colour_signs_still_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = solo_app("uncle_remus", 3)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("space", "b")
        await pilot.pause()
        page = table_page(pilot)
        styles = {seg.style for y in range(20) for seg in page.table.render_line(y)}
        assert all(style is None or style.color is None for style in styles)
        assert "▸" in text_of(app)


async def test_long_columns_are_squashed_and_the_top_stays_in_sight() -> None:
    app = solo_app("uncle_remus", 3)
    async with app.run_test(size=(60, 12)) as pilot:
        await pilot.press("space", "space", "space", "space", "space", "space")
        await pilot.pause()
        state = solo_state(pilot)
        text = text_of(app)
        assert "┆" in text
        look, view = app.look, table_page(pilot).game.view(state)
        for name, pile in view.piles.items():
            if name.startswith("tab.") and pile is not None:
                assert look.card(pile.up[-1]) in text


async def test_a_game_that_was_left_waits_at_home_with_its_marks_and_its_clock(
    tmp_path: Path,
) -> None:
    storage = Storage(tmp_path)
    app = solo_app("uncle_remus", 3, storage=storage)
    async with app.run_test() as pilot:
        await pilot.press("space", "space", "b", "t")
        assert isinstance(app.now, Clock)
        app.now.ms += 65_000
        assert isinstance(app.screen, SoloPage)
        before = app.screen.solo.state
        await pilot.press("q")
    for _ in range(2):
        app = PatienceApp(lambda _: HomePage(), storage, now=Clock())
        async with app.run_test() as pilot:
            await pilot.pause()
            assert "Go on" in text_of(app)
            assert "Uncle Remus, deal 3: 2 moves, 1:05" in text_of(app)
            await pilot.press("home", "enter", "enter")
            await until(pilot, partial(shows, app, SoloPage))
            assert solo_state(pilot) == before
            page = table_page(pilot)
            assert page.marks.signs(page.view()) == {("tab.1", 1): "/"}
            assert "1:05" in text_of(app)
            await pilot.press("ctrl+q")
    app = PatienceApp(lambda _: HomePage(), storage, now=Clock())
    async with app.run_test() as pilot:
        await pilot.press("home", "enter", "enter")
        await until(pilot, partial(shows, app, SoloPage))
        assert isinstance(app.now, Clock)
        app.now.ms += 60_000
        await pilot.press("q")
        await until(pilot, partial(shows, app, HomePage))
        assert "Uncle Remus, deal 3: 2 moves, 2:05" in text_of(app)
        await pilot.press("home", "enter", "enter")
        await until(pilot, partial(shows, app, SoloPage))
        await pilot.press("x", "x", "q")
        await until(pilot, partial(shows, app, HomePage))
        assert "Go on" not in text_of(app)
    (tmp_path / "unfinished" / "kings-1.json").write_text("{")
    app = PatienceApp(lambda _: HomePage(), storage, now=Clock())
    async with app.run_test() as pilot:
        await pilot.pause()
        assert "cannot be read and was left alone: kings-1.json." in text_of(app)


async def test_a_disk_that_is_full_is_told_once_and_the_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any) -> None:
        raise Failure.usage("Cannot write to /here: No space left on device.")

    storage = Storage(tmp_path)
    monkeypatch.setattr(storage, "write", full)
    async with solo_app("uncle_remus", 3, storage=storage).run_test() as pilot:
        await pilot.press("space")
        assert "No space left" in table_page(pilot).say
        await pilot.press("space")
        assert "No space left" not in table_page(pilot).say
        assert len(solo_state(pilot).piles[-2].down) < 44


async def test_messages_stand_beside_the_table_where_there_is_room() -> None:
    app = solo_app("bakers_dozen", 7)
    async with app.run_test(size=(120, 40)) as pilot:
        for size in ((120, 40), (160, 40), (200, 60), (159, 40)):
            await pilot.resize_terminal(*size)
            await pilot.press("escape", "a")
            await pilot.pause()
            status, table = app.screen.query_one("#status").region, table_page(pilot).table.region
            assert not status.overlaps(table)
            assert (status.x == table.right) == (size[0] >= 160)
            assert (status.y >= table.bottom) == (size[0] < 160)
            assert "a to where?" in text_of(app)
            assert table.bottom == size[1] - 1 - (2 if size[0] < 160 else 0), "the rest is its own"
