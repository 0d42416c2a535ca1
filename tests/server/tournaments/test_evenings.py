"""Whole tournaments of every format with random events: each ends, once."""

from contextlib import suppress
from itertools import pairwise
from random import Random

import pytest

from protocol.tournaments.plan import FORMATS, TournamentPlan
from server.errors import Refusal
from server.tournaments import entrants, organiser_commands, transitions
from server.tournaments.entrants import Asker
from server.tournaments.state import Tournament

from .evenings import MINUTE, ORGANISER, Evening, plan

FIELDS = (0, 1, 2, 3, 4, 5, 6, 9, 16, 33)
MANY_DEALS = ("round_robin", "arena", "crowns")

PLANS: dict[str, TournamentPlan] = {
    "series": plan("series", ["aces_up", "baroness", "poker_patience", "accordion"]),
    "teams": plan("series", ["aces_up"] * 3, teams={"most": 3}),
    "knockout": plan("knockout"),
    "knockout of four": plan("knockout", knockout={"heats": 4}),
    "knockout, one of four": plan("knockout", knockout={"heats": 4, "go_on": 1}),
    "swiss": plan("swiss"),
    "long swiss": plan("swiss", ["aces_up", "baroness"], turns=7),
    "round_robin": plan("round_robin"),
    "arena": plan("arena", ["aces_up", "baroness", "accordion"], queue="drawn"),
    "crowns": plan("crowns", []),
}


def begun(name: str, field: int, seed: int) -> Evening:
    evening = Evening(PLANS[name], field, Random(f"{name} {field} {seed}"))
    if field:
        evening.start()
    else:
        with pytest.raises(Refusal, check=lambda refusal: refusal.code == "nobody_there"):
            evening.start()
        evening.t = organiser_commands.stop(
            evening.t, ORGANISER, evening.now, evening.fresh, for_good=True
        )
    return evening


def check(evening: Evening) -> None:
    """What holds for every tournament that is over."""
    t = evening.t
    assert t.status == "finished"
    assert t.why is not None
    assert {each.state for each in t.rounds} <= {"closed", "voided"}
    assert [each.number for each in t.rounds] == list(range(1, len(t.rounds) + 1))
    codes = [heat.room for each in t.rounds for heat in each.heats]
    assert len(set(codes)) == len(codes)
    told = [r.number for r in t.rounds if r.state == "closed" and r.heats and not t.plan.own_pace]
    assert set(told) <= set(evening.told)
    for each in t.rounds:
        seated = [one for heat in each.heats for one in heat.entrants]
        assert t.plan.own_pace or len({*seated, *each.byes}) == len(seated) + len(each.byes)
    table = t.table()
    assert {row.entrant for row in table.rows} == set(t.contestants) - set(t.removed)
    assert transitions.look_at(t) is None
    assert transitions.due(t, evening.now + 10**12, evening.fresh) is t


@pytest.mark.parametrize(
    ("name", "field"),
    [(name, field) for name in PLANS for field in FIELDS if field < 9 or name not in MANY_DEALS],
)
def test_it_ends_when_nobody_meddles(name: str, field: int) -> None:
    evening = begun(name, field, 0)
    evening.play()
    check(evening)
    assert evening.t.why == ("played" if field else "stopped")
    assert len({one.since for one in evening.t.entrants}) <= 1
    if name == "series" and field:
        assert [each.turn for each in evening.t.rounds] == [1, 2, 3, 4]


MEDDLING = 25


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("name", PLANS)
def test_it_ends_whatever_people_do(name: str, seed: int) -> None:
    field = 3 + 3 * seed
    evening = begun(name, field, seed + 1)
    for _ in range(MEDDLING):
        if not evening.t.is_over:
            evening.look()
            meddle(evening, field)
            if evening.t.plan.own_pace:
                evening.claim()
            evening.pass_time()
    evening.play()
    check(evening)


def meddle(evening: Evening, field: int) -> None:
    """Something that people do, or are refused."""
    t, now, chance = evening.t, evening.now, evening.chance
    who, deal = chance.randrange(field + 4), chance.randint(1, max(1, len(t.rounds)))
    verbs = (
        lambda: organiser_commands.pause(t, ORGANISER, now),
        lambda: organiser_commands.resume(t, ORGANISER, now),
        lambda: organiser_commands.add_time(t, ORGANISER, MINUTE, now),
        lambda: organiser_commands.void_round(t, ORGANISER, deal, now),
        lambda: organiser_commands.replay_round(t, ORGANISER, deal, now),
        lambda: organiser_commands.remove(t, ORGANISER, who, now),
        lambda: organiser_commands.reinstate(t, ORGANISER, who, now),
        lambda: organiser_commands.admit(t, ORGANISER, Asker(f"a{who}"), now),
        lambda: organiser_commands.start(t, ORGANISER, now, evening.fresh),
        lambda: organiser_commands.announce(t, ORGANISER, "Tea is served.", now),
        lambda: entrants.withdraw(t, f"a{who}", now),
        lambda: entrants.enter(t, Asker(f"a{who}"), None, now),
        lambda: entrants.check_in(t, f"a{who}", f"{who:032x}", f"{who:064x}", now),
    )
    with suppress(Refusal):
        evening.t = chance.choice(verbs)()
    if chance.random() < 0.01 and not evening.t.is_over:
        evening.t = organiser_commands.stop(
            evening.t, ORGANISER, now, evening.fresh, for_good=False
        )


def test_every_format_is_tried() -> None:
    assert {each.format for each in PLANS.values()} == set(FORMATS)


def test_in_a_swiss_evening_nobody_meets_twice_nor_has_two_byes() -> None:
    evening = begun("swiss", 21, 3)
    evening.play()
    met = [frozenset(heat.entrants) for each in evening.t.rounds for heat in each.heats]
    byes = [one for each in evening.t.rounds for one in each.byes]
    assert len(met) == len(set(met)) == 50
    assert len(byes) == len(set(byes)) == 5


@pytest.mark.parametrize("name", ["knockout", "knockout of four"])
def test_the_winner_of_a_knockout_has_lost_no_heat(name: str) -> None:
    for seed in range(5):
        evening = begun(name, 11, seed)
        t = evening.play()
        final = t.of_turn(t.turn)
        assert final is not None
        assert len(final.groups) == 1
        first = t.table().rows[0]
        assert first.place == 1
        assert first.entrant in final.groups[0]


def lobbies(t: Tournament) -> list[int]:
    return [each.since for each in t.rounds]


def test_rounds_follow_each_other_with_time_between() -> None:
    evening = begun("series", 5, 1)
    t = evening.play()
    assert all(
        later - earlier >= t.plan.lobby_ms + t.plan.table_ms
        for earlier, later in pairwise(lobbies(t))
    )
