"""What a process does all its life for what goes on over many deals, as tournaments do and crown
races; and how a connection comes to a deal of its own in them."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, NamedTuple

from server.errors import StoreAway
from server.live_rooms.deadlines import Deadlines
from server.live_rooms.live_room import LiveRoom
from server.live_rooms.registry import RoomRegistry
from server.live_rooms.timers import Timers
from server.rooms import solo
from server.rooms.state import Room
from server.store.availability import StoreAvailability
from server.store.clock import Clock

LOOK_S = 30.0
"""So often all that goes on is looked at, more than once only if a process died."""


async def look_again(link: StoreAvailability, look: Callable[[], Awaitable[None]]) -> None:
    """One task: look at everything, again and again."""
    while True:
        await link.up()
        try:
            await look()
        except StoreAway as away:
            link.doubt(away)
        else:
            await asyncio.sleep(LOOK_S)


async def meet_deadlines(
    link: StoreAvailability, schedule: Timers, meet: Callable[[str], Awaitable[None]]
) -> None:
    """Another, for what falls due in between."""

    async def step(code: str) -> None:
        await link.up()
        try:
            await meet(code)
        except StoreAway as away:  # the deadline is in the store, and found again
            link.doubt(away)

    await schedule.run(step)


def session_code(room: Room, prefix: str) -> str | None:
    """The code of what a room's race is a deal of; None where its session is named otherwise."""
    session = room.race.session
    if session is None or not session.name.startswith(prefix):
        return None
    return session.name.removeprefix(prefix)


class SessionSchedule(Timers):
    """Wakes for tournaments, or crown races: those whose sessions have this prefix."""

    def __init__(self, clock: Clock, prefix: str) -> None:
        super().__init__(clock)
        self._prefix = prefix

    def deal_ended(self, room: Room) -> None:
        """Wake now for what the room's session belongs to, if that is one of these."""
        code = session_code(room, self._prefix)
        if code is not None:
            self.add(code, self._clock.now())


# A deal of one's own. ---------------------------------------------------------------------------


class SessionSeats(NamedTuple):
    """How a connection gets to its seat. `free` raises Refusal where it is in a room already;
    `sit` comes in on the seat of a deal, new or in progress, answering the request."""

    free: Callable[[], None]
    sit: Callable[[Any, LiveRoom], Awaitable[None]]


async def returned(
    registry: RoomRegistry, room: str, account: str, token: str, connection: str
) -> LiveRoom:
    """The room in which somebody has a deal in progress, in their seat. Raises Refusal."""
    live = await registry.find(room)
    sitting = partial(solo.sit_again, account=account, token=token, connection=connection)
    await registry.change(live, sitting)
    return live


async def given_up(registry: RoomRegistry, deadlines: Deadlines, room: str) -> bool:
    """Whether the deal in a room is given up, its seat having been left. Raises Refusal."""
    live = await registry.find(room)
    if not live.room.seats[0].left:
        return False
    await deadlines.meet(room)
    return True
