"""Invitations to a room: the link or the command that leads others to it."""

from typing import NamedTuple

from client_cli.net import addresses
from client_cli.state.session import RoomSession
from protocol import codes
from protocol.texts import _

ONLY_HERE = _(
    "The server listens to this computer only: no phone and no other computer reaches it."
)


class ServerAddress(NamedTuple):
    """Addresses of a server: `server` from this computer, `others` from elsewhere (None if there is
    none)."""

    server: str
    others: str | None


class Invitation(NamedTuple):
    """What the host passes on: a link, if others can reach the server, and a complete command."""

    link: str
    """Empty if only this computer reaches the server."""
    command: str
    notes: tuple[str, ...] = ()
    """Why there is no link, and what to do about it."""


def invitation(reach: ServerAddress, session: RoomSession) -> Invitation:
    """The invitation to the room of a session."""
    code, word = session.code or "", session.invite
    link = addresses.link(reach.others or reach.server, code, word)
    if reach.others is not None:
        return Invitation(link, f"patience join {link}")
    game = session.race.game.replace("_", "-") if session.race is not None else "GAME"
    opened = _("To let others in, leave this room and type: patience host {game} --lan", game=game)
    here = f"--server {addresses.spoken(reach.server)}"
    command = f"patience join {link if word else f'{codes.spoken(code)} {here}'}"
    return Invitation("", command, (ONLY_HERE, opened))


def by_command(reach: ServerAddress, command: str) -> Invitation:
    """An invitation to something without a link, such as a crown race: the command with its
    server."""
    others = reach.others or reach.server
    notes = () if reach.others is not None else (ONLY_HERE,)
    command = f"{command} --server {addresses.spoken(others)}"  # not a text
    return Invitation("", command, notes)


def told(invited: Invitation) -> list[str]:
    """The invitation as sentences."""
    if not invited.notes:
        return [_("Friends type: {command}", command=invited.command)]
    return [*invited.notes, _("On this computer: {command}", command=invited.command)]
