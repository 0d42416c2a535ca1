"""Bots that reconnect after every cut and finish their race."""

import asyncio
import random
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, Protocol

from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.harness import BELL_MS, Client, ServerProcess, client

UNDO = {"kind": "undo"}
LONGEST_LINE_S = 150.0
"""Seconds after which a connection is dropped, whatever it waits for: one whose server was killed
may wait for ever to be closed."""
UNDOING = 0.1
"""How often a bot takes a move back, where that is allowed."""


class Place(Protocol):
    """The address of a server."""

    @property
    def url(self) -> str: ...


@dataclass
class Bot:
    """A contestant who uses any of the servers at each connect. `acknowledged` has every
    acknowledged move by ply; `waited` when a move was first sent and when it was acknowledged."""

    servers: Sequence[Place]
    name: str
    rng: random.Random
    terms: dict[str, Any] = field(default_factory=dict)
    most_moves: int = 10_000
    pause: float = 0.0
    token: str = field(default_factory=lambda: secrets.token_urlsafe(24))
    code: str = ""
    commitment: str = ""
    acknowledged: dict[int, tuple[Any, int]] = field(default_factory=dict)
    over: dict[str, Any] | None = None
    record: dict[str, Any] | None = None
    resumes: int = 0
    again_s: float = 0.05
    waited: dict[int, tuple[float, float]] = field(default_factory=dict)
    _sent_at: dict[int, float] = field(default_factory=dict)
    _sent: dict[int, Any] = field(default_factory=dict)
    _asked: dict[int, tuple[int, Any]] = field(default_factory=dict)
    """The move and its ply by request id, on this connection."""
    _may_undo: bool = False
    begun: asyncio.Event = field(default_factory=asyncio.Event)

    async def run(self, code: asyncio.Future[str], game: str, bell_ms: int, seats: int) -> None:
        """Enter, race to the end, and fetch the record, through any number of cuts."""
        while self.record is None:
            try:
                async with (
                    asyncio.timeout(LONGEST_LINE_S),
                    client(self.rng.choice(self.servers).url) as link,
                ):
                    await self._enter(link, code, game, bell_ms, seats)
                    await self._play(link, seats)
            except (OSError, ConnectionClosed, InvalidHandshake, TimeoutError, EOFError):
                await asyncio.sleep(self.again_s)

    async def _enter(
        self, link: Client, code: asyncio.Future[str], game: str, bell_ms: int, seats: int
    ) -> None:
        link.token = self.token
        if self.code:
            self.resumes += 1
            room = await link.ask("resume", code=self.code, token=self.token, legal=True)
            if room.get("code") == "unknown_seat":
                self.seat_lost(room["error"])
        elif self.name == "bot-0":
            room = await link.create(game, bell_ms, name=self.name, terms=self.terms)
            if room["type"] == "room":
                code.set_result(room["code"])
        else:
            room = await link.join(await code, self.name)
            if room.get("code") == "already_joined":  # the answer was lost with the connection
                self.code = await code
        if room["type"] != "room":
            raise ConnectionError(room)
        self.code = room["code"]
        self.commitment = room["race"]["commitment"]
        link.frames.clear()
        self._asked.clear()
        if room["race"]["status"] == "lobby" and len(room["members"]) == seats:
            await link.ready()  # everybody is there, so nobody misses the start
        if room["race"]["status"] == "over":
            await self._finish(link)

    def seat_lost(self, why: str) -> None:
        """Handle a server that does not know the seat."""
        raise AssertionError(f"the seat was lost: {why}")

    async def _play(self, link: Client, seats: int) -> None:
        while self.record is None:
            message = await link.receive()
            match message["type"]:
                case "joined" if message["seat"] == seats - 1:
                    await link.send("ready", nonce=secrets.token_hex(16))
                case "table":
                    self.begun.set()
                    await self._move(link, message)
                case "frame" if message["frame"] < message["of"]:
                    n, frame = message["race"], message["frame"] + 1
                    await link.send("next_frame", race=n, frame=frame)
                case "moved":
                    self._note(message)
                    await self._move(link, message)
                case "refused":
                    await self._look_again(link, message)
                case "over":
                    self.over = message
                    await self._finish(link)

    async def _look_again(self, link: Client, refused: dict[str, Any]) -> None:
        """After a refused move, ask for the server's state, unless the game is over there."""
        code = refused["code"]
        if code == "illegal_move":
            ply, move = self._asked[refused["id"]]
            assert move == UNDO, (refused, move)
            if self._sent.get(ply) == UNDO:  # a repeated undo is refused twice
                del self._sent[ply], self._sent_at[ply]
            self._may_undo = False  # otherwise it would be tried for ever
        if code == "storage_away":
            await asyncio.sleep(0.1)
        if code not in ("race_over", "game_over"):
            await link.send("look")

    def _note(self, message: dict[str, Any]) -> None:
        if message["id"] is None:
            return  # the server has laid a called card for us
        ply = message["ply"] - 1
        self.acknowledged[ply] = (self._sent[ply], message["ms"])
        self.waited[ply] = (self._sent_at[ply], monotonic())

    async def _move(self, link: Client, message: dict[str, Any]) -> None:
        if message["over"] is not None:
            return
        if self.terms.get("format") == "caller" and not message["legal"]:
            return  # the next card has not been called
        ply = message["ply"]
        if ply < max(self._sent, default=0) or ply in self.acknowledged:
            return  # an older board: the server has more moves
        if ply in self._sent:
            move = self._sent[ply]
        elif ply >= self.most_moves or not message["legal"]:
            move = {"kind": "resign"}
        elif self._may_undo and self.rng.random() < UNDOING:
            move = UNDO
        else:
            move = self.rng.choice(message["legal"])
            self._may_undo = self.terms.get("take_back", "none") != "none"
        self._sent[ply] = move
        await asyncio.sleep(self.pause)
        self._sent_at.setdefault(ply, monotonic())
        request = await link.send("play", race=message["race"], ply=ply, move=move)
        self._asked[request] = ply, move

    async def _finish(self, link: Client) -> None:
        answer = await link.ask("get_record", race=self.code)
        if answer["type"] == "record":
            self.record = answer["record"]


async def race(
    servers: ServerProcess | Sequence[Place],
    game: str,
    seats: int,
    *,
    terms: dict[str, Any] | None = None,
    bell_ms: int = BELL_MS,
    most_moves: int = 10_000,
    pause: float = 0.0,
    begun: asyncio.Event | None = None,
) -> list[Bot]:
    """Run a race of this many bots to its end, and return them. `begun` is set when the race has
    begun."""
    places = [servers] if isinstance(servers, ServerProcess) else servers
    code: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    bots = [
        Bot(
            places,
            f"bot-{i}",
            random.Random(f"{game}{i}"),
            terms or {},
            most_moves,
            pause,
            begun=begun or asyncio.Event(),
        )
        for i in range(seats)
    ]
    async with asyncio.TaskGroup() as group:
        for bot in bots:
            group.create_task(bot.run(code, game, bell_ms, seats))
    return bots
