"""The winnable deal of a race, as pure functions: the race waits for it, and it is stored once."""

import json
from dataclasses import replace

from engine.races.board import GameBoard
from engine.rules import rules
from engine.solver.solve import VERSION
from engine.solver.winnable_deals import (
    UNPROVEN,
    WinnableDeal,
    WinnableTerms,
    numbered_pack,
    winnable_terms,
)
from protocol.from_client import Create, Terms
from protocol.from_server import Countdown, Skip
from server.boards.seat_standing import StoredStanding
from server.crowns.fact_extractor import FactExtractor
from server.leaderboards.log_entry import LoggedRace, board_subject, raced
from server.leaderboards.log_entry import dump as log_dump
from server.leaderboards.log_entry import load as log_load
from server.leaderboards.ratings import places
from server.rooms import commands, next_race, race_timeouts
from server.rooms.events import RaceEnded, RaceHeld, RaceStarted, dump, load
from server.rooms.reducer import fold
from server.rooms.state import TAKE_UP_MS, Room
from server.rooms.winnable_deals import START_MS, found
from server.views.view_inputs import PUBLIC, RoomEvent
from server.views.visibility import shown
from tests.server.rooms.test_commands import NONCE, TOKENS, WORD, code

DEAL = WinnableDeal(3, ("deal", "deal"))
COUNTDOWN_MS = 5_000


def counting(terms: Terms | None = None) -> Room:
    """A room with a race of a winnable deal, whose countdown began at 0."""
    asked = Create(
        id=1,
        token=TOKENS[0],
        game="aces_up",
        bell_ms=60_000,
        name="host",
        terms=terms or Terms(winnable=True),
    )
    room = fold(Room("KQ74TX"), commands.create(asked, "p:0", bytes(32), WORD, 0))
    room = fold(room, commands.ready(room, 0, NONCE, COUNTDOWN_MS, 0))
    return fold(room, commands.start(room, 0, COUNTDOWN_MS, 0))


def test_a_race_starts_only_when_its_deal_is_stored() -> None:
    room = counting()
    assert room.race.awaits_deal
    assert room.race.deadline == COUNTDOWN_MS + TAKE_UP_MS
    assert race_timeouts.due(room, {}, COUNTDOWN_MS) == ()
    assert race_timeouts.due(room, {}, 10**9) == ()
    room = fold(room, found(room, 1, DEAL, 400))
    assert not room.race.awaits_deal
    assert room.race.winnable == DEAL
    assert room.race.deadline == COUNTDOWN_MS, "the search was done before the countdown"
    (started,) = race_timeouts.due(room, {}, COUNTDOWN_MS)
    assert isinstance(started, RaceStarted)
    room = fold(room, (started,))
    assert room.pack(room.race) == numbered_pack(room.race.game, room.seed(room.race), 3)


def test_any_other_race_waits_for_nothing() -> None:
    room = counting(Terms())
    assert not room.race.awaits_deal
    assert room.race.deadline == COUNTDOWN_MS
    assert found(room, 1, DEAL, 400) == ()
    room = fold(room, race_timeouts.due(room, {}, COUNTDOWN_MS))
    assert room.pack(room.race) == room.race.game.pack(room.seed(room.race))


def test_a_search_that_takes_longer_than_the_countdown_moves_the_start() -> None:
    room = counting()
    room = fold(room, found(room, 1, DEAL, 9_000))
    assert room.race.zero_at == 9_000 + START_MS
    assert race_timeouts.due(room, {}, 9_000) == ()
    room = fold(room, race_timeouts.due(room, {}, 9_000 + START_MS))
    assert room.race.clock(9_000 + START_MS) == 0, "nobody loses time"


def test_a_deal_is_stored_once_and_for_its_own_race() -> None:
    room = counting()
    assert found(room, 2, DEAL, 400) == ()
    room = fold(room, found(room, 1, DEAL, 400))
    assert found(room, 1, UNPROVEN, 500) == ()


def test_without_a_proof_pack_0_is_dealt() -> None:
    room = counting()
    room = fold(room, found(room, 1, UNPROVEN, 400))
    room = fold(room, race_timeouts.due(room, {}, COUNTDOWN_MS))
    assert room.pack(room.race) == numbered_pack(room.race.game, room.seed(room.race), 0)


def test_an_outage_moves_the_start_beside_the_search() -> None:
    room = counting()
    held = race_timeouts.refund_outages(room, [(1_000, 3_000)], 3_000)
    assert [type(event) for event in held] == [RaceHeld]
    room = fold(room, held)
    room = fold(room, found(room, 1, DEAL, 6_000))
    assert room.race.zero_at == COUNTDOWN_MS + 2_000


def test_stored_events_read_back_and_old_ones_have_no_deal() -> None:
    (event,) = found(counting(), 1, DEAL, 9_000)
    assert load(dump(event)) == event
    prepared = (
        '{"at":0,"by":"host","e":"prepared","n":1,"game":"aces_up","options":{"must_fill":true},'
        '"terms":{"format":"first_out","winners":"time","take_back":"none","call_ms":null},'
        f'"bell_ms":60000,"secret":"{"00" * 32}","daily":null,"session":null,"won_before":[],'
        '"ghost":null,"series":null}'
    )
    room = fold(Room("KQ74TX"), (load(prepared),))
    assert (room.race.terms.winnable, room.race.winnable) == (None, None)
    assert dump(load(prepared)).decode() == prepared, "an older server can read it"


def test_nobody_is_told_of_the_deal_but_of_a_later_start() -> None:
    room = counting()
    told = []
    for at in (400, 9_000):
        (event,) = found(room, 1, DEAL, at)
        told.append(shown(RoomEvent(event, fold(room, (event,)), {}, at), PUBLIC))
    seq = room.seq + 1
    assert told[0] == Skip(seq=seq)
    assert told[1] == Countdown(seq=seq, race=1, starts_in_ms=START_MS, racing=[0])


def test_a_race_for_another_version_of_the_solver_does_not_begin() -> None:
    room = counting()
    earlier = room.race.terms._replace(winnable=WinnableTerms(VERSION + 1, 5, 5))
    race = replace(room.race, status="lobby", terms=earlier, nonces={})
    room = replace(room, races={1: race})
    assert code(commands.ready, room, 0, NONCE, 5, 0) == "bad_option"
    assert code(commands.start, room, 0, 5, 0) == "bad_option"


def test_a_rematch_asks_for_the_present_version_of_the_solver() -> None:
    room = counting()
    room = fold(room, found(room, 1, DEAL, 400))
    room = fold(room, race_timeouts.due(room, {}, COUNTDOWN_MS))
    room = fold(room, (RaceEnded(at=9_000, by="server", n=1, ended_ms=1),))
    earlier = room.race.terms._replace(winnable=WinnableTerms(VERSION + 1, 5, 5))
    room = replace(room, races={1: replace(room.race, terms=earlier)})
    start = untouched(room)
    again = fold(room, next_race.rematch(room, 0, {0: start}, bytes(32), 9_500))
    assert again.race.terms.winnable == winnable_terms(again.race.rules)
    assert again.race.winnable is None
    hard = earlier._replace(winnable=WinnableTerms(VERSION + 1, 5, 5, 4))
    room = replace(room, races={1: replace(room.race, terms=hard)})
    again = fold(room, next_race.rematch(room, 0, {0: start}, bytes(32), 9_500))
    assert again.race.terms.winnable == winnable_terms(again.race.rules, 4)


def untouched(room: Room) -> StoredStanding:
    """The standing of a contestant who has not moved."""
    return StoredStanding.start(
        room.race.game, GameBoard.start(room.race.game, room.pack(room.race))
    )


def ended(terms: Terms) -> Room:
    """A race of one, which somebody with an account gave up."""
    room = counting(terms)
    room = fold(room, found(room, 1, DEAL, 400))
    room = fold(room, race_timeouts.due(room, {}, COUNTDOWN_MS))
    room = fold(room, (RaceEnded(at=9_000, by="server", n=1, ended_ms=1),))
    return replace(room, seats={0: replace(room.seats[0], account="ann")})


def test_a_winnable_deal_enters_boards_of_its_own_and_is_not_rated() -> None:
    entries = []
    for room in (ended(Terms()), ended(Terms(winnable=True))):
        entry = raced(room, room.race, {0: untouched(room)})
        assert entry is not None
        entries.append(entry)
    usual, winnable = entries
    assert usual.identity == rules("aces_up").identity
    assert winnable.identity == board_subject(usual.identity, winnable=True) != usual.identity
    assert "winnable" not in log_dump(usual), "an older server can read it"
    assert log_load({"entry": log_dump(winnable)}) == winnable
    before = json.loads(log_dump(usual))
    assert not LoggedRace.model_validate(before).winnable, "stored by an earlier revision"
    several = tuple(
        winnable.contestants[0].model_copy(update={"seat": seat, "account": str(seat), "moves": 5})
        for seat in range(2)
    )
    for entry, counted in ((usual, 2), (winnable, 0)):
        both = entry.model_copy(update={"contestants": several})
        assert len(places(both)) == len(list(both.rivals())) == counted


def test_deals_of_a_chosen_difficulty_enter_boards_of_their_own() -> None:
    room = ended(Terms(winnable=True, difficulty=4))
    hard = raced(room, room.race, {0: untouched(room)})
    assert hard is not None
    usual = rules("aces_up").identity
    assert hard.identity == board_subject(usual, 4, winnable=True)
    assert hard.identity != board_subject(usual, winnable=True)
    assert log_load({"entry": log_dump(hard)}) == hard
    before = json.loads(log_dump(hard.model_copy(update={"difficulty": None})))
    assert "difficulty" not in before
    assert LoggedRace.model_validate(before).identity == board_subject(usual, winnable=True)


def test_a_winnable_deal_counts_for_no_crown() -> None:
    # No great game has winnable deals; if one had, the solver would have chosen its deal.
    usual = replace(counting(Terms()).race, rules=rules("kings"))
    winnable = replace(usual, n=2, terms=counting().race.terms)
    facts = FactExtractor("KQ74TX")
    assert not facts._ineligible(usual)
    assert facts._ineligible(winnable)
