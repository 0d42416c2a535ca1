"""Tests of `finish` in the terminal client: alone, and in a race against a server's answers."""

import random
from pathlib import Path
from typing import Any

import pytest

from client_cli.local.storage import Storage
from client_cli.net.room_client import RoomClient
from client_cli.solo.game import SoloGame
from client_cli.terminal.output import Output
from client_cli.text_mode.solo import SoloLines
from engine.aids import finish
from engine.computer_players import Player
from engine.errors import IllegalMove
from engine.games import game
from engine.table import WON, State
from protocol import from_server as said
from protocol.from_client import Play
from tests.client_cli.test_session import info, room

DEAL = 25
"""A deal of Baker's Dozen that the greedy player brings to a finish."""


def nearly_out() -> SoloGame:
    """Return a solo game from which plain play wins."""
    rules = game("bakers_dozen")
    solo, chances = SoloGame(rules, DEAL), random.Random(DEAL)
    player = Player(rules, "greedy", chances.randrange, 400)
    while not finish(rules, solo.state):
        move: Any = player.move(solo.state)
        solo.play(move, solo.moves)
    return solo


def test_finish_plays_the_game_out_and_stays_clean(tmp_path: Path, capsys: Any) -> None:
    solo = nearly_out()
    moves = solo.moves
    left = len(finish(solo.game, solo.state))
    SoloLines(solo, Output(), Storage(tmp_path)).run(["finish"])
    assert solo.state.over == WON
    assert solo.board.clean
    assert solo.moves == moves + left
    assert "undo" not in capsys.readouterr().out


def test_finish_says_that_something_is_left_to_decide(tmp_path: Path, capsys: Any) -> None:
    solo = SoloGame(game("bakers_dozen"), DEAL)
    SoloLines(solo, Output(), Storage(tmp_path)).run(["finish"])
    assert not solo.moves
    assert "Something is still left to decide." in capsys.readouterr().out


class Table:
    """A room client at the table of a running race, and what it has sent."""

    def __init__(self, tmp_path: Path, state: State[Any], monkeypatch: pytest.MonkeyPatch) -> None:
        self.rules, self.state, self.ply = game("bakers_dozen"), state, 0
        self.sent: list[Play] = []
        self.client = RoomClient("ws://127.0.0.1:9", Storage(tmp_path), lambda _: None)
        monkeypatch.setattr(self.client.link, "post", self.sent.append)
        race = info(game="bakers_dozen", options={}, status="running", clock_ms=0)
        self.hear(room(race=race))
        self.hear(
            said.Table(
                id=None,
                race=1,
                ply=0,
                clock_ms=0,
                view=self.rules.view(state),
                progress=self.rules.progress(state),
                points=None,
                over=None,
            )
        )
        self.sent.clear()

    def hear(self, message: said.FromServer) -> None:
        self.client._hear(message)

    def answer(self) -> None:
        """Make the only unanswered move, as the server does."""
        (asked,) = self.sent
        assert asked.ply == self.ply
        before = self.state
        self.state = self.rules.play(before, self.rules.codec.from_text(str(asked.move))).state
        self.ply += 1
        self.sent.clear()
        over = self.state.over
        self.hear(
            said.Moved(
                id=asked.id,
                race=1,
                ply=self.ply,
                ms=self.ply,
                changed=self.rules.changes(before, self.state),
                progress=self.rules.progress(self.state),
                points=None,
                over=over and said.Ended(result=over.result, reason=over.reason),
            )
        )


def test_in_a_race_each_move_follows_the_answer_to_the_one_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = nearly_out().state
    table = Table(tmp_path, state, monkeypatch)
    left = len(finish(table.rules, state))
    table.client.finish()
    for _ in range(left):
        table.answer()
    assert table.state.over == WON
    assert not table.sent


def test_a_refusal_stops_the_finish(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(tmp_path, nearly_out().state, monkeypatch)
    table.client.finish()
    (asked,) = table.sent
    table.sent.clear()
    table.hear(said.Refused(id=asked.id, code="race_over", error="The race is over.", ply=None))
    assert not table.sent


def test_in_a_race_nothing_is_sent_while_something_is_left_to_decide(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(tmp_path, SoloGame(game("bakers_dozen"), DEAL).state, monkeypatch)
    with pytest.raises(IllegalMove, match="left to decide"):
        table.client.finish()
    assert not table.sent
