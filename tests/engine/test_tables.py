"""Tests of tournament tables against an independent computation, and of their invariants."""

import json
import random
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.tournaments.standings import table
from engine.tournaments.table_input import IN_HEATS, WAYS, rule
from tests.engine import tournament_oracle as oracle
from tests.engine.tournament_helpers import (
    Doc,
    deals,
    listed,
    table_of,
    totals,
    tournaments,
)

NO_HEATS = tuple(way for way in WAYS if way not in IN_HEATS)


@settings(max_examples=300)
@given(tournaments())
def test_the_table_is_what_everybody_against_everybody_gives(doc: Doc) -> None:
    found = table_of(doc)
    evening = oracle.Evening(doc)
    assert {row.entrant: row.place for row in found.rows} == oracle.places(doc)
    assert totals(found) == evening.total
    for row in found.rows:
        for score, cell in zip(row.deals, evening.of(row.entrant), strict=True):
            assert (score is None) == (cell is None)
            if score and cell:
                assert score._asdict() == {name: cell[name] for name in score._fields}
    assert {row.team: (row.place, row.total) for row in found.teams} == oracle.teams(doc)


@settings(max_examples=60)
@given(tournaments(), st.randoms(use_true_random=False))
def test_in_what_order_anything_is_given_does_not_matter(doc: Doc, dice: random.Random) -> None:
    found = table_of(doc)
    for each in doc["rounds"]:
        dice.shuffle(each["heats"])
        for one in each["heats"]:
            dice.shuffle(one["entrants"])
    for name in ("rounds", "entrants", "removed", "voided"):
        dice.shuffle(doc[name])
    doc["teams"] = dict(sorted(doc["teams"].items(), reverse=True))
    assert table_of(doc) == found


@settings(max_examples=60)
@given(tournaments(), st.permutations(range(7)))
def test_what_number_anybody_has_does_not_matter(doc: Doc, number: list[int]) -> None:
    found = table_of(doc)
    for name in ("entrants", "removed"):
        doc[name] = [number[e] for e in doc[name]]
    doc["teams"] = {name: [number[e] for e in members] for name, members in doc["teams"].items()}
    for one in (one for each in doc["rounds"] for one in each["heats"]):
        one["entrants"] = [number[e] for e in one["entrants"]]
        one["results"] = {number[e]: result for e, result in one["results"].items()}
    other = table_of(doc)
    assert sorted(row._replace(entrant=number[row.entrant]) for row in found.rows) == sorted(
        other.rows
    )
    assert [row[:3] for row in other.teams] == [row[:3] for row in found.teams]


@settings(max_examples=60)
@given(tournaments())
def test_a_voided_round_was_never_played(doc: Doc) -> None:
    found = table_of(doc)
    doc["rounds"] = [each for each in doc["rounds"] if each["number"] not in doc["voided"]]
    assert table_of({**doc, "voided": []}) == found


@settings(max_examples=60)
@given(tournaments(NO_HEATS))
def test_who_is_removed_was_never_there(doc: Doc) -> None:
    found = table_of(doc)
    for one in (one for each in doc["rounds"] for one in each["heats"]):
        one["entrants"] = [e for e in one["entrants"] if e not in doc["removed"]]
        one["results"] = {e: r for e, r in one["results"].items() if e not in doc["removed"]}
    doc["entrants"] = [e for e in doc["entrants"] if e not in doc["removed"]]
    assert table_of({**doc, "removed": []}) == found


@settings(max_examples=60)
@given(tournaments())
def test_a_place_is_shared_by_those_whom_nothing_parts(doc: Doc) -> None:
    rows = table_of(doc).rows
    keys = {
        row.entrant: (row.total, *(each or Fraction(0) for each in row.tie_breaks)) for row in rows
    }
    for a in rows:
        assert a.place == 1 + sum(keys[b.entrant] > keys[a.entrant] for b in rows)


@settings(max_examples=60)
@given(tournaments())
def test_the_json_has_no_number_that_is_not_exact(doc: Doc) -> None:
    found = table_of(doc)
    plain = json.loads(json.dumps(found.to_json()), parse_float=pytest.fail)
    assert rule(plain["rule"]) == found.rule
    assert [Fraction(row["total"]) for row in plain["rows"]] == [row.total for row in found.rows]


@pytest.mark.parametrize("way", WAYS)
def test_nobody_nothing_and_one_alone(way: str) -> None:
    assert table([], [], rule({"way": way})).rows == ()
    assert table([], deals([]), rule({"way": way})).fields == (0,)
    assert listed(table([1, 0], [], rule({"way": way}))) == [(1, 0), (1, 1)]
    alone = table([0], deals([31]), rule({"way": way}))
    assert [(row.place, row.deals[0] and row.deals[0].of) for row in alone.rows] == [(1, 1)]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("n", [1, 2, 3, 7])
def test_everybody_tied_shares_the_first_place(way: str, n: int) -> None:
    found = table(range(n), deals([31] * n, [48] * n), rule({"way": way}))
    assert listed(found) == [(1, who) for who in range(n)]
    assert len(set(totals(found).values())) == 1


@pytest.mark.parametrize(
    ("reached", "percent"),
    [([9], [50]), ([9, 8], [100, 0]), ([9, 9], [50, 50]), ([7, 9, 7], [25, 100, 25])],
)
def test_one_two_and_three(reached: list[int], percent: list[int]) -> None:
    found = table(range(len(reached)), deals(reached), rule({}))
    assert list(dict(sorted(totals(found).items())).values()) == percent
