"""Tests of tournament tables computed by hand. The evening of five is in docs/tournaments.md."""

import json
from fractions import Fraction
from typing import Any

import pytest

from engine.errors import BadOption, BadRecord
from engine.tournaments.standings import table
from engine.tournaments.table_input import TEAM_TIE_BREAKS, Heat, Round, ScoringRule, Team, rule
from tests.engine.tournament_helpers import (
    ADA,
    BEN,
    CY,
    DOT,
    EVE,
    EVENING,
    FIVE,
    deal,
    deals,
    heat,
    listed,
    totals,
)


def test_the_evening_of_five() -> None:
    found = table(FIVE, EVENING, rule({}))
    assert found.deals == (1, 2)
    assert found.fields == (5, 3)
    assert listed(found) == [(1, ADA), (2, CY), (3, BEN), (4, DOT), (5, EVE)]
    assert totals(found) == {
        ADA: 150,
        BEN: 75 + Fraction(25, 3),
        CY: Fraction(75, 2) + Fraction(275, 3),
        DOT: Fraction(75, 2),
        EVE: 0,
    }
    assert [found.rows[0].average, found.rows[3].average] == [75, Fraction(75, 4)]
    assert [row.deals[1] is None for row in found.rows] == [False, False, False, True, True]


def test_the_evening_of_five_by_the_average_of_those_played() -> None:
    found = table(FIVE, EVENING, rule({"missed": "average"}))
    assert totals(found)[DOT] == 75
    fewer = table(FIVE, [*EVENING, deal(3, heat(1, 2, 3, None, 4))], rule({"missed": "average"}))
    assert totals(fewer)[DOT] == Fraction(75, 2), "one deal of three is less than half"
    most_of_four = 100 * (Fraction(5, 4) * Fraction(7, 2) - Fraction(1, 2)) / 4
    assert totals(fewer)[EVE] == Fraction(0 + most_of_four, 2) * 3


def test_a_later_deal_that_more_have_played_changes_those_before() -> None:
    one = table(range(3), deals([9, 8, None]), rule({})).rows
    two = table(range(3), deals([9, 8, None], [9, 8, 7]), rule({})).rows
    first = [row.deals[0] and row.deals[0].score for row in (*one[:2], *two[:2])]
    assert first == [100, 0, Fraction(175, 2), Fraction(25, 2)]


@pytest.mark.parametrize(
    ("way", "found"),
    [
        ("place", {ADA: 18, BEN: 14, CY: Fraction(31, 2), DOT: Fraction(11, 2), EVE: 4}),
        ("points", {ADA: 68, BEN: 57, CY: 61, DOT: 31, EVE: 12}),
        (
            "progress",
            {ADA: 100 + Fraction(2000, 48), CY: Fraction(6100, 48), DOT: Fraction(3100, 48)},
        ),
        ("arena", {ADA: 150 + Fraction(2000, 48), BEN: Fraction(5700, 48)}),
    ],
)
def test_the_evening_of_five_in_other_ways(way: str, found: dict[int, Fraction]) -> None:
    assert found.items() <= totals(table(FIVE, EVENING, rule({"way": way}))).items()


def test_an_arena_goes_by_the_deals_one_has_played() -> None:
    evening = deals([48, 48], [None, 48], [48, 0], [24, 48])
    assert totals(table(range(2), evening, rule({"way": "arena"}))) == {0: 400, 1: 450}


def test_teams_have_the_totals_of_their_best() -> None:
    teams = [Team("red", (ADA, EVE, DOT)), Team("blue", (CY, BEN)), Team("lone", (EVE,))]
    found = table(FIVE, EVENING, rule({"team_best": 2}), teams=teams, removed=[])
    assert [row[:4] for row in found.teams] == [
        (1, "blue", Fraction(425, 2), (CY, BEN)),
        (2, "red", Fraction(375, 2), (ADA, DOT)),
        (3, "lone", 0, (EVE,)),
    ]
    without = table(FIVE, EVENING, rule({"team_best": 2}), teams=teams, removed=[EVE])
    assert [(row.place, row.team, row.counting) for row in without.teams][2] == (3, "lone", ())


@pytest.mark.parametrize(
    ("points", "place"),
    [
        ([9, 1, 5, 5], [1, 2]),
        ([6, 4, 6, 4], [1, 1]),
        ([6, 4, 6, 4, 0, 3], [2, 1]),
        ([6, 4, 6, 4, 3, 3], [1, 1]),
    ],
)
def test_equal_teams_are_parted_by_their_best_and_by_the_first_who_does_not_count(
    points: list[int], place: list[int]
) -> None:
    """The first two are of one team, the next two of the other; then one of each."""
    teams = [Team("a", (0, 1, 4)), Team("b", (2, 3, 5))]
    found = table(range(6), deals(points), rule({"way": "points", "team_best": 2}), teams=teams)
    assert [row.place for row in sorted(found.teams, key=lambda row: row.team)] == place
    plain = rule({"way": "points", "team_best": 2, "team_tie_breaks": []})
    shared = table(range(6), deals(points), plain, teams=teams).teams
    assert [(row.place, row.tie_breaks) for row in shared] == [(1, ()), (1, ())]


def test_the_json_of_a_table() -> None:
    plain = table(FIVE, EVENING, rule({}), teams=[Team("red", (ADA, EVE))]).to_json()
    assert json.loads(json.dumps(plain)) == plain
    assert isinstance(plain["rows"], list)
    assert plain["rows"][2] == {
        "place": 3,
        "entrant": BEN,
        "total": "250/3",
        "average": "125/3",
        "deals": [
            {
                "place": 2,
                "of": 5,
                "beaten": "3",
                "progress": "1175/12",
                "out": False,
                "score": "75",
                "shown": "75.00",
            },
            {
                "place": 3,
                "of": 3,
                "beaten": "0",
                "progress": "125/6",
                "out": False,
                "score": "25/3",
                "shown": "8.33",
            },
        ],
        "tie_breaks": [None, None, None, None],
        "shown": {"total": "83.33", "average": "41.67"},
    }
    assert plain["teams"] == [
        {
            "place": 1,
            "team": "red",
            "total": "150",
            "counting": [ADA, EVE],
            "tie_breaks": [None, None],
            "shown": "150.00",
        }
    ]


@pytest.mark.parametrize(
    ("rounds", "teams", "what"),
    [
        ([*deals([1, 2]), *deals([1, 2])], [], "two deals 1"),
        ([deal(1, heat(1, 2, entrants=[0, 0]))], [], "twice"),
        ([deal(1, heat(1, entrants=[0]), heat(1, entrants=[0]))], [], "twice"),
        ([deal(1, heat(1, entrants=[9]))], [], "never entered"),
        ([deal(1, Heat((0, 1), heat(1, 2, 3).standings))], [], "nobody's"),
        ([deal(1, Heat((0, 1), heat(1).standings * 2))], [], "twice there"),
        ([], [Team("a", (0,)), Team("a", (1,))], "one name"),
    ],
)
def test_what_cannot_be_the_results_of_a_tournament(
    rounds: list[Round], teams: list[Team], what: str
) -> None:
    with pytest.raises(BadRecord, match=what):
        table(range(2), rounds, rule({}), teams=teams)


def test_the_usual_rule() -> None:
    four = ("wins", "best", "direct", "last")
    assert rule({}) == ScoringRule("matchpoints", four, "zero", (), 3, TEAM_TIE_BREAKS)
    assert rule({"way": "place"}).places == (10, 8, 6, 5, 4, 3, 2, 1)
    assert rule({"way": "matches"}).tie_breaks[0] == "buchholz"


@pytest.mark.parametrize(
    ("given", "what"),
    [
        ({"colour": "red"}, "A rule of scoring has way, "),
        ({"way": "imps"}, "The way is one of"),
        ({"way": ["place"]}, "The way is one of"),
        ({"tie_breaks": "wins"}, "The tie_breaks are a list"),
        ({"tie_breaks": ["lot"]}, "The tie_breaks, each, is one of"),
        ({"tie_breaks": ["buchholz"]}, "The tie_breaks, each, is one of wins"),
        ({"tie_breaks": ["wins", "wins"]}, "none may be named twice"),
        ({"missed": "par"}, "The missed is one of zero, average"),
        ({"way": "arena", "missed": "average"}, "Missed deals score nothing in the way arena"),
        ({"way": "matches", "missed": "average"}, "Missed deals score nothing"),
        ({"places": [3, 2, 1]}, "Only the way place"),
        ({"way": "place", "places": []}, "list of whole numbers"),
        ({"way": "place", "places": [True]}, "list of whole numbers"),
        ({"way": "place", "places": 8}, "list of whole numbers"),
        ({"way": "place", "places": [1] * 1_001}, "list of whole numbers"),
        ({"way": "place", "places": [1, 2]}, "places fall"),
        ({"way": "place", "places": [3, -1]}, "places fall"),
        ({"way": "place", "places": [10**9]}, "places fall"),
        ({"team_best": 0}, "team_best lies between 1 and"),
        ({"team_best": "3"}, "team_best lies between 1 and"),
        ({"team_tie_breaks": ["wins"]}, "The team_tie_breaks, each, is one of"),
    ],
)
def test_a_rule_that_cannot_be(given: dict[str, Any], what: str) -> None:
    with pytest.raises(BadOption, match=what):
        rule(given)
