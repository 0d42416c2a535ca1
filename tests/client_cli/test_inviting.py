"""Invitations: they lead friends to the server, or say that nothing can."""

import socket
import textwrap

import pytest

from client_cli.exit_codes import Failure
from client_cli.net import invitations, server_process
from client_cli.net.invitations import ONLY_HERE, ServerAddress
from tests.client_cli.screens.made_up import MadeUpRoom

HERE, OUTSIDE = "ws://127.0.0.1:8799/ws", "ws://192.168.1.5:8799/ws"


def test_a_loopback_link_is_offered_to_nobody() -> None:
    session = MadeUpRoom("aces_up").session
    invited = invitations.invitation(ServerAddress(HERE, None), session)
    assert invited.link == ""
    assert invited.command == "patience join KQ7-4TX --server 127.0.0.1:8799"
    assert invitations.invitation_sentences(invited) == [
        ONLY_HERE,
        "To let others in, leave this room and type: patience host aces-up --lan",
        "On this computer: patience join KQ7-4TX --server 127.0.0.1:8799",
    ]


def test_a_guest_is_not_told_to_leave_the_room() -> None:
    session = MadeUpRoom("aces_up", seat=1).session
    assert invitations.invitation(ServerAddress(HERE, None), session).notes == (ONLY_HERE,)


def test_the_command_has_the_address_and_the_port() -> None:
    session = MadeUpRoom("aces_up").session
    for reach in (ServerAddress(HERE, OUTSIDE), ServerAddress(OUTSIDE, OUTSIDE)):
        invited = invitations.invitation(reach, session)
        assert invited.link == "http://192.168.1.5:8799/j/KQ7-4TX"
        assert invited.command == f"patience join {invited.link}"
    session.invite = "PLUM"
    assert invitations.invitation(ServerAddress(HERE, OUTSIDE), session).link.endswith(
        "/j/KQ7-4TX/PLUM"
    )
    here = invitations.invitation(ServerAddress(HERE, None), session)
    assert here.command == "patience join http://127.0.0.1:8799/j/KQ7-4TX/PLUM"


def test_the_command_for_what_has_no_link_names_the_server() -> None:
    command = "patience crown race join KQ7-4TX"
    for reach in (ServerAddress(HERE, OUTSIDE), ServerAddress(OUTSIDE, OUTSIDE)):
        told = invitations.invitation_sentences(invitations.by_command(reach, command))
        assert told == [f"Friends type: {command} --server 192.168.1.5:8799"]
    away = "wss://cards.example.org/ws"
    (told_away,) = invitations.invitation_sentences(
        invitations.by_command(ServerAddress(away, away), command)
    )
    assert told_away.endswith(f" --server {away}")
    assert invitations.invitation_sentences(
        invitations.by_command(ServerAddress(HERE, None), command)
    ) == [
        ONLY_HERE,
        f"On this computer: {command} --server 127.0.0.1:8799",
    ]


def test_a_local_server_is_asked_at_the_address_others_use(monkeypatch: pytest.MonkeyPatch) -> None:
    # A second loopback address stands for that of this computer in its network.
    monkeypatch.setattr(server_process, "lan_host", lambda: "127.0.0.2")
    with socket.create_server(("127.0.0.1", 0)) as only_here:
        server = f"ws://127.0.0.1:{only_here.getsockname()[1]}/ws"
        assert server_process.reach_of(server) == ServerAddress(server, None)
    with socket.create_server(("127.0.0.2", 0)) as open_to_others:
        port = open_to_others.getsockname()[1]
        server = f"ws://127.0.0.1:{port}/ws"
        assert server_process.reach_of(server) == ServerAddress(server, f"ws://127.0.0.2:{port}/ws")
    monkeypatch.setattr(server_process, "lan_host", lambda: None)
    assert server_process.reach_of(server) == ServerAddress(server, None), "there is no network"
    with pytest.raises(Failure) as failure:
        server_process.seen_from_outside(server)
    told = textwrap.wrap(str(failure.value), 78)
    assert len(told) <= 2, "the first page has two lines for it in a terminal of 80 columns"
    away = "wss://cards.example.org/ws"
    assert server_process.reach_of(away) == ServerAddress(away, away)
