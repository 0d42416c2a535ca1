"""This computer's address on the network, for links that its server and its clients offer to
others.

It asks the operating system only, and sends nothing.
"""

import contextlib
import socket
import sys

NOWHERE = "192.0.2.1"
"""An address that no computer has: a route to it is that to the world."""
ASK_ADDRESS = 0x8915
"""The Linux request for the address of an interface, SIOCGIFADDR."""


def lan_host() -> str | None:
    """Return the IPv4 address at which other computers of the network reach this one: that of the
    route to the world, or, on a network without one, of an interface. None if there is none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((NOWHERE, 9))  # of a UDP socket: it only selects a route
            found = [str(probe.getsockname()[0])]
        except OSError:
            found = _of_interfaces(probe)
    return next((host for host in found if not host.startswith("127.")), None)


def listens(host: str, port: int) -> bool:
    """Return whether something listens on a port at an address of this computer."""
    try:
        with socket.create_connection((host, port), timeout=1):
            return True
    except OSError:
        return False


def _of_interfaces(probe: socket.socket) -> list[str]:
    """Return the addresses of this computer's interfaces; none where the system is not Linux."""
    found = list[str]()
    if sys.platform == "linux":
        from fcntl import ioctl  # other systems do not have it

        for _number, name in socket.if_nameindex():
            with contextlib.suppress(OSError):  # it has no such address
                answer = ioctl(probe, ASK_ADDRESS, name.encode().ljust(256, b"\0"))
                found.append(socket.inet_ntoa(answer[20:24]))
    return found
