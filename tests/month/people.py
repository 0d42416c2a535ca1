"""Simulated users: accounts, login, and visits that are cut short."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from math import inf
from random import Random
from typing import Any

from websockets.exceptions import ConnectionClosed, InvalidHandshake

from server.observability.error_log import traceback
from tests.month.diary import Diary
from tests.month.house import House
from tests.month.line import Line, line

PASSWORD = "correct horse"


@dataclass
class Person:
    """A user, with an account after registration. `token` is that of their seats."""

    name: str
    chance: Random
    bot: bool = False
    session: str = ""
    recovery: str = ""
    token: str = field(default_factory=lambda: secrets.token_urlsafe(24))
    door: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Allows one registration or change of credentials at a time."""
    gone: bool = False
    left_behind: str = ""
    """The room of a race they left."""
    hides_since_s: float = inf
    """When they hid from their friends, in seconds that the machine was awake."""
    lets_watch: bool = False
    """Whether friends may watch their races."""

    @property
    def seat(self) -> dict[str, Any]:
        return {"token": self.token, "legal": True}


@dataclass
class Town:
    """The whole simulation: the server, its users and the diary. `redis` connects to its store."""

    house: House
    diary: Diary
    chance: Random
    redis: Any
    people: list[Person] = field(default_factory=list)
    promised: dict[str, str] = field(default_factory=dict)
    """Commitments told before the deal, by daily deal."""
    played_until: dict[str, int] = field(default_factory=dict)
    """By daily deal: the server time until which a try that was begun may last."""
    raced: list[str] = field(default_factory=list)
    """Races in rooms that have ended."""

    @property
    def here(self) -> list[Person]:
        return [one for one in self.people if not one.gone]

    def some(self, count: int) -> list[Person]:
        """So many users with an account, or all if there are fewer."""
        here = [one for one in self.here if not one.bot]
        return self.chance.sample(here, min(count, len(here)))

    @asynccontextmanager
    async def line(self) -> AsyncIterator[Line]:
        """A guest's connection."""
        async with line(self.house.url) as made:
            try:
                yield made
            finally:
                self.diary.refused.update(made.refused)

    @asynccontextmanager
    async def visit(self, one: Person) -> AsyncIterator[Line]:
        """A connection of a user, who registers at the first visit."""
        async with self.line() as made:
            async with one.door:
                await self._enter(made, one)
            yield made

    async def _enter(self, made: Line, one: Person) -> None:
        asked: dict[str, Any] = {"name": one.name, "password": PASSWORD}
        if one.gone:
            raise ConnectionRefusedError
        if not one.session:
            answer = await made.ask("sign_up", **asked, bot=one.bot)
            one.recovery = answer.get("recovery", "")
            if answer["type"] == "refused":  # it was stored before the store became unavailable
                answer = await made.ask("log_in", **asked)
        else:
            answer = await made.ask("authenticate", session=one.session)
            if answer["type"] == "refused":  # all sessions have been ended meanwhile
                answer = await made.ask("log_in", **asked)
        assert answer["type"] == "signed_in", answer
        one.session = answer["session"] or one.session

    async def calmly(self, what: str, doing: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Run an activity. That the server closes meanwhile is expected; any other exception is
        noted as a fault and does not end the month."""
        try:
            await doing()
            self.diary.did[what] += 1
        except (ConnectionClosed, InvalidHandshake, OSError):
            self.diary.cut[what] += 1
        except Exception as error:
            self.diary.wrong.append(f"{what}: {traceback(error.__traceback__)}: {error!r}"[:600])


def nonce() -> str:
    return secrets.token_hex(16)
