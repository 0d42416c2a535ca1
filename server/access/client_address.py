"""Who is let in: from which address a connection comes, from which page, and by which name it asks
for this server."""

import socket
from collections.abc import Iterable, Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from threading import Thread
from urllib.parse import urlsplit

from websockets.datastructures import Headers

Network = IPv4Network | IPv6Network

HOME = 64
"""Bits of an IPv6 address that tell one household or machine from another."""


def client_address(peer: str, forwarded: Sequence[str], trusted: Iterable[Network]) -> str:
    """Where a connection comes from. `forwarded` are the X-Forwarded-For headers, as they came.

    Each proxy has added whom it was asked by at the end: we go back past those that are trusted.
    What stands before the first stranger may be anybody's invention.
    """
    networks = tuple(trusted)
    hops = [hop.strip() for header in forwarded for hop in header.split(",")]
    address = peer
    while hops and within(address, networks):
        address = hops.pop()
    return address


def owner(address: str, unlimited: Iterable[Network]) -> str | None:
    """Whose credits a connection from an address spends; None where they are not counted.

    An IPv6 address counts as its network of 64 bits: whoever has one has them all.
    """
    if within(address, unlimited):
        return None
    try:
        read = ip_address(address)
    except ValueError:
        return address[:64]
    if isinstance(read, IPv6Address):
        if read.ipv4_mapped is not None:
            return str(read.ipv4_mapped)
        return str(IPv6Network((int(read), HOME), strict=False).network_address)
    return str(read)


def is_welcome(headers: Headers, allowed: Iterable[str]) -> bool:
    """Whether the page a connection comes from may speak to us. No page: a program, which may."""
    origins = headers.get_all("Origin")
    if not origins:
        return True
    origin = origins[0].lower()
    if len(origins) > 1:
        return False
    if origin in {one.lower().rstrip("/") for one in allowed}:
        return True
    hosts = headers.get_all("Host")
    here = urlsplit(origin)
    return here.scheme in ("http", "https") and [here.netloc] == [host.lower() for host in hosts]


class Names:
    """The names by which a server may be asked for: localhost, the names of this machine, those of
    `allowed` origins, and any address.

    A page of anybody's name is let in if its Origin equals the Host it asks for. So whoever owns a
    name could have it lead to this machine (DNS rebinding), and their page in somebody's browser
    would pass for one of ours; but it would still ask by that name.
    """

    def __init__(self, allowed: Iterable[str]) -> None:
        own = _plain(socket.gethostname())
        short = own.partition(".")[0]
        given = {_plain(urlsplit(origin).hostname or "") for origin in allowed}
        self._names = {"localhost", own, short, f"{short}.local", *given} - {""}

    def look_up(self) -> None:
        """Learn this machine's full name, in the background: where its resolver does not answer,
        that takes seconds."""
        Thread(target=self._learn, daemon=True).start()

    def _learn(self) -> None:
        self._names = self._names | {_plain(socket.getfqdn())}

    def have(self, headers: Headers) -> bool:
        """Whether a request asks for this server. One without a Host is no browser's, and may."""
        hosts = headers.get_all("Host")
        if not hosts:
            return True
        try:
            name = _plain(urlsplit(f"//{hosts[0]}").hostname or "")
        except ValueError:
            return False
        if len(hosts) > 1:
            return False
        return name in self._names or name.endswith(".localhost") or read_address(name) is not None


def _plain(name: str) -> str:
    return name.lower().removesuffix(".")


def within(address: str, networks: Iterable[Network]) -> bool:
    """Whether an address is of one of these networks."""
    read = read_address(address)
    return read is not None and any(read in network for network in networks)


def read_address(address: str) -> IPv4Address | IPv6Address | None:
    """An address, that of IPv4 where it stands for one; None where it is none."""
    try:
        read = ip_address(address)
    except ValueError:
        return None
    return (read.ipv4_mapped or read) if isinstance(read, IPv6Address) else read
