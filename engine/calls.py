"""Whether every card was laid at its call, in a race where one card is called for everybody.

A record does not tell when cards were called, and need not. A card is called as soon as everybody
who is still in has laid the one before: so the moves themselves say when each call can have been
first, and a time written beside them would be nothing but one more word of the same server.

Who resigns or leaves keeps nobody waiting. A card of theirs may still have been on its way to the
log when the next was called; so their last one tells nothing of the call after it.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from engine.board import Entry
from engine.moves import Resign, kind_of
from engine.record import Record, SeatRecord
from engine.timeline import boards

RESIGN = kind_of(Resign)
CLOCKS_APART_MS = 250
"""Who calls and who lays a card for the silent may be two processes of a server, and time given
back after an outage reaches one before the other. It is half of the shortest time for a call."""


class Lane(NamedTuple):
    """The cards one contestant has laid, in order; `stays` until they resign."""

    seat: int
    laid: Sequence[Entry]
    stays: bool


def call_flaw(record: Record) -> str | None:
    """Why these moves, each of them legal, cannot have been made at their calls; None if they can,
    and in every race without calls. Raises EngineError at a move that is none."""
    call_ms = record.terms.call_ms
    if call_ms is None:
        return None
    lanes = [_lane(seat) for seat in record.seats]
    called = 0
    for number in range(1, record.game.goal + 1):
        for lane in lanes:
            if len(lane.laid) >= number:
                entry = lane.laid[number - 1]
                if entry.ms < called:
                    return f"seat {lane.seat} laid card {number} before it was called"
                if entry.by == "server" and entry.ms + CLOCKS_APART_MS < called + call_ms:
                    return f"card {number} of seat {lane.seat} was laid before its time was up"
        called = max([called, *_called_after(lanes, number)])
        if any(len(lane.laid) > number for lane in lanes):
            for lane in lanes:
                if lane.stays and len(lane.laid) < number:
                    return f"card {number} of seat {lane.seat} was never laid, and the next called"
    return next((flaw for seat in record.seats for flaw in _misplaced(record, seat)), None)


def _lane(seat: SeatRecord) -> Lane:
    stays = not seat.moves or seat.moves[-1].text != RESIGN
    return Lane(seat.seat, seat.moves if stays else seat.moves[:-1], stays)


def _called_after(lanes: Sequence[Lane], number: int) -> Iterator[int]:
    """The times before which the card after this one cannot have been called."""
    for lane in lanes:
        if len(lane.laid) > number or (lane.stays and len(lane.laid) == number):
            yield lane.laid[number - 1].ms


def _misplaced(record: Record, seat: SeatRecord) -> Iterator[str]:
    """The cards laid for the silent that lie elsewhere than on the first free legal cell."""
    game = record.game
    for number, ((_, before), (entry, _)) in enumerate(pairwise(boards(record, seat)), 1):
        if entry is not None and entry.by == "server" and entry.text != RESIGN:
            first = next(game.legal_moves(before.state))
            if entry.text != game.codec.to_text(first):
                yield f"card {number} of seat {seat.seat} was not laid on the first free cell"
