"""Makes the message about a stored event of a room for one viewer, a player or spectator. An event
is a numbered fact about the room, for example that somebody has joined.

Only `visibility.py` calls `event`.
"""

from typing import assert_never

from protocol import from_server as say
from protocol.rooms import room_settings as rooms
from server.rooms.events import (
    Attached,
    CardCalled,
    CountdownBegun,
    DealFound,
    Detached,
    HostPassed,
    RaceEnded,
    RaceHeld,
    RaceJoined,
    RacePrepared,
    RaceStarted,
    ReadySet,
    SeatAside,
    SeatCovered,
    SeatLeft,
    SeatMoved,
    SeatSilenced,
    SeatTaken,
    SessionOpened,
    SettingsChanged,
    VoteCast,
)
from server.rooms.score import rounds_with
from server.rooms.state import Room
from server.views import race_view
from server.views.deal_secrecy import deal_secrecy_of
from server.views.view_inputs import RoomEvent, Viewer


def event(what: RoomEvent, viewer: Viewer) -> say.RoomEvent:
    """Return the message that tells the viewer of an event of a room. No viewer is told of some
    events. The message about such an event is a `Skip`, which has only the number of the event."""
    event, seq, room = what.event, what.room.seq, what.room
    match event:
        case SettingsChanged() if room.seats:
            return rooms.SettingsChanged(seq=seq, settings=event.settings)
        case SeatMoved() | SessionOpened():
            return say.Skip(seq=seq)
        case HostPassed():
            return rooms.HostPassed(seq=seq, host=event.seat)
        case (
            SeatTaken()
            | SeatLeft()
            | SeatSilenced()
            | SeatAside()
            | SeatCovered()
            | Attached()
            | Detached()
            | VoteCast()
        ):
            return _seat_event(event, room)
        case ReadySet():
            return say.ReadyChanged(seq=seq, seat=event.seat, ready=event.nonce is not None)
        case SettingsChanged():
            return say.Skip(seq=seq)  # the room was not yet open to anybody
        case RacePrepared() if event.n == 1:
            return say.Skip(seq=seq)
        case (
            RacePrepared()
            | CountdownBegun()
            | DealFound()
            | RaceJoined()
            | RaceStarted()
            | CardCalled()
            | RaceHeld()
            | RaceEnded()
        ):
            return _race_event(what, event, viewer)
    assert_never(event)


def _seat_event(
    event: SeatTaken
    | SeatLeft
    | SeatSilenced
    | SeatAside
    | SeatCovered
    | Attached
    | Detached
    | VoteCast,
    room: Room,
) -> say.RoomEvent:
    seq = room.seq
    match event:
        case SeatTaken():
            return say.Joined(
                seq=seq,
                seat=event.seat,
                name=event.name,
                bot=event.bot,
                claimed=event.account is not None,
                player=event.player,
            )
        case SeatLeft():
            kicked = event.by == "host"
            return say.Left(seq=seq, seat=event.seat, host=room.host, kicked=kicked)
        case SeatSilenced():
            return rooms.Silenced(seq=seq, seat=event.seat, silent=event.silent)
        case SeatAside():
            return rooms.StoodAside(seq=seq, seat=event.seat, aside=event.aside)
        case SeatCovered():
            return say.Covered(seq=seq, seat=event.seat, covered=event.covered)
        case Attached() | Detached():
            here = room.seats[event.seat].connection is not None
            return say.Presence(seq=seq, seat=event.seat, here=here)
        case VoteCast():
            return say.Skip(seq=seq, vote=race_view.ballot(event.seat, event.game))
    assert_never(event)


def _race_event(
    what: RoomEvent,
    event: RacePrepared
    | CountdownBegun
    | DealFound
    | RaceJoined
    | RaceStarted
    | CardCalled
    | RaceHeld
    | RaceEnded,
    viewer: Viewer,
) -> say.RoomEvent:
    seq, race = what.room.seq, what.room.race
    times = race_view.times(race, what.now)
    match event:
        case RacePrepared():
            return say.NextRace(seq=seq, race=race_view.info(what.room, race, what.now))
        case DealFound(delay_ms=0):
            return say.Skip(seq=seq)
        case CountdownBegun() | DealFound():
            # The deal that was found is as secret as the deal seed. If the search has taken long,
            # everybody is told when the race starts instead.
            starts, racing = times.starts_in_ms or 0, list(race.racing)
            return say.Countdown(seq=seq, race=event.n, starts_in_ms=starts, racing=racing)
        case RaceJoined():
            return rooms.RaceJoined(seq=seq, race=event.n, seat=event.seat)
        case RaceStarted():
            return say.Started(seq=seq, race=event.n)
        case CardCalled():
            return say.Called(seq=seq, race=event.n, call=event.call, call_ms=times.call_ms or 0)
        case RaceHeld():
            return say.Held(
                seq=seq,
                race=event.n,
                held_ms=event.ms,
                starts_in_ms=times.starts_in_ms,
                clock_ms=times.clock_ms,
            )
        case RaceEnded():
            closed = deal_secrecy_of(what.room, what.standings, viewer, what.now).standings
            return say.Over(
                seq=seq,
                race=event.n,
                ended_ms=event.ended_ms,
                results=race_view.results(race, what.standings if closed is None else {}),
                opened=race_view.opened(race, what.now),
                wins=race_view.wins(what.room, what.standings),
                series=race_view.series(what.room, race, rounds_with(race, what.standings)),
            )
    assert_never(event)
