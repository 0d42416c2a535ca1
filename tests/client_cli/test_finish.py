"""Tests of `finish` and of safe auto-play in the terminal client: alone, and in a race against a
server's answers."""

import random
from pathlib import Path
from typing import Any

import pytest

from client_cli.features import race_setup
from client_cli.features.race_setup import PlannedRace
from client_cli.local.storage import Storage
from client_cli.messages.race_terms import race_line
from client_cli.net.room_client import RoomClient
from client_cli.solo.game import SoloGame
from client_cli.terminal.output import Output
from client_cli.text_mode.solo.solo import SoloLines
from engine.aids import finish, safe_move
from engine.cards import deal_number_seed
from engine.computer_players.player import Player
from engine.errors import IllegalMove
from engine.games import GAMES, game
from engine.moves import Pack
from engine.table import WON, State
from engine.takeback import UNDO, Past, read_move, step
from protocol import from_server as said
from protocol.from_client import Play
from protocol.rooms.races import Terms
from tests.client_cli.test_session import info, room

TERMS = Terms(format="first_out", winners="time", take_back="free", call_ms=None)
SAFELY = TERMS.model_copy(update={"safe_play": True})
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

    def __init__(
        self,
        tmp_path: Path,
        state: State[Any],
        monkeypatch: pytest.MonkeyPatch,
        terms: Terms = TERMS,
    ) -> None:
        self.rules, self.state, self.ply = game("bakers_dozen"), state, 0
        self.sent: list[Play] = []
        self.past: Past = None
        self.made: list[Any] = []
        self.client = RoomClient("ws://127.0.0.1:9", Storage(tmp_path), lambda _: None)
        monkeypatch.setattr(self.client.link, "post", self.sent.append)
        race = info(game="bakers_dozen", options={}, terms=terms, status="running", clock_ms=0)
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
        if not terms.safe_play:
            self.sent.clear()

    def hear(self, message: said.FromServer) -> None:
        self.client._hear(message)

    def answer(self) -> None:
        """Make the only unanswered move, as the server does."""
        (asked,) = self.sent
        assert asked.ply == self.ply
        before = self.state
        move = read_move(self.rules, str(asked.move))
        (self.state, self.past), redo = step(self.rules, before, self.past, move, "free"), None
        if move is UNDO:
            redo = self.rules.codec.to_json(self.made[-1])
        else:
            self.made.append(move)
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
                redo=redo,
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


ACE_OUT = 1
"""A deal of Baker's Dozen that exposes an ace."""


def test_safe_cards_go_up_one_after_the_other_where_the_terms_ask_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = game("bakers_dozen")
    start = rules.deal(rules.pack(deal_number_seed(ACE_OUT)))
    assert not Table(tmp_path, start, monkeypatch).sent, "the usual terms do not"
    table = Table(tmp_path, start, monkeypatch, SAFELY)
    while table.sent:
        assert safe_move(rules, table.state) is not None
        table.answer()
    assert safe_move(rules, table.state) is None
    up = table.ply
    assert up
    # After a take-back it waits for the player's next move.
    table.client.play(UNDO)
    table.answer()
    assert not table.sent
    table.client.play(next(m for m in rules.legal(table.state).moves if isinstance(m, Pack)))
    table.answer()
    assert table.sent


def test_a_refused_safe_move_is_not_sent_again_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = game("bakers_dozen")
    start = rules.deal(rules.pack(deal_number_seed(ACE_OUT)))
    table = Table(tmp_path, start, monkeypatch, SAFELY)
    (asked,) = table.sent
    table.sent.clear()
    table.hear(said.Refused(id=asked.id, code="race_over", error="The race is over.", ply=None))
    assert not table.sent


def test_the_terms_say_it_and_only_games_with_a_rule_offer_it() -> None:
    made = race_setup.made("klondike", {"safe_play": "yes"}, None)
    race = PlannedRace(made.terms, dict(made.game.chosen), made.bell_ms)
    assert race_line(race, made.game).endswith("no take-back, safe cards go up by themselves")
    names = {slug: [term.name for term in race_setup.offered(slug, None)] for slug in GAMES}
    offered = {slug for slug, listed in names.items() if "safe_play" in listed}
    assert offered == {slug for slug, rules in GAMES.items() if rules.safe_play}
