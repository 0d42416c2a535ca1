"""Retention of races: for how long, and in which form."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from engine.races.verify import verify
from server.archive import record_builder
from server.archive.archiver import DAY_S, Archiver
from server.errors import Refusal
from server.rooms.events import RaceEnded
from server.rooms.reducer import after
from server.rooms.state import Room
from server.rooms.store import RoomStore
from server.store import keys
from server.store.keys import LOBBY_S
from tests.harness import LIMIT_S, Client, ServerProcess, client
from tests.server.rooms.test_formats import running
from tests.server.two_servers import begin, moves
from tests.stores import RedisProcess, all_commands, engines

KEEP_DAYS = 30
KEPT_S = KEEP_DAYS * DAY_S
SLACK_S = 1_000
"""So long a test may take, and a key has lived meanwhile."""


def test_a_record_is_given_as_long_as_it_is_kept() -> None:
    ended = RaceEnded(at=5_000, by="server", n=1, ended_ms=900)
    room = after(running("aces_up", {}, seats=2), ended)
    last = 5_000 + 3 * DAY_S * 1000
    assert record_builder.finished(room, 1, last, 3).ended_ms == 900
    with pytest.raises(Refusal, match="kept for 3 days"):
        record_builder.finished(room, None, last + 1, 3)


class House(NamedTuple):
    """A server, its store, and a way of our own into it."""

    server: ServerProcess
    redis: RedisProcess
    store: RoomStore
    archiver: Archiver

    async def life(self, key: str) -> int:
        return int(await all_commands(self.store.others).ttl(key))

    async def keys_of(self, code: str) -> set[str]:
        return {str(key) async for key in self.store.others.scan_iter(f"*:{code}:1:*")}


@pytest.fixture
async def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[House]:
    monkeypatch.setenv("PATIENCE_KEEP_DAYS", str(KEEP_DAYS))
    async with (
        RedisProcess(tmp_path / "redis", engines()["embedded"]) as redis,
        ServerProcess(tmp_path / "one", redis_url=redis.url) as server,
    ):
        store = RoomStore(redis.url, KEEP_DAYS)
        await store.open()
        yield House(server, redis, store, Archiver(store, KEPT_S))
        await store.close()


async def settled(what: Callable[[], Awaitable[bool]]) -> None:
    async with asyncio.timeout(LIMIT_S):
        while not await what():  # noqa: ASYNC110 # it is the store that changes
            await asyncio.sleep(0.1)


async def put_away(house: House, code: str) -> None:
    """Have the race put away, by us or by the server."""
    await house.archiver.look()
    assert await house.store.archived(code, 1) is not None


class Played(NamedTuple):
    """A race that is over, and what its people saw of it."""

    code: str
    tokens: list[str]
    record: dict[str, Any]
    boards: list[dict[str, Any]]


@asynccontextmanager
async def people(house: House, played: Played) -> AsyncIterator[list[Client]]:
    """Those who have played, back on their seats; the answers to that are their first frames."""
    async with client(house.server.url) as ann, client(house.server.url) as ben:
        for link, token in zip((ann, ben), played.tokens, strict=True):
            link.token = token
            room = await link.ask("resume", code=played.code, token=token)
            assert room["type"] == "room", room
        yield [ann, ben]


async def play(house: House) -> Played:
    """A race of three, of whom the last never moves."""
    async with (
        client(house.server.url) as ann,
        client(house.server.url) as ben,
        client(house.server.url) as eve,
    ):
        code = await begin(ann, ben, eve)
        await moves(ann, 7)
        await moves(ben, 5)
        tilted = await ann.ask("mark", race=1, pile="tab.0", tilt=2)
        assert tilted["type"] == "done", tilted
        for link in (ann, ben, eve):
            await link.ask("leave") if link is eve else await resign(link)
        await ann.until("over")
        boards = [await link.ask("look") for link in (ann, ben)]
        record = (await ann.ask("get_record", race=code))["record"]
        assert all(check.ok for check in verify(record))
        return Played(code, [ann.token, ben.token], record, boards)


async def resign(link: Client) -> None:
    table = await link.ask("look")
    answer = await link.ask("play", race=1, ply=table["ply"], move="resign")
    assert answer["type"] == "moved", answer


def same(table: dict[str, Any]) -> dict[str, Any]:
    return {name: table[name] for name in ("ply", "view", "marks")}


async def all_is_there(house: House, played: Played) -> None:
    """Whatever may be asked of the race when it is over, and a race after it."""
    async with people(house, played) as (ann, ben), client(house.server.url) as watcher:
        for link, board in zip((ann, ben), played.boards, strict=True):
            assert same(await link.ask("look")) == same(board)
            room = json.loads(link.frames[1])
            assert same(room["table"]) == same(board)
            assert len(room["results"]) == 3
        assert (await ann.ask("get_record", race=played.code))["record"] == played.record
        await watcher.ask("watch", code=played.code)
        seen = await watcher.ask("watch_board", seat=1)
        assert seen["view"] == played.boards[1]["view"], seen
        again = await ben.ask("play", race=1, ply=0, move=played.record["seats"][1]["moves"][0][1])
        assert again["type"] == "moved", "an old move was not answered again"
        assert (await ann.ask("rematch"))["type"] == "done"
        for link in (ann, ben):
            await link.ready()
        await ann.until("table")


@pytest.mark.processes
async def test_a_day_later_all_is_there_and_takes_one_key(house: House) -> None:
    played = await play(house)
    code = played.code
    await put_away(house, code)
    found = await house.keys_of(code)
    kept = keys.kept(code, 1)
    assert kept in found
    assert KEPT_S - SLACK_S < await house.life(kept) <= KEPT_S
    for key in found - {kept}:
        assert DAY_S - SLACK_S < await house.life(key) <= DAY_S, key
    assert await house.archiver.over() == []
    await house.store.others.delete(*(found - {kept}))  # a day has passed
    await house.server.stop()
    await house.server.start()
    await all_is_there(house, played)


@pytest.mark.processes
async def test_the_server_puts_away_by_itself_whatever_it_died_of(house: House) -> None:
    played = await play(house)
    await house.server.kill()
    assert await house.archiver.over() in ([(played.code, 1)], []), "its end was forgotten"
    await house.server.start()

    async def done() -> bool:
        return await house.store.archived(played.code, 1) is not None

    await settled(done)
    found = await house.keys_of(played.code)
    await house.store.others.delete(*(found - {keys.kept(played.code, 1)}))
    await all_is_there(house, played)


class Dying:
    """A way to the store that dies after so many steps."""

    def __init__(self, redis: Any, steps: int) -> None:
        self._redis = redis
        self.left = steps

    def __getattr__(self, name: str) -> Any:
        if name == "pipeline":
            return self._pipeline
        return self._dying(getattr(self._redis, name))

    def _pipeline(self, **options: Any) -> Any:
        made = self._redis.pipeline(**options)
        made.execute = self._dying(made.execute)
        return made

    def _dying(self, step: Any) -> Any:
        async def take(*given: Any, **named: Any) -> Any:
            if not self.left:
                raise asyncio.CancelledError
            self.left -= 1
            return await step(*given, **named)

        return take


@pytest.mark.processes
async def test_nothing_is_lost_at_whichever_step_it_dies(house: House) -> None:
    played = await play(house)
    await house.server.kill()  # or it would do it as well
    code = played.code
    room, _ = await house.store.room(Room(code))
    await house.store.others.delete(keys.kept(code, 1))
    await house.store.others.zadd(keys.over(keys.shard(code)), {f"{code} 1": 1})

    async def record() -> dict[str, Any]:
        found = await record_builder.record(house.store, room, room.race, room.race.ended_at)
        return dict(found.to_json())

    logs, kept, steps = await house.keys_of(code), None, 0
    while kept is None:
        store = RoomStore(house.redis.url, KEEP_DAYS)
        store.others, real = Dying(store.others, steps), store.others
        with suppress(asyncio.CancelledError):
            await Archiver(store, KEPT_S).look()
        store.others = real
        await store.close()
        assert await record() == played.record
        kept, steps = await house.store.archived(code, 1), steps + 1
        if kept is not None:
            break
        assert await house.keys_of(code) == logs, "a log went before the race was kept"
        assert min([await house.life(key) for key in logs]) > DAY_S
        assert await house.archiver.over() == [(code, 1)]
    assert steps > 4
    await house.store.others.delete(*logs)
    assert not await house.archiver.pack_race(code, 1), "it was done again, from nothing"
    assert await record() == played.record


@pytest.mark.processes
async def test_what_a_contestant_without_a_move_has_tilted_stays_tilted(house: House) -> None:
    async with client(house.server.url) as ann, client(house.server.url) as ben:
        code = await begin(ann, ben, bell_ms=5_000)
        tilted = await ann.ask("mark", race=1, pile="tab.0", tilt=2)
        assert tilted["type"] == "done", tilted
        await ann.until("over")
        before = await ann.ask("look")
    await put_away(house, code)
    async with client(house.server.url) as back:
        await back.ask("resume", code=code, token=ann.token)
        assert same(await back.until("table")) == same(before)
        assert before["marks"] == [{"pile": "tab.0", "index": None, "tilt": 2}]


# What is worth keeping. -------------------------------------------------------------------------


async def ended(house: House, made: int, *, contestants: int = 1) -> str:
    """A race in which each contestant makes so many moves and gives up."""
    async with client(house.server.url) as ann, client(house.server.url) as ben:
        code = await begin(ann, *([ben] if contestants == 2 else []))
        links = (ann, ben)[:contestants]
        for link in links:
            await moves(link, made)
        for link in links:
            await resign(link)
        await ann.until("over")
    await put_away(house, code)
    return code


@pytest.mark.processes
@pytest.mark.parametrize(
    ("made", "contestants", "long"),
    [(0, 1, False), (3, 1, False), (10, 1, True), (0, 2, False), (1, 2, True)],
)
async def test_a_room_is_kept_long_if_something_was_played(
    house: House, made: int, contestants: int, long: bool
) -> None:
    code = await ended(house, made, contestants=contestants)
    most = KEPT_S if long else LOBBY_S
    for key in (keys.log(code), keys.race(code), keys.kept(code, 1)):
        assert most - SLACK_S < await house.life(key) <= most, key


async def test_of_a_race_that_is_kept_no_more_there_is_no_record(house: House) -> None:
    code = await ended(house, 3)
    room, _ = await house.store.room(Room(code))
    await house.store.others.delete(*await house.keys_of(code))
    late = room.race.ended_at + LOBBY_S * 1000 + 1
    with pytest.raises(Refusal, match="next to nothing"):
        await record_builder.record(house.store, room, room.race, late)


async def test_while_a_race_runs_everything_of_it_is_kept_longer(house: House) -> None:
    """Than races are that are over: it may run for as long as those are kept at least."""
    async with client(house.server.url) as ann:
        code = await begin(ann)
        await moves(ann, 1)
        for key in (keys.log(code), keys.race(code), keys.moves(code, 1, 0)):
            assert await house.life(key) > KEPT_S, key
