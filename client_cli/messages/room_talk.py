"""Sentences about the chat, the settings and the host of a room, and about who may speak and who
takes part.

`session` is what the client knows of the room.
"""

from typing import TYPE_CHECKING

from protocol import from_server as said
from protocol.rooms.room_settings import (
    HostPassed,
    RaceJoined,
    Settings,
    SettingsChanged,
    Silenced,
    StoodAside,
)
from protocol.rooms.talk import Said
from protocol.texts import _

if TYPE_CHECKING:
    from client_cli.state.known_room import KnownRoom

BOARDS = {
    "nobody": _("nobody sees boards while a race runs"),
    "done": _("contestants who have finished see boards"),
    "everybody": _("spectators see boards"),
}


def left(session: "KnownRoom", event: said.Left) -> str:
    """Return a sentence about a player who has left the room or was sent away. Call this before
    `session` forgets the player's seat (their place in the room)."""
    name = session.name(event.seat)
    if event.seat == session.seat and event.kicked:
        return _("The host has sent you away.")
    if event.seat == session.seat:
        return _("You have left.")
    if event.kicked:
        return _("The host has sent {name} away.", name=name)
    return _("{name} has left.", name=name)


def kept(session: "KnownRoom", event: said.Event) -> list[str]:
    """Return a sentence about an event that changes the settings or the host of the room, that
    silences somebody in the chat or lets them speak again, or that changes who takes part in races.
    The list is empty for other events."""
    match event:
        case SettingsChanged(settings=settings):
            return changed(session.previous_settings, settings)
        case Silenced(seat=seat, silent=silent):
            return [_silenced(session, seat, silent)]
        case HostPassed(host=host):
            return [host_passed(session, host)]
        case StoodAside(seat=seat, aside=aside):
            return [_stood_aside(session, seat, aside)]
        case RaceJoined(seat=seat):
            return [_joined(session, seat)]
    return []


def host_passed(session: "KnownRoom", host: int) -> str:
    if host == session.seat:
        return _("You are the host now.")
    return _("{name} is the host now.", name=session.name(host))


def _silenced(session: "KnownRoom", seat: int, silent: bool) -> str:
    if seat == session.seat:
        if silent:
            return _("You are silenced by the host.")
        return _("You are no more silenced.")
    name = session.name(seat)
    if silent:
        return _("{name} is silenced by the host.", name=name)
    return _("{name} is no more silenced.", name=name)


def _stood_aside(session: "KnownRoom", seat: int, aside: bool) -> str:
    if seat == session.seat:
        return _("You stand aside.") if aside else _("You take part again.")
    name = session.name(seat)
    if aside:
        return _("{name} stands aside.", name=name)
    return _("{name} takes part again.", name=name)


def _joined(session: "KnownRoom", seat: int) -> str:
    if seat == session.seat:
        return _("You join the race.")
    return _("{name} joins the race late.", name=session.name(seat))


def changed(before: Settings, after: Settings) -> list[str]:
    """Return one sentence for each setting that differs between `before` and `after`."""
    sentences: list[str] = []
    words = {
        "locked": (_("The room is locked."), _("The room is open again.")),
        "invite_only": (
            _("The room is by invitation now."),
            _("Nobody needs an invitation any more."),
        ),
        "late": (_("Newcomers may join a race that runs."), _("Nobody joins a race late.")),
        "bots": (_("Bots may come in."), _("No bots may come in.")),
        "listed": (_("The room is on the public list."), _("The room is off the public list.")),
    }
    for name, (on, off) in words.items():
        if getattr(before, name) != getattr(after, name):
            sentences.append(on if getattr(after, name) else off)
    if before.size != after.size:
        sentences.append(_("The room is for {size}.", size=after.size))
    if (before.boards, before.delay_ms) != (after.boards, after.delay_ms):
        boards, late = BOARDS[after.boards], f"{after.delay_ms / 1000:g}"
        sentences.append(
            _("From now on {boards}, {seconds} s late.", boards=boards, seconds=late)
            if after.delay_ms
            else _("From now on {boards}.", boards=boards)
        )
    return sentences


def spoken(session: "KnownRoom", message: Said) -> list[str]:
    """Return a chat message as a line, such as `Ann: Ace, please.` The list is empty if the player
    hides all chat or has muted the speaker. It is also empty if the player has muted set phrases,
    the ready-made sentences of the chat, and the message is one."""
    phrase = message.set_phrase or message.phrase
    muted = message.seat in session.muted or (session.phrases_muted and phrase is not None)
    if muted or session.talk_hidden:
        return []
    return [f"{session.name(message.seat)}: {message.text}"]
