"""This computer's address in the network."""

import socket
import sys

import pytest

from protocol import network


class NoRoute(socket.socket):
    """A socket of a computer whose network leads nowhere else."""

    def connect(self, address: object) -> None:
        raise OSError(101, f"Network is unreachable: {address}")


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere only the route is asked")
def test_without_a_route_to_the_world_the_interfaces_are_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(socket, "socket", NoRoute)
    with NoRoute(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        found = network._of_interfaces(probe)
    assert "127.0.0.1" in found, "the interface of every computer"
    others = [host for host in found if not host.startswith("127.")]
    assert network.lan_host() == (others[0] if others else None)


def test_loopback_is_no_address_of_the_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "NOWHERE", "127.0.0.1")
    assert network.lan_host() is None


def test_whether_something_listens() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        assert network.listens("127.0.0.1", port)
    assert not network.listens("127.0.0.1", port)
