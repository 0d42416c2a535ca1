"""Commands of organisers and entrants, and their results."""

from collections.abc import Callable
from datetime import datetime
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from engine.races.fairness import commitment, sub_secret
from protocol.tournaments.plan import Schedule, TournamentPlan
from server.errors import Refusal
from server.handlers.tournaments.plans import plan_of
from server.tournaments import entrants as tournament_entrants
from server.tournaments import external_events, organiser_commands, transitions
from server.tournaments.calendar import next_start
from server.tournaments.effects import OpenNextEdition
from server.tournaments.entrants import Asker
from server.tournaments.formats import arena as tournament_arena
from server.tournaments.state import StoredRound, Tournament
from server.tournaments.transitions import LOST_MS, PAUSED_MS, UNTENDED_MS

from .evenings import COUNTDOWN_MS, MINUTE, NOON, ORGANISER, SECRET, Evening, plan, standings

HOUR, DAY = 60 * MINUTE, 1_440 * MINUTE


class Calm(Random):
    """Nobody dies, nobody is away, and every race takes five minutes."""

    def random(self) -> float:
        return 0.5

    def randint(self, a: int, b: int) -> int:
        return 5 * MINUTE if b > 10 else 1


def evening(definition: TournamentPlan | None = None, entrants: int = 4) -> Evening:
    return Evening(definition or plan("series", ["aces_up", "baroness"]), entrants, Calm())


def started(definition: TournamentPlan | None = None, entrants: int = 4) -> Evening:
    held = evening(definition, entrants)
    held.start()
    return held


def refused(code: str) -> "pytest.RaisesExc[Refusal]":
    return pytest.raises(Refusal, check=lambda refusal: refusal.code == code)


def look(held: Evening, times: int = 1) -> StoredRound:
    for _ in range(times):
        held.look()
    assert held.t.rounds
    return held.t.rounds[-1]


def until(held: Evening, state: str) -> StoredRound:
    """On to when the last round is in this state."""
    for _ in range(100):
        held.look()
        if held.t.rounds and held.t.rounds[-1].state == state:
            return held.t.rounds[-1]
        held.pass_time()
    raise AssertionError(f"it never comes to be {state}")


def finish(held: Evening, places: list[int]) -> StoredRound:
    """The round that goes on ends like this, the first of the list being the best."""
    each = until(held, "racing")
    ends = {
        heat.room: standings(heat, {n: i for i, n in enumerate(places, 1)}) for heat in each.heats
    }
    held.t = transitions.ended(held.t, ends, held.now)
    return held.t.rounds[-1]


# From the draft to the start. -----------------------------------------------------------------


def test_a_draft_is_committed_to_its_secret_from_the_beginning() -> None:
    draft = organiser_commands.drafted("KQ74TX", plan(), ORGANISER, SECRET, NOON)
    assert draft.commitment == commitment(SECRET)
    assert draft.name == "tournament-KQ74TX"
    session, secret = draft.deal(3)
    assert (session.deal, secret) == (3, sub_secret(SECRET, 3))


def test_only_a_draft_is_defined_anew_and_only_what_is_open_is_entered() -> None:
    t = organiser_commands.drafted("KQ74TX", plan(), ORGANISER, SECRET, NOON)
    with refused("tournament_draft"):
        tournament_entrants.enter(t, Asker("anna"), None, NOON)
    with refused("tournament_draft"):
        organiser_commands.start(t, ORGANISER, NOON, evening().fresh)
    t = organiser_commands.redefine(t, ORGANISER, plan("swiss"), NOON)
    t = organiser_commands.open_it(t, ORGANISER, NOON)
    assert organiser_commands.open_it(t, ORGANISER, NOON) is t
    with refused("tournament_open"):
        organiser_commands.redefine(t, ORGANISER, plan(), NOON)


VERBS: list[Callable[[Tournament, str], Any]] = [
    lambda t, by: organiser_commands.redefine(t, by, plan(), NOON),
    lambda t, by: organiser_commands.open_it(t, by, NOON),
    lambda t, by: organiser_commands.start(t, by, NOON, evening().fresh),
    lambda t, by: organiser_commands.pause(t, by, NOON),
    lambda t, by: organiser_commands.resume(t, by, NOON),
    lambda t, by: organiser_commands.add_time(t, by, 1, NOON),
    lambda t, by: organiser_commands.void_round(t, by, 1, NOON),
    lambda t, by: organiser_commands.replay_round(t, by, 1, NOON),
    lambda t, by: organiser_commands.remove(t, by, 0, NOON),
    lambda t, by: organiser_commands.reinstate(t, by, 0, NOON),
    lambda t, by: organiser_commands.admit(t, by, Asker("x"), NOON),
    lambda t, by: organiser_commands.invite(t, by, ("x",), NOON),
    lambda t, by: organiser_commands.announce(t, by, "Tea.", NOON),
    lambda t, by: organiser_commands.hand_over(t, by, "x", NOON),
    lambda t, by: organiser_commands.stop(t, by, NOON, evening().fresh, for_good=True),
]


@pytest.mark.parametrize("verb", VERBS)
def test_all_verbs_are_the_organisers_and_of_no_use_in_the_end(
    verb: Callable[[Tournament, str], Any],
) -> None:
    held = started()
    with refused("not_organiser"):
        verb(held.t, "a0")
    handed = organiser_commands.hand_over(held.t, ORGANISER, "a0", NOON)
    with refused("not_organiser"):
        verb(handed, ORGANISER)
    held.play()
    if verb is not VERBS[6]:  # a round may be voided afterwards
        with pytest.raises(Refusal) as caught:
            verb(held.t, ORGANISER)
        assert str(caught.value).endswith(".")


def test_who_enters_twice_takes_part_once_and_who_comes_back_has_their_number() -> None:
    held = evening(entrants=2)
    assert tournament_entrants.enter(held.t, Asker("a1"), None, NOON) is held.t
    t = tournament_entrants.withdraw(held.t, "a0", NOON)
    t = tournament_entrants.enter(t, Asker("cleo"), None, NOON)
    t = tournament_entrants.enter(t, Asker("a0"), None, NOON)
    assert [(one.number, one.account, one.gone) for one in t.entrants] == [
        (0, "a0", None),
        (1, "a1", None),
        (2, "cleo", None),
    ]
    with refused("not_entered"):
        tournament_entrants.withdraw(t, "dora", NOON)


def test_bots_the_uninvited_and_too_many_are_kept_out() -> None:
    held = evening(plan(most=3), 2)
    with refused("no_bots"):
        tournament_entrants.enter(held.t, Asker("robot", bot=True), None, NOON)
    held.enter(2)
    with refused("tournament_full"):
        held.enter(3)
    held.t = tournament_entrants.withdraw(held.t, "a0", NOON)
    held.enter(3)
    closed = organiser_commands.drafted(
        "KQ74TX", plan(), ORGANISER, SECRET, NOON, invited=("anna",)
    )
    closed = organiser_commands.open_it(closed, ORGANISER, NOON)
    with refused("not_invited"):
        tournament_entrants.enter(closed, Asker("bert"), None, NOON)
    assert tournament_entrants.enter(closed, Asker(ORGANISER), None, NOON).entrants
    assert tournament_entrants.enter(closed, Asker("anna"), None, NOON).entrants
    wider = organiser_commands.invite(closed, ORGANISER, ("bert", "bert", "anna"), NOON)
    assert wider.invited == ("anna", "bert")
    assert tournament_entrants.enter(wider, Asker("bert"), None, NOON).entrants
    admitted = organiser_commands.admit(closed, ORGANISER, Asker("bert"), NOON)
    assert [one.account for one in admitted.entrants] == ["bert"]
    with refused("open_to_all"):
        organiser_commands.invite(held.t, ORGANISER, ("x",), NOON)


def test_teams_that_look_alike_are_one() -> None:
    free = evening(plan(teams={}), 0)
    for number, team in enumerate(("Reds", "R\ufe0feds", "\u3164Reds", "\u211deds")):
        free.t = tournament_entrants.enter(free.t, Asker(f"a{number}"), team, NOON)
    assert [one.team for one in free.t.entrants] == ["Reds"] * 4
    for team in ("\u3164", "Z" + "\u0301" * 20, "the server"):
        with refused("bad_name"):
            tournament_entrants.enter(free.t, Asker("b"), team, NOON)
    named = evening(plan(teams={"names": ["He\ufe0farts", "Spades"]}), 0)  # by an earlier version
    named.t = tournament_entrants.enter(named.t, Asker("a"), "hearts", NOON)
    assert [one.team for one in named.t.entrants] == ["He\ufe0farts"]


@pytest.mark.parametrize(
    "more", [{"teams": {"names": ["Reds", "Re\u034fds"]}}, {"teams": {"names": ["\u3164"]}}]
)
def test_a_new_plan_has_teams_that_can_be_told_apart(more: dict[str, Any]) -> None:
    given = plan(**more).model_dump(mode="json")
    with refused("bad_plan"):
        plan_of(given, NOON, winnable=True)


def test_teams_have_names_and_sizes() -> None:
    named = plan(teams={"names": ["Hearts", "Spades"], "most": 2})
    held = evening(named, 0)
    for number, team in enumerate(("hearts", "HEARTS", "Spades", None)):
        held.t = tournament_entrants.enter(held.t, Asker(f"a{number}"), team, NOON)
    assert [one.team for one in held.t.entrants] == ["Hearts", "Hearts", "Spades", None]
    with refused("team_full"):
        tournament_entrants.enter(held.t, Asker("x"), "Hearts", NOON)
    with refused("unknown_team"):
        tournament_entrants.enter(held.t, Asker("x"), "Clubs", NOON)
    held.t = tournament_entrants.enter(
        held.t, Asker("a0"), "Spades", NOON
    )  # before the start one may change
    assert held.t.entrants[0].team == "Spades"
    free = evening(plan(teams={}), 0)
    for account, team in (("anna", "Les Rouges"), ("bert", "les rouges")):
        free.t = tournament_entrants.enter(free.t, Asker(account), team, NOON)
    assert {one.team for one in free.t.entrants} == {"Les Rouges"}
    with refused("no_teams"):
        tournament_entrants.enter(evening().t, Asker("x"), "Hearts", NOON)


def test_the_nonces_are_those_of_the_start() -> None:
    held = evening(entrants=3)
    held.t = tournament_entrants.enter(held.t, Asker("sleepy"), None, NOON)
    held.t = tournament_entrants.check_in(held.t, "a0", "f" * 32, "another token", NOON)
    assert (held.t.entrants[0].nonce, held.t.entrants[0].token_hash) == (
        f"{0:032x}",
        "another token",
    )
    held.start()
    nonces = {number: f"{number:032x}" for number in range(3)}
    assert held.t.nonces == nonces
    assert held.t.deal(1)[0].nonces == nonces
    assert sorted(held.t.rounds[0].entrants) == [0, 1, 2]
    held.t = tournament_entrants.check_in(held.t, "sleepy", "a" * 32, "token", held.now)
    assert held.t.nonces == nonces
    assert held.t.entrants[3].since == 2
    assert sorted(until(held, "racing").entrants) == [0, 1, 2]
    until(held, "table")
    assert sorted(until(held, "pairing" if held.t.turn == 2 else "lobby").entrants) == [0, 1, 2, 3]


def test_nobody_can_be_started_without_and_one_wins_alone() -> None:
    held = evening(entrants=0)
    held.t = tournament_entrants.enter(held.t, Asker("sleepy"), None, NOON)
    with refused("nobody_there"):
        held.start()
    for kind in ("knockout", "swiss", "round_robin"):
        alone = started(plan(kind), 1)
        assert (alone.t.status, alone.t.why, alone.t.rounds) == ("finished", "played", ())
        assert [row.entrant for row in alone.t.table().rows] == [0]
    assert len(started(entrants=1).play().rounds) == 2


# Rounds. --------------------------------------------------------------------------------------


def test_a_round_goes_from_its_rooms_to_its_table() -> None:
    held = started()
    first = held.t.rounds[0]
    assert (first.state, [e.e for e in held.t.to_do]) == ("pairing", ["open_rooms"])
    assert transitions.look_at(held.t) == 0
    look(held)
    lobby = held.t.rounds[0]
    assert (lobby.state, lobby.until) == ("lobby", held.now + MINUTE)
    assert transitions.look_at(held.t) == lobby.until
    held.now += MINUTE
    racing = look(held)
    assert (racing.state, racing.zero_at) == ("racing", held.now + COUNTDOWN_MS)
    assert set(held.running) == {heat.room for heat in racing.heats}
    short = started()
    until(short, "lobby")
    fresh = short.fresh._replace(countdown_ms=0)
    short.t = organiser_commands.start(short.t, ORGANISER, short.now, fresh)
    assert short.t.rounds[0].zero_at == short.now + transitions.LEAST_COUNTDOWN_MS
    table = until(held, "table")
    assert [effect.e for effect in held.t.to_do] == []
    assert held.told == [1]
    assert table.until == table.since + MINUTE
    until(held, "lobby")
    assert [each.state for each in held.t.rounds] == ["closed", "lobby"]


def test_the_organiser_need_not_wait_for_clocks_and_may_add_to_them() -> None:
    held = started()
    with refused("tournament_begun"):
        held.start()  # while rooms are made, nobody waits
    lobby = until(held, "lobby")
    held.t = organiser_commands.add_time(held.t, ORGANISER, MINUTE, held.now)
    assert held.t.rounds[0].until == (lobby.until or 0) + MINUTE
    held.start()
    assert held.t.rounds[0].state == "racing"
    with refused("race_running"):
        organiser_commands.add_time(held.t, ORGANISER, MINUTE, held.now)
    for wrong in (0, -1, HOUR + 1):
        with refused("bad_request"):
            organiser_commands.add_time(held.t, ORGANISER, wrong, held.now)


def test_a_pause_stops_the_clock_of_the_lobby_and_lets_a_race_end() -> None:
    held = started()
    lobby = until(held, "lobby")
    held.now += 10_000
    held.t = organiser_commands.pause(held.t, ORGANISER, held.now)
    assert organiser_commands.pause(held.t, ORGANISER, held.now) is held.t
    with refused("tournament_paused"):
        held.start()
    held.now += HOUR
    assert look(held).state == "lobby"
    held.t = organiser_commands.resume(held.t, ORGANISER, held.now)
    assert held.t.rounds[0].until == (lobby.until or 0) + HOUR
    until(held, "racing")
    held.t = organiser_commands.pause(held.t, ORGANISER, held.now)
    held.now += HOUR
    table = look(held, 2)
    assert table.state == "table"
    held.now += HOUR
    assert look(held).state == "table"
    held.t = organiser_commands.resume(held.t, ORGANISER, held.now)
    assert held.t.rounds[0].until == held.now + MINUTE


def test_a_pause_that_nobody_ends_is_the_end() -> None:
    held = started()
    until(held, "lobby")
    held.t = organiser_commands.pause(held.t, ORGANISER, held.now)
    assert transitions.look_at(held.t) == held.now + PAUSED_MS
    held.now += PAUSED_MS
    held.look()
    assert (held.t.status, held.t.why) == ("finished", "untended")
    assert held.t.rounds[0].state == "voided"


def test_absences_of_the_server_are_given_back_once() -> None:
    held = started()
    lobby = until(held, "lobby")
    since = lobby.since
    outages = [(since - HOUR, since - MINUTE), (since - 5_000, since + 20_000)]
    t = external_events.held(held.t, outages)
    assert t.rounds[0].until == (lobby.until or 0) + 20_000
    assert external_events.held(t, outages) == t
    assert external_events.held(t, [*outages, (since + 30_000, since + 40_000)]).rounds[
        0
    ].until == ((lobby.until or 0) + 30_000)
    arena = started(plan("arena"))
    window = arena.t.window
    assert window is not None
    later = external_events.held(arena.t, [(arena.now + 10_000, arena.now + 20_000)])
    assert later.window == (window[0] + 10_000, window[1] + 10_000)
    later = external_events.held(arena.t, [(window[0] + 5, window[0] + 10)])
    assert later.window == (window[0], window[1] + 5)


def test_a_race_nothing_is_heard_of_was_never_played() -> None:
    held = started()
    racing = until(held, "racing")
    held.running.clear()
    bell = (racing.zero_at or 0) + held.t.plan.rounds[0].bell_ms
    assert racing.until == bell + LOST_MS
    held.now = bell + LOST_MS
    table = look(held)
    assert (table.state, [heat.lost for heat in table.heats]) == ("table", [True])
    assert [row.total for row in held.t.table().rows] == [0] * 4


def test_a_heat_all_of_whose_entrants_have_left_is_not_waited_for() -> None:
    held = started(plan("knockout"))
    lobby = until(held, "lobby")
    for number in lobby.heats[0].entrants:
        held.t = tournament_entrants.withdraw(held.t, f"a{number}", held.now)
    assert [effect.e for effect in held.t.to_do] == ["unseat", "unseat"]
    held.now += MINUTE
    racing = look(held)
    assert [heat.is_over for heat in racing.heats] == [True, False]
    t = held.play()
    assert t.why == "played"
    assert t.table().rows[0].entrant in lobby.heats[1].entrants


# Void, again, removed. ------------------------------------------------------------------------


def test_a_voided_round_changes_the_table_and_what_was_paired_stays() -> None:
    held = started()
    finish(held, [3, 2, 1, 0])
    assert [row.entrant for row in held.t.table().rows] == [3, 2, 1, 0]
    finish(held, [0, 1, 2, 3])
    assert len({row.total for row in held.t.table().rows}) == 1
    held.t = organiser_commands.void_round(held.t, ORGANISER, 1, held.now)
    assert organiser_commands.void_round(held.t, ORGANISER, 1, held.now) is held.t
    assert [row.entrant for row in held.t.table().rows] == [0, 1, 2, 3]
    assert held.t.to_do[-1].e == "undo"
    assert len(held.play().rounds) == 2
    after = organiser_commands.void_round(
        held.t, ORGANISER, 2, held.now
    )  # and when it is over as well
    assert transitions.look_at(after) == 0
    assert [row.total for row in after.table().rows] == [0] * 4
    with refused("unknown_round"):
        organiser_commands.void_round(held.t, ORGANISER, 3, held.now)


def test_a_voided_race_is_undone_and_the_next_turn_comes() -> None:
    held = started()
    racing = until(held, "racing")
    held.t = organiser_commands.void_round(held.t, ORGANISER, 1, held.now)
    t = held.play()
    assert {heat.room for heat in racing.heats} <= held.undone
    assert [(each.turn, each.state) for each in t.rounds] == [(1, "voided"), (2, "closed")]


def test_a_round_that_is_replayed_has_another_deal() -> None:
    held = started()
    until(held, "racing")
    held.t = organiser_commands.replay_round(held.t, ORGANISER, 1, held.now)
    assert organiser_commands.replay_round(held.t, ORGANISER, 1, held.now) == held.t
    t = held.play()
    assert [(r.number, r.turn, r.state) for r in t.rounds] == [
        (1, 1, "voided"),
        (2, 1, "closed"),
        (3, 2, "closed"),
    ]


def test_in_a_knockout_the_last_round_is_played_again_by_the_same() -> None:
    held = started(plan("knockout"), 8)
    first = until(held, "racing")
    held.t = organiser_commands.void_round(held.t, ORGANISER, 1, held.now)
    again = until(held, "racing")
    assert (again.number, again.turn) == (2, 1)
    assert [heat.entrants for heat in again.heats] == [heat.entrants for heat in first.heats]
    finish(held, list(range(8)))
    until(held, "racing")
    with refused("bracket_stands"):
        organiser_commands.void_round(held.t, ORGANISER, 2, held.now)


def test_ties_of_a_knockout_are_played_out_by_a_sprint() -> None:
    held = started(plan("knockout", knockout={"heats": 4}), 4)
    each = until(held, "racing")
    [heat] = each.heats
    best, second, *rest = heat.entrants
    level = {best: 1, second: 1, **dict.fromkeys(rest, 3)}
    held.t = transitions.ended(held.t, {heat.room: standings(heat, level)}, held.now)
    sprint = until(held, "racing")
    assert (sprint.decides, sprint.turn, sprint.kind) == (1, 1, None)
    assert [set(heat.entrants) for heat in sprint.heats] == [{best, second}]
    [heat] = sprint.heats
    ends = {heat.room: standings(heat, {best: 2, second: 1})}
    held.t = transitions.ended(held.t, ends, held.now)
    t = held.play()
    assert len(t.rounds) == 2
    assert [row.entrant for row in t.table().rows][:2] == [second, best]


@pytest.mark.parametrize(("moves", "rounds"), [(0, 1), (9, 4)])
def test_ties_that_do_not_end_are_decided_by_the_draw(moves: int, rounds: int) -> None:
    held = started(plan("knockout"), 2)
    for _ in range(rounds):
        each = until(held, "racing")
        level = {
            heat.room: tuple(
                s._replace(moves=moves) for s in standings(heat, dict.fromkeys(heat.entrants, 1))
            )
            for heat in each.heats
        }
        held.t = transitions.ended(held.t, level, held.now)
    t = held.play()
    assert len(t.rounds) == rounds


def test_who_is_removed_was_never_there_and_who_is_reinstated_always() -> None:
    held = started()
    finish(held, [3, 2, 1, 0])
    held.t = organiser_commands.remove(held.t, ORGANISER, 3, held.now)
    assert [row.entrant for row in held.t.table().rows] == [2, 1, 0]
    with refused("removed"):
        tournament_entrants.enter(held.t, Asker("a3"), None, held.now)
    with refused("withdrawn"):
        tournament_entrants.check_in(held.t, "a3", "0" * 32, "token", held.now)
    assert 3 not in until(held, "lobby").entrants
    held.t = organiser_commands.reinstate(held.t, ORGANISER, 3, held.now)
    assert [row.entrant for row in held.t.table().rows] == [3, 2, 1, 0]
    assert 3 not in held.t.rounds[-1].entrants
    with refused("unknown_entrant"):
        organiser_commands.remove(held.t, ORGANISER, 4, held.now)


def test_a_result_that_is_corrected_changes_the_table() -> None:
    held = started()
    each = finish(held, [3, 2, 1, 0])
    [heat] = each.heats
    t = external_events.corrected(
        held.t, heat.room, standings(heat, {3: 4, 2: 3, 1: 2, 0: 1}), held.now
    )
    assert [row.entrant for row in t.table().rows] == [0, 1, 2, 3]
    assert external_events.corrected(t, "nowhere", (), held.now) is t


def test_who_withdraws_keeps_what_they_have() -> None:
    held = started()
    finish(held, [3, 2, 1, 0])
    held.t = tournament_entrants.withdraw(held.t, "a3", held.now)
    assert tournament_entrants.withdraw(held.t, "a3", held.now) is held.t
    assert held.t.table().rows[0].entrant == 3
    assert 3 not in until(held, "lobby").entrants


# Late. ----------------------------------------------------------------------------------------


def test_who_comes_late_plays_from_the_next_round_if_that_is_not_too_late() -> None:
    held = started(plan("series", ["aces_up"] * 4, late=2))
    until(held, "lobby")
    held.enter(9)
    assert held.t.entrants[-1].since == 2
    until(held, "table")
    until(held, "lobby")
    with refused("too_late"):
        held.enter(10)
    held.t = organiser_commands.admit(held.t, ORGANISER, Asker("a10"), held.now)
    held.enter(10)
    assert held.t.entrants[-1].since == 3


@pytest.mark.parametrize("kind", ["knockout", "round_robin"])
def test_nobody_comes_late_to_a_draw(kind: str) -> None:
    held = started(plan(kind), 4)
    with refused("too_late"):
        held.enter(9)
    with refused("too_late"):
        organiser_commands.admit(held.t, ORGANISER, Asker("a9"), held.now)


# Schedules. -----------------------------------------------------------------------------------


def weekly(**fields: Any) -> dict[str, Any]:
    return {"starts_at": NOON + 2 * DAY, "zone": "UTC", "repeat": "weekly", **fields}


def test_it_reminds_and_starts_by_itself() -> None:
    held = evening(plan(schedule=weekly(remind_ms=[DAY, HOUR])), 3)
    assert transitions.look_at(held.t) == NOON + DAY
    held.now = NOON + DAY
    held.t = transitions.due(held.t, held.now, held.fresh)
    assert [(e.e, getattr(e, "before_ms", 0)) for e in held.t.to_do] == [("remind", DAY)]
    held.look()
    assert transitions.look_at(held.t) == NOON + 2 * DAY - HOUR
    held.t = organiser_commands.add_time(held.t, ORGANISER, HOUR, held.now)
    held.now = NOON + 2 * DAY + HOUR
    held.t = transitions.due(held.t, held.now, held.fresh)
    assert (held.t.status, held.t.started_at) == ("running", held.now)


def test_reminders_that_were_slept_through_are_one() -> None:
    held = evening(plan(schedule=weekly(remind_ms=[DAY, HOUR])), 3)
    held.now = NOON + 2 * DAY - MINUTE
    held.t = transitions.due(held.t, held.now, held.fresh)
    assert [getattr(effect, "before_ms", 0) for effect in held.t.to_do] == [HOUR]


def test_the_next_evening_is_opened_when_one_is_over() -> None:
    held = evening(plan(schedule=weekly(times=3)), 3)
    held.now = NOON + 2 * DAY
    t = held.play()
    [following] = held.next
    assert (following.code, following.status, following.edition) == (t.next, "open", 2)
    assert following.starts_at == NOON + 9 * DAY
    assert (following.organiser, following.entrants, following.rounds) == (ORGANISER, (), ())
    taken = OpenNextEdition(id=1, code="TAKEN0", secret=SECRET.hex(), starts_at=0)
    other = external_events.replace_edition_code(
        t.model_copy(update={"to_do": (taken,)}), "TAKEN0", held.fresh
    )
    assert other.next == other.to_do[0].model_dump()["code"] != "TAKEN0"


def test_a_series_of_evenings_ends() -> None:
    last = evening(plan(schedule=weekly(times=1)), 3)
    last.now = NOON + 2 * DAY
    last.play()
    nobody = evening(plan(schedule=weekly()), 0)
    nobody.t = nobody.t.model_copy(update={"edition": 2, "touched_at": nobody.t.made_at})
    nobody.now = NOON + 2 * DAY
    nobody.play()
    assert nobody.t.why == "too_few"
    stopped = evening(plan(schedule=weekly()), 3)
    stopped.t = organiser_commands.stop(stopped.t, ORGANISER, NOON, stopped.fresh, for_good=True)
    stopped.play()
    assert last.next == nobody.next == stopped.next == []
    once = evening(plan(schedule=weekly()), 3)
    once.t = organiser_commands.stop(once.t, ORGANISER, NOON, once.fresh, for_good=False)
    once.play()
    assert len(once.next) == 1


@pytest.mark.parametrize("opened", [True, False])
def test_what_nobody_tends_is_closed(opened: bool) -> None:
    held = evening(entrants=0)
    if not opened:
        held.t = organiser_commands.drafted("KQ74TX", plan(), ORGANISER, SECRET, NOON)
    assert transitions.look_at(held.t) == NOON + UNTENDED_MS
    held.now = NOON + UNTENDED_MS
    held.look()
    assert (held.t.status, held.t.why, held.t.to_do) == ("finished", "untended", ())


def when(zone: str, *at: int) -> int:
    return int(datetime(*at, tzinfo=ZoneInfo(zone)).timestamp() * 1000)  # type: ignore[arg-type, misc]


@pytest.mark.parametrize(
    ("repeat", "first", "following"),
    [
        ("weekly", (2027, 3, 26, 20), (2027, 4, 2, 20)),  # the clocks change in between
        ("daily", (2027, 3, 27, 20), (2027, 3, 28, 20)),
        ("fortnightly", (2027, 10, 22, 20), (2027, 11, 5, 20)),
        ("monthly", (2027, 1, 31, 20), (2027, 2, 28, 20)),
        ("monthly", (2027, 1, 15, 20), (2027, 2, 15, 20)),
        ("daily", (2027, 3, 27, 2, 30), (2027, 3, 28, 2, 30)),  # an hour the clocks leave out
    ],
)
def test_evenings_are_repeated_by_the_clocks_of_their_zone(
    repeat: str, first: tuple[int, ...], following: tuple[int, ...]
) -> None:
    zone = "Europe/Berlin"
    schedule = Schedule.model_validate(
        {"starts_at": when(zone, *first), "zone": zone, "repeat": repeat}
    )
    assert next_start(schedule, when(zone, *first) + HOUR) == when(zone, *following)
    long_after = when(zone, 2028, 6, 1, 12)
    late = next_start(schedule, long_after)
    assert late is not None
    assert long_after < late <= long_after + 32 * DAY
    assert next_start(schedule.model_copy(update={"repeat": None}), 0) is None


# The rest. ------------------------------------------------------------------------------------


def test_announcements_are_lines_and_the_last_are_kept() -> None:
    held = started()
    for number in range(30):
        held.t = organiser_commands.announce(held.t, ORGANISER, f"  Tea   {number} ", held.now)
    assert [each.text for each in held.t.news][::19] == ["Tea 10", "Tea 29"]
    for wrong in ("", " ", "x" * 201, "\x07"):
        with refused("bad_request"):
            organiser_commands.announce(held.t, ORGANISER, wrong, held.now)


def test_it_is_stopped_when_those_have_ended_who_play() -> None:
    held = started()
    until(held, "racing")
    held.t = organiser_commands.stop(held.t, ORGANISER, held.now, held.fresh, for_good=True)
    assert held.t.status == "running"
    t = held.play()
    assert (t.why, len(t.rounds), t.rounds[0].state) == ("stopped", 1, "closed")
    lobby = started()
    until(lobby, "lobby")
    lobby.t = organiser_commands.stop(lobby.t, ORGANISER, lobby.now, lobby.fresh, for_good=True)
    assert (lobby.t.status, lobby.t.rounds[0].state) == ("finished", "voided")


def test_a_code_that_somebody_else_has_is_chosen_anew() -> None:
    held = started(plan("knockout"), 4)
    taken = held.t.rounds[0].heats[0].room
    t = external_events.replace_room_code(held.t, 1, taken, held.fresh)
    codes = [heat.room for heat in t.rounds[0].heats]
    assert taken not in codes
    assert codes[1] == held.t.rounds[0].heats[1].room
    assert external_events.replace_room_code(t, 9, taken, held.fresh) is t


def test_deals_at_ones_own_pace() -> None:
    held = started(plan("arena", ["aces_up", "baroness"], window_ms=10 * MINUTE), 2)
    with refused("tournament_not_begun"):
        tournament_arena.claim(held.t, "a0", "ROOM00", held.now)
    assert held.t.window == (held.now + MINUTE, held.now + 11 * MINUTE)
    held.start()
    assert held.t.window == (held.now, held.now + 10 * MINUTE)
    t = tournament_arena.claim(held.t, "a0", "ROOM00", held.now)
    assert tournament_arena.claim(t, "a0", "ROOM01", held.now) is t
    t = tournament_arena.claim(t, "a1", "ROOM01", held.now)
    assert [heat.room for heat in t.rounds[0].heats] == ["ROOM00", "ROOM01"]
    [mine, theirs] = t.rounds[0].heats
    t = transitions.ended(t, {mine.room: standings(mine, {0: 1})}, held.now)
    t = tournament_arena.claim(t, "a0", "ROOM02", held.now)
    assert [each.kind for each in t.rounds] == [0, 1]
    assert [row.entrant for row in t.table().rows] == [0, 1]
    voided = organiser_commands.void_round(t, ORGANISER, 2, held.now)
    t = tournament_arena.claim(voided, "a0", "ROOM03", held.now)
    assert [each.number for each in t.rounds if each.state == "racing"] == [1, 3]
    with refused("own_pace"):
        organiser_commands.replay_round(t, ORGANISER, 1, held.now)
    paused = organiser_commands.pause(t, ORGANISER, held.now)
    t = transitions.ended(t, {theirs.room: standings(theirs, {1: 1})}, held.now)
    with refused("tournament_paused"):
        tournament_arena.claim(
            organiser_commands.pause(t, ORGANISER, held.now), "a1", "ROOM04", held.now
        )
    assert organiser_commands.resume(paused, ORGANISER, held.now + HOUR).window == (
        held.now,
        held.now + 10 * MINUTE + HOUR,
    )
    held.now += 10 * MINUTE
    with refused("tournament_closed"):
        tournament_arena.claim(t, "a1", "ROOM04", held.now)
    assert transitions.due(t, held.now, held.fresh).status == "running"  # somebody still plays
    with refused("not_own_pace"):
        tournament_arena.claim(started().t, "a0", "ROOM00", held.now)


def test_the_five_great_games_end_when_all_have_played_them() -> None:
    held = started(plan("crowns", []), 2)
    t = held.play()
    assert len(t.rounds) == 5
    assert t.ended_at is not None
    assert t.ended_at < NOON + 4 * HOUR


def test_the_order_of_the_draw_is_in_nobodys_hand() -> None:
    held, other = started(entrants=20), evening(entrants=20)
    assert sorted(held.t.order) == list(range(20)) != list(held.t.order)
    other.t = tournament_entrants.enter(other.t, Asker("last"), None, NOON)
    other.t = tournament_entrants.check_in(other.t, "last", "e" * 32, "token", NOON)
    other.start()
    assert [n for n in other.t.order if n != 20] != list(held.t.order)
    seeded = started(plan("knockout", knockout={"seeds": "entered"}), 8)
    assert seeded.t.rounds[0].heats[0].entrants == (0, 7)


def test_a_field_larger_than_a_room_has_several() -> None:
    held = started(plan("series", ["aces_up"], most=2_000), 501)
    assert sorted(len(heat.entrants) for heat in held.t.rounds[0].heats) == [250, 251]
    called = {"game": "poker_patience", "terms": {"format": "caller"}}
    held = started(plan("series", [called]), 201)
    assert sorted(len(heat.entrants) for heat in held.t.rounds[0].heats) == [100, 101]
