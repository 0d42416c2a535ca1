"""Check that the moves in the record of a race of the format `caller` agree with its calls.

In such a race the server calls one card at a time for all contestants, and each of them has
`call_ms` to place it. A record does not contain the times of the calls. Since a card is called as
soon as every contestant who is still playing has placed the card before, the earliest possible time
of each call follows from the moves. A recorded time would prove nothing more, because the same
server would have written it.

The calls do not wait for a contestant who resigns or leaves. The last card of such a contestant may
have been stored while the next was being called, so it does not limit the time of the next call. A
contestant who had no legal move for a called card has lost and places no more cards.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from engine.moves import Resign, kind_of
from engine.races.board import Entry
from engine.races.record import Record, SeatRecord
from engine.races.timeline import boards
from engine.table import STUCK

RESIGN = kind_of(Resign)
CLOCKS_APART_MS = 250
"""Milliseconds by which the clocks of two server processes may differ. One process may call a card
and another place it for contestants who did not place it in time, and time refunded after an outage
reaches one process before the other. This is half of the shortest time for a call."""


class Lane(NamedTuple):
    """The cards that one contestant placed, in order. `stays` says that the contestant did not
    resign. `out` says that the contestant lost because a called card could be placed nowhere."""

    seat: int
    laid: Sequence[Entry]
    stays: bool
    out: bool


def call_flaw(record: Record) -> str | None:
    """Return a sentence that says which move in the record does not agree with the calls of the
    race. Return None if all moves agree, or if the race has no calls. The caller must have checked
    that every move is legal; the function raises EngineError at an illegal move."""
    call_ms = record.terms.call_ms
    if call_ms is None:
        return None
    lanes = [_lane(record, seat) for seat in record.seats]
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
                if lane.stays and not lane.out and len(lane.laid) < number:
                    return f"card {number} of seat {lane.seat} was never laid, and the next called"
    return next((flaw for seat in record.seats for flaw in _misplaced(record, seat)), None)


def _lane(record: Record, seat: SeatRecord) -> Lane:
    stays = not seat.moves or seat.moves[-1].text != RESIGN
    *_, (_, end) = boards(record, seat)
    laid = seat.moves if stays else seat.moves[:-1]
    return Lane(seat.seat, laid, stays, out=end.state.over == STUCK)


def _called_after(lanes: Sequence[Lane], number: int) -> Iterator[int]:
    """Yield race times before which the card after card `number` cannot have been called, because
    contestants placed card `number` only then."""
    for lane in lanes:
        if len(lane.laid) > number or (lane.stays and len(lane.laid) == number):
            yield lane.laid[number - 1].ms


def _misplaced(record: Record, seat: SeatRecord) -> Iterator[str]:
    """Yield a sentence for each card that the server placed for this contestant on a cell other
    than the first free one. The server must use that cell when it makes a move for a contestant."""
    game = record.game
    for number, ((_, before), (entry, _)) in enumerate(pairwise(boards(record, seat)), 1):
        if entry is not None and entry.by == "server" and entry.text != RESIGN:
            first = next(game.legal_moves(before.state))
            if entry.text != game.codec.to_text(first):
                yield f"card {number} of seat {seat.seat} was not laid on the first free cell"
