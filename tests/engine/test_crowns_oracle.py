"""Tests of crowns against a second implementation, on histories that a server might report."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import permutations

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.crowns.facts import (
    GREAT_GAMES,
    Began,
    BreakBegan,
    BreakEnded,
    Ended,
    Fact,
    GaveUp,
    LineBack,
    LineLost,
    Moved,
    Passed,
    ServerAway,
    Voided,
    WaitBegan,
    WaitEnded,
)
from engine.crowns.rules import KEPT_MS, after, due, free_until, time_left
from engine.crowns.run import state
from engine.crowns.time_limits import Limits
from tests.engine.crown_candidate import Candidate
from tests.engine.crown_oracle import TICK, oracle

SMALL = Limits(between_s=120, within_s=180, total_s=360, idle_s=240, free_redeals=1)
ORACLE_LIMITS = {
    "between": 120_000,
    "within": 180_000,
    "total": 360_000,
    "idle": 240_000,
    "free": 120_000,
    "redeals": 1,
}
SWITCHES: tuple[Callable[[int], Fact], ...] = (
    BreakBegan,
    BreakEnded,
    LineLost,
    LineBack,
    WaitBegan,
    WaitEnded,
)
OTHERS: tuple[Callable[[int], Fact], ...] = (Passed, Passed, GaveUp)


@st.composite
def histories(draw: st.DrawFn) -> list[Fact]:
    """Facts as a server might tell them: late, twice (a deal while it is the last there was), with
    the clock set back, most games won."""
    facts: list[Fact] = []
    races: list[str] = []
    now = 0
    for number in range(draw(st.integers(3, 24))):
        now += TICK * draw(st.sampled_from((0, 1, 1, 1, 2, 2, 3, 4, 5, -2)))
        now = max(0, now)
        what = draw(st.sampled_from("gggggggggssssommaavd"))
        match what:
            case "g":
                # Mostly another game, or nobody would ever win all five.
                game = GREAT_GAMES[(len(races) + draw(st.sampled_from((0, 0, 0, 1)))) % 5]
                races.append(f"{game}{number}")
                why = draw(st.sampled_from(["", "", "", "", "", "", "", "seen_deal"]))
                facts.append(Began(now, game, races[-1], why))
                now += TICK * draw(st.integers(0, 5))
                ways = ["won"] * 12 + ["lost", "resigned", "abandoned", "void", "stay", "stay"]
                how = draw(st.sampled_from(ways))
                if how != "stay":
                    facts.append(Ended(now, races[-1], how, untouched=draw(st.booleans())))
            case "s":
                facts.append(draw(st.sampled_from(SWITCHES))(now))
            case "o":
                facts.append(draw(st.sampled_from(OTHERS))(now))
            case "m" if races:
                told = max(0, now - TICK * draw(st.integers(0, 8)))
                facts.append(Moved(told, draw(st.sampled_from(races[-2:]))))
            case "a":
                start = max(0, now - TICK * draw(st.integers(0, 12)))
                facts.append(ServerAway(start, start + TICK * draw(st.integers(0, 8))))
            case "v" if races:
                facts.append(Voided(now, draw(st.sampled_from(races))))
            case "d" if again := _again(facts[-3:], races[-1:]):
                facts.append(draw(st.sampled_from(again)))
    return facts


def _again(facts: Sequence[Fact], last: Sequence[str]) -> list[Fact]:
    return [fact for fact in facts if not isinstance(fact, Began) or fact.race in last]


def told(facts: Iterable[Fact]) -> Candidate:
    candidate = Candidate(SMALL)
    for fact in facts:
        candidate.tell(fact)
    return candidate


@settings(max_examples=300)
@given(histories())
def test_the_machine_and_a_ticking_clock_agree(facts: list[Fact]) -> None:
    candidate = told(facts)
    expected = oracle(ORACLE_LIMITS, facts)
    now = candidate.state
    assert tuple(win.race for win in now.wins) == expected.wins
    crowns = tuple((*award.key, award.breaks) for award in now.awards)
    assert crowns == expected.crowns
    assert sorted(map(repr, candidate.awards)) == sorted(map(repr, now.awards))
    limits = ("between", "within", "total", "idle")
    ends = [(e.ms + TICK - 1 if e.why in limits else e.ms, e.why) for e in now.ends]
    assert tuple(ends) == expected.ends
    assert (now.meter.total_ms, now.meter.idle_ms) == (expected.total_ms, expected.idle_ms)


@given(histories())
def test_a_deadline_is_the_first_moment_at_which_time_alone_ends_the_run(facts: list[Fact]) -> None:
    run = told(facts).run
    when = due(run)
    if when is None:
        later = after(run, Passed(run.known_ms + KEPT_MS))
        assert not later.ended
        assert state(run).idle or (state(run).scene.waiting and state(run).meter.open is None)
        return
    assert when > run.known_ms
    before = after(run, Passed(when - 1))
    assert (before.ended, state(before.run).idle, due(before.run)) == ((), False, when)
    assert [end.ms for end in after(before.run, Passed(when)).ended] == [when]
    assert time_left(run, when - 1).due_ms == when
    assert time_left(run, when).due_ms is None


@given(histories())
def test_what_is_free_is_so_until_its_moment_and_no_longer(facts: list[Fact]) -> None:
    run = told(facts).run
    until = free_until(run)
    if until is None:
        return
    assert until > run.known_ms
    spent_ms, over = state(run).meter.total_ms, due(run)
    assert (time_left(run, until - 1).still, time_left(run, until - 1).total_ms) == (True, spent_ms)
    assert (time_left(run, until).still, time_left(run, until).total_ms) == (False, spent_ms)
    assert over is not None
    assert over > until
    later = time_left(run, until + 1).total_ms
    assert later == (0 if over == until + 1 else spent_ms + 1)


@given(histories(), st.data())
def test_when_the_server_was_away_may_be_told_in_any_order(
    facts: list[Fact], data: st.DataObject
) -> None:
    away = [fact for fact in facts if isinstance(fact, ServerAway)]
    rest: list[Fact] = [fact for fact in facts if not isinstance(fact, ServerAway)]
    assume(away)
    expected = told([*away, *rest])
    for order in list(permutations(away))[:4]:
        mixed = list(rest)
        for fact in (*order, data.draw(st.sampled_from(away))):
            mixed.insert(data.draw(st.integers(0, len(mixed))), fact)
        same_standing(told(mixed), expected)


@given(histories(), st.data())
def test_a_void_told_late_is_as_if_the_game_had_been_void(
    facts: list[Fact], data: st.DataObject
) -> None:
    facts = [fact for fact in facts if not isinstance(fact, Voided)]
    won = [fact for fact in facts if isinstance(fact, Ended) and fact.result == "won"]
    assume(won)
    race = data.draw(st.sampled_from(won)).race
    early = [
        replace(fact, result="void")
        if isinstance(fact, Ended) and fact.race == race and fact.result == "won"
        else fact
        for fact in facts
    ]
    late = told(facts)
    late.tell(Voided(0, race))
    same_standing(late, told(early))


def same_standing(one: Candidate, other: Candidate) -> None:
    assert one.state[:5] == other.state[:5]
    assert sorted(map(repr, one.awards)) == sorted(map(repr, other.awards))
    assert [(e.ms, e.why) for e in one.state.ends] == [(e.ms, e.why) for e in other.state.ends]
