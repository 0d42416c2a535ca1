"""The stream reader: each entry is handled, and subscribers are told of changes."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from server.errors import StoreAway
from server.store import keys
from server.store.redis_client import connect
from server.store.streams.room_feed import MOST_SKIPPED, FeedEntry, RoomFeed
from server.store.streams.stream_reader import StreamReader
from server.store.streams.subscription_base import AT_ONCE, Subscriptions
from tests.server.telephone.telephone_process import Unworried, until
from tests.stores import RedisProcess, engines

ONE, TWO = "cp:{test}:one", "cp:{test}:two"


@pytest.fixture
async def redis(tmp_path: Path) -> AsyncIterator[Any]:
    async with RedisProcess(tmp_path, engines()["embedded"]) as process:
        client: Any = connect(process.url, 2)
        client.url = process.url
        yield client
        await client.aclose()


class Heard:
    """What was heard, as "one a"; what is to `fail` does so, once."""

    def __init__(self) -> None:
        self.all: list[str] = []
        self.fails: dict[str, Exception] = {}
        self.begun = 0

    def begin(self) -> None:
        self.begun += 1

    def of(self, stream: str) -> Callable[[dict[str, str]], Awaitable[None]]:
        async def hear(entry: dict[str, str]) -> None:
            if entry["word"] in self.fails:
                raise self.fails.pop(entry["word"])
            self.all.append(f"{stream} {entry['word']}")

        return hear


@asynccontextmanager
async def listening(redis: Any) -> AsyncIterator[Heard]:
    heard = Heard()
    ear = StreamReader(
        redis.url, {ONE: heard.of("one"), TWO: heard.of("two")}, heard.begin, "test_failed"
    )
    running = asyncio.create_task(ear.run(Unworried()))
    try:
        await until(lambda: heard.begun)
        yield heard
    finally:
        running.cancel()
        await asyncio.wait([running])


async def test_told_to_end_while_the_store_goes_away_it_ends(redis: Any) -> None:
    begun = asyncio.Event()

    async def beside() -> None:
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            raise StoreAway

    ear = StreamReader(redis.url, {ONE: Heard().of("one")}, lambda: None, "test_failed")
    running = asyncio.create_task(ear.run(Unworried(), beside))
    await begun.wait()
    running.cancel()
    _, left = await asyncio.wait([running], timeout=10)
    assert not left


async def test_all_is_heard_from_now_on_and_a_fault_is_passed_over(redis: Any) -> None:
    await redis.xadd(ONE, {"word": "before"})
    async with listening(redis) as heard:
        heard.fails["b"] = ValueError()
        await redis.xadd(ONE, {"other": "cannot be read"})
        for word in "abc":
            await redis.xadd(ONE, {"word": word})
        await redis.xadd(TWO, {"word": "d"})
        await until(lambda: len(heard.all) == 3)
        assert sorted(heard.all) == ["one a", "one c", "two d"]
        assert heard.begun == 1


async def test_what_was_heard_is_not_heard_again_after_the_store_was_away(
    redis: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.store.streams.stream_reader.AGAIN_S", 0.01)
    async with listening(redis) as heard:
        heard.fails["c"] = StoreAway()
        batch = redis.pipeline(transaction=True)
        for word in "abcd":
            batch.xadd(ONE, {"word": word})
        await batch.execute()
        await until(lambda: len(heard.all) >= 4)
        assert heard.all == ["one a", "one b", "one c", "one d"]


async def test_a_store_that_has_lost_its_end_is_noticed(
    redis: Any,
) -> None:
    """Its clock was set back meanwhile, so that all that is new comes before what was heard."""
    await redis.xadd(ONE, {"word": "old"}, id="5-0")
    async with listening(redis) as heard:
        await redis.xadd(ONE, {"word": "a"}, id="9000000000000-0")
        await until(lambda: heard.all == ["one a"])
        batch = redis.pipeline(transaction=True)
        batch.delete(ONE)
        batch.xadd(ONE, {"word": "old"}, id="5-0")
        await batch.execute()
        await until(lambda: heard.begun == 2)
        await redis.xadd(ONE, {"word": "b"}, id="6-0")
        await until(lambda: heard.all == ["one a", "one b"])


async def test_the_feed_of_rooms_ends_if_the_store_has_lost_its_end(redis: Any) -> None:
    """So that the rooms are read again; then it is followed from its new end."""
    heard, times = list[str](), list[int]()
    feed, stream, following = RoomFeed(redis.url, times.append), keys.feed(3), asyncio.Event()

    async def hear(news: list[FeedEntry]) -> None:
        heard.extend(one.code for one in news)

    await redis.xadd(stream, {"kind": "talk", "body": "BEFORE"}, id="5-0")
    running = asyncio.create_task(feed.follow(following, hear))
    await following.wait()
    batch = redis.pipeline(transaction=True)
    batch.xadd(stream, {"kind": "talk", "body": "ONE"}, id="9000000000000-0")
    batch.xadd(stream, {"kind": "event", "body": "TWO 7 "}, id="9000000000001-0")
    await batch.execute()
    await until(lambda: heard == ["ONE", "TWO"])
    assert times == [9_000_000_000_001]
    await redis.delete(stream)
    with pytest.raises(ExceptionGroup) as raised:
        await asyncio.wait_for(running, 10)
    assert raised.group_contains(StoreAway)

    again = asyncio.Event()
    running = asyncio.create_task(feed.follow(again, hear))
    await again.wait()
    await redis.xadd(stream, {"kind": "watchers", "body": "THREE"}, id="6-0")
    await until(lambda: heard == ["ONE", "TWO", "THREE"])
    running.cancel()
    await asyncio.wait([running])
    await feed.close()


async def test_the_feed_leaves_out_what_the_process_knows(redis: Any) -> None:
    heard = list[str]()
    feed, streams, following = RoomFeed(redis.url), [keys.feed(3), keys.feed(4)], asyncio.Event()

    async def hear(news: list[FeedEntry]) -> None:
        heard.extend(one.code for one in news)

    running = asyncio.create_task(feed.follow(following, hear))
    await following.wait()
    feed.skip([(streams[0], "9000000000000-0"), (streams[0], "9000000000001-0")])
    batch = redis.pipeline(transaction=False)
    for stream in streams:
        for n, word in enumerate(("ONE", "TWO", "THREE")):
            body = {"kind": "talk", "body": f"{word}-{stream}"}
            batch.xadd(stream, body, id=f"900000000000{n}-0")
    await batch.execute()
    await until(lambda: len(heard) >= 4)
    other = [f"{word}-{streams[1]}" for word in ("ONE", "TWO", "THREE")]
    assert sorted(heard) == sorted([f"THREE-{streams[0]}", *other])
    feed.skip((streams[1], f"{n}-0") for n in range(2 * MOST_SKIPPED))
    assert len(feed._skipped) == MOST_SKIPPED
    running.cancel()
    await asyncio.wait([running])
    await feed.close()


class Told:
    """Followers of anything; `reads` and `tells` are what was read and told."""

    def __init__(self) -> None:
        self.keys: set[int] = set()
        self.reads: list[int] = []
        self.tells: list[int] = []
        self.fails: dict[int, Exception] = {}
        self.slow: set[int] = set()
        self.gone: set[int] = set()
        self.followed = Subscriptions(lambda: self.keys, self.read, self.tell, "test_failed")

    async def read(self, key: int) -> str | None:
        self.reads.append(key)
        if key in self.fails:
            raise self.fails.pop(key)
        return None if key in self.gone else str(key)

    async def tell(self, key: int, stands: str) -> bool:
        assert stands == str(key)
        if key not in self.slow:
            self.tells.append(key)
        return key not in self.slow


async def test_only_what_has_changed_and_is_followed_is_read_and_told() -> None:
    told = Told()
    told.keys, told.gone = {1, 2, 3}, {3}
    told.followed.changed([1, 3, 4])
    told.followed.changed([1])
    await told.followed.tell()
    assert (sorted(told.reads), told.tells) == ([1, 3], [1])
    told.followed.changed([1])
    told.keys.clear()
    await told.followed.tell()
    assert told.tells == [1]


async def test_the_fault_of_one_keeps_nobody_from_hearing_of_the_others() -> None:
    told = Told()
    told.keys = set(range(3 * AT_ONCE))
    told.fails[5] = ValueError()
    told.followed.all_changed()
    await told.followed.tell()
    assert sorted(told.tells) == [key for key in range(3 * AT_ONCE) if key != 5]


async def test_what_could_not_be_told_because_the_store_was_away_is_told_later() -> None:
    told = Told()
    told.keys = set(range(3 * AT_ONCE))
    told.fails[5] = StoreAway()
    told.followed.all_changed()
    with pytest.raises(StoreAway):
        await told.followed.tell()
    await told.followed.tell()
    assert set(told.tells) == told.keys


async def test_whoever_is_too_slow_is_told_later_and_nothing_is_read_for_it() -> None:
    told = Told()
    told.keys, told.slow = {1, 2}, {1}
    told.followed.all_changed()
    await told.followed.tell()
    await told.followed.tell()
    told.slow.clear()
    await told.followed.tell()
    assert (told.tells, sorted(told.reads)) == ([2, 1], [1, 2])
    told.slow.add(1)
    told.followed.changed([1])
    await told.followed.tell()
    told.keys.clear()
    await told.followed.tell()
    await told.followed.tell()
    assert told.tells == [2, 1]
