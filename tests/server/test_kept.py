"""How long races are kept."""

from pathlib import Path

import pytest
from redis.asyncio import Redis

from server import archive, keys
from server.decide import Refusal
from server.events import RaceEnded
from server.room import after
from tests.harness import ServerProcess, client
from tests.server.test_formats import running
from tests.stores import RedisProcess, engines

DAY_S = 86_400


def test_a_record_is_given_as_long_as_it_is_kept() -> None:
    ended = RaceEnded(at=5_000, by="server", n=1, ended_ms=900)
    room = after(running("aces_up", {}, seats=2), ended)
    last = 5_000 + 3 * DAY_S * 1000
    assert archive.finished(room, 1, last, 3).ended_ms == 900
    with pytest.raises(Refusal, match="kept for 3 days"):
        archive.finished(room, None, last + 1, 3)


async def test_the_moves_of_a_race_outlive_its_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATIENCE_KEEP_DAYS", "3")
    async with (
        RedisProcess(tmp_path / "redis", engines()["embedded"]) as redis,
        ServerProcess(tmp_path / "one", redis_url=redis.url) as server,
        client(server.url) as link,
    ):
        code = (await link.create("aces_up"))["code"]
        await link.ready()
        await link.ask("start")
        await link.until("table")
        await link.ask("play", race=1, ply=0, move="resign")
        await link.until("over")
        raw = Redis(unix_socket_path=str(redis.socket))
        life = {
            "log": await raw.ttl(keys.log(code)),
            "moves": await raw.ttl(keys.moves(code, 1, 0)),
            "seats": await raw.ttl(keys.seats(code, 1)),
        }
        await raw.aclose()
    assert 3 * DAY_S - 60 < life["log"] <= 3 * DAY_S
    assert life["moves"] > 4.9 * DAY_S
    assert life["seats"] > 4.9 * DAY_S
