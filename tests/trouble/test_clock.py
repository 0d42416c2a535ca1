"""Clock changes: the store's clock is set back or forward during a race."""

from pathlib import Path

from server.boards.seat_board import FIRST
from server.rooms.store import RoomStore
from server.store import keys
from tests.server.clocked_process import real_store
from tests.server.live_rooms.test_regressions import move

HOUR_MS = 3_600_000


async def test_race_time_never_runs_back_and_a_jump_ahead_is_an_outage(tmp_path: Path) -> None:
    async with real_store(tmp_path) as redis:
        store = RoomStore(redis.url)
        await store.open()
        race: dict[str, str | int] = {
            "n": 1,
            "status": "running",
            "origin": 0,
            "bell": 9 * HOUR_MS,
            "last": 0,
            "due": 0,
        }
        await store.others.hset(keys.race("KQ74TX"), mapping={**race, "active": 1, "sudden": 0})
        at = 2 * HOUR_MS
        assert (await store.heartbeat.beat(at, "one")).outages == []
        first = move(0, "0,0", FIRST)
        assert (await store.commit(at, [first])).answers[0].startswith(f"ok {at} ")

        back = await store.heartbeat.beat(at - HOUR_MS, "one")
        assert not back.outages
        assert back.alive == {"one"}
        second = move(1, "0,1", first.head)
        assert (await store.commit(at - HOUR_MS, [second])).answers[0].startswith(f"ok {at} ")

        assert (await store.heartbeat.beat(at + HOUR_MS, "one")).outages == [(at, at + HOUR_MS)]
        await store.close()
