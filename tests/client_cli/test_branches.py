"""The branches and bookmarks of a game played alone, and what is saved of them."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client_cli.local.storage import Storage
from client_cli.screens.pages.solo import SoloPage
from client_cli.solo import branches
from client_cli.solo.game import MOST_BOOKMARKS, SoloGame
from client_cli.solo.move_tree import MoveTree, Way
from client_cli.solo.saved_games import keep, last_left, read
from client_cli.state.card_marks import CardMarks
from engine.errors import IllegalMove
from engine.games import game
from engine.moves import Resign
from engine.races.board import Entry
from tests.client_cli.command import patience
from tests.client_cli.screens.pilots import solo_app, text_of, until

EARLIER = Path(__file__).parent / "files" / "unfinished-format-1.json"
"""A saved game as the revision before bookmarks wrote it."""


def entries(*texts: str) -> list[Entry]:
    return [Entry(n, "seat", text) for n, text in enumerate(texts)]


def test_a_line_that_was_left_stays_in_the_tree() -> None:
    tree = MoveTree(entries("a", "b", "undo", "hint", "c", "d", "undo", "undo", "undo", "e"))
    assert [tree.positions[n].text for n in tree.ends()] == ["b", "d", "e"]
    assert tree.positions[tree.here].text == "e"
    b, d, _ = tree.ends()
    assert (tree.fork(b), tree.way(b)) == (0, Way(1, ("a", "b")))
    assert tree.way(d) == Way(1, ("a", "c", "d"))
    assert tree.way(tree.here) == Way(0, ())
    assert tree.way(0) == Way(1, ())


def test_a_move_that_is_made_again_begins_no_branch() -> None:
    tree = MoveTree(entries("a", "undo", "a", "b"))
    assert [tree.positions[n].text for n in tree.ends()] == ["b"]
    assert MoveTree([]).ends() == []
    assert MoveTree(entries("undo")).here == 0


@given(st.lists(st.integers(-3, 5), max_size=40), st.integers(0, 99))
def test_any_position_of_the_tree_is_reached_again(steps: list[int], chosen: int) -> None:
    """Negative numbers take a move back, others choose one of the legal moves."""
    solo = SoloGame(game("klondike"), 5)
    states = {0: solo.state}
    for number in steps:
        moves = solo.game.legal(solo.state).moves
        if number < 0 and solo.tree.here:
            solo.undo(0)
        elif number >= 0 and moves:
            solo.play(moves[number % len(moves)], 0)
        states.setdefault(solo.tree.here, solo.state)
    number = chosen % len(solo.tree.positions)
    assert solo.tree.state(solo.game, solo.dealt, number) == states[number]
    known = len(solo.tree.positions)
    solo.go_to(number, 0)
    assert (solo.state, solo.tree.here) == (states[number], number)
    assert len(solo.tree.positions) == known


def branched() -> SoloGame:
    solo = SoloGame(game("klondike"), 5)
    first, second = solo.game.legal(solo.state).moves[:2]
    solo.play(first, 1)
    solo.bookmark("first")
    solo.undo(2)
    solo.play(second, 3)
    return solo


def test_bookmarks_and_branches_are_saved_and_listed(tmp_path: Path) -> None:
    storage, solo = Storage(tmp_path), branched()
    keep(storage, solo, CardMarks(), 10)
    left = last_left(storage)
    assert left is not None
    assert left.solo.bookmarks == {1: "first"}
    assert branches.choices(left.solo.tree, left.solo.bookmarks) == [1, 2]
    left.solo.go_to(1, 11)
    assert left.solo.state == left.solo.tree.state(solo.game, solo.dealt, 1)
    left.solo.bookmark("")
    assert left.solo.bookmarks == {}


def test_only_so_many_positions_have_names() -> None:
    solo = SoloGame(game("klondike"), 5)
    for n in range(MOST_BOOKMARKS + 1):
        solo.play(solo.game.legal(solo.state).moves[0], n)
        solo.bookmark(str(n))
    assert len(solo.bookmarks) == MOST_BOOKMARKS
    assert "0" not in solo.bookmarks.values()


def test_a_game_that_is_over_stays_where_it_is() -> None:
    solo = branched()
    solo.play(Resign(), 4)
    with pytest.raises(IllegalMove):
        solo.go_to(1, 5)


def test_a_file_of_the_revision_before_is_read() -> None:
    document = json.loads(EARLIER.read_text())
    assert "bookmarks" not in document
    left = read(document)
    assert left is not None
    assert (left.solo.bookmarks, left.solo.moves) == ({}, 3)
    assert len(left.solo.tree.ends()) == 2


@pytest.mark.parametrize("wrong", [7, [["1", "a"]], [[1]], [[1, 2]], None])
def test_a_damaged_bookmark_is_not_read(wrong: object) -> None:
    document = json.loads(EARLIER.read_text())
    assert read({**document, "bookmarks": wrong}) is None
    assert read({**document, "bookmarks": [[99, "nowhere"], [1, "here"]]}).solo.bookmarks == {  # type: ignore[union-attr]
        1: "here"
    }


async def test_the_full_screen_goes_to_a_bookmark_of_another_branch() -> None:
    app = solo_app("klondike", 5)
    async with app.run_test(size=(100, 30)) as pilot:
        page = app.screen
        assert isinstance(page, SoloPage)
        await pilot.press("d", "g")
        taken = page.solo.state
        await pilot.press("ctrl+b", "n", *"best", "enter")
        await until(pilot, lambda: "best" in text_of(app))
        assert "you are here" in text_of(app)
        await pilot.press("q", "u", "space", "ctrl+b")
        await until(pilot, lambda: "leaves this line after move 0" in text_of(app))
        await pilot.press("home", "enter")
        await until(pilot, lambda: app.screen is page)
        assert page.solo.state == taken
        await pilot.press("ctrl+b", "home", "d")
        assert page.solo.bookmarks == {}


def test_line_mode_lists_branches_and_goes_there(tmp_path: Path) -> None:
    typed = """d g
bookmark good place
undo
turn
branches
go good place
branches
go 9
go 0
quit
"""
    ended = patience(tmp_path, "play", "klondike", "--deal", "5", "--plain", typed=typed)
    assert "1. good place: after 1 move, 0 of 52; leaves this line after move 0" in ended.out
    assert "2. branch 2: after 1 move, 0 of 52; you are here" in ended.out
    assert "1. good place: after 1 move, 0 of 52; you are here" in ended.out
    assert "There is no such position; branches lists them." in ended.out
