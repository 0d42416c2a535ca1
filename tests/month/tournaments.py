"""Simulated tournaments: one user organises, others enter, and come to their rooms or not."""

import asyncio
from random import Random
from typing import Any

from client_cli.tournament.verify import Findings, found
from protocol.tournaments.live import Tournament
from protocol.tournaments.tables import TournamentRound, TournamentTable
from tests.month.line import MINUTE_S, Line, Message
from tests.month.people import Person, Town, nonce
from tests.month.playing import Manner, play
from tests.month.travellers import is_told

BELL_MS = 6 * 60_000
OWN_PACE = ("arena", "crowns")
KINDS: dict[str, dict[str, Any]] = {
    "series": {"rounds": ["aces_up", "poker_patience"]},
    "arena": {"rounds": ["aces_up", "baroness", "accordion"], "window_ms": 15 * 60_000},
    "knockout": {"rounds": ["baroness"]},
    "swiss": {"rounds": ["aces_up", "demon"], "turns": 3},
    "crowns": {"rounds": [], "window_ms": 25 * 60_000},
    "round_robin": {"rounds": ["cribbage_patience"], "most": 4},
    "teams": {"rounds": ["accordion", "aces_up"], "teams": {"most": 3}},
}
OVER = frozenset({"closed", "table", "voided"})


def plan(kind: str, **more: Any) -> dict[str, Any]:
    """The plan of an evening's tournament."""
    given: dict[str, Any] = {"format": "series" if kind == "teams" else kind, **KINDS[kind], **more}
    if given["rounds"]:
        given["rounds"] = [{"game": slug, "bell_ms": BELL_MS} for slug in given["rounds"]]
    return {
        "title": kind.replace("_", " ").title(),
        "lobby_ms": 45_000,
        "table_ms": 20_000,
        **given,
    }


class Evening:
    """A tournament from its draft to its end. `code` is known once it is open."""

    def __init__(self, town: Town, kind: str, organiser: Person, entrants: list[Person]) -> None:
        self.town, self.kind = town, kind
        self.organiser, self.entrants = organiser, entrants
        self.chance = Random(town.chance.random())
        self.code: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._entered = 0

    async def held(self) -> None:
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self.town.calmly("organising", self._organise))
            for one in self.entrants:
                goer = Goer(self, one)
                tasks.create_task(self.town.calmly("tournament", goer.comes))

    async def _organise(self) -> None:
        town = self.town
        try:
            async with town.visit(self.organiser) as line:
                made = await line.ask("new_tournament", plan=plan(self.kind))
                if made["type"] != "tournament":
                    return
                code = made["code"]
                await self._run(line, code, verb="open")
                self.code.set_result(code)
                await asyncio.sleep(2 * MINUTE_S)
                await self._run(line, code, verb="announce", text="Good luck to everybody.")
                await self._run(line, code, verb="start", round=0)
                await self._keep_an_eye(line, code)
        finally:
            if not self.code.done():
                self.code.set_result("")

    async def _keep_an_eye(self, line: Line, code: str) -> None:
        """Organise until it is over: sometimes a pause, sometimes a voided round."""
        while True:
            await asyncio.sleep(2 * MINUTE_S)
            told = await line.ask("get_tournament", code=code)
            if told["type"] != "tournament" or told["status"] == "finished":
                self.town.diary.note(f"{self.kind} {told.get('why')}")
                return
            over = [each["number"] for each in told["rounds"] if each["state"] == "closed"]
            if self.chance.random() < 0.1:
                await self._run(line, code, verb="pause")
                await asyncio.sleep(30)
                await self._run(line, code, verb="resume")
            elif over and self.chance.random() < 0.04:
                await self._run(line, code, verb="void_round", round=self.chance.choice(over))

    async def _run(self, line: Line, code: str, **do: Any) -> Message:
        return await line.ask("run_tournament", code=code, do=do)


class Goer:
    """A user who takes part in rounds as they like."""

    def __init__(self, of: Evening, one: Person) -> None:
        self._of, self._town, self._one = of, of.town, one
        self._played: set[str] = set()

    async def comes(self) -> None:
        """Take part from entering to the end, or until they leave."""
        code = await self._of.code
        if not code:
            return
        await asyncio.sleep(self._one.chance.uniform(1, 90))
        async with self._town.visit(self._one) as line:
            team = self._one.chance.choice(("Reds", "Blues")) if self._of.kind == "teams" else None
            entered = await line.ask("enter_tournament", code=code, team=team)
            asked = {"code": code, "nonce": nonce(), "token": self._one.token}
            there = await line.ask("check_in_tournament", **asked)
            if "refused" in (entered["type"], there["type"]):
                return
            if await self._takes_part(line, code):
                await tournament_holds(self._town, line, code)

    async def _takes_part(self, line: Line, code: str) -> bool:
        """Take part. Return whether they saw the end."""
        await line.ask("follow_tournament", code=code)
        while True:
            if self._one.chance.random() < 0.01:
                await line.ask("withdraw_from_tournament", code=code)
                return False
            told = await line.ask("get_tournament", code=code)
            if told["type"] != "tournament" or told["status"] == "finished":
                return bool(told["type"] == "tournament")
            if told["plan"]["format"] in OWN_PACE and told["status"] == "running":
                asked = {"code": code, **self._one.seat}
                await self._deal(line, await line.ask("play_tournament_deal", **asked))
                continue
            room = self._room(told)
            if room is not None:
                seat = await line.ask("resume", code=room, **self._one.seat)
                assert seat.get("code") != "unknown_room", f"{room} was told of and is not there"
                if seat["type"] == "room":
                    self._played.add(room)
                await self._deal(line, seat)
            else:
                await line.until("tournament_changed", within_s=20)

    async def _deal(self, line: Line, room: Message) -> None:
        if room["type"] != "room":
            await asyncio.sleep(5)
            return
        if self._one.chance.random() < 0.05:  # leave for a while; the seat is kept
            await asyncio.sleep(60)
        made = await play(line, Manner(self._one.chance, self._one.chance.choice((8, 20, 40)), 5.0))
        self._town.diary.count("moves", made)
        self._town.diary.count("heats")
        await line.until("over", within_s=1.5 * BELL_MS / 1000)
        await self._looks(line, room["code"])
        await line.ask("leave")
        line.forget()

    async def _looks(self, line: Line, room: str) -> None:
        """Ask for the traveller of the deal of a heat: it is told when the round is over."""
        if not await is_told(self._town, line, f"{room}-1"):
            return
        told = await line.ask("get_tournament", code=await self._of.code)
        if told["type"] == "tournament" and told["plan"]["format"] in OWN_PACE:
            assert told["status"] == "finished", f"{room}: the traveller is told too early"
        elif told["type"] == "tournament":
            for each in told["rounds"]:
                if room in [heat["room"] for heat in each["heats"]]:
                    assert each["state"] in OVER, f"{room}: the traveller is told too early"

    def _room(self, told: Message) -> str | None:
        """The room of a heat that waits for them; None if there is none."""
        for each in told["rounds"]:
            if each["state"] in OVER:
                continue
            for heat in each["heats"]:
                mine = told["mine"] in heat["entrants"] and not heat["over"]
                if mine and heat["room"] not in self._played:
                    return str(heat["room"])
        return None


async def tournament_holds(town: Town, line: Line, code: str) -> bool | None:
    """Whether a finished tournament verifies by all its records; None if it does not exist."""
    told = await line.ask("get_tournament", code=code)
    if told["type"] != "tournament":
        return None
    found = await checked(line, told)
    faults = [f"{each.step}: {each.found}" for each in found.checks if not each.ok]
    if not found.complete:
        faults.append(f"records missing: {found.unchecked}")
    town.diary.count("tournaments_verified")
    town.diary.wrong += [f"tournament {code}: {fault}" for fault in faults]
    return not faults


async def checked(line: Line, told: Message) -> Findings:
    """The result of the client's own verification."""
    code = told["code"]
    tournament = Tournament.model_validate(told, strict=False)
    if told["plan"]["format"] in OWN_PACE and told["status"] == "finished":
        rounds = []
        for each in tournament.rounds:
            answer = await line.ask("get_tournament_round", code=code, round=each.number)
            heats = TournamentRound.model_validate(answer, strict=False).round.heats
            rounds.append(each.model_copy(update={"heats": heats}))
        tournament = tournament.model_copy(update={"rounds": rounds})
    answer = await line.ask("get_tournament_table", code=code)
    table = TournamentTable.model_validate(answer, strict=False)
    documents = {}
    for each in tournament.rounds:
        for heat in each.heats:
            answer = await line.ask("get_record", race=f"{heat.room}-1")
            if answer["type"] == "record":
                documents[heat.room] = answer["record"]
    return found(tournament, table, documents, told["commitment"])
