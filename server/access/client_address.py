"""Client address behind trusted proxies, and checks of the Origin and Host headers."""

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
    """The address of the client. `forwarded` are the X-Forwarded-For headers, as they came.

    Each proxy appends the address it was asked from, so we go back from the end past the trusted
    proxies. What stands before the first untrusted address may be forged.
    """
    networks = tuple(trusted)
    hops = [hop.strip() for header in forwarded for hop in header.split(",")]
    address = peer
    while hops and within(address, networks):
        address = hops.pop()
    return address


def owner(address: str, unlimited: Iterable[Network]) -> str | None:
    """The address whose credits a connection spends; None if they are not counted.

    An IPv6 address counts as its /64 network, all of which belongs to one household or machine.
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
    """Whether a request's Origin may connect: our own host or an allowed origin.

    A request without an Origin comes from a program rather than a page, and may.
    """
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


class AllowedHosts:
    """The Host names this server answers to: localhost, the names of this machine, those of the
    `allowed` origins, and any IP address.

    This prevents DNS rebinding. A page is let in if its Origin equals the Host it asks for, so a
    page under a foreign name that resolves to this machine would pass `is_welcome`. Its requests
    still carry that name as Host.
    """

    def __init__(self, allowed: Iterable[str]) -> None:
        own = _plain(socket.gethostname())
        short = own.partition(".")[0]
        given = {_plain(urlsplit(origin).hostname or "") for origin in allowed}
        self._names = {"localhost", own, short, f"{short}.local", *given} - {""}

    def look_up(self) -> None:
        """Look up this machine's full name in a thread: it takes seconds if the resolver does not
        answer."""
        Thread(target=self._learn, daemon=True).start()

    def _learn(self) -> None:
        self._names = self._names | {_plain(socket.getfqdn())}

    def have(self, headers: Headers) -> bool:
        """Whether a request's Host names this server. One without a Host comes from no browser,
        and may."""
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
    """Whether an address is in one of these networks; False if it cannot be parsed."""
    read = read_address(address)
    return read is not None and any(read in network for network in networks)


def read_address(address: str) -> IPv4Address | IPv6Address | None:
    """Parse an address; an IPv4-mapped one becomes IPv4. None if it is no address."""
    try:
        read = ip_address(address)
    except ValueError:
        return None
    return (read.ipv4_mapped or read) if isinstance(read, IPv6Address) else read
