"""Two processes at one table: one order of commands, every answer true, and nothing lost when a
process is behind, the store fails, or the room goes on."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from engine.moves import Pack
from engine.racing_demon.game import Claim, Fill, RacingDemon
from server.errors import StoreAway
from tests.harness import LIMIT_S
from tests.server.common_tables.clocked_tables import OPTIONS, Guest, Host, guest, hosts, race

TURN = "turn"


async def everybody_hears(where: list[Host], people: list[Guest]) -> None:
    for host in where:
        await host.hear(people[0].code)
    for each in people:
        each.listen()


def agreed(people: list[Guest]) -> dict[str, Any]:
    """The table that all of these know."""
    tables = [each.table.as_sent() for each in people if each.table]
    assert len(tables) == len(people)
    assert all(table == tables[0] for table in tables)
    return tables[0]


async def test_both_processes_give_one_order(tmp_path: Path) -> None:
    async with hosts(tmp_path) as (where, _):
        people = await race(where, 4)
        asked = [(each, each.send(TURN, key)) for key in (1, 2, 3) for each in people]
        answers = [await each.answer(request) for each, request in asked]
        assert {each["type"] for each in answers} == {"table_played"}
        assert sorted(each["number"] for each in answers) == list(range(1, 13))
        await everybody_hears(where, people)
        assert agreed(people)["number"] == 12
        assert not any(each.missed for each in people)


def plays(person: Guest) -> list[str]:
    """The moves with which somebody can play a card now."""
    rules, table = RacingDemon(OPTIONS), person.table
    assert table is not None
    legal = rules.legal(rules.state_of(table.view()), table.seats.index(person.seat))
    return [rules.codec.to_text(move) for move in legal if isinstance(move, Claim | Pack | Fill)]


async def test_a_process_that_is_behind_refuses_nothing_because_of_it(tmp_path: Path) -> None:
    """Ben has said that he is stuck, which he may say again as soon as Ann has played a card; his
    process has not heard of the card."""
    async with hosts(tmp_path) as (where, _):
        ann, ben = await race(where, 2)
        key = 1
        while not plays(ann):
            await ann.play(TURN, key)
            ann.listen()
            key += 1
        assert (await ben.play("stuck", 1))["type"] == "table_played"
        assert (await ben.play("stuck", 2))["code"] == "illegal_move"
        assert (await ann.play(plays(ann)[0], key))["type"] == "table_played"
        assert where[1].table(ann.code).number < where[0].table(ann.code).number
        assert (await ben.play("stuck", 3))["type"] == "table_played"


@pytest.mark.parametrize("where_again", [0, 1])
async def test_a_command_that_is_sent_again_is_answered_as_before(
    where_again: int, tmp_path: Path
) -> None:
    async with hosts(tmp_path) as (where, _):
        ann, _ = await race(where, 2)
        first = await ann.play(TURN, 5)
        await ann.play(TURN, 6)
        again = await guest(where[where_again], "p0")
        await again.say("resume", code=ann.code, token="p0".ljust(24, "-"), legal=True)
        second = await again.play(TURN, 5)
        assert (second["number"], second["ms"]) == (first["number"], first["ms"])
        await where[0].hear(ann.code)
        assert where[0].table(ann.code).number == 2


@pytest.mark.parametrize("fault", ["before store", "after store", "before lines", "after lines"])
async def test_a_store_that_fails_loses_and_doubles_nothing(fault: str, tmp_path: Path) -> None:
    """The command is acknowledged once, and everybody is told of it, without a gap."""
    async with hosts(tmp_path) as (where, _):
        people = await race(where, 3)
        ann, ben, _ = people
        assert (await ben.play(TURN, 1))["number"] == 1  # so that Ann's process is behind
        failed = list[str]()

        async def hook(where_now: str) -> None:
            if where_now == fault and not failed:
                failed.append(where_now)
                raise StoreAway

        where[0].commands.hook = hook
        assert (await ann.play(TURN, 1))["number"] == 2
        assert failed == [fault]
        assert where[0].link.doubts == 1
        await everybody_hears(where, people)
        assert agreed(people)["number"] == 2
        assert not any(each.missed for each in people)
        again = await ann.play(TURN, 1)
        assert again["number"] == 2


async def test_a_table_does_not_wait_for_another(tmp_path: Path) -> None:
    async with hosts(tmp_path, 1) as (where, _):
        slow, quick = [(await race(where, 2)) for _ in range(2)]
        held, released = asyncio.Event(), asyncio.Event()

        async def hook(where_now: str) -> None:
            if where_now == "before store" and not held.is_set():
                held.set()
                await released.wait()

        where[0].commands.hook = hook
        request = slow[0].send(TURN, 1)
        await held.wait()
        assert (await quick[0].play(TURN, 1))["number"] == 1
        assert (await quick[1].play(TURN, 1))["number"] == 2
        assert request not in slow[0].answers
        released.set()
        assert (await slow[0].answer(request))["number"] == 1


async def test_a_command_of_a_connection_that_has_gone_is_not_carried_out_later(
    tmp_path: Path,
) -> None:
    """Its contestant may have sent it again through another process, where it was refused."""
    async with hosts(tmp_path, 1) as (where, _):
        ann, ben = await race(where, 2)
        reached = asyncio.Event()
        where[0].link.up = reached.wait  # type: ignore[method-assign,assignment] # the store is away
        ann.send(TURN, 1)
        await asyncio.sleep(0.02)
        await ann.ear.gone()
        reached.set()
        assert (await ben.play(TURN, 1))["number"] == 1
        assert where[0].table(ben.code).logged == {0: 0, 1: 1}


async def test_a_command_is_answered_again_after_the_end(tmp_path: Path) -> None:
    async with hosts(tmp_path, 1) as (where, time):
        ann, ben = await race(where, 2)
        first = await ann.play(TURN, 1)
        await ben.play("resign", 1)
        await where[0].process.at(time.now + 10)
        assert where[0].live(ann.code).race.status == "over"
        assert (await ann.play(TURN, 1))["number"] == first["number"]
        late = await ann.play(TURN, 2)
        assert late["code"] == "race_over"


async def test_the_bell_refuses_only_what_is_new(tmp_path: Path) -> None:
    async with hosts(tmp_path, 1) as (where, time):
        ann, _ = await race(where, 2)
        first = await ann.play(TURN, 1)
        time.now = where[0].live(ann.code).race.bell_at
        requests = [ann.send(move, key) for move, key in ((TURN, 1), (TURN, 2), ("fill x", 3))]
        known, new, wrong = [await ann.answer(request) for request in requests]
        assert known["number"] == first["number"]
        assert new["code"] == "race_over"
        assert wrong["code"] == "bad_request"


async def test_after_the_bell_no_command_is_judged_on_one_that_is_not_stored(
    tmp_path: Path,
) -> None:
    async with hosts(tmp_path, 1) as (where, time):
        ann, _ = await race(where, 2)
        time.now = where[0].live(ann.code).race.bell_at
        requests = [ann.send("stuck", key) for key in (1, 2)]  # only one may be said in a race
        codes = [(await ann.answer(request))["code"] for request in requests]
        assert codes == ["race_over", "race_over"]


async def test_a_room_that_goes_on_meanwhile_keeps_its_new_table_clean(tmp_path: Path) -> None:
    """While the answer of the store to the last command is on its way, the race ends and the room
    prepares the next one."""
    async with hosts(tmp_path) as (where, time):
        one, two = where
        host, other = people = await race([two, one], 2)
        held, released = asyncio.Event(), asyncio.Event()

        async def hook(where_now: str) -> None:
            if where_now == "after store" and not held.is_set():
                held.set()
                await released.wait()

        one.commands.hook = hook
        request = other.send("resign", 1)
        await held.wait()
        await two.hear(host.code)
        await two.process.at(time.now + 10)
        assert two.live(host.code).race.status == "over"
        host.listen()
        ended = agreed([host])
        await host.say("rematch")
        assert two.live(host.code).race.n == 2
        hearing = asyncio.create_task(one.hear(host.code))
        await asyncio.sleep(0.05)
        released.set()
        await hearing
        assert (await other.answer(request))["type"] == "table_played"
        assert one.live(host.code).race.n == 2
        assert one.live(host.code).common_table is None
        assert agreed(people) == ended
        assert ended["over"] == {"result": "complete", "reason": "deserted", "out": None}


def number_of(person: Guest) -> int:
    """The number of the last command that somebody has been told of; −1 without a table."""
    person.listen()
    return person.table.number if person.table else -1


async def test_late_spectators_are_told_everything_in_time_and_nothing_before(
    tmp_path: Path,
) -> None:
    delay_ms = 40
    async with hosts(tmp_path) as (where, time):
        ann, ben = people = await race(where, 2, delay_ms=delay_ms)
        watchers = [await guest(host, f"watcher {at}") for at, host in enumerate(where)]
        for watcher in watchers:
            room = await watcher.say("watch", code=ann.code)
            assert "common_table" not in room  # the race has not run for the delay yet
        begun = time.now
        for number in range(6):
            time.now = begun + 10 * number
            await (ann, ben)[number % 2].play(TURN, 1 + number)
            await everybody_hears(where, [*people, *watchers])
            seen_by_now = (10 * number - delay_ms) // 10 + 1
            assert all(number_of(each) <= max(-1, seen_by_now) for each in watchers)
        for ms in range(60, 110, 10):
            time.now, seen_by_now = begun + ms, min(6, 1 + (ms - delay_ms) // 10)
            async with asyncio.timeout(LIMIT_S):
                # Nothing is set when a message is sent.
                while any(number_of(e) < seen_by_now for e in watchers):  # noqa: ASYNC110
                    await asyncio.sleep(0.005)
            assert {number_of(each) for each in watchers} == {seen_by_now}
        assert agreed([*people, *watchers])["number"] == 6
        assert not any(each.missed for each in watchers)
