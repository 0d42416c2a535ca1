"""Bans of accounts and of IP networks, for a time or for good.

The list of bans is stored in Redis. Every process has a copy in memory, because the list is checked
at every `hello`, the first request of a connection. Whenever the list has changed, every process is
sent a message and reads the stored list again. Server time is that of the clock of Redis, in ms.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime
from ipaddress import IPv4Address, IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Literal, NamedTuple

from pydantic import TypeAdapter

from server.access.client_address import read_address
from server.errors import Refusal
from server.store import keys
from server.store.redis_client import patience
from server.store.redis_commands import RedisClient
from server.store.scripts import Script, as_flag

CODE = "banned"
BAN = Script(Path(__file__).parent / "change_ban.lua", as_flag)
MOST_NOTES = 10_000
"""The maximum number of lines in the history of bans; older lines are deleted."""

Network = IPv4Network | IPv6Network


class Ban(NamedTuple):
    """A ban of an account or a network.

    `whom` is the id of the account or the network, such as 10.0.0.0/8; `name` is the text by which
    operators know it. `since_ms` and `until_ms` are server time; `until_ms` None means for good.
    """

    kind: Literal["account", "network"]
    whom: str
    name: str
    why: str
    since_ms: int
    until_ms: int | None

    @property
    def field(self) -> str:
        """The field under which this ban is stored in the Redis hash of bans: `kind`, a space and
        `whom`."""
        return f"{self.kind} {self.whom}"

    def holds(self, now: int) -> bool:
        """Return whether the ban is in force at server time `now`."""
        return self.until_ms is None or now < self.until_ms

    def sentence(self) -> str:
        """Return the sentence that is shown to the person who is banned."""
        if self.until_ms is None:
            until = "any more"
        else:
            at = datetime.fromtimestamp(self.until_ms / 1000, UTC)
            until = f"until {at:%Y-%m-%d %H:%M} UTC"
        return f"You may not use this server {until}: {self.why.rstrip('.')}."


_BAN: TypeAdapter[Ban] = TypeAdapter(Ban)


class Banned(Refusal):
    """Raised when an account or address is banned. The code that catches this error tells the
    client the reason and closes the connection."""

    def __init__(self, ban: Ban) -> None:
        super().__init__(CODE, ban.sentence())


class Bans:
    """This process's copy of the stored list of bans. It is empty until `replace` is called. `now`
    returns server time."""

    def __init__(self, now: Callable[[], int] = lambda: 0) -> None:
        self._now = now
        self._accounts: Mapping[str, Ban] = {}
        self._networks: Mapping[Network, Ban] = {}
        self._lengths: Mapping[int, frozenset[int]] = {}
        """The different prefix lengths of the banned networks, by IP version."""

    def replace(self, bans: Iterable[Ban]) -> None:
        """Replace the copy of the list of bans by `bans`, the present content of the stored
        list."""
        found = tuple(bans)
        self._accounts = {ban.whom: ban for ban in found if ban.kind == "account"}
        self._networks = {ip_network(ban.whom): ban for ban in found if ban.kind == "network"}
        self._lengths = {
            version: frozenset(n.prefixlen for n in self._networks if n.version == version)
            for version in (4, 6)
        }

    def __len__(self) -> int:
        """Return the number of bans in force."""
        now = self._now()
        everybody = (*self._accounts.values(), *self._networks.values())
        return sum(ban.holds(now) for ban in everybody)

    def of(self, address: str, *accounts: str | None) -> Ban | None:
        """Return a ban that is in force and applies to one of these account ids, or to a network
        that contains this address. Return None if there is none. An account id that is None is
        ignored."""
        found = [ban for one in accounts if one and (ban := self._accounts.get(one))]
        found += self._networks_of(address)
        if not found:
            return None
        now = self._now()
        return next((ban for ban in found if ban.holds(now)), None)

    def _networks_of(self, address: str) -> Iterator[Ban]:
        """Yield the bans of networks that contain an address. The time this takes does not grow
        with the number of bans, because it is called for every connection whenever the list of bans
        changes."""
        read = read_address(address)
        if read is None:
            return
        kind = IPv4Network if isinstance(read, IPv4Address) else IPv6Network
        for length in self._lengths.get(read.version, ()):
            ban = self._networks.get(kind((int(read), length), strict=False))
            if ban is not None:
                yield ban

    def refuse(self, address: str, *accounts: str | None) -> None:
        """Raise Banned if the address or one of the accounts, given by their ids, is banned."""
        ban = self.of(address, *accounts)
        if ban is not None:
            raise Banned(ban)


NOBODY = Bans()
"""An empty list of bans: the default of callers that check no bans."""


class BanList:
    """The list of bans in the store, and the history of its changes. Each change adds a line to the
    history and is announced to every process. All methods raise StoreAway if the store cannot be
    reached."""

    def __init__(self, redis: RedisClient) -> None:
        self._redis = redis

    async def load(self) -> list[Ban]:
        """Return all bans, oldest first, including those that have expired."""
        async with patience():
            stored = await self._redis.hvals(keys.BANS)
        return sorted(map(_BAN.validate_json, stored), key=lambda ban: ban.since_ms)

    async def put(self, ban: Ban) -> None:
        """Add a ban, replacing an earlier one of the same account or network."""
        await self._change(ban.field, _BAN.dump_json(ban).decode(), "", ban.since_ms)

    async def lift(self, field: str, why: str, now: int) -> bool:
        """Remove the ban whose `Ban.field` is `field`; return False if there is none. The reason
        `why` and the server time `now` go into the history of bans."""
        return await self._change(field, "", why, now)

    async def _change(self, field: str, ban: str, why: str, now: int) -> bool:
        names = (keys.BANS, keys.BAN_HISTORY, keys.ORDERS)
        told = (field, ban, why, now, MOST_NOTES, keys.FEED_LENGTH)
        async with patience():
            return await BAN.run(self._redis, names, *told)

    async def history(self) -> list[tuple[int, str, Ban]]:
        """Return the history of bans, oldest line first. Each line is (server time, `banned` or
        `lifted`, the ban). In a `lifted` line the ban's `why` is the reason for lifting it."""
        async with patience():
            lines = await self._redis.lrange(keys.BAN_HISTORY, 0, -1)
        return [(note["at_ms"], note["done"], _noted(note)) for note in map(json.loads, lines)]


def _noted(note: dict[str, str]) -> Ban:
    """Return the ban in a line of the history of bans. If the line says that the ban was lifted,
    `why` of the returned ban is the reason for lifting it."""
    ban = _BAN.validate_json(note["ban"])
    return ban._replace(why=note.get("why", ban.why))
