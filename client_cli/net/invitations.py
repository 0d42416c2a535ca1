"""Invitations to a room: the link or the command with which others join it."""

from typing import NamedTuple

from client_cli.net import addresses
from client_cli.state.session import RoomSession
from protocol import codes
from protocol.texts import _

ONLY_HERE = _(
    "The server listens to this computer only: no phone and no other computer reaches it."
)


class ServerAddress(NamedTuple):
    """Two addresses of one server: `server` for this computer, and `others` for other computers,
    None if they cannot reach it."""

    server: str
    others: str | None


class Invitation(NamedTuple):
    """What a host passes on to friends so that they can join: a link, and the complete command to
    type."""

    link: str
    """Empty if there is no link, or only this computer reaches the server."""
    command: str
    notes: tuple[str, ...] = ()
    """Sentences that say why there is no link, and what to do about it."""


def invitation(reach: ServerAddress, session: RoomSession) -> Invitation:
    """Return the invitation (link and command) to the room that `session` describes. `reach` has
    the addresses of the room's server."""
    code, word = session.code or "", session.invite
    link = addresses.link(reach.others or reach.server, code, word)
    if reach.others is not None:
        return Invitation(link, f"patience join {link}")
    game = session.race.game.replace("_", "-") if session.race is not None else "GAME"
    opened = _("To let others in, leave this room and type: patience host {game} --lan", game=game)
    notes = (ONLY_HERE, opened) if session.is_host else (ONLY_HERE,)
    here = f"--server {addresses.spoken(reach.server)}"
    command = f"patience join {link if word else f'{codes.spoken(code)} {here}'}"
    return Invitation("", command, notes)


def by_command(reach: ServerAddress, command: str) -> Invitation:
    """Return an invitation to something that has no link, such as a crown race, an event of five
    deals. Its command is `command` followed by the server's address."""
    others = reach.others or reach.server
    notes = () if reach.others is not None else (ONLY_HERE,)
    command = f"{command} --server {addresses.spoken(others)}"  # not a text
    return Invitation("", command, notes)


def invitation_sentences(invited: Invitation) -> list[str]:
    """Return an invitation as sentences."""
    if not invited.notes:
        return [_("Friends type: {command}", command=invited.command)]
    return [*invited.notes, _("On this computer: {command}", command=invited.command)]
