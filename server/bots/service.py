"""The computer players that one server process plays: gives their seats connections, and runs each
player in a task.

A seat is the numbered place of a player in a room. The host of a room gives a computer player its
seat; then any process that has the room in its memory may play for it.
"""

import asyncio
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

from server.bots.bot import Bot
from server.bots.choices import ChosenMove
from server.errors import Refusal, StoreAway
from server.live_rooms.data_loss import RoomDataLost
from server.live_rooms.live_room import LiveRoom
from server.live_rooms.play_move import MovePath
from server.live_rooms.registry import RoomRegistry
from server.observability import error_log
from server.observability.metrics import Metrics
from server.rooms import computer_players
from server.store.availability import StoreAvailability

SWITCH_S = 0.0005
"""Seconds after which the thread that chooses moves lets the event loop go on. With Python's usual
five milliseconds, each message of the event loop could have to wait for so long."""
AGAIN_S = 5.0
"""Seconds after which the seat of a computer player that has failed is attended again."""


class RoomsToAttend:
    """The rooms in which computer players may need a connection. A room is reported here whenever
    it changes, and `Bots` takes the rooms from here."""

    def __init__(self) -> None:
        self._rooms: set[LiveRoom] = set()
        self._changed = asyncio.Event()

    def room_changed(self, live: LiveRoom) -> None:
        """Add a room if it has computer players without a connection."""
        if computer_players.unattended(live.room):
            self._rooms.add(live)
            self._changed.set()

    async def take(self) -> set[LiveRoom]:
        """Wait until there are rooms, then remove and return all of them. If the call is cancelled,
        no room is removed."""
        await self._changed.wait()
        self._changed.clear()
        taken, self._rooms = self._rooms, set()
        return taken


class Bots:
    """Plays for the computer players whose rooms are cached in this process and whose seats have no
    connection. Every process that has the room cached tries to connect to such a seat, and the
    store accepts the first. So if a process dies, another one goes on.

    A process plays for at most `most` computer players at a time; `len` returns for how many it
    plays now. `changed` has the rooms in which seats may need a connection.
    """

    def __init__(
        self,
        changed: RoomsToAttend,
        registry: RoomRegistry,
        moves: MovePath,
        link: StoreAvailability,
        metrics: Metrics,
        most: int,
    ) -> None:
        self._changed = changed
        self._registry, self._moves, self._link, self._metrics = registry, moves, link, metrics
        self._most = most
        self._playing: dict[tuple[str, int], Bot] = {}
        self._thinker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="bots")

    def __len__(self) -> int:
        return len(self._playing)

    def refuse_full(self) -> None:
        """Raise Refusal if this process already plays for the maximum number of computer
        players."""
        if len(self) >= self._most:
            raise Refusal(
                "too_much", "This server has as many bots as it can run; try again later."
            )

    async def run(self) -> None:
        """Play until cancelled. Then all seats lose their connections to this process, so that
        other processes can go on with them."""
        try:
            async with asyncio.TaskGroup() as tasks:
                while True:
                    for live in await self._changed.take():
                        for bot in self._new_bots(live):
                            tasks.create_task(self._run(bot))
        finally:
            self._thinker.shutdown(wait=False, cancel_futures=True)

    def _new_bots(self, live: LiveRoom) -> list[Bot]:
        """Return a new connection for each seat of the room that needs one, as far as this process
        may have more."""
        found = []
        for seat in computer_players.unattended(live.room):
            player, key = live.room.seats[seat].player, (live.room.code, seat)
            if player is None or key in self._playing or len(self) >= self._most:
                continue
            bot = Bot(live, seat, player, self._registry, self._moves, self._think)
            self._playing[key] = bot
            found.append(bot)
        if found:
            sys.setswitchinterval(SWITCH_S)
        self._metrics.bots.set(len(self))
        return found

    async def _run(self, bot: Bot) -> None:
        """Let a computer player play. When it stops or fails, report all rooms to `RoomsToAttend`:
        its seat, or another seat for which this process had no place, may need a connection."""
        again_s = 0.0
        try:
            with suppress(Refusal, RoomDataLost):
                await bot.run()
        except StoreAway as away:
            self._link.doubt(away)
        except Exception as error:  # the others go on
            error_log.note("bot_failed", error, room=bot.live.room.code)
            again_s = AGAIN_S
        finally:
            del self._playing[bot.live.room.code, bot.seat]
            self._metrics.bots.set(len(self))
        await asyncio.sleep(again_s)
        await self._link.up()
        for live in tuple(self._registry.rooms.values()):
            self._changed.room_changed(live)

    async def _think(self, choose: Callable[[], ChosenMove | None]) -> ChosenMove | None:
        return await asyncio.get_running_loop().run_in_executor(self._thinker, choose)
