"""Rooms of leisure races. Pure.

In a leisure race a closed circle plays the same deals, each contestant alone and when they like. A
contestant plays each deal once, in a room of its own, as a race for one contestant; this is called
a try. A function that returns a `Change` returns the events to store, as in `rooms/commands.py`.
"""

from server.boards.seat_standing import StoredStanding
from server.leisure_races.state import LeisureRace, TryEnd, TryStanding, refuse_closed
from server.rooms import solo
from server.rooms.commands import Change, SeatOwner
from server.rooms.events import RacePrepared
from server.rooms.state import Race


def begin(  # noqa: PLR0913 # the deal, who plays it, and when
    leisure_race: LeisureRace,
    deal: int,
    name: str,
    account: str | None,
    token: str,
    connection: str,
    countdown_ms: int,
    now: int,
) -> Change:
    """Return the events that open the room for a try of deal `deal` (from 1), and begin the
    countdown of its race.

    The contestant is called `name`; `account` is the id of the account, None for a guest. `token`
    is the secret with which the client proves its right to the only seat, and `connection` is the
    connection that plays on it. Raise Refusal if no try may begin any more at server time `now`. A
    try that begins before the close has the whole time limit.
    """
    refuse_closed(leisure_race, now)
    session, secret = leisure_race.deal(deal)
    planned = leisure_race.planned(deal)
    race = RacePrepared(
        at=now,
        by="server",
        n=1,
        game=planned.game,
        options=planned.options,
        terms=planned.terms,
        bell_ms=planned.bell_ms,
        secret=secret.hex(),
        session=session,
    )
    return solo.begin(race, name, SeatOwner(account), token, connection, countdown_ms)


def end_of(race: Race, standing: StoredStanding) -> TryEnd:
    """Return the end of a try. `race` is the finished race of its room, `standing` the final
    figures of its only seat."""
    final = standing.standing(0, race.ended_ms)._asdict()
    del final["seat"]
    return TryEnd(standing=TryStanding(progress=standing.progress, **final))
