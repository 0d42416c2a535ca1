"""Tests of the Triple and the Quintuple Crown: results, breaks and limits."""

from collections.abc import Callable

import pytest

from engine.crowns.facts import (
    GREAT_GAMES,
    Began,
    BreakBegan,
    BreakEnded,
    Ended,
    GaveUp,
    LineBack,
    LineLost,
    Moved,
    Passed,
    ServerAway,
    WaitBegan,
    WaitEnded,
    ineligible,
)
from engine.crowns.json_form import from_json, to_json
from engine.crowns.rules import after, due, free_until, time_left
from engine.crowns.run import Award, Run
from engine.crowns.time_limits import Limits
from engine.errors import BadOption, BadRequest
from tests.engine.crown_candidate import GAMES, MIN, Candidate, S


@pytest.mark.parametrize(
    ("results", "crowns", "run"),
    [
        # results in order, the crowns they win, and the run that is left
        ("Aw Sw Kw", "T:ASK", "ASK"),
        ("Aw Sl Kw Uw", "", "KU"),
        ("Aw Aw Sw Kw", "T:ASK", "ASK"),
        ("Aw Sw Aw Kw", "T:SAK", "SAK"),
        ("Aw Sw Kw Uw Ww", "T:ASK Q:ASKUW", ""),
        ("Aw Sw Kw Aw Sw Kw", "T:ASK T:ASK", "ASK"),
        ("Aw Sw 601s Kw", "", "K"),
        # at the limit
        ("Aw Sw 600s Kw", "T:ASK", "ASK"),
        # each way of losing
        ("Aw Sw Kr", "", ""),
        ("Aw Sw Kt", "", ""),
        ("Aw Sw Kx", "", ""),
        ("Al Sw Kw", "", "SK"),
        # what does not interrupt, and what is not enough
        ("Aw Sw Kw Uw", "T:ASK", "ASKU"),
        ("Aw Sw Kw Uw Wl", "T:ASK", ""),
        ("Aw Sw Kw Uw Ww Aw Sw Kw", "T:ASK Q:ASKUW T:ASK", "ASK"),
        ("Aw Sw Kw Ul Aw Sw Kw", "T:ASK T:ASK", "ASK"),
        ("Aw Sw Kw Aw Sw", "T:ASK", "KAS"),
        ("Aw Sw Kw Kw Uw Ww", "T:ASK T:KUW", "KUW"),
        ("Aw Sw Aw Sw Aw Sw", "", "AS"),
        # one win that brings both
        ("Aw Sw Kw Aw Uw Ww", "T:ASK T:AUW Q:SKAUW", ""),
        ("Ww Uw Kw Sw Aw", "T:WUK Q:WUKSA", ""),
        # a void game neither counts nor breaks
        ("Aw Sv Kw Uw", "T:AKU", "AKU"),
    ],
)
def test_results_and_crowns(results: str, crowns: str, run: str) -> None:
    candidate = Candidate().play(*results.split())
    assert (" ".join(candidate.crowns), candidate.wins) == (crowns, run)


def test_an_award_tells_its_games_times_races_and_breaks() -> None:
    candidate = Candidate().play("Aw", "60s").begin("S").wait(MIN).on_break(2 * MIN).end()
    candidate.play("90s", "Kw")
    (award,) = candidate.awards
    assert (award.crown, award.won_ms, award.key) == (
        "triple",
        candidate.ms,
        ("triple", ("A1", "S2", "K3")),
    )
    assert award.games[1] == ("seven_and_sixes", "S2", 11 * MIN, 14 * MIN, 7 * MIN)
    assert award.breaks == (
        ("between", 10 * MIN, 11 * MIN, MIN),
        ("declared", 12 * MIN, 14 * MIN, 2 * MIN),
        ("between", 14 * MIN, 14 * MIN + 90 * S, 90 * S),
    )
    assert from_json(Award, to_json(award)) == award


def test_the_breaks_of_an_award_are_those_since_its_own_first_game() -> None:
    candidate = Candidate().play("Aw", "10s", "Sw", "20s", "Kw", "30s", "Aw", "40s", "Uw", "50s")
    candidate.play("Ww")
    ask, auw, everything = candidate.awards
    assert [each.ms for each in ask.breaks] == [10 * S, 20 * S]
    assert [each.ms for each in auw.breaks] == [40 * S, 50 * S]
    assert [each.ms for each in everything.breaks] == [20 * S, 30 * S, 40 * S, 50 * S]


# ------------------------------------------------------------------------------------ limits


def between(over: int) -> Candidate:
    return Candidate().play("Aw").wait(600 * S + over).begin("S")


def within(over: int) -> Candidate:
    return Candidate().play("Aw").begin("S").on_break(600 * S + over)


def line_lost(over: int) -> Candidate:
    return Candidate().play("Aw").begin("S").offline(600 * S + over)


def total(over: int) -> Candidate:
    candidate = Candidate().play("Aw").wait(600 * S).begin("S").on_break(600 * S).wait(S)
    return candidate.offline(300 * S).end().wait(300 * S + over).begin("K")


def idle(over: int) -> Candidate:
    candidate = Candidate().play("Aw").begin("S").wait(MIN)
    candidate.tell(Moved(candidate.ms, candidate.race))
    candidate.tell(Moved(candidate.wait(1800 * S + over).ms, candidate.race))
    return candidate


def idle_from_the_deal(over: int) -> Candidate:
    candidate = Candidate().play("Aw").begin("S").wait(1800 * S + over)
    candidate.tell(BreakBegan(candidate.ms))
    return candidate


LIMITS: dict[str, Callable[[int], Candidate]] = {
    "between": between,
    "within": within,
    "within, line lost": line_lost,
    "total": total,
    "idle": idle,
    "idle, from the deal": idle_from_the_deal,
}


@pytest.mark.parametrize("name", LIMITS)
def test_exactly_a_limit_is_kept_and_a_millisecond_more_is_over(name: str) -> None:
    limit = LIMITS[name]
    assert limit(0).wins[:1] == "A"
    for over in (1, S):
        candidate = limit(over)
        assert candidate.wins == ""
        assert candidate.ends == [(candidate.ms - over + 1, name.split(",", maxsplit=1)[0])]
        assert candidate.state.scene.playing, "a game in progress goes on"
        candidate.end()
        assert candidate.wins == candidate.race[0], "and may start a new run"


@pytest.mark.parametrize("name", LIMITS)
def test_a_run_is_over_at_its_deadline_though_nobody_is_there(name: str) -> None:
    kept = LIMITS[name](0).run
    # Without the last fact the break goes on, and the limit has just been reached.
    waiting = kept._replace(log=kept.log[:-1])
    over_ms = kept.known_ms + 1
    assert due(waiting) == over_ms
    assert not after(waiting, Passed(over_ms - 1)).ended
    for told_ms in (over_ms, over_ms + 9 * S):
        assert [end.ms for end in after(waiting, Passed(told_ms)).ended] == [over_ms]


def test_covering_the_board_and_losing_the_line_is_one_break() -> None:
    candidate = Candidate().play("Aw").begin("S")
    candidate.tell(BreakBegan(candidate.ms))
    candidate.tell(LineLost(candidate.wait(5 * MIN).ms))
    candidate.tell(BreakEnded(candidate.wait(MIN).ms))
    candidate.tell(LineBack(candidate.wait(4 * MIN).ms))
    assert [(b.kind, b.ms) for b in candidate.state.meter.breaks] == [("declared", 10 * MIN)]
    candidate.tell(LineLost(candidate.ms))
    candidate.tell(BreakBegan(candidate.wait(5 * MIN).ms))
    candidate.tell(LineBack(candidate.wait(5 * MIN).ms))
    assert candidate.wins == "A"
    candidate.tell(Passed(candidate.wait(1).ms))
    assert candidate.wins == ""


def test_any_number_of_breaks_within_the_limits() -> None:
    candidate = Candidate().play("Aw").begin("S")
    for _ in range(60):
        candidate.on_break(30 * S).wait(S)
    assert (candidate.wins, candidate.state.meter.total_ms) == ("A", 1800 * S)
    candidate.tell(LineLost(candidate.ms))
    assert due(candidate.run) == candidate.ms + 1


def test_a_break_neither_uses_the_idle_time_nor_gives_it_back() -> None:
    candidate = Candidate().play("Aw").begin("S").wait(1000 * S).on_break(500 * S).wait(800 * S)
    candidate.tell(Passed(candidate.ms))
    assert (candidate.wins, due(candidate.run)) == ("A", candidate.ms + 1)
    assert candidate.state.meter.total_ms == 500 * S


def test_without_a_run_nothing_is_metered() -> None:
    candidate = Candidate().begin("A").on_break(9 * 60 * MIN).offline(9 * 60 * MIN)
    assert due(candidate.run) is None
    candidate.end()
    assert (candidate.wins, candidate.state.meter.total_ms) == ("A", 0)
    assert due(candidate.run) == candidate.ms + 600 * S + 1


def test_with_the_earlier_wins_go_their_breaks() -> None:
    candidate = Candidate().play("Aw", "500s").begin("S").on_break(400 * S).end()
    candidate.play("300s", "Kw", "500s", "Sw")
    assert (candidate.wins, candidate.state.meter.total_ms) == ("KS", 500 * S)
    candidate.play("300s", "Kw")
    assert (candidate.wins, candidate.state.meter.total_ms) == ("SK", 300 * S)
    candidate.play("Kw")
    assert (candidate.wins, candidate.state.meter.total_ms) == ("K", 0)


def test_another_patience_is_break_time() -> None:
    candidate = Candidate().play("Aw")
    candidate.tell(Began(candidate.wait(MIN).ms, "aces_up", "patience"))
    candidate.tell(Ended(candidate.wait(5 * MIN).ms, "patience", "lost"))
    candidate.tell(Began(candidate.ms, GAMES["K"], "seen", "seen_deal"))
    candidate.tell(Ended(candidate.wait(4 * MIN).ms, "seen", "lost"))
    assert (candidate.wins, candidate.state.meter.total_ms) == ("A", 600 * S)
    assert due(candidate.run) == candidate.ms + 1
    candidate.play("Kw", "Sw")
    assert candidate.crowns == ["T:AKS"]


def test_another_game_dealt_meanwhile_abandons_the_first() -> None:
    candidate = Candidate().play("Aw", "Sw").begin("K")
    candidate.begin("U").wait(MIN).end()
    assert (candidate.ends[0][1], candidate.wins) == ("abandoned", "U")


def test_giving_up_the_run_leaves_the_game() -> None:
    candidate = Candidate().play("Aw", "Sw").begin("K")
    candidate.tell(GaveUp(candidate.wait(MIN).ms))
    assert (candidate.wins, candidate.ends) == ("", [(candidate.ms, "gave_up")])
    candidate.end().play("Uw", "Ww")
    assert candidate.crowns == ["T:KUW"]


def test_waiting_is_no_break() -> None:
    candidate = Candidate().play("Aw").wait(600 * S)
    candidate.tell(WaitBegan(candidate.ms))
    candidate.tell(LineLost(candidate.wait(5 * MIN).ms))
    candidate.tell(LineBack(candidate.wait(5 * MIN).ms))
    assert candidate.begin("S").wins == "A"
    assert due(candidate.run) == candidate.ms + 1800 * S + 1, "the deal ends the waiting"
    candidate.tell(BreakBegan(candidate.ms))
    candidate.tell(WaitBegan(candidate.wait(500 * S).ms))
    candidate.tell(WaitEnded(candidate.wait(10 * MIN).ms))
    assert due(candidate.run) == candidate.ms + 100 * S + 1, "the break goes on where it was"
    candidate.tell(BreakEnded(candidate.ms))
    candidate.tell(WaitBegan(candidate.ms))
    assert due(candidate.run) is None, "no break, and no move to make"
    assert time_left(candidate.run, candidate.ms).still
    candidate.tell(WaitEnded(candidate.wait(60 * MIN).ms))
    assert due(candidate.run) == candidate.ms + 1800 * S + 1


def test_waiting_is_free_for_as_long_as_a_break_between_may_last_and_no_longer() -> None:
    candidate = Candidate().play("Aw")
    won_ms = candidate.ms
    candidate.tell(WaitBegan(candidate.ms))
    assert (free_until(candidate.run), due(candidate.run)) == (
        won_ms + 600 * S,
        won_ms + 1200 * S + 1,
    )
    # All the waiting of a break together; what the server was away for is free in any case.
    candidate.tell(WaitEnded(candidate.wait(200 * S).ms))
    candidate.tell(WaitBegan(candidate.wait(100 * S).ms))
    candidate.tell(ServerAway(candidate.ms, candidate.wait(50 * S).ms))
    assert free_until(candidate.run) == candidate.ms + 400 * S
    candidate.tell(Passed(candidate.wait(400 * S).ms))
    shown = time_left(candidate.run, candidate.ms + S)
    assert (shown.still, shown.total_ms, shown.break_left_ms) == (False, 101 * S, 499 * S)
    assert free_until(candidate.run) is None
    assert due(candidate.run) == candidate.ms + 500 * S + 1
    candidate.wait(500 * S).begin("S")
    assert (candidate.wins, candidate.state.meter.total_ms) == ("A", 600 * S)
    candidate.end().tell(WaitBegan(candidate.ms))
    assert free_until(candidate.run) == candidate.ms + 600 * S, "another break"
    assert free_until(Run()) is None


def test_a_countdown_is_free_however_short_breaks_must_be() -> None:
    candidate = Candidate(Limits(between_s=0)).play("Aw")
    candidate.tell(WaitBegan(candidate.ms))
    assert free_until(candidate.run) == candidate.ms + MIN
    assert candidate.wait(MIN).begin("S").wins == "A"


def test_the_deal_uncovers_the_board_but_brings_no_line_back() -> None:
    candidate = Candidate().play("Aw")
    candidate.tell(BreakBegan(candidate.ms))
    assert candidate.begin("S").state.meter.open is None
    candidate.end()
    candidate.tell(LineLost(candidate.ms))
    running = candidate.wait(MIN).begin("K").state.meter.open
    assert running == ("line_lost", candidate.ms, 0, 0)


def test_untouched_deals_may_be_refused_so_many_times_in_a_run() -> None:
    one = Limits(free_redeals=1)
    for how in "rx":
        candidate = Candidate(one).play("Aw").begin("S").wait(MIN).end(how, untouched=True)
        assert (candidate.wins, time_left(candidate.run, 0).redeals_left) == ("A", 0)
        assert due(candidate.run) == candidate.ms + 600 * S + 1, "a new break between"
        candidate.begin("S").end(how, untouched=True)
        assert candidate.wins == ""
    assert Candidate(one).play("Aw").begin("S").end("r").wins == "", "it was touched"
    assert Candidate(one).play("Aw").begin("S").end("t", untouched=True).wins == ""
    assert Candidate().play("Aw").begin("S").end("r", untouched=True).wins == ""
    # Those before the run began anew are forgotten, those before there was a run never counted.
    candidate = Candidate(one).begin("S").end("r", untouched=True).play("Aw")
    candidate.begin("S").end("r", untouched=True).play("Sw", "Aw")
    assert candidate.begin("K").end("r", untouched=True).wins == "SA"


def test_the_ledger_shows_what_is_left() -> None:
    candidate = Candidate().play("Aw", "100s").begin("S").wait(MIN)
    candidate.tell(BreakBegan(candidate.ms))
    shown = time_left(candidate.run, candidate.wait(200 * S).ms)
    assert [(each.kind, each.ms) for each in shown.breaks] == [("between", 100 * S)]
    assert shown.running == ("declared", candidate.ms - 200 * S, 200 * S, 0)
    assert (shown.total_ms, shown.total_left_ms) == (300 * S, 1500 * S)
    assert (shown.break_left_ms, shown.idle_left_ms) == (400 * S, None)
    assert (shown.due_ms, shown.still) == (candidate.ms + 400 * S + 1, False)
    candidate.tell(BreakEnded(candidate.ms))
    shown = time_left(candidate.run, candidate.ms + MIN)
    assert (shown.break_left_ms, shown.idle_left_ms) == (None, 1680 * S)
    assert (shown.running, shown.total_left_ms) == (None, 1500 * S)
    candidate.end()
    between_games = time_left(candidate.run, candidate.ms)
    assert (between_games.break_left_ms, between_games.idle_left_ms) == (600 * S, None)
    candidate.tell(WaitBegan(candidate.ms))
    assert time_left(candidate.run, candidate.ms + MIN).still
    assert time_left(Run(), 5).still
    assert time_left(Run(), 5).total_left_ms == 1800 * S
    assert time_left(candidate.run, 0).now_ms == candidate.ms


def test_which_games_can_count() -> None:
    for game in GREAT_GAMES:
        assert ineligible(game, {}) == ""
        assert ineligible(game, {}, seen=True) == "seen_deal"
    stricter: dict[str, dict[str, object]] = {
        "auntie_allis": {"auto_ace": False},
        "uncle_remus": {"columns": 9, "down_rows": 5},
        "kings": {"keeling": False, "heap_memory": "covered"},
    }
    for game, options in stricter.items():
        assert ineligible(game, options) == ""
    for game, name, value in (
        ("auntie_allis", "exchange", True),
        ("seven_and_sixes", "deal_rule", "free"),
        ("senior_wrangler", "deal_eighth_column", True),
        ("kings", "heap_memory", "open"),
    ):
        assert ineligible(game, {name: value}) == f"option {name}"
    assert ineligible("aces_up", {}) == "other_game"
    with pytest.raises(BadOption):
        ineligible("kings", {"exchange": True})


def test_a_game_ends_in_one_of_its_ways() -> None:
    with pytest.raises(BadRequest):
        Ended(0, "a", "win")
