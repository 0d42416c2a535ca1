"""Made-up rooms for tests of crowns. Their events are stored as a server stores them, at times that
the test sets."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from engine.crowns.json_form import from_json
from engine.crowns.run import Award
from engine.crowns.time_limits import Limits
from protocol.codes import ALPHABET
from protocol.from_client import Create, Join
from server.crowns.service import CrownService
from server.rooms import commands, membership
from server.rooms.commands import SeatOwner
from server.rooms.events import (
    Attached,
    CountdownBegun,
    Detached,
    RaceEnded,
    RaceHeld,
    RaceStarted,
    ReadySet,
    SeatCovered,
    SeatLeft,
    StoredEvent,
)
from server.rooms.state import Room
from server.rooms.store import RoomStore
from server.store import keys
from tests.engine.crown_candidate import CROWNS, GAMES, LETTERS, MIN, S
from tests.stores import RedisProcess, engines

NOON = 1_795_262_400_000
"""2026-11-21, 12:00 Coordinated Universal Time."""
HOW = {"w": ("won", "-"), "l": ("lost", "stuck"), "r": ("lost", "resigned")}


class Parlour:
    """A store, and an account that plays one game of the five after the other, each in a room of
    its own."""

    def __init__(self, redis: RedisProcess, limits: Limits) -> None:
        self.process = redis
        self.limits = limits
        self.now = NOON
        self.account = "anna"
        self.room = Room("000000")
        self.seat = 0
        self.rooms = 0
        self.deaf = False
        """Whether nobody tells what is stored, as when a process dies."""
        self.open()

    def open(self) -> None:
        """As another process would, knowing nothing but the store."""
        self.store = RoomStore(self.process.url)
        self.crowns = CrownService(self.store, self.limits)

    async def restart(self) -> None:
        """Everything is killed, the store as well, and comes back with what was stored."""
        await self.close()
        await self.process.kill()
        await self.process.start()
        self.open()
        await self.store.open()

    async def close(self) -> None:
        await self.store.close()

    def wait(self, ms: int) -> "Parlour":
        self.now += ms
        return self

    # What happens in rooms. -------------------------------------------------------------------

    async def append(self, *events: StoredEvent) -> None:
        """These events, after those that a server has stored meanwhile, such as a lost line."""
        while (room := await self.store.append(self.room, events)) is None:
            self.room, _ = await self.store.room(self.room)
        self.room = room
        await self.tell()

    async def tell(self) -> None:
        if not self.deaf:
            await self.crowns.apply_room(self.room.code, self.now)

    async def sit_down(self, game: str, **terms: Any) -> None:
        """A room of its own for this game."""
        self.rooms += 1
        self.room = Room("".join(ALPHABET[(self.rooms // 32**i) % 32] for i in range(6)))
        options = terms.pop("options", {})
        sitter = {"bot": SeatOwner("anna", True), "guest": SeatOwner()}.get(terms.pop("sitter", ""))
        guest_first = terms.pop("guest_first", False)
        asked = Create.model_validate(
            {
                "id": 1,
                "type": "create",
                "name": "Anna",
                "token": "x" * 32,
                "game": game,
                "options": options,
                "terms": terms,
                "bell_ms": 120 * MIN,
            }
        )
        secret = self.rooms.to_bytes(32, "big")
        mine = sitter or SeatOwner(self.account)
        first = SeatOwner() if guest_first else mine
        made = commands.create(asked, "a:1", secret, "word", self.now, first)
        seats = keys.account_part(self.account, "seats")
        await self.store.others.zadd(seats, {f"{self.room.code} 0": self.now})
        await self.append(*made)
        self.seat = int(guest_first)
        if guest_first:
            join = Join(id=2, type="join", code=self.room.code, name="Bea", token="y" * 32)
            await self.append(*membership.join(self.room, join, "a:2", self.now, mine))

    async def begin(self, letter: str, **terms: Any) -> None:
        await self.sit_down(GAMES[letter], **terms)
        await self.race()

    async def race(self) -> None:
        """The race of the room, at once."""
        await self.countdown(0)
        await self.started()

    async def ready(self) -> None:
        nonce = "00" * 16
        await self.append(ReadySet(at=self.now, by="seat", seat=self.seat, nonce=nonce))

    async def countdown(self, ms: int) -> None:
        if self.seat not in self.room.race.nonces:
            await self.ready()
        n, zero = self.room.race.n, self.now + ms
        racing = tuple(self.room.race.nonces)
        await self.append(CountdownBegun(at=self.now, by="host", n=n, zero_at=zero, racing=racing))

    async def started(self) -> None:
        await self.append(RaceStarted(at=self.now, by="server", n=self.room.race.n))

    @property
    def race_ms(self) -> int:
        return self.now - self.room.race.origin

    async def move(self) -> None:
        name = keys.moves(self.room.code, self.room.race.n, self.seat)
        await self.store.others.rpush(name, f'{self.race_ms} 00 seat {{"kind":"deal"}}')

    async def take_back(self, *, moves: int = 3) -> None:
        """The last of these moves was a take-back, and the game goes on."""
        standing = f"{moves} 9 9 0 {self.race_ms} 0 - - - - -"
        await self.store.others.hset(
            keys.seats(self.room.code, self.room.race.n), self.seat, standing
        )

    async def end(self, how: str = "w", *, moves: int = 10, clean: bool = True) -> None:
        """The game ends: won, lost, resigned, timeout, abandoned (x), or void. Not `clean`: a move
        of it was taken back."""
        room, ended, n = self.room, self.race_ms, self.room.race.n
        if how == "v":
            await self.crowns.void(self.account, f"{room.code}-{n}", self.now)
            return
        if how == "x":  # sent away, and given up for them
            deaf, self.deaf = self.deaf, True
            await self.append(SeatLeft(at=self.now, by="host", seat=self.seat))
            self.deaf = deaf
        result, reason = HOW.get("r" if how == "x" else how, ("-", "-"))
        standing = f"{moves} 9 9 0 {ended} {clean:d} - - {result} {reason} {ended}"
        if result != "-":
            await self.store.others.hset(keys.seats(room.code, n), self.seat, standing)
        await self.append(RaceEnded(at=self.now, by="server", n=n, ended_ms=ended))

    async def play(self, *results: str, each: int = 10 * MIN) -> None:
        """Games one after the other: `Aw` won, `Al` lost …; `90s` is a time between."""
        for result in results:
            if result.endswith("s"):
                self.wait(int(result[:-1]) * S)
            else:
                await self.begin(result[0])
                self.wait(each)
                await self.end(result[1])

    async def lose_line(self) -> None:
        connection = self.room.seats[self.seat].connection or ""
        await self.append(Detached(at=self.now, by="server", seat=self.seat, connection=connection))

    async def line_back(self) -> None:
        await self.append(Attached(at=self.now, by="seat", seat=self.seat, connection="b:1"))

    async def cover(self, *, covered: bool = True) -> None:
        """A break is declared, or over."""
        await self.append(SeatCovered(at=self.now, by="seat", seat=self.seat, covered=covered))

    async def back(self) -> None:
        await self.cover(covered=False)

    async def away(self, ms: int, *, tell: bool = True) -> None:
        """All of the server is away for so long; what runs is put off by as much."""
        since = self.now
        self.wait(ms)
        await self.store.others.rpush(keys.OUTAGES, f"{since} {self.now}")
        if self.room.race.status == "running":
            held = RaceHeld(
                at=self.now, by="server", n=self.room.race.n, since=since, until=self.now, ms=ms
            )
            deaf, self.deaf = self.deaf, self.deaf or not tell
            await self.append(held)
            self.deaf = deaf

    # What came of it. -------------------------------------------------------------------------

    async def wins(self) -> str:
        status = await self.crowns.status(self.account, self.now)
        return "".join(LETTERS[win.game] for win in status.state.wins)

    async def won(self) -> list[str]:
        page = await self.crowns.roll(1, 50)
        return [
            f"{CROWNS[award.crown]}:{''.join(LETTERS[win.game] for win in award.games)}"
            for award in (line.award for line in page.lines)
            if award
        ]

    async def ends(self) -> list[str]:
        """Why runs ended, in the order it became known."""
        news = await self.store.others.xrange(keys.CROWN_FEED)
        return [entry["name"] for _, entry in news if entry["what"] == "ended"]

    async def award_names(self) -> list[str]:
        return sorted(await self.store.others.hkeys(keys.CROWN_AWARDS))

    async def award(self) -> Award:
        (text,) = await self.store.others.hvals(keys.CROWN_AWARDS)
        return from_json(Award, text)


@asynccontextmanager
async def parlour(folder: Path, limits: Limits) -> AsyncIterator[Parlour]:
    async with RedisProcess(folder / "redis", engines()["embedded"]) as redis:
        made = Parlour(redis, limits)
        await made.store.open()
        try:
            yield made
        finally:
            await made.close()
