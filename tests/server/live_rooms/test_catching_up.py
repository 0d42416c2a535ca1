"""A server reads all its rooms again after its store was unavailable."""

import asyncio
from contextlib import AsyncExitStack, aclosing
from pathlib import Path

from redis.asyncio import Redis

from server.live_rooms.feed_consumer import FeedConsumer
from server.rooms.state import Room
from server.store import keys
from tests.harness import client
from tests.server.clocked_process import real_store
from tests.server.running_server import serving, until
from tests.server.two_servers import begin


async def test_a_room_that_has_to_wait_keeps_no_other_from_being_looked_at(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        redis = await stack.enter_async_context(real_store(tmp_path))
        app, url = await stack.enter_async_context(serving(redis.url))
        links = [await stack.enter_async_context(client(url)) for _ in range(2)]
        first, second = [app.registry.rooms[await begin(link)] for link in links]

        async def looked_at() -> bool:
            return second.seat_boards[0].broken  # it is to be folded anew

        async with first.lock:
            looking = asyncio.create_task(FeedConsumer(app.registry).refresh())
            await until(looked_at)
            assert not first.seat_boards[0].broken
        await looking
        assert first.seat_boards[0].broken


async def test_a_room_that_cannot_be_read_keeps_no_other_from_being_let_go(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        redis = await stack.enter_async_context(real_store(tmp_path))
        app, url = await stack.enter_async_context(serving(redis.url))
        links = [await stack.enter_async_context(client(url)) for _ in range(2)]
        spoilt, lost = [await begin(link) for link in links]
        async with aclosing(Redis.from_url(redis.url)) as store:
            await store.lset(keys.log(spoilt), -1, "nothing we know")
            await store.rpop(keys.log(lost))
        await FeedConsumer(app.registry).drop_lost()
        assert [code in app.registry.rooms for code in (spoilt, lost)] == [True, False]


async def test_what_crowns_are_told_of_goes_back_with_a_store_that_lacks_its_end(
    tmp_path: Path,
) -> None:
    async with AsyncExitStack() as stack:
        redis = await stack.enter_async_context(real_store(tmp_path))
        app, url = await stack.enter_async_context(serving(redis.url))
        code = await begin(await stack.enter_async_context(client(url)), game="auntie_allis")
        await app.crowns.room_cache.of(code)
        async with aclosing(Redis.from_url(redis.url)) as store:
            await store.rpop(keys.log(code))
        app.link.doubt()

        async def as_stored() -> bool:
            told = await app.crowns.room_cache.of(code)
            return told.room == (await app.store.room(Room(code)))[0]

        await until(as_stored)
