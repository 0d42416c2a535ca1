"""Machine players that do not give up: they come back after every cut and finish their race."""

import asyncio
import random
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.harness import Client, ServerProcess, client


@dataclass
class Bot:
    """A contestant, who enters by any of the servers each time. `acknowledged` has every move a
    server said was stored, by ply."""

    servers: Sequence[ServerProcess]
    name: str
    rng: random.Random
    most_moves: int = 10_000
    pause: float = 0.0
    token: str = field(default_factory=lambda: secrets.token_urlsafe(24))
    code: str = ""
    commitment: str = ""
    acknowledged: dict[int, tuple[Any, int]] = field(default_factory=dict)
    over: dict[str, Any] | None = None
    record: dict[str, Any] | None = None
    resumes: int = 0
    _sent: tuple[int, Any] | None = None
    begun: asyncio.Event = field(default_factory=asyncio.Event)

    async def run(self, code: asyncio.Future[str], game: str, bell_ms: int, seats: int) -> None:
        """Get in, race to the end, fetch the record; through any number of cuts."""
        while self.record is None:
            try:
                async with client(self.rng.choice(self.servers).url) as link:
                    await self._enter(link, code, game, bell_ms, seats)
                    await self._play(link, seats)
            except (OSError, ConnectionClosed, InvalidHandshake, TimeoutError, EOFError):
                await asyncio.sleep(0.05)

    async def _enter(
        self, link: Client, code: asyncio.Future[str], game: str, bell_ms: int, seats: int
    ) -> None:
        link.token = self.token
        if self.code:
            self.resumes += 1
            room = await link.ask("resume", code=self.code, token=self.token, legal=True)
            if room.get("code") == "unknown_seat":
                raise AssertionError("the seat was lost")
        elif self.name == "bot-0":
            room = await link.create(game, bell_ms, name=self.name)
            code.set_result(room["code"])
        else:
            room = await link.join(await code, self.name)
        if room["type"] != "room":
            raise ConnectionError(room)
        self.code = room["code"]
        self.commitment = room["race"]["commitment"]
        link.frames.clear()
        if room["race"]["status"] == "lobby" and len(room["members"]) == seats:
            await link.ready()  # everybody is there: nobody is left behind
        if room["race"]["status"] == "over":
            await self._finish(link)

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
                case "refused" if message["code"] == "storage_away":
                    await asyncio.sleep(0.1)
                    await link.send("look")
                case "refused" if message["code"] not in ("race_over", "game_over"):
                    await link.send("look")
                case "over":
                    self.over = message
                    await self._finish(link)

    def _note(self, message: dict[str, Any]) -> None:
        assert self._sent is not None
        ply, move = self._sent
        assert message["ply"] == ply + 1, (message, ply)
        self.acknowledged[ply] = (move, message["ms"])

    async def _move(self, link: Client, message: dict[str, Any]) -> None:
        if message["over"] is not None:
            return
        ply = message["ply"]
        unanswered = self._sent is not None and ply <= self._sent[0]
        if unanswered and self._sent is not None and ply == self._sent[0]:
            move = self._sent[1]
        elif ply >= self.most_moves or not message["legal"]:
            move = {"kind": "resign"}
        else:
            move = self.rng.choice(message["legal"])
        self._sent = ply, move
        await asyncio.sleep(self.pause)
        await link.send("play", race=message["race"], ply=ply, move=move)

    async def _finish(self, link: Client) -> None:
        answer = await link.ask("get_record", race=self.code)
        if answer["type"] == "record":
            self.record = answer["record"]


async def race(
    servers: ServerProcess | Sequence[ServerProcess],
    game: str,
    seats: int,
    *,
    bell_ms: int = 20_000,
    most_moves: int = 10_000,
    pause: float = 0.0,
    begun: asyncio.Event | None = None,
) -> list[Bot]:
    """So many bots race to the end; the bots. `begun` is set when the race has."""
    places = [servers] if isinstance(servers, ServerProcess) else servers
    code: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    bots = [
        Bot(
            places,
            f"bot-{i}",
            random.Random(f"{game}{i}"),
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
