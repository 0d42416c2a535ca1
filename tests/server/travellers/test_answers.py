"""The request `get_traveller`, over sockets."""

from collections.abc import AsyncIterator
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

import pytest

from engine.moves import Resign
from engine.races.record import read
from server.archive.archiver import Archiver
from server.rooms.store import RoomStore
from server.store import keys
from server.travellers.store import TryStore
from tests.harness import Client, ServerProcess, client
from tests.server.accounts.test_accounts import sign_up
from tests.server.archive.test_ghosts import against, alone, played
from tests.server.travellers.made import made_tries
from tests.server.two_servers import begin, moves, servers_on
from tests.stores import RedisProcess, all_commands, engines

MANY = 10_000


async def traveller(link: Client, deal: str, **more: Any) -> dict[str, Any]:
    told = await link.ask("get_traveller", deal=deal, **more)
    assert told.pop("type") == "traveller", told
    del told["id"]
    return told


async def resign(link: Client) -> None:
    ply = (await link.ask("look"))["ply"]
    await link.ask("play", race=1, ply=ply, move="resign")


def had_choice(record: dict[str, Any], moves: list[str]) -> bool:
    """Whether there was another legal move beside one of these; in few deals there is none."""
    claimed = read(record)
    state = claimed.game.deal(claimed.game.pack(claimed.seed))
    for move in map(claimed.game.codec.from_text, moves):
        if isinstance(move, Resign):
            break
        if len(claimed.game.legal(state).moves) > 1:
            return True
        state = claimed.game.play(state, move).state
    return False


class House(NamedTuple):
    """A server, its store, and an archiver of our own, so that no test waits for the server's."""

    server: ServerProcess
    store: RoomStore

    async def archive(self) -> None:
        """Store the tries of all finished races."""
        await Archiver(self.store, self.store.kept_s).look()


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with (
        RedisProcess(tmp_path / "redis", engines()["embedded"]) as redis,
        ServerProcess(tmp_path / "one", redis_url=redis.url) as server,
    ):
        store = RoomStore(redis.url)
        yield House(server, store)
        await store.close()


async def test_a_race_its_ghosts_and_who_never_got_going(house: House) -> None:
    url = house.server.url
    async with client(url) as ann, client(url) as ben, client(url) as eve:
        await sign_up(ann, "Anna")
        code = await begin(ann, ben, eve)
        await moves(ann, 9)
        await moves(ben, 6)
        await moves(eve, 2)
        assert (await ann.ask("get_traveller", deal=code))["code"] == "race_not_over"
        for link in (ben, eve, ann):
            await resign(link)
        await ann.until("over")
        told = await traveller(ann, code)
        record = (await ann.ask("get_record", race=code))["record"]
        results = {result["seat"]: result for result in record["results"]}
        assert (told["total"], told["left_out"], told["apart_total"]) == (2, 1, 0)
        assert [row["name"] for row in told["own"]] == ["Anna"]
        assert {row["name"] for row in told["rows"]} == {"Anna", "guest 0"}
        assert [row["place"] for row in told["rows"]] == [1, 2]
        assert [row["matchpoints"] for row in told["rows"]] == [1, 0]
        assert [row["percent"] for row in told["rows"]] == [100, 0]
        for row in told["rows"]:
            result = results[row["seat"]]
            for name in (
                "result",
                "reason",
                "best",
                "reached_ms",
                "points",
                "ended_ms",
                "moves",
                "clean",
            ):
                assert row[name] == result[name]
            assert row["race"] == f"{code}-1"
            assert len(row["tenths"]) == 10
        assert len(told["pace"]) == 10
        made = {seat["seat"]: [move[1] for move in seat["moves"]] for seat in record["seats"]}
        roots = [one for one in told["choices"] if one["depth"] == 0]
        counted = [made[row["seat"]] for row in told["rows"]]
        assert sum(one["tries"] for one in roots) == sum(had_choice(record, c) for c in counted)
        assert {one["move"] for one in roots} <= {*made[0], *made[1]}
        for link in (ann, ben):
            await link.ask("leave")

        await against(ben, f"{code}-1")
        await played(ben, *made[1][:-1], "resign")
        await house.archive()
        told = await traveller(eve, f"{code}-1")
        assert (told["total"], told["own"]) == (2, [])
        assert [(row["name"], row["ghost"], row["place"]) for row in told["apart"]] == [
            ("Ben", True, None)
        ]
        one = await traveller(eve, f"{code}-1", offset=1, count=1)
        assert one["rows"] == told["rows"][1:]


async def test_the_deal_of_a_ghost_is_that_of_its_race(house: House) -> None:
    """Whoever asks for the race against a ghost gets the race of the ghost, too, and the race of
    the ghost's ghost."""
    async with client(house.server.url) as ann, client(house.server.url) as ben:
        race = await alone(ann)
        ghosts = [race]
        for _ in range(2):
            room = await against(ben, ghosts[-1])
            table = await ben.until("table")
            await played(ben, table["legal"][0], "resign")
            ghosts.append(f"{room['code']}-1")
        told = await traveller(ben, ghosts[-1])
        assert (told["total"], told["apart_total"], told["left_out"]) == (1, 0, 2)
        assert await traveller(ben, race) == told
        other = await alone(ann)
        assert (await traveller(ann, other))["total"] == 1


async def test_a_void_race_is_left_out(house: House) -> None:
    async with client(house.server.url) as ann, client(house.server.url) as ben:
        await sign_up(ann, "Anna")
        race = await alone(ann)
        assert (await traveller(ben, race))["total"] == 1
        code, n = race.split("-")
        archiver = Archiver(house.store, house.store.kept_s)
        await archiver.write_result(code, int(n))
        assert await archiver.results_log.void(race, "a fault", 0) == "voided"
        for _ in range(2):
            told = await traveller(ben, race)
            assert (told["total"], told["apart_total"], told["left_out"]) == (0, 0, 0)
            assert (told["rows"], told["choices"]) == ([], [])


async def test_a_deleted_account_has_no_name(server: ServerProcess) -> None:
    async with client(server.url) as ann, client(server.url) as ben:
        await sign_up(ann, "Anna")
        race = await alone(ann)
        assert [row["name"] for row in (await traveller(ben, race))["rows"]] == ["Anna"]
        gone = await ann.ask("delete_account", password="correct horse")
        assert gone["type"] == "done", gone
        assert [row["name"] for row in (await traveller(ben, race))["rows"]] == [None]


async def test_a_game_at_one_table_has_no_traveller(server: ServerProcess) -> None:
    async with client(server.url) as ann, client(server.url) as ben:
        code = await begin(ann, ben, game="racing_demon", bell_ms=1_000)
        await ann.until("over")
        assert (await ben.ask("get_traveller", deal=code))["code"] == "no_traveller"


@pytest.mark.parametrize("deal", ["nothing", "daily-2026-11-2-sprint", "KQ74TX-0", ""])
async def test_what_is_no_deal(server: ServerProcess, deal: str) -> None:
    async with client(server.url) as ann:
        told = await ann.ask("get_traveller", deal=deal)
        assert told["code"] in ("bad_message", "unknown_daily"), told


async def test_two_processes_store_the_same_tries(tmp_path: Path) -> None:
    async with (
        RedisProcess(tmp_path / "redis", engines()["embedded"]) as redis,
        servers_on(redis.url, tmp_path) as pair,
        client(pair.one.url) as ann,
        client(pair.two.url) as ben,
    ):
        store = RoomStore(redis.url)
        race = await alone(ann)
        await Archiver(store, store.kept_s).look()
        found = [key async for key in store.others.scan_iter("cp:{travellers}:*")]
        assert found == [], "nobody else has its deal, and nobody has asked"
        first = await traveller(ann, race)
        assert first["total"] == 1
        assert await store.archived(race.split("-")[0], 1) is not None
        assert await traveller(ben, race) == first
        assert await traveller(ann, race) == first

        # An archived race without tries gets them when somebody asks.
        redis_commands = all_commands(store.others)
        found = [key async for key in store.others.scan_iter("cp:{travellers}:*")]
        assert len(found) == 2
        await redis_commands.delete(*found)
        assert await traveller(ben, race) == first
        assert await store.others.exists(keys.traveller(found[0].split(":")[2])) == 1
        await store.close()


async def test_a_page_of_ten_thousand_tries_takes_fifty_milliseconds_at_most(house: House) -> None:
    """The best of several tries, the way over the socket and the reading of the answer included.
    `-s` prints the times; docs/benchmarks.md has some."""
    async with client(house.server.url) as ann:
        await sign_up(ann, "Anna")
        race = await alone(ann)
        assert (await traveller(ann, race))["total"] == 1
        (key,) = [
            key
            async for key in house.store.others.scan_iter("cp:{travellers}:*")
            if not key.endswith(":choices")
        ]
        tries = TryStore(house.store.others, house.store.kept_s)
        await tries.add(key.split(":")[2], made_tries(MANY))
        times = []
        for offset in (0, 0, 5_000, 9_950, 0, 2_000):
            began = perf_counter()
            told = await traveller(ann, race, offset=offset)
            times.append(1_000 * (perf_counter() - began))
            assert (told["total"], len(told["rows"]), len(told["own"])) == (MANY + 1, 50, 1)
        first, *pages = times
        print(f"first page {first:.0f} ms, further pages {', '.join(f'{ms:.1f}' for ms in pages)}")
        assert min(pages) < 50
