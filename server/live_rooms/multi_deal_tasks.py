"""Tasks and timers that tournaments and crown races share.

A crown race is an event in which everybody plays the same five deals, each at their own pace. A
tournament or a crown race is called a session: several deals that follow from one secret of the
server. Each deal is raced in rooms that the server makes for it.
"""

import asyncio
from collections.abc import Awaitable, Callable

from server.live_rooms.timers import Timers
from server.rooms.state import Room
from server.store.availability import StoreAvailability
from server.store.clock import Clock

LOOK_S = 30.0
"""Seconds between two checks of all sessions. Checks are repeated because a process may have died
before it carried out what was due."""


async def look_again(link: StoreAvailability, look: Callable[[], Awaitable[None]]) -> None:
    """Call `look` every LOOK_S seconds, but only while Redis (the store) can be reached. Return
    only when this task is cancelled."""
    while True:
        async with link.reached():
            await look()
            await asyncio.sleep(LOOK_S)


async def watch_deadlines(
    link: StoreAvailability, schedule: Timers, meet: Callable[[str], Awaitable[None]]
) -> None:
    """Call `meet` with the code of each session whose deadline in `schedule` has come, once Redis
    (the store) can be reached. Return only when this task is cancelled."""

    async def step(code: str) -> None:
        async with link.reached():  # a deadline that fails is still stored, and is found again
            await meet(code)

    await schedule.run(step)


def session_code(room: Room, prefix: str) -> str | None:
    """Return the code of the session to which the room's current race belongs. Return None if it
    belongs to no session, or to one whose name does not begin with `prefix`. The prefix tells
    tournaments from crown races."""
    session = room.race.session
    if session is None or not session.name.startswith(prefix):
        return None
    return session.name.removeprefix(prefix)


class SessionSchedule(Timers):
    """The timers of all sessions of one kind, tournaments or crown races. Their names begin with
    `prefix`."""

    def __init__(self, clock: Clock, prefix: str) -> None:
        super().__init__(clock)
        self._prefix = prefix

    def deal_ended(self, room: Room) -> None:
        """Set the timer of a session to now, because a race of one of its deals has ended in
        `room`. Do nothing if the session is of the other kind."""
        code = session_code(room, self._prefix)
        if code is not None:
            self.add(code, self._clock.now())
