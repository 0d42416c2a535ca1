"""Runs on real server processes: deals, watched boards and lost connections are applied to them."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.crowns.facts import Ended, Scene
from engine.crowns.run import state
from engine.crowns.time_limits import Limits
from server.crowns.reducer import CrownCandidate
from server.crowns.store import CrownStore
from server.store import keys
from server.store.redis_client import connect
from tests.harness import LIMIT_S, ServerProcess, client
from tests.server.accounts.test_accounts import log_in, sign_up
from tests.server.two_servers import begin
from tests.stores import RedisProcess, engines

pytestmark = pytest.mark.processes


async def scene(store: CrownStore, account: str, wanted: Callable[[Scene], bool]) -> CrownCandidate:
    """The candidate once their scene is like this."""
    async with asyncio.timeout(LIMIT_S):
        while True:
            candidate, _ = await store.load(account)
            if wanted(state(candidate.run).scene):
                return candidate
            await asyncio.sleep(0.05)


async def account(redis: Any, name: str) -> str:
    """The id of the account of this name."""
    async for key in redis.scan_iter("cp:{accounts}:????*", _type="hash"):
        if (await redis.hget(key, "name") or "").lower() == name:
            return str(key.rsplit(":", 1)[1])
    raise AssertionError(f"there is no {name}")


async def ends(redis: Any) -> list[tuple[str, str]]:
    """Whose runs have ended, and why."""
    news = [told for _, told in await redis.xrange(keys.CROWN_FEED)]
    return [(told["account"], told["name"]) for told in news if told["what"] == "ended"]


async def test_a_game_is_told_from_its_deal_to_its_end(tmp_path: Path) -> None:
    async with (
        RedisProcess(tmp_path / "redis", engines()["embedded"]) as redis,
        ServerProcess(tmp_path / "server", redis_url=redis.url) as server,
    ):
        direct = connect(redis.url, 2)
        store = CrownStore(direct, Limits(), 1000)
        async with client(server.url) as anna, client(server.url) as bert:
            await sign_up(anna)
            await sign_up(bert, "Bert")
            code = await begin(anna, game="auntie_allis")
            race = f"{code}-1"
            anna_id, bert_id = await account(direct, "anna"), await account(direct, "bert")
            assert await direct.hgetall(keys.seen(anna_id)) == {race: race}
            await bert.ask("watch", code=code)
            await bert.ask("watch_board", seat=0)
            assert await direct.hgetall(keys.seen(bert_id)) == {race: "watched"}
            await scene(store, anna_id, lambda now: bool(now.playing))
        await scene(store, anna_id, lambda now: not now.connected)
        await server.kill()
        await server.start()
        async with client(server.url) as again:
            await log_in(again)
            again.token = anna.token
            await again.ask("resume", code=code, token=anna.token)
            await scene(store, anna_id, lambda now: now.connected)
            await again.ask("play", race=1, ply=0, move="resign")
            done = await scene(store, anna_id, lambda now: now.playing is None)
        assert state(done.run).scene.done == race
        await direct.aclose()


async def test_a_win_nobody_told_is_found_after_a_restart_and_its_limit_met(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The store has all that happened; the servers were gone when it should have been told."""
    monkeypatch.setenv("PATIENCE_CROWN_BREAK_BETWEEN_S", "0")
    async with (
        RedisProcess(tmp_path / "redis", engines()["embedded"]) as redis,
        ServerProcess(tmp_path / "server", redis_url=redis.url) as server,
    ):
        direct = connect(redis.url, 2)
        store = CrownStore(direct, Limits(), 1000)
        async with client(server.url) as anna:
            await sign_up(anna)
            code = await begin(anna, game="auntie_allis")
            anna_id = await account(direct, "anna")
            await scene(store, anna_id, lambda now: bool(now.playing))
            await server.kill()
        await direct.delete(keys.candidate(anna_id))
        standing = "9 104 104 0 5 1 - - won - 5"
        await direct.hset(keys.seats(code, 1), "0", standing)
        await direct.zadd(keys.due(keys.shard(code)), {code: 1})
        await server.start()
        candidate = await scene(store, anna_id, lambda now: now.done is not None)
        assert isinstance(candidate.run.log[0], Ended)
        assert (candidate.run.log[0].race, candidate.run.limits.between_s) == (f"{code}-1", 0)
        async with asyncio.timeout(LIMIT_S):
            while not (ended := await ends(direct)):  # noqa: ASYNC110
                await asyncio.sleep(0.05)
        assert ended == [(anna_id, "between")]
        async with asyncio.timeout(LIMIT_S):  # the race it came from may have an entry of its own
            while await direct.zcard(keys.CROWN_DUE):  # noqa: ASYNC110
                await asyncio.sleep(0.05)
        await direct.aclose()
