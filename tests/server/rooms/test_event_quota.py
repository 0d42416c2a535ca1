"""The quota of events of a room: requests are limited, the events a race needs are not."""

import asyncio
import secrets
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from protocol.rooms.room_settings import Settings
from server.live_rooms.recent_events import MOST_UNREAD, RecentEvents
from server.rooms import commands, event_quota, events
from server.rooms.event_quota import ROOM_EVER, ROOM_HOURLY, SEAT_HOURLY, SPARED, too_much
from server.rooms.events import Attached, ReadySet, SeatLeft, SettingsChanged, StoredEvent
from server.rooms.reducer import after, fold
from server.rooms.state import HOUR_MS, EventCount, Room
from server.rooms.store import RoomStore
from server.store import keys
from tests.harness import ServerProcess, client
from tests.server.rooms.test_formats import running
from tests.stores import RedisProcess, engines

HOUR = HOUR_MS


def lobby(seats: int = 3) -> Room:
    begun = running("aces_up", {}, seats=seats)
    race = replace(begun.race, status="lobby", nonces={}, racing=(), dealt=())
    return replace(begun, races={1: race})


def toggled(seat: int, at: int) -> ReadySet:
    return ReadySet(at=at, by="seat", seat=seat, nonce=None)


def taken(room: Room, asked: list[StoredEvent]) -> tuple[Room, int]:
    """The room and how many of these it took."""
    stored = 0
    for event in asked:
        if too_much(room, (event,)) is None:
            room, stored = after(room, event), stored + 1
    return room, stored


def test_a_seat_may_ask_so_often_in_an_hour() -> None:
    room, stored = taken(lobby(), [toggled(1, HOUR + i) for i in range(2 * SEAT_HOURLY)])
    assert stored == SEAT_HOURLY
    assert too_much(room, (toggled(1, 2 * HOUR - 1),)) == event_quota.OFTEN
    assert too_much(room, (toggled(2, 2 * HOUR - 1),)) is None, "one seat has spent another's"
    assert too_much(room, (toggled(1, 2 * HOUR),)) is None


def test_where_others_are_busy_everybody_has_a_few() -> None:
    busy = EventCount(1, ROOM_HOURLY, {0: SEAT_HOURLY, 1: SPARED})
    room = replace(lobby(), event_count=busy)
    assert too_much(room, (toggled(1, HOUR),)) == event_quota.CROWDED
    room, stored = taken(room, [toggled(2, HOUR) for _ in range(100)])
    assert stored == SPARED
    back = Attached(at=HOUR, by="seat", seat=2, connection="x:1")
    assert too_much(room, (back,)) == event_quota.CROWDED
    assert too_much(room, (SeatLeft(at=HOUR, by="seat", seat=2),)) is None


def test_a_room_wears_out_and_a_race_in_it_does_not() -> None:
    settings = SettingsChanged(at=HOUR, by="host", settings=Settings(size=3))
    back = Attached(at=HOUR, by="seat", seat=0, connection="x:1")
    old = replace(lobby(), seq=ROOM_EVER)
    assert too_much(old, (settings,)) == event_quota.WORN
    assert too_much(old, (toggled(1, HOUR),)) == event_quota.WORN
    assert too_much(old, (back,)) is None
    assert too_much(replace(old, seq=event_quota.LAST_EVER), (back,)) == event_quota.WORN
    race = replace(running("aces_up", {}, seats=2), seq=event_quota.LAST_EVER)
    assert too_much(race, (back,)) is None
    gone = commands.detach(after(race, back), 0, "x:1", HOUR)
    assert gone
    assert too_much(race, gone) is None
    end = events.RaceEnded(at=HOUR, by="server", n=1, ended_ms=5)
    assert too_much(race, (end,)) is None


def test_a_trail_has_the_latest_and_the_room_before() -> None:
    start, number = lobby(), count(HOUR)
    trail, room = RecentEvents(start), start
    for i in range(5 * MOST_UNREAD + 7):
        event = toggled(i % 3, next(number))
        trail.add(event)
        room = after(room, event)
        assert len(trail.events) >= min(i + 1, MOST_UNREAD)
        assert len(trail.events) <= 2 * MOST_UNREAD
    assert fold(trail.before, trail.events) == room


# With servers. ----------------------------------------------------------------------------------


@pytest.mark.processes
async def test_who_toggles_without_end_is_refused_and_the_race_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATIENCE_LIMITS", "0.2")
    async with (
        ServerProcess(tmp_path / "data") as server,
        client(server.url) as ann,
        client(server.url) as ben,
    ):
        code = (await ann.create("aces_up", name="Ann"))["code"]
        await ben.join(code, "Ben")
        refused = ""
        for i in range(2 * SEAT_HOURLY):  # the hour may end meanwhile
            kind = {"nonce": secrets.token_hex(16)} if i % 2 else {}
            answer = await ben.ask("ready" if i % 2 else "unready", **kind)
            if answer["type"] == "refused" and answer["code"] == "too_fast":
                await asyncio.sleep(0.3)
            elif answer["type"] == "refused":
                refused = answer["code"]
                break
        assert refused == "too_much"
        assert (await ann.ready())["type"] == "done"
        await ann.ask("start")  # where Ben was ready it has begun by itself
        table = await ann.until("table")
        move = await ann.ask("play", race=1, ply=0, move=table["legal"][-1])
        assert move["type"] == "moved"
        left = await ben.ask("leave")
        for _ in range(300):
            if left.get("code") == "too_fast":
                await asyncio.sleep(0.3)
                left = await ben.ask("leave")
        assert left["type"] == "done", left


async def test_reading_a_long_room_lets_others_have_their_turn(tmp_path: Path) -> None:
    async with RedisProcess(tmp_path / "redis", engines()["embedded"]) as redis:
        store = RoomStore(redis.url)
        await store.open()
        made = lobby()
        line = events.dump(toggled(1, HOUR))
        prepared = events.RacePrepared(
            at=1,
            by="host",
            n=1,
            game="aces_up",
            options={},
            terms=made.race.terms.to_json(),
            bell_ms=60_000,
            secret="00" * 32,
        )
        lines = [events.dump(prepared), *[line] * 5_000]
        await store.others.rpush(keys.log("KQ74TX"), *lines)
        turns, done = 0, asyncio.Event()

        async def others() -> None:
            nonlocal turns
            while not done.is_set():
                turns += 1
                await asyncio.sleep(0)

        waiting = asyncio.create_task(others())
        room, news = await store.room(Room("KQ74TX"))
        done.set()
        await waiting
        await store.close()
    assert room.seq == len(news) == 5_001
    assert turns > 90
