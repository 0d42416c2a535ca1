"""Computes the travellers of deals, and keeps them in memory as long as no try is added."""

import asyncio
from collections import OrderedDict
from collections.abc import Container, Iterable, Mapping, Sequence
from typing import NamedTuple

from engine.games import AnyGame
from engine.races.traveller import (
    Branch,
    FirstChoices,
    RankedTry,
    Ranking,
    TenthReached,
    choice_tree,
    pace,
)
from protocol.codes import split_race
from server.leaderboards.results_log import ResultsLog
from server.travellers.store import StoredRows, TryStore
from server.travellers.stored_try import (
    RowColumns,
    TryKind,
    account_part,
    kind_of,
    race_of,
    race_part,
    seat_of,
    standing,
)

MOST_TRIES = 50_000
"""The maximum number of tries in all travellers that are kept in memory."""


class PlacedRow(NamedTuple):
    """The row of a try (`stored_try.py`) with its place, matchpoints and percentile among all tries
    that count (`engine.races.traveller.RankedTry`). They are None for a try that does not count."""

    row: bytes
    place: int | None = None
    matchpoints: float | None = None
    percent: float | None = None


class Traveller(NamedTuple):
    """The traveller of a deal. `counted` are the rows of the tries that count, and `ranking` has
    their order. `apart` are the tries of programs, and then those against a ghost, which are later
    practice. `left_out` is the number of other tries, which never got going. `pace` and `tree` are
    computed from the tries that count alone. `texts` has the texts of moves by their numbers in the
    rows; `races` has the race of each stored try (`stored_try.race_part`)."""

    counted: Sequence[bytes]
    ranking: Ranking
    apart: Sequence[PlacedRow]
    left_out: int
    pace: Sequence[TenthReached]
    tree: Sequence[Branch]
    texts: Mapping[int, str]
    races: Container[bytes]

    def rows(self, start: int, end: int) -> list[PlacedRow]:
        """Return the tries that count from position `start` up to `end`, best first."""
        return [self._placed(one) for one in self.ranking[start:end]]

    def rows_of(self, account: str, most: int) -> list[PlacedRow]:
        """Return the best tries of an account that count, at most so many."""
        begin = account_part(account)
        mine = [n for n, row in enumerate(self.counted) if row.startswith(begin)]
        return [self._placed(one) for one in self.ranking.of(mine)[:most]]

    def has_race(self, code: str, n: int) -> bool:
        """Return whether tries of this race are stored."""
        return race_part(code, n) in self.races

    def _placed(self, one: RankedTry) -> PlacedRow:
        return PlacedRow(self.counted[one.number], one.place, one.matchpoints, one.percent)


def computed(
    game: AnyGame, winners: str, stored: StoredRows, void: Iterable[str] = ()
) -> Traveller:
    """Return the traveller of a deal of `game` with these tries, without those of the races whose
    ids are in `void`. `winners` says what orders games that were won, as in the terms of a
    race."""
    first = dict[bytes, bytes]()
    for row in stored.rows:
        first.setdefault(seat_of(row), row)
    races = filter(None, map(split_race, void))
    void_races = {race_part(code, n) for code, n in races if n is not None}
    by_kind = {kind: list[bytes]() for kind in TryKind}
    for row in first.values():
        if race_of(row) not in void_races:
            by_kind[kind_of(row)].append(row)
    counted, texts = by_kind[TryKind.COUNTED], stored.texts()
    ranking = Ranking(map(standing, counted), game.ranked_by, winners)
    columns = RowColumns(counted)
    return Traveller(
        counted,
        ranking,
        [PlacedRow(row) for row in (*by_kind[TryKind.BOT], *by_kind[TryKind.GHOST])],
        len(by_kind[TryKind.IDLE]),
        pace(columns.tenths()),
        choice_tree(FirstChoices(columns.choices(), texts, columns.won(), ranking.percentiles())),
        texts,
        set(map(race_of, first.values())),
    )


class _Kept(NamedTuple):
    """A traveller, and the number of stored tries and the void races from which it was
    computed."""

    tries: int
    void: frozenset[str]
    traveller: Traveller


class TravellerCache:
    """Least-recently-used cache of travellers, with at most `most_tries` tries in all unless one
    traveller alone has more. `tries` is the store of the tries. Races that are void according to
    the results log are left out."""

    def __init__(
        self, tries: TryStore, results_log: ResultsLog, most_tries: int = MOST_TRIES
    ) -> None:
        self.tries, self._results_log, self._most = tries, results_log, most_tries
        self._voided: tuple[frozenset[int], frozenset[str]] = frozenset(), frozenset()
        """The numbers of the void results in the results log, and the ids of their races."""
        self._kept: OrderedDict[tuple[str, str], _Kept] = OrderedDict()
        self._computing = asyncio.Lock()
        self.storing = asyncio.Lock()
        """Held while the tries of a race are made for a request, so that each race is read once."""

    async def traveller(self, deal: str, game: AnyGame, winners: str) -> Traveller:
        """Return the traveller of the deal with the key `deal` as it is now. Raises StoreAway if
        the store cannot be reached."""
        count, void = await self.tries.count(deal), await self._void()
        async with self._computing:  # one at a time, because it takes memory and a core
            known = self._kept.get((deal, winners))
            if known is None or (known.tries, known.void) != (count, void):
                rows = await self.tries.rows(deal)
                found = await asyncio.to_thread(computed, game, winners, rows, void)
                known = self._kept[deal, winners] = _Kept(count, void, found)
                while sum(of.tries for of in self._kept.values()) > self._most:
                    if len(self._kept) == 1:
                        break
                    self._kept.popitem(last=False)
            self._kept.move_to_end((deal, winners))
        return known.traveller

    async def _void(self) -> frozenset[str]:
        """Return the ids of all void races."""
        numbers = await self._results_log.voided()
        if numbers != self._voided[0]:
            entries = await self._results_log.these(numbers)
            self._voided = numbers, frozenset(entry.race for entry in entries.values())
        return self._voided[1]

    def forget_all(self) -> None:
        """Drop all travellers, so that they are read from the store again."""
        self._kept.clear()
