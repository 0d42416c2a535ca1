"""The evening: who sits down, what is killed in which round, and what is compared after it."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine.racing_demon.record import TableRecord, read
from tests.browser import chromium
from tests.browser.bench import expect, opened
from tests.client_cli.command import Player, patience
from tests.harness import LIMIT_S, client
from tests.server.two_servers import Pair, two_servers
from tests.table_evening.people import Person, Phone, Reader, Table, Terminal

BOTS = 2
ROUND_S = 900
"""Seconds within which a round is over, whatever happens."""
BEFORE_KILL = 4
"""So many times everybody plays before something is killed."""

Kill = Callable[[], Awaitable[None]]


@dataclass
class Report:
    """What was seen of the evening. `wrong` has a sentence for everything that was not as it must
    be."""

    code: str = ""
    rounds: int = 0
    table: Table = field(default_factory=dict)
    acknowledged: int = 0
    commands: int = 0
    claims: int = 0
    happened: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def lines(self) -> list[str]:
        rows = sorted(self.table.items(), key=lambda row: -sum(row[1]))
        points = [f"  {name}: {sum(each)} ({', '.join(map(str, each))})" for name, each in rows]
        return [
            *self.happened,
            f"{self.rounds} rounds, {self.commands} commands, {self.claims} of them claims:",
            *points,
            f"All {self.acknowledged} moves acknowledged to the page stand in the records."
            if not self.wrong
            else f"{self.acknowledged} moves were acknowledged to the page.",
        ]


async def evening(folder: Path, target: int, bell: str, most: int | None = None) -> Report:
    """Hold the evening with files in `folder`: rounds to `target` points, but not more than `most`.
    Return what was seen."""
    async with two_servers(folder / "servers") as pair, chromium.started() as chrome:
        report = Report()
        page_address = f"http://127.0.0.1:{pair.one.port}"
        ann = Terminal("Ann", f"evening-{pair.one.port}", folder / "ann", pair.one.url)
        ben = Terminal("Ben", f"evening-{pair.one.port}", folder / "ben", pair.two.url)
        async with opened(chrome, page_address, "phone", reduced_motion="reduce") as page:
            expect(page, "WebSocket connection")  # while the server is away
            people = Phone("Cleo", page)
            await _held(report, folder, pair, (ann, ben), people, target, bell, most)
        return report


async def _held(
    report: Report,
    folder: Path,
    pair: Pair,
    terminals: tuple[Terminal, Terminal],
    phone: Phone,
    target: int,
    bell: str,
    most: int | None,
) -> None:
    ann, ben = terminals
    await ann.start(
        "host", "racing-demon", "--name", ann.name, "--bell", bell, "-o", f"target={target}"
    )
    await ann.shows("Space ready")
    screen = await ann.screen()
    report.code = code = screen.split("ROOM ")[1].split()[0].replace("-", "")
    await ben.start("join", code, "--name", ben.name)
    await ben.shows("Space ready")
    dora = Reader(
        "Dora", await Player.start(folder / "dora", pair.two.url, "join", code, "--name", "Dora")
    )
    await phone.join(code)
    for _ in range(BOTS):
        await ann.seat_bot()

    async def kill_terminal() -> None:
        await ben.kill()
        await ben.start("join", code)
        report.happened.append("A terminal was killed, and came back.")

    async def kill_server() -> None:
        await asyncio.gather(pair.one.kill(), pair.two.kill())
        await asyncio.gather(pair.one.start(), pair.two.start())
        report.happened.append("The whole server was killed, and came back.")

    async def kill_process() -> None:
        await pair.two.kill()
        await asyncio.sleep(2)
        await pair.two.start()
        report.happened.append("One of two processes was killed, and came back.")

    kills = (kill_terminal, kill_server, kill_process)
    people = (ann, ben, phone, dora)
    listening = asyncio.create_task(dora.listen())
    try:
        over = False
        while not over:
            report.rounds += 1
            print(f"Round {report.rounds}.", flush=True)
            for each in people if report.rounds == 1 else people[1:]:
                await each.ready()
            await _round(people, phone, kills[(report.rounds - 1) % len(kills)])
            report.table = await _agreed(report, people)
            over = "The series to" in await ann.screen() or report.rounds == most
            if not over:
                await ann.open_next_round()
                await phone.page.locator(".lobby").wait_for()
        await _compare(report, pair, phone, folder / "ann")
    finally:
        listening.cancel()
        await dora.end()
        for each in terminals:
            await each.close()


async def _round(people: tuple[Person, ...], phone: Phone, kill: Kill) -> None:
    """Play a round to its end. Something is killed in it."""
    await phone.page.locator(".race.common .table .card").first.wait_for()
    times = 0
    async with asyncio.timeout(ROUND_S):
        while not await phone.is_over():
            await asyncio.gather(*(each.play() for each in people))
            times += 1
            if times == BEFORE_KILL:
                await kill()


async def _agreed(report: Report, people: tuple[Person, ...]) -> Table:
    """Wait until the table of the series stands before everybody, and return it."""
    tables: dict[str, Table] = {}
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(LIMIT_S):
            while True:
                tables = {each.name: await each.table() for each in people}
                first, *others = tables.values()
                whole = len(first) == len(people) + BOTS and all(
                    len(points) == report.rounds for points in first.values()
                )
                if whole and all(each == first for each in others):
                    return first
                await asyncio.sleep(0.5)
    report.wrong.append(f"The tables differ after round {report.rounds}: {tables}.")
    return tables[people[0].name]


async def _compare(report: Report, pair: Pair, phone: Phone, data: Path) -> None:
    """Compare the records of both processes, the table and what the page was told."""
    records: dict[int, TableRecord] = {}
    for number in range(1, report.rounds + 1):
        race = f"{report.code}-{number}"
        documents = []
        for server in pair:
            async with client(server.url) as link:
                documents.append((await link.ask("get_record", race=race))["record"])
        if documents[0] != documents[1]:
            report.wrong.append(f"The records of {race} differ.")
        records[number] = read(documents[0])
        told = await asyncio.to_thread(patience, data, "verify", race, server=pair.one.url)
        if told.code != 0:
            report.wrong.append(f"The record of {race} does not verify: {told.out}{told.err}")
    report.commands = sum(len(each.commands) for each in records.values())
    report.claims = sum(
        command.text.startswith("claim ") for each in records.values() for command in each.commands
    )
    for name, points in report.table.items():
        true = tuple(_points(records[number], name) for number in sorted(records))
        if true != points:
            report.wrong.append(f"{name} has {points} in the table and {true} in the records.")
    _acknowledged(report, phone, records)


def _points(record: TableRecord, name: str) -> int | None:
    seat = next(each.seat for each in record.seats if each.name == name)
    return next(each.score.points for each in record.results if each.seat == seat)


def _acknowledged(report: Report, phone: Phone, records: Mapping[int, TableRecord]) -> None:
    """Compare every move that was acknowledged to the page with the record of its round."""
    report.acknowledged = len(phone.acknowledged)
    for (race, number), move in phone.acknowledged.items():
        record = records[race]
        seat = next(each.seat for each in record.seats if each.name == phone.name)
        text = record.game.codec.to_text(record.game.codec.from_json(move))
        stored: Any = record.commands[number - 1] if number <= len(record.commands) else None
        if stored is None or (stored.seat, stored.text) != (seat, text):
            report.wrong.append(f"Move {number} of round {race}, {text}, was lost: {stored}.")
    if not phone.acknowledged:
        report.wrong.append("Nothing was acknowledged to the page.")
