"""Counts the sockets of every address, from the moment they are made to the moment they are gone.

Whoever connects and then says nothing takes a descriptor like anybody else. So a socket is counted
before it has asked for anything; only where a proxy stands between, whose socket it is has to be
read from its request first.
"""

import resource

from websockets.http11 import Request

from server.access.client_address import client_address, owner, within
from server.access.rate_limits import AGAIN_COST, OPENING_COST, Limits
from server.net.socket import Socket
from server.settings import Settings

OPEN_S = 3
"""Whoever has not asked for anything by then is closed."""
PATIENT = 16
"""So many sockets beyond what is allowed are kept until they have been told so."""
RESERVED = 96
"""So many descriptors are left to the store, the logs and whoever looks after the machine."""


def raise_descriptors() -> int:
    """Take all the descriptors the system grants this process; how many these are."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        except (OSError, ValueError):  # some systems grant less than they say
            return soft
    return hard if hard != resource.RLIM_INFINITY else 2**31


class Porter:
    """`descriptors` is how many this process may have open: no address gets more than a quarter of
    them, and the last are nobody's."""

    def __init__(self, limits: Limits, settings: Settings, descriptors: int) -> None:
        self.limits = limits
        self._settings = settings
        self._most = max(1, min(limits.most_open, descriptors // 4))
        self._most_in_all = max(1, descriptors - RESERVED)
        self._sockets = 0

    def made(self, socket: Socket) -> bool:
        """A socket has been made; whether it may stay."""
        self._sockets += 1
        if self._sockets > self._most_in_all:
            return False
        peer = socket.address = self._peer(socket)
        if within(peer, self._settings.trusted_proxies):
            socket.stays = False  # a proxy: whose it is stands in its request
            return True
        return self._count(socket, owner(peer, self._settings.unlimited))

    def lost(self, socket: Socket) -> None:
        """A socket is gone."""
        self._sockets -= 1
        self.limits.closed(socket.owner)

    def asked(
        self, socket: Socket, request: Request, further: float = 0, *, visit: bool = False
    ) -> bool:
        """A socket has asked for something, which costs so much besides being opened; whether it
        gets it. A `visit` is for a page: it is not for whoever asks that a proxy opens a socket
        for each."""
        if not socket.counted:
            forwarded = request.headers.get_all("X-Forwarded-For")
            trusted = self._settings.trusted_proxies
            address = client_address(self._peer(socket), forwarded, trusted)
            socket.address = address
            opened_by_proxy = AGAIN_COST if visit else OPENING_COST
            self._count(socket, owner(address, self._settings.unlimited), opened_by_proxy)
        further += AGAIN_COST if socket.answered else 0
        return socket.welcome and (not further or self.limits.pay(socket.owner, further))

    def _count(self, socket: Socket, address: str | None, cost: float = OPENING_COST) -> bool:
        socket.counted, socket.owner = True, address
        opened = self.limits.opened(address)
        socket.welcome = opened <= self._most and self.limits.pay(address, cost)
        return opened <= self._most + PATIENT

    def _peer(self, socket: Socket) -> str:
        peer = socket.transport.get_extra_info("peername")
        return str(peer[0]) if peer else ""
