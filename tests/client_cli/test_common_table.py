"""What the terminal client knows of a common table, and what it sends."""

from itertools import count
from random import Random

import pytest

from client_cli.messages.common_table import (
    claimable_line,
    claims_line,
    counted_lines,
    place_words,
    series_lines,
)
from client_cli.solo.practice_room import PracticeRoom
from client_cli.state.common_table import CardLaid, SentCommand, best_claim
from client_cli.state.session import RoomSession
from engine.errors import IllegalMove
from engine.moves import Turn
from engine.racing_demon.game import Claim, RacingDemon, Stuck
from engine.racing_demon.players import RacingPlayer
from protocol import from_server as said
from protocol.rooms.common_tables import OvertakenClaim, TableCommand
from protocol.rooms.computer_players import ComputerPlayer
from protocol.rooms.known_table import KnownTable
from tests.client_cli.screens.pilots import Clock

QUICK = ComputerPlayer(strength="tips", pace="quick")


class Table:
    """A practice room with a stopped clock, and all messages that it has given."""

    def __init__(self, seed: int = 1, bots: int = 2, deal: int = 7, **options: object) -> None:
        self.now, self.heard = Clock(), list[said.FromServer]()
        self.told: list[str] = []
        self.rules = RacingDemon(options)
        self.room = PracticeRoom(self.rules, [QUICK] * bots, self.now, deal, random=Random(seed))
        self.room.overhear = self.heard.append
        self.room.tell = self.told.extend

    @property
    def session(self) -> RoomSession:
        return self.room.session

    @property
    def table(self) -> KnownTable:
        assert self.session.common is not None
        return self.session.common

    def label(self, pile: str) -> str:
        return place_words(self.table, pile)

    def later(self, ms: int = 300) -> None:
        self.now.ms += ms
        self.room.step()

    def play_out(self, seed: int = 2) -> None:
        """Play the seat of the person as a computer player would, to the end of the round."""
        player = RacingPlayer(self.rules, "tips", 0, Random(seed).randrange)
        while self.table.state.over is None:
            move = player.move(self.table.view) if self.now.ms % 900 == 100 else None
            if move is not None:
                self.room.play_table(move)
            self.later()


def test_the_table_that_changes_make_is_the_table_that_is_sent_whole() -> None:
    played = Table()
    played.play_out()
    whole = played.room.whole_table()
    assert played.table == KnownTable.heard(played.table.rules, whole)
    assert played.table.number > 50
    assert played.session.results is not None


def test_the_legal_moves_of_the_known_table_are_those_of_the_true_table() -> None:
    played = Table()
    for _ in range(60):
        played.later()
        for seat in range(3):
            true = played.rules.legal(played.room.state, seat)
            assert played.table.legal(seat) == true


def test_a_change_after_a_gap_asks_for_the_table_and_an_old_one_is_ignored() -> None:
    played = Table()
    while len(played.heard) < 3:
        played.later()
    session = RoomSession()
    first, second, third = played.heard[:3]
    assert isinstance(first, said.TableChanged)
    session.hear(Table().room.whole_room(), 0)
    session.hear(second, 0)
    assert session.needs_table
    assert session.common is not None
    assert session.common.number == 0
    session.needs_table = False
    for message in (first, second, first, third):
        session.hear(message, 0)
    assert not session.needs_table
    assert session.common.number == 3


def with_a_claim() -> tuple[Table, Claim]:
    """A table at which the player can claim at once without turning a card up."""
    for deal in count(1):
        played = Table(deal=deal, spaces="free")
        claim = best_claim(played.rules, played.table.legal(0))
        if claim is not None and claim.src != "reserve":
            return played, claim
    raise AssertionError


def test_an_unanswered_claim_is_shown_ahead_and_taken_back_if_it_is_overtaken() -> None:
    played, claim = with_a_claim()
    session = played.session
    request = session.play_table(claim, 9, 77)
    assert (request.key, request.move) == (77, played.rules.codec.to_text(claim))
    again = session.resend_commands(lambda: 12)
    assert [(each.id, each.key, each.move) for each in again] == [(12, 77, request.move)]
    ahead = session.common_ahead()
    assert ahead is not None
    assert len(ahead.foundations) == 1
    late = OvertakenClaim(foundation=0, seat=1, height=1, top="AS")
    refused = said.Refused(id=12, code="overtaken", error="", overtaken=late)
    assert session.hear(refused, 0) == ["Computer 1 was first: AS lies there now."]
    assert session.commands == []
    assert session.common_ahead() == played.table.state


def test_a_move_that_was_refused_for_the_moment_is_kept_to_be_sent_again() -> None:
    played, claim = with_a_claim()
    played.session.play_table(claim, 9, 77)
    assert played.session.hear(said.Refused(id=9, code="too_fast", error="Wait."), 0) == []
    assert [each.key for each in played.session.commands] == [77]


def test_only_legal_moves_are_sent() -> None:
    played, claim = with_a_claim()
    played.session.play_table(claim, 1, 1)
    with pytest.raises(IllegalMove, match=r"higher card|no free card"):
        played.session.play_table(claim, 2, 2)
    played.session.play_table(Turn(), 3, 3)
    with pytest.raises(IllegalMove, match="a card is being turned"):
        played.session.play_table(Stuck(), 4, 4)
    assert [each.key for each in played.session.commands] == [1, 3]


def test_a_change_forgets_one_unanswered_move_of_two_equal_ones() -> None:
    played = Table()
    session = played.session
    session.commands = [SentCommand(1, 1, Turn()), SentCommand(2, 2, Turn())]
    command = TableCommand(number=1, seat=0, move="turn", events=[])
    session.hear(
        said.TableChanged(
            race=1,
            ms=5,
            commands=[command],
            foundations=[],
            seats=[],
            shifts=0,
            emptied=[],
            over=None,
        ),
        0,
    )
    assert [each.key for each in session.commands] == [2]
    session.hear(said.TablePlayed(id=2, race=1, number=2, ms=9), 0)
    assert session.commands == []


def test_what_can_be_claimed_and_what_others_laid_are_one_line_each() -> None:
    played, claim = with_a_claim()
    piles = played.table.view.seats[0].view.piles
    pile = piles[claim.src]
    assert pile is not None
    expected = f"Can be claimed: {pile.up[-1]} from {played.label(claim.src)}"
    assert claimable_line(played.table, 0).startswith(expected)
    assert claimable_line(played.table, None) == "Nothing can be claimed now."
    session = played.session
    laid = [CardLaid(1, "AS", 0), CardLaid(2, "TH", 1), CardLaid(1, "2S", 0)]
    line = claims_line(session, laid)
    assert line == "Computer 1 (13): AS, 2S; Computer 2 (13): 10H."
    assert claims_line(session, [CardLaid(0, "AS", 0)]) == ""


def test_the_cards_of_a_round_are_counted_contestant_after_contestant() -> None:
    played = Table(deal=7, piles=5, target=50)
    played.play_out()
    lines = counted_lines(played.session, played.table)
    points = [played.rules.points(played.room.state, at) for at in range(3)]
    assert [line.rpartition(": ")[2] for line in lines] == [f"{n} points." for n in points]
    assert lines[0].startswith("Player: ")
    assert any("out for 10" in line for line in lines)
    told = "\n".join(played.told)
    series = played.session.series
    assert series is not None
    assert [each.points for each in series.seats] == sorted(points, reverse=True)
    for line in (*lines, *series_lines(series)):
        assert line in told
