"""Tests of crowns whose facts arrive late, twice or out of order, or are voided."""

from collections.abc import Sequence

import pytest

from engine.crowns.facts import (
    Began,
    BreakBegan,
    BreakEnded,
    Ended,
    Fact,
    LineBack,
    LineLost,
    Moved,
    Passed,
    ServerAway,
    Voided,
    WaitBegan,
    WaitEnded,
)
from engine.crowns.json_form import from_json, to_json
from engine.crowns.rules import KEPT_MS, after, due, void
from engine.crowns.run import Run
from engine.crowns.time_limits import Span
from tests.engine.crown_candidate import GAMES, MIN, Candidate, S


def test_what_the_server_missed_is_never_charged() -> None:
    """It begins before a break and ends within, falls within one, and ends after one."""
    candidate = Candidate().play("Aw").wait(5 * MIN).begin("S").on_break(15 * MIN).wait(MIN)
    assert candidate.wins == ""
    for away in (ServerAway(13 * MIN, 16 * MIN), ServerAway(20 * MIN, 21 * MIN)):
        candidate.tell(away)
        assert candidate.wins == ""
    for again in range(3):
        candidate.tell(ServerAway(27 * MIN, 40 * MIN))
        assert candidate.wins == "A", again
    spent = [(b.kind, b.ms) for b in candidate.state.meter.breaks]
    assert spent == [("between", 3 * MIN), ("declared", 10 * MIN)]
    candidate.tell(Passed(45 * MIN))
    assert candidate.state.meter.idle_ms == 5 * MIN


def test_time_refunded_late_brings_back_the_run_and_its_crowns() -> None:
    candidate = Candidate().play("Aw", "605s", "Sw", "Kw", "Uw", "Ww")
    assert candidate.crowns == ["T:SKU"]
    step = candidate.tell(ServerAway(15 * MIN, 15 * MIN + 5 * S))
    assert [award.crown for award in step.awarded] == ["triple", "quintuple"]
    assert [award.key[1] for award in step.withdrawn] == [("S2", "K3", "U4")]
    assert candidate.crowns == ["T:ASK", "Q:ASKUW"]
    assert candidate.state.idle


def test_an_award_is_corrected_when_its_breaks_were_shorter() -> None:
    candidate = Candidate().play("Aw", "60s", "Sw", "Kw")
    step = candidate.tell(ServerAway(10 * MIN, 10 * MIN + 20 * S))
    assert (step.awarded, step.withdrawn) == ((), ())
    assert [each.ms for each in step.corrected[0].breaks] == [40 * S]


def test_a_deadline_waits_for_what_the_server_missed() -> None:
    candidate = Candidate().play("Aw")
    candidate.tell(ServerAway(12 * MIN, 15 * MIN))
    assert due(candidate.run) == 23 * MIN + 1
    candidate.tell(ServerAway(23 * MIN, 24 * MIN))
    assert due(candidate.run) == 24 * MIN + 1


def test_what_is_told_after_a_day_changes_nothing() -> None:
    for late, wins in ((KEPT_MS - 1, "A"), (KEPT_MS, "")):
        candidate = Candidate().play("Aw", "601s").begin("S")
        over_ms = candidate.ends[0][0]
        candidate.tell(Passed(over_ms + late))
        candidate.tell(ServerAway(11 * MIN, over_ms + late))
        assert candidate.wins == wins
        assert candidate.end().wins == wins + "S"


def test_moves_may_be_told_late_and_bring_back_a_run_that_seemed_idle() -> None:
    candidate = Candidate().play("Aw").begin("S").wait(3000 * S)
    candidate.tell(Passed(candidate.ms))
    assert candidate.ends[0][1] == "idle"
    candidate.tell(Moved(candidate.ms - 1300 * S, candidate.race))
    assert (candidate.wins, due(candidate.run)) == ("A", candidate.ms + 500 * S + 1)
    candidate.tell(Moved(candidate.ms - 100 * S, "another"))
    candidate.tell(Moved(1, candidate.race))
    assert due(candidate.run) == candidate.ms + 500 * S + 1


def test_however_many_moves_are_told_few_are_kept() -> None:
    candidate = Candidate().play("Aw").begin("S")
    for _ in range(500):
        candidate.tell(Moved(candidate.wait(10 * S).ms, candidate.race))
    assert len(candidate.run.log) < 10
    assert due(candidate.run) == candidate.ms + 1800 * S + 1
    assert candidate.end().wins == "AS"


@pytest.mark.parametrize(
    ("results", "race", "crowns", "run"),
    [
        ("Aw Sw Kw", "S2", "", "AK"),
        ("Aw Sw Kw Uw", "S2", "T:AKU", "AKU"),
        ("Aw Sw Kw Uw Ww", "W5", "T:ASK", "ASKU"),
        ("Aw Sw Kw Uw Ww", "A1", "T:SKU", "SKUW"),
        ("Aw Sw Kw Uw Ww Aw", "A1", "T:SKU Q:SKUWA", ""),
        ("Aw Sw Aw", "A3", "", "AS"),
        ("Aw Sw Aw Kw", "A1", "T:SAK", "SAK"),
        ("Aw Sw Kw Ul", "K3", "", ""),
        ("Aw Sw Kl Uw", "K3", "", "U"),
        ("Aw Sw Kw", "none", "T:ASK", "ASK"),
    ],
)
def test_a_win_that_is_void_leaves_what_is_right_without_it(
    results: str, race: str, crowns: str, run: str
) -> None:
    candidate = Candidate().play(*results.split())
    for _ in range(2):
        candidate.tell(Voided(candidate.ms, race))
        assert sorted(candidate.crowns) == sorted(crowns.split())
        assert candidate.wins == run
    candidate.begin("K")
    assert candidate.run.known_ms == candidate.ms


def test_a_void_game_is_no_break_but_breaks_around_it_are() -> None:
    candidate = Candidate().play("Aw", "300s").begin("S").wait(60 * MIN // 4).end()
    candidate.play("400s").begin("K")
    candidate.tell(Voided(candidate.ms, "S2"))
    assert (candidate.wins, candidate.state.meter.total_ms) == ("A", 700 * S)
    candidate.tell(Voided(candidate.wait(MIN).ms, "K3"))
    assert (candidate.wins, due(candidate.run)) == ("A", candidate.ms + 600 * S + 1)
    candidate.end()
    assert candidate.wins == "A", "a game that is void does not end again"


def test_a_first_win_that_is_void_takes_its_breaks_along() -> None:
    candidate = Candidate().play("Aw", "500s", "Sw", "200s").begin("K")
    candidate.tell(Voided(candidate.ms, "A1"))
    assert (candidate.wins, candidate.state.meter.total_ms) == ("S", 200 * S)
    candidate.tell(Voided(candidate.ms, "S2"))
    assert (candidate.wins, candidate.run.log, candidate.run.voided) == ("", (), ())


def test_what_is_closed_can_still_be_void() -> None:
    candidate = Candidate().play("Aw", "Sw", "Kw", "Ul")
    closed = candidate.tell(Passed(candidate.wait(KEPT_MS).ms)).closed
    assert closed is not None
    assert (candidate.run.log, len(candidate.awards)) == ((), 1)
    assert from_json(Run, to_json(closed)) == closed
    assert [award.key[1] for award in void(closed, "S2").withdrawn] == [("A1", "S2", "K3")]
    assert not void(closed, "U4").withdrawn
    again = void(void(closed, "S2").run, "S2")
    assert (again.withdrawn, again.awarded) == ((), ())
    poor = Candidate().play("Aw", "Sw", "Kl")
    assert poor.tell(Passed(poor.wait(KEPT_MS).ms)).closed is None


def test_everything_may_be_told_twice() -> None:
    facts: list[Fact] = [
        *(Began(0, GAMES["A"], "a"), Ended(MIN, "a", "won")),
        *(Began(2 * MIN, GAMES["S"], "s"), LineLost(3 * MIN), LineBack(4 * MIN)),
        *(BreakBegan(5 * MIN), BreakEnded(6 * MIN), WaitBegan(6 * MIN), WaitEnded(9 * MIN)),
        *(Moved(10 * MIN, "s"), Ended(11 * MIN, "s", "won"), ServerAway(12 * MIN, 13 * MIN)),
        *(Began(14 * MIN, GAMES["K"], "k"), Ended(20 * MIN, "k", "won")),
    ]
    once, twice = Candidate(), Candidate()
    for fact in facts:
        once.tell(fact)
        twice.tell(fact)
        twice.tell(fact)
    assert (twice.run, twice.awards) == (once.run, once.awards)
    for fact in facts[:3] + facts[-2:]:
        twice.tell(fact)
    assert (twice.wins, twice.crowns) == ("ASK", ["T:ASK"])
    lost = Candidate().play("Al")
    lost.tell(Began(lost.ms, GAMES["A"], lost.race))
    assert lost.end().wins == "", "before there is a run, too"


def test_time_never_goes_back() -> None:
    candidate = Candidate().play("Aw")
    candidate.tell(Began(2 * MIN, GAMES["S"], "s"))
    assert candidate.state.meter.total_ms == 0
    candidate.tell(BreakBegan(candidate.ms + MIN))
    candidate.tell(BreakEnded(0))
    assert candidate.state.meter.total_ms == 0
    assert candidate.run.known_ms == candidate.ms + MIN
    candidate.tell(Ended(0, "s", "won"))
    assert candidate.state.wins[1].ended_ms == candidate.ms + MIN


def test_spans_are_joined_and_empty_ones_dropped() -> None:
    run = Candidate().play("Aw").run
    spans: Sequence[tuple[int, int]] = ((9, 12), (5, 7), (7, 9), (20, 20), (30, 25), (6, 8))
    for start, end in spans:
        run = after(run, ServerAway(900_000 + start, 900_000 + end)).run
    assert run.away == (Span(900_005, 900_012),)
