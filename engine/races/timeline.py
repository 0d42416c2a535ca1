"""A finished race over time: each position of a contestant, and the first difference between the
moves of two contestants. A contestant is named by their seat, a numbered place in the room. Race
time is the time since the start of the race, without outages.

A `Moment` contains only what was visible on the board at the time. There is one exception: if the
function `timeline` is called with `opened`, the points in the moments also count the cards that
stay face down until everybody has finished. Nobody who is still playing this deal may know such
points.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import zip_longest
from typing import Any, NamedTuple

from engine.cards import Card
from engine.games import AnyGame
from engine.races.board import Entry, GameBoard, score
from engine.races.record import Record, SeatRecord
from engine.solver.winnable_deals import numbered_pack
from engine.table import State
from engine.takeback import read_move


class Moment(NamedTuple):
    """The figures of a contestant after `ply` moves, from the race time `ms` until the next move of
    this contestant.

    `progress` is how far the game has come, and `best` is the highest progress so far. `result` is
    None if the game went on after this moment.
    """

    ms: int
    ply: int
    progress: int
    best: int
    points: int | None
    result: str | None


class Difference(NamedTuple):
    """The first move in which two contestants of a race differ. `number` is the number of the move,
    from 1. `one` and `other` are the moves of the two contestants; a move is None if that
    contestant made no more moves. `ms` is the race time of the earlier of them."""

    number: int
    ms: int
    one: Entry | None
    other: Entry | None


def boards(record: Record, seat: SeatRecord) -> Iterator[tuple[Entry | None, GameBoard]]:
    """Yield the board of a contestant after the deal and after each move, each time together with
    the move that led to it (None for the deal). Raises EngineError at an invalid move."""
    start = dealt(record)
    return _played(record.game, start, seat.moves, record.terms.take_back)


def positions(
    game: AnyGame, pack: Sequence[Card], moves: Iterable[Entry], take_back: str
) -> Iterator[tuple[Entry | None, GameBoard]]:
    """Yield the board of a game that is dealt from `pack`, after the deal and after each of
    `moves`, each time together with the move that led to it (None for the deal). `take_back` is the
    rule of take-backs. Raises EngineError at an invalid move."""
    yield from _played(game, GameBoard.start(game, list(pack)), moves, take_back)


def dealt(record: Record) -> GameBoard:
    """Return the board after the deal of a record, which is the same for every contestant."""
    return _dealt(record.game, record.seed, record.k)


@lru_cache(maxsize=8)
def _dealt(game: AnyGame, seed: bytes, k: int) -> GameBoard:
    return GameBoard.start(game, numbered_pack(game, seed, k))


def _played(
    game: AnyGame, board: GameBoard, moves: Iterable[Entry], take_back: str
) -> Iterator[tuple[Entry | None, GameBoard]]:
    yield None, board
    for entry in moves:
        board = board.play(game, read_move(game, entry.text), entry.ms, take_back)
        yield entry, board


def seen(game: AnyGame, state: State[Any]) -> State[Any]:
    """Return a position as clients show it after the race. Some games keep cards face down until
    every contestant has finished. If the contestant's game is over in this position, these cards
    are turned up."""
    return game.showdown(state) if state.over else state


def timeline(record: Record, seat: SeatRecord, *, opened: bool = False) -> tuple[Moment, ...]:
    """Return the figures of a contestant after the deal and after each move of a finished race, in
    order of time. With `opened` the points count cards that the contestant could not see yet.
    Raises EngineError at an invalid move."""
    game = record.game
    moments: list[Moment] = []
    for entry, board in boards(record, seat):
        state = board.state
        moments.append(
            Moment(
                entry.ms if entry else 0,
                board.ply,
                game.progress(state),
                board.best,
                score(game, state) if opened else game.points(state),
                state.over.result if state.over else None,
            )
        )
    return tuple(moments)


def moment_at(moments: Sequence[Moment], ms: int) -> Moment:
    """Return the moment that applies at the race time `ms`: the last one that began at this time or
    earlier. Return the first moment if `ms` is negative. `moments` are in order of time."""
    after = bisect_right(moments, ms, key=lambda moment: moment.ms)
    return moments[max(0, after - 1)]


def first_difference(one: SeatRecord, other: SeatRecord) -> Difference | None:
    """Return the first move in which two contestants differ. Return None if both made the same
    moves, even if at other times."""
    for number, (mine, theirs) in enumerate(zip_longest(one.moves, other.moves), 1):
        if mine is None or theirs is None or mine.text != theirs.text:
            times = [entry.ms for entry in (mine, theirs) if entry is not None]
            return Difference(number, min(times), mine, theirs)
    return None
