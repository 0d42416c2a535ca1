"""Deal sessions: what tournaments and crown races share, which last for many deals.

The tasks that look at them and meet their deadlines, and how a connection takes a seat in a deal.
"""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, NamedTuple

from server.live_rooms.deadlines import Deadlines
from server.live_rooms.live_room import LiveRoom
from server.live_rooms.registry import RoomRegistry
from server.live_rooms.timers import Timers
from server.rooms import solo
from server.rooms.state import Room
from server.store.availability import StoreAvailability
from server.store.clock import Clock

LOOK_S = 30.0
"""Seconds between two looks at all sessions. Only the death of a process needs more than one."""


async def look_again(link: StoreAvailability, look: Callable[[], Awaitable[None]]) -> None:
    """Call `look` every LOOK_S while the store can be reached. Runs until it is cancelled."""
    while True:
        async with link.reached():
            await look()
            await asyncio.sleep(LOOK_S)


async def meet_deadlines(
    link: StoreAvailability, schedule: Timers, meet: Callable[[str], Awaitable[None]]
) -> None:
    """Call `meet` with each code of the schedule that is due. Runs until it is cancelled."""

    async def step(code: str) -> None:
        async with link.reached():  # a deadline that is missed is in the store, and found again
            await meet(code)

    await schedule.run(step)


def session_code(room: Room, prefix: str) -> str | None:
    """The code of the session that a room's race belongs to; None if its name has another prefix,
    or the race has no session."""
    session = room.race.session
    if session is None or not session.name.startswith(prefix):
        return None
    return session.name.removeprefix(prefix)


class SessionSchedule(Timers):
    """The timers of tournaments, or of crown races: the sessions whose names have this prefix."""

    def __init__(self, clock: Clock, prefix: str) -> None:
        super().__init__(clock)
        self._prefix = prefix

    def deal_ended(self, room: Room) -> None:
        """Wake now for the session of a room whose deal has ended, if it has this prefix."""
        code = session_code(room, self._prefix)
        if code is not None:
            self.add(code, self._clock.now())


# A deal of one's own. ---------------------------------------------------------------------------


class SessionSeats(NamedTuple):
    """How a connection takes a seat. `free` raises Refusal if the connection is in a room already.
    `sit` takes the seat of a deal, new or in progress, and answers the request."""

    free: Callable[[], None]
    sit: Callable[[Any, LiveRoom], Awaitable[None]]


async def returned(
    registry: RoomRegistry, room: str, account: str, token: str, connection: str
) -> LiveRoom:
    """Attach a connection to the seat of an account in a deal in progress, and return the room.

    Raises Refusal if there is no such room, or the account has left the seat.
    """
    live = await registry.find(room)
    sitting = partial(solo.sit_again, account=account, token=token, connection=connection)
    await registry.change(live, sitting)
    return live


async def given_up(registry: RoomRegistry, deadlines: Deadlines, room: str) -> bool:
    """Whether the deal in a room is given up because its seat was left; if so, resign its game.

    Raises Refusal if there is no such room.
    """
    live = await registry.find(room)
    if not live.room.seats[0].left:
        return False
    await deadlines.meet(room)
    return True
