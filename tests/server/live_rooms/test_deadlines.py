"""Deadlines of rooms, as a process reads them from the store."""

from pathlib import Path

import pytest

from server.rooms import store
from server.store import keys
from tests.stores import RedisProcess, engines


async def test_they_are_read_page_by_page_and_only_as_far_as_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "PAGE", 3)
    rooms = {f"{shard}Q7{n:03}": 100 + n for shard in "01" for n in range(200)}
    async with RedisProcess(tmp_path / "redis", engines()["embedded"]) as redis:
        kept = store.RoomStore(redis.url)
        for code, at in rooms.items():
            await kept.others.zadd(keys.due(keys.shard(code)), {code: at})
        everything = await kept.others.zscan(keys.due(0), 0, count=store.PAGE)
        assert everything[0] != 0, "one page has all"
        assert await kept.deadlines() == rooms
        soon = {code: at for code, at in rooms.items() if at <= 110}
        assert await kept.due(110) == soon
        await kept.close()
