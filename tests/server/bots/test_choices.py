"""What computer players know, what they do next and how long they take: no server, no clock."""

from random import Random
from statistics import fmean

import pytest

from engine.computer_players.pace import PACES, Occasion
from engine.games import game
from engine.mechanics.called_game import CalledGame
from engine.racing_demon.game import RacingDemon
from engine.racing_demon.state import RoundState
from engine.view import PileView, View
from protocol import from_server as say
from protocol.from_client import Create, Terms
from protocol.rooms.boards import Ended
from protocol.rooms.common_tables import OvertakenClaim
from protocol.rooms.computer_players import ComputerPlayer
from protocol.rooms.known_table import KnownTable
from server.bots.choices import IN_TIME, Chooser
from server.bots.knowledge import Knowledge, KnownBoard, KnownFrame, Task, occasion
from server.rooms import commands
from server.rooms.reducer import fold
from server.rooms.state import Room
from server.views import race_view
from tests.server.rooms.test_commands import TOKENS, WORD, opened

PLAYER = ComputerPlayer(strength="tips", pace="steady")
SEED = bytes(32)


def task(known: Knowledge) -> Task | None:
    return known.task


def behind(known: Knowledge) -> bool:
    return known.is_behind


def told(room: Room) -> Knowledge:
    """What the bot on seat 1 knows of the room's race before its first board."""
    known = Knowledge(1)
    known.hear(say.NextRace(seq=1, race=race_view.info(room, room.race, 0)))
    known.is_behind = False
    return known


def racing(name: str = "klondike") -> Knowledge:
    known = told(opened(name))
    known.hear(say.Started(seq=2, race=1))
    return known


def table(name: str = "klondike", ply: int = 0, over: Ended | None = None) -> say.Table:
    rules = game(name)
    state = rules.deal(rules.pack(SEED))
    return say.Table(
        id=None,
        race=1,
        ply=ply,
        clock_ms=0,
        view=rules.view(state),
        progress=0,
        points=None,
        over=over,
    )


def test_it_plays_its_board_while_the_race_runs() -> None:
    known = told(opened("klondike"))
    assert task(known) is None
    known.hear(say.Started(seq=2, race=1))
    assert task(known) is None
    known.hear(table())
    assert task(known) == "board"
    known.hear(say.Over(seq=3, race=1, ended_ms=5, results=[], opened=None))
    assert task(known) is None


def test_its_game_ends_before_the_race() -> None:
    known = racing()
    known.hear(table(over=Ended(result="lost", reason="resigned")))
    assert task(known) is None


def test_messages_about_an_earlier_race_are_ignored() -> None:
    known = racing()
    known.hear(table().model_copy(update={"race": 7}))
    assert (known.board, task(known)) == (None, None)


def test_it_watches_its_deal_to_the_last_frame() -> None:
    known = racing("kings")
    for number in (1, 2):
        known.frame = KnownFrame(number, 2)
        assert task(known) == ("frame" if number == 1 else None)
    known.hear(table("kings"))
    assert (known.frame, task(known)) == (None, "board")


def called_race() -> Knowledge:
    """What the bot knows of a running race with called cards, before its first board."""
    request = Create(
        id=1,
        token=TOKENS[0],
        game="poker_patience",
        bell_ms=60_000,
        name="host",
        terms=Terms(format="caller"),
    )
    known = told(fold(Room("KQ74TX"), commands.create(request, "p:0", SEED, WORD, 0)))
    known.hear(say.Started(seq=2, race=1))
    return known


def test_it_waits_for_each_call_and_places_in_time() -> None:
    known = called_race()
    known.hear(table("poker_patience"))
    assert task(known) is None
    known.hear(say.Called(seq=3, race=1, call=1, call_ms=1_000))
    assert task(known) == "board"
    slow = Chooser(known, ComputerPlayer(strength="greedy", pace="slow"), Random(1))
    assert all(slow.delay_ms() <= IN_TIME * 1_000 for _ in range(200))
    known.hear(table("poker_patience", ply=1))
    assert task(known) is None


def test_it_does_not_give_up_between_the_call_of_a_card_and_the_board_with_the_card() -> None:
    known = called_race()
    rules = game("poker_patience")
    assert isinstance(rules, CalledGame)
    dealt = rules.deal(rules.pack(SEED))
    shown = table("poker_patience")
    known.hear(shown.model_copy(update={"view": rules.view(rules.uncalled(dealt))}))
    known.hear(say.Called(seq=3, race=1, call=1, call_ms=1_000))
    chooser = Chooser(known, PLAYER, Random(1))
    assert task(known) == "board"
    assert chooser.move() is None
    known.hear(shown)
    move = chooser.move()
    assert move is not None
    assert move.text.startswith("place ")


def test_a_missed_move_makes_it_look_again() -> None:
    known = racing()
    known.hear(table())
    assert not behind(known)
    later = say.Moved(
        id=None, race=1, ply=3, ms=9, changed=View({}, {}), progress=0, points=None, over=None
    )
    known.hear(later)
    assert behind(known)
    known.is_behind = False
    known.hear(later.model_copy(update={"ply": 1}))
    assert (known.board and known.board.ply, known.is_behind) == (1, False)


def test_a_refusal_makes_it_look_again_unless_somebody_was_quicker() -> None:
    known = racing("racing_demon")
    late = OvertakenClaim(foundation=0, seat=2, height=3, top="3S")
    known.hear(say.Refused(id=1, code="overtaken", error="", overtaken=late))
    assert not behind(known)
    known.hear(say.Refused(id=2, code="illegal_move", error=""))
    assert behind(known)
    assert known.answers == 2


def test_what_has_changed_is_counted_in_cards() -> None:
    before = View({"a": PileView(2, ["AS", "2S"]), "stock": PileView(9, [])}, {})
    after = View({"a": PileView(1, ["AS", "2S", "KH"]), "stock": PileView(9, [])}, {})
    boards = [KnownBoard(ply, view, False) for ply, view in enumerate((before, after))]
    assert occasion(None, boards[0], 1) == Occasion(2, turned=True)
    assert occasion(boards[0], boards[1], 1) == Occasion(1, turned=True)
    assert occasion(boards[1], boards[1], 1) == Occasion(0, turned=False)


def at_table(state: RoundState, rules: RacingDemon) -> Knowledge:
    known = racing("racing_demon")
    known.table = KnownTable(rules, 1, 0, (0, 1), rules.view(state), state)
    return known


def begun(rules: RacingDemon) -> RoundState:
    return rules.deal(rules.packs(SEED, 2))


def test_at_a_table_it_waits_once_it_has_said_that_it_is_stuck() -> None:
    rules = RacingDemon()
    state = begun(rules)
    known = at_table(state, rules)
    chooser = Chooser(known, PLAYER, Random(2))
    texts = []
    for _ in range(300):
        assert known.table is not None
        move = chooser.move()
        if move is None:
            break
        texts.append(move.text)
        state = rules.play(state, 1, rules.codec.from_text(move.text)).state
        known.table = known.table._replace(view=rules.view(state), state=state)
    assert texts[-1] == "stuck"
    assert chooser.move() is None


def test_a_claim_that_has_just_become_possible_is_sometimes_noticed_late() -> None:
    rules = RacingDemon()
    known = at_table(begun(rules), rules)
    chooser = Chooser(known, PLAYER, Random(3))
    move = chooser.move()
    assert move is not None
    assert (move.text, move.is_new_claim) == ("claim tab.0 foundation.new 0", True)
    waits = [chooser.late_ms(move) for _ in range(2_000)]
    assert fmean(wait > 0 for wait in waits) == pytest.approx(PACES["steady"].misses, abs=0.04)
    assert fmean(wait for wait in waits if wait) > PACES["steady"].late_ms * 0.9
    again = chooser.move()
    assert again is not None
    assert not again.is_new_claim
    assert chooser.late_ms(again) == 0


def test_who_has_resigned_and_who_watches_does_nothing_at_the_table() -> None:
    rules = RacingDemon()
    state = begun(rules)
    known = at_table(state, rules)
    assert task(known) == "table"
    known.seat = 5
    assert task(known) is None
    resigned = state.with_board(0, state.boards[0]._replace(resigned=True))
    known = at_table(resigned, rules)
    known.seat = 0
    assert task(known) is None
