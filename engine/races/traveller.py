"""The traveller of a deal: everybody who has played it, compared with each other.

In duplicate bridge the traveller is the sheet of paper that travels with a board and lists every
result on it. Here it also says how fast each try came on, and what the players chose first.

A *try* is the game of one contestant in a race. Its summary (`TrySummary`) is computed once, from
the moves; the traveller is computed from the summaries alone. The *progress* of a game is the
figure by which games that are not won are compared, its *goal* the progress at which it is won.
Race time is the time since the start of the race, without outages, in milliseconds.

There may be ten thousand tries. So what is computed from all of them takes sequences of plain
values, and keeps no object for each try.
"""

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from math import fsum
from typing import Any, NamedTuple, overload

from engine.games import AnyGame
from engine.moves import Resign
from engine.races.board import Entry, GameBoard
from engine.races.ranking import Standing, key
from engine.table import State
from engine.takeback import HINT, UNDO, read_move

TENTHS = 10
"""The progress of a game is divided into this many equal parts."""
DEPTH = 8
"""A summary has at most this many choices of a try: its first ones."""
MOVES_TO_COUNT = 5
"""A try with fewer moves never got going, unless its game ended by itself."""
MOST_BRANCHES = 5
"""The tree of first choices shows at most this many moves for one position: those that most tries
chose."""
LEAST_SHARE = 20
"""The tree of first choices goes on after a move if at least two tries made it, and at least one in
LEAST_SHARE of all tries."""


class TrySummary(NamedTuple):
    """What the traveller has of one try.

    `standing` has the final figures of the try. `tenths` has the race time at which each tenth of
    the goal was reached first, None if it was not reached. `choices` has the texts of the first
    moves that were choices, which means that the player could have made another move; a move that
    was taken back is left out. `got_going` says whether the try counts: its player made at least
    MOVES_TO_COUNT moves, or its game ended by itself before that. Moves of the server or the host,
    resigning, take-backs and hints do not count as moves here.
    """

    standing: Standing
    tenths: tuple[int | None, ...]
    choices: tuple[str, ...]
    got_going: bool


class TryReader:
    """Computes the summary of a try. The caller passes the board after the deal and after each move
    to `read`, in order, as `engine.races.timeline.positions` yields them."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._before: State[Any] | None = None
        self._line: list[str | None] = []  # moves that stand; None for a move that was no choice
        self._tenths: list[int] = []
        self._chosen = self._own = 0

    def read(self, entry: Entry | None, board: GameBoard) -> None:
        """Take in the board after the move `entry`; `entry` is None after the deal."""
        if entry is not None:
            self._note_move(entry)
        self._before = board.state
        progress, goal = self._game.progress(board.state), self._game.goal
        while len(self._tenths) < TENTHS and TENTHS * progress >= goal * (len(self._tenths) + 1):
            self._tenths.append(entry.ms if entry else 0)

    def _note_move(self, entry: Entry) -> None:
        move = read_move(self._game, entry.text)
        if move is UNDO:
            if self._line:
                self._chosen -= self._line.pop() is not None
            return
        if move is HINT or isinstance(move, Resign):
            return
        self._own += entry.by == "seat"
        choice = self._chosen < DEPTH and entry.by == "seat" and self._had_choice()
        self._line.append(entry.text if choice else None)
        self._chosen += choice

    def _had_choice(self) -> bool:
        before = self._before
        return before is not None and len(list(islice(self._game.legal_moves(before), 2))) > 1

    def summary(self, standing: Standing) -> TrySummary:
        """Return the summary of the boards read so far. `standing` has the final figures of the
        try."""
        ended = standing.result in ("won", "complete") or standing.reason == "stuck"
        missing = [None] * (TENTHS - len(self._tenths))
        return TrySummary(
            standing,
            (*self._tenths, *missing),
            tuple(text for text in self._line if text is not None),
            ended or self._own >= MOVES_TO_COUNT,
        )


class RankedTry(NamedTuple):
    """A try of the traveller in its place among all tries that count. `number` is the number of the
    try in the list that was ranked, from 0.

    `matchpoints` has one for each other try with a worse place, and half for each other try with
    the same place. `percent` is the percentile (`percentile`).
    """

    number: int
    place: int
    matchpoints: float
    percent: float


class Ranking(Sequence[RankedTry]):
    """Tries in order, best first. They are ordered as the contestants of one race
    (`engine.races.ranking.rank`, which also explains the arguments), even if they come from several
    races. Tries with the same place are in the order given."""

    def __init__(
        self, standings: Iterable[Standing], ranked_by: str, winners: str = "time"
    ) -> None:
        keys = [key(standing, ranked_by, winners) for standing in standings]
        self._numbers = sorted(range(len(keys)), key=keys.__getitem__)
        self._places: list[int] = []
        """The place of each try, in the order of the ranking."""
        place, before = 1, None
        for position, number in enumerate(self._numbers, 1):
            if keys[number] != before:
                place, before = position, keys[number]
            self._places.append(place)

    def __len__(self) -> int:
        return len(self._numbers)

    @overload
    def __getitem__(self, at: int) -> RankedTry: ...
    @overload
    def __getitem__(self, at: slice) -> list[RankedTry]: ...
    def __getitem__(self, at: int | slice) -> RankedTry | list[RankedTry]:
        if isinstance(at, slice):
            return [self[position] for position in range(*at.indices(len(self)))]
        place = self._places[at]
        points = self._matchpoints(place, bisect_right(self._places, place) - place + 1)
        return RankedTry(self._numbers[at], place, points, percentile(points, len(self) - 1))

    def of(self, numbers: Iterable[int]) -> list[RankedTry]:
        """Return the tries with these numbers, best first."""
        return [self[at] for at in sorted(map(self._numbers.index, numbers))]

    def percentiles(self) -> list[float]:
        """Return the percentile of each try, in the order in which the tries were given."""
        others = len(self) - 1
        by_place = {
            place: percentile(self._matchpoints(place, sharing), others)
            for place, sharing in Counter(self._places).items()
        }
        percents = [0.0] * len(self)
        for number, place in zip(self._numbers, self._places, strict=True):
            percents[number] = by_place[place]
        return percents

    def _matchpoints(self, place: int, sharing: int) -> float:
        """Return the matchpoints of a try whose place so many tries share, itself included."""
        worse = len(self) - (place - 1) - sharing
        return worse + (sharing - 1) / 2


def percentile(points: float, others: int) -> float:
    """Return matchpoints as a percentage of the number of other tries, 50 if there are none."""
    return 100 * points / others if others else 50.0


class TenthReached(NamedTuple):
    """How the tries came to one tenth of the goal: how many reached it, and the fastest, the middle
    and the slowest race time of those that did. The times are None if nobody reached it. Of an even
    number of times the middle one is the earlier of the two."""

    reached: int
    fastest: int | None
    middle: int | None
    slowest: int | None


def pace(tenths: Iterable[Iterable[int]]) -> list[TenthReached]:
    """Return how the tries came to each tenth of the goal, in order. `tenths` has for each tenth
    the times at which tries reached it, in any order."""
    told = []
    for times in tenths:
        known = sorted(times)
        middle = known[(len(known) - 1) // 2] if known else None
        ends = (known[0], middle, known[-1]) if known else (None, None, None)
        told.append(TenthReached(len(known), *ends))
    return told


class Branch(NamedTuple):
    """A move in the tree of first choices. `depth` is the number of choices before it. `tries` made
    this move after the moves above it, `won` of them won the game, and `percent` is the mean of
    their percentiles (`RankedTry`). `move` is None for the rest of the tries that made a choice
    there, whose moves are not shown one by one."""

    depth: int
    move: str | None
    tries: int
    won: int
    percent: float


class FirstChoices(NamedTuple):
    """What the tree of first choices needs of all tries. `choices` has a sequence for each depth,
    with the number of the choice that each try made there, 0 if it made none. `texts` has the texts
    of the choices by number. `won` says of each try whether it won the game, and `percents` has its
    percentile."""

    choices: Sequence[Sequence[int]]
    texts: Mapping[int, str]
    won: Sequence[bool]
    percents: Sequence[float]


def choice_tree(tries: FirstChoices) -> list[Branch]:
    """Return the tree of the first choices of tries. A branch is followed by the branches below it.
    Of one position the move that most tries chose comes first, and the rest last. MOST_BRANCHES and
    LEAST_SHARE say what is left out."""
    least = max(2, -(-len(tries.won) // LEAST_SHARE))
    return list(_below(tries, range(len(tries.won)), 0, least))


def _below(tries: FirstChoices, some: Iterable[int], depth: int, least: int) -> Iterable[Branch]:
    """Yield the branches below a position to which the tries with these numbers have come.
    `depth` is the number of choices that led to it."""
    if depth == len(tries.choices):
        return
    groups, made = defaultdict[int, list[int]](list), tries.choices[depth]
    for number in some:
        groups[made[number]].append(number)
    groups.pop(0, None)
    order = sorted(groups, key=lambda choice: (-len(groups[choice]), tries.texts[choice]))
    for choice in order[:MOST_BRANCHES]:
        group = groups[choice]
        yield _branch(tries, group, depth, tries.texts[choice])
        if len(group) >= least:
            yield from _below(tries, group, depth + 1, least)
    if rest := [number for choice in order[MOST_BRANCHES:] for number in groups[choice]]:
        yield _branch(tries, rest, depth, None)


def _branch(tries: FirstChoices, some: Sequence[int], depth: int, move: str | None) -> Branch:
    won = sum(map(tries.won.__getitem__, some))
    # `fsum` is exact, so the mean does not depend on the order of the tries.
    mean = fsum(map(tries.percents.__getitem__, some)) / len(some)
    return Branch(depth, move, len(some), won, mean)
