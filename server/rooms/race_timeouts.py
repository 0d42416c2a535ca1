"""Deadlines of a race: decides its start, the calls of cards, its end, and refunds of outages.

Pure functions: those that return a `Change` return the events to store, none if nothing has to
change. In some races the server calls (announces) one card after the other, and each contestant
must place it in a given time. A refund gives a race the time of a server outage back: all later
deadlines move. A standing has the figures of one contestant, such as the number of moves. The
contestants of a race of Racing Demon play at one common table, and at some points one has to wait
for the others. They wait at most WAIT_FOR_MS for a contestant without a connection. `now` is server
time in milliseconds.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from engine.races.race_end import race_end
from server.boards.seat_standing import StoredStanding
from server.rooms.commands import Change
from server.rooms.events import CardCalled, RaceEnded, RaceHeld, RaceStarted
from server.rooms.reducer import fold
from server.rooms.state import Race, Room

WAIT_FOR_MS = 20_000
"""Milliseconds for which the others at a common table wait for a contestant without a
connection."""


def due(room: Room, standings: Mapping[int, StoredStanding], now: int) -> Change:
    """Return the events of the race that are due at `now` without anybody's request: its start
    after the countdown, the call of the next card, or its end. Return none if nothing is due, and
    while the winnable deal of the race was not found yet.
    `standings` has the standings of all contestants, by seat."""
    race = room.race
    if race.awaits_deal:
        return ()
    if race.status == "countdown" and now >= race.zero_at:
        started = RaceStarted(at=now, by="server", n=race.n)
        if not room.playing(race):
            return (started, RaceEnded(at=now, by="server", n=race.n, ended_ms=0))
        return (started, *_call(race, 1, race.clock(now), now))
    if race.status == "running":
        end = _end(room, standings, now)
        if end is not None:
            return (RaceEnded(at=now, by="server", n=race.n, ended_ms=end),)
        if race.call and not to_place(room, standings):
            # After a refund the race clock may be behind the time of the last move.
            laid_ms = max((n.reached_ms for n in standings.values()), default=0)
            return _call(race, race.call + 1, max(laid_ms, race.clock(now)), now)
    return ()


def to_place(room: Room, standings: Mapping[int, StoredStanding]) -> set[int]:
    """Return the seats of the contestants who are still in the room, whose game has not ended, and
    who have not placed the last card that was called."""
    race = room.race
    return {
        seat
        for seat in room.playing(race)
        if standings[seat].ended_ms is None and standings[seat].moves < race.call
    }


def unresigned_leavers(room: Room, standings: Mapping[int, StoredStanding]) -> set[int]:
    """Return the seats of the contestants who have left the room and whose games have not ended
    yet. The server must resign these games."""
    gone = set(room.race.racing) - room.playing(room.race)
    return {seat for seat in gone if standings[seat].ended_ms is None}


class Attendance(NamedTuple):
    """What changes at a common table because contestants lost or got back their connection. `gone`
    are the seats that the others have waited for long enough; `back` are the seats that have a
    connection again. `next_at` is the server time in milliseconds at which the next seat will be
    `gone` if it gets no connection; None if the others wait for nobody."""

    gone: tuple[int, ...]
    back: tuple[int, ...]
    next_at: int | None


def attendance(
    room: Room, away: Collection[int], now: int, resigned: Collection[int] = ()
) -> Attendance:
    """Return what changes at the common table because contestants have no connection or have one
    again. `away` are the seats for which the others have already stopped waiting. Nobody waits
    longer than WAIT_FOR_MS for a contestant without a connection, and nobody waits for the seats in
    `resigned`."""
    race = room.race
    playing = [s for s in race.racing if not room.seats[s].left and s not in resigned]
    due = {
        seat: max(room.seats[seat].away_at, race.zero_at) + WAIT_FOR_MS
        for seat in playing
        if room.seats[seat].connection is None and seat not in away
    }
    gone = tuple(seat for seat, at in due.items() if at <= now)
    back = tuple(
        seat for seat in playing if seat in away and room.seats[seat].connection is not None
    )
    return Attendance(gone, back, min((at for at in due.values() if at > now), default=None))


def _end(room: Room, standings: Mapping[int, StoredStanding], now: int) -> int | None:
    """Return the race time in milliseconds at which the race ends; None if it has not ended by
    server time `now`. A race ends when its games have decided it, or when its bell rings."""
    race = room.race
    games = [standings[seat] for seat in race.racing]
    return race_end(race.terms.format, games, race.bell_ms if now >= race.bell_at else None)


def _call(race: Race, call: int, clock_ms: int, now: int) -> Change:
    """Return the event that calls card number `call`. The time for placing the card begins at race
    time `clock_ms`. Returns no events if no cards are called in this race."""
    if race.terms.call_ms is None:
        return ()
    due_ms = clock_ms + race.terms.call_ms
    return (CardCalled(at=now, by="server", n=race.n, call=call, due_ms=due_ms),)


def refund_outages(room: Room, outages: Iterable[tuple[int, int]], now: int) -> Change:
    """Return the events that refund outages, oldest first, each as (since, until) in server time,
    to a race under way. `refund_outage` decides for each what is refunded."""
    events: Change = ()
    for since, until in outages:
        held = refund_outage(room, since, until, now)
        events += held
        room = fold(room, held)
    return events


def refund_outage(room: Room, since: int, until: int, now: int) -> Change:
    """Return the event that refunds an outage from `since` to `until`, server time, to a race under
    way; no events if there is nothing to refund.

    Only the part of the outage after the beginning of the countdown, and after the last refunded
    outage, is refunded. If the race plays a daily deal, no refund moves its end (its bell) beyond
    `DailyDeal.ends_at`.
    """
    race = room.race
    if race.status not in ("countdown", "running"):
        return ()
    since = max(since, race.held_until, race.begun_at)
    if until <= since:
        return ()
    ms = until - since
    if race.daily is not None:
        ms = min(ms, race.daily.ends_at - race.bell_at)  # after that the deal becomes public
        if ms <= 0:
            return ()
    return (RaceHeld(at=now, by="server", n=race.n, since=since, until=until, ms=ms),)
