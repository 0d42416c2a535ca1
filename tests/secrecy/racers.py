"""Machine players for whole rooms: they race to the end and try everything forbidden on the way."""

import asyncio
import random
import secrets
from collections.abc import Awaitable, Callable
from typing import Any

from tests.secrecy.company import Company, account_name
from tests.secrecy.contestant import AGAIN_S
from tests.secrecy.mischief import Mischief
from tests.secrecy.plans import Last, Plan, Room
from tests.secrecy.recorder import Closed, Pages, Tape, Wire, wire

SOON_MS = 60_000
"""Milliseconds; nobody waits for a bell that rings later."""


async def play_room(plan: Plan, url: str, pages: Pages) -> Room:
    """Play a room to its end, with everything recorded."""
    room = Room(plan, url, pages)
    racers = [
        Racer(room, f"p{i}", random.Random(f"{plan.seed}/{i}"), late=plan.late and i > 1)
        for i in range(plan.seats)
    ]
    for number, racer in enumerate(racers[: plan.accounts]):
        racer.has_account, racer.name = True, account_name(plan, number)
    if plan.seats > 2:
        racers[-1].what = plan.last
    racers[min(1, plan.early - 1)].silent = plan.silent
    async with room.group as group:
        group.create_task(watch(room))
        if plan.seed % 2:
            group.create_task(watch(room, late=True))
        for racer in racers:
            group.create_task(racer.run())
    return room


async def watch(room: Room, *, late: bool = False) -> None:
    """Watch from the lobby, or from the first race on, to the last end, and ask for what only a
    seat may have."""
    tape = room.record.tape("watcher", watcher=True)
    rng = random.Random(room.plan.seed)
    await (room.began if late else room.opened).wait()
    async with wire(room.url, room.record, tape) as line:
        await line.send("hello", protocol=[1], client="watcher")
        await _come_as_nobody(line, room, tape)
        await line.send("watch", code=room.record.code, invite=room.invite)
        await _ask_for_a_seat_s(line)
        ends = 0
        while ends < room.plan.races:
            message = await line.next()
            if message.get("code") == "storage_away":
                await asyncio.sleep(AGAIN_S)
                await line.send("watch", code=room.record.code, invite=room.invite)
            if message["type"] in ("started", "progress") and rng.random() < 0.5:
                await _ask_for_a_seat_s(line)
                await _ask_for_records(line, room, rng)
            if message["type"] in ("room", "started", "progress", "over") and rng.random() < 0.7:
                await line.send("watch_board", seat=rng.randrange(room.plan.seats))
            if message["type"] == "room":
                race = message["race"]
                ends = race["n"] - (race["status"] != "over")
            elif message["type"] == "over":
                ends = message["race"]


async def _ask_for_a_seat_s(line: Wire) -> None:
    """Ask, as a watcher, for what only a seat may have."""
    await line.send("look")
    await line.send("play", race=1, ply=0, move="deal")
    await line.send("join_race", race=1)
    await line.send("mark", race=1, pile="stock", index=None, tilt=1)


async def _ask_for_records(line: Wire, room: Room, rng: random.Random) -> None:
    """Ask for what is told when the race is over, and to watch once more."""
    await line.send("get_record", race=room.record.code)
    seat = rng.randrange(room.plan.seats)
    await line.send("get_replay", race=room.record.code, seat=seat)
    await line.send("watch", code=room.record.code)


async def _come_as_nobody(line: Wire, room: Room, tape: Tape) -> None:
    """Ask without a seat for what is public, and for what is not."""
    await line.send("rooms")
    await line.send("list_dailies")
    await line.send("get_friends")
    if room.plan.accounts:
        tape.tokens_tried.append(secrets.token_urlsafe(24))
        token, name = tape.tokens_tried[-1], account_name(room.plan, 0)
        await line.send("join", code=room.record.code, name=name, token=token, invite=room.invite)
    if room.invite:
        await line.send("watch", code=room.record.code)


class Racer(Mischief, Company):
    """A contestant from the first hello to the last record."""

    what: Last = "stays"
    """What a player who may be the last of a room does."""
    silent = False
    """Rarely lays a called card, so that the server has to."""

    def __init__(self, room: Room, name: str, rng: random.Random, *, late: bool = False) -> None:
        super().__init__(room, name, rng, late=late)
        self.reached = (0, 0)
        self.asked_in = 0
        """The race in which a board was last requested."""
        self._mischief: tuple[Callable[[], Awaitable[None]], ...] = (
            self.garbage,
            self.illegal,
            self.another_ply,
            self.another_race,
            self.again,
            self.take_back,
            self.ahead,
            self.look,
            self.early_record,
            self.second_seat,
            self.read_pages,
            self.take_over,
            self.take_over,
            self.cut,
            self.cut,
            self.slow,
            self.deal_again,
            self.not_now,
            self.peep,
            self.tilt,
            self.talk,
            self.talk,
            self.ask_around,
            *(3 if self.hosts else 1) * (self.keep,),
        )

    async def run(self) -> None:
        """Run from the first hello to the last record."""
        plan = self.room.plan
        async with self._stack:
            await self.begin()
            done = False
            while not (done or self.gone):
                try:
                    done = self.over >= plan.races
                    await (self._afterwards() if done else self._step())
                except Closed:
                    done = False
                    await self.come_back()
            if self.gone and not self.late:
                again = Racer(self.room, f"{self.name} again", self.rng, late=True)
                self.room.group.create_task(again.run())

    async def _step(self) -> None:
        if self.hosts and self.room.unwanted is not None:
            whom, self.room.unwanted = self.room.unwanted, None
            await self.ask("kick", seat=whom)
        elif self.status == "lobby":
            await self._get_ready()
        elif self.status == "over":
            await (self.ask("rematch") if self.hosts else self.hear())
        elif self.seat not in self.racing:
            await self._look_on()
        elif self.frame is not None:
            await self._watch_on()
        elif self._line.waiting() or not self.may_move():
            message = await self.hear()
            if message["type"] == "progress" and self.status == "running":
                await self.peep()  # the own game is over or not yet begun
                if self.rng.random() < self.room.plan.mischief / 2:
                    await self.talk()
        elif not self._called():
            await self._wait_for_a_call()
        else:
            await self._move()

    async def _look_on(self) -> None:
        """Join a running race, or ask for what a seat without a board must not get."""
        if self.status == "running" and self.rng.random() < 0.5:
            await self.rng.choice((self.peep, self.peep, self.talk, self.take_over))()
        if self.asked_in < self.race and self.seat not in self.racing:
            self.asked_in = self.race
            await self.look()
            await self.ask("join_race", race=self.race + 1)
            await self.ask("join_race", race=self.race)
        else:
            await self.hear()

    async def _watch_on(self) -> None:
        """Go to the next frame of the deal, sometimes after asking for one too many."""
        assert self.frame is not None
        n, frame = self.frame["race"], self.frame["frame"]
        if self.rng.random() < self.room.plan.mischief / 2:
            await self.ask("play", race=n, ply=0, move=self.rng.choice(["turn", "deal"]))
            await self.ask("next_frame", race=n, frame=self.rng.choice([frame + 2, frame, 1]))
            await self.rng.choice((self.look, self.cut, self.take_over, self.not_now))()
        elif frame < self.frame["of"]:
            await self.ask("next_frame", race=n, frame=frame + 1)
        else:
            self.frame = None

    def _called(self) -> bool:
        """Whether there is a card to lay, where cards are called."""
        caller = self.room.plan.terms.get("format") == "caller"
        return not caller or (self.table or {})["view"]["next"] is not None

    async def _wait_for_a_call(self) -> None:
        """Wait for a call, sometimes after laying the card too early."""
        here = self.race, self.ply()
        if self.reached != here and self.rng.random() < self.room.plan.mischief * 2:
            self.reached = here
            mischief = self.rng.choice(self._mischief)
            await (self.uncalled if self.rng.random() < 0.4 else mischief)()
        else:
            await self.hear()

    async def _afterwards(self) -> None:
        """Send the requests of a finished race; the host takes the records."""
        await self.look()
        await self.talk()
        await self.ask("play", race=self.race, ply=0, move="deal")
        await self.ask("join_race", race=self.race)
        await self.ask("ready", nonce=secrets.token_hex(16))
        if self.last:
            await self.ask("play", **self.last)
        if self.hosts:
            for n in range(1, self.room.plan.races + 1):
                answer = await self.ask("get_record", race=f"{self.room.record.code}-{n}")
                while answer["type"] == "refused":  # the end was announced wrongly
                    await self.hear()
                    answer = await self.ask("get_record", race=f"{self.room.record.code}-{n}")
                self.room.record.races.append(answer["record"])
                for seat in answer["record"]["seats"]:
                    name = f"{self.room.record.code}-{n}"
                    await self.ask("get_replay", race=name, seat=seat["seat"])

    async def _get_ready(self) -> None:
        await self.room.seated.wait()
        if self.rng.random() < self.room.plan.mischief:
            await self.rng.choice(
                (
                    self.garbage,
                    self.not_now,
                    self.look,
                    self.cut,
                    self.take_over,
                    self.talk,
                    self.keep,
                    self.ask_around,
                )
            )()
        if self.hosts and self.room.plan.seed % 3 == 0:
            await self.ask("silence", seat=1, silent=True)
        if self.rng.random() < 0.2:
            await self.ask("ready", nonce=secrets.token_hex(16))
            await self.ask("unready")
        if self.status != "lobby":
            return
        if self.what == "stands aside":
            await self.ask("stand_aside", aside=True)
        await self.ask("ready", nonce=secrets.token_hex(16))
        if self.hosts and self.room.plan.seats == 1:
            await self.ask("start")
        await self.ask("play", race=self.race, ply=0, move="deal")
        while self.status == "lobby":
            await self.hear()

    async def _move(self) -> None:
        assert self.table is not None
        if self.rng.random() < self.room.plan.mischief:
            await self.rng.choice(self._mischief)()
            return
        if self.table["ply"] > 3 and await self._goes():
            return
        if self.table["ply"] >= self.room.plan.most_moves:
            if self.rng.random() < 0.3 and self.room.plan.bell_ms < SOON_MS:
                await self.hear()  # let the bell decide
                return
            move: Any = {"kind": "resign"}
        elif self.silent and self.rng.random() < 0.8:
            await self.hear()
            return
        elif self.room.plan.terms.get("take_back", "none") != "none" and self.rng.random() < 0.15:
            await self.take_back()
            return
        else:
            # Where moves can be taken back, a stuck game goes on without a legal move.
            legal = self.table["legal"] or self.legal() or [{"kind": "resign"}]
            move = self.rng.choice(legal)
        await self.play(self.race, self.table["ply"], move)

    async def _goes(self) -> bool:
        """Leave, or wait to be kicked, if the plan says so."""
        if self.what == "leaves":
            await self.ask("leave")
            self.gone = True
        elif self.what == "is sent away":
            self.what = "stays"
            self.room.unwanted = self.seat
        return self.gone
