"""One computer player: the connection of its seat, and the task that plays.

A seat is the numbered place of a player in a room. A room sends its messages to the connections of
its seats. The connection of a computer player is an object in the server process.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from random import Random

from protocol.closing import Close
from protocol.from_client import Play
from protocol.from_server import parse
from protocol.message import encode
from protocol.rooms.common_tables import PlayTable
from protocol.rooms.computer_players import ComputerPlayer
from server.bots.choices import Chooser, ChosenMove
from server.bots.knowledge import Knowledge, Task
from server.errors import Refusal, StoreAway
from server.live_rooms.data_loss import RoomDataLost
from server.live_rooms.live_room import LiveRoom
from server.live_rooms.play_move import MovePath
from server.live_rooms.registry import RoomRegistry
from server.rooms import commands, computer_players
from server.views.view_inputs import Viewer, WholeRoom
from server.views.visibility import shown

ANSWER_S = 10.0
"""Seconds after which a player whose move was not answered looks at its board again."""

AGAIN_S = 1.0
"""Seconds after a refusal in which a player looks at its board again, unless a message comes."""

Think = Callable[[Callable[[], ChosenMove | None]], Awaitable[ChosenMove | None]]
"""The type of a function that runs a choice outside the event loop, and returns its result."""


class Bot:
    """The connection of a computer player's seat. `run` plays until the connection is closed, or no
    person has been connected to the room for a time.

    The room sends messages to it as to the connection of a person: it calls the methods `send`,
    `send_progress`, `close` and `measure_delay`. The player knows nothing but these messages.
    """

    def __init__(
        self,
        live: LiveRoom,
        seat: int,
        player: ComputerPlayer,
        registry: RoomRegistry,
        moves: MovePath,
        think: Think,
    ) -> None:
        self.name = f"{registry.process}:bot/{registry.word()}"
        self.viewer = Viewer(seat)
        self.live, self.seat = live, seat
        self._registry, self._moves, self._think = registry, moves, think
        self._random = Random(registry.random_bytes(16))
        self.known = Knowledge(seat)
        self._chooser = Chooser(self.known, player, self._random)
        self._closed = False
        self._unread: list[bytes] = []
        self._news = asyncio.Event()
        self._requests = 0

    # The connection. ------------------------------------------------------------------------------

    def send(self, data: bytes) -> None:
        """Keep the message until the player reads it in its own task. So an error of the player
        does not disturb the room that sends the message."""
        self._unread.append(data)
        self._news.set()

    def send_progress(self, _: bytes, /) -> bool:
        """Ignore the message, and return True, as if it was sent. Messages sent in this way (the
        figures of contestants, chat, the number of spectators) have no influence on a game."""
        return True

    def close(self, why: Close) -> None:  # noqa: ARG002 # for whatever reason, the player stops
        self._closed = True
        self._news.set()

    @property
    def delay_ms(self) -> int | None:
        """The milliseconds that a message takes to the player and back. It is 0, because no network
        lies between the room and the player."""
        return 0

    def measure_delay(self) -> None:
        """Do nothing: no network lies between the room and the player."""

    # Playing. -------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Store that this is the connection of the seat, and play. Return at once if another
        process has been first to give the seat a connection. At the end, and when cancelled, store
        that the connection has closed. Raises StoreAway if Redis cannot be reached."""
        registry, live = self._registry, self.live
        registry.connections.add(self.name)
        try:
            attend = partial(computer_players.attend, seat=self.seat, connection=self.name)
            await registry.change(live, attend)
            if live.room.seats[self.seat].connection == self.name:
                live.listeners.add(self)
                whole = WholeRoom(None, live.room, live.standings, live.now(), live.watchers)
                self.send(encode(shown(whole, self.viewer)))
                await self._play()
        finally:
            live.listeners.discard(self)
            registry.connections.discard(self.name)
            with suppress(StoreAway, Refusal, RoomDataLost):
                detach = partial(commands.detach, seat=self.seat, connection=self.name)
                await registry.change(live, detach)

    async def _play(self) -> None:
        while not self._closed:
            self._read()
            idle_at = computer_players.idle_at(self.live.room)
            if idle_at is not None and idle_at <= self.live.now():
                return
            try:
                if self.known.task is None and not self.known.is_behind:
                    rest_s = None if idle_at is None else (idle_at - self.live.now()) / 1000
                    await self._wait(rest_s)
                elif self.known.is_behind:
                    await self._look()
                else:
                    await self._act()
            except Refusal:  # the race has gone on, or the player has missed something
                self.known.is_behind = True
                await self._wait(AGAIN_S)

    def _read(self) -> None:
        """Take note of the messages that have come."""
        self._news.clear()
        unread, self._unread = self._unread, []
        for data in unread:
            self.known.hear(parse(data))

    async def _wait(self, seconds: float | None) -> None:
        """Wait for a message, at most for so many seconds, and read it."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._news.wait()
        self._read()

    async def _pause(self, ms: int) -> None:
        """Wait for so many milliseconds, or until the connection is closed or the race over."""
        loop = asyncio.get_running_loop()
        end, race = loop.time() + ms / 1000, self.known.race
        while not self._closed and self.known.race == race and self.known.is_running:
            if (left := end - loop.time()) <= 0:
                return
            await self._wait(left)

    async def _look(self) -> None:
        """Ask for the board or the common table of the race."""
        live = self.live
        self.known.is_behind = False
        if live.race.status != "running" or self.seat not in live.race.racing:
            return
        if live.race.shares_table:
            table = await self._registry.common_tables.table(live)
            self._registry.common_tables.sender(live, table).hand_out(table, (self,))
        else:
            seat_board = await self._registry.tables.seat_board(live, self.seat)
            live.show_board(None, self, seat_board)

    async def _act(self) -> None:
        """Do what is next, after the time that the player takes for it. Raises Refusal."""
        race, task = self.known.race, self.known.task
        await self._pause(self._chooser.delay_ms())
        if not self._still_has(race, task):
            return
        if task == "frame":
            await self._next_frame()
            return
        move = await self._think(self._chooser.move)
        self._read()
        late_ms = 0 if move is None else self._chooser.late_ms(move)
        if late_ms:
            await self._pause(late_ms)
            move = await self._think(self._chooser.move)
            self._read()
        if not self._still_has(race, task):
            return
        if move is None:
            await self._wait(ANSWER_S)
        elif task == "table":
            await self._play_at_table(move)
        else:
            await self._play_on_board(move)

    def _still_has(self, race: int, task: Task | None) -> bool:
        """Return whether `task` in race number `race` is still the next, and the connection is
        open."""
        return not self._closed and (self.known.race, self.known.task) == (race, task)

    async def _next_frame(self) -> None:
        frame = self.known.frame
        number = 1 if frame is None else frame.number + 1
        seat_board = await self._registry.tables.show_frame(self.live, self.seat, number)
        self.live.show_board(None, self, seat_board)

    async def _play_on_board(self, move: ChosenMove) -> None:
        known = self.known
        board = known.board
        if board is None:
            return
        self._requests += 1
        play = Play(id=self._requests, race=known.race, ply=board.ply, move=move.text)
        await self._moves.play(self.live, self, self.seat, play)
        await self._answered(lambda: known.board is not board)

    async def _play_at_table(self, move: ChosenMove) -> None:
        known = self.known
        self._requests += 1
        key = self._random.randrange(1, 2**53)
        play = PlayTable(id=self._requests, race=known.race, key=key, move=move.text)
        self._moves.tables.play(self.live, self, self.seat, play)
        answers = known.answers
        await self._answered(lambda: known.answers != answers)

    async def _answered(self, has_come: Callable[[], bool]) -> None:
        """Wait for the answer to a move. If there is none, look at the board again."""
        loop = asyncio.get_running_loop()
        end, race = loop.time() + ANSWER_S, self.known.race
        while not (has_come() or self._closed or self.known.is_behind or self.known.race != race):
            if (left := end - loop.time()) <= 0:
                self.known.is_behind = True
                return
            await self._wait(left)
