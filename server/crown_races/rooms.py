"""Rooms of crown races.

A crown race is an event in which several accounts, its candidates, play the same five deals, each
at their own pace. A candidate plays each deal in a room of its own, as a race for one contestant.
All deals are shuffled from one secret.

The functions are pure. One that returns a `Change` returns the events to store, as in
`rooms/commands.py`.
"""

from engine.games import game
from engine.races.terms import terms
from server.accounts.store import Account
from server.boards.seat_standing import StoredStanding
from server.crown_races.state import CrownRace, DealEnd, How, refuse_closed
from server.rooms import solo
from server.rooms.commands import Change, SeatOwner
from server.rooms.events import RacePrepared
from server.rooms.state import Race

LONGEST_MS = 24 * 3_600_000
"""The longest time limit of a deal."""


def begin(
    crown_race: CrownRace,
    number: int,
    account: Account,
    token: str,
    connection: str,
    countdown_ms: int,
    now: int,
) -> Change:
    """Return the events that open the room for deal `number` (from 1) of the candidate `account`
    and begin the countdown of its race.

    The room has one seat. `token` is the secret with which the client proves its right to the seat,
    and `connection` is the connection that plays on it. The race may last until the crown race
    closes. Raise Refusal if at server time `now` the crown race has closed, or closes within a
    minute.
    """
    refuse_closed(crown_race, now)
    rules = game(crown_race.games[number - 1])
    session, secret = crown_race.deal(number)
    bell_ms = (crown_race.closes_at or now) - now - countdown_ms
    race = RacePrepared(
        at=now,
        by="server",
        n=1,
        game=rules.slug,
        options=rules.chosen,
        terms=terms(rules, {}).to_json(),
        bell_ms=max(1, min(bell_ms, LONGEST_MS)),
        secret=secret.hex(),
        session=session,
    )
    owner = SeatOwner(account.number, account.bot)
    return solo.begin(race, account.name, owner, token, connection, countdown_ms)


def end_of(race: Race, standing: StoredStanding) -> DealEnd:
    """Return how the game of a candidate ended. `race` is the finished race of the candidate's
    room, `standing` the final figures of its only seat, such as its progress and time."""
    took = race.ended_ms if standing.ended_ms is None else standing.ended_ms
    return DealEnd(how=_how(standing), best=standing.best, took_ms=took or 0)


def _how(standing: StoredStanding) -> How:
    if standing.result == "won":
        return "won"
    if standing.reason == "resigned":
        return "resigned"
    return "timeout" if standing.result is None or standing.reason == "timeout" else "lost"
