"""Contestants who get ready at once are stored together; whoever is refused or leaves holds nobody
up."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from server.errors import Refusal, StoreAway
from server.rooms import commands, membership
from server.rooms.events import ReadySet
from server.rooms.state import Room
from server.rooms.store import RoomStore
from tests.server.clocked_process import Process, Time, process, real_store

SEATS = 5


class Appends:
    """Counts the steps in which events are stored, and can hold one up or let one fail."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.stored: list[list[str]] = []
        self.held = asyncio.Event()
        self.let_go = asyncio.Event()
        self.let_go.set()
        self.fails = False
        append_to = RoomStore.append

        async def append(store: RoomStore, before: Room, events: Sequence[Any]) -> Any:
            after = await append_to(store, before, events)
            self.stored.append([type(event).__name__ for event in events])
            self.held.set()
            await self.let_go.wait()
            if self.fails:
                raise StoreAway
            return after

        monkeypatch.setattr(RoomStore, "append", append)


@pytest.fixture
async def one(tmp_path: Path) -> AsyncIterator[Process]:
    async with (
        real_store(tmp_path) as redis,
        process(redis, Time(1_795_262_400_000), "one") as running,
    ):
        yield running


async def room_of(one: Process) -> Any:
    """A room with SEATS seats, none of them ready."""
    ann = await one.ear("S0")
    made = await ann.say(
        "create", game="aces_up", name="S0", token="0" * 24, bell_ms=60_000, legal=False
    )
    for number in range(1, SEATS):
        ear = await one.ear(f"S{number}")
        await ear.say(
            "join", code=made["code"], name=f"S{number}", token=str(number) * 24, legal=False
        )
    return await one.registry.find(made["code"])


def ready(one: Process, live: Any, seat: int) -> "asyncio.Task[None]":
    decision = partial(commands.ready, seat=seat, nonce=f"{seat:032x}", countdown_ms=3_000)
    return asyncio.ensure_future(one.registry.change_together(live, decision))


async def test_all_who_get_ready_while_another_is_stored_are_stored_in_one_step(
    one: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = await room_of(one)
    appends = Appends(monkeypatch)
    await asyncio.gather(*(ready(one, live, seat) for seat in range(SEATS)))
    others = ["ReadySet"] * (SEATS - 1)  # all who come while the first is stored
    assert appends.stored == [["ReadySet"], [*others, "CountdownBegun"]]
    assert sorted(live.race.nonces) == list(range(SEATS))
    assert live.asked == []


async def test_a_refusal_concerns_nobody_else(
    one: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = await room_of(one)
    await one.registry.change(
        live, partial(membership.stand_aside, seat=2, aside=True, countdown_ms=3_000)
    )
    appends = Appends(monkeypatch)
    told = await asyncio.gather(
        *(ready(one, live, seat) for seat in range(SEATS)), return_exceptions=True
    )
    assert [type(each) for each in told] == [
        Refusal if seat == 2 else type(None) for seat in range(SEATS)
    ]
    assert len(appends.stored) == 2
    assert sorted(live.race.nonces) == [0, 1, 3, 4]


async def test_who_leaves_while_storing_for_all_leaves_nobody_behind(
    one: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = await room_of(one)
    appends = Appends(monkeypatch)
    async with live.lock:
        asked = [ready(one, live, seat) for seat in range(3)]
        await asyncio.sleep(0)  # all wait for the lock
        appends.let_go.clear()
    await appends.held.wait()  # stored for all three, but they do not know it yet
    assert appends.stored == [["ReadySet"] * 3]
    asked[0].cancel()
    appends.let_go.set()
    told = await asyncio.gather(*asked, return_exceptions=True)
    assert [type(each) for each in told] == [asyncio.CancelledError, type(None), type(None)]
    assert sorted(live.race.nonces) == [0, 1, 2]
    events = [event for event in live.trail.events if isinstance(event, ReadySet)]
    assert len(events) == 3  # nobody is stored twice
    assert live.asked == []


async def test_who_leaves_while_another_stores_for_all_changes_nothing(
    one: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = await room_of(one)
    appends = Appends(monkeypatch)
    async with live.lock:
        asked = [ready(one, live, seat) for seat in range(3)]
        await asyncio.sleep(0)  # all wait for the lock
        appends.let_go.clear()
    await appends.held.wait()
    asked[1].cancel()
    await asyncio.sleep(0)
    appends.let_go.set()
    told = await asyncio.gather(*asked, return_exceptions=True)
    assert [type(each) for each in told] == [type(None), asyncio.CancelledError, type(None)]
    assert sorted(live.race.nonces) == [0, 1, 2]
    assert live.asked == []


async def test_a_store_that_is_away_is_away_for_all(
    one: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = await room_of(one)
    appends = Appends(monkeypatch)
    appends.fails = True
    told = await asyncio.gather(
        *(ready(one, live, seat) for seat in range(SEATS)), return_exceptions=True
    )
    assert {type(each) for each in told} == {StoreAway}
    appends.fails = False
    await asyncio.gather(*(ready(one, live, seat) for seat in range(SEATS)))
    assert sorted(live.race.nonces) == list(range(SEATS))
    assert live.asked == []
