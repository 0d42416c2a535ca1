"""What an audience may see. Every message about a room leaves the server through `shown`.

It is given something that happened and a viewer, and makes the message for that viewer from what
may be seen; where nothing may be, it answers with a bare number (so that numbering has no holes) or
refuses to make a message at all.
"""

from collections.abc import Mapping
from typing import NamedTuple, assert_never

from engine import fairness
from engine.ranking import rank
from protocol import from_server as say
from protocol import rooms
from protocol.talk import PHRASES, Said
from server import boards
from server.boards import NotForThem as NotForThem  # noqa: PLC0414 # raised by both
from server.events import (
    Attached,
    CardCalled,
    CountdownBegun,
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
)
from server.happenings import (
    BoardMove,
    DealFrame,
    Followed,
    Happening,
    ListedRooms,
    NewNumbers,
    RefusedRequest,
    RoomEvent,
    Spoken,
    Viewer,
    WatchedBoard,
    WholeBoard,
    WholeRecord,
    WholeRoom,
)
from server.numbers import Numbers
from server.room import Race, Room

Shown = (
    say.RoomEvent
    | say.Room
    | say.Progress
    | say.Table
    | say.WatchedTable
    | say.Frame
    | say.Moved
    | say.Refused
    | say.Record
    | Said
    | rooms.OpenRooms
    | rooms.Watchers
)


def shown(what: Happening, viewer: Viewer) -> Shown:
    """The message this viewer gets. Raises NotForThem where there must be none."""
    match what:
        case RoomEvent():
            return _event(what)
        case WholeRoom():
            return _room(what, viewer)
        case NewNumbers():
            over = what.race.status == "over"
            seats = [_standing(seat, n, over=over) for seat, n in sorted(what.numbers.items())]
            clock = what.race.clock(what.now)
            return say.Progress(race=what.race.n, clock_ms=clock, standings=seats)
        case WholeBoard() | WatchedBoard() | DealFrame() | BoardMove():
            return _board(what, viewer)
        case RefusedRequest() | Spoken() | ListedRooms() | Followed():
            return _aside(what, viewer)
        case WholeRecord():
            if not what.race.opened(what.now):
                raise NotForThem("a record before the end")
            return say.Record(id=what.request, record={})
    assert_never(what)


def _aside(
    what: RefusedRequest | Spoken | ListedRooms | Followed, viewer: Viewer
) -> say.Refused | Said | rooms.OpenRooms | rooms.Watchers:
    match what:
        case RefusedRequest(request, code, sentence, ply):
            return say.Refused(id=request, code=code, error=sentence, ply=ply)
        case Spoken():
            return _said(what, viewer)
        case Followed():
            return rooms.Watchers(watchers=what.watchers)
        case ListedRooms():
            return rooms.OpenRooms(id=what.request, rooms=[_listed(room) for room in what.rooms])
    assert_never(what)


def _listed(room: Room) -> rooms.OpenRoom:
    race, seats = room.race, room.seats.values()
    return rooms.OpenRoom(
        code=room.code,
        game=race.rules.slug,
        options=dict(race.rules.chosen),
        bell_ms=race.bell_ms,
        format=race.terms.format,
        host=None if room.host is None else room.seats[room.host].name,
        here=sum(seat.connection is not None for seat in seats),
        size=room.settings.size,
        status=race.status,
        late=room.settings.late,
    )


def _board(
    what: WholeBoard | WatchedBoard | DealFrame | BoardMove, viewer: Viewer
) -> say.Table | say.WatchedTable | say.Frame | say.Moved:
    match what:
        case WholeBoard():
            return boards.table(what, viewer)
        case WatchedBoard():
            return boards.watched(what, viewer)
        case DealFrame():
            return boards.frame(what, viewer)
        case BoardMove():
            return boards.moved(what, viewer)
    assert_never(what)


def _event(what: RoomEvent) -> say.RoomEvent:
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
            | RaceJoined()
            | RaceStarted()
            | CardCalled()
            | RaceHeld()
            | RaceEnded()
        ):
            return _race_event(what, event)
    assert_never(event)


def _seat_event(
    event: SeatTaken | SeatLeft | SeatSilenced | SeatAside | SeatCovered | Attached | Detached,
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
    assert_never(event)


def _race_event(
    what: RoomEvent,
    event: RacePrepared
    | CountdownBegun
    | RaceJoined
    | RaceStarted
    | CardCalled
    | RaceHeld
    | RaceEnded,
) -> say.RoomEvent:
    seq, race = what.room.seq, what.room.race
    times = _times(race, what.now)
    match event:
        case RacePrepared():
            return say.NextRace(seq=seq, race=_race(what.room, race, what.now))
        case CountdownBegun():
            starts, racing = times.starts_in_ms or 0, list(event.racing)
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
            return say.Over(
                seq=seq,
                race=event.n,
                ended_ms=event.ended_ms,
                results=_results(race, what.numbers),
                opened=_opened(race, what.now),
            )
    assert_never(event)


def _room(what: WholeRoom, viewer: Viewer) -> say.Room:
    room, race = what.room, what.room.race
    over = race.status == "over"
    frames = [boards.frame(board, viewer) for board in what.boards if isinstance(board, DealFrame)]
    tables = [boards.table(board, viewer) for board in what.boards if isinstance(board, WholeBoard)]
    return say.Room(
        id=what.request,
        seq=room.seq,
        code=room.code,
        seat=viewer.seat,
        host=room.host,
        settings=room.settings,
        watchers=what.watchers,
        invite=room.invite if viewer.seat is not None and viewer.seat == room.host else None,
        members=[
            say.Member(
                seat=number,
                name=seat.name,
                here=seat.connection is not None,
                ready=number in race.nonces,
                racing=number in race.racing,
                aside=seat.aside,
                silent=seat.silent,
                covered=seat.covered,
                bot=seat.bot,
                claimed=seat.account is not None,
                left=seat.left,
            )
            for number, seat in room.seats.items()
            if not seat.left or number in race.racing
        ],
        race=_race(room, race, what.now),
        standings=[_standing(s, n, over=over) for s, n in sorted(what.numbers.items())],
        results=_results(race, what.numbers) if over else None,
        opened=_opened(race, what.now) if over else None,
        frame=next(iter(frames), None),
        table=next(iter(tables), None),
        unread=[_event(missed) for missed in what.unread],
    )


def hears(what: Spoken, viewer: Viewer) -> bool:
    """Whether somebody hears what was said; and whoever would not hear it may not say it.

    While a race runs, its contestants hear free text only when they have finished, and nobody does
    where newcomers may still join: they have yet to play the deal.
    """
    race = what.room.race
    if what.phrase is not None or race.status != "running":
        return True
    own = [what.numbers.get(seat) for seat in boards.seats_of(viewer, what.room)]
    playing = any(numbers is None or numbers.result is None for numbers in own)
    return not playing and not what.room.settings.late


def _said(what: Spoken, viewer: Viewer) -> Said:
    if not hears(what, viewer):
        raise NotForThem("talk about a deal they play")
    text = what.text if what.phrase is None else PHRASES[what.phrase]
    return Said(seat=what.seat, text=text, phrase=what.phrase)


def _race(room: Room, race: Race, now: int) -> say.RaceInfo:
    times = _times(race, now)
    return say.RaceInfo(
        id=room.race_id(race),
        n=race.n,
        game=race.rules.slug,
        options=dict(race.rules.chosen),
        terms=say.Terms.model_validate(race.terms.to_json()),
        bell_ms=race.bell_ms,
        commitment=fairness.commitment(race.secret),
        status=race.status,
        starts_in_ms=times.starts_in_ms,
        clock_ms=times.clock_ms,
        call=race.call or None,
        call_ms=times.call_ms,
    )


class _Times(NamedTuple):
    starts_in_ms: int | None
    clock_ms: int | None
    call_ms: int | None


def _times(race: Race, now: int) -> _Times:
    if race.status == "countdown":
        return _Times(max(0, race.zero_at - now), None, None)
    clock = None if race.status == "lobby" else race.clock(now)
    called = race.status == "running" and race.call
    return _Times(None, clock, max(0, race.call_due_ms - (clock or 0)) if called else None)


def _standing(seat: int, numbers: Numbers, *, over: bool) -> say.SeatStanding:
    return say.SeatStanding.model_validate(
        {
            "seat": seat,
            "result": numbers.result,
            "reason": numbers.reason,
            "progress": numbers.progress,
            "best": numbers.best,
            "tie_break": numbers.tie_break,
            "reached_ms": numbers.reached_ms,
            "points": numbers.score if over else numbers.points,
            "ended_ms": numbers.ended_ms,
            "moves": numbers.moves,
            "clean": numbers.clean,
        }
    )


def _results(race: Race, numbers: Mapping[int, Numbers]) -> list[say.Result]:
    standings = [n.standing(seat, race.ended_ms) for seat, n in numbers.items()]
    return [
        say.Result(
            place=placed.place,
            standing=say.SeatStanding.model_validate(
                {**placed.standing._asdict(), "progress": numbers[placed.standing.seat].progress}
            ),
        )
        for placed in rank(standings, race.rules.ranked_by, race.terms.winners)
    ]


def _opened(race: Race, now: int) -> say.Opened | None:
    """The secret and what else its deal was made with; None while others have yet to play it."""
    if race.status != "over":
        raise NotForThem("a secret before the end")
    if not race.opened(now):
        return None
    nonces = {str(seat): nonce for seat, nonce in race.counted().items()}
    return say.Opened(secret=race.secret.hex(), nonces=nonces)
