"""Replay a record, the document of a finished race: every position with the move that led to it and
its time, in order."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from client_cli.features.history import NOBODY_RACED, spoken_race
from client_cli.messages import table_text as text
from client_cli.messages.analysis import winnable_sentence
from client_cli.messages.game import clock, move_made, own_end
from client_cli.terminal.output import Output
from client_cli.terminal.spoken_cards import Cards
from engine.errors import EngineError
from engine.mechanics.grid import ScoredGrid
from engine.races.board import GameBoard, standing
from engine.races.record import Record, SeatRecord
from engine.races.timeline import boards, seen
from engine.solver.analysis import AnalysisDocument, winnable_at
from engine.table import State
from protocol.texts import _, ngettext


class Position(NamedTuple):
    """A contestant's board after a move, and the race time `ms` of the move in milliseconds.
    `before` is the position before the move. For the position right after the deal, `move` and
    `before` are None."""

    seat: SeatRecord
    board: GameBoard
    ms: int
    move: str | None
    before: State[Any] | None


def positions(record: Record) -> Iterator[Position]:
    """Yield the positions of one contestant after the other, each contestant's in order of time.
    Raises EngineError for an illegal move."""
    for seat in record.seats:
        before: State[Any] | None = None
        for entry, board in boards(record, seat):
            ms, text = (entry.ms, entry.text) if entry else (0, None)
            yield Position(seat, board, ms, text, before)
            before = board.state


def replay(record: Record, voice: Output, analysis: AnalysisDocument | None = None) -> str | None:
    """Print the positions of all contestants of a record, up to the first illegal move. Return a
    sentence about that move, or None if all moves are legal. With an analysis of the record, say of
    each position whether the game could still be won; games that are played for points have no such
    sentence."""
    told = {one["seat"]: one for one in analysis["contestants"]} if analysis else {}
    if isinstance(record.game, ScoredGrid):
        told = {}
    at: Position | None = None
    if not record.seats and not voice.as_json:
        voice.say([NOBODY_RACED])
    try:
        for at in positions(record):
            one = told.get(at.seat.seat)
            known = winnable_at(one, at.board.ply) if one else None
            voice.put(as_json(record, at) | ({"winnable": known} if known else {}))
            if not voice.as_json:
                voice.say(_lines(record, at, voice.cards))
                voice.say([winnable_sentence(known)] if known else [])
    except EngineError as error:
        number = (at.board.ply if at else 0) + 1
        name = at.seat.name if at else _("the deal")
        return _("Move {n} of {name} cannot be played: {reason}", n=number, name=name, reason=error)
    return None


def as_json(record: Record, at: Position) -> dict[str, object]:
    """Return a position as a JSON object for programs. It shows only the cards that lay face up at
    that time."""
    game, state = record.game, seen(record.game, at.board.state)
    return {
        "seat": at.seat.seat,
        "name": at.seat.name,
        "ply": at.board.ply,
        "ms": at.ms,
        "move": at.move,
        "view": game.view(state).to_json(),
        "progress": game.progress(state),
        "points": game.points(state),
        "over": state.over and state.over._asdict(),
    }


def _lines(record: Record, at: Position, cards: Cards) -> list[str]:
    game, state = record.game, seen(record.game, at.board.state)
    if at.move is None or at.before is None:
        title = f"{at.seat.name}: {_(game.book.title)}, {spoken_race(record.race)}"
        return [title, *text.table(game, state, cards)]
    made = move_made(at.seat.name, game, at.before, at.move, at.board.state)
    lines = [f"{at.board.ply}. {clock(at.ms)}  {made}"]
    lines += text.table(game, state, cards)
    if at.board.ply == len(at.seat.moves):
        end = standing(game, at.seat.seat, at.board, record.ended_ms)
        lines += own_end(game, state.over, end.points, at.seat.name) or [_("Time is up.")]
        moves = ngettext("{n} move", "{n} moves", end.moves)
        if end.points is None:
            far = _("progress {value}", value=end.best)
        else:
            far = ngettext("{n} point", "{n} points", end.points)
        lines.append(f"{at.seat.name}: {moves}, {far}.")
    return [*lines, ""]
