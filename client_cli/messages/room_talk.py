"""Sentences about chat and about the settings of a room."""

from typing import TYPE_CHECKING

from protocol import from_server as said
from protocol.rooms import HostPassed, RaceJoined, Settings, SettingsChanged, Silenced, StoodAside
from protocol.talk import Said

if TYPE_CHECKING:
    from client_cli.state.known_room import KnownRoom

BOARDS = {
    "nobody": "nobody sees boards while a race runs",
    "done": "contestants who have finished see boards",
    "everybody": "spectators see boards",
}


def left(session: "KnownRoom", event: said.Left) -> str:
    """Before the seat is forgotten."""
    name = session.name(event.seat)
    if event.seat == session.seat and event.kicked:
        return "The host has sent you away."
    if event.seat == session.seat:
        return "You have left."
    return f"The host has sent {name} away." if event.kicked else f"{name} has left."


def kept(session: "KnownRoom", event: said.Event) -> list[str]:
    """What has changed in how the room is kept; `session` is as it was before for settings."""
    match event:
        case SettingsChanged(settings=settings):
            return changed(session.told_settings, settings)
        case Silenced(seat=seat, silent=silent):
            who = "You are" if seat == session.seat else f"{session.name(seat)} is"
            return [f"{who} silenced by the host." if silent else f"{who} no more silenced."]
        case HostPassed(host=host):
            you = host == session.seat
            return ["You are the host now." if you else f"{session.name(host)} is the host now."]
        case StoodAside(seat=seat, aside=aside):
            you = seat == session.seat
            who = "You" if you else session.name(seat)
            if aside:
                return [f"{who} {'stand' if you else 'stands'} aside."]
            return [f"{who} {'take' if you else 'takes'} part again."]
        case RaceJoined(seat=seat):
            return ["You join the race."] if seat == session.seat else [_late(session, seat)]
    return []


def _late(session: "KnownRoom", seat: int) -> str:
    return f"{session.name(seat)} joins the race late."


def changed(before: Settings, after: Settings) -> list[str]:
    """One sentence for each changed setting."""
    told: list[str] = []
    words = {
        "locked": ("The room is locked.", "The room is open again."),
        "invite_only": ("The room is by invitation now.", "Nobody needs an invitation any more."),
        "late": ("Newcomers may join a race that runs.", "Nobody joins a race late."),
        "bots": ("Bots may come in.", "No bots may come in."),
        "listed": ("The room is on the public list.", "The room is off the public list."),
    }
    for name, (on, off) in words.items():
        if getattr(before, name) != getattr(after, name):
            told.append(on if getattr(after, name) else off)
    if before.size != after.size:
        told.append(f"The room is for {after.size}.")
    if (before.boards, before.delay_ms) != (after.boards, after.delay_ms):
        late = f", {after.delay_ms / 1000:g} s late" if after.delay_ms else ""
        told.append(f"From now on {BOARDS[after.boards]}{late}.")
    return told


def spoken(session: "KnownRoom", message: Said) -> list[str]:
    """`Ann: Ace, please.`; nothing of those who are muted here."""
    if message.seat in session.muted:
        return []
    return [f"{session.name(message.seat)}: {message.text}"]
