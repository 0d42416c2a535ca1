"""Tests of matches and knockouts. The Swiss tournament of five is in docs/tournaments.md."""

from fractions import Fraction

from engine.tournaments.scores import deals
from engine.tournaments.standings import table
from engine.tournaments.table_input import Round, rule
from tests.engine.tournament_helpers import (
    ADA,
    BEN,
    CY,
    DOT,
    EVE,
    FIVE,
    deal,
    heat,
    listed,
    paired,
    totals,
)

HALF = Fraction(1, 2)

SWISS = [
    paired(1, "A-B C=D E"),
    paired(2, "A-E C-B D"),
    paired(3, "A=C D-E B"),
]


def test_the_swiss_of_five() -> None:
    named = ["buchholz", "median_buchholz", "sonneborn_berger"]
    found = {
        name: table(FIVE, SWISS, rule({"way": "matches", "tie_breaks": [name]})) for name in named
    }
    expected = {
        "buchholz": {ADA: 4, DOT: Fraction(11, 2), EVE: 6, BEN: Fraction(11, 2), CY: None},
        "median_buchholz": {ADA: 1, DOT: 2, EVE: Fraction(5, 2), BEN: 2, CY: None},
        "sonneborn_berger": {ADA: 3, DOT: Fraction(9, 2), EVE: 1, BEN: 1, CY: None},
    }
    for name, values in expected.items():
        assert {row.entrant: row.tie_breaks[0] for row in found[name].rows} == values
    assert totals(found["buchholz"]) == {ADA: 2 + HALF, BEN: 1, CY: 2, DOT: 2 + HALF, EVE: 1}
    usual = table(FIVE, SWISS, rule({"way": "matches"}))
    assert listed(usual) == [(1, DOT), (2, ADA), (3, CY), (4, EVE), (5, BEN)]


def test_of_heats_direct_encounter_parts_only_those_who_have_all_met() -> None:
    """A beat B, and C beat D: of the winners nobody met the other."""
    once = [paired(1, "A-B C-D")]
    found = table(range(4), once, rule({"way": "matches", "tie_breaks": ["direct"]}))
    assert listed(found) == [(1, ADA), (1, CY), (3, BEN), (3, DOT)]
    three = [*once, paired(2, "B-D")]
    found = table(range(4), three, rule({"way": "matches", "tie_breaks": ["direct"]}))
    assert listed(found) == [(1, ADA), (1, BEN), (1, CY), (4, DOT)], "A met B, and nobody C"
    met = [*once, paired(2, "B-C D-A"), paired(3, "D-B A-C")]
    found = table(range(4), met, rule({"way": "matches", "tie_breaks": ["direct"]}))
    assert listed(found) == [(1, DOT), (2, ADA), (3, BEN), (4, CY)]


def test_who_is_absent_has_nothing_and_the_other_has_won() -> None:
    found = table(range(4), [paired(1, "A-b c-d")], rule({"way": "matches"}))
    assert totals(found) == {ADA: 1, BEN: 0, CY: 0, DOT: 0}


def test_a_bye_is_a_win_over_nobody_played_or_not() -> None:
    usual = rule({"way": "matches", "tie_breaks": ["wins"]})
    for bye, played in (("E", 5), ("e", 4)):
        found = table(FIVE, [paired(1, f"A-B C=D {bye}")], usual)
        assert totals(found)[EVE] == 1
        assert listed(found)[:2] == [(1, ADA), (2, EVE)]
        assert found.fields == (played,)
        assert set(deals([paired(1, bye)], usual, staying=[])[0].scores) == set()


def test_whoever_was_to_meet_somebody_removed_has_a_bye() -> None:
    found = table(range(4), [paired(1, "A-B C-d")], rule({"way": "matches"}), removed=[ADA, CY])
    assert totals(found) == {BEN: 1, DOT: 0}


def eight(number: int, *heats: tuple[str, str], through: int, decides: int | None = None) -> Round:
    """Heats as their entrants and how far each came, a digit each."""
    made = (heat(*map(int, came), entrants=[*map(int, who)]) for who, came in heats)
    return deal(number, *made, through=through, decides=decides)


KNOCKOUT = [
    eight(1, ("0123", "9877"), ("4567", "9111"), through=2),
    eight(2, ("567", "122"), through=2, decides=1),
    eight(3, ("0146", "7896"), through=1),
]


def test_a_knockout_in_heats_of_four() -> None:
    """In the second heat three share the second place; the sprint leaves two of them sharing it."""
    found = table(range(8), KNOCKOUT, rule({"way": "knockout"}))
    assert found.deals == (1, 3)
    assert totals(found) == {0: 1, 1: 1, 2: 0, 3: 0, 4: 2, 5: 0, 6: HALF, 7: HALF}
    assert listed(found) == [(1, 4), (2, 1), (3, 0), (4, 7), (5, 6), (6, 2), (6, 3), (8, 5)]


def test_the_last_heat_counts_by_the_part_left_behind() -> None:
    """To be third of four is less than to be second of three, though both left one behind."""
    heats = eight(1, ("0123", "9765"), ("456", "842"), through=1)
    found = table(range(7), [heats], rule({"way": "knockout", "tie_breaks": ["last_heat"]}))
    assert listed(found) == [(1, 0), (1, 4), (3, 1), (4, 5), (5, 2), (6, 3), (6, 6)]


def test_without_the_sprint_all_three_share_what_is_left() -> None:
    found = table(range(8), KNOCKOUT, rule({"way": "knockout"}), voided=[2])
    assert [totals(found)[who] for who in (5, 6, 7)] == [Fraction(1, 3)] * 3


def test_who_does_not_come_to_the_sprint_stands_behind_who_did() -> None:
    tied = [paired(1, "A=B"), paired(2, "A-b", decides=1)]
    assert totals(table(range(2), tied, rule({"way": "knockout"}))) == {ADA: 1, BEN: 0}
    nobody = [paired(1, "A=B"), paired(2, "a-b", decides=1)]
    assert totals(table(range(2), nobody, rule({"way": "knockout"}))) == {ADA: HALF, BEN: HALF}
    again = [paired(1, "A=B"), paired(2, "A=B", decides=1), paired(3, "B-A", decides=1)]
    assert totals(table(range(2), again, rule({"way": "knockout"}))) == {ADA: 0, BEN: 1}
