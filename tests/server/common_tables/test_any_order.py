"""Anything that contestants, processes and the store can do at a table, in any order: afterwards
everybody agrees with the record, no acknowledged command is lost, and none counts twice.

`TABLE_ORDERS=100` tries so many tables instead of the usual few.
"""

import asyncio
import os
import random
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from engine.racing_demon.game import RacingDemon
from engine.racing_demon.record import read
from engine.racing_demon.state import RoundState
from engine.racing_demon.verify import table_checks
from server.errors import StoreAway
from tests.server.clocked_process import Time
from tests.server.common_tables.clocked_tables import OPTIONS, Guest, Host, guest, hosts, race

ORDERS = int(os.environ.get("TABLE_ORDERS", "6"))
STEPS = 120


class Evening:
    """A table, what was asked at it, and what was answered."""

    def __init__(self, where: list[Host], time: Time, people: list[Guest], seed: int) -> None:
        self.where, self.time, self.people = where, time, people
        self.rng = random.Random(seed)
        self.code = people[0].code
        self.keys = 0
        self.asked: dict[tuple[int, int], str] = {}
        """The text of each command, by seat and key."""
        self.waiting: dict[int, list[tuple[int, int]]] = {at: [] for at in range(len(people))}
        """The request and key of each command that was sent and not given up, by contestant."""
        self.numbers: dict[tuple[int, int], int] = {}
        self.refused: dict[str, int] = {}
        self.faults = 0

    async def fault(self, _: str) -> None:
        """Let others run in the middle of a request to the store, and sometimes fail it."""
        for _times in range(self.rng.randrange(4)):
            await asyncio.sleep(0)
        if self.rng.random() < 0.08:
            self.faults += 1
            raise StoreAway

    def settle(self) -> None:
        """Take in what has been answered."""
        for at, person in enumerate(self.people):
            person.listen()
            for request, key in tuple(self.waiting[at]):
                answer = person.answers.get(request)
                if answer is None:
                    continue
                self.waiting[at].remove((request, key))
                if answer["type"] == "table_played":
                    known = self.numbers.setdefault((person.seat, key), answer["number"])
                    assert known == answer["number"], "one key, two numbers"
                elif answer["code"] == "too_fast":  # then as before
                    again = person.send(self.asked[person.seat, key], key)
                    self.waiting[at].append((again, key))
                else:
                    code = answer["code"]
                    assert code in ("illegal_move", "overtaken", "round_over", "race_over"), answer
                    assert (person.seat, key) not in self.numbers, "first stored, then refused"
                    self.refused[code] = self.refused.get(code, 0) + 1

    def legal(self, person: Guest) -> list[str]:
        """What somebody may do as far as they know, plays of cards first."""
        table = person.table
        if table is None or table.over:
            return []
        rules = RacingDemon(OPTIONS)
        moves = rules.legal(rules.state_of(table.view()), table.seats.index(person.seat))
        return [rules.codec.to_text(move) for move in moves]

    async def step(self) -> None:
        at = self.rng.randrange(len(self.people))
        person, chance = self.people[at], self.rng.random()
        if chance < 0.6:
            self.command(at, person)
        elif chance < 0.7 and self.asked:
            self.again(at, person)
        elif chance < 0.75:
            await self.reconnect(at)
        elif chance < 0.85:
            with suppress(StoreAway):
                await self.rng.choice(self.where).hear(self.code)
        elif chance < 0.87:
            await self.drop_room()
        elif chance < 0.95:
            await asyncio.sleep(0.002)
        else:
            self.time.now += self.rng.randrange(50)
        self.settle()

    def command(self, at: int, person: Guest) -> None:
        moves = self.legal(person)
        if not moves:
            return
        plays = [move for move in moves if move.split(" ")[0] in ("claim", "pack", "fill")]
        self.keys += 1
        move = self.rng.choice(plays if plays and self.rng.random() < 0.7 else moves)
        self.asked[person.seat, self.keys] = move
        self.waiting[at].append((person.send(move, self.keys), self.keys))

    def again(self, at: int, person: Guest) -> None:
        """Send a command again that was sent before, whether it was answered or not; but none that
        was refused, since it may be allowed by now."""
        waits = {key for _, key in self.waiting[at]}
        mine = [
            key
            for seat, key in self.asked
            if seat == person.seat and (key in waits or (seat, key) in self.numbers)
        ]
        if mine:
            key = self.rng.choice(mine)
            self.waiting[at].append((person.send(self.asked[person.seat, key], key), key))

    async def reconnect(self, at: int) -> None:
        """Lose the connection, and with it every answer on its way, and come back at either
        process, however often it takes. What was not answered is sent again."""
        old = self.people[at]
        lost = self.waiting[at]
        self.waiting[at] = []
        with suppress(StoreAway):
            await old.ear.gone()
        new = await guest(self.rng.choice(self.where), old.name)
        token = old.name.ljust(24, "-")
        while new.seat < 0:
            with suppress(StoreAway):
                await new.say("resume", code=self.code, token=token, legal=True)
        self.people[at] = new
        for _, key in lost:
            self.waiting[at].append((new.send(self.asked[new.seat, key], key), key))

    async def drop_room(self) -> None:
        """A process forgets its copy of the room, as after a restart; its people come back."""
        host = self.rng.choice(self.where)
        live = host.process.registry.rooms.get(self.code)
        if live is None:
            return
        host.process.registry.drop(live)
        for at, person in enumerate(self.people):
            if person.host is host:
                await self.reconnect(at)

    async def end(self) -> None:
        """Let everything arrive, and end the round."""
        for host in self.where:
            host.commands.hook = None
        await self.everything_arrives()
        for at, person in enumerate(self.people):
            if self.legal(person):
                self.keys += 1
                self.asked[person.seat, self.keys] = "resign"
                self.waiting[at].append((person.send("resign", self.keys), self.keys))
        await self.everything_arrives()
        self.time.now += 10
        for host in self.where:
            await host.process.at(self.time.now)
        for host in self.where:
            await host.hear(self.code)
        self.settle()

    async def everything_arrives(self) -> None:
        async with asyncio.timeout(60):
            while any(self.waiting.values()):
                await asyncio.sleep(0.005)
                self.settle()
        for host in self.where:
            await host.hear(self.code)
        self.settle()


def after(document: dict[str, Any]) -> RoundState:
    record = read(document)
    state = record.begun()
    for command in record.commands:
        state = record.step(state, command).state
    return state


async def judged(evening: Evening) -> None:
    """Raise AssertionError unless everybody agrees."""
    tables = [person.table.as_sent() for person in evening.people if person.table]
    assert len(tables) == len(evening.people)
    assert all(table == tables[0] for table in tables)
    for host in evening.where:
        assert not host.process.table_moves.waiting
    answer = await evening.people[0].say("get_record", race=evening.code)
    document = answer["record"]
    failed = [step for step in table_checks(document, None) if not step.ok]
    assert not failed, failed
    commands = read(document).commands
    assert tables[0]["number"] == len(commands)
    assert [each["height"] for each in tables[0]["foundations"]] == [
        each.height for each in after(document).foundations
    ]
    assert len(set(evening.numbers.values())) == len(evening.numbers), "two keys, one number"
    for (seat, key), number in evening.numbers.items():
        told = commands[number - 1]
        assert (told.seat, told.text) == (seat, evening.asked[seat, key])
    of_seats = [each for each in commands if each.text not in ("away", "back")]
    assert len(of_seats) == len(evening.numbers), "a command was stored and never acknowledged"


@pytest.mark.processes
@pytest.mark.parametrize("number", range(ORDERS))
async def test_everybody_agrees_whatever_happens(number: int, tmp_path: Path) -> None:
    seed = number if "CI" in os.environ else random.randrange(2**32)
    async with hosts(tmp_path) as (where, time):
        people = await race(where, 2 + number % 4)
        evening = Evening(where, time, people, seed)
        for host in where:
            host.commands.hook = evening.fault
        try:
            for _ in range(STEPS):
                await evening.step()
            await evening.end()
            await judged(evening)
        except AssertionError as fault:
            fault.add_note(f"This was table {number}, of seed {seed}.")
            raise
    assert evening.numbers
