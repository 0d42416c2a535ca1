"""A contestant goes away from a common table and comes back: every process knows it, and it counts
as no move, live, in the stored result and in the record."""

from pathlib import Path

import pytest

from engine.racing_demon.record import AWAY, BACK, TableRecord, read
from engine.racing_demon.standings import standings
from server.archive import record_builder
from server.archive.archiver import Archiver
from server.live_rooms.feed_consumer import FeedConsumer
from server.live_rooms.timers import Timers
from server.rooms.race_timeouts import WAIT_FOR_MS
from server.store import keys
from server.store.streams import room_feed
from tests.server.clocked_process import KEEP_DAYS, Time
from tests.server.common_tables.clocked_tables import Guest, Host, guest, hosts, race

TURN = "turn"


async def waits(where: list[Host], time: Time, code: str) -> None:
    """Let the time pass after which nobody waits any more, and every process do what is due."""
    for host in where:
        await host.hear(code)
    time.now += WAIT_FOR_MS
    for host in where:
        await host.process.at(time.now)


async def returns(host: Host, person: Guest) -> Guest:
    new = await guest(host, person.name)
    await new.say("resume", code=person.code, token=person.name.ljust(24, "-"), legal=True)
    return new


@pytest.mark.parametrize("ends_by", ["resigning", "the bell"])
async def test_being_away_and_back_counts_as_no_move_anywhere(ends_by: str, tmp_path: Path) -> None:
    """Cat, who does not come back, has nothing but `away` in her log."""
    async with hosts(tmp_path) as (where, time):
        ann, ben, cat = await race(where, 3)
        code = ann.code
        await ben.play(TURN, 1)
        await ben.ear.gone()
        await cat.ear.gone()
        await waits(where, time, code)
        for host in where:
            assert host.table(code).away == {1, 2}
        ann.listen()
        assert ann.table is not None
        assert ann.table.number == 3
        ben = await returns(where[1], ben)
        for host in where:
            await host.process.at(time.now)
            assert host.table(code).away == {2}
        await ann.play(TURN, 1)
        if ends_by == "resigning":
            for each in (ann, ben):
                assert (await each.play("resign", 9))["type"] == "table_played"
            made = {0: 2, 1: 2, 2: 0}
        else:
            time.now, made = where[0].live(code).race.bell_at, {0: 1, 1: 1, 2: 0}
        for host in where:
            await host.hear(code)
            await host.process.at(time.now + 10)
        for host in where:
            await host.hear(code)
            live = host.live(code)
            assert live.race.status == "over"
            assert {seat: each.moves for seat, each in live.standings.items()} == made
        kept, live = where[0].process.kept, where[0].live(code)
        for archived in (False, True):
            if archived:
                await Archiver(kept, KEEP_DAYS).pack_race(code, 1)
                assert await kept.archived(code, 1)
            stored = await record_builder.standings(kept, live.room, live.race, time.now)
            record = await record_builder.record(kept, live.room, live.race, time.now)
            assert {seat: each.moves for seat, each in stored.items()} == made
            computed = {each.seat: each for each in standings(read(dict(record.to_json())))}
            ended_ms = live.race.ended_ms
            assert computed == {
                seat: each.standing(seat, ended_ms) for seat, each in stored.items()
            }
            assert isinstance(record, TableRecord)
            told = [(each.seat, each.text) for each in record.commands]
            assert sorted(told[1:4]) == [(1, AWAY), (1, BACK), (2, AWAY)]


async def test_an_end_by_whoever_goes_away_reaches_the_other_process(tmp_path: Path) -> None:
    """Ann has said that she is stuck. When Ben is away, everybody who is present has said so. The
    round is then blocked, by a command that is no move."""
    options = {"piles": 5, "stuck": "end"}
    async with hosts(tmp_path) as (where, time):
        ann, ben = await race(where, 2, options)
        code = ann.code
        there = where[1].live(code)  # its room would be forgotten, because nobody is connected
        await ann.play("stuck", 1)
        await ben.ear.gone()
        for host in where:
            await host.hear(code)
        time.now += WAIT_FOR_MS
        await where[0].process.at(time.now)
        assert where[0].table(code).state.over is not None
        stored = await where[0].process.kept.standings(code, 1)
        assert {seat: each.moves for seat, each in stored.items()} == {0: 1, 1: 0}
        news = [each for each in await feed(where[0], code) if each.standing is not None]
        await FeedConsumer(where[1].process.registry).apply(news)
        assert where[1].table(code).state.over is not None
        assert {s: e.ended_ms for s, e in there.standings.items()} == {
            seat: each.ended_ms for seat, each in stored.items()
        }


async def feed(host: Host, code: str) -> list[room_feed.FeedEntry]:
    """Everything that the feed has told of the shard of a room."""
    entries = await host.process.kept.others.xrange(keys.feed(keys.shard(code)))
    return [entry for _, fields in entries for entry in room_feed._news(fields)]


async def test_a_store_that_has_lost_that_somebody_is_away_is_noticed(tmp_path: Path) -> None:
    async with hosts(tmp_path, 1) as (where, time):
        ann, ben, _ = await race(where, 3)
        code, registry = ann.code, where[0].process.registry
        await ben.ear.gone()
        await waits(where, time, code)
        assert where[0].table(code).away == {1}
        await FeedConsumer(registry).drop_lost()
        assert code in registry.rooms
        store = where[0].process.kept.others
        await store.delete(keys.moves(code, 1, 1))
        await store.hset(keys.race(code), mapping={"commands": 0})
        await FeedConsumer(registry).drop_lost()
        assert code not in registry.rooms


async def test_nobody_looks_again_and_again_after_whoever_has_resigned_and_gone(
    tmp_path: Path,
) -> None:
    """The next thing that is due in the room is its bell."""
    async with hosts(tmp_path, 1) as (where, time):
        ann, ben, _ = await race(where, 3)
        await ben.play("resign", 1)
        await ben.ear.gone()
        await waits(where, time, ann.code)
        registry, live = where[0].process.registry, where[0].live(ann.code)
        assert where[0].table(ann.code).number == 1
        registry.schedule = Timers(where[0].process.clock)
        registry.plan(live)
        assert registry.schedule._earliest == {ann.code: live.race.bell_at}
