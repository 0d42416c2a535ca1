"""Players during fault tests: bots, some with accounts, and clients that never read."""

import asyncio
import contextlib
import random
import secrets
import socket
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from time import monotonic
from typing import Any

from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.bots import Bot, Place
from tests.harness import Client, client, connected

AGAIN_S = 0.4
BEHIND_S = 30.0
LOST_LINE = (OSError, ConnectionClosed, InvalidHandshake, TimeoutError, EOFError)
MEMBER = "Member"
ASKS = 20
"""Requests that a client which does not read sends at a time."""


@dataclass
class Racer(Bot):
    """A bot that may have an account. Requests refused before the deal are repeated on a new
    connection."""

    session: str | None = None
    unknown_since: float | None = None

    async def _enter(
        self, link: Client, code: asyncio.Future[str], game: str, bell_ms: int, seats: int
    ) -> None:
        if self.session is not None:
            answer = await link.ask("authenticate", session=self.session)
            if answer["type"] == "refused":
                raise ConnectionError(answer)
        await super()._enter(link, code, game, bell_ms, seats)
        self.unknown_since = None

    @property
    def is_waiting(self) -> bool:
        """Whether a move was sent whose answer is not known."""
        return bool(self._sent_at.keys() - self.acknowledged.keys())

    def seat_lost(self, why: str) -> None:
        """Tolerate a lost seat for a while: a server on a replica that is behind may not know it
        yet."""
        self.unknown_since = self.unknown_since or monotonic()
        if monotonic() - self.unknown_since > BEHIND_S:
            super().seat_lost(why)

    async def _look_again(self, link: Client, refused: dict[str, Any]) -> None:
        if not self.begun.is_set():
            raise ConnectionError(refused["code"])
        await super()._look_again(link, refused)


class Member:
    """An account: a name and its session."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.session = ""

    async def sign_up(self, place: Place, *, bot: bool) -> None:
        async with client(place.url) as link:
            answer = await link.ask(
                "sign_up", name=self.name, password=secrets.token_urlsafe(12), bot=bot
            )
            assert answer["type"] != "refused", answer
            self.session = answer["session"]


async def members(place: Place, number: int) -> list[Member]:
    """New accounts, every other one of a bot."""
    made = [Member(f"{MEMBER} {_letters(n)}") for n in range(number)]
    for n, member in enumerate(made):
        await member.sign_up(place, bot=n % 2 == 1)
    return made


def _letters(number: int) -> str:
    return "".join(chr(ord("a") + (number // 26**power) % 26) for power in range(3))


def racers(
    places: Sequence[Place],
    game: str,
    seats: int,
    who: Sequence[Member],
    *,
    terms: dict[str, Any] | None = None,
    pause: float = 0.0,
    again_s: float = AGAIN_S,
) -> list[Racer]:
    """This many racers, with these members among them."""
    made: list[Racer] = []
    for i in range(seats):
        member = who[i - 1] if 0 < i <= len(who) else None
        racer = Racer(
            places,
            member.name if member else f"bot-{i}",
            random.Random(f"{game}{i}"),
            terms or {},
            pause=pause,
            again_s=again_s,
            session=member.session if member else None,
        )
        made.append(racer)
    return made


async def race(racers: Sequence[Racer], game: str, bell_ms: int) -> Sequence[Racer]:
    """Run a race to its end."""
    code: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    async with asyncio.TaskGroup() as group:
        for racer in racers:
            group.create_task(racer.run(code, game, bell_ms, len(racers)))
    return racers


class Deaf:
    """Connects, sends requests without reading until it is cut off, and repeats."""

    def __init__(self, places: Sequence[Place], rng: random.Random) -> None:
        self.let_go = 0
        self._places = places
        self._rng = rng

    async def run(self) -> None:
        while True:
            with contextlib.suppress(*LOST_LINE):
                await self._line(self._rng.choice(self._places))
                self.let_go += 1
            await asyncio.sleep(AGAIN_S)

    async def _line(self, place: Place) -> None:
        """One connection, until the server closes it."""
        address = place.url.removeprefix("ws://").split("/")[0]
        host, _, port = address.partition(":")
        made = socket.socket()
        made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        made.setblocking(False)
        try:
            await asyncio.get_running_loop().sock_connect(made, (host, int(port)))
            line = await connected(place.url, sock=made, max_queue=1)
        except BaseException:
            made.close()
            raise
        numbers = count(2)
        try:
            await line.send('{"type": "hello", "id": 1, "protocol": [1], "client": "deaf"}')
            while True:
                for number in (next(numbers) for _ in range(ASKS)):
                    await line.send(f'{{"type": "list_dailies", "id": {number}}}')
                await asyncio.sleep(1)
        except ConnectionClosed:
            return
        finally:
            line.transport.abort()
