"""Saved games: kept until they are over; damaged files are skipped."""

import json
from pathlib import Path
from typing import Any

import pytest

from client_cli.local.storage import Storage
from client_cli.solo import saved_games
from client_cli.solo.game import SoloGame
from client_cli.solo.saved_games import damaged, drop, keep, last_left
from client_cli.state.card_marks import CardMarks
from engine.games import GAMES, game
from tests.client_cli.command import patience
from tests.client_cli.screens.test_keyboard import ENDS
from tests.engine.endings import script


def half_played(slug: str) -> SoloGame:
    solo = SoloGame(game(slug), ENDS[slug][0])
    while solo.dealing is not None:
        solo.next_frame()
    moves = script(solo.game, solo.number)
    for n, move in enumerate(moves[: len(moves) // 2]):
        solo.play(move, 100 * n)
    return solo


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_a_game_comes_back_as_it_was_left(slug: str, tmp_path: Path) -> None:
    storage, solo, marks = Storage(tmp_path), half_played(slug), CardMarks()
    view = solo.game.view(solo.state)
    for place in [(p, lies.down) for p, lies in view.piles.items() if lies and lies.up][:1]:
        marks.tilt(view, place, 2)  # on a square nothing is tilted
    keep(storage, solo, marks, 123_456)
    left = last_left(storage)
    assert left is not None
    assert (left.solo.state, left.solo.board, left.ms) == (solo.state, solo.board, 123_456)
    assert left.solo.record("you") == solo.record("you")
    assert left.marks.signs(view) == marks.signs(view)
    assert left.summary().startswith(f"{solo.game.book.title}, deal {solo.number}: ")


def test_statistics_count_what_was_left(tmp_path: Path) -> None:
    storage, solo = Storage(tmp_path), half_played("aces_up")
    keep(storage, solo, CardMarks(), 123_456)
    keep(storage, half_played("klondike"), CardMarks(), 123_456)
    assert saved_games.left_games(storage) == {"aces_up": 1, "klondike": 1}
    saved_games.abandon(storage, solo)
    saved_games.abandon(storage, SoloGame(game("usk"), 1))
    assert saved_games.left_games(storage) == {"aces_up": 1, "klondike": 1}, "nothing begun at Usk"
    typed = "turn\nagain\nquit\n"
    patience(tmp_path, "play", "klondike", "--deal", "5", "--plain", typed=typed)
    ended = patience(tmp_path, "stats")
    assert "Left without an end: Klondike 2, Aces Up 1." in ended.out
    (left,) = patience(tmp_path, "stats", "--json").json()
    assert left == {"left": {"klondike": 2, "aces_up": 1}}
    (tmp_path / saved_games.ABANDONED).write_text('{"usk": "many", "aces_up": 3, "none": 1}')
    assert saved_games.left_games(storage) == {"aces_up": 3, "klondike": 1}


def test_what_was_taken_back_is_taken_back_again(tmp_path: Path) -> None:
    storage, solo = Storage(tmp_path), SoloGame(game("aces_up"), 7)
    solo.play(solo.game.codec.from_text("discard tab.2"), 5)
    solo.undo(9)
    keep(storage, solo, CardMarks(), 10)
    left = last_left(storage)
    assert left is not None
    assert not left.solo.board.clean
    left.solo.play(solo.game.codec.from_text("discard tab.2"), 12)
    left.solo.undo(14)


def test_a_deal_that_is_watched_is_gone_on_with_where_it_was(tmp_path: Path) -> None:
    storage, solo, marks = Storage(tmp_path), SoloGame(game("kings"), 1), CardMarks()
    keep(storage, solo, marks, 0)
    assert last_left(storage) is None, "what has not begun is not kept"
    marks.tilt(solo.game.view(solo.state), ("heap.5", None), 1)
    keep(storage, solo, marks, 0)
    assert last_left(storage) is not None, "a mark is a beginning"
    marks.tilt(solo.game.view(solo.state), ("heap.5", None), 0)
    solo.next_frame()
    solo.next_frame()
    marks.tilt(solo.game.view(solo.state), ("heap.3", None), 1)
    keep(storage, solo, marks, 9)
    left = last_left(storage)
    assert left is not None
    assert left.solo.dealing == solo.dealing
    assert left.summary() == "Kings, deal 1: just dealt, 0:00"
    assert left.marks.signs(solo.game.view(solo.state)) == {("heap.3", 0): "/"}


def test_what_is_over_is_kept_no_longer_and_the_oldest_gives_way(tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    games = [
        SoloGame(game("uncle_remus", {"columns": 9}), n) for n in range(1, saved_games.MOST + 3)
    ]
    for solo in games:
        solo.play(solo.game.codec.from_text("deal"), 1)
        keep(storage, solo, CardMarks(), 2)
    found = saved_games.unfinished(storage)
    assert [left.solo.number for left in found] == [*range(saved_games.MOST + 2, 2, -1)]
    assert found[0].solo.game.chosen["columns"] == 9
    solo = games[-1]
    solo.play(solo.game.codec.from_text("resign"), 3)
    keep(storage, solo, CardMarks(), 3)
    drop(storage, games[-2])
    assert len(saved_games.unfinished(storage)) == saved_games.MOST - 2
    assert damaged(storage) == ""


DAMAGE: list[dict[str, Any]] = [
    {"format": 2},
    {"game": "whist"},
    {"game": ["aces_up"]},
    {"options": {"must_fill": "perhaps"}},
    {"options": 7},
    {"deal": 0},
    {"deal": 2**63},
    {"deal": True},
    {"moves": [[1, "fly"]]},
    {"moves": [[5, "discard tab.2"], [4, "undo"]]},
    {"moves": [["1", "discard tab.2"]]},
    {"moves": "discard"},
    {"moves": [[1, "resign"]]},
    {"marks": [{"pile": "tab.0"}]},
    {"marks": [{"pile": "tab.0", "index": -1, "tilt": 9}]},
    {"frame": "first"},
    {"clock_ms": -1},
]


@pytest.mark.parametrize("damage", DAMAGE, ids=str)
def test_a_damaged_file_is_passed_over_with_a_sentence(
    damage: dict[str, Any], tmp_path: Path
) -> None:
    storage, solo = Storage(tmp_path), SoloGame(game("aces_up"), 7)
    solo.play(solo.game.codec.from_text("discard tab.2"), 5)
    keep(storage, solo, CardMarks(), 10)
    path = tmp_path / "unfinished" / "aces_up-7.json"
    document = json.loads(path.read_bytes())
    assert saved_games.read(document) is not None
    path.write_text(json.dumps({**document, **damage}))
    assert saved_games.unfinished(storage) == []
    assert damaged(storage) == "1 kept game cannot be read and was left alone: aces_up-7.json."
    path.write_bytes(b'{"format": 1, "game"')
    assert last_left(storage) is None
    assert path.exists()
