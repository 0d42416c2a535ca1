"""Tests of the analysis of a finished race: what it says about each contestant is what a search
from every single position says, and its lines win by the rules."""

import json
from collections import Counter
from functools import cache
from typing import Any

import pytest

from engine.cards import deal_number_seed
from engine.games import AnyGame, game
from engine.races.board import Entry
from engine.races.record import Record, SeatRecord
from engine.races.timeline import boards
from engine.solver import analysis
from engine.solver.analysis import AnalysedContestant, AnalysisDocument, analyse, written
from engine.solver.solve import solve
from engine.solver.winnable_deals import UNPROVEN
from engine.table import State
from tests.engine.solver.plain_search import reachable
from tests.engine.solver.played_records import played

NODES = 20_000


def of_seat(found: AnalysisDocument, seat: int) -> AnalysedContestant:
    return next(one for one in found["contestants"] if one["seat"] == seat)


def after(record: Record, seat: SeatRecord) -> list[State[Any]]:
    """Return the position after each number of moves, from the deal on. Resigning is left out."""
    played = seat._replace(moves=tuple(e for e in seat.moves if e.text != "resign"))
    return [board.state for _, board in boards(record, played)]


def result_of(rules: AnyGame, state: State[Any], line: list[str]) -> str | None:
    """Return the result of the game after these moves, None if it goes on."""
    for text in line:
        state = rules.play(state, rules.codec.from_text(text)).state
    return state.over and state.over.result


RACES = [("aces_up", 8), ("aces_up", 3), ("baroness", 5), ("bakers_dozen", 1), ("bakers_dozen", 3)]


@pytest.mark.parametrize(("slug", "deal"), RACES)
def test_a_search_from_every_single_position_says_the_same(slug: str, deal: int) -> None:
    record = played(game(slug), deal, care=[0, 10])
    found = analyse(record, NODES)

    @cache
    def verdict(state: State[Any]) -> str:
        return solve(record.game, state, NODES).verdict

    for seat in record.seats:
        told, states = of_seat(found, seat.seat), after(record, seat)
        verdicts = [verdict(state) for state in states]
        assert "unknown" not in verdicts
        won = [number for number, verdict in enumerate(verdicts) if verdict == "won"]
        assert told["won_until"] == (won[-1] if won else None)
        lost_from = won[-1] + 1 if won else 0
        assert told["lost_from"] == (lost_from if lost_from < len(states) else None)
        assert found["verdict"] == verdicts[0]


@pytest.mark.parametrize(("slug", "deal"), RACES)
def test_the_lines_of_an_analysis_win_by_the_rules(slug: str, deal: int) -> None:
    record = played(game(slug), deal, care=[0, 10])
    found = analyse(record, NODES)
    states = {seat.seat: after(record, seat) for seat in record.seats}
    if found["verdict"] == "won":
        assert found["line"] is not None
        assert result_of(record.game, states[0][0], found["line"]) == "won"
        assert found["best"] == record.game.goal
    for told in found["contestants"]:
        assert (told["line"] is None) == (told["won_until"] is None)
        if told["won_until"] is not None and told["line"] is not None:
            at = states[told["seat"]][told["won_until"]]._replace(over=None)
            assert told["line"] == [] or result_of(record.game, at, told["line"]) == "won"


def test_of_a_winnable_deal_the_pack_that_was_dealt_is_analysed() -> None:
    record = played(game("bakers_dozen"), 7, care=[0, 10], undo=0, winnable=True)
    assert record.k == 1, "pack 0 is another deal"
    found = analyse(record, NODES)
    for seat in record.seats:
        start = after(record, seat)[0]
        assert found["line"] is not None
        assert result_of(record.game, start, found["line"]) == "won"
    other = record._replace(winnable=UNPROVEN)
    assert analysis.subject(other) != analysis.subject(record)


def test_among_these_races_some_deals_can_be_won_and_some_cannot() -> None:
    verdicts = Counter(
        analyse(played(game(slug), deal, care=[0]), NODES)["verdict"] for slug, deal in RACES
    )
    assert verdicts["won"] >= 2
    assert verdicts["lost"] >= 1


def test_a_plain_search_agrees_wherever_it_comes_to_an_end() -> None:
    compared = Counter[bool]()
    for slug, deal in [("aces_up", 8), ("fourteens", 2), ("baroness", 5)]:
        record = played(game(slug), deal, care=[0, 4], undo=0)
        found = analyse(record, NODES)
        for seat in record.seats:
            told = of_seat(found, seat.seat)
            for number, state in enumerate(after(record, seat)):
                plain = None if state.over else reachable(record.game, state, 400)
                if plain is None:
                    continue
                compared[plain.won] += 1
                if plain.won:
                    assert told["lost_from"] is None or number < told["lost_from"]
                else:
                    assert told["won_until"] is None or number > told["won_until"]
    assert compared[False] >= 10, compared


def test_a_game_that_was_won_was_never_lost_and_needs_no_search() -> None:
    first = played(game("bakers_dozen"), 1, care=[0])
    line = analyse(first, NODES)["line"]
    assert line is not None
    moves = tuple(Entry(1_000 * n, "seat", text) for n, text in enumerate(line, 1))
    record = first._replace(seats=(SeatRecord(0, "A", moves),))
    found = analyse(record, 1)
    assert found["searched"] == 1, "the deal, for its difficulty"
    assert found["verdict"] == "won"
    assert found["contestants"] == [
        {"seat": 0, "won_until": len(line), "lost_from": None, "line": []}
    ]


def test_what_is_not_decided_is_not_told_as_lost() -> None:
    record = played(game("klondike"), 5, care=[0, 10], undo=0)
    few, more = analyse(record, 5), analyse(record, 1_000)
    assert few["verdict"] == "unknown"
    for told, later in zip(few["contestants"], more["contestants"], strict=True):
        assert told["won_until"] is None
        if told["lost_from"] is not None:  # with more nodes it can only become known earlier
            assert later["lost_from"] is not None
            assert later["lost_from"] <= told["lost_from"]
    assert few["searched"] <= 5 * analysis.SEARCHES


def test_moves_that_were_taken_back_do_not_lose_the_game() -> None:
    record = played(game("aces_up"), 8, care=[0], undo=0)
    seat = record.seats[0]
    lost_from = of_seat(analyse(record, NODES), 0)["lost_from"]
    assert lost_from is not None
    losing = seat.moves[:lost_from]
    ends = (*losing, Entry(losing[-1].ms, "seat", "undo"))
    found = analyse(record._replace(seats=(seat._replace(moves=ends),)), NODES)
    assert of_seat(found, 0)["won_until"] == lost_from + 1
    assert of_seat(found, 0)["lost_from"] is None


def test_an_analysis_is_the_same_bytes_each_time_and_fits_its_record_only() -> None:
    record = played(game("aces_up"), 8, care=[0, 3])
    text = written(analyse(record, NODES))
    assert text == written(analyse(record, NODES))
    assert json.loads(text)["analysed"] == analysis.subject(record)
    late = [seat._replace(moves=seat.moves[:-1]) for seat in record.seats]
    assert analysis.subject(record._replace(seats=tuple(late))) != analysis.subject(record)
    assert analysis.subject(record._replace(ended_ms=10**6)) == analysis.subject(record)


def test_in_a_game_for_points_the_line_scores_the_best_total() -> None:
    rules = game("cribbage_patience")
    record = played(rules, 1, care=[0, 1], undo=0)
    found = analyse(record, 200)
    assert found["line"] is not None
    state = after(record, record.seats[0])[0]
    for text in found["line"]:
        state = rules.play(state, rules.codec.from_text(text)).state
    assert rules.points(rules.showdown(state)) == found["best"]
    points = [placed.standing.points or 0 for placed in record.results]
    assert found["best"] >= max(points)
    assert all(told["won_until"] is None for told in found["contestants"])


def test_a_contestant_who_found_the_best_total_gives_the_line() -> None:
    rules = game("cribbage_patience")
    first = played(rules, 1, care=[0], undo=0)
    line = analyse(first, 2_000)["line"] or []
    moves = tuple(Entry(1_000 * n, "seat", text) for n, text in enumerate(line, 1))
    found = analyse(first._replace(seats=(SeatRecord(0, "A", moves),)), 1)
    assert found["line"] == line


PAUSED = [("aces_up", 8), ("bakers_dozen", 3), ("klondike", 1), ("demon", 1), ("usk", 1)]


@pytest.mark.parametrize(("slug", "deal"), PAUSED)
def test_pauses_change_no_answer_and_come_often(slug: str, deal: int) -> None:
    rules = game(slug)
    start = rules.deal(rules.pack(deal_number_seed(deal)))
    pauses: list[None] = []
    found = solve(rules, start, 1_500, pause=lambda: pauses.append(None))
    assert found == solve(rules, start, 1_500)
    assert len(pauses) * 5 >= found.nodes


def test_an_analysis_with_pauses_has_the_same_bytes() -> None:
    record, pauses = played(game("bakers_dozen"), 1, care=[0, 10]), Counter[str]()
    paused = analyse(record, 500, lambda: pauses.update("p"))
    assert written(paused) == written(analyse(record, 500))
    assert pauses["p"] * 5 >= paused["searched"]
