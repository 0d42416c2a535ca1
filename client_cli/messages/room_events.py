"""Sentences about a room: who came and left, how a race began and ended."""

from typing import TYPE_CHECKING

from client_cli.messages import room_talk
from client_cli.messages.game import by_points, clock, plural, score
from client_cli.messages.race_terms import seconds
from client_cli.messages.race_terms import told as race_words
from client_cli.state.types import read_placed
from engine.ranking import Placed, Standing
from protocol import codes
from protocol import from_server as said
from protocol.events import Covered

if TYPE_CHECKING:
    from client_cli.state.known_room import KnownRoom


def room(session: "KnownRoom") -> list[str]:
    """What somebody who has just come in needs to know."""
    if session.race is None or session.rules is None or session.code is None:
        return []
    race, code = session.race, codes.spoken(session.code)
    told = [f"Room {code}: {race_words(race, session.rules)}."]
    here = [_member(session, seat) for seat, member in session.members.items() if not member.left]
    if here:
        told.append(f"At the table: {', '.join(here)}.")
    return told


def missed(session: "KnownRoom", unread: list[said.RoomEvent]) -> list[str]:
    """What has happened meanwhile, to whoever sits down again; what is over by now is left out."""
    passing = said.Presence | Covered | said.ReadyChanged | said.Countdown | said.Called | said.Left
    lasting = [heard for heard in unread if not isinstance(heard, passing)]
    told = [line for heard in lasting for line in event(session, heard)]
    return ["While you were away:", *told] if told else []


def _member(session: "KnownRoom", seat: int) -> str:
    member = session.members[seat]
    notes = ["you"] if seat == session.seat else []
    notes += ["host"] if seat == session.host else []
    notes += ["bot"] if member.bot else ["claimed"] if member.claimed else []
    notes += ["ready"] if member.ready else []
    notes += ["aside"] if member.aside else []
    notes += [] if member.here else ["away"]
    return f"{member.name} ({', '.join(notes)})" if notes else member.name


def left(session: "KnownRoom", event: said.Left) -> list[str]:
    """Before the seat is forgotten."""
    told, host = room_talk.left(session, event), event.host
    if host is not None and host != session.host and event.seat != session.seat:
        told += " You are the host now." if host == session.seat else ""
        told += "" if host == session.seat else f" {session.name(host)} is the host now."
    return [told]


def event(session: "KnownRoom", heard: said.Event) -> list[str]:
    match heard:
        case said.Joined(seat=seat, name=name):
            return [] if seat == session.seat else [f"{name} has joined."]
        case said.Presence(seat=seat, here=here) if seat != session.seat:
            return [f"{session.name(seat)} {'is back' if here else 'has lost the line'}."]
        case Covered(seat=seat, covered=covered):
            return [_break(session, seat, covered)]
        case said.ReadyChanged(seat=seat, ready=ready):
            who = "You are" if seat == session.seat else f"{session.name(seat)} is"
            return [f"{who} ready." if ready else f"{who} not ready after all."]
    return _race_event(session, heard)


def _break(session: "KnownRoom", seat: int, covered: bool) -> str:
    if seat == session.seat:
        return "Your board is covered." if covered else "You are back; your board is open again."
    name = session.name(seat)
    return (
        f"{name} is back." if not covered else f"{name} has gone to the room without a telephone."
    )


def _race_event(session: "KnownRoom", heard: said.Event) -> list[str]:
    match heard:
        case said.Countdown(starts_in_ms=ms):
            return [f"The race starts in {plural(round(ms / 1000), 'second')}."]
        case said.Started():
            return ["Go!"]
        case said.Called(call=call, call_ms=ms):
            goal = session.rules.goal if session.rules else call
            return [f"Card {call} of {goal} is called; you have {seconds(round(ms, -3) or ms)}."]
        case said.Held(held_ms=ms):
            away = plural(round(ms / 1000), "second")
            return [f"The server was away for {away}; the clock stood still."]
        case said.Over(ended_ms=ms, results=placed):
            lines = [place(session, read_placed(result)) for result in placed]
            return [f"The race is over after {clock(ms)}.", *lines]
        case said.NextRace(race=race):
            return [f"Race {race.n} is open: a new deal, when everybody is ready."]
    return room_talk.kept(session, heard)


def results(session: "KnownRoom") -> list[str]:
    """One line for each place."""
    return [place(session, placed) for placed in session.ranking()]


def place(session: "KnownRoom", placed: Placed) -> str:
    name = session.name(placed.standing.seat)
    you = " (you)" if placed.standing.seat == session.seat else ""
    return f"{placed.place}. {name}{you}: {score(session.rules, placed.standing)}"


def finished(session: "KnownRoom", standing: Standing) -> str:
    """A rival's game has ended while the race goes on."""
    name = session.name(standing.seat)
    if standing.result == "won":
        return f"{name} is out in {clock(standing.ended_ms or 0)}!"
    how = {"stuck": " is stuck", "resigned": " has given up"}.get(standing.reason or "")
    told = f"{name}{how or ' has finished'}"
    if not by_points(session.rules):
        return f"{told} with {standing.best}."
    points = standing.points  # None while a card that counts is face down
    return f"{told}." if points is None else f"{told} with {plural(points, 'point')}."
