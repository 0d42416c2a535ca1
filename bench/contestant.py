"""Contestants that cost the driver little: one in each race computes the moves, the others repeat
them.

All boards of a race have the same deal, so a move that is legal on the leader's board is legal on
every board on which the same moves were made before. The leader makes random moves, which it
computes with the engine from the views it receives. Followers send the same moves, each at its own
pace, without the engine.
"""

import asyncio
import json
import secrets
from collections.abc import Callable
from random import Random
from typing import Any

from bench.meter import Meter
from bench.talker import Talker
from client_cli.load.contestant import AFTER_THE_END, MOVED, PROGRESS
from client_cli.load.latency import SpectatorLatency
from engine.games import AnyGame, game
from engine.view import View

GIVE_UP = 4_900
"""Moves after which the leader resigns, because a race of Uncle Remus may go on for ever."""

BELL_MS = 24 * 3_600_000
AWAY = "storage_away"
AGAIN_S = 1.0
"""Seconds after which a request that was refused because the store is away is sent again."""


class Script:
    """The moves of one race, as far as its leader has computed them. `waiting` are called when the
    next move is added."""

    def __init__(self, race: int) -> None:
        self.race = race
        self.moves: list[str] = []
        self.waiting: list[Callable[[], None]] = []

    def add(self, move: str) -> None:
        self.moves.append(move)
        waiting, self.waiting = self.waiting, []
        for resume in waiting:
            resume()


class Party:
    """The contestants of one room, for race after race. `pause` is the seconds between two moves of
    a contestant, and `legal` asks the server to send legal moves."""

    def __init__(self, slug: str, meter: Meter, pause: float, legal: bool) -> None:
        self.game: AnyGame = game(slug)
        self.meter = meter
        self.pause = pause
        self.legal = legal
        self.seats: list[Contestant] = []
        self.sight: SpectatorLatency | None = None
        self._watcher: Watcher | None = None
        self._script = Script(0)

    async def gather(self, url: str, contestants: int, rng: Random) -> None:
        """Open a room, fill it and say ready for everybody. After that the races go on by
        themselves."""
        for i in range(contestants):
            seat = self.member(i, rng)
            self.seats.append(seat)
            await seat.dial(url)
            await seat.enter(f"bot {i}", self.seats[0].code)
        if self.sight is not None:
            self._watcher = Watcher(self, rng)
            await self._watcher.dial(url)
            await self._watcher.watch(self.seats[0].code)
        self.ready()

    def member(self, number: int, rng: Random) -> "Contestant":
        """Return a new contestant: number 0 is the leader, all others follow."""
        return Leader(self, rng) if number == 0 else Contestant(self, rng)

    def ready(self) -> None:
        for seat in self.seats:
            seat.ask("ready", nonce=secrets.token_hex(16))
        if len(self.seats) == 1:
            self.seats[0].ask("start")

    def script(self, race: int) -> Script:
        """Return the script of a race. The script of the race before is forgotten."""
        if self._script.race != race:
            self._script = Script(race)
        return self._script

    def close(self) -> None:
        for seat in self.seats:
            seat.close()
        if self._watcher is not None:
            self._watcher.close()


class Contestant(Talker):
    """A seat that sends the moves of the script."""

    def __init__(self, party: Party, rng: Random) -> None:
        super().__init__(party.meter, party.pause, rng)
        self.code = ""
        self.number = 0
        self.party = party
        self.race = 0
        self.ply = 0
        self._id = 0
        self._awaited: asyncio.Future[dict[str, Any]] | None = None

    async def enter(self, name: str, code: str) -> None:
        """Take a seat in the room with this code, or in a new room if it is empty."""
        await self._answer("hello", protocol=[1], client="bench")
        seat = {"name": name, "token": secrets.token_urlsafe(24), "legal": self.party.legal}
        if code:
            room = await self._answer("join", code=code, **seat)
        else:
            slug = self.party.game.slug
            room = await self._answer("create", game=slug, bell_ms=BELL_MS, **seat)
        self.code, self.number = room["code"], room["seat"]

    def ask(self, kind: str, **fields: object) -> None:
        self._id += 1
        self.send(json.dumps({"type": kind, "id": self._id, **fields}).encode())

    async def _answer(self, kind: str, **fields: object) -> dict[str, Any]:
        while True:
            self._awaited = self._loop.create_future()
            self.ask(kind, **fields)
            async with asyncio.timeout(60):
                answer = await self._awaited
            if answer["type"] != "refused":
                return answer
            if answer["code"] != AWAY:
                raise RuntimeError(answer["error"])
            await asyncio.sleep(AGAIN_S)

    def hear(self, data: bytes) -> None:
        if data.startswith(MOVED):
            self.answered(data)
            self.ply += 1
            if self.party.sight is not None:
                self.party.sight.stored(self.race, self.number, self.ply)
            self.moved(data)
            self.follow()
        elif not data.startswith(PROGRESS):
            self._event(json.loads(data))

    def _event(self, message: dict[str, Any]) -> None:
        kind = message["type"]
        awaited = self._awaited
        if awaited is not None and not awaited.done() and message.get("id") == self._id:
            awaited.set_result(message)
        elif kind == "table" and message["over"] is None:
            self.race, self.ply = message["race"], 0
            self.dealt(message)
            self.begin()
        elif kind == "over":
            self.still()
            self.race_over()
        elif kind == "refused" and message["code"] not in AFTER_THE_END:
            self.meter.failed(message["code"])

    def dealt(self, message: dict[str, Any]) -> None:
        """Called with the board of a new race."""

    def moved(self, data: bytes) -> None:
        """Called with the answer to a move."""

    def race_over(self) -> None:
        """Called when the race is over for everybody."""

    def go_on(self) -> None:
        script = self.party.script(self.race)
        if self.ply < len(script.moves):
            self._id += 1
            self.send(
                b'{"type":"play","id":%d,"race":%d,"ply":%d,"move":"%s"}'
                % (self._id, self.race, self.ply, script.moves[self.ply].encode())
            )
        else:
            script.waiting.append(self._resume)

    def _resume(self) -> None:
        self.late()
        self.go_on()


class Watcher(Contestant):
    """A connection without a seat that receives the numbers of all contestants."""

    async def watch(self, code: str) -> None:
        await self._answer("hello", protocol=[1], client="bench")
        await self._answer("watch", code=code)

    def hear(self, data: bytes) -> None:
        if data.startswith(PROGRESS) and self.party.sight is not None:
            self.party.sight.progress(data)
        elif not data.startswith(PROGRESS):
            self._event(json.loads(data))


class Leader(Contestant):
    """The host of the room, who computes the moves and asks for the next race."""

    _view: View

    def dealt(self, message: dict[str, Any]) -> None:
        self._view = View.from_json(message["view"])
        self._choose()

    def moved(self, data: bytes) -> None:
        message = json.loads(data)
        self._view = self._view.after(View.from_json(message["changed"]))
        if message["over"] is None:
            self._choose()

    def race_over(self) -> None:
        self.meter.race_over()
        self.ask("rematch")

    def _event(self, message: dict[str, Any]) -> None:
        super()._event(message)
        if message["type"] == "next_race":
            self.party.ready()

    def _choose(self) -> None:
        rules = self.party.game
        moves = rules.legal(rules.state_of(self._view)).moves
        resigning = self.ply >= GIVE_UP or not moves
        move = "resign" if resigning else rules.codec.to_text(self._rng.choice(moves))
        self.party.script(self.race).add(move)
