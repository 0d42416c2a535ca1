"""Many clients join at once a room that this process has not cached."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from server.errors import Refusal
from server.rooms.state import Room
from server.rooms.store import RoomStore
from tests.server.clocked_process import Time, process, real_store

CROWD = 60


async def test_a_room_is_read_once_for_all_who_come_to_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads, room_of = [], RoomStore.room

    async def room(store: RoomStore, known: Room) -> Any:
        if not known.seq:
            reads.append(known.code)
        return await room_of(store, known)

    monkeypatch.setattr(RoomStore, "room", room)
    time = Time(1_795_262_400_000)
    async with (
        real_store(tmp_path) as redis,
        process(redis, time, "one") as one,
        process(redis, time, "two") as two,
    ):
        ann = await one.ear("Ann")
        made = await ann.say(
            "create", game="aces_up", name="Ann", token="a" * 24, bell_ms=60_000, legal=False
        )
        code = made["code"]
        found = await asyncio.gather(*(two.registry.find(code) for _ in range(CROWD)))
        assert len(set(map(id, found))) == 1
        assert reads == [code]
        # Of a room there is not, everybody is told.
        answers = [two.registry.find("ZZZZZZ") for _ in range(CROWD)]
        refused = await asyncio.gather(*answers, return_exceptions=True)
        assert all(isinstance(each, Refusal) for each in refused)
        assert reads == [code, "ZZZZZZ"]
        # Whoever goes away while a room is read takes nobody along.
        del found
        two.registry.rooms.clear()
        first = asyncio.ensure_future(two.registry.find(code))
        second = asyncio.ensure_future(two.registry.find(code))
        await asyncio.sleep(0)
        first.cancel()
        assert (await second).room.code == code
