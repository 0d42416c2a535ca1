"""Regressions: faults that were found once."""

import asyncio
import os
import signal
from pathlib import Path

import pytest
from redis.asyncio import Redis
from websockets.exceptions import ConnectionClosed

from protocol.closing import Close
from server.boards.seat_board import FIRST, chained
from server.rooms.store import RoomStore
from server.store import keys
from server.store.move_batches import StoredMove
from tests.harness import BELL_MS, LIMIT_S, ServerProcess, client
from tests.stores import RedisProcess, engines


def move(ply: int, text: str, prev: str) -> StoredMove:
    """A move of seat 0 in race 1 of a room nobody made."""
    return StoredMove(
        code="KQ74TX",
        n=1,
        seat=0,
        ply=ply,
        prev=prev,
        head=chained(prev, "seat", text),
        text=f"seat {text}",
        progress=0,
        tie_break=0,
        points=None,
        score=None,
        result=None,
        reason=None,
        start=0,
        start_tie_break=0,
        clean=1,
    )


async def test_the_best_of_a_seat_is_by_progress_and_then_by_tie_break(tmp_path: Path) -> None:
    async with RedisProcess(tmp_path / "redis", engines()["embedded"]) as redis:
        store = RoomStore(redis.url)
        await store.open()
        raw = Redis(unix_socket_path=str(redis.socket))
        race = {"n": 1, "status": "running", "origin": 0, "bell": 10**9, "last": 0, "active": 1}
        await raw.hset(keys.race("KQ74TX"), mapping=race)  # type: ignore[arg-type] # numbers are fine
        prev = FIRST
        made = [(1, 3, 10), (1, 2, 20), (1, 10, 30), (0, 13, 40), (10, 0, 50), (9, 99, 60)]
        best = []
        for ply, (progress, tie_break, ms) in enumerate(made):
            made_move = move(ply, "a", prev)._replace(
                progress=progress, tie_break=tie_break, start=1, start_tie_break=3
            )
            (answer,) = (await store.commit(ms, [made_move])).answers
            assert answer.startswith(f"ok {ms} {ply + 1} ")
            prev = made_move.head
            seen = (await store.standings("KQ74TX", 1))[0]
            assert seen.progress == progress
            best.append((seen.best, seen.tie_break, seen.reached_ms))
        first, third, fifth = (1, 3, 0), (1, 10, 30), (10, 0, 50)
        assert best == [first, first, third, third, fifth, fifth]
        await raw.aclose()
        await store.close()


def child_of(process: int) -> int:
    """The first child of a process."""
    return int(Path(f"/proc/{process}/task/{process}/children").read_text().split()[0])


async def test_a_move_made_on_another_history_is_not_stored(tmp_path: Path) -> None:
    async with RedisProcess(tmp_path / "redis", engines()["embedded"]) as redis:
        store = RoomStore(redis.url)
        await store.open()
        raw = Redis(unix_socket_path=str(redis.socket))
        race = {"n": 1, "status": "running", "origin": 0, "bell": 10**9, "last": 0, "active": 1}
        await raw.hset(keys.race("KQ74TX"), mapping=race)  # type: ignore[arg-type] # numbers are fine
        ours, theirs = move(0, "a", FIRST), move(0, "b", FIRST)
        assert (await store.commit(5, [ours])).answers[0].startswith("ok 5 1 ")
        assert (await store.commit(6, [theirs])).answers == ["ply 1"]
        assert (await store.commit(7, [move(1, "c", theirs.head)])).answers == ["ply 1"]
        assert (await store.commit(8, [ours])).answers == ["again 5"]
        assert (await store.commit(9, [move(1, "c", ours.head)])).answers[0].startswith("ok 9 2 ")
        assert [entry.text for entry in await store.moves("KQ74TX", 1, 0)] == ["a", "c"]
        await raw.aclose()
        await store.close()


async def test_who_leaves_in_the_countdown_keeps_nobody_waiting(tmp_path: Path) -> None:
    async with (
        ServerProcess(tmp_path / "data", countdown_ms=600) as server,
        client(server.url) as a,
        client(server.url) as b,
    ):
        room = await a.create("aces_up")
        await b.join(room["code"], "b")
        await a.ready()
        await b.ready()
        await b.ask("leave")
        await a.until("table")
        await a.ask("play", race=1, ply=0, move="resign")
        over = await a.until("over")
        assert over["ended_ms"] < BELL_MS, "somebody who had left was waited for"
        assert (await a.ask("get_record", race=room["code"]))["type"] == "record"


@pytest.mark.processes
async def test_a_killed_embedded_store_comes_back_and_play_goes_on(server: ServerProcess) -> None:
    async with client(server.url) as host:
        await host.create("cribbage_patience")
        await host.ready()
        await host.ask("start")
        await host.until("table")
        assert (await host.ask("play", race=1, ply=0, move="place 0,0"))["type"] == "moved"
        assert server.process is not None
        os.kill(child_of(server.process.pid), signal.SIGKILL)
        moved = await host.ask("play", race=1, ply=1, move="place 0,1")
        assert (moved["type"], moved["ply"]) == ("moved", 2)


@pytest.mark.processes
async def test_a_deadline_whose_room_is_gone_does_not_stop_the_server(tmp_path: Path) -> None:
    async with RedisProcess(tmp_path / "redis", engines()["embedded"]) as redis:
        raw = Redis(unix_socket_path=str(redis.socket))
        await raw.zadd(keys.due(keys.shard("KQ74TX")), {"KQ74TX": 1})
        await raw.rpush(keys.OUTAGES, "1 2")
        async with ServerProcess(tmp_path / "one", redis_url=redis.url) as server:
            async with client(server.url) as host:
                await host.create("aces_up")
            async with asyncio.timeout(LIMIT_S):
                while await raw.zcard(keys.due(keys.shard("KQ74TX"))):  # noqa: ASYNC110 -- not ours
                    await asyncio.sleep(0.05)
        await raw.aclose()


@pytest.mark.processes
@pytest.mark.parametrize("made", [0, 1])
async def test_a_race_that_the_store_has_lost_is_not_said_to_be_over(
    tmp_path: Path, made: int
) -> None:
    async with RedisProcess(tmp_path / "redis", engines()["embedded"]) as redis:
        raw = Redis(unix_socket_path=str(redis.socket))
        async with (
            ServerProcess(tmp_path / "one", redis_url=redis.url) as server,
            client(server.url) as host,
        ):
            await host.create("poker_patience")
            await host.ready()
            await host.ask("start")
            await host.until("table")
            for ply in range(made):
                moved = await host.ask("play", race=1, ply=ply, move=f"place 0,{ply}")
                assert moved["type"] == "moved"
            await raw.flushall()
            answer = await host.ask("play", race=1, ply=made, move=f"place 0,{made}")
            assert (answer["type"], answer["code"]) == ("refused", "race_lost")
            assert "lost" in answer["error"]
        await raw.aclose()


@pytest.mark.processes
async def test_a_room_the_store_has_lost_closes_instead_of_spinning(tmp_path: Path) -> None:
    async with RedisProcess(tmp_path / "redis", engines()["embedded"]) as redis:
        raw = Redis(unix_socket_path=str(redis.socket))
        async with (
            ServerProcess(tmp_path / "one", redis_url=redis.url) as server,
            client(server.url) as host,
        ):
            room = await host.create("aces_up")
            await raw.rpop(keys.log(room["code"]))
            with pytest.raises(ConnectionClosed) as closed:
                await host.ready()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == Close.RESYNC
        await raw.aclose()


@pytest.mark.processes
async def test_a_stopped_process_refunds_before_it_does_anything(tmp_path: Path) -> None:
    now, bell_s = asyncio.get_running_loop().time, 3
    async with ServerProcess(tmp_path / "data") as server:
        assert server.process is not None
        for _ in range(10):
            async with client(server.url) as host:
                await host.create("aces_up", bell_ms=bell_s * 1000)
                await host.ready()
                begun = now()
                await host.ask("start")
                await host.until("table")
                server.process.send_signal(signal.SIGSTOP)
                in_time = now() - begun < bell_s / 2
                await asyncio.sleep(bell_s + 0.5 if in_time else 0)
                server.process.send_signal(signal.SIGCONT)
                if not in_time:
                    continue  # we were stopped ourselves, and do not know what it did meanwhile
                held = await host.until("held", "over")
                assert held["type"] == "held"
                assert held["clock_ms"] < bell_s * 1000 / 2
                assert (await host.until("over"))["ended_ms"] == bell_s * 1000
                return
    pytest.fail("the machine stood still ten times")
