"""The address of a client behind trusted proxies, and checks of the Origin and Host headers."""

import socket
from collections.abc import Iterable, Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from threading import Thread
from urllib.parse import urlsplit

from websockets.datastructures import Headers

Network = IPv4Network | IPv6Network

HOME = 64
"""Prefix length of the IPv6 network that one household or machine has."""


def client_address(peer: str, forwarded: Sequence[str], trusted: Iterable[Network]) -> str:
    """Return the address of the client. `peer` is the address of the other end of the socket,
    `forwarded` are the values of the X-Forwarded-For headers, in their order; `trusted` are the
    networks of trusted proxies.

    Each proxy appends the address from which it got the request. So this function begins with
    `peer`, then reads the addresses in the headers from the last to the first. It returns the first
    address that is not that of a trusted proxy. The addresses before it in the headers may be
    forged.
    """
    networks = tuple(trusted)
    hops = [hop.strip() for header in forwarded for hop in header.split(",")]
    address = peer
    while hops and within(address, networks):
        address = hops.pop()
    return address


def paying_address(address: str, unlimited: Iterable[Network]) -> str | None:
    """Return the address whose rate limits apply to a connection from `address`; None if `address`
    is in one of the networks `unlimited`, to which no rate limits of addresses apply.

    For an IPv6 address, return the first address of its /64 network, because one household or
    machine has a whole /64 network.
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


def origin_allowed(headers: Headers, allowed: Iterable[str]) -> bool:
    """Return whether a request may open a websocket, judged by its Origin header: the origin must
    be the host of the Host header, or one of the origins `allowed`.

    A request without an Origin is accepted, because it comes from a program and not from a web
    page.
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
    """The host names under which this server answers: localhost, the names of this machine, the
    hosts of the `allowed` origins, and any IP address.

    This prevents DNS rebinding. A page from a foreign name that resolves to this machine passes
    `origin_allowed`, because its Origin equals its Host. This class refuses it, because the Host
    header has the foreign name.
    """

    def __init__(self, allowed: Iterable[str]) -> None:
        own = _plain(socket.gethostname())
        short = own.partition(".")[0]
        given = {_plain(urlsplit(origin).hostname or "") for origin in allowed}
        self._names = {"localhost", own, short, f"{short}.local", *given} - {""}

    def look_up(self) -> None:
        """Look up this machine's full name and add it to the allowed host names. The lookup is done
        in a thread and this returns at once, because a lookup takes seconds if the resolver does
        not answer."""
        Thread(target=self._learn, daemon=True).start()

    def _learn(self) -> None:
        self._names = self._names | {_plain(socket.getfqdn())}

    def have(self, headers: Headers) -> bool:
        """Return whether the Host header of a request names this server. A request without a Host
        header is accepted, because it does not come from a browser."""
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
    """Return whether an address is in one of these networks; False if the address cannot be
    parsed."""
    read = read_address(address)
    return read is not None and any(read in network for network in networks)


def read_address(address: str) -> IPv4Address | IPv6Address | None:
    """Parse an IP address; an IPv4-mapped IPv6 address becomes IPv4. Return None if the text is no
    address."""
    try:
        read = ip_address(address)
    except ValueError:
        return None
    return (read.ipv4_mapped or read) if isinstance(read, IPv6Address) else read


def is_loopback(address: str) -> bool:
    """Return whether an address is a loopback address, which only this machine itself can reach."""
    read = read_address(address)
    return read is not None and read.is_loopback
