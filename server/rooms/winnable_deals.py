"""The winnable deal of a race in a room: the command that stores it.

A winnable deal is, of the packs that follow from the deal seed, the first that the solver wins. The
deal seed is known from the beginning of the countdown on. The deal is searched for during the
countdown, and the race starts only when it is stored.
"""

from engine.races.terms import Terms
from engine.solver.solve import VERSION
from engine.solver.winnable_deals import WinnableDeal
from server.rooms.events import DealFound, FoundDeal, StoredEvent
from server.rooms.state import Room

START_MS = 3_000
"""Milliseconds from the end of a search that has taken longer than the countdown to the start."""


def found(room: Room, n: int, deal: WinnableDeal, now: int) -> tuple[StoredEvent, ...]:
    """Store the winnable deal of race `n`. If the countdown has ended meanwhile, the race starts
    START_MS from `now`. Returns no events if the deal is stored already."""
    race = room.race
    if race.n != n or not race.awaits_deal:
        return ()
    delay_ms = 0 if now < race.zero_at else now + START_MS - race.zero_at
    stored = FoundDeal(k=deal.k, line=deal.line)
    return (DealFound(at=now, by="server", n=n, deal=stored, delay_ms=delay_ms),)


def is_present(terms: Terms) -> bool:
    """Return whether the terms ask for no winnable deal, or for one that this version of the solver
    finds. Another version may be asked for in a room that was opened before the server was
    upgraded."""
    return terms.winnable is None or terms.winnable.solver == VERSION
