"""The session state, built from messages: no socket, and a clock given by the test."""

from typing import Any

import pytest

from client_cli.messages.grids import thinking_sentence
from client_cli.messages.room_events import place
from client_cli.state.session import RoomSession
from engine.cards import deal_number_seed
from engine.errors import IllegalMove
from engine.games import game
from engine.games.cribbage_patience import CribbagePatience
from engine.moves import Resign
from engine.takeback import UNDO
from engine.view import View
from protocol import from_server as said
from protocol.retries import retry_after_ms
from protocol.rooms.events import Covered
from protocol.rooms.room_settings import HostPassed
from tests.protocol.test_retries import refusal_codes

RULES = game("aces_up")
DEALT = RULES.deal(RULES.pack(deal_number_seed(7)))
"""Here the three of hearts on tab.2 can go; then four cards are dealt."""
THROW, DEAL = RULES.codec.from_text("discard tab.2"), RULES.codec.from_text("deal")


def info(**changes: Any) -> said.RaceInfo:
    values = {
        "id": "KQ74TX-1",
        "n": 1,
        "game": "aces_up",
        "options": {"must_fill": True},
        "terms": {"format": "first_out", "winners": "time", "take_back": "none", "call_ms": None},
        "bell_ms": 60_000,
        "commitment": "00" * 32,
        "status": "lobby",
    }
    return said.RaceInfo(**{**values, **changes})


def room(**changes: Any) -> said.Room:
    members = [
        said.Member(seat=seat, name=name, here=True, ready=False, racing=False)
        for seat, name in enumerate(["Ann", "Ben"])
    ]
    values = {
        "id": 2,
        "seq": 4,
        "code": "KQ74TX",
        "seat": 1,
        "host": 0,
        "members": members,
        "race": info(),
        "standings": [],
        "results": None,
        "opened": None,
    }
    return said.Room(**{**values, **changes})


def table(ply: int = 0, state: Any = DEALT, **changes: Any) -> said.Table:
    values = {
        "id": None,
        "race": 1,
        "ply": ply,
        "clock_ms": 0,
        "view": RULES.view(state),
        "progress": RULES.progress(state),
        "points": None,
        "over": None,
    }
    return said.Table(**{**values, **changes})


def moved(ply: int, before: Any, after: Any, request: int = 9) -> said.Moved:
    return said.Moved(
        id=request,
        race=1,
        ply=ply,
        ms=2_000,
        changed=RULES.changes(before, after),
        progress=RULES.progress(after),
        points=None,
        over=None,
    )


def standing(seat: int, best: int = 0, **changes: Any) -> said.SeatStanding:
    values = {
        "seat": seat,
        "result": None,
        "reason": None,
        "progress": best,
        "best": best,
        "tie_break": 0,
        "reached_ms": 1_000,
        "points": None,
        "ended_ms": None,
        "moves": best,
        "clean": True,
    }
    return said.SeatStanding(**{**values, **changes})


@pytest.fixture
def racing() -> RoomSession:
    """Ben's session at zero, which is at 100 000 of the caller's clock."""
    session = RoomSession()
    session.hear(room(), 94_000)
    session.hear(said.Countdown(seq=5, race=1, starts_in_ms=5_000, racing=[0, 1]), 95_000)
    session.hear(said.Started(seq=6, race=1), 100_000)
    session.hear(table(), 100_010)
    return session


def test_coming_in_tells_the_room_once() -> None:
    session = RoomSession()
    told = session.hear(room(), 0)
    assert told == [
        "Room KQ7-4TX: Aces Up, first to finish, time limit 1:00, no take-back.",
        "Here: Ann (host), Ben (you).",
    ]
    assert session.hear(room(seq=7), 0) == []
    assert (session.seq, session.is_host, session.racing) == (7, False, False)


def back(**changes: Any) -> said.Room:
    """The answer to Ben's return into a race that runs, some events later."""
    values = {
        "seq": 9,
        "race": info(status="running", clock_ms=30_000),
        "standings": [standing(0), standing(1, 1)],
        "table": table(1, RULES.play(DEALT, THROW).state),
        "unread": [
            said.Presence(seq=7, seat=0, here=False),
            said.Held(seq=8, race=1, held_ms=4_000, starts_in_ms=None, clock_ms=20_000),
            said.Joined(seq=9, seat=2, name="Cleo"),
        ],
    }
    members = [
        *room().members,
        said.Member(seat=2, name="Cleo", here=True, ready=False, racing=False),
    ]
    return room(members=members, **{**values, **changes})


def test_whoever_comes_back_hears_what_was_missed_and_has_their_board(racing: RoomSession) -> None:
    told = racing.hear(back(), 140_000)
    assert told == [
        "While you were away:",
        "The server was away for 4 seconds; the clock stood still.",
        "Cleo has joined.",
        "3H from c to the discard.",
    ]
    assert racing.board is not None
    assert (racing.board.ply, racing.seq, racing.needs_room) == (1, 9, False)
    assert racing.clock.race_ms(141_000) == 31_000


def test_another_device_is_told_what_still_matters() -> None:
    session = RoomSession()
    told = session.hear(back(), 140_000)
    assert told[2:] == [
        "While you were away:",
        "The server was away for 4 seconds; the clock stood still.",
        "Cleo has joined.",
    ]
    assert session.board is not None
    assert session.board.ply == 1


def test_a_covered_board_takes_no_move_until_one_is_back(racing: RoomSession) -> None:
    assert racing.hear(Covered(seq=7, seat=0, covered=True), 100_100) == [
        "Ann has gone to the room without a telephone."
    ]
    before = racing.covered
    racing.hear(Covered(seq=8, seat=1, covered=True), 100_200)
    assert (before, racing.covered) == (False, True)
    with pytest.raises(IllegalMove, match="covered"):
        racing.play(THROW, 1)
    told = racing.hear(Covered(seq=9, seat=1, covered=False), 100_300)
    assert told == ["You are back; your board is open again."]
    racing.play(THROW, 1)
    racing.hear(Covered(seq=10, seat=0, covered=True), 100_400)
    racing.hear(said.Over(seq=11, race=1, ended_ms=500, results=[], opened=None), 100_500)
    assert not racing.members[0].covered, "breaks are of a race"


def test_the_end_of_a_race_is_told_with_its_own_results() -> None:
    placed = said.Result(place=1, standing=standing(0, 48, result="won", ended_ms=9_000))
    over = said.Over(seq=8, race=1, ended_ms=9_000, results=[placed], opened=None)
    following = info(id="KQ74TX-2", n=2)
    unread = [over, said.NextRace(seq=9, race=following)]
    told = RoomSession().hear(back(race=following, standings=[], table=None, unread=unread), 0)
    assert told[2:] == [
        "While you were away:",
        "The race is over after 0:09.",
        "1. Ann: solved in 0:09",
        "Race 2 is open: a new deal, when everybody is ready.",
    ]


def test_the_countdown_and_the_clock(racing: RoomSession) -> None:
    clock = racing.clock
    assert clock.race_ms(100_500) == 500
    assert clock.bell_in_ms(130_000) == 30_000
    assert clock.bell_in_ms(999_000) == 0
    session = RoomSession()
    session.hear(room(), 0)
    session.hear(said.Countdown(seq=5, race=1, starts_in_ms=5_000, racing=[1]), 1_000)
    assert session.clock.starts_in_ms(2_000) == 4_000
    assert session.clock.race_ms(2_000) is None


def test_the_message_that_travelled_least_sets_the_clock(racing: RoomSession) -> None:
    late = said.Progress(race=1, clock_ms=1_000, standings=[])
    racing.hear(late, 101_900)
    assert racing.clock.race_ms(102_000) == 2_000
    racing.hear(late, 100_950)
    assert racing.clock.race_ms(102_000) == 2_050


def test_the_clock_stands_while_the_server_is_away(racing: RoomSession) -> None:
    clock = racing.clock
    away = said.Notice(code="storage_away", text="Nothing is lost, and the clock will wait.")
    racing.hear(away, 110_000)
    assert (clock.bell_in_ms(110_000), clock.bell_in_ms(114_000)) == (50_000, 50_000)
    assert clock.held
    held = said.Held(seq=racing.seq + 1, race=1, held_ms=4_000, starts_in_ms=None, clock_ms=10_000)
    racing.hear(held, 114_000)
    assert (clock.held, clock.bell_in_ms(115_000)) == (False, 49_000)
    racing.hear(away, 120_000)
    racing.hear(said.Notice(code="storage_back", text="Play on."), 121_000)
    assert clock.bell_in_ms(121_000) == 43_000, "what is not given back has passed"


def test_a_server_that_was_away_puts_the_clock_off(racing: RoomSession) -> None:
    held = said.Held(seq=7, race=1, held_ms=4_000, starts_in_ms=None, clock_ms=1_000)
    assert racing.hear(held, 105_000) == [
        "The server was away for 4 seconds; the clock stood still."
    ]
    assert racing.clock.race_ms(105_500) == 1_500


def test_a_gap_in_the_numbers_asks_for_the_room(racing: RoomSession) -> None:
    assert racing.hear(said.Presence(seq=9, seat=0, here=False), 101_000) == []
    assert racing.needs_room
    assert racing.members[0].here
    racing.hear(room(seq=9, race=info(status="running", clock_ms=1_000)), 101_100)
    assert (racing.needs_room, racing.board is None) == (False, False)


def test_an_event_heard_twice_happens_once(racing: RoomSession) -> None:
    gone = said.Presence(seq=7, seat=0, here=False)
    assert racing.hear(gone, 101_000) == ["Ann has lost the line."]
    assert racing.hear(gone, 101_000) == []
    assert racing.hear(said.Presence(seq=8, seat=0, here=True), 101_000) == ["Ann is back."]


def test_a_move_waits_for_its_answer(racing: RoomSession) -> None:
    play = racing.play(THROW, 9)
    assert (play.ply, play.move, play.race) == (0, "discard tab.2", 1)
    assert len(racing.outbox) == 1
    after = RULES.play(DEALT, THROW).state
    assert racing.ahead() == RULES.state_of(RULES.view(after))
    assert racing.hear(moved(1, DEALT, after), 102_000) == ["3H from c to the discard."]
    assert racing.outbox == []
    assert racing.board is not None
    assert (racing.board.ply, racing.board.progress) == (1, 1)
    assert racing.standings[1].best == 1


def test_equal_progress_with_a_better_tie_break_is_ones_best(
    racing: RoomSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    cards_dealt = staticmethod(lambda state: 48 - len(state.piles[4].down))
    monkeypatch.setattr(type(RULES), "tie_break", cards_dealt)
    thrown = RULES.play(DEALT, THROW).state
    racing.hear(moved(1, DEALT, thrown), 102_000)
    dealt = moved(2, thrown, RULES.play(thrown, DEAL).state).model_copy(update={"ms": 3_000})
    racing.hear(dealt, 103_000)
    own = racing.standings[1]
    assert (own.best, own.tie_break, own.reached_ms) == (1, 4, 3_000)


def test_what_the_rules_forbid_is_not_sent(racing: RoomSession) -> None:
    assert racing.why_not(DEAL) == "Before dealing, throw out every card that can go."
    with pytest.raises(IllegalMove):
        racing.play(DEAL, 9)
    assert racing.outbox == []


def test_nothing_goes_ahead_of_a_card_that_is_being_turned(racing: RoomSession) -> None:
    racing.play(THROW, 9)
    racing.play(DEAL, 10)
    assert [w.ply for w in racing.outbox] == [0, 1]
    assert racing.why_not(DEAL) == "Wait: a card is being turned."


def test_moves_without_an_answer_go_out_again_with_their_plies(racing: RoomSession) -> None:
    racing.play(THROW, 9)
    racing.play(DEAL, 10)
    racing.hear(table(1, RULES.play(DEALT, THROW).state), 103_000)
    ids = iter([20, 21])
    again = racing.resend(lambda: next(ids))
    assert [(p.id, p.ply, p.move) for p in again] == [(20, 1, "deal")]


def test_a_refused_move_takes_those_after_it_along(racing: RoomSession) -> None:
    racing.play(THROW, 9)
    racing.play(DEAL, 10)
    told = racing.hear(said.Refused(id=9, code="illegal_move", error="No.", ply=0), 101_000)
    assert (told, racing.outbox) == (["No."], [])


@pytest.mark.parametrize("code", ["storage_away", "too_fast"])
def test_a_move_that_was_not_stored_stays(racing: RoomSession, code: str) -> None:
    racing.play(THROW, 9)
    racing.hear(said.Refused(id=9, code=code, error="Later."), 101_000)
    assert len(racing.outbox) == 1


def test_every_refusal_keeps_or_drops_a_move_as_the_protocol_says(racing: RoomSession) -> None:
    for request, code in enumerate(refusal_codes(), 100):
        racing.play(THROW, request)
        racing.hear(said.Refused(id=request, code=code, error="No."), 101_000)
        kept = [waiting.request for waiting in racing.outbox] == [request]
        assert kept == (retry_after_ms(code, "play") is not None), code
        racing.outbox.clear()


def test_a_move_answered_twice_is_made_once(racing: RoomSession) -> None:
    after = RULES.play(DEALT, THROW).state
    racing.play(THROW, 9)
    racing.hear(moved(1, DEALT, after), 101_000)
    assert racing.hear(moved(1, DEALT, after), 101_000) == []
    assert not racing.needs_table
    racing.hear(moved(3, DEALT, after), 101_000)
    assert racing.needs_table


def test_a_board_of_another_race_is_not_ours(racing: RoomSession) -> None:
    assert racing.hear(table(5, race=2), 101_000) == []
    assert racing.board is not None
    assert racing.board.ply == 0


def test_rivals_and_results(racing: RoomSession) -> None:
    ended = standing(0, 48, result="won", ended_ms=61_000)
    told = racing.hear(
        said.Progress(race=1, clock_ms=61_000, standings=[ended, standing(1, 3)]), 161_000
    )
    assert told == ["Ann has solved it in 1:01!"]
    assert [p.standing.seat for p in racing.ranking()] == [0, 1]
    over = said.Over(
        seq=7,
        race=1,
        ended_ms=62_000,
        results=[
            said.Result(place=1, standing=ended),
            said.Result(
                place=2, standing=standing(1, 3, result="lost", reason="timeout", ended_ms=62_000)
            ),
        ],
        opened=said.Opened(secret="00" * 32, nonces={}),
    )
    assert racing.hear(over, 162_000) == [
        "The race is over after 1:02.",
        "1. Ann: solved in 1:01",
        "2. Ben (you): 3 of 48 at 0:01",
    ]
    assert (racing.status, racing.why_not(THROW)) == ("over", "The race is over.")
    assert racing.clock.race_ms(999_000) == 62_000


def test_a_rematch_clears_the_table(racing: RoomSession) -> None:
    racing.play(THROW, 9)
    racing.hear(said.NextRace(seq=7, race=info(id="KQ74TX-2", n=2)), 170_000)
    assert (racing.board, racing.outbox, racing.status) == (None, [], "lobby")
    assert (racing.racing, racing.standings, racing.results) == (False, {}, None)


def test_the_host_may_change(racing: RoomSession) -> None:
    told = racing.hear(said.Left(seq=7, seat=0, host=1), 101_000)
    assert told == ["Ann has left. You are the host now."]
    assert racing.is_host


def test_who_goes_before_zero_is_no_contestant() -> None:
    session = RoomSession()
    session.hear(room(), 1_000)
    session.hear(said.Countdown(seq=5, race=1, starts_in_ms=5_000, racing=[0, 1]), 95_000)
    session.hear(said.Left(seq=6, seat=0, host=1, kicked=False), 96_000)
    assert (list(session.members), list(session.standings)) == ([1], [1])


def test_a_watcher_has_no_board() -> None:
    session = RoomSession()
    session.hear(room(seat=None, race=info(status="running", clock_ms=500)), 1_000)
    assert session.why_not(THROW) == "The race has not begun."
    assert session.ahead() is None


def test_own_end_is_told() -> None:
    session = RoomSession()
    session.hear(room(race=info(status="running", clock_ms=0)), 0)
    session.hear(table(), 0)
    resigned = said.Moved(
        id=3,
        race=1,
        ply=1,
        ms=5,
        changed=View({}, {}),
        progress=0,
        points=None,
        over=said.Ended(result="lost", reason="resigned"),
    )
    assert session.hear(resigned, 10) == ["You have given up."]
    assert session.why_not(THROW) == "The game is over."


TAKES_BACK = {"format": "first_out", "winners": "time", "take_back": "free", "call_ms": None}


def test_a_move_is_taken_back_when_the_server_says_so(racing: RoomSession) -> None:
    with pytest.raises(IllegalMove, match="no move is taken back"):
        racing.play(UNDO, 8)
    running = info(status="running", clock_ms=500, terms=said.Terms.model_validate(TAKES_BACK))
    racing.hear(room(seq=7, race=running), 100_500)
    assert racing.why_not(UNDO) == "There is no move to take back."
    racing.play(THROW, 9)
    play = racing.play(UNDO, 10)
    assert (play.ply, play.move) == (1, "undo")
    assert racing.ahead() is None, "where it leads to is the server's word"
    assert racing.why_not(UNDO) == racing.why_not(DEAL) == "Wait: a move is being taken back."
    after = RULES.play(DEALT, THROW).state
    racing.hear(moved(1, DEALT, after), 101_000)
    told = racing.hear(moved(2, after, DEALT, request=10), 102_000)
    assert told == ["Taken back.", "3H from the discard to c."]
    assert racing.board is not None
    assert (racing.board.ply, racing.board.view) == (2, RULES.view(DEALT))
    assert not racing.standings[1].clean
    assert racing.standings[1].best == 1
    racing.play(THROW, 11)
    racing.hear(moved(3, DEALT, after, request=11), 103_000)
    assert not racing.standings[1].clean, "for good"


def test_a_refused_undo_leaves_the_board(racing: RoomSession) -> None:
    running = info(status="running", clock_ms=500, terms=said.Terms.model_validate(TAKES_BACK))
    racing.hear(room(seq=7, race=running), 100_500)
    racing.play(THROW, 9)
    after = RULES.play(DEALT, THROW).state
    racing.hear(moved(1, DEALT, after), 101_000)
    racing.play(UNDO, 10)
    refused = said.Refused(id=10, code="illegal_move", error="A card was turned since.", ply=1)
    assert racing.hear(refused, 102_000) == ["A card was turned since."]
    assert (racing.outbox, racing.standings[1].clean) == ([], True)


def test_results_say_who_has_taken_moves_back(racing: RoomSession) -> None:
    racing.hear(said.Progress(race=1, clock_ms=1, standings=[standing(0, 3, clean=False)]), 101_000)
    placed = [place(racing, p) for p in racing.ranking()]
    assert placed[1] == "2. Ann: 3 of 48 at 0:01, with help"


GRID = CribbagePatience()
GRID_DEALT = GRID.deal(GRID.pack(deal_number_seed(7)))
FIRST = next(iter(GRID.legal(GRID_DEALT).moves))
CALLER = {"format": "caller", "winners": "time", "take_back": "none", "call_ms": 15_000}


@pytest.fixture
def calling() -> RoomSession:
    """Ben's session in a race where the first card has just been called."""
    session = RoomSession()
    terms = said.Terms.model_validate(CALLER)
    race = info(game=GRID.slug, options=GRID.chosen, terms=terms, status="running", clock_ms=0)
    members = [each.model_copy(update={"racing": True}) for each in room().members]
    session.hear(room(seq=6, race=race, members=members), 100_000)
    assert session.hear(said.Called(seq=7, race=1, call=1, call_ms=14_960), 100_000) == [
        "Card 1 of 16 is called; you have 15 seconds."
    ]
    session.hear(grid_table(0, GRID_DEALT), 100_000)
    return session


def grid_table(ply: int, state: Any) -> said.Table:
    view = GRID.view(state)
    return table().model_copy(update={"ply": ply, "view": view, "progress": ply})


def test_a_laid_card_waits_for_the_next_call(calling: RoomSession) -> None:
    clock = calling.clock
    assert clock.call_in_ms(105_000) == 9_960
    assert clock.call_in_ms(120_000) == 0
    assert (calling.awaits_call, calling.call) == (False, 1)
    calling.play(FIRST, 9)
    laid = GRID.play(GRID_DEALT, FIRST).state
    waiting = GRID.uncalled(laid)
    changed = GRID.changes(GRID_DEALT, waiting)
    answer = moved(1, DEALT, DEALT).model_copy(update={"changed": changed, "progress": 1})
    told = calling.hear(answer, 102_000)
    assert [word for word in told if "next card" in word] == []
    assert (calling.awaits_call, calling.call) == (True, 1)
    assert calling.why_not(FIRST) == "The next card has not been called."
    assert calling.why_not(Resign()) is None
    calling.hear(said.Called(seq=8, race=1, call=2, call_ms=15_000), 110_000)
    assert (calling.awaits_call, calling.call) == (True, 2), "its table is still on its way"
    assert clock.call_in_ms(110_000) == 15_000
    told = calling.hear(grid_table(1, laid), 110_000)
    assert told[0].startswith("next card ")
    assert (calling.awaits_call, calling.call) == (False, 2)


def test_a_card_laid_for_the_silent_is_told(calling: RoomSession) -> None:
    waiting = GRID.uncalled(GRID.play(GRID_DEALT, FIRST).state)
    changed = GRID.changes(GRID_DEALT, waiting)
    by_server = moved(1, DEALT, DEALT).model_copy(update={"id": None, "changed": changed})
    told = calling.hear(by_server, 115_000)
    assert told[0] == "Your time for the card was up."
    assert "laid at" in told[1]


def test_who_returns_knows_the_time_left_for_the_card() -> None:
    session = RoomSession()
    terms = said.Terms.model_validate(CALLER)
    race = info(game=GRID.slug, options=GRID.chosen, terms=terms, status="running", clock_ms=50_000)
    race = race.model_copy(update={"call": 4, "call_ms": 7_000})
    session.hear(room(race=race), 200_000)
    assert (session.call, session.clock.call_in_ms(201_000)) == (4, 6_000)


def test_whoever_leaves_a_race_keeps_their_name_in_its_results(racing: RoomSession) -> None:
    told = racing.hear(said.Left(seq=7, seat=0, host=1), 110_000)
    assert told == ["Ann has left. You are the host now."]
    placed = [
        said.Result(place=1, standing=standing(1, 3)),
        said.Result(place=2, standing=standing(0, 1, result="lost", reason="resigned")),
    ]
    over = said.Over(seq=8, race=1, ended_ms=60_000, results=placed, opened=None)
    assert "Ann" in racing.hear(over, 160_000)[2]
    racing.hear(said.NextRace(seq=9, race=info(id="KQ74TX-2", n=2)), 170_000)
    assert list(racing.members) == [1]


def test_the_host_may_be_somebody_else_after_a_while(racing: RoomSession) -> None:
    assert racing.hear(HostPassed(seq=7, host=1), 110_000) == ["You are the host now."]
    assert racing.is_host
    assert racing.hear(HostPassed(seq=8, host=0), 120_000) == ["Ann is the host now."]


def test_whoever_comes_into_a_race_that_has_begun_has_a_place_in_it() -> None:
    session = RoomSession()
    members = [said.Member(seat=1, name="Ben", here=True, ready=True, racing=True)]
    session.hear(room(members=members, race=info(status="running", clock_ms=0)), 0)
    assert [place(session, placed) for placed in session.ranking()] == [
        "1. Ben (you): 0 of 48 at 0:00"
    ]


def test_who_is_still_thinking_about_the_called_card(calling: RoomSession) -> None:
    """The others who have yet to lay it and are still in the race, never oneself."""
    assert calling.call == 1
    calling.standings[0] = calling.fresh(0)
    assert calling.thinking == [0]
    assert thinking_sentence(calling) == "Still thinking: Ann."
    calling.standings[0] = calling.fresh(0)._replace(moves=1)
    assert calling.thinking == []
    assert thinking_sentence(calling) == ""
