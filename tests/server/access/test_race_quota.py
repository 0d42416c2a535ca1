"""Quotas of races by hour and day, and none started when the store is nearly full."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import cast

import pytest

from server.archive.archiver import FULL_AT, Archiver
from server.archive.record_cache import RecordCache
from server.errors import Refusal
from server.live_rooms.race_quota import ACCOUNT, ADDRESS, HOUR_MS, RaceQuota
from server.rooms.state import Race, Room
from server.rooms.store import RoomStore
from server.store.clock import Clock
from tests.harness import ServerProcess, client
from tests.server.rooms.test_formats import running
from tests.server.two_servers import begin, moves
from tests.stores import RedisProcess, all_commands, engines

NOON = 12 * HOUR_MS


class Hand:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.ms = float(NOON)
        self.clock = Clock(lambda: self.ms)
        self.clock.measured(self.ms, self.ms)


@pytest.fixture
async def redis(tmp_path: Path) -> AsyncIterator[RedisProcess]:
    async with RedisProcess(tmp_path / "redis", engines()["embedded"]) as process:
        yield process


async def begun(counter: RaceQuota, address: str | None, account: str | None, most: int) -> int:
    """How many races may be begun, of so many."""
    for number in range(most):
        try:
            await counter.take(address, account)
        except Refusal as refused:
            return number if refused.code == "too_many_races" else -1
    return most


async def test_so_many_races_an_hour_and_a_day_whichever_process(redis: RedisProcess) -> None:
    hand, stores = Hand(), [RoomStore(redis.url) for _ in range(2)]
    one, two = (RaceQuota(store, hand.clock, Archiver(store, 1)) for store in stores)
    assert await begun(one, "192.0.2.1", None, 200) == 200
    assert await begun(two, "192.0.2.1", None, 200) == ADDRESS.hourly - 200
    assert await begun(one, "192.0.2.2", "ann", 200) == ACCOUNT.hourly
    assert await begun(two, None, "ben", 200) == ACCOUNT.hourly
    assert await begun(one, None, None, 300) == 300, "nobody in particular was counted"
    total = ADDRESS.hourly
    for _ in range(6):
        hand.ms += HOUR_MS
        total += await begun(one, "192.0.2.1", None, 240)
    # What is turned down counts as well, so it may be a few fewer.
    assert ADDRESS.daily - 10 <= total <= ADDRESS.daily
    hand.ms += 24 * HOUR_MS
    assert await begun(one, "192.0.2.1", None, 10) == 10
    names = [str(key) async for key in stores[0].others.scan_iter("cp:{begun}:*")]
    assert names
    assert not [name for name in names if "192" in name or "ann" in name]
    assert min([await all_commands(stores[0].others).ttl(name) for name in names]) > 0
    for store in stores:
        await store.close()


async def test_a_store_that_is_nearly_full_takes_no_new_race(redis: RedisProcess) -> None:
    store, hand = RoomStore(redis.url), Hand()
    archiver = Archiver(store, 1)
    counter = RaceQuota(store, hand.clock, archiver)
    await archiver.look()
    await counter.take(None, None)
    used = int((await all_commands(store.others).info("memory"))["used_memory"])
    await all_commands(store.others).config_set("maxmemory", int(used / FULL_AT * 2))
    await archiver.look()
    await counter.take(None, None)
    await all_commands(store.others).config_set("maxmemory", int(used / FULL_AT * 0.99))
    await archiver.look()
    with pytest.raises(Refusal, match="nearly full") as refused:
        await counter.take(None, None)
    assert refused.value.code == "store_full"
    await all_commands(store.others).config_set("maxmemory", 0)
    by_settings = Archiver(store, 1, int(used / FULL_AT * 0.99))
    await by_settings.look()
    assert by_settings.full
    await store.close()


@pytest.mark.processes
async def test_who_is_refused_a_race_plays_on(
    redis: RedisProcess, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATIENCE_UNLIMITED", "192.0.2.0/24")
    store = RoomStore(redis.url)
    async with (
        ServerProcess(tmp_path / "one", redis_url=redis.url) as server,
        client(server.url) as ann,
        client(server.url) as ben,
    ):
        await begin(ann)
        counted = [key async for key in store.others.scan_iter("cp:{begun}:*")]
        assert len(counted) == 2, "the address by the hour and by the day"
        for key in counted:
            await all_commands(store.others).incrby(key, 1_000_000)
        assert (await ben.create("aces_up"))["code"] == "too_many_races"
        await moves(ann, 2)
        await ann.ask("play", race=1, ply=2, move="resign")
        await ann.until("over")
        assert (await ann.ask("rematch"))["code"] == "too_many_races"
    await store.close()


# Records. ---------------------------------------------------------------------------------------


class Pages(RecordCache):
    """Records of so many bytes each, and how often one was written."""

    def __init__(self, size: int, most: int) -> None:
        super().__init__(cast(RoomStore, None), most)
        self.size, self.times = size, 0

    async def _write(self, room: Room, race: Race, now: int) -> bytes:
        self.times += 1
        await asyncio.sleep(0)
        return bytes(self.size)


async def test_a_record_is_written_once_and_the_oldest_make_room() -> None:
    room = running("aces_up", {}, seats=1)
    pages = Pages(100, 250)
    codes = [Room(f"KQ74T{i}", races=room.races) for i in "ABC"]
    asked = [pages.text(codes[0], room.race, 0) for _ in range(9)]
    assert len(await asyncio.gather(*asked)) == 9
    assert pages.times == 1, "it was written side by side"
    for one in codes:
        await pages.text(one, room.race, 0)
    assert pages.times == 3
    await pages.text(codes[2], room.race, 0)
    assert pages.times == 3
    await pages.text(codes[0], room.race, 0)
    assert pages.times == 4
