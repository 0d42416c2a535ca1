"""Halls: addresses from which many people take part in a tournament, with raised limits.

The organiser of a tournament names the address and the number of people. The limits of the address
are raised for so many people until the tournament is over.

The list of halls is stored in Redis. When a change of a tournament must open or close its hall, a
note that says so (`RaiseLimits` in `server/tournaments/effects.py`) is stored together with the
change. Any process may act on the note later, so a hall is closed even if the process that ended
the tournament dies. Every process has a copy of the list in memory, because it is consulted at
every request. Server time is that of the clock of Redis, in ms.
"""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

from pydantic import TypeAdapter

from server.store import keys
from server.store.redis_client import patience
from server.store.redis_commands import RedisClient
from server.store.scripts import Script, as_flag

ORDER = "halls"
"""The kind of the message that makes every process read the list of halls again."""
CHANGE = Script(Path(__file__).parent / "change_hall.lua", as_flag)
PEOPLE_AS_USUAL = 30
"""The number of people behind one address for whom the usual limits are enough. The limits of a
hall are raised in proportion to this number."""


class HallAddress(NamedTuple):
    """The address of a hall, and the number of people for whom its limits are raised.

    `address` is in the form that `client_address.paying_address` returns. `tournament` is the code
    of the tournament, `organiser` the id of the organiser's account. `since_ms` and `until_ms` are
    the server times at which the limits begin and cease to be raised."""

    address: str
    people: int
    tournament: str
    organiser: str
    since_ms: int
    until_ms: int


_HALL: TypeAdapter[HallAddress] = TypeAdapter(HallAddress)


class Halls:
    """This process's copy of the list of halls. It is empty until `replace` is called. `now`
    returns server time."""

    def __init__(self, now: Callable[[], int] = lambda: 0) -> None:
        self._now = now
        self._at: dict[str, HallAddress] = {}

    def replace(self, halls: Iterable[HallAddress]) -> None:
        """Replace the copy by these halls. If two halls have the same address, its limits are
        raised for the larger number of people."""
        self._at = {hall.address: hall for hall in sorted(halls, key=lambda hall: hall.people)}

    def __len__(self) -> int:
        """Return the number of addresses whose limits are raised."""
        now = self._now()
        return sum(now < hall.until_ms for hall in self._at.values())

    def people(self, address: str | None) -> int:
        """Return the number of people for whom the limits of an address are raised; 0 if the
        address is no hall."""
        hall = self._at.get(address) if self._at and address is not None else None
        return hall.people if hall is not None and self._now() < hall.until_ms else 0

    def factor(self, address: str | None) -> float:
        """Return the number by which the limits of requests and connections of an address are
        multiplied; 1 if the address is no hall."""
        if not self._at:
            return 1.0  # the usual case, made cheap because it is computed at every move
        return max(1.0, self.people(address) / PEOPLE_AS_USUAL)


NO_HALLS = Halls()
"""An empty list of halls: the default of callers that raise no limits."""


class HallList:
    """The list of halls in the store. Every change is announced to all processes, and also removes
    the halls whose end has passed. All methods raise StoreAway if the store cannot be reached."""

    def __init__(self, redis: RedisClient) -> None:
        self._redis = redis

    async def load(self) -> list[HallAddress]:
        """Return all stored halls, oldest first, including those whose end has passed."""
        async with patience():
            stored = await self._redis.hvals(keys.HALLS)
        return sorted(map(_HALL.validate_json, stored), key=lambda hall: hall.since_ms)

    async def open(self, hall: HallAddress) -> None:
        """Add the hall of a tournament. Earlier halls of this tournament and earlier halls of its
        organiser are removed."""
        await self._change(
            hall.tournament, hall.organiser, _HALL.dump_json(hall).decode(), hall.since_ms
        )

    async def close(self, tournament: str, now: int) -> None:
        """Remove the hall of a tournament, if it has one. `now` is the server time."""
        await self._change(tournament, "", "", now)

    async def _change(self, tournament: str, organiser: str, hall: str, now: int) -> None:
        names = (keys.HALLS, keys.ORDERS)
        told = (tournament, organiser, hall, now, ORDER, keys.FEED_LENGTH)
        async with patience():
            await CHANGE.run(self._redis, names, *told)
