"""A Triple Crown on real processes from the first deal to the telephone call: three games are won,
with a break, a lost connection and a killed server in between."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from server.store import keys
from server.store.redis_client import connect
from tests.harness import LIMIT_S, Client, ServerProcess, client
from tests.server.accounts.test_accounts import log_in, sign_up
from tests.stores import RedisProcess, engines
from tests.winning import OFTEN, Winning, play, winning

pytestmark = [pytest.mark.processes, pytest.mark.slow]

ALONE = {"size": 2, "locked": True, "boards": "nobody"}


async def dealt(link: Client, redis: Any, game: str) -> tuple[str, Winning]:
    """A game alone whose deal comes out: the code of its room, and how it is won. It has begun."""
    room = await link.create(game, 3_600_000, settings=ALONE)
    known = await winning(redis, room["code"])
    await link.ask("ready", nonce=known.nonce)
    await link.ask("start")
    seen = await link.until("table", "frame")
    while seen["type"] == "frame" and seen["frame"] < seen["of"]:
        seen = await link.ask("next_frame", race=1, frame=seen["frame"] + 1)
    return room["code"], known


async def crown(link: Client, **wanted: Any) -> dict[str, Any]:
    """How the run stands, once it is like this: what happened is told a moment after it did."""
    answer = await link.ask("follow_crown")
    while any(answer[name] != value for name, value in wanted.items()):
        answer = await link.until("crown")
    await link.ask("unfollow_crown")
    return answer


async def now_of(redis: Any) -> int:
    seconds, micros = await redis.time()
    return int(seconds * 1_000 + micros // 1_000)


async def beaten(redis: Any) -> None:
    """Wait until it is known of the server that it lives by now: what falls into the time it may
    have been away for is refunded, and a break in it is none."""
    now = await now_of(redis)
    async with asyncio.timeout(LIMIT_S):
        while int(await redis.get(keys.BEAT) or 0) <= now:  # noqa: ASYNC110
            await asyncio.sleep(0.02)


async def declared(anna: Client, redis: Any, move: str) -> None:
    """Take a break, in which that move is refused as the fourth. Where the machine is so busy that
    the server counts as away meanwhile, it was none, and another is taken."""
    while True:
        since = await now_of(redis)
        assert (await anna.ask("begin_break"))["type"] == "done"
        refused = await anna.ask("play", race=1, ply=3, move=move)
        assert refused["code"] == "on_break"
        assert (await crown(anna, covered=True))["pause"]["kind"] == "declared"
        assert (await anna.ask("end_break"))["type"] == "done"
        until = await now_of(redis)
        await beaten(redis)
        outages = [map(int, line.split()) for line in await redis.lrange(keys.OUTAGES, 0, -1)]
        if not any(gone < until and since < back for gone, back in outages):
            return


async def test_a_triple_crown_is_won_rung_and_kept(tmp_path: Path) -> None:
    async with (
        RedisProcess(tmp_path / "redis", engines()["embedded"]) as store,
        ServerProcess(tmp_path / "server", redis_url=store.url) as server,
    ):
        redis = connect(store.url, 1)
        races = []
        async with client(server.url) as anna:
            await sign_up(anna)
            code, known = await dealt(anna, redis, OFTEN[0])
            await play(anna, 1, known.moves)
            await crown(anna, triple_after=2, playing=None)
            races.append(f"{code}-1")
        async with client(server.url) as anna:
            await log_in(anna)
            code, known = await dealt(anna, redis, OFTEN[1])
            races.append(f"{code}-1")
            await play(anna, 1, known.moves[:3])
            await declared(anna, redis, known.moves[3])
            await play(anna, 1, known.moves[3:5], 3)
            token = anna.token
        async with client(server.url) as anna:  # the line was dropped, and is found again
            await log_in(anna)
            await anna.ask("resume", code=code, token=token)
            assert (await anna.until("table"))["ply"] == 5
            await server.kill()
            await server.start()
        async with client(server.url) as anna:
            await log_in(anna)
            await anna.ask("resume", code=code, token=token)
            await play(anna, 1, known.moves[5:], 5)
            await crown(anna, triple_after=1, playing=None)
        async with client(server.url) as anna, client(server.url) as bert:
            await log_in(anna)
            await sign_up(bert, "Bert")
            code, known = await dealt(anna, redis, OFTEN[2])
            races.append(f"{code}-1")
            await play(anna, 1, known.moves)
            told = await bert.until("crown_won")
            assert (told["crown"], told["name"]) == ("triple", "Anna")
            run = await crown(anna, playing=None)
            assert [game["race"] for game in run["won"]] == races
            roll = (await bert.ask("get_roll"))["honours"]
            assert [one["day"] for one in roll[:1]] == ["1952-01-19"]
            assert [game["race"] for game in roll[1]["games"]] == races
            assert "declared" in [taken["kind"] for taken in roll[1]["breaks"]]
            for game in roll[1]["games"]:
                record = (await bert.ask("get_record", race=game["race"]))["record"]
                assert record["results"][0]["result"] == "won"
            await anna.ask("ring", award=roll[1]["award"], line="Three on the trot!")
            ringing = (await bert.until("ringing"))["call"]
            assert (ringing["name"], ringing["line"]) == ("Anna", "Three on the trot!")
            await bert.ask("answer_call", call=ringing["call"], answer="congratulations")
            answered = await anna.until("call_answered")
            assert answered["answered"] == {"name": "Bert", "answer": "congratulations"}
        await redis.aclose()
