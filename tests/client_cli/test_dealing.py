"""Watched deals: in a session, alone, and in line mode."""

import json
from pathlib import Path

import pytest

from client_cli.solo.game import SoloGame
from client_cli.state.deal_frames import FIRST_SEE_IT, DealFrames
from client_cli.state.session import RoomSession
from engine.cards import deal_number_seed
from engine.errors import IllegalMove
from engine.games import game
from engine.mechanics.counting import laid_counts
from engine.moves import Resign
from engine.races.verify import summary, verify
from protocol import from_server as said
from tests.client_cli.command import patience
from tests.client_cli.test_session import info, room

KINGS = game("kings")
PACK = KINGS.pack(deal_number_seed(7))
FRAMES = KINGS.frames(PACK)
TURN = KINGS.codec.from_text("turn")


def frame(n: int) -> said.Frame:
    fields = DealFrames.of_frame(FRAMES, n).to_json()
    return said.Frame.model_validate_json(
        json.dumps({"id": None, "race": 1, "clock_ms": 10, **fields})
    )


def table() -> said.Table:
    view = KINGS.view(KINGS.deal(PACK))
    return said.Table(
        id=None, race=1, ply=0, clock_ms=20, view=view, progress=8, points=None, over=None
    )


def watching() -> RoomSession:
    session = RoomSession()
    race = info(game="kings", options=dict(KINGS.chosen), status="running", clock_ms=0)
    session.hear(room(race=race), 0)
    session.hear(frame(1), 0)
    return session


def test_a_session_asks_for_frame_after_frame_and_puts_the_last_away() -> None:
    session = watching()
    for n in range(2, len(FRAMES) + 1):
        asked = session.next_frame(5)
        assert asked is not None
        assert (asked.race, asked.frame) == (1, n)
        assert session.why_not(TURN) == FIRST_SEE_IT
        session.hear(frame(n), 0)
    session.hear(table(), 0)
    assert session.dealing is not None
    assert session.why_not(TURN) == FIRST_SEE_IT, "the last frame is still being looked at"
    assert session.next_frame(6) is None
    assert session.why_not(TURN) is None


def test_a_table_with_moves_or_the_end_puts_the_deal_away() -> None:
    session = watching()
    session.hear(table().model_copy(update={"ply": 1}), 0)
    assert session.dealing is None
    session = watching()
    opened = said.Opened(secret="00" * 32, nonces={})
    session.hear(said.Over(seq=5, race=1, ended_ms=1, results=[], opened=opened), 0)
    assert session.dealing is None


def test_alone_the_deal_is_watched_first() -> None:
    solo = SoloGame(KINGS, 7)
    with pytest.raises(IllegalMove, match="whole deal"):
        solo.play(TURN, 0)
    seen = []
    while solo.dealing is not None:
        seen.append(solo.dealing.view)
        solo.next_frame()
    assert seen == [frame.view for frame in FRAMES]
    solo.play(TURN, 0)
    given_up = SoloGame(KINGS, 7)
    given_up.play(Resign(), 0)
    assert given_up.state.over is not None


def test_a_sentence_says_what_went_to_the_corner() -> None:
    view = FRAMES[0].view
    first = DealFrames(1, 9, (), [(5, "5H"), (12, "QS")], True, view)
    assert first.sentence("Space") == (
        "Round 1 of 9. To the corner: 5H on 5, QS on 12, one unseen. Space: next round."
    )
    last = DealFrames(9, 9, (), [], False, view)
    assert last.sentence("Space") == "Round 9 of 9. Space: begin to play."


def test_line_mode_shows_round_after_round(tmp_path: Path) -> None:
    typed = "turn\n" + "next\n" * len(FRAMES) + "next\nturn\nresign\n"
    told = patience(tmp_path, "play", "kings", "--deal", "7", "--json", typed=typed).json()
    kinds = [event["type"] for event in told if event["type"] != "said"]
    assert kinds == [*["frame"] * len(FRAMES), "table", "moved", "moved", "over"]
    shown = [event for event in told if event["type"] == "frame"]
    assert [event["view"] for event in shown] == [frame.view.to_json() for frame in FRAMES]
    assert FIRST_SEE_IT in json.dumps(told)
    assert "The deal is done." in json.dumps(told)


def test_line_mode_draws_each_round(tmp_path: Path) -> None:
    typed = "next\n" * len(FRAMES) + "turn\n"
    out = patience(tmp_path, "play", "kings", "--deal", "7", typed=typed).out
    assert f"Round 1 of {len(FRAMES)}." in out
    assert '"next": begin to play.' in out


def test_counts_are_checked_during_the_deal_and_mark_the_result() -> None:
    """As far as the deal has come; a saved game goes on at its round."""
    solo = SoloGame(KINGS, 7)
    solo.next_frame()
    for _ in range(2):
        solo.ask_hint(5)
    assert solo.counts() == laid_counts(FRAMES[:2]) != laid_counts(FRAMES[:3])
    assert [entry.text for entry in solo.entries] == ["hint"]
    later = SoloGame(KINGS, 7)
    later.go_on(solo.entries, solo.frame)
    assert later.frame == 2
    while later.dealing:
        later.next_frame()
    assert later.counts() == laid_counts(FRAMES)
    later.play(TURN, 9)
    later.play(Resign(), 10)
    assert not later.final().clean
    assert summary(verify(later.record("Ann")))["ok"]


def test_line_mode_checks_what_was_counted_so_far(tmp_path: Path) -> None:
    typed = "count g\ncount g\nhint\nnext\nhint\nquit\n"
    out = patience(tmp_path, "play", "kings", "--deal", "7", typed=typed).out
    right = [laid_counts(FRAMES[:n])[2] for n in (1, 2)]
    assert [f"You counted 3: 2 of {n}." in out for n in right] == [True, True]
    json_out = patience(tmp_path, "play", "kings", "--deal", "7", "--json", typed="hint\nquit\n")
    told = [each for each in json_out.json() if each["type"] == "counts"]
    assert [each["counts"] for each in told] == [list(laid_counts(FRAMES[:1]))]
