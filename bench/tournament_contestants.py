"""The contestants of a simulated tournament, who enter, follow it and race every round.

Like the client `patience`, each has one connection that follows the tournament, and one to the room
of each round. To save work, one of them computes the moves and the others repeat them, and a
message that all followers get is parsed once. Times are wall-clock seconds, because the server's
times on the same machine are wall-clock too.
"""

import asyncio
import json
import secrets
from array import array
from collections import Counter
from random import Random
from time import time

from bench.contestant import AGAIN_S, Script
from bench.servers import Served
from client_cli.load.websocket import LoadWebSocket, dial
from engine.games import AnyGame
from engine.view import View
from server.accounts.credentials import SessionToken

FEWEST, MOST = 2, 6
"""Least and largest number of moves of a contestant before giving up, so that their progress
differs."""
HELLO = b'{"type":"hello","id":1,"protocol":[1],"client":"bench"}'
RESIGN = "resign"
AWAY = b'"storage_away"'


class Door:
    """Notes when each of `crowd` contestants reached a step, and when all of them have."""

    def __init__(self, crowd: int) -> None:
        self.at = array("d")
        self.all_through = asyncio.Event()
        self._left = crowd

    def enter(self) -> None:
        self.at.append(time())
        self._left -= 1
        if not self._left:
            self.all_through.set()


class Doors:
    """The steps of a round that every contestant reaches: `called` (told of their room), `seated`,
    `dealt` to, `done` (the game is over), and `told` the table."""

    def __init__(self, crowd: int) -> None:
        self.called, self.seated, self.dealt, self.done, self.told = (Door(crowd) for _ in range(5))


class Evening:
    """What all contestants of a tournament share, and counts of what they receive. `pause` is the
    seconds between two moves of a contestant. `again` counts requests that were sent again because
    the store was away."""

    def __init__(
        self, served: Served, code: str, rules: AnyGame, contestants: int, pause: float
    ) -> None:
        self.served, self.code, self.rules, self.pause = served, code, rules, pause
        self.messages, self.bytes = Counter[str](), Counter[str]()
        self.errors, self.again = Counter[str](), 0
        self.contestants = contestants
        self.over = Door(contestants)
        self.next_round()
        self._head, self._seats = b"", (0, dict[int, str]())

    def next_round(self) -> None:
        self.doors, self.script = Doors(self.contestants), Script(0)

    def heard(self, line: str, data: bytes) -> str:
        """Count a message and return its type. `line` names the kind of connection."""
        at = data.find(b'"type":"', 0, 40) + 8  # a whole tournament begins with other fields
        kind = data[at : data.index(b'"', at)].decode() if at >= 8 else "tournament"
        self.messages[f"{line} {kind}"] += 1
        self.bytes[f"{line} {kind}"] += len(data)
        if kind == "refused" and AWAY in data:
            self.again += 1
        elif kind == "refused":
            self.failed(json.loads(data)["code"])
        return kind

    def failed(self, what: str) -> None:
        self.errors[what or "a line was lost"] += 1

    def seats(self, data: bytes) -> tuple[int, dict[int, str]]:
        """Return the number of the round whose lobby is open, and the code of each entrant's
        room."""
        head = data[: data.index(b'"code"')]
        if head != self._head:
            [each] = [r for r in json.loads(data)["rounds"] if r["state"] == "lobby"]
            rooms = {one: heat["room"] for heat in each["heats"] for one in heat["entrants"]}
            self._head, self._seats = head, (each["number"], rooms)
        return self._seats


class Asker:
    """A connection with an account, on which one request is sent after the other."""

    def __init__(self, served: Served, session: SessionToken) -> None:
        self._served, self._session = served, session
        self._wire: LoadWebSocket | None = None
        self._awaited: asyncio.Future[bytes] | None = None

    async def connect(self) -> None:
        self._wire = await dial(self._served.url, self.hear, self.lost)
        self._wire.say(HELLO)
        await self._answer()
        await self.ask("authenticate", session=self._session.token)

    async def ask(self, kind: str, **fields: object) -> bytes:
        if self._wire is None:
            raise RuntimeError("connect first")
        while True:
            self._wire.say(json.dumps({"type": kind, "id": 1, **fields}).encode())
            answer = await self._answer()
            if AWAY not in answer[:80]:
                return answer
            await asyncio.sleep(AGAIN_S)

    async def _answer(self) -> bytes:
        self._awaited = asyncio.get_running_loop().create_future()
        return await self._awaited

    def hear(self, data: bytes) -> None:
        news = data.startswith(b'{"type":"tournament_changed"')
        if not news and self._awaited is not None and not self._awaited.done():
            self._awaited.set_result(data)

    def lost(self, why: str) -> None:
        if self._awaited is not None and not self._awaited.done():
            self._awaited.set_exception(ConnectionError(why))

    def close(self) -> None:
        if self._wire is not None:
            self._wire.close()


class Contestant(Asker):
    """An entrant, from entering until the tournament is over. Number 0 is the leader, who computes
    the moves."""

    def __init__(self, evening: Evening, number: int, session: SessionToken) -> None:
        super().__init__(evening.served, session)
        self._e, self._number = evening, -1
        self._token, self._rng = secrets.token_urlsafe(24), Random(number)
        self._leads = number == 0
        self._racing: LoadWebSocket | None = None
        self._seat = b""
        self._in_round = self._told = self._ply = self._most = 0
        self._view: View | None = None

    # The connection that follows the tournament. ----------------------------------------------

    async def enter(self) -> None:
        """Connect, log in, enter the tournament and check in."""
        await self.connect()
        await self.ask("enter_tournament", code=self._e.code)
        nonce = secrets.token_hex(16)
        await self.ask("check_in_tournament", code=self._e.code, nonce=nonce, token=self._token)

    async def follow(self) -> None:
        told = json.loads(await self.ask("follow_tournament", code=self._e.code))
        self._number = told["mine"]

    def lost(self, why: str) -> None:
        self._e.failed(why)
        super().lost(why)

    def hear(self, data: bytes) -> None:
        kind = self._e.heard("follow", data)
        super().hear(data)
        if self._number < 0 or not kind.startswith("tournament"):
            return
        if b'"state":"lobby"' in data:
            number, rooms = self._e.seats(data)
            if number > self._in_round:
                self._in_round = number
                self._e.doors.called.enter()
                asyncio.get_running_loop().create_task(self._sit(rooms[self._number]))
        elif self._told < self._in_round and b'"state":"table"' in data:
            self._told = self._in_round
            self._e.doors.told.enter()
        if b'"status":"finished"' in data:
            self._e.over.enter()

    # The connection to the room of a round. ---------------------------------------------------

    async def _sit(self, room: str) -> None:
        e = self._e
        self._ply, self._view = 0, None
        self._most = MOST if self._leads else self._rng.randint(FEWEST, MOST)
        try:
            self._racing = await dial(e.served.url, self._races, e.failed)
        except OSError as error:
            e.failed(str(error))
            return
        self._racing.say(HELLO)
        seat = {"type": "resume", "id": 2, "code": room, "token": self._token}
        self._seat = json.dumps(seat).encode()
        self._racing.say(self._seat)

    def leave(self) -> None:
        """Close the connection to the room."""
        if self._racing is not None:
            self._racing.close()
            self._racing = None

    def close(self) -> None:
        self.leave()
        super().close()

    def _races(self, data: bytes) -> None:
        match self._e.heard("room", data):
            case "refused" if AWAY in data:
                asyncio.get_running_loop().call_later(AGAIN_S, self._try_again)
            case "room":
                self._seat = b""
                self._e.doors.seated.enter()
            case "table" if b'"over":null' in data:
                self._dealt(data)
            case "moved":
                self._moved(data)

    def _try_again(self) -> None:
        if self._racing is not None and self._seat:
            self._racing.say(self._seat)
        else:
            self._play()

    def _dealt(self, data: bytes) -> None:
        self._e.doors.dealt.enter()
        if self._leads:
            self._view = View.from_json(json.loads(data)["view"])
            self._choose()
        self._later(0 if self._leads else self._e.pause * self._rng.random())

    def _moved(self, data: bytes) -> None:
        self._ply += 1
        if b'"over":null' not in data:
            self._e.doors.done.enter()
            return
        if self._leads and self._view is not None:
            self._view = self._view.after(View.from_json(json.loads(data)["changed"]))
            self._choose()
        self._later(self._e.pause)

    def _choose(self) -> None:
        """Add the next move to the script, for all who have not given up by then."""
        if self._view is not None:
            rules = self._e.rules
            moves = rules.legal(rules.state_of(self._view)).moves
            move = rules.codec.to_text(self._rng.choice(moves)) if moves else RESIGN
            self._e.script.add(move)

    def _later(self, pause: float) -> None:
        asyncio.get_running_loop().call_later(pause, self._play)

    def _play(self) -> None:
        script = self._e.script
        if self._ply < self._most and self._ply >= len(script.moves):
            script.waiting.append(self._play)
        elif self._racing is not None:
            move = script.moves[self._ply] if self._ply < self._most else RESIGN
            said = {"type": "play", "id": self._ply + 3, "race": 1, "ply": self._ply, "move": move}
            self._racing.say(json.dumps(said).encode())
