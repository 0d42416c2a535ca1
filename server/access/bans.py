"""Bans of accounts and of IP networks, for a time or for good.

The list is stored in Redis. Every process keeps it in memory, since it is checked at every hello,
and reads it again when told that it has changed.
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
"""Lines kept in the history of bans."""

Network = IPv4Network | IPv6Network


class Ban(NamedTuple):
    """A ban of an account or a network.

    `whom` is the account's id or the network, `name` how operators call it. `until_ms` is server
    time; None for good.
    """

    kind: Literal["account", "network"]
    whom: str
    name: str
    why: str
    since_ms: int
    until_ms: int | None

    @property
    def field(self) -> str:
        return f"{self.kind} {self.whom}"

    def holds(self, now: int) -> bool:
        return self.until_ms is None or now < self.until_ms

    def sentence(self) -> str:
        """The sentence shown to the banned."""
        if self.until_ms is None:
            until = "any more"
        else:
            at = datetime.fromtimestamp(self.until_ms / 1000, UTC)
            until = f"until {at:%Y-%m-%d %H:%M} UTC"
        return f"You may not use this server {until}: {self.why.rstrip('.')}."


_BAN: TypeAdapter[Ban] = TypeAdapter(Ban)


class Banned(Refusal):
    """The account or address is banned; the connection is closed."""

    def __init__(self, ban: Ban) -> None:
        super().__init__(CODE, ban.sentence())


class Bans:
    """This process's copy of the list; empty until `replace`. `now` gives server time."""

    def __init__(self, now: Callable[[], int] = lambda: 0) -> None:
        self._now = now
        self._accounts: Mapping[str, Ban] = {}
        self._networks: Mapping[Network, Ban] = {}
        self._lengths: Mapping[int, frozenset[int]] = {}
        """Prefix lengths of the banned networks, by IP version: there are few different ones."""

    def replace(self, bans: Iterable[Ban]) -> None:
        """Replace the list."""
        found = tuple(bans)
        self._accounts = {ban.whom: ban for ban in found if ban.kind == "account"}
        self._networks = {ip_network(ban.whom): ban for ban in found if ban.kind == "network"}
        self._lengths = {
            version: frozenset(n.prefixlen for n in self._networks if n.version == version)
            for version in (4, 6)
        }

    def __len__(self) -> int:
        now = self._now()
        everybody = (*self._accounts.values(), *self._networks.values())
        return sum(ban.holds(now) for ban in everybody)

    def of(self, address: str, *accounts: str | None) -> Ban | None:
        """The ban in force for one of these accounts or this address; None if there is none."""
        found = [ban for one in accounts if one and (ban := self._accounts.get(one))]
        found += self._networks_of(address)
        if not found:
            return None
        now = self._now()
        return next((ban for ban in found if ban.holds(now)), None)

    def _networks_of(self, address: str) -> Iterator[Ban]:
        """The bans of networks an address is in, at a cost independent of the list's length: all
        connections are checked when the list changes."""
        read = read_address(address)
        if read is None:
            return
        kind = IPv4Network if isinstance(read, IPv4Address) else IPv6Network
        for length in self._lengths.get(read.version, ()):
            ban = self._networks.get(kind((int(read), length), strict=False))
            if ban is not None:
                yield ban

    def refuse(self, address: str, *accounts: str | None) -> None:
        """Raise Banned if the address or one of the accounts is banned."""
        ban = self.of(address, *accounts)
        if ban is not None:
            raise Banned(ban)


NOBODY = Bans()
"""An empty list, for callers that need none."""


class BanList:
    """The stored list and its history. The script that changes the list also adds to the history
    and tells every process. Methods raise StoreAway."""

    def __init__(self, redis: RedisClient) -> None:
        self._redis = redis

    async def load(self) -> list[Ban]:
        """All bans, expired ones included, oldest first."""
        async with patience():
            stored = await self._redis.hvals(keys.BANS)
        return sorted(map(_BAN.validate_json, stored), key=lambda ban: ban.since_ms)

    async def put(self, ban: Ban) -> None:
        """Add a ban, replacing an earlier one of the same account or network."""
        await self._change(ban.field, _BAN.dump_json(ban).decode(), "", ban.since_ms)

    async def lift(self, field: str, why: str, now: int) -> bool:
        """Remove a ban; return False if there was none."""
        return await self._change(field, "", why, now)

    async def _change(self, field: str, ban: str, why: str, now: int) -> bool:
        names = (keys.BANS, keys.BAN_BOOK, keys.ORDERS)
        told = (field, ban, why, now, MOST_NOTES, keys.FEED_LENGTH)
        async with patience():
            return await BAN.run(self._redis, names, *told)

    async def history(self) -> list[tuple[int, str, Ban]]:
        """The history, oldest first, as (server time, `banned` or `lifted`, ban and reason)."""
        async with patience():
            lines = await self._redis.lrange(keys.BAN_BOOK, 0, -1)
        return [(note["at_ms"], note["done"], _noted(note)) for note in map(json.loads, lines)]


def _noted(note: dict[str, str]) -> Ban:
    """The ban of a line of the history, with the reason given there."""
    ban = _BAN.validate_json(note["ban"])
    return ban._replace(why=note.get("why", ban.why))
