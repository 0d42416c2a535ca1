"""Hash slots of keys: all keys of a script or a transaction are in one slot."""

import re
import sys
from collections.abc import AsyncIterator
from datetime import UTC
from pathlib import Path
from typing import Any

import hiredis
import pytest

from engine.crowns.facts import GREAT_GAMES
from server.access.bans import Ban, BanList
from server.access.halls import HallList
from server.accounts.aof_rewrite import rewrite_if_wanted
from server.accounts.name_rules import keys_of
from server.accounts.store import Preference
from server.analysis.store import AnalysisStore
from server.archive.archiver import Archiver
from server.boards.card_marks import MarkedCard
from server.crowns.seen_deals import SeenDeals
from server.daily.store import DailyTry
from server.leaderboards.board import BoardKey
from server.leaderboards.periods import Calendar
from server.leaderboards.rebuilding.rebuild import Rebuild
from server.ops.migrations.schema import Schema
from server.ops.migrations.steps import FIRST, MigrationStep
from server.rooms.daily_deals import DailyDeal
from server.store import keys
from server.store.cluster import Cluster
from server.store.cluster_commands import slot
from server.store.drain_registry import DrainRegistry
from server.store.scripts import Script
from server.store.table_commands import CommandBatch
from server.telephone.store import CallStore
from tests.clusters import SLOTS, ClusterProcess, cluster
from tests.harness import ROOT
from tests.server.clocked_process import DAY
from tests.server.crown_races.table import Table
from tests.server.leaderboards.made import House, Ran, race
from tests.server.telephone.telephone_process import NOON, Office, office, rang
from tests.server.tournaments.tournament_process import Hall, plan
from tests.stores import engines

SCRIPTS = {
    script.sha: script.path.relative_to(ROOT).as_posix()
    for name, module in tuple(sys.modules.items())
    if name.startswith("server.")
    for script in vars(module).values()
    if isinstance(script, Script)
}
"""The scripts of the modules imported here, by digest."""


def test_every_script_is_of_a_module() -> None:
    files = {path.relative_to(ROOT).as_posix() for path in (ROOT / "server").rglob("*.lua")}
    assert set(SCRIPTS.values()) == files


@pytest.fixture
async def nodes(tmp_path: Path) -> AsyncIterator[ClusterProcess]:
    async with cluster(tmp_path / "nodes", engines()["embedded"]) as made:
        yield made


def test_each_of_three_nodes_has_a_part_of_the_rooms() -> None:
    shards = [slot(keys.feed(shard)) for shard in range(keys.SHARDS)]
    assert [sum(first <= n <= last for n in shards) for first, last in SLOTS] == [3, 2, 3]


def test_the_slots_of_all_tags_are_as_documented() -> None:
    told = (ROOT / "docs" / "scaling.md").read_text()
    rows = dict(re.findall(r"^\| `\{(\w+)\}` \| (\d+) \|", told, re.MULTILINE))
    spelled = re.findall(r"cp:\{+(\w+)\}", (ROOT / "server" / "store" / "keys.py").read_text())
    tags = {*spelled, *(f"r{n}" for n in range(keys.SHARDS))} - {"r"}
    assert {tag: str(slot(f"{{{tag}}}")) for tag in tags} == rows


async def test_every_script_runs_on_a_cluster_and_names_keys_of_one_slot(
    nodes: ClusterProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = _heard(monkeypatch)
    async with office(nodes) as made:  # type: ignore[arg-type] # of a store it needs the address
        await _accounts(made)
        await _rooms(made)
        await _crowns(made)
        await _tournament(made)
        await _results(nodes)
        await _processes(made)
    run = {}
    for command, *words in asked:
        if command == "EVALSHA":
            sha = words[0]
            named = words[2 : 2 + int(words[1])]
            assert len({slot(name) for name in named}) == 1, (SCRIPTS[sha], named)
            run[SCRIPTS[sha]] = named
    assert sorted(SCRIPTS.values()) == sorted(run)


def _heard(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """All commands that are sent to nodes with a key, as they are sent."""
    asked: list[list[str]] = []
    send = Cluster.send

    async def listened(self: Cluster, requests: Any) -> Any:
        for request in requests:
            reader = hiredis.Reader(encoding="utf-8", errors="replace")
            reader.feed(request.packed)
            while (command := reader.gets()) is not False:
                asked.append(command)
        return await send(self, requests)

    monkeypatch.setattr(Cluster, "send", listened)
    return asked


async def _accounts(made: Office) -> None:
    await made.person(made.one, "Anna")
    await made.person(made.two, "Ben")
    await made.one.again("Anna")
    anna, ben = made.numbers["Anna"], made.numbers["Ben"]
    accounts = made.two.accounts
    assert await accounts.naming.all_accounts() == sorted([anna, ben])
    deal, begun = DailyDeal(DAY, "sprint"), DailyTry(anna, keys_of("Anna"), "KQ74TX")
    await made.one.daily_store.draw(deal, b"s" * 32, None, NOON)
    assert await made.one.daily_store.claim(deal, begun, b"s" * 32, NOON) == "KQ74TX"
    account = await accounts.account(ben)
    assert account is not None
    assert await accounts.prefer(ben, {"movement": Preference(1, value=False)}) == 1
    assert await accounts.befriend(ben, anna, "add") == "asked"
    assert await accounts.take_seat(ben, "KQ74TX", 0, NOON)
    await accounts.note_claimed(ben, "KQ74TX", 0, "[0, []]")
    assert await accounts.claimed(ben) == {("KQ74TX", 0): "[0, []]"}
    assert await accounts.replace(account, "password", {"password": "x"}, end_sessions=True)
    assert await accounts.delete(account)
    await accounts.forgotten(ben)
    await rewrite_if_wanted(made.two.kept.others, NOON)


async def _rooms(made: Office) -> None:
    """A deal of a crown race is one race in a room: moved in, marked, put away."""
    table = Table(made.one)
    cleo, _ = await table.open("Cleo", "Dora")
    code = await table.play(cleo)
    await table.resign(cleo, code)
    store, live = made.one.kept, await made.one.registry.find(code)
    assert live.room.races[1].rules.slug in GREAT_GAMES
    await SeenDeals(store.others, 100).note(live.room, live.room.races[1], ["anna"], "watched")
    assert await store.mark(code, 1, 0, ("stock", 0), MarkedCard(7, None))
    assert await store.talk(code, 0, "hello", (1000, 9, 9))
    assert [await store.answer(code, 1, 0, "thank_you dealt") for _ in range(2)] == [True, False]
    await store.count(code, 1, 1)
    await Archiver(store, 100).store_tries(code, 1)  # a deal of a crown race, so they are stored
    assert await Archiver(store, 100, analysed=True).pack_race(code, 1)
    analyses = AnalysisStore(store.others)
    assert await analyses.take(keys.shard(code)) is not None
    await analyses.keep(code, 1)
    await analyses.finish(code, 1, b"{}")
    assert await analyses.analysis(code, 1) == b"{}"
    assert await store.moves(code, 1, 0)
    assert (await store.table(code, 1, 0))[0]
    line = "1 seat 1 - turn"
    batch = CommandBatch("KQ74TX", 1, 0, [(0, line)], {0: "1 0 0 0 0 1 0 0 - - -"}, 0)
    assert await store.commands.store(NOON, batch) == "lost"


async def _crowns(made: Office) -> None:
    emma = await made.person(made.one, "Emma")
    call = await rang(emma, await made.crown("Emma"))
    calls = CallStore(made.store)
    assert await calls.answer(call["call"], made.numbers["Anna"], "show_me", NOON)
    await calls.hear(made.numbers["Anna"], call["call"])
    assert await calls.take(NOON, NOON + 1) is None
    await calls.forget(made.numbers["Emma"])


async def _tournament(made: Office) -> None:
    await HallList(made.two.kept.others).close("KQ74TX", NOON)
    hall = Hall(made.two)
    await hall.draft(plan())
    await hall.enter("Finn")


async def _results(nodes: ClusterProcess) -> None:
    house = House(nodes)  # type: ignore[arg-type] # of a store it needs the address
    raced = race(1, Ran("gina", "won"), Ran("hans"))
    await house.count(raced)
    board = BoardKey("best", raced.identity)
    page = await house.places.page(board)
    assert [row.account for row in page.rows] == ["gina", "hans"]
    assert await house.places.place(board, "hans") == (2, 2)
    assert await Rebuild(house.redis, Calendar(UTC), lambda: house.now).run() == []
    await house.redis.aclose()


async def _processes(made: Office) -> None:
    async def nothing(*_: Any) -> None: ...

    store, now = made.one.kept, made.time.now
    assert (await store.heartbeat.beat(now, "one")).alive == {"one"}
    await Schema(store.others, "one").register()
    step = MigrationStep(FIRST + 1, "nothing", FIRST, nothing)
    await Schema(store.others, "one", (step,)).migrate()
    await DrainRegistry(store.others, "one", lambda: now).unregister(now)
    bans, ban = BanList(store.others), Ban("account", "anna", "Anna", "Rude.", now, None)
    await bans.put(ban)
    assert await bans.lift(ban.field, "sorry", now)
