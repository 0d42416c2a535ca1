"""Deal sessions: what tournaments and crown races share, which last for many deals.

The tasks that look at them and meet their deadlines.
"""

import asyncio
from collections.abc import Awaitable, Callable

from server.live_rooms.timers import Timers
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


async def watch_deadlines(
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
