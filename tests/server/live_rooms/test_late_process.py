"""An overloaded process that runs late takes neither its store nor itself for unavailable."""

import asyncio
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from redis.asyncio import Redis
from structlog.testing import capture_logs

import server.app as app_module
from protocol.from_client import Create
from server.app import App, Duties
from server.errors import StoreAway
from server.live_rooms.deadlines import Deadlines
from server.live_rooms.feed_consumer import FeedConsumer
from server.live_rooms.live_room import LiveRoom
from server.live_rooms.store_supervisor import BEAT_S
from server.rooms import commands
from server.rooms.events import RaceEnded, RaceHeld, RaceStarted
from server.rooms.state import Room
from server.settings import ServerSettings
from server.store import keys
from server.store.availability import StoreAvailability
from server.store.heartbeat import HeartbeatReply
from server.store.redis_client import PATIENCE_S, patience
from server.store.redis_timeout import CONNECTION_WAIT_S, note_queued, note_sent
from tests.month.driven import NO_COMPILER, DrivenLoop, DrivenStore, driven, has_compiler

pytestmark = pytest.mark.driven

TURN_S = 0.3
"""How long each turn of its loop takes."""
TURNS = 100
REFUND_S = 0.2
"""How long a refund takes where there are many races; longer than REST_MS."""
OUTAGE_S = 5.0


async def served_late(store: DrivenStore) -> list[bytes | str]:
    """A server is late for so many turns; the outages it has noted."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, DrivenLoop)
    stop, listening, turns = asyncio.Event(), asyncio.Event(), iter(range(TURNS))

    def turn() -> None:
        store.settled()  # what it was asked it has answered by now
        loop.pass_time(TURN_S)
        if next(turns, None) is None:
            stop.set()
        else:
            loop.call_soon(turn)

    app = App(ServerSettings(port=0), store.url, local_s=loop.time)
    serving = asyncio.create_task(app.run(stop, listening))
    await listening.wait()
    turn()
    await serving
    async with Redis.from_url(store.url) as redis:
        return await redis.lrange(keys.OUTAGES, 0, -1)


@pytest.mark.skipif(not has_compiler(), reason=NO_COMPILER)
def test_it_goes_on(tmp_path: Path) -> None:
    with driven(tmp_path / "store", 1_795_000_000) as (store, runner), capture_logs() as logged:
        assert runner.run(served_late(store)) == []
    assert not [entry for entry in logged if entry["event"] == "store_away"]


async def given_up(waits_s: float, answers_s: float) -> float | None:
    """When a command is given up that waits so long for a connection, and then so long for its
    answer; None if it gets the answer."""
    began = asyncio.get_running_loop().time()
    try:
        async with patience():
            note_queued()
            await asyncio.sleep(waits_s)
            note_sent()
            await asyncio.sleep(answers_s)
    except StoreAway:
        return asyncio.get_running_loop().time() - began
    return None


async def in_line() -> None:
    soon, late = PATIENCE_S / 2, 2 * PATIENCE_S
    assert await given_up(late, soon) is None
    assert await given_up(late, late) == late + PATIENCE_S
    assert await given_up(2 * CONNECTION_WAIT_S, soon) == CONNECTION_WAIT_S


@pytest.mark.skipif(not has_compiler(), reason=NO_COMPILER)
def test_who_waits_for_their_turn_does_not_wait_for_the_store(tmp_path: Path) -> None:
    with driven(tmp_path / "store", 1_795_000_000) as (_, runner):
        runner.run(in_line())


async def outage_unnoticed(store: DrivenStore, patched: pytest.MonkeyPatch) -> list[int]:
    """A server stands still while it catches up; how many outages were refunded when it first took
    moves."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, DrivenLoop)
    refunded, then, slow = list[int](), list[int](), [OUTAGE_S]
    refresh = FeedConsumer.refresh

    async def refresh_slowly(self: FeedConsumer) -> None:
        await refresh(self)
        if slow:
            loop.pass_time(slow.pop())
            await asyncio.sleep(2 * BEAT_S)

    patched.setattr(FeedConsumer, "refresh", refresh_slowly)
    patched.setattr(Duties, "refunded", lambda _, ms: refunded.append(ms))
    patched.setattr(app_module, "tell_availability", lambda *_: then.append(len(refunded)))
    stop, listening = asyncio.Event(), asyncio.Event()
    app = App(ServerSettings(port=0), store.url, local_s=loop.time)
    serving = asyncio.create_task(app.run(stop, listening))
    await listening.wait()
    stop.set()
    await serving
    return then[:1]


@pytest.mark.skipif(not has_compiler(), reason=NO_COMPILER)
def test_what_is_missed_while_it_catches_up_is_refunded_before_it_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with driven(tmp_path / "store", 1_795_000_000) as (store, runner):
        assert runner.run(outage_unnoticed(store, monkeypatch)) == [1]


async def running_race(app: App, bell_ms: int) -> LiveRoom:
    """A room with a race that has run for a second."""
    asked = Create(id=1, name="Ann", token="t" * 22, game="aces_up", bell_ms=bell_ms)
    live = await app.registry.open(
        lambda secret, now: commands.create(asked, "p:1", secret, "W" * 8, now)
    )
    ready = partial(commands.ready, seat=0, nonce="0" * 32, countdown_ms=0)
    await app.registry.change(live, ready)
    await app.registry.change(live, partial(commands.start, seat=0, countdown_ms=0))
    await asyncio.sleep(1)
    return live


async def under_way(store: DrivenStore, patched: pytest.MonkeyPatch) -> list[str]:
    """A server stands still over the end of a race, in the middle of a look at it, and hears of
    that before the look is over; what it has stored of the race."""
    loop, stop, listening = asyncio.get_running_loop(), asyncio.Event(), asyncio.Event()
    assert isinstance(loop, DrivenLoop)
    app = App(ServerSettings(port=0), store.url, local_s=loop.time)
    serving = asyncio.create_task(app.run(stop, listening))
    await listening.wait()
    live = await running_race(app, bell_ms=3_000)
    look, doubt, doubted = app.registry.look_again, app.link.doubt, asyncio.Event()

    async def look_late(live: LiveRoom) -> None:
        patched.setattr(app.registry, "look_again", look)
        await look(live)
        loop.pass_time(OUTAGE_S)
        await doubted.wait()

    def doubt_and_tell() -> None:
        doubt()
        doubted.set()

    patched.setattr(app.link, "doubt", doubt_and_tell)
    patched.setattr(app.registry, "look_again", look_late)
    app.schedule.add(live.room.code, app.clock.now())
    await asyncio.sleep(30)
    _, events = await app.store.room(Room(live.room.code))
    stop.set()
    await serving
    return [event.e for event in events if isinstance(event, RaceStarted | RaceHeld | RaceEnded)]


@pytest.mark.skipif(not has_compiler(), reason=NO_COMPILER)
def test_what_was_under_way_when_it_stood_still_goes_by_no_clock_before_the_refund(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with driven(tmp_path / "store", 1_795_000_000) as (store, runner):
        assert runner.run(under_way(store, monkeypatch)) == ["started", "held", "ended"]


async def slowly_refunded(store: DrivenStore, patched: pytest.MonkeyPatch) -> tuple[int, float]:
    """A server with so many races that it takes long to refund an outage to them; how many refunds
    a race got, and when the server could store again after it had stood still."""
    loop, stop, listening = asyncio.get_running_loop(), asyncio.Event(), asyncio.Event()
    assert isinstance(loop, DrivenLoop)
    app = App(ServerSettings(port=0), store.url, local_s=loop.time)
    serving = asyncio.create_task(app.run(stop, listening))
    await listening.wait()
    live = await running_race(app, bell_ms=600_000)
    hold = Deadlines.hold

    async def hold_slowly(self: Deadlines, code: str, outages: list[tuple[int, int]]) -> None:
        await hold(self, code, outages)
        await asyncio.sleep(REFUND_S)

    patched.setattr(Deadlines, "hold", hold_slowly)
    loop.pass_time(OUTAGE_S)
    began = loop.time()
    await asyncio.sleep(BEAT_S)
    async with asyncio.timeout(30):
        await app.link.up()
    back_s = loop.time() - began
    _, events = await app.store.room(Room(live.room.code))
    stop.set()
    await serving
    assert live.race.held_until <= app.clock.now()
    return sum(isinstance(event, RaceHeld) for event in events), back_s


@pytest.mark.skipif(not has_compiler(), reason=NO_COMPILER)
def test_a_refund_that_takes_long_needs_no_refund_of_its_own_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with driven(tmp_path / "store", 1_795_000_000) as (store, runner):
        refunds, back_s = runner.run(slowly_refunded(store, monkeypatch))
    assert refunds <= 6
    assert back_s < BEAT_S + 10 * REFUND_S


async def test_who_has_not_beaten_lately_waits_for_the_next_beat() -> None:
    now, told = [0], list[bool]()
    link = StoreAvailability(told.append, lambda: now[0], 1_500)
    link.beaten(0)
    link.set_up()
    now[0] = 2_000
    waiting = asyncio.create_task(link.up())
    await asyncio.sleep(0)
    link.beaten(400)  # long ago, by the time it is heard of
    await asyncio.sleep(0)
    assert not waiting.done()
    link.beaten(1_900)
    await waiting
    assert told == [True]


async def test_who_cannot_reach_the_store_doubts_it_and_waits() -> None:
    told = list[bool]()
    link = StoreAvailability(told.append, lambda: 0, 1_500)
    link.set_up()

    async def fail(error: Exception) -> None:
        raise error

    async with link.reached():
        await fail(StoreAway())
    assert told == [True, False]
    entering = asyncio.create_task(link.reached().__aenter__())
    await asyncio.sleep(0)
    assert not entering.done()
    link.set_up()
    await entering
    with pytest.raises(ValueError, match="ours"):
        async with link.reached():
            await fail(ValueError("ours"))
    assert told == [True, False, True]


async def silent(store: DrivenStore, patched: pytest.MonkeyPatch) -> list[bool | str]:
    """One of two servers says nothing for so long that the other takes it for dead; what it tells
    its people of the store, and when it forgets what it has read there."""
    told, stop, listening = list[bool | str](), asyncio.Event(), asyncio.Event()
    patched.setattr(app_module, "tell_availability", lambda *what: told.append(what[-1]))
    patched.setattr(Duties, "forget", lambda _: told.append("forgets"))
    app = App(ServerSettings(port=0), store.url, local_s=asyncio.get_running_loop().time)
    heartbeat, beat = app.store.heartbeat, app.store.heartbeat.beat
    serving = asyncio.create_task(app.run(stop, listening))
    await listening.wait()

    async def beat_late(*said: Any, **how: Any) -> HeartbeatReply:
        patched.setattr(heartbeat, "beat", beat)
        for _ in range(10):
            await asyncio.sleep(BEAT_S)
            await beat(round(await heartbeat.time()), "another")
        return await beat(*said, **how)

    patched.setattr(heartbeat, "beat", beat_late)
    await asyncio.sleep(30)
    stop.set()
    await serving
    return told


@pytest.mark.skipif(not has_compiler(), reason=NO_COMPILER)
def test_who_may_be_taken_for_dead_looks_at_everything_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with driven(tmp_path / "store", 1_795_000_000) as (store, runner):
        told = runner.run(silent(store, monkeypatch))
        assert told == ["forgets", True, False, "forgets", "forgets", True]
