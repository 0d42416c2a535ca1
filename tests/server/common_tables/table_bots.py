"""Contestants of Racing Demon who play over sockets: they keep the table that the server sends,
know only what everybody at the table sees, and connect again after every cut."""

import asyncio
import random
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from websockets.exceptions import ConnectionClosed, InvalidHandshake

from engine.racing_demon.game import RacingDemon
from engine.racing_demon.players import RacingPlayer
from engine.racing_demon.state import Foundation, RoundEnd, RoundView, SeatView
from engine.view import View
from tests.bots import Place
from tests.harness import Client, client


class Told:
    """The common table as the messages of the server tell it."""

    def __init__(self, message: dict[str, Any]) -> None:
        self.rules: RacingDemon | None = None
        self.seats = [each["seat"] for each in message["seats"]]
        self.number = message["number"]
        self.foundations = message["foundations"]
        self.parts = {each["seat"]: each for each in message["seats"]}
        self.shifts, self.emptied = message["shifts"], message["emptied"]
        self.over = message["over"]

    def change(self, message: dict[str, Any]) -> None:
        """Apply a `table_changed`. Raises AssertionError if one is missing before it."""
        numbers = [command["number"] for command in message["commands"]]
        assert numbers == list(range(self.number + 1, self.number + 1 + len(numbers)))
        self.number += len(numbers)
        for foundation in message["foundations"]:
            assert foundation["index"] <= len(self.foundations)
            if foundation["index"] == len(self.foundations):
                self.foundations.append(foundation)
            else:
                self.foundations[foundation["index"]] = foundation
        for part in message["seats"]:
            known = self.parts[part["seat"]]
            changed = part.pop("changed")
            piles = {**known["view"]["piles"], **changed["piles"]}
            self.parts[part["seat"]] = {**part, "view": {"piles": piles}}
        self.shifts, self.emptied = message["shifts"], message["emptied"]
        self.over = message["over"]

    def as_sent(self) -> dict[str, Any]:
        """The parts of the table, as a `common_table` has them."""
        return {
            "number": self.number,
            "foundations": self.foundations,
            "seats": [self.parts[seat] for seat in self.seats],
            "shifts": self.shifts,
            "emptied": self.emptied,
            "over": self.over,
        }

    def view(self) -> RoundView:
        """The table as the engine's players see it."""
        at = {seat: position for position, seat in enumerate(self.seats)}
        over = self.over and RoundEnd(
            self.over["reason"], None if self.over["out"] is None else at[self.over["out"]]
        )
        return RoundView(
            tuple(
                Foundation("SHDC".index(each["suit"]), tuple(at[o] for o in each["owners"]))
                for each in self.foundations
            ),
            tuple(
                SeatView(
                    View.from_json(part["view"]),
                    part["progress"],
                    part["points"],
                    part["present"],
                    part["resigned"],
                    part["stuck"],
                )
                for part in (self.parts[seat] for seat in self.seats)
            ),
            self.shifts,
            tuple(at[seat] for seat in self.emptied),
            over or None,
        )


@dataclass
class TableBot:
    """A contestant. `acknowledged` has the text of each command that the server acknowledged, by
    its number; `refused` counts refusals by their code, and `overtaken` has the claims that came
    too late, each with what the server said of it. `copying` is the probability of claiming a place
    that another has just taken, if a card of its own would have fitted."""

    servers: Sequence[Place]
    name: str
    rng: random.Random
    pause: float = 0.0
    strength: str = "greedy"
    token: str = field(default_factory=lambda: secrets.token_urlsafe(24))
    code: str = ""
    seat: int = -1
    copying: float = 0.0
    acknowledged: dict[int, str] = field(default_factory=dict)
    overtaken: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    refused: dict[str, int] = field(default_factory=dict)
    frames: list[str] = field(default_factory=list)
    over: dict[str, Any] | None = None
    record: dict[str, Any] | None = None
    resumes: int = 0
    most_pending: int = 1
    options: dict[str, Any] = field(default_factory=dict)
    _key: int = 0
    _told: Told | None = None
    _taken: list[tuple[int, int]] = field(default_factory=list)
    """The places that others have just taken: foundations and heights."""

    async def run(
        self, code: asyncio.Future[str], seats: int, bell_ms: int, options: dict[str, Any]
    ) -> None:
        """Enter, play one round to its end, and fetch the record, through any number of cuts."""
        while self.record is None:
            try:
                async with (
                    asyncio.timeout(120),
                    client(self.rng.choice(self.servers).url) as link,
                ):
                    link.token = self.token
                    try:
                        await self._enter(link, code, seats, bell_ms, options)
                        await self._play(link)
                    finally:
                        self.frames += link.frames
            except (OSError, ConnectionClosed, InvalidHandshake, TimeoutError, EOFError):
                await asyncio.sleep(0.05)

    async def _enter(
        self,
        link: Client,
        code: asyncio.Future[str],
        seats: int,
        bell_ms: int,
        options: dict[str, Any],
    ) -> None:
        if self.code:
            self.resumes += 1
            room = await link.ask("resume", code=self.code, token=self.token, legal=True)
        elif self.name == "bot-0":
            room = await link.create("racing_demon", bell_ms, name=self.name, options=options)
            code.set_result(room["code"])
        else:
            room = await link.join(await code, self.name)
        assert room["type"] == "room", room
        self.code, self.seat = room["code"], room["seat"]
        if room["race"]["status"] == "over":
            self.over = room
        if room.get("common_table"):
            self._told = Told(room["common_table"])
        elif room["race"]["status"] == "lobby":
            while len(room["members"]) < seats:
                await link.until("joined")
                room["members"].append(None)
            await link.ready()

    async def _play(self, link: Client) -> None:
        waiting: dict[int, str] = {}
        player = None
        while self.over is None:
            told = self._told
            if told is not None and told.over is None and len(waiting) < self.most_pending:
                rules = RacingDemon(self.options)
                player = player or RacingPlayer(
                    rules, self.strength, told.seats.index(self.seat), self.rng.randrange
                )
                text = self._late_claim(told)
                if text is None:
                    move = player.move(told.view())
                    text = None if move is None else rules.codec.to_text(move)
                if text is not None:
                    if self.pause:
                        await asyncio.sleep(self.rng.random() * 2 * self.pause)
                    self._key += 1
                    number = await link.send("play_table", race=1, key=self._key, move=text)
                    waiting[number] = text
            await self._hear(link, waiting)
        while self.record is None:
            answer = await link.ask("get_record", race=self.code)
            if answer["type"] == "record":
                self.record = answer["record"]
            else:
                await asyncio.sleep(0.1)

    def _late_claim(self, told: Told) -> str | None:
        """Return a claim of a place that another has just taken; None if no card fits there."""
        taken, self._taken = self._taken, []
        for foundation, height in taken:
            card = "A23456789TJQK"[height] + told.foundations[foundation]["suit"]
            for name, pile in told.parts[self.seat]["view"]["piles"].items():
                if pile and pile["up"][-1:] == [card] and self.rng.random() < self.copying:
                    return f"claim {name} foundation.{foundation} {height}"
        return None

    async def _hear(self, link: Client, waiting: dict[int, str]) -> None:
        message = await link.receive()
        match message["type"]:
            case "common_table":
                self._told = Told(message)
            case "table_changed":
                assert self._told is not None
                self._told.change(message)
                for command in message["commands"]:
                    if command["move"].startswith("claim ") and command["seat"] != self.seat:
                        _, _, foundation, height = command["move"].split(" ")
                        if height != "0":
                            place = int(foundation.removeprefix("foundation.")), int(height)
                            self._taken.append(place)
            case "table_played":
                self.acknowledged[message["number"]] = waiting.pop(message["id"])
            case "refused":
                text, code = waiting.pop(message["id"], ""), message["code"]
                if code == "overtaken":
                    self.overtaken.append((text, message["overtaken"]))
                self.refused[code] = self.refused.get(code, 0) + 1
            case "over":
                self.over = message
