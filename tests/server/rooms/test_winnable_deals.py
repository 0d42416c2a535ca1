"""Races of winnable deals, over real sockets, with searches in processes of their own."""

import asyncio
import copy
import json
import os
import signal
from pathlib import Path
from typing import Any

import pytest

from engine.races.record import digest, read
from engine.races.timeline import dealt
from engine.races.verify import summary, verify
from engine.solver.solve import VERSION
from tests.harness import LIMIT_S, Client, ServerProcess, client
from tests.server.two_servers import two_servers

WINNABLE = {"winnable": True}
SEARCH = "server.live_rooms.search_process"


CHANGES: tuple[tuple[tuple[str, ...], object, str], ...] = (
    (("winnable", "k"), 150, "winning line"),
    (("winnable", "line"), ["deal"], "winning line"),
    (("terms", "winnable", "nodes"), 1_999, "winnable terms"),
    (("terms", "winnable", "solver"), VERSION + 1, "winnable terms"),
    (("terms", "winnable", "last_pack"), 3, "winnable terms"),
)
"""Changes of a record, and the step of the verification that finds each."""


def searching(server: ServerProcess) -> list[int]:
    """The processes that a server has started to search, by their ids."""
    assert server.process is not None
    found = []
    for entry in Path("/proc").iterdir():
        try:
            words = (entry / "cmdline").read_bytes().split(b"\0")
            parent = (entry / "stat").read_text().rpartition(")")[2].split()[1]
        except (OSError, IndexError):
            continue
        if SEARCH.encode() in words and int(parent) == server.process.pid:
            found.append(int(entry.name))
    return found


async def search_of(server: ServerProcess) -> int:
    """Wait until a server searches; the process that does."""
    async with asyncio.timeout(LIMIT_S):
        while True:
            if found := searching(server):
                return found[0]
            await asyncio.sleep(0.005)


async def raced(
    host: Client, guest: Client, slug: str = "aces_up", terms: dict[str, Any] = WINNABLE
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Race a winnable deal: the host gives up, the guest as well. The room and the record."""
    room = await host.create(slug, terms=terms)
    await guest.join(room["code"], "Gus")
    for link in (host, guest):
        await link.ready()
    for link in (host, guest):
        table = await link.until("table")
        await link.send("play", race=table["race"], ply=0, move="resign")
    over = await host.until("over")
    record = (await host.ask("get_record", race=room["code"]))["record"]
    assert over["opened"]["winnable"] == {"k": record["winnable"]["k"]}
    return room, record


@pytest.mark.parametrize("slug", ["aces_up", "bakers_dozen"])
async def test_a_winnable_deal_is_raced_and_its_record_verifies(
    server: ServerProcess, slug: str
) -> None:
    async with client(server.url) as host, client(server.url) as guest:
        room, record = await raced(host, guest, slug)
        how = room["race"]["terms"]["winnable"]
        assert (how["solver"], how) == (VERSION, record["terms"]["winnable"])
        checks = verify(record, expected_commitment=room["race"]["commitment"])
        assert all(check.ok and check.checkable for check in checks), checks[-1]
        assert record["winnable"]["line"]
        # Until the end nobody was told of the line or of the number of the pack.
        line = json.dumps(record["winnable"]["line"][:3])[1:-1]
        for frame in (*host.frames, *guest.frames):
            if '"type":"over"' not in frame and '"record"' not in frame:
                assert line not in frame
                assert '"k":' not in frame


async def test_a_changed_record_is_refused_by_name(server: ServerProcess) -> None:
    async with client(server.url) as host, client(server.url) as guest:
        _, record = await raced(host, guest)
    for path, value, step in CHANGES:
        changed = copy.deepcopy(record)
        inner: Any = changed
        for name in path[:-1]:
            inner = inner[name]
        inner[path[-1]] = value
        found = summary(verify({**changed, "digest": digest(changed)}))
        assert found["failed"] == step, path


async def test_a_search_that_is_killed_is_begun_again_and_the_race_starts(tmp_path: Path) -> None:
    async with (
        ServerProcess(tmp_path) as server,
        client(server.url) as host,
        client(server.url) as guest,
    ):
        # A search of seconds: on a busy machine another could end before it is killed.
        room = await host.create("good_measure", terms={**WINNABLE, "difficulty": 3})
        await guest.join(room["code"], "Gus")
        for link in (host, guest):
            await link.ready()
        os.kill(await search_of(server), signal.SIGKILL)
        await host.until("countdown")
        told = await host.until("countdown", "table")
        assert told["type"] == "countdown", "it starts later than the first countdown said"
        for link in (host, guest):
            await link.until("table")
        assert not searching(server)
        assert "deal_search_failed" in server.log
        assert "winnable_deal_found" in server.log


async def test_a_server_that_stops_ends_its_searches(tmp_path: Path) -> None:
    async with ServerProcess(tmp_path) as server, client(server.url) as host:
        await host.create("bakers_dozen", terms=WINNABLE)
        await host.ready()
        await host.send("start")
        search = await search_of(server)
        os.kill(search, signal.SIGSTOP)  # it would not end by itself
        assert await server.stop() == 0
        with pytest.raises(ProcessLookupError):
            os.kill(search, 0)
        assert "deal_search_failed" not in server.log


async def test_another_process_takes_up_the_search_of_one_that_died(tmp_path: Path) -> None:
    async with (
        two_servers(tmp_path) as (one, two),
        client(one.url) as host,
        client(two.url) as guest,
    ):
        room = await host.create("bakers_dozen", terms=WINNABLE)
        await guest.join(room["code"], "Gus")
        await host.ready()
        await guest.until("ready_changed")
        await guest.send("ready", nonce="00" * 16)  # so it is this process that searches
        search = await search_of(two)
        os.kill(search, signal.SIGSTOP)  # it finds nothing before its server is killed
        await two.kill()
        os.kill(search, signal.SIGCONT)
        table = await host.until("table")
        assert table["race"] == 1


async def test_a_server_without_searches_refuses_to_host_a_winnable_deal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATIENCE_DEAL_SEARCHES", "0")
    async with ServerProcess(tmp_path) as server, client(server.url) as host:
        for refused in (await host.create("aces_up", terms=WINNABLE), await play_alone(host)):
            assert refused["type"] == "refused"
            assert refused["error"] == "This server has no winnable deals."
        assert (await host.create("aces_up"))["type"] == "room"


async def play_alone(line: Client, **terms: Any) -> dict[str, Any]:
    """Ask for a winnable deal of Aces Up alone."""
    return await line.ask(
        "play_alone",
        game="aces_up",
        terms={**WINNABLE, **terms},
        bell_ms=60_000,
        name="Hanna",
        token=line.token,
        nonce="00" * 16,
    )


async def test_a_winnable_deal_is_played_alone(server: ServerProcess) -> None:
    async with client(server.url) as line:
        room = await play_alone(line, difficulty=4)
        assert room["race"]["status"] == "countdown"
        assert room.get("table") is None
        await line.until("table")
        await line.ask("play", race=1, ply=0, move="resign")
        over = await line.until("over")
        record = (await line.ask("get_record", race=f"{room['code']}-1"))["record"]
        assert over["opened"]["winnable"] == {"k": record["winnable"]["k"]}
        assert record["terms"]["winnable"]["difficulty"] == 4
        assert verify(record)[-1].ok


async def test_games_without_winnable_deals_are_refused(server: ServerProcess) -> None:
    async with client(server.url) as host:
        for slug in ("kings", "klondike", "racing_demon", "poker_patience"):
            refused = await host.create(slug, terms=WINNABLE)
            assert (refused["type"], refused["code"]) == ("refused", "bad_option")
        assert (await host.create("klondike", options={"turn": 3}, terms=WINNABLE))[
            "type"
        ] == "room"


async def test_a_rematch_is_of_a_winnable_deal_again(server: ServerProcess) -> None:
    async with client(server.url) as host, client(server.url) as guest:
        room, first = await raced(host, guest)
        await host.send("rematch")
        for link in (host, guest):
            await link.until("next_race")
            await link.ready()
        for link in (host, guest):
            table = await link.until("table")
            await link.send("play", race=2, ply=0, move="resign")
            assert table["race"] == 2
        await host.until("over")
        second = (await host.ask("get_record", race=f"{room['code']}-2"))["record"]
        assert second["terms"]["winnable"] == first["terms"]["winnable"]
        assert all(check.ok for check in verify(second))


async def test_a_ghost_of_a_winnable_deal_is_raced_on_the_same_pack(server: ServerProcess) -> None:
    async with client(server.url) as host, client(server.url) as guest, client(server.url) as later:
        room, record = await raced(host, guest)
        entered = await later.ask(
            "race_ghost", race=f"{room['code']}-1", seat=0, name="Lea", token=later.token
        )
        table = await later.until("table")
        ended = read(record)
        view = ended.game.view(dealt(ended).state)
        assert table["view"]["piles"] == view.to_json()["piles"]
        await later.send("play", race=1, ply=0, move="resign")
        await later.until("over")
        own = (await later.ask("get_record", race=entered["code"]))["record"]
        assert own["winnable"] == record["winnable"]
        assert all(check.ok for check in verify(own)), verify(own)[-1]


async def test_a_race_of_a_winnable_deal_enters_the_boards_of_such_deals(
    server: ServerProcess,
) -> None:
    async with client(server.url) as host, client(server.url) as guest:
        await host.ask("sign_up", name="Wilma", password="correct horse")
        room = await host.create("aces_up", terms=WINNABLE, options={"must_fill": False})
        await guest.join(room["code"], "Gus")
        for link in (host, guest):
            await link.ready()
        table = await host.until("table")
        await host.ask("play", race=1, ply=0, move=table["legal"][0])
        await host.send("play", race=1, ply=1, move="resign")
        await guest.send("play", race=1, ply=0, move="resign")
        await host.until("over")
        asked = {"game": "aces_up", "options": {"must_fill": False}, "measure": "best"}
        board = await host.ask("follow_board", **asked, winnable=True)
        rows = board["places"] or (await host.until("board_changed"))["places"]
        assert [row["name"] for row in rows] == ["Wilma"]
        assert board["winnable"]
        usual = await host.ask("get_board", **asked)
        assert (usual["total"], "winnable" in usual) == (0, False)
        past = await host.ask("get_my_races")
        assert past["total"] == 1


async def test_a_deal_of_a_chosen_difficulty_is_raced_and_its_record_verifies(
    server: ServerProcess,
) -> None:
    async with client(server.url) as host, client(server.url) as guest, client(server.url) as later:
        room, record = await raced(host, guest, terms={**WINNABLE, "difficulty": 4})
        how = room["race"]["terms"]["winnable"]
        assert (how["difficulty"], how) == (4, record["terms"]["winnable"])
        assert record["format"] == 5
        checks = verify(record, expected_commitment=room["race"]["commitment"])
        assert all(check.ok and check.checkable for check in checks), checks[-1]
        for difficulty, code, told in (
            (1, "bad_option", "Deals of this difficulty take too long to find in this game."),
            (6, "bad_message", "terms.difficulty"),
        ):
            terms = {**WINNABLE, "difficulty": difficulty}
            refused = await later.create("aces_up", terms=terms)
            assert (refused["type"], refused["code"]) == ("refused", code)
            assert told in refused["error"]
        refused = await later.create("aces_up", terms={"difficulty": 4})
        assert refused["error"] == "Only for a winnable deal can a difficulty be chosen."


async def test_deals_of_a_chosen_difficulty_have_boards_of_their_own(
    server: ServerProcess,
) -> None:
    async with client(server.url) as host:
        await host.ask("sign_up", name="Hedda", password="correct horse")
        options = {"must_fill": False}
        await host.create("aces_up", terms={**WINNABLE, "difficulty": 4}, options=options)
        await host.ready()
        await host.ask("start")
        table = await host.until("table")
        await host.ask("play", race=1, ply=0, move=table["legal"][0])
        await host.send("play", race=1, ply=1, move="resign")
        await host.until("over")
        asked = {"game": "aces_up", "options": options, "measure": "best", "winnable": True}
        board = await host.ask("follow_board", **asked, difficulty=4)
        rows = board["places"] or (await host.until("board_changed"))["places"]
        assert ([row["name"] for row in rows], board["difficulty"]) == (["Hedda"], 4)
        for others in ({}, {"difficulty": 3}):
            board = await host.ask("get_board", **asked, **others)
            names = [row["name"] for row in board["places"]]
            assert ("Hedda" not in names, board.get("difficulty")) == (
                True,
                others.get("difficulty"),
            )
        refused = await host.ask("get_board", game="aces_up", measure="best", difficulty=4)
        assert (refused["type"], refused["code"]) == ("refused", "bad_request")
