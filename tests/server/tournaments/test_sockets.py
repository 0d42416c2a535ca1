"""A tournament over real sockets and real processes."""

import asyncio
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from client_cli.tournament.verify import Findings, found
from engine.races.verify import verify
from engine.racing_demon.record import read
from protocol.tournaments.live import Tournament
from protocol.tournaments.tables import TournamentTable
from tests.harness import LIMIT_S, Client, ServerProcess, client
from tests.server.common_tables.table_bots import TableBot, Told
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


# Common tables. ---------------------------------------------------------------------------------

PEOPLE = 7
"""At two tables, of three and four."""
TABLES: dict[str, Any] = {"game": "racing_demon", "options": {"piles": 5}}
BEFORE = 12
"""So many commands have been acknowledged at each table when a process is killed."""


class TableEntrant(TableBot):
    """An entrant whose seat the server has assigned: `code` and `token` are set before `run`."""

    async def _enter(self, link: Client, *_: object) -> None:
        room = await link.ask("resume", code=self.code, token=self.token, legal=True)
        assert room["type"] == "room", room
        if room["race"]["status"] == "over":
            self.over = room
        if room.get("common_table"):
            self._told = Told(room["common_table"])
        self.resumes += 1
        self.seat = room["seat"]


def entrants_of(
    heat: dict[str, Any], tokens: list[str], servers: tuple[ServerProcess, ...]
) -> list[TableEntrant]:
    """The entrants of a heat, at the servers in turn."""
    return [
        TableEntrant(
            [servers[place % len(servers)]],
            f"entrant-{number}",
            random.Random(number),
            pause=0.03,
            token=tokens[number],
            code=heat["room"],
            options=TABLES["options"],
        )
        for place, number in enumerate(heat["entrants"])
    ]


async def happened(so: Callable[[], bool]) -> None:
    """Look again and again at what the entrants know."""
    async with asyncio.timeout(LIMIT_S):
        while not so():  # noqa: ASYNC110 # nothing is set when it happens
            await asyncio.sleep(0.01)


async def entered(url: str, code: str) -> list[str]:
    """Enter and check in as everybody; return their tokens, in the order of their numbers."""
    tokens = []
    for number in range(PEOPLE):
        async with client(url) as link:
            await sign_up(link, f"Entrant {number}")
            assert (await link.ask("enter_tournament", code=code))["type"] == "done"
            asked = {"code": code, "nonce": f"{number:032x}", "token": link.token}
            assert (await link.ask("check_in_tournament", **asked))["type"] == "done"
            tokens.append(link.token)
    return tokens


async def findings(link: Client, told: dict[str, Any]) -> Findings:
    """What the client finds when it verifies a finished tournament of one round."""
    answer = await link.ask("get_tournament_round", code=told["code"], round=1)
    known = Tournament.model_validate({**told, "rounds": [answer["round"]]})
    documents = {}
    for heat in answer["round"]["heats"]:
        record: dict[str, Any] = {}
        while record.get("session", {}).get("secret") is None:  # it is on its way to the rooms
            record = (await link.ask("get_record", race=heat["room"]))["record"]
        documents[heat["room"]] = record
    table = await link.ask("get_tournament_table", code=told["code"])
    return found(known, TournamentTable.model_validate(table), documents, told["commitment"])


def acknowledged(entrants: list[TableEntrant]) -> int:
    """How many commands at a table have been acknowledged."""
    return sum(len(each.acknowledged) for each in entrants)


def nothing_lost(entrants: list[TableEntrant]) -> None:
    """What was acknowledged stands in the record of the round, with its number."""
    commands = read(entrants[0].record or {}).commands
    for each in entrants:
        for number, text in each.acknowledged.items():
            assert (commands[number - 1].seat, commands[number - 1].text) == (each.seat, text)


@pytest.mark.processes
@pytest.mark.long(15)
async def test_a_process_is_killed_while_common_tables_play(tmp_path: Path) -> None:
    """The entrants of each table sit at two processes, of which one is killed in the middle of the
    round. Its entrants come to the other; both rounds end, and all entrants are ranked."""
    async with (
        RedisProcess(tmp_path / "redis", engines()["embedded"]) as redis,
        ServerProcess(tmp_path / "one", redis_url=redis.url) as one,
        ServerProcess(tmp_path / "two", redis_url=redis.url) as two,
        client(two.url) as olga,
    ):
        await sign_up(olga, "Olga")
        made = await olga.ask("new_tournament", plan=plan(games=[TABLES]))
        code = made["code"]

        async def run(verb: str) -> None:
            answer = await olga.ask("run_tournament", code=code, do={"verb": verb})
            assert answer["type"] == "done", answer

        await run("open")
        await olga.ask("follow_tournament", code=code)
        tokens = await entered(two.url, code)
        await run("start")
        heats = (await until(olga, "lobby"))["heats"]
        assert sorted(len(heat["entrants"]) for heat in heats) == [3, 4]
        tables = [entrants_of(heat, tokens, (one, two)) for heat in heats]
        everybody = [each for table in tables for each in table]
        stranded = [each for each in everybody if each.servers == [one]]
        async with asyncio.TaskGroup() as tasks:
            for each in everybody:
                nobody = asyncio.get_running_loop().create_future()
                tasks.create_task(each.run(nobody, 0, 0, {}))
            await happened(lambda: all(each.seat >= 0 for each in everybody))
            await run("start")
            await happened(lambda: all(acknowledged(table) >= BEFORE for table in tables))
            for each in stranded:
                each.servers = [two]
            await one.kill()
            assert not any(each.over for each in everybody), "the rounds were over before"
            await until(olga, "table")
        assert all(each.resumes > 1 for each in stranded)
        assert not any(each.over is None for each in everybody)
        told = await olga.ask("get_tournament", code=code)
        assert sorted(row["entrant"] for row in told["table"]) == list(range(PEOPLE))
        await run("start")
        while told["status"] != "finished":
            told = await olga.ask("get_tournament", code=code)
        for table in tables:
            nothing_lost(table)
        result = await findings(olga, told)
        assert [each for each in result.checks if not each.ok] == []
        assert result.complete
        assert "traceback" not in two.log.lower(), two.log[-4_000:]
