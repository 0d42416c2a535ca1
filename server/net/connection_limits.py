"""Connection limits: how many sockets an address may open, and which address pays for a request.

A socket without a request takes a file descriptor too, so a socket is counted when it is accepted.
If it comes from a trusted proxy it is counted at its first request, because only the request has
the client's address.

Each address has credits, which grow with time up to a limit. Every socket and every request takes
its cost from them.
"""

import resource

from websockets.http11 import Request

from server.access.client_address import client_address, paying_address, within
from server.access.rate_limits import AGAIN_COST, OPENING_COST, RateLimits
from server.net.socket import Socket
from server.settings import ServerSettings

OPEN_S = 3
"""Seconds after which a socket without a request is closed."""
PATIENT = 16
"""How many sockets beyond the limit of an address stay open, so that their requests can be refused
with a reason. All further sockets of the address are aborted."""
RESERVED = 96
"""File descriptors kept free for the store, the logs and the operator."""


def raise_descriptors() -> int:
    """Raise the limit of open file descriptors as far as the system allows; return the limit."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        except (OSError, ValueError):  # some systems refuse their own hard limit
            return soft
    return hard if hard != resource.RLIM_INFINITY else 2**31


class ConnectionLimits:
    """Counts sockets by address and decides which may stay.

    `descriptors` is the number of files and sockets that this process may have open. The sockets of
    one address may take a quarter of them, all sockets together all but RESERVED.
    """

    def __init__(self, limits: RateLimits, settings: ServerSettings, descriptors: int) -> None:
        self.limits = limits
        self._settings = settings
        self._most_of_descriptors = max(1, descriptors // 4)
        self._most_in_all = max(1, descriptors - RESERVED)
        self._sockets = 0

    def made(self, socket: Socket) -> bool:
        """Count a new socket and take its cost from the rate-limit credits of its address; return
        whether the socket may stay open. If the socket comes from a trusted proxy, nothing is taken
        here: `asked` takes the cost from the credits of the client's address at the first
        request."""
        self._sockets += 1
        if self._sockets > self._most_in_all:
            return False
        peer = socket.address = self._peer(socket)
        if within(peer, self._settings.trusted_proxies):
            socket.stays = False  # a proxy: the client's address is in the request
            return True
        return self._count(socket, paying_address(peer, self._settings.unlimited))

    def lost(self, socket: Socket) -> None:
        """Stop counting a closed socket."""
        self._sockets -= 1
        self.limits.closed(socket.owner)

    def asked(
        self, socket: Socket, request: Request, further: float = 0, *, visit: bool = False
    ) -> bool:
        """Take the cost of an HTTP request from the rate-limit credits of the client's address;
        return whether the request may be answered.

        `further` is the cost of the request, in credits, in addition to that of opening the socket.
        `visit` says that the request is for a page or file. Through a proxy such a request costs
        less, because the proxy may open a socket for each request.
        """
        if not socket.counted:
            forwarded = request.headers.get_all("X-Forwarded-For")
            trusted = self._settings.trusted_proxies
            address = client_address(self._peer(socket), forwarded, trusted)
            socket.address = address
            opened_by_proxy = AGAIN_COST if visit else OPENING_COST
            self._count(socket, paying_address(address, self._settings.unlimited), opened_by_proxy)
        further += AGAIN_COST if socket.answered else 0
        return socket.welcome and (not further or self.limits.pay(socket.owner, further))

    def _count(self, socket: Socket, address: str | None, cost: float = OPENING_COST) -> bool:
        socket.counted, socket.owner = True, address
        opened = self.limits.opened(address)
        most = max(1, min(self.limits.most_open(address), self._most_of_descriptors))
        socket.welcome = opened <= most and self.limits.pay(address, cost)
        return opened <= most + PATIENT

    def _peer(self, socket: Socket) -> str:
        peer = socket.transport.get_extra_info("peername")
        return str(peer[0]) if peer else ""
