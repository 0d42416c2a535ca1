"""Crown messages over real sockets: one's own run, and the roll of honour."""

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from time import time
from typing import Any

import pytest

from server.store import keys
from server.store.streams.subscription_base import MERGE_S
from tests.engine.crown_candidate import MIN, S
from tests.harness import Client, ServerProcess, client
from tests.server.accounts.test_accounts import PASSWORD, code_of, log_in, sign_up
from tests.server.crowns.crown_process import Parlour
from tests.server.crowns.test_servers import account

pytestmark = pytest.mark.processes


@pytest.fixture
async def server(table: Parlour, tmp_path: Path) -> AsyncIterator[ServerProcess]:
    async with ServerProcess(tmp_path / "server", redis_url=table.process.url) as started:
        yield started


async def candidate(table: Parlour, who: Client, name: str = "Anna") -> str:
    """An account whose games the parlour plays, ahead of the server, which takes what is done for
    done and leaves the rooms alone: no start of theirs is due in its time."""
    await sign_up(who, name)
    table.account = await account(table.store.others, name.lower())
    table.now = int(time() * 1000) + 10 * MIN
    return table.account


async def crown(who: Client, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """What is told of one's run once it is like this."""
    while True:
        told = await who.until("crown")
        if wanted(told):
            assert told["id"] is None
            return told


async def test_a_candidate_is_told_how_the_run_stands(
    table: Parlour, server: ServerProcess
) -> None:
    async with client(server.url) as anna, client(server.url) as guest:
        await candidate(table, anna)
        told = await anna.ask("follow_crown")
        assert (told["type"], told["won"], told["playing"]) == ("crown", [], None)
        assert (told["triple_after"], told["quintuple_after"]) == (3, 5)
        assert (told["limit"], told["left_ms"], told["pause"]) == (None, None, None)
        assert told["limits"] == {
            "between_s": 600, "within_s": 600, "total_s": 1800, "idle_s": 1800, "refusals": 0,
        }  # fmt: skip

        await table.play("Aw", "Sw", "Aw", "60s")
        told = await crown(anna, lambda now: len(now["won"]) == 2)
        while [won["game"] for won in told["won"]] != ["seven_and_sixes", "auntie_allis"]:
            told = await anna.until("crown")
        assert told["won"][1]["race"] == f"{table.room.code}-1"
        assert told["won"][1]["took_ms"] == 10 * MIN
        assert (told["triple_after"], told["quintuple_after"]) == (1, 3)

        await table.begin("K")
        told = await crown(anna, lambda now: now["playing"] is not None)
        assert told["playing"] == {"game": "kings", "race": f"{table.room.code}-1", "counts": True}
        assert [(each["kind"], each["ms"]) for each in told["breaks"]] == [("between", MIN)]
        assert (told["spent_ms"], told["limit"]) == (MIN, "idle")
        assert (await anna.ask("give_up_run"))["type"] == "done"
        told = await crown(anna, lambda now: not now["won"])
        assert told["ended"]["why"] == "gave_up"
        assert told["playing"]["counts"] is True
        assert await code_of(anna.ask("give_up_run")) == "no_run"
        await table.wait(S).end("l")
        assert (await anna.ask("unfollow_crown"))["type"] == "done"
        await table.begin("U", take_back="free")
        assert (await anna.ask("get_crown"))["playing"]["counts"] is True
        await table.take_back()
        told = await anna.ask("get_crown")
        assert told["playing"] == {
            "game": "uncle_remus", "race": f"{table.room.code}-1", "counts": False,
        }  # fmt: skip

        # Whoever has logged out is told no more; another line of theirs is.
        await anna.ask("follow_crown")
        async with client(server.url) as again:
            await log_in(again)
            await again.ask("follow_crown")
            await asyncio.sleep(2 * MERGE_S)  # what a follower is told is read once more after it
            await anna.ask("log_out")
            heard = len(anna.frames)
            await table.end(clean=False)
            await crown(again, lambda now: now["playing"] is None)
            await anna.ask("ping")
            assert not [frame for frame in anna.frames[heard:] if '"crown"' in frame]
        await log_in(anna)

        # The store is away, and comes back with what its file has.
        await table.play("Aw", "Sw")
        await anna.ask("follow_crown")
        await table.process.kill()
        assert (await guest.until("notice"))["code"] == "storage_away"
        await table.process.start()
        await table.store.open()
        await table.play("Kw")  # maybe before the server listens again
        told = await crown(anna, lambda now: len(now["won"]) == 3)
        assert told["triple_after"] == 3
        assert (await guest.until("crown_won"))["name"] == "Anna"


async def test_everybody_hears_of_a_crown_and_it_stands_on_the_roll(
    table: Parlour, server: ServerProcess
) -> None:
    async with client(server.url) as anna, client(server.url) as guest:
        for kind in ("get_crown", "follow_crown", "give_up_run"):
            assert await code_of(guest.ask(kind)) == "not_signed_in"
        assert (await guest.ask("unfollow_crown"))["type"] == "done"
        number = await candidate(table, anna)
        roll = await guest.ask("get_roll")
        assert (roll["total"], [line["award"] for line in roll["honours"]]) == (1, [None])
        assert roll["honours"][0]["text"].startswith("From the text, not played here: ")
        assert (roll["honours"][0]["crown"], roll["honours"][0]["day"]) == (
            "quintuple",
            "1952-01-19",
        )

        await table.play("Aw", "60s", "Sw", "Kw")
        award = f"{number} triple 100000-1 200000-1 300000-1"
        for who in (anna, guest):
            assert await who.until("crown_won") == {
                "type": "crown_won",
                "award": award,
                "crown": "triple",
                "name": "Anna",
                "withdrawn": False,
            }
        line = (await guest.ask("get_roll", offset=1))["honours"][0]
        assert (line["award"], line["name"], line["text"]) == (award, "Anna", None)
        assert [game["race"] for game in line["games"]] == ["100000-1", "200000-1", "300000-1"]
        assert [(each["kind"], each["ms"]) for each in line["breaks"]] == [("between", MIN)]
        assert line["took_ms"] == 31 * MIN

        await anna.ask("rename", name="Bella")
        assert (await guest.ask("get_roll", offset=1))["honours"][0]["name"] == "Bella"
        await table.crowns.void(number, "200000-1", table.now)
        told = await guest.until("crown_won")
        assert (told["name"], told["withdrawn"]) == ("Bella", True)
        assert (await guest.ask("get_roll"))["total"] == 1

        # An account takes its run along, and leaves its crowns.
        await table.play("Al", "Aw", "Sw", "Kw")
        await table.crowns.seen.note(table.room, table.room.race, [number], "raced")
        data = (await anna.ask("export_account"))["data"]
        assert [won["game"] for won in data["run"]["won"]] == [
            "auntie_allis",
            "seven_and_sixes",
            "kings",
        ]
        (won,) = data["crowns"]
        assert (won["crown"], won["name"], len(won["games"])) == ("triple", "Bella", 3)
        assert data["deals_seen"] == {"700000-1": "700000-1"}
        assert data["ratings"] == {}  # of its races some may stand in the book by now
        assert "races" in data

        assert (await anna.ask("delete_account", password=PASSWORD))["type"] == "done"
        assert await code_of(anna.ask("get_crown")) == "not_signed_in"
        store = table.store.others
        assert await store.hgetall(keys.candidate(number)) == {"gone": "1"}
        assert not await store.exists(keys.seen(number), keys.closed_runs(number))
        assert await table.crowns.store.due() == {}
        line = (await guest.ask("get_roll", offset=1))["honours"][0]
        assert (line["crown"], line["name"]) == ("triple", None)

        # Whatever is still heard of its seats, nothing is kept of it; and a void race takes its
        # crown away.
        await table.begin("U")
        await table.end()
        await table.crowns.apply_room("500000", table.now)
        assert await store.hgetall(keys.candidate(number)) == {"gone": "1"}
        assert (await guest.ask("get_roll"))["total"] == 2
        await table.crowns.void(number, "600000-1", table.now)
        assert (await guest.ask("get_roll"))["total"] == 1
