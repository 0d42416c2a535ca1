"""A finished race along its own clock: every position of a seat, and where two seats part.

Pure. What is told of a moment is what could be seen on that board then, unless `opened` is asked
for: then points count what was withheld, which nobody may know who still plays this deal.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

from engine.board import Board, Entry, score
from engine.record import Record, SeatRecord
from engine.takeback import read_move


class Moment(NamedTuple):
    """How a seat stood from `ms` of race time until its next moment; `ply` moves had been made.

    `best` is the highest progress so far, `result` is None while the game went on.
    """

    ms: int
    ply: int
    progress: int
    best: int
    points: int | None
    result: str | None


class Difference(NamedTuple):
    """Where two contestants first did different things: move `number`, counted from 1, at `ms`, the
    earlier of the two. None stands for a contestant who made no more moves."""

    number: int
    ms: int
    one: Entry | None
    other: Entry | None


def boards(record: Record, seat: SeatRecord) -> Iterator[tuple[Entry | None, Board]]:
    """Every board of a seat with the move that led to it, None for the deal. Raises EngineError at
    a move that is none."""
    board = Board.start(record.game, record.game.pack(record.seed))
    yield None, board
    for entry in seat.moves:
        move = read_move(record.game, entry.text)
        board = board.play(record.game, move, entry.ms, record.terms.take_back)
        yield entry, board


def timeline(record: Record, seat: SeatRecord, *, opened: bool = False) -> tuple[Moment, ...]:
    """The moments of a seat, the deal first, times never falling. Raises EngineError."""
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
    """How the seat stood at that race time; the deal before zero."""
    after = bisect_right(moments, ms, key=lambda moment: moment.ms)
    return moments[max(0, after - 1)]


def first_difference(one: SeatRecord, other: SeatRecord) -> Difference | None:
    """Where two contestants part; None if both made the same moves, however fast."""
    for number, (mine, theirs) in enumerate(zip_longest(one.moves, other.moves), 1):
        if mine is None or theirs is None or mine.text != theirs.text:
            times = [entry.ms for entry in (mine, theirs) if entry is not None]
            return Difference(number, min(times), mine, theirs)
    return None
