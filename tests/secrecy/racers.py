"""Machine players for whole rooms: they race to the end and on the way do all that is forbidden."""

import asyncio
import random
import secrets
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import Any

from engine.games import AnyGame, game
from engine.view import View
from tests.secrecy.recorder import Closed, Pages, RoomRecord, Tape, Wire, wire
from tests.secrecy.referee import is_legal
from tests.secrecy.sight import wild_move

GARBAGE: tuple[str, ...] = (
    "",
    "{",
    "[]",
    '"play"',
    '{"type":"sing","id":900001}',
    '{"type":"play","id":900003}',
    '{"type":"play","id":900004,"race":1,"ply":-1,"move":"deal"}',
    '{"type":"play","id":900005,"race":1,"ply":0,"move":["deal"]}',
    '{"type":"look","id":900006,"seat":0}',
    '{"type":"get_record","id":900007,"race":"?"}',
    "[" * 500,
)

PAGES = ("/metrics", "/healthz", "/readyz", "/nothing", "/ws", "/metrics?seat=0")


@dataclass
class Plan:
    """What happens in one room; the same seed plays the same way as far as the clock lets it."""

    slug: str
    options: dict[str, Any]
    seed: int
    seats: int = 3
    bell_ms: int = 1_500
    most_moves: int = 25
    races: int = 1
    mischief: float = 0.35
    late: bool = False
    leaver: bool = False
    terms: dict[str, Any] = field(default_factory=dict)
    silent: bool = False
    settings: dict[str, Any] = field(default_factory=dict)

    def rules(self) -> AnyGame:
        return game(self.slug, self.options)

    @property
    def early(self) -> int:
        """How many take part from the first race on."""
        return min(self.seats, 2) if self.late else self.seats


@dataclass
class Room:
    """What the players of one room share."""

    plan: Plan
    url: str
    pages: Pages
    record: RoomRecord = field(default_factory=RoomRecord)
    opened: asyncio.Event = field(default_factory=asyncio.Event)
    seated: asyncio.Event = field(default_factory=asyncio.Event)
    began: asyncio.Event = field(default_factory=asyncio.Event)
    members: int = 0


async def play_room(plan: Plan, url: str, pages: Pages) -> Room:
    """Play a room to its end, with everything on tape."""
    room = Room(plan, url, pages)
    racers = [
        Racer(room, f"p{i}", random.Random(f"{plan.seed}/{i}"), late=plan.late and i > 1)
        for i in range(plan.seats)
    ]
    racers[-1].leaves = plan.leaver and plan.seats > 2
    racers[min(1, plan.early - 1)].silent = plan.silent
    async with asyncio.TaskGroup() as group:
        group.create_task(watch(room))
        for racer in racers:
            group.create_task(racer.run())
    return room


async def watch(room: Room) -> None:
    """Watch from the lobby to the last end, and ask for what only a seat may have."""
    tape = room.record.tape("watcher", watcher=True)
    rng = random.Random(room.plan.seed)
    await room.opened.wait()
    async with wire(room.url, room.record, tape) as line:
        await line.send("hello", protocol=[1], client="watcher")
        await line.send("watch", code=room.record.code)
        ends = 0
        while ends < room.plan.races:
            message = await line.next()
            if message["type"] in ("started", "progress") and rng.random() < 0.5:
                await line.send("look")
                await line.send("play", race=1, ply=0, move="deal")
                await line.send("get_record", race=room.record.code)
                await line.send("watch", code=room.record.code)
                await line.send("mark", race=1, pile="stock", index=None, tilt=1)
            if message["type"] in ("room", "started", "progress", "over") and rng.random() < 0.7:
                await line.send("watch_board", seat=rng.randrange(room.plan.seats))
            if message["type"] == "room":
                race = message["race"]
                ends = race["n"] - (race["status"] != "over")
            elif message["type"] == "over":
                ends = message["race"]


class Racer:
    """A contestant. The first of a room hosts it."""

    def __init__(self, room: Room, name: str, rng: random.Random, *, late: bool) -> None:
        self.room, self.name, self.rng, self.late = room, name, rng, late
        self.tape: Tape = room.record.tape(name)
        self.hosts = name == "p0"
        self.leaves = False
        self.silent = False
        """Hardly ever lays a card that is called, so that the server has to."""
        self.reached = (0, 0)
        self.rules = room.plan.rules()
        self.over = 0
        self.race = 1
        self.status = "lobby"
        self.table: dict[str, Any] | None = None
        self.frame: dict[str, Any] | None = None
        self.last: dict[str, Any] | None = None
        self.gone = False
        self._line: Wire
        self._stack = AsyncExitStack()
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
        )

    async def run(self) -> None:
        """Everything from the first hello to the last record."""
        plan = self.room.plan
        async with self._stack:
            await self._begin()
            while self.over < plan.races and not self.gone:
                try:
                    await self._step()
                except Closed:
                    await self._come_back()
            if not self.gone:
                await self._afterwards()

    async def _begin(self) -> None:
        plan, code = self.room.plan, self.room.record.code
        if not self.hosts:
            await (self.room.began if self.late else self.room.opened).wait()
            code = self.room.record.code
        await self._connect()
        if self.hosts:
            answer = await self.ask(
                "create",
                game=plan.slug,
                options=plan.options,
                bell_ms=plan.bell_ms,
                terms=plan.terms,
                settings=plan.settings,
                name=self.name,
                token=self.tape.token,
                legal=True,
            )
            assert answer["type"] == "room", answer
            self.room.record.code = answer["code"]
            self.room.opened.set()
        else:
            await self.ask(
                "join",
                code=code,
                name=self.name,
                token=self.tape.token,
                legal=self.rng.random() < 0.8,
            )
        self.room.members += 1
        if self.room.members == plan.early:
            self.room.seated.set()

    async def _connect(self) -> None:
        line = await self._stack.enter_async_context(
            wire(self.room.url, self.room.record, self.tape)
        )
        self._line = line
        await self.ask("hello", protocol=[1], client="racer")

    async def _come_back(self) -> None:
        await self._connect()
        self.table = None
        await self.ask("resume", code=self.room.record.code, token=self.tape.token, legal=True)

    async def _step(self) -> None:
        if self.status == "lobby":
            await self._get_ready()
        elif self.status == "over":
            await (self.ask("rematch") if self.hosts else self.hear())
        elif self.frame is not None:
            await self._watch_on()
        elif self._line.waiting() or not self._may_move():
            message = await self.hear()
            if message["type"] == "progress" and self.status == "running":
                await self.peep()  # one's own game is over, or not yet begun
        elif not self._called():
            await self._wait_for_a_call()
        else:
            await self._move()

    async def _watch_on(self) -> None:
        """See the next frame of the deal, now and then after reaching for one too many."""
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

    def _may_move(self) -> bool:
        table = self.table
        return table is not None and not table["over"] and table["race"] == self.race

    def _called(self) -> bool:
        """Whether there is a card to lay, where cards are called."""
        caller = self.room.plan.terms.get("format") == "caller"
        return not caller or (self.table or {})["view"]["next"] is not None

    async def _wait_for_a_call(self) -> None:
        """Now and then after reaching, once, for the card that has not been called."""
        here = self.race, self._ply()
        if self.reached != here and self.rng.random() < self.room.plan.mischief * 2:
            self.reached = here
            await self.rng.choice((self.uncalled, self.uncalled, *self._mischief))()
        else:
            await self.hear()

    async def _afterwards(self) -> None:
        """What is asked for when all is over; the host takes the records."""
        await self.ask("look")
        await self.ask("play", race=self.race, ply=0, move="deal")
        await self.ask("ready", nonce=secrets.token_hex(16))
        if self.last:
            await self.ask("play", **self.last)
        if self.hosts:
            for n in range(1, self.room.plan.races + 1):
                answer = await self.ask("get_record", race=f"{self.room.record.code}-{n}")
                while answer["type"] == "refused":  # whoever told the end was wrong
                    await self.hear()
                    answer = await self.ask("get_record", race=f"{self.room.record.code}-{n}")
                self.room.record.races.append(answer["record"])

    async def _get_ready(self) -> None:
        await self.room.seated.wait()
        if self.rng.random() < self.room.plan.mischief:
            await self.rng.choice(
                (self.garbage, self.not_now, self.look, self.cut, self.take_over)
            )()
        if self.rng.random() < 0.2:
            await self.ask("ready", nonce=secrets.token_hex(16))
            await self.ask("unready")
        if self.status != "lobby":
            return
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
        if self.leaves and self.table["ply"] > 3:
            await self.ask("leave")
            self.gone = True
            return
        if self.table["ply"] >= self.room.plan.most_moves:
            if self.rng.random() < 0.3:
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
            legal = self.table["legal"] or self.legal()
            move = self.rng.choice(legal)
        await self.play(self.race, self.table["ply"], move)

    def legal(self) -> list[dict[str, Any]]:
        """The legal moves of somebody who did not ask for them: worked out from the view."""
        assert self.table is not None
        state = self.rules.state_of(View.from_json(self.table["view"]))
        return [self.rules.codec.to_json(move) for move in self.rules.legal(state).moves]

    # Talking. ------------------------------------------------------------------------------

    async def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Send a request; its answer, everything before it heard as well."""
        number = await self._line.send(kind, **fields)
        while True:
            message = await self.hear()
            if message.get("id") == number:
                return message

    async def hear(self) -> dict[str, Any]:
        """The next message, and what follows from it."""
        message = await self._line.next()
        match message["type"]:
            case "room":
                self.race, self.status = message["race"]["n"], message["race"]["status"]
                self.over = self.race if self.status == "over" else self.race - 1
            case "next_race":
                self.race, self.status, self.table = message["race"]["n"], "lobby", None
                self.frame = None
            case "countdown":
                self.status = "countdown"
            case "started":
                self.status = "running"
                self.room.began.set()
            case "over":
                self.over, self.status, self.frame = message["race"], "over", None
            case "frame":
                self.frame = message
            case "table":
                self.table, self.frame = message, None
            case "moved":
                self._moved(message)
        return message

    def _moved(self, message: dict[str, Any]) -> None:
        if self.table is None or message["ply"] <= self.table["ply"]:
            return
        piles = {**self.table["view"]["piles"], **message["changed"]["piles"]}
        piles = {name: pile for name, pile in piles.items() if pile is not None}
        view = {**self.table["view"], **message["changed"], "piles": piles}
        self.table = {**self.table, **message, "view": view}

    async def play(self, race: int, ply: int, move: Any) -> dict[str, Any]:
        self.last = {"race": race, "ply": ply, "move": move}
        return await self.ask("play", **self.last)

    # Misbehaving. --------------------------------------------------------------------------

    def _ply(self) -> int:
        return self.table["ply"] if self.table else 0

    async def garbage(self) -> None:
        """Frames that are no messages; their refusals are heard in passing."""
        await self._line.say(self.rng.choice(GARBAGE))

    async def illegal(self) -> None:
        """Moves of the right form that the rules forbid, or none of this game's."""
        wild = [wild_move(self.rules, self.rng) for _ in range(4)]
        moves: list[Any] = [
            *(self.rules.codec.to_json(move) for move in wild),
            self.rules.codec.to_text(wild[0]),
            {"kind": "deal"},
            {"kind": "deal", "stock": 3},
            "peek stock",
        ]
        move = self.rng.choice(moves)
        if not self._would_do(move):
            await self.ask("play", race=self.race, ply=self._ply(), move=move)

    def _would_do(self, move: object) -> bool:
        state = self.rules.state_of(View.from_json((self.table or {})["view"]))
        return is_legal(self.rules, state, move)

    async def another_ply(self) -> None:
        """A move from a position long gone, or yet to come."""
        for ply in (max(0, self._ply() - self.rng.randint(1, 5)), self._ply() + 1):
            move = self.rules.codec.to_text(wild_move(self.rules, self.rng))
            await self.ask("play", race=self.race, ply=ply, move=move)

    async def another_race(self) -> None:
        await self.ask("play", race=self.race + 1, ply=self._ply(), move="resign")

    async def again(self) -> None:
        """The last move once more, as after a lost acknowledgement."""
        if self.last and self.last["race"] == self.race:
            await self.ask("play", **self.last)

    async def take_back(self) -> None:
        """The last move, or the last few, whether this is allowed or not."""
        for _ in range(self.rng.choice([1, 1, 2, 4])):
            move = self.rng.choice(["undo", {"kind": "undo"}])
            await self.play(self.race, self._ply(), move)

    async def uncalled(self) -> None:
        """Lay a card, anywhere, before it has been called."""
        cells = [laid["cell"] for laid in (self.table or {})["view"]["grid"]]
        row, column = self.rng.choice(cells or [[0, 0]])
        move = f"place {row + self.rng.choice([0, 1])},{column + self.rng.choice([0, 1])}"
        await self.ask("play", race=self.race, ply=self._ply(), move=move)
        await self.look()

    async def ahead(self) -> None:
        """A move, and at once another one that cannot know what the first will turn up."""
        assert self.table is not None
        legal = self.table["legal"] or self.legal()
        if not legal:
            return
        ply = self.table["ply"]
        self.last = {"race": self.race, "ply": ply, "move": self.rng.choice(legal)}
        await self._line.send("play", **self.last)
        await self.ask("play", race=self.race, ply=ply + 1, move=self.rng.choice(legal))
        await self.look()

    async def look(self) -> None:
        await self.ask("look")

    async def deal_again(self) -> None:
        """A frame of a deal that is dealt already, or was never watched."""
        await self.ask("next_frame", race=self.race, frame=self.rng.choice([1, 2, 7, 8, 9]))

    async def peep(self) -> None:
        """Somebody else's board, now and then while one's own game is over."""
        await self.ask("watch_board", seat=self.rng.randrange(self.room.plan.seats))
        if self.rng.random() < 0.3:
            await self.ask("unwatch")

    async def tilt(self) -> None:
        """A card of one's own, or none at all."""
        pile = self.rng.choice(list(self.rules.layout))
        index = self.rng.choice([None, 0, 0, 1, 2, 5, 30])
        await self.ask("mark", race=self.race, pile=pile, index=index, tilt=self.rng.randrange(4))

    async def early_record(self) -> None:
        """The record of a race that is under way."""
        await self.ask("get_record", race=self.room.record.code)
        await self.ask("get_record", race=f"{self.room.record.code}-{self.race}")

    async def not_now(self) -> None:
        """What is asked for at the wrong time. The host asks for no rematch while the race may end
        under way: it would be granted."""
        kinds = ["start", "rematch", "unready"]
        if self.hosts:
            kinds = ["rematch"] if self.status == "lobby" else ["start", "unready"]
        for kind in kinds:
            await self.ask(kind)
        if self.status == "running":
            await self.ask("ready", nonce=secrets.token_hex(16))

    async def second_seat(self) -> None:
        """A stranger tries this seat, and one of the same name."""
        tape = self.room.record.tape("stranger", watcher=True)
        tape.tokens_tried.append(secrets.token_urlsafe(24))
        async with wire(self.room.url, self.room.record, tape) as line:
            await line.send("hello", protocol=[1], client="stranger")
            code, own = self.room.record.code, self.tape.token
            await line.send("join", code=code, name="somebody", token=own)
            await line.send("join", code=code, name=self.name.upper(), token=tape.tokens_tried[0])
            await line.send("resume", code=code, token=tape.tokens_tried[0])
            await line.send("play", race=self.race, ply=self._ply(), move="resign")
            await line.send("watch_board", seat=0)
            last = await line.send("watch", code=code)
            while (await line.next()).get("id") != last:
                pass

    async def read_pages(self) -> None:
        await self.room.pages.read(self.rng.choice(PAGES))

    async def take_over(self) -> None:
        """Resume on a second connection while the first still stands."""
        await self._come_back()

    async def cut(self) -> None:
        """Lose the line, sometimes with a move on its way, and come back."""
        if self._may_move() and self.status == "running" and self.rng.random() < 0.5:
            assert self.table is not None
            legal = self.table["legal"] or self.legal()
            if legal:
                move = self.rng.choice(legal)
                self.last = {"race": self.race, "ply": self.table["ply"], "move": move}
                await self._line.send("play", **self.last)
        self._line.socket.transport.abort()
        await self._come_back()

    async def slow(self) -> None:
        """Ask for much and read nothing for a while."""
        self._line.pause()
        for _ in range(5):
            await self._line.send("look")
        await self.room.pages.read("/metrics")
        self._line.go_on()
        await self.look()
