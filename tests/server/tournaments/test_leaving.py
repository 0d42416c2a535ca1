"""Entrants who withdraw or are removed, and the effect on the others."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from server.tournaments import entrants as tournament_entrants
from server.tournaments import organiser_commands
from tests.server.clocked_process import Time, real_store
from tests.server.tournaments.evenings import ORGANISER, Evening, plan
from tests.server.tournaments.test_life import finish, refused, started
from tests.server.tournaments.tournament_process import NOON, Hall, hall
from tests.server.tournaments.tournament_process import plan as hall_plan
from tests.stores import RedisProcess


def places(held: Evening) -> dict[int, int]:
    return {row.entrant: row.place for row in held.t.table().rows}


def final_to_come(entrants: int = 4) -> Evening:
    """A knockout at its table before the final; the better has always won."""
    held = started(plan("knockout"), entrants)
    while len(finish(held, list(range(entrants))).groups) > 2:
        pass
    return held


def without(held: Evening, gone: tuple[int, ...]) -> None:
    for number in gone:
        held.t = tournament_entrants.withdraw(held.t, f"a{number}", held.now)


def test_who_is_left_alone_in_a_knockout_has_won_it() -> None:
    for half in (0, 1):
        held = final_to_come()
        gone, there = (held.t.rounds[-1].heats[i].entrants for i in (half, 1 - half))
        without(held, gone)
        held.play()
        assert (held.t.why, held.t.rounds[-1].byes) == ("played", (min(there),))
        assert [one for one, place in places(held).items() if place == 1] == [min(there)]


def test_where_all_but_one_leave_early_one_bye_is_enough() -> None:
    held = started(plan("knockout"), 8)
    first, *others = finish(held, list(range(8))).heats
    without(held, tuple(one for heat in others for one in heat.entrants))
    held.play()
    winner = min(first.entrants)
    assert [each.groups for each in held.t.rounds[1:]] == [((winner,),)]
    assert [one for one, place in places(held).items() if place == 1] == [winner]


def test_where_all_have_left_nobody_is_drawn() -> None:
    held = final_to_come()
    without(held, (0, 1, 2, 3))
    held.play()
    assert len(held.t.rounds) == 1


def test_one_who_is_alone_from_the_start_plays_no_knockout() -> None:
    held = started(plan("knockout"), 1)
    held.play()
    assert held.t.rounds == ()


# Whoever is away. -----------------------------------------------------------------------------


@pytest.fixture
async def redis(tmp_path: Path) -> AsyncIterator[RedisProcess]:
    async with real_store(tmp_path) as started:
        yield started


async def racing(at: Hall) -> None:
    """Ann has ended her game, and Ben, who has seen the beginning, is gone."""
    await at.draft(hall_plan(games=("aces_up", "aces_up")))
    await at.enter("Ann", "Ben")
    await at.run("start")
    await at.sit(["Ann", "Ben"])
    await at.start_race()
    await at.play("Ben", 2, give_up=False)
    await at.play("Ann", 3)
    assert (await at.kept()).rounds[0].state == "racing"


async def holds(at: Hall) -> None:
    """Nobody waits for Ben, whose two moves count."""
    await at.due()
    kept = await at.kept()
    assert kept.rounds[0].state == "table"
    assert (kept.entrants[1].gone, kept.playing) == ("withdrawn", [0])
    [heat] = kept.rounds[0].heats
    moves = {heat.entrants[each.seat]: each.moves for each in heat.standings}
    assert moves[1] >= 2
    assert {row.entrant for row in kept.table().rows} == {0, 1}


async def test_nobody_waits_for_whom_the_organiser_withdraws(redis: RedisProcess) -> None:
    async with hall(redis, Time(NOON)) as at:
        await racing(at)
        await at.run("withdraw", entrant=1)
        await holds(at)
        await at.run("withdraw", entrant=1)
        await at.run("reinstate", entrant=1)
        assert (await at.kept()).playing == [0, 1]


async def test_whoever_deletes_their_account_withdraws(redis: RedisProcess) -> None:
    async with hall(redis, Time(NOON)) as at:
        await racing(at)
        account = (await at.kept()).entrants[1].account
        account_data = at.one.tournaments.account_data
        ben = await at.one.accounts.account(account)
        assert ben is not None
        told: Any = (await account_data.export(ben))["tournaments"]
        assert [(each["code"], each["number"]) for each in told] == [(at.code, 1)]
        await account_data.forget(account)
        await holds(at)
        await account_data.forget(account)
        await account_data.forget("nobody")


def test_only_the_organiser_withdraws_others() -> None:
    held = started(plan("series"))
    with refused("not_organiser"):
        organiser_commands.withdraw(held.t, "a0", 1, held.now)
    held.play()
    with refused("tournament_over"):
        organiser_commands.withdraw(held.t, ORGANISER, 1, held.now)
