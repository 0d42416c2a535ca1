"""Computes the travellers of deals, and keeps them in memory as long as no try is added."""

import asyncio
from collections import OrderedDict
from collections.abc import Container, Iterator, Mapping, Sequence
from typing import NamedTuple

from engine.games import AnyGame
from engine.races import traveller
from engine.races.ranking import Standing
from engine.races.traveller import Branch, Chosen, TenthReached
from protocol.codes import race_id
from server.leaderboards.results_log import ResultsLog
from server.travellers.store import StoredRows, TryStore
from server.travellers.stored_try import StoredTry, unpacked

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
    """The traveller of a deal. `rows` are the tries that count, best first. `apart` are those of
    programs, and then those against a ghost, which are later practice. `left_out` is the number of
    other tries, which never got going. `pace` and `tree` are computed from `rows` alone. `texts`
    has the texts of moves by their numbers in the rows; `races` has the code and the number of each
    race of which a try is stored, and `accounts` the positions in `rows` of each account's tries.
    """

    rows: Sequence[PlacedRow]
    apart: Sequence[PlacedRow]
    left_out: int
    pace: Sequence[TenthReached]
    tree: Sequence[Branch]
    texts: Mapping[int, str]
    races: Container[tuple[str, int]]
    accounts: Mapping[str, Sequence[int]]


class _Counted:
    """The tries that count, in the order in which they are stored: for each its row, its account,
    and parts of its summary. They are kept in lists of plain values, because the garbage collector
    would spend most of the time on ten thousand objects."""

    def __init__(self) -> None:
        self.rows: list[bytes] = []
        self.accounts: list[str | None] = []
        self.tenths: list[tuple[int | None, ...]] = []
        self.choices: list[tuple[str, ...]] = []
        self.won: list[bool] = []

    def add(self, row: bytes, one: StoredTry) -> None:
        self.rows.append(row)
        self.accounts.append(one.account)
        self.tenths.append(one.summary.tenths)
        self.choices.append(one.summary.choices)
        self.won.append(one.summary.standing.result == "won")


def computed(
    game: AnyGame, winners: str, stored: StoredRows, void: Container[str] = ()
) -> Traveller:
    """Return the traveller of a deal of `game` with these tries, without those of the races whose
    ids are in `void`. `winners` says what orders games that were won, as in the terms of a
    race."""
    texts, seen, counted = stored.texts(), set[tuple[str, int, int]](), _Counted()
    bots, ghosts, idle = list[PlacedRow](), list[PlacedRow](), list[PlacedRow]()

    def standings() -> Iterator[Standing]:
        for row in stored.rows:
            one = unpacked(row, texts)
            if (one.code, one.n, one.seat) in seen:
                continue
            seen.add((one.code, one.n, one.seat))
            if race_id(one.code, one.n) in void:
                continue
            if one.counts:
                counted.add(row, one)
                yield one.summary.standing
            elif one.summary.got_going:
                (ghosts if one.ghost else bots).append(PlacedRow(row))
            else:
                idle.append(PlacedRow(row))

    rows, chosen, accounts = list[PlacedRow](), list[Chosen](), dict[str, list[int]]()
    for number, place, matchpoints, percent in traveller.ranked(
        standings(), game.ranked_by, winners
    ):
        account = counted.accounts[number]
        if account is not None:
            accounts.setdefault(account, []).append(len(rows))
        rows.append(PlacedRow(counted.rows[number], place, matchpoints, percent))
        chosen.append(Chosen(counted.choices[number], counted.won[number], percent))
    apart = [*bots, *ghosts]
    return Traveller(
        rows,
        apart,
        len(idle),
        traveller.pace(counted.tenths),
        traveller.choice_tree(chosen),
        texts,
        {(code, n) for code, n, _ in seen},
        accounts,
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
