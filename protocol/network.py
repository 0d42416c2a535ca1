"""Finds this computer's address on the local network, for links that a server or a client on this
computer offers to other people."""

import contextlib
import socket
import sys

NOWHERE = "192.0.2.1"
"""An address that no computer has. The operating system's route to it is the route to the
internet."""
ASK_ADDRESS = 0x8915
"""SIOCGIFADDR: the number of the Linux `ioctl` request for the address of a network interface."""


def lan_host() -> str | None:
    """Return the IPv4 address at which other computers of the local network reach this computer.

    It is the address of the interface that leads to the internet, or of any interface if none does;
    None if there is no address but those of this computer alone (127.x). The function asks the
    operating system and sends nothing over the network.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((NOWHERE, 9))  # this sends nothing: for UDP it only selects a route
            found = [str(probe.getsockname()[0])]
        except OSError:
            found = _of_interfaces(probe)
    return next((host for host in found if not host.startswith("127.")), None)


def listens(host: str, port: int) -> bool:
    """Return whether a program accepts TCP connections on `port` of `host`, which is an address of
    this computer."""
    try:
        with socket.create_connection((host, port), timeout=1):
            return True
    except OSError:
        return False


def _of_interfaces(probe: socket.socket) -> list[str]:
    """Return the IPv4 addresses of this computer's network interfaces; none if the system is not
    Linux. `probe` is any open socket."""
    found = list[str]()
    if sys.platform == "linux":
        from fcntl import ioctl  # other systems do not have it

        for _number, name in socket.if_nameindex():
            with contextlib.suppress(OSError):  # the interface has no IPv4 address
                answer = ioctl(probe, ASK_ADDRESS, name.encode().ljust(256, b"\0"))
                found.append(socket.inet_ntoa(answer[20:24]))
    return found
