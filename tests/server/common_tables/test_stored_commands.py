"""The script that stores commands at a common table, on a real store: every answer, and what it
stores."""

from collections.abc import AsyncIterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from server.boards.seat_standing import StoredStanding
from server.rooms.store import RoomStore
from server.store import keys
from server.store.streams import room_feed
from server.store.table_commands import CommandBatch
from tests.server.clocked_process import real_store

CODE, N = "KQ74TX", 3
RACE: dict[str, str | int] = {
    "n": N,
    "status": "running",
    "origin": 1_000,
    "bell": 61_000,
    "last": 0,
    "active": 2,
}
ENDED = "1 0 0 0 0 1 -13 -13 complete - @"
GOING = "1 0 0 0 0 1 -13 -13 - - -"
KEPT_DAYS = 2
KEPT_S = KEPT_DAYS * 86_400 + keys.LONGER_S


@pytest_asyncio.fixture
async def store(tmp_path: Path) -> AsyncIterator[RoomStore]:
    async with real_store(tmp_path) as redis:
        made = RoomStore(redis.url, KEPT_DAYS)
        await made.open()
        await made.others.hset(keys.race(CODE), mapping=RACE)
        yield made
        await made.close()


def batch(
    expected: int,
    commands: Sequence[tuple[int, str]],
    standings: Mapping[int, str] | None = None,
    ended: int = 0,
) -> CommandBatch:
    return CommandBatch(CODE, N, expected, commands, standings or {}, ended)


def line(number: int, text: str = "turn") -> str:
    return f"5 seat {number} - {text}"


async def stored(store: RoomStore) -> tuple[dict[Any, Any], dict[int, list[str]]]:
    race = await store.others.hgetall(keys.race(CODE))
    return race, await store.commands.lines(CODE, N, {0: 0, 1: 0})


async def feed(store: RoomStore) -> list[Any]:
    entries = await store.others.xrange(keys.feed(keys.shard(CODE)))
    return [entry for _, fields in entries for entry in room_feed._news(fields)]


async def test_commands_of_several_seats_are_stored_at_one_race_time(store: RoomStore) -> None:
    commands = [(1, line(1)), (0, line(2, "claim tab.0 foundation.new 0")), (1, line(3))]
    answer = await store.commands.store(1_040, batch(0, commands, {0: GOING, 1: GOING}))
    assert answer == "ok 40"
    race, lines = await stored(store)
    assert (race["commands"], race["last"], race["active"]) == ("3", "40", "2")
    assert lines == {
        0: ["40 5 seat 2 - claim tab.0 foundation.new 0"],
        1: ["40 5 seat 1 - turn", "40 5 seat 3 - turn"],
    }
    assert await store.standings(CODE, N) == dict.fromkeys((0, 1), StoredStanding.read(GOING))
    told = [(each.code, each.n, each.seat, each.standing) for each in await feed(store)]
    assert told == [(CODE, N, seat, GOING) for seat in (0, 1)]
    for key in (keys.moves(CODE, N, 0), keys.moves(CODE, N, 1), keys.seats(CODE, N)):
        left_s: Any = await store.others.execute_command("TTL", key)
        assert KEPT_S - 900 < left_s <= KEPT_S, key
    assert await store.commands.lines(CODE, N, {0: 1, 1: 1}) == {0: [], 1: lines[1][1:]}


async def test_commands_on_a_table_that_has_changed_are_not_stored(store: RoomStore) -> None:
    assert await store.commands.store(1_040, batch(0, [(0, line(1))], {0: GOING})) == "ok 40"
    before, told = await stored(store), await feed(store)
    assert await store.commands.store(1_050, batch(0, [(1, line(1))], {1: GOING})) == "behind 1"
    assert await store.commands.store(1_050, batch(2, [(1, line(3))], {1: GOING})) == "behind 1"
    assert await store.commands.store(1_050, batch(0, [])) == "behind 1"
    assert await stored(store) == before
    assert await feed(store) == told
    assert await store.commands.store(1_050, batch(1, [(1, line(2))], {1: GOING})) == "ok 50"


async def test_no_command_only_asks_whether_the_table_is_the_stored_one(store: RoomStore) -> None:
    before = await stored(store)
    assert await store.commands.store(1_040, batch(0, [])) == "ok 40"
    assert await stored(store) == before
    assert await feed(store) == []


async def test_race_time_never_runs_back(store: RoomStore) -> None:
    assert await store.commands.store(1_040, batch(0, [(0, line(1))])) == "ok 40"
    assert await store.commands.store(1_010, batch(1, [(0, line(2))])) == "ok 40"
    assert await store.commands.store(1_041, batch(2, [(0, line(3))])) == "ok 41"


@pytest.mark.parametrize(
    ("fields", "now", "answer"),
    [
        ({}, 60_999, "ok 59999"),
        ({}, 61_000, "bell"),
        ({"status": "countdown"}, 1_040, "waiting"),
        ({"status": "over"}, 1_040, "over"),
        ({"n": N + 1}, 1_040, "over"),
        ({"n": N + 1, "status": "lobby"}, 1_040, "over"),
        (None, 1_040, "lost"),
    ],
)
async def test_commands_count_only_while_their_race_is_running(
    fields: dict[str, Any] | None, now: int, answer: str, store: RoomStore
) -> None:
    if fields is None:
        await store.others.delete(keys.race(CODE))
    elif fields:
        await store.others.hset(keys.race(CODE), mapping=fields)
    assert await store.commands.store(now, batch(0, [(0, line(1))], {0: GOING})) == answer
    _, lines = await stored(store)
    assert bool(lines[0]) == bool(await feed(store)) == answer.startswith("ok")


async def test_the_end_of_the_last_seats_is_due_at_once(store: RoomStore) -> None:
    due = keys.due(keys.shard(CODE))
    first = batch(0, [(0, line(1, "resign"))], {0: ENDED}, 1)
    assert await store.commands.store(1_040, first) == "ok 40"
    assert await store.others.zscore(due, CODE) is None
    assert [each.deadline for each in await feed(store)] == [None]
    last = batch(1, [(0, line(2))], {0: ENDED, 1: ENDED}, 1)
    assert await store.commands.store(1_070, last) == "ok 70"
    assert await store.others.zscore(due, CODE) == 1_070
    assert {each.deadline for each in await feed(store)} == {None, 1_070}
    assert (await stored(store))[0]["active"] == "0"
    standings = await store.standings(CODE, N)
    assert [standings[seat].ended_ms for seat in (0, 1)] == [70, 70]
