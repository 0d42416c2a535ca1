"""Cache of the tables of tournaments. A table ranks all entrants of a tournament by their results.
It is computed again if a result changes.
"""

import asyncio
from collections import OrderedDict
from typing import Any
from weakref import WeakValueDictionary

from engine.tournaments.standings import StandingsTable
from server.tournaments.state import Tournament

MOST_KNOWN = 50
"""The maximum number of cached tables. The one computed longest ago is dropped first."""
LARGE = 2_000
"""Number of results above which a table is computed in a thread."""


class TableCache:
    """A cache of the tables of tournaments, by tournament code. It keeps those MOST_KNOWN tables
    that were computed last."""

    def __init__(self) -> None:
        self._made: OrderedDict[str, tuple[Any, StandingsTable]] = OrderedDict()
        self._making: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def of(self, tournament: Tournament) -> StandingsTable:
        """Return the table of a tournament, from the cache if nothing has changed on which the
        table depends: the results, the teams, and who takes part."""
        rests_on = _rests_on(tournament)
        async with self._making.setdefault(tournament.code, asyncio.Lock()):
            known = self._made.get(tournament.code)
            if known is not None and known[0] == rests_on:
                return known[1]
            large = len(tournament.entrants) * len(tournament.rounds) > LARGE
            table = await asyncio.to_thread(tournament.table) if large else tournament.table()
            self._made[tournament.code] = rests_on, table
            self._made.move_to_end(tournament.code)
            while len(self._made) > MOST_KNOWN:
                self._made.popitem(last=False)
        return table


def _rests_on(tournament: Tournament) -> Any:
    """Return all data of a tournament that may change and from which the table of its standings is
    computed. The cached table is used while this data stays equal."""
    own_pace = tournament.plan.own_pace
    return (
        tuple((one.team, one.since is None, one.gone) for one in tournament.entrants),
        tuple(
            (each.number, each.heats if not own_pace else _over(each.heats), each.byes)
            for each in tournament.rounds
            if each.counts or (own_pace and each.state == "racing")
        ),
    )


def _over(heats: Any) -> Any:
    return tuple(heat for heat in heats if heat.is_over)
