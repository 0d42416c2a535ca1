"""Reducer of room events: applies the numbered events of a room to the session, the client's copy
of the room."""

from typing import TYPE_CHECKING

from client_cli.messages import room_events
from client_cli.state.types import SessionMember, read_placed, read_standing
from protocol import from_server as said
from protocol.rooms.events import Covered
from protocol.rooms.room_settings import (
    Ballot,
    HostPassed,
    RaceJoined,
    SettingsChanged,
    Silenced,
    StoodAside,
)

if TYPE_CHECKING:
    from client_cli.state.known_room import KnownRoom


def apply_event(session: "KnownRoom", event: said.Event, now_ms: int) -> list[str]:
    """Apply an event to the session. Return the sentences to show to the player about it."""
    match event:
        case said.Joined(seat=seat, name=name, bot=bot, claimed=claimed, player=player):
            session.members[seat] = SessionMember(
                seat,
                name,
                here=True,
                ready=player is not None,
                racing=False,
                bot=bot,
                claimed=claimed,
                player=player,
            )
        case said.Left():
            return _left(session, event)
        case said.Presence(seat=seat, here=here):
            member = session.members.get(seat)
            if member is None or member.here == here:
                return []
            session.members[seat] = member._replace(here=here)
        case Covered(seat=seat, covered=covered):
            _member(session, seat, covered=covered)
        case (
            HostPassed()
            | SettingsChanged()
            | Silenced()
            | StoodAside()
            | RaceJoined()
            | said.Skip()
        ):
            _kept(session, event)
        case said.ReadyChanged(seat=seat, ready=ready):
            if seat in session.members:
                session.members[seat] = session.members[seat]._replace(ready=ready)
        case said.NextRace(race=race):
            session.members = {
                s: m._replace(ready=False, racing=False, covered=False)
                for s, m in session.members.items()
                if not m.left
            }
            session.standings, session.results, session.opened = {}, None, None
            session.analysis = None
            session.begin(race, now_ms)
        case _:
            _race(session, event, now_ms)
    return room_events.event(session, event)


def _left(session: "KnownRoom", event: said.Left) -> list[str]:
    told = room_events.left(session, event)
    member = session.members.pop(event.seat, None)
    if session.status == "countdown":  # a seat that leaves during the countdown is not a contestant
        session.standings.pop(event.seat, None)
    elif member is not None and member.racing:
        session.members[event.seat] = member._replace(here=False, covered=False, left=True)
    session.host = event.host
    session.needs_room |= session.needs_invite
    return told


def _kept(
    session: "KnownRoom",
    event: HostPassed | SettingsChanged | Silenced | StoodAside | RaceJoined | said.Skip,
) -> None:
    """Apply an event that changes the host, the settings, whether a seat is silenced, who takes
    part, or a player's vote for the next game."""
    match event:
        case HostPassed(host=host):
            session.host = host
            session.needs_room |= session.needs_invite
        case SettingsChanged(settings=settings):
            session.previous_settings, session.settings = session.settings, settings
            session.invite = session.invite if settings.invite_only else None
            session.needs_room |= session.needs_invite
        case Silenced(seat=seat, silent=silent):
            _member(session, seat, silent=silent)
        case StoodAside(seat=seat, aside=aside):
            _member(session, seat, aside=aside)
        case said.Skip(vote=Ballot() as vote):
            session.votes.pop(vote.seat, None)  # so that the votes are in their order
            session.votes[vote.seat] = vote
        case RaceJoined(seat=seat):
            _member(session, seat, racing=True)
            session.standings[seat] = session.fresh(seat)


def _member(session: "KnownRoom", seat: int, **changes: bool) -> None:
    if seat in session.members:
        session.members[seat] = SessionMember(**{**session.members[seat]._asdict(), **changes})


def _race(session: "KnownRoom", event: said.Event, now_ms: int) -> None:
    """Apply an event that changes the state of the race, such as its start or end."""
    match event:
        case said.Countdown(starts_in_ms=starts_in, racing=racing):
            session.status = "countdown"
            session.clock.counting(starts_in, now_ms)
            session.members = {
                s: m._replace(racing=s in racing) for s, m in session.members.items()
            }
            session.standings = {seat: session.fresh(seat) for seat in sorted(racing)}
        case said.Started():
            session.status = "running"
            session.clock.running(0, now_ms)
        case said.Called(call=call, call_ms=left):
            session.call = call
            session.clock.called(left, now_ms)
        case said.Held(starts_in_ms=starts_in, clock_ms=clock):
            session.clock.reset(session.clock.bell_ms, starts_in, clock, now_ms)
        case said.Over(ended_ms=ended, results=results, opened=opened, wins=wins, series=series):
            session.wins, session.commands = wins, []
            session.series = series or session.series
            session.status, session.dealing, session.outbox = "over", None, []
            session.clock.stop(ended)
            session.results, session.opened = [read_placed(r) for r in results], opened
            session.standings = {p.standing.seat: p.standing for p in session.results}
            session.members = {s: m._replace(covered=False) for s, m in session.members.items()}
            session.common = session.common and session.common.rung()


def progress(session: "KnownRoom", standings: list[said.SeatStanding]) -> list[str]:
    """Store the given standings (the figures of contestants in the race). Return sentences about
    other contestants whose games have just ended."""
    sentences: list[str] = []
    for standing in map(read_standing, standings):
        known = session.standings.get(standing.seat)
        session.standings[standing.seat] = standing
        news = standing.result and not (known and known.result) and standing.seat != session.seat
        if news and session.common is None:  # at a common table all end together
            sentences.append(room_events.finished(session, standing))
    return sentences
