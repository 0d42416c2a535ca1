"""Find the address of this computer on the local network. A server or a client on this computer
puts the address into links for other people."""

import contextlib
import socket
import sys

NOWHERE = "192.0.2.1"
"""An address that no computer has. A packet to it would take the route to the internet, so the
operating system uses the network interface of that route."""
ASK_ADDRESS = 0x8915
"""SIOCGIFADDR: the number of the Linux `ioctl` request for the address of a network interface."""


def lan_host() -> str | None:
    """Return the IPv4 address at which other computers of the local network reach this computer.

    It is the address of the network interface that leads to the internet. If no interface leads
    there, return the address of any other interface on Linux, and None on other systems. If this
    computer has only addresses for itself (127.x), return None. The function asks the operating
    system and sends nothing over the network.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((NOWHERE, 9))  # this sends nothing: for UDP it only selects a route
            found = [str(probe.getsockname()[0])]
        except OSError:
            found = _of_interfaces(probe)
    return next((host for host in found if not host.startswith("127.")), None)


def listens(host: str, port: int) -> bool:
    """Return whether a program on this computer accepts TCP connections at `port` of the address
    `host`."""
    try:
        with socket.create_connection((host, port), timeout=1):
            return True
    except OSError:
        return False


def _of_interfaces(probe: socket.socket) -> list[str]:
    """Return the IPv4 addresses of the network interfaces of this computer. On other systems than
    Linux, return an empty list. `probe` is any open socket; the operating system is asked through
    it."""
    found = list[str]()
    if sys.platform == "linux":
        from fcntl import ioctl  # other systems do not have it

        for _number, name in socket.if_nameindex():
            with contextlib.suppress(OSError):  # the interface has no IPv4 address
                answer = ioctl(probe, ASK_ADDRESS, name.encode().ljust(256, b"\0"))
                found.append(socket.inet_ntoa(answer[20:24]))
    return found
