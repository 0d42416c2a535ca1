"""Tournaments of every format at once on one server, which is killed while all are in a race. Each
ends and verifies."""

import asyncio
import csv
import io
import json
import re
from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from client_cli.local.record_store import all_records
from engine.crowns.facts import GREAT_GAMES
from protocol.tournaments.plan import TournamentPlan
from tests.client_cli.command import Ended, here
from tests.client_cli.guests import Guest, Host, House, is_away
from tests.harness import BELL_MS, ServerProcess
from tests.server.tournaments import by_hand
from tests.stores import RedisProcess, engines

HOUR = 3_600_000
ACES = {"game": "aces_up", "bell_ms": BELL_MS}
TURNS = {"game": "accordion", "bell_ms": BELL_MS}
"""In which nobody has come any further by the first move."""
FIVE_GAMES = ("aces_up", "baroness", "accordion", "poker_patience", "auntie_allis")
VOIDED, AWAY = 3, 4
"""The rounds of the series that count for nothing, and that somebody is gone for."""

Records = dict[int, list[dict[str, Any]]]
"""By round, each with the `room` it is from."""


class Case(NamedTuple):
    """A tournament, how many play it, and at least how many rounds that comes to; `deals` where
    everybody goes on at their own pace."""

    plan: dict[str, Any]
    field: int
    rounds: int
    deals: int = 0
    why: str = "played"


CASES = {
    "series": Case({"rounds": [{"game": g, "bell_ms": BELL_MS} for g in FIVE_GAMES]}, 20, 5),
    "knockout": Case({"rounds": [TURNS], "knockout": {"sprint": ACES}}, 4, 3),
    "swiss": Case({"rounds": [ACES], "turns": 3}, 5, 3),
    "round_robin": Case({"rounds": [ACES]}, 4, 3),
    # It is stopped: a window lasts for a minute at least.
    "arena": Case({"rounds": [ACES, "baroness"]}, 4, 3, deals=3, why="stopped"),
    "crowns": Case({"rounds": list(GREAT_GAMES)}, 3, 5, deals=5),
}


class Evening:
    """One of the tournaments, from its draft to its end."""

    def __init__(self, house: House, format: str) -> None:  # noqa: A002
        self.format, self.case = format, CASES[format]
        self.house, self.host = house, Host(house, "Olga")
        self.names = [f"{format.title().replace('_', ' ')} {n}" for n in range(self.case.field)]
        self._playing: dict[str, asyncio.Task[None]] = {}

    async def runs(self) -> None:
        settings = {"title": self.format, "format": self.format, "lobby_ms": HOUR}
        plan = TournamentPlan.model_validate({**settings, "table_ms": HOUR, **self.case.plan})
        await self.host.draft(plan)
        following = asyncio.create_task(self.host.follow())
        late = self.format == "series"
        async with asyncio.TaskGroup() as self._group:
            for name in self.names[: -1 if late else None]:
                self._comes(name)
            await self.host.start(self.case.field - late)
            if self.case.deals:
                await self._at_their_own_pace()
            else:
                await self.host.rounds(self._of_a_series if late else _nothing)
        following.cancel()
        await asyncio.wait([following])

    def _comes(self, name: str) -> None:
        """Somebody comes, or comes back."""
        known = self.host.guests.get(name)
        guest = known or Guest(self.house, self.host.code, name, int(self.format == "knockout"))
        guest.deals = self.case.deals
        self.host.guests[name] = guest
        self._playing[name] = self._group.create_task(guest.play())

    async def _at_their_own_pace(self) -> None:
        await self.host.run("start", round=1)
        if self.format == "arena":
            await self.house.until(
                lambda: all(len(one.made) == self.case.deals for one in self.host.guests.values()),
                "the last deal of all",
            )
            await self.host.run("stop")
        await self.host.until(lambda t: t.status == "finished", "the end")

    async def _of_a_series(self, state: str, number: int) -> None:
        """Somebody comes when the first round is over, somebody is gone for one, and one is
        voided."""
        late, away = self.names[-1], self.names[7]
        if (state, number) == ("table", 1):
            self._comes(late)
        elif (state, number) == ("lobby", AWAY):
            self._playing[away].cancel()
            await self.host.run("withdraw", entrant=self.number(away))
            await self.host.until(lambda t: self._entrant(away).gone is not None, "who is gone")
        elif (state, number) == ("table", AWAY):
            await self.host.run("void_round", round=VOIDED)
            self._comes(away)
        if state == "table":
            await self.host.until(
                lambda t: sum(o.checked_in and o.gone is None for o in t.entrants) == 20, "all"
            )

    def _entrant(self, name: str) -> Any:
        [one] = [one for one in self.host.told.entrants if one.name == name]
        return one

    def number(self, name: str) -> int:
        return int(self._entrant(name).number)

    # When it is over. -------------------------------------------------------------------------

    async def says(self, *line: str) -> Ended:
        """A command of a contestant."""
        while True:
            ended = await here(self.house.storage(self.names[0]).root, *line, server=self.house.url)
            if not is_away(ended.code, ended.err):
                assert ended.code == 0, (self.format, ended)
                return ended

    async def records(self) -> Records:
        """As a command saves them."""
        folder, found = self.house.root / self.format, Records()
        await self.says("tournament", "results", self.host.code, "--records", str(folder))
        for path in sorted(folder.iterdir()):
            _, number, room, _ = path.name.split("-")
            record = json.loads(path.read_text())
            found.setdefault(int(number), []).append({**record, "room": room})
        return found


async def _nothing(state: str, number: int) -> None:
    pass


@pytest.mark.long(40)
@pytest.mark.processes
async def test_every_format_survives_a_kill_and_verifies(tmp_path: Path) -> None:
    async with (
        RedisProcess(tmp_path / "redis", engines()["embedded"]) as redis,
        ServerProcess(tmp_path / "server", redis_url=redis.url) as server,
    ):
        house = House(tmp_path, server)
        evenings = [Evening(house, name) for name in CASES]
        await house.moves_in(["Olga", *(n for each in evenings for n in each.names)], redis.url)
        async with asyncio.TaskGroup() as group:
            for each in evenings:
                group.create_task(each.runs())
            await house.until(lambda: all(e.host.all_stopped() for e in evenings), "the middle")
            await server.kill()
            await server.start()
            house.go_on.set()
        for each in evenings:
            records = await each.records()
            await it_is_played_to_its_end(each, records)
            await it_verifies(each)
            if each.format == "series":
                await the_table_is_that_of_the_records(each, records)


async def it_is_played_to_its_end(at: Evening, records: Records) -> None:
    """And every move that was made stands in a record, once."""
    told, guests = at.host.told, at.host.guests
    assert (told.status, told.why) == ("finished", at.case.why)
    assert len(told.rounds) == len(records) >= at.case.rounds
    assert len(told.table) == at.case.field
    if at.format == "knockout":
        decides = [each.decides for each in told.rounds]
        assert decides[1] == 1
        assert decides.count(None) == 2
    made = {(room, name): g.made[room] for name, g in guests.items() for room in g.made}
    for record in (record for each in records.values() for record in each):
        room = record.pop("room")
        for seat in record["seats"]:
            moves = [entry[1] for entry in seat["moves"]]
            assert moves == made.pop((room, seat["name"]), [])
    assert not made
    for guest in guests.values():
        kept: list[Any] = [one.document for one in all_records(guest.storage)]
        assert kept
        assert all(record["session"]["secret"] for record in kept)


async def it_verifies(at: Evening) -> None:
    [found] = (await at.says("verify", at.host.code, "--json")).json()
    assert found["ok"]
    assert found["complete"]
    assert all(step["ok"] for step in found["steps"])
    assert found["steps"][-1]["step"] == "table"


async def the_table_is_that_of_the_records(at: Evening, records: Records) -> None:
    """Worked out by a script that shares nothing with the server; and so is the file, which is
    what is shown."""
    told, late, away = at.host.told, at.names[-1], at.names[7]
    assert [each.state for each in told.rounds].count("voided") == 1
    assert told.rounds[VOIDED - 1].state == "voided"
    assert told.rounds[AWAY - 1].heats[0].absent == [at.number(away)]
    [counting] = zip(*(records[n] for n in records if n != VOIDED), strict=True)
    mine = by_hand.table(counting, at.names)
    deals = {line.name: line.deals for line in mine}
    assert [name for name, scores in deals.items() if scores[0] is None] == [late]
    assert [name for name, scores in deals.items() if scores[2] is None] == [away]

    results = ("tournament", "results", at.host.code)
    [exact] = (await at.says(*results, "--json")).json()
    assert {exact["names"][str(row["entrant"])]: line_of(row) for row in exact["rows"]} == {
        line.name: (line.place, line.total, line.deals) for line in mine
    }
    head, *rows = csv.reader(io.StringIO((await at.says(*results, "--csv", "-")).out))
    assert head[:4] == ["place", "name", "total", "average"]
    assert [row[:3] + row[4:8] for row in rows] == [
        [str(line.place), line.name, shown(line.total), *map(shown, line.deals)]
        for line in sorted(mine, key=lambda line: (line.place, at.number(line.name)))
    ]
    screen = (await at.says(*results)).out.splitlines()[1:]
    assert cut(screen, [head, *rows]) == [head, *rows]
    live = (await at.says("tournament", "show", at.host.code)).out
    for place, name, total, average, *_ in rows:
        line = re.escape(f"{place}. {name}: {total}#, {average} a round").replace(
            r"\#", "( [a-z]+)?"
        )
        assert re.search(line, live.replace(" (you)", ""))


def line_of(row: dict[str, Any]) -> tuple[int, Fraction, tuple[Fraction | None, ...]]:
    scores = (None if each is None else Fraction(each["worth"]) for each in row["rounds"])
    return row["place"], Fraction(row["total"]), tuple(scores)


def shown(score: Fraction | None) -> str:
    """Half a hundredth is rounded up."""
    if score is None:
        return "-"
    hundredths = int(score * 100 + Fraction(1, 2))
    return f"{hundredths // 100}.{hundredths % 100:02}"


def cut(lines: Sequence[str], cells: Sequence[Sequence[str]]) -> list[list[str]]:
    """What a table on the screen has in its columns, which are as wide as their widest cell."""
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    ends = list(accumulate(width + 2 for width in widths))
    return [
        [line[end - 2 - width : end].strip() for end, width in zip(ends, widths, strict=True)]
        for line in lines
    ]
