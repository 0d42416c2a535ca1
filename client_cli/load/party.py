"""One room of a load test: simulated players and spectators who race again and again.

After each race the results that the players have received are compared. The plan of the test may
ask to verify the records as well: documents of the finished races with their deals and moves.
"""

import asyncio
import json
import secrets
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from client_cli.load.client import AGAIN_S
from client_cli.load.contestant import LoadContestant
from client_cli.load.counters import LoadCounters
from client_cli.load.limit_messages import FORBIDDING
from client_cli.load.plan import LoadPlan
from client_cli.load.watcher import LoadSpectator, SlowReader
from engine.games import game
from engine.races.verify import verify
from protocol.texts import _


class Party:
    """All simulated clients of one room: players and spectators. A server limits the number of
    actions in a room; when it accepts no more, all clients move to a new room."""

    def __init__(self, plan: LoadPlan, number: int, tally: LoadCounters) -> None:
        self.rules = game(plan.games[number % len(plan.games)])
        self.number, self.code = number, ""
        self.bell_ms, self.contestants = plan.bell_ms, plan.contestants
        self.ending = False
        self.dealt = asyncio.Event()
        """Set once any contestant has been dealt cards."""
        self.racing = False
        """Whether a race is running, as far as the contestants know."""
        self._plan, self._tally = plan, tally
        self._ended = asyncio.Event()
        self.finished = asyncio.Event()
        """Set when the last race is over and no other race will begin."""

        def rng(who: int) -> Random:
            return Random(f"{plan.seed} {number} {who}")

        names = [f"bot {i + 1}" for i in range(plan.contestants)]  # not a text: names
        self.seats = [
            LoadContestant(plan.url, tally, rng(i), self, plan.think, name)
            for i, name in enumerate(names)
        ]
        crowd = range(plan.contestants, plan.contestants + plan.watchers)
        self.watchers = [LoadSpectator(plan.url, tally, rng(i), self) for i in crowd]
        slow = range(crowd.stop, crowd.stop + plan.slow)
        self.slow = [SlowReader(plan.url, tally, rng(i), self) for i in slow]
        self.sights = [watcher.sight for watcher in self.watchers]
        self.verified = 0
        self._race = 1
        self._ends: dict[int, list[dict[str, Any]]] = {}
        self._all_told = asyncio.Event()
        self._over: list[tuple[str, dict[int, dict[int, str]]]] = []
        """For each race that is over, its id and the acknowledged moves by seat and ply."""

    @property
    def id(self) -> str:
        """The id of the current race."""
        return f"{self.code}-{self._race}"

    @property
    def callers(self) -> Sequence[LoadContestant | LoadSpectator]:
        return [*self.seats, *self.watchers, *self.slow]

    async def run(self) -> None:
        """Enter the room and race until `end` has been called and the last race is over. Then
        verify the records, if the plan says so. The connections stay open until `close` is called,
        even if the task that runs this method is cancelled."""
        await self._gather(self.callers)
        async with asyncio.TaskGroup() as group:
            kept = [group.create_task(each.stay()) for each in self.callers]
            kept += [group.create_task(each.read_in_bursts()) for each in self.slow]
            await self._raced()
            while not self.ending and await self._again():
                await self._raced()
            await self._ended.wait()
            self.finished.set()
            if self._plan.verify:
                await self._verify()
            for task in kept:
                task.cancel()

    def end(self) -> None:
        """Let every contestant resign the current race, and begin no other race."""
        self.ending = True
        self._ended.set()
        for seat in self.seats:
            seat.resign()

    def close(self) -> None:
        for each in self.callers:
            each.close()

    async def gone(self) -> None:
        """Wait until the connections that `close` has begun to close are closed on the server's
        side as well."""
        await asyncio.gather(*(each.gone() for each in self.callers))

    # What contestants tell. -----------------------------------------------------------------------

    def begun(self) -> None:
        self.racing = True
        self.dealt.set()

    def lost(self, what: str) -> None:
        if what not in self._tally.findings.lost:  # every table shows the loss again
            self._tally.findings.lost.append(what)

    def over(self, race: int, seat: int, results: list[dict[str, Any]]) -> None:
        if race == self._race:
            self._ends[seat] = results
            if len(self._ends) == len(self.seats):
                self._all_told.set()

    # A race. --------------------------------------------------------------------------------------

    async def _gather(self, callers: Sequence[LoadContestant | LoadSpectator]) -> None:
        """Let the first client open a room; after it, let all others enter the room."""
        first, *others = callers
        await first.come()
        async with asyncio.TaskGroup() as group:
            for each in others:
                group.create_task(each.come())

    async def _raced(self) -> None:
        """Run one race to its end and compare the results that its contestants received."""
        async with asyncio.TaskGroup() as group:
            for seat in self.seats:
                group.create_task(self._ready(seat))
        if len(self.seats) == 1:
            await self.seats[0].request_until_answered("start")
        await self._all_told.wait()
        self.racing = False
        self._compare()

    async def _ready(self, seat: LoadContestant) -> None:
        nonce = secrets.token_hex(16)
        while True:
            answer = await seat.request_until_answered("ready", nonce=nonce)
            if answer.get("code") != "race_over":  # the rematch is not open to this contestant yet
                return
            await asyncio.sleep(AGAIN_S)

    def _compare(self) -> None:
        """Report a fault if the contestants received different results, or if the results count
        fewer moves of a seat than were acknowledged."""
        id_ = self.id
        self._tally.now.races += 1
        if len({json.dumps(each, sort_keys=True) for each in self._ends.values()}) > 1:
            self._tally.findings.disputed.append(
                _("{race}: contestants were told different results", race=id_)
            )
        [results, *_others] = self._ends.values()
        stored = {each["standing"]["seat"]: each["standing"]["moves"] for each in results}
        known = {}
        for seat in self.seats:
            moves = seat.acknowledged.pop(self._race, {})
            known[seat.seat] = moves
            if moves and max(moves) >= stored.get(seat.seat, 0):
                self.lost(
                    _(
                        "{race}, seat {seat}: {moves} moves were acknowledged, {stored} counted",
                        race=id_,
                        seat=seat.seat,
                        moves=max(moves) + 1,
                        stored=stored.get(seat.seat, 0),
                    )
                )
        if self._plan.verify:
            self._over.append((id_, known))

    async def _again(self) -> bool:
        """Prepare another race: a rematch, or a new room if the server accepts no more actions in
        this room. Return False if the server allows no more races."""
        self._ends.clear()
        self._all_told.clear()
        answer = await self.seats[0].request_until_answered("rematch")
        code = answer.get("code")
        if code is not None:
            self._tally.failed(code)
        if code == "too_much":
            await self._move_out()
        else:
            self._race += 1
        return code not in FORBIDDING

    async def _move_out(self) -> None:
        for each in self.callers:
            each.close()
        for seat in self.seats:
            seat.move_out()
        self.code, self._race = "", 1
        await self._gather(self.callers)

    async def _verify(self) -> None:
        """Fetch the record of every race, and report a fault if it does not verify."""
        host = self.seats[0]
        for id_, known in self._over:
            answer = await host.request_until_answered("get_record", race=id_)
            flaw = answer.get("code") or _flaw(answer["record"], known)
            if flaw is not None:
                self._tally.findings.refuted.append(f"{id_}: {flaw}")
            self.verified += 1
            self._tally.now.verified += 1


def _flaw(record: dict[str, Any], known: Mapping[int, dict[int, str]]) -> str | None:
    """Return what is wrong with a record; None if it verifies and has every acknowledged move.
    `known` has the text of the acknowledged moves by seat and ply."""
    last = verify(record)[-1]
    if not last.ok:
        return f"{last.step}: {last.found}"
    moves = {seat["seat"]: [move[1] for move in seat["moves"]] for seat in record["seats"]}
    for seat, acknowledged in known.items():
        made = dict(enumerate(moves.get(seat, [])))
        if any(made.get(ply) != text for ply, text in acknowledged.items()):
            return _("seat {seat} has made other moves than were acknowledged", seat=seat)
    return None
