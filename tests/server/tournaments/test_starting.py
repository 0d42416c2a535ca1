"""The scheduled start of a tournament: put off, missed, or never opened."""

from typing import Any

import pytest

from server.handlers.tournaments.plans import plan_of
from server.tournaments import entrants, external_events, organiser_commands, transitions
from server.tournaments.calendar import next_start
from server.tournaments.entrants import Asker
from server.tournaments.state import Tournament
from tests.server.tournaments.evenings import (
    MINUTE,
    NOON,
    ORGANISER,
    SECRET,
    Codes,
    nonce,
    plan,
    token,
)
from tests.server.tournaments.test_life import DAY, HOUR, refused

FRESH = Codes().fresh


def draft(starts_at: int = NOON + HOUR, **schedule: Any) -> Tournament:
    given = plan(lobby_ms=2 * MINUTE, schedule={"starts_at": starts_at, **schedule})
    return organiser_commands.drafted("KQ74TX", given, ORGANISER, SECRET, NOON)


def entered(**schedule: Any) -> Tournament:
    t = organiser_commands.open_it(draft(**schedule), ORGANISER, NOON)
    for number in range(2):
        t = entrants.enter(t, Asker(f"a{number}"), None, NOON)
        t = entrants.check_in(t, f"a{number}", nonce(number), token(number), NOON)
    return t


@pytest.mark.parametrize(
    ("since", "until", "starts_at"),
    [
        (30, 90, 92),
        (59, 61, 63),
        (30, 59, 61),
        (30, 58, 60),
        (10, 20, 60),
        (60, 70, 60),
        (61, 70, 60),
    ],
)
def test_a_start_the_server_was_away_for_is_put_off(since: int, until: int, starts_at: int) -> None:
    outages = [(NOON + since * MINUTE, NOON + until * MINUTE)]
    t = external_events.held(entered(), outages)
    assert t.starts_at == NOON + starts_at * MINUTE
    assert external_events.held(t, outages) == t
    if starts_at > 60:
        assert transitions.due(t, NOON + until * MINUTE, FRESH).status == "open"
    assert transitions.due(t, NOON + starts_at * MINUTE, FRESH).status == "running"


def test_nobody_checked_in_before_the_server_was_away() -> None:
    t = entrants.enter(
        organiser_commands.open_it(draft(), ORGANISER, NOON), Asker("a0"), None, NOON
    )
    t = external_events.held(t, [(NOON + HOUR - MINUTE, NOON + 2 * HOUR)])
    t = transitions.due(t, NOON + 2 * HOUR, FRESH)
    assert t.status == "open"
    t = entrants.check_in(t, "a0", nonce(0), token(0), NOON + 2 * HOUR + MINUTE)
    assert transitions.due(t, NOON + 2 * HOUR + 2 * MINUTE, FRESH).status == "running"


def test_an_outage_before_it_was_opened_puts_nothing_off() -> None:
    outages = [(NOON - HOUR, NOON)]
    t = organiser_commands.open_it(draft(NOON + MINUTE), ORGANISER, NOON)
    assert external_events.held(t, outages) == t


def test_what_is_late_once_is_not_late_every_week() -> None:
    t = organiser_commands.add_time(entered(repeat="weekly"), ORGANISER, HOUR, NOON)
    assert t.starts_at == NOON + 2 * HOUR
    assert transitions.due(t, NOON + HOUR, FRESH).status == "open"
    assert t.plan.schedule is not None
    assert t.plan.schedule.starts_at == NOON + HOUR
    assert next_start(t.plan.schedule, NOON + 2 * HOUR) == NOON + HOUR + 7 * DAY
    t = transitions.due(t, NOON + 2 * HOUR, FRESH)
    t = organiser_commands.stop(t, ORGANISER, NOON + 2 * HOUR, FRESH, for_good=False)
    [following] = [each for each in t.to_do if each.e == "open_next"]
    edition = external_events.next_edition(t, following, NOON + 2 * HOUR)
    assert (edition.starts_at, edition.put_off_ms) == (NOON + HOUR + 7 * DAY, 0)


def test_reminders_are_put_off_too() -> None:
    t = entered(remind_ms=[10 * MINUTE])
    t = organiser_commands.add_time(t, ORGANISER, HOUR, NOON)
    assert transitions.look_at(t) == NOON + 2 * HOUR - 10 * MINUTE
    t = transitions.due(t, NOON + HOUR, FRESH)
    assert not t.to_do
    assert [each.e for each in transitions.due(t, NOON + 2 * HOUR - 9 * MINUTE, FRESH).to_do] == [
        "remind"
    ]


@pytest.mark.parametrize("how", ["untended", "stopped"])
def test_after_a_draft_there_is_no_next_evening(how: str) -> None:
    t = draft(repeat="weekly")
    if how == "stopped":
        t = organiser_commands.stop(t, ORGANISER, NOON + 1, FRESH, for_good=False)
    else:
        t = transitions.due(t, NOON + 30 * DAY, FRESH)
    assert (t.why, t.next, t.to_do) == (how, None, ())


@pytest.mark.parametrize("starts_at", [0, NOON - 1, NOON])
def test_nothing_is_opened_whose_start_has_passed(starts_at: int) -> None:
    t = draft(starts_at)
    with refused("start_passed"):
        organiser_commands.open_it(t, ORGANISER, NOON)
    assert t.plan.schedule is not None
    later = plan(schedule={"starts_at": NOON + HOUR})
    t = organiser_commands.redefine(t, ORGANISER, later, NOON)
    assert organiser_commands.open_it(t, ORGANISER, NOON).status == "open"


def test_a_plan_for_a_time_that_has_passed_is_refused() -> None:
    given = {"title": "Friday", "rounds": ["aces_up"], "schedule": {"starts_at": NOON}}
    assert plan_of(given, NOON - 1, winnable=True).schedule is not None
    with refused("start_passed"):
        plan_of(given, NOON, winnable=True)
