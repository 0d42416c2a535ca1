"""A tournament over real sockets and real processes."""

from pathlib import Path
from typing import Any

import pytest

from engine.races.verify import verify
from tests.harness import Client, ServerProcess, client
from tests.server.tournaments.tournament_process import plan
from tests.stores import RedisProcess, engines


async def sign_up(link: Client, name: str) -> None:
    answer = await link.ask("sign_up", name=name, password="correct horse")
    assert answer["type"] == "signed_in", answer


async def until(link: Client, state: str) -> dict[str, Any]:
    """The round that is followed, once it is in this state."""
    while True:
        news = await link.until("tournament_changed")
        for each in news["rounds"] or ():
            if each["state"] == state:
                found: dict[str, Any] = each
                return found


@pytest.mark.processes
async def test_a_process_is_killed_in_the_middle_of_a_race(tmp_path: Path) -> None:
    """Olga and Ben are on one process, Ann on another, which is killed; nobody waits for it."""
    async with (
        RedisProcess(tmp_path / "redis", engines()["embedded"]) as redis,
        ServerProcess(tmp_path / "one", redis_url=redis.url) as one,
        ServerProcess(tmp_path / "two", redis_url=redis.url) as two,
        client(two.url) as olga,
        client(two.url) as ben,
        client(two.url) as again,
    ):
        async with client(one.url) as ann:
            for link, name in ((olga, "Olga"), (ben, "Ben"), (ann, "Ann")):
                await sign_up(link, name)
            made = await olga.ask("new_tournament", plan=plan(games=["aces_up"]))
            code = made["code"]

            async def run(verb: str) -> None:
                answer = await olga.ask("run_tournament", code=code, do={"verb": verb})
                assert answer["type"] == "done", answer

            await run("open")
            await olga.ask("follow_tournament", code=code)
            for number, link in enumerate((ann, ben)):
                await link.ask("enter_tournament", code=code)
                there = await link.ask(
                    "check_in_tournament", code=code, nonce=f"{number:032x}", token=link.token
                )
                assert there["type"] == "done", there
            await run("start")
            lobby = await until(olga, "lobby")
            [heat] = lobby["heats"]
            for link in (ann, ben):
                room = await link.ask("resume", code=heat["room"], token=link.token)
                assert room["type"] == "room", room
                assert (room["host"], room["race"]["id"]) == (None, f"tournament-{code}-1")
                assert (await link.ask("start"))["code"] == "dealt_once"
            await run("start")
            tables = [await link.until("table") for link in (ann, ben)]
            assert tables[0]["view"] == tables[1]["view"]
            await one.kill()
        back = await again.ask("resume", code=heat["room"], token=ann.token)
        assert back["type"] == "room", back
        assert (await again.until("table"))["view"] == tables[0]["view"]
        for link in (again, ben):
            await link.send("play", race=1, ply=0, move="resign")
        await until(olga, "table")
        told = await olga.ask("get_tournament", code=code)
        assert [row["place"] for row in told["table"]] == [1, 1]
        await run("start")
        while told["status"] != "finished":
            told = await olga.ask("get_tournament", code=code)
        record: dict[str, Any] = {}
        while record.get("session", {}).get("secret") is None:  # it is on its way to the rooms
            record = (await ben.ask("get_record", race=heat["room"]))["record"]
        assert all(check.ok for check in verify(record, made["commitment"]))
