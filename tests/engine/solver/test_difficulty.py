"""How difficult a deal is: the class follows from the figures, and the figures from the deal."""

import json
from pathlib import Path

import pytest

from client_cli.messages.analysis import analysis_lines, short_lines
from engine.cards import deal_number_seed
from engine.games import game
from engine.races.record import read as record_in
from engine.solver.analysis import analyse, read
from engine.solver.difficulty import GAMES, DealFigures, deal_figures, difficulty
from engine.solver.solve import Solution, solve
from tests.engine.solver.played_records import played

STORED = Path(__file__).parent / "stored"
BEFORE = STORED / "analysis_format_1.json"
ITS_RECORD = STORED / "record_of_analysis_format_1.json"


@pytest.mark.parametrize(
    ("figures", "classed"),
    [
        (DealFigures(60, 20, 46), 1),
        (DealFigures(61, 20, 48), 1),  # 2 + 1 + 2
        (DealFigures(301, 20, 46), 2),  # 4 + 1 + 1
        (DealFigures(300, 5, 68), 2),  # 3 + 2 + 3
        (DealFigures(301, 5, 68), 3),
        (DealFigures(301, 4, 68), 3),  # 4 + 3 + 3
        (DealFigures(301, 4, 94), 4),
        (DealFigures(301, 1, 94), 4),  # 4 + 4 + 4
        (DealFigures(901, 1, 94), 5),
        (DealFigures(901, 0, 136), 5),
    ],
)
def test_the_class_follows_from_the_points_of_three_figures(
    figures: DealFigures, classed: int
) -> None:
    assert difficulty(figures, 52) == classed


@pytest.mark.parametrize(
    ("slug", "number"), [("grandfathers_clock", 5), ("fourteens", 1), ("bakers_dozen", 1)]
)
def test_the_figures_are_those_of_the_deal(slug: str, number: int) -> None:
    rules = game(slug)
    start = rules.deal(rules.pack(deal_number_seed(number)))
    found = solve(rules, start, 3_000)
    assert found.line is not None
    told = deal_figures(rules, start, found)
    assert told is not None
    assert told == deal_figures(rules, start, found), "not left to chance"
    assert (told.nodes, told.moves <= len(found.line)) == (found.nodes, True)
    assert 0 <= told.wins <= GAMES


def test_the_greedy_player_wins_easy_deals_and_finds_shorter_lines() -> None:
    rules = game("grandfathers_clock")
    wins, shorter = [], []
    for number in range(1, 8):
        start = rules.deal(rules.pack(deal_number_seed(number)))
        found = solve(rules, start, 3_000)
        told = deal_figures(rules, start, found)
        if told is not None and found.line is not None:
            wins.append(told.wins)
            shorter.append(told.moves < len(found.line))
    assert max(wins) > 0
    assert any(shorter)


def test_a_deal_that_the_solver_has_not_won_has_no_figures() -> None:
    rules = game("aces_up")
    start = rules.deal(rules.pack(deal_number_seed(1)))
    for verdict in ("lost", "unknown"):
        assert deal_figures(rules, start, Solution(verdict, None, 0, 5)) is None


def test_an_analysis_tells_it_and_an_earlier_one_is_read_without() -> None:
    record = record_in(json.loads(ITS_RECORD.read_text()))
    document = json.loads(BEFORE.read_text())
    before = read(document, record)
    assert before is not None
    assert "difficulty" not in before
    now = analyse(record)
    assert read(json.loads(json.dumps(now)), record) == now
    assert {**now, "format": 1, "searched": 0} | {"difficulty": 0} == {
        **before,
        "searched": 0,
        "difficulty": 0,
    }
    told = {None: 0, 1: 1, 2: 1, 3: 1, 4: 1, 5: 1}[now["difficulty"]]
    assert told == (now["verdict"] == "won")
    words = [line for line in analysis_lines(record, now) if "of 5)" in line]
    assert len(words) == told
    assert not [line for line in analysis_lines(record, before) if "of 5)" in line]
    assert len([line for line in short_lines(record.game, str, now) if "of 5)" in line]) == told


def test_a_wrong_class_is_not_read() -> None:
    record = played(game("aces_up"), 8, care=[0, 10])
    for wrong in (0, 6, "3", [3]):
        assert read({**analyse(record, 200), "difficulty": wrong}, record) is None
    assert read({**analyse(record, 200), "format": 1}, record) is None
