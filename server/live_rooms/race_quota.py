"""The race quota: how many races an address and an account may begin in an hour and in a day.

The quota protects the store (Redis), because each race is stored for a long time. The counts are in
the store, so that all processes share them. A hall is an address from which many people take part
in a tournament; its limits are raised until the tournament ends.
"""

from hashlib import sha256
from typing import NamedTuple

from server.access.halls import NO_HALLS, Halls
from server.archive.archiver import Archiver
from server.errors import Refusal
from server.rooms.store import RoomStore
from server.store import keys
from server.store.clock import Clock
from server.store.redis_client import patience
from server.store.redis_commands import replies

HOUR_MS, DAY_MS = 3_600_000, 86_400_000


class RaceLimit(NamedTuple):
    """The most races in an hour and in a day."""

    hourly: int
    daily: int


ADDRESS = RaceLimit(240, 600)
"""The limit of a network address."""
ACCOUNT = RaceLimit(120, 300)
"""The limit of an account."""


class RaceQuota:
    """Counts the races that each network address and each account begins, and refuses races above
    the limits. All limits are multiplied by `factor`. The limits of the addresses in `halls` are
    raised further."""

    def __init__(
        self,
        store: RoomStore,
        clock: Clock,
        archiver: Archiver,
        factor: float = 1.0,
        halls: Halls = NO_HALLS,
    ) -> None:
        self._store, self.clock, self.archiver, self._factor = store, clock, archiver, factor
        self._halls = halls
        self.closed = False
        """Whether this process is about to stop and begins no more races."""

    async def take(self, address: str | None, account: str | None) -> None:
        """Count one more race for an address and for an account. Nothing is counted for an address
        or account that is None.

        Raises Refusal if the race is one too many, the store is nearly full, or this process is
        about to stop and begins no more races. A race that is one too many is counted too. Raises
        StoreAway if the store cannot be reached.
        """
        if self.closed:
            raise Refusal(
                "server_stops",
                "This server is about to stop. You are connected again in a moment: ask then.",
            )
        if self.archiver.full:
            raise Refusal(
                "store_full",
                "The server's store is nearly full: no new races for now. Those under way go on.",
            )
        now, counted = self.clock.now(), []
        for whose, name, most in (("address", address, ADDRESS), ("account", account, ACCOUNT)):
            if name is not None:
                raised = self._halls.factor(name) if whose == "address" else 1.0
                owner = sha256(f"{whose} {name}".encode()).hexdigest()[:16]
                counted += [
                    (keys.races_begun(owner, f"h{now // HOUR_MS}"), HOUR_MS, most.hourly * raised),
                    (keys.races_begun(owner, f"d{now // DAY_MS}"), DAY_MS, most.daily * raised),
                ]
        if not counted:
            return
        async with patience():
            pipeline = self._store.others.pipeline(transaction=True)
            begun = [pipeline.incr(key) for key, _, _ in counted]
            lives = [pipeline.expire(key, window_ms // 1000) for key, window_ms, _ in counted]
            standings = await replies(pipeline, [*begun, *lives])
        for number, (_, window_ms, most_of) in zip(standings, counted, strict=False):
            if number > most_of * self._factor:
                when = "hour" if window_ms == HOUR_MS else "day"
                raise Refusal("too_many_races", f"You have begun many races this {when}; {AGAIN}")


AGAIN = "those under way go on, and you may join others."
