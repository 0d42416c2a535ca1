"""The reducer of room events: pure functions that compute the state of a room, in which players
meet and race, after an event that is stored in the log of the room."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import assert_never

from engine.races.record import Ghost, Session
from engine.races.terms import terms
from engine.rules import rules as rules_of
from engine.solver.winnable_deals import WinnableDeal
from server.rooms import daily_deals
from server.rooms.event_quota import after_event
from server.rooms.events import (
    Attached,
    CardCalled,
    CountdownBegun,
    DealFound,
    Detached,
    FoundDeal,
    HostPassed,
    OfSeries,
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
    StoredEvent,
    VoteCast,
)
from server.rooms.score import with_wins
from server.rooms.state import Race, Room, Seat


def fold(room: Room, events: Iterable[StoredEvent]) -> Room:
    """Return the state of a room after more events, which are given oldest first. `room` is the
    state before them."""
    for event in events:
        room = after(room, event)
    return room


def after(room: Room, event: StoredEvent) -> Room:
    """Return the state of a room after one more event. `room` is the state before the event."""
    event_count = after_event(room.event_count, event, room.host)
    room = replace(room, seq=room.seq + 1, event_count=event_count)
    match event:
        case RacePrepared():
            return _prepared(room, event)
        case SettingsChanged():
            return replace(room, settings=event.settings, invite=event.invite)
        case SeatTaken():
            seat = Seat(
                event.name,
                event.token_hash,
                account=event.account,
                bot=event.bot,
                aside=event.aside,
                player=event.player,
            )
            # A player whom the server seats does not become the host.
            nobody = room.host is None and event.by != "server"
            host = event.seat if nobody else room.host
            return replace(room, seats={**room.seats, event.seat: seat}, host=host)
        case SeatLeft():
            return _left(room, event)
        case HostPassed():
            return replace(room, host=event.seat)
        case Attached() | Detached() | SeatMoved() | SeatSilenced() | SeatAside() | SeatCovered():
            seat = _seat_after(room.seats[event.seat], event)
            return replace(room, seats={**room.seats, event.seat: seat})
        case SessionOpened() | VoteCast():
            race = _after_the_end(room.races[event.n], event)
            return replace(room, races={**room.races, event.n: race})
        case (
            ReadySet()
            | CountdownBegun()
            | DealFound()
            | RaceJoined()
            | RaceStarted()
            | CardCalled()
            | RaceHeld()
            | RaceEnded()
        ):
            races = {**room.races, room.race.n: _race_after(room.race, event)}
            seats = _uncovered(room.seats) if isinstance(event, RaceEnded) else room.seats
            return replace(room, races=races, seats=seats)
    assert_never(event)


def _prepared(room: Room, event: RacePrepared) -> Room:
    secret = bytes.fromhex(event.secret)
    session, ghost = event.session, event.ghost
    rules = rules_of(event.game, event.options)
    race = Race(
        event.n,
        rules,
        terms(rules, event.terms, alone=True),
        event.bell_ms,
        secret,
        daily=None if event.daily is None else daily_deals.named(event.daily),
        session=None
        if session is None
        else Session(session.name, session.deal, session.commitment),
        agreed=session.nonces if session else ghost.nonces if ghost else {},
        ghost=None if ghost is None else Ghost(ghost.race, ghost.seat, ghost.name),
        ghost_deal="" if ghost is None else ghost.deal,
        series=event.series or OfSeries(),
        winnable=None if event.found is None else _deal(event.found),
    )
    wins = with_wins(room, event.won_before) if room.races else room.wins
    return replace(room, races={**room.races, event.n: race}, wins=wins)


def _deal(found: FoundDeal) -> WinnableDeal:
    return WinnableDeal(found.k, found.line)


def _after_the_end(race: Race, event: SessionOpened | VoteCast) -> Race:
    """Return a finished race after a later event about it: a vote for the game of the next race
    (VoteCast), or the publication of the race's deal (SessionOpened)."""
    if isinstance(event, VoteCast):
        others = {seat: slug for seat, slug in race.votes.items() if seat != event.seat}
        return replace(race, votes={**others, event.seat: event.game})
    if race.session is None:
        return race
    session = race.session
    if event.secret is not None:
        session = session._replace(secret=bytes.fromhex(event.secret))
    return replace(race, session=session, told=True)


def _left(room: Room, event: SeatLeft) -> Room:
    kicked = event.by == "host"
    seat = room.seats[event.seat]
    gone = replace(seat, connection=None, left=True, kicked=kicked, covered=False)
    seats = {**room.seats, event.seat: gone}
    host = room.host
    if host == event.seat:
        host = _next_host(seats)
    race = _race_without(room.race, event)
    if race.status != "lobby" and not any(s.is_person_here for s in seats.values()):
        race = replace(race, deserted=True)
    return replace(room, seats=seats, host=host, races={**room.races, race.n: race})


def _race_without(race: Race, event: SeatLeft) -> Race:
    """Return the race after a seat has left the room.

    A seat that leaves before the start is no contestant, unless others play the same deal
    (`Race.is_try`): then leaving uses up its only try. A seat kicked from a running race stays a
    contestant, and `sent_away` has the race time at which it was kicked.
    """
    if race.status == "lobby":
        nonces = {seat: nonce for seat, nonce in race.nonces.items() if seat != event.seat}
        return replace(race, nonces=nonces)
    if race.status == "countdown" and not race.is_try:
        return replace(race, racing=tuple(seat for seat in race.racing if seat != event.seat))
    if race.status == "running" and event.by == "host" and event.seat in race.racing:
        return replace(race, sent_away={**race.sent_away, event.seat: race.clock(event.at)})
    return race


def _uncovered(seats: Mapping[int, Seat]) -> Mapping[int, Seat]:
    if not any(seat.covered for seat in seats.values()):
        return seats
    return {number: replace(seat, covered=False) for number, seat in seats.items()}


def _next_host(seats: Mapping[int, Seat]) -> int | None:
    """Return the seat that becomes the host: one with a connection if there is one, then preferably
    a person rather than a bot, then one that takes part in races (does not stand aside), then the
    lowest number. A computer player of the server is never the host. Return None if all others have
    left."""

    def succession_order(number: int) -> tuple[bool, bool, bool, int]:
        seat = seats[number]
        return seat.connection is None, seat.bot, seat.aside, number

    return min(
        (n for n, seat in seats.items() if seat.is_person_here),
        key=succession_order,
        default=None,
    )


def _seat_after(
    seat: Seat,
    event: Attached | Detached | SeatMoved | SeatSilenced | SeatAside | SeatCovered,
) -> Seat:
    match event:
        case Attached():
            return replace(seat, connection=event.connection)
        case Detached():
            gone = seat.connection == event.connection
            return replace(seat, connection=None, away_at=event.at) if gone else seat
        case SeatMoved():
            return replace(seat, token_hash=event.token_hash)
        case SeatSilenced():
            return replace(seat, silent=event.silent)
        case SeatAside():
            return replace(seat, aside=event.aside)
        case SeatCovered():
            return replace(seat, covered=event.covered)
    assert_never(event)


def _countdown_after(race: Race, event: CountdownBegun | DealFound) -> Race:
    if isinstance(event, DealFound):
        zero_at = race.zero_at + event.delay_ms
        return replace(race, winnable=_deal(event.deal), zero_at=zero_at)
    return replace(
        race,
        status="countdown",
        dealt=event.racing,
        racing=event.racing,
        begun_at=event.at,
        zero_at=event.zero_at,
    )


def _race_after(
    race: Race,
    event: ReadySet
    | CountdownBegun
    | DealFound
    | RaceJoined
    | RaceStarted
    | CardCalled
    | RaceHeld
    | RaceEnded,
) -> Race:
    match event:
        case ReadySet():
            nonces = {seat: nonce for seat, nonce in race.nonces.items() if seat != event.seat}
            if event.nonce is not None:
                nonces[event.seat] = event.nonce
            return replace(race, nonces=nonces)
        case CountdownBegun() | DealFound():
            return _countdown_after(race, event)
        case RaceJoined():
            return replace(race, racing=(*race.racing, event.seat))
        case RaceStarted():
            return replace(race, status="running")
        case CardCalled():
            called = event.due_ms - (race.terms.call_ms or 0)
            calls = (*race.called_ms, called)
            return replace(race, call=event.call, call_due_ms=event.due_ms, called_ms=calls)
        case RaceHeld() if race.status == "countdown":
            return replace(race, zero_at=race.zero_at + event.ms, held_until=event.until)
        case RaceHeld():
            return replace(race, held_ms=race.held_ms + event.ms, held_until=event.until)
        case RaceEnded():
            return replace(
                race,
                status="over",
                ended_ms=event.ended_ms,
                ended_at=event.at,
                called_off=event.by == "host",
            )
    assert_never(event)
