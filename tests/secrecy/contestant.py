"""A machine player's seat and connection: enter a room, receive, move."""

import asyncio
import random
import secrets
from contextlib import AsyncExitStack
from typing import Any

from engine.view import View
from tests.secrecy.plans import Room
from tests.secrecy.recorder import Tape, Wire, wire

ACCOUNT_PASSWORD = "correct horse "
AGAIN_S = 0.1
"""Seconds before a repeat: a busy server counts as cut off from its store until it has caught
up."""


class Contestant:
    """A player with a seat. The first one of a room is its host."""

    def __init__(self, room: Room, name: str, rng: random.Random, *, late: bool = False) -> None:
        self.room, self.name, self.rng, self.late = room, name, rng, late
        self.tape: Tape = room.record.tape(name)
        self.hosts = name == "p0"
        self.has_account = False
        self.session: str | None = None
        self.rules = room.plan.rules()
        self.seat: int | None = None
        self.racing: set[int] = set()
        """The contestants of the current race."""
        self.over = 0
        self.race = 1
        self.status = "lobby"
        self.table: dict[str, Any] | None = None
        self.frame: dict[str, Any] | None = None
        self.last: dict[str, Any] | None = None
        self.gone = False
        self._line: Wire
        self._stack = AsyncExitStack()

    # Enter. --------------------------------------------------------------------------------

    async def begin(self) -> None:
        """Take a seat: the host's, or one in the room the host has opened."""
        plan = self.room.plan
        if not self.hosts:
            await (self.room.began if self.late else self.room.opened).wait()
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
            self.room.record.code, self.room.invite = answer["code"], answer["invite"]
            self.room.opened.set()
        else:
            await self._join()
        self.room.members += 1
        if self.room.members == plan.early:
            self.room.seated.set()

    async def _join(self) -> None:
        fields = {"code": self.room.record.code, "invite": self.room.invite, "name": self.name}
        legal = self.rng.random() < 0.8
        await self.ask("join", token=self.tape.token, legal=legal, **fields)

    async def _connect(self) -> None:
        line = await self._stack.enter_async_context(
            wire(self.room.url, self.room.record, self.tape)
        )
        self._line = line
        await self.ask("hello", protocol=[1], client="racer")
        if self.has_account:
            await self._sign_in()

    async def _sign_in(self) -> None:
        """Sign in on this connection, which is new or has another session."""
        if self.session is None:
            password = ACCOUNT_PASSWORD + secrets.token_hex(8)
            fields = {"password": password, "device": secrets.token_urlsafe(24)}
            answer = await self.ask("sign_up", name=self.name, **fields)
            assert answer["type"] == "signed_in", answer
            self.session = answer["session"]
        elif self.rng.random() < 0.7:  # or resume the seat without an account
            await self.ask("authenticate", session=self.session)

    async def come_back(self) -> None:
        """Resume the seat on another connection; a kicked player finds that they cannot."""
        await self._connect()
        self.table = None
        code, token = self.room.record.code, self.tape.token
        answer = await self.ask("resume", code=code, token=token, legal=True)
        if answer.get("code") in ("kicked", "unknown_seat"):  # kicked, just now or before
            await self._join()
            self.gone = True

    # Requests and messages. ----------------------------------------------------------------

    async def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Send a request, repeatedly while the store is unavailable. Return the answer, after
        handling all messages before it."""
        number = await self._line.send(kind, **fields)
        while True:
            message = await self.hear()
            if message.get("id") != number:
                continue
            if message.get("code") != "storage_away":
                return message
            await asyncio.sleep(AGAIN_S)
            number = await self._line.send(kind, **fields)

    async def hear(self) -> dict[str, Any]:
        """Receive the next message and react to it."""
        message = await self._line.next()
        match message["type"]:
            case "room":
                self.seat, self.race = message["seat"], message["race"]["n"]
                self.status = message["race"]["status"]
                self.over = self.race if self.status == "over" else self.race - 1
                self.racing = {m["seat"] for m in message["members"] if m["racing"]}
            case "next_race":
                self.race, self.status, self.table = message["race"]["n"], "lobby", None
                self.frame, self.racing = None, set()
            case "countdown":
                self.status, self.racing = "countdown", set(message["racing"])
            case "race_joined":
                self.racing.add(message["seat"])
            case "started":
                self.status = "running"
                self.room.began.set()
            case "over":
                self.over, self.status, self.frame = message["race"], "over", None
                self.room.began.set()
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

    # At the table. -------------------------------------------------------------------------

    async def play(self, race: int, ply: int, move: Any) -> dict[str, Any]:
        self.last = {"race": race, "ply": ply, "move": move}
        return await self.ask("play", **self.last)

    async def look(self) -> None:
        await self.ask("look")

    def legal(self) -> list[dict[str, Any]]:
        """The legal moves, computed from the view for a player who did not ask for them."""
        assert self.table is not None
        state = self.rules.state_of(View.from_json(self.table["view"]))
        return [self.rules.codec.to_json(move) for move in self.rules.legal(state).moves]

    def may_move(self) -> bool:
        table = self.table
        return table is not None and not table["over"] and table["race"] == self.race

    def ply(self) -> int:
        return self.table["ply"] if self.table else 0
