"""The common table of a round of Racing Demon, on which all contestants play, as far as messages
have told it. Programs that play at the table or show it use this class.

The messages about a table number its commands (moves of seats) from 1. Messages name seats by their
numbers in the room. The engine numbers the seats of a table from 0, in the order of
`KnownTable.seats`; here these numbers are called positions.
"""

from typing import NamedTuple

from engine.cards import SUITS
from engine.racing_demon.game import RacingDemon, TableMove
from engine.racing_demon.state import Foundation, RoundEnd, RoundState, RoundView, SeatView
from protocol.rooms.common_tables import (
    ChangedTableSeat,
    CommonFoundation,
    CommonTable,
    TableChanged,
    TableOver,
    TableSeat,
)


class KnownTable(NamedTuple):
    """The table of race number `race` after `number` commands. `seats` has, for each position, the
    number of the seat in the room. `view` is what everybody sees of the table. `state` is the same
    table in the type that the rules work on, with None for each face-down card."""

    rules: RacingDemon
    race: int
    number: int
    seats: tuple[int, ...]
    view: RoundView
    state: RoundState
    delay_ms: int = 0

    @classmethod
    def heard(cls, rules: RacingDemon, message: CommonTable) -> "KnownTable":
        """Return the table that a message shows. Raises EngineError if its cards are not
        possible."""
        seats = tuple(each.seat for each in message.seats)
        view = RoundView(
            tuple(_foundation(each, seats) for each in message.foundations),
            tuple(map(_seat, message.seats)),
            message.shifts,
            tuple(map(seats.index, message.emptied)),
            _over(message.over, seats),
        )
        state = rules.state_of(view)
        return cls(rules, message.race, message.number, seats, view, state, message.delay_ms)

    def only_one_not_stuck(self, position: int) -> bool:
        """Return whether the contestant at `position` has not said that they are stuck, and all
        others who still play have said so. Return False if nobody else still plays."""
        seats = self.view.seats
        others = [
            each
            for at, each in enumerate(seats)
            if at != position and each.present and not each.resigned
        ]
        return bool(others) and not seats[position].stuck and all(each.stuck for each in others)

    def after(self, message: TableChanged) -> "KnownTable | None":
        """Return the table after the commands in a message. Return the same table if it already
        includes these commands, and None if commands between the table and the message were
        missed."""
        numbers = [command.number for command in message.commands]
        if numbers and numbers[-1] <= self.number:
            return self
        if numbers and numbers[0] != self.number + 1:
            return None
        foundations, seats = list(self.view.foundations), list(self.view.seats)
        for laid in message.foundations:
            foundations[laid.index : laid.index + 1] = [_foundation(laid, self.seats)]
        for changed in message.seats:
            at = self.seats.index(changed.seat)
            seats[at] = _changed(seats[at], changed)
        view = RoundView(
            tuple(foundations),
            tuple(seats),
            message.shifts,
            tuple(map(self.seats.index, message.emptied)),
            _over(message.over, self.seats),
        )
        number = numbers[-1] if numbers else self.number
        return self._replace(number=number, view=view, state=self.rules.state_of(view))

    def rung(self) -> "KnownTable":
        """Return the table after the bell, the time limit of the race, which ends a round that is
        not over. Programs need this because the server sends no change of the table then, only that
        the race is over."""
        if self.state.over is not None:
            return self
        state = self.rules.ring(self.state)
        return self._replace(view=self.rules.view(state), state=state)

    def position(self, seat: int | None) -> int | None:
        """Return the position at the table of a seat, which is given by its number in the room.
        Return None if the seat does not play."""
        return self.seats.index(seat) if seat in self.seats else None

    def legal(self, seat: int | None, state: RoundState | None = None) -> list[TableMove]:
        """Return the legal moves of a seat, which is given by its number in the room, in the order
        of `RacingDemon.legal`. Return an empty list for a spectator. `state` replaces the state of
        this table: a client passes the state after its own moves that the server has not answered
        yet."""
        at = self.position(seat)
        return [] if at is None else self.rules.legal(state or self.state, at)


def _foundation(heard: CommonFoundation, seats: tuple[int, ...]) -> Foundation:
    return Foundation(SUITS.index(heard.suit), tuple(map(seats.index, heard.owners)))


def _seat(heard: TableSeat) -> SeatView:
    told = (heard.progress, heard.points, heard.present, heard.resigned, heard.stuck)
    return SeatView(heard.view.checked(), *told)


def _changed(known: SeatView, heard: ChangedTableSeat) -> SeatView:
    told = (heard.progress, heard.points, heard.present, heard.resigned, heard.stuck)
    return SeatView(known.view.after(heard.changed.checked()), *told)


def _over(heard: TableOver | None, seats: tuple[int, ...]) -> RoundEnd | None:
    if heard is None:
        return None
    return RoundEnd(heard.reason, None if heard.out is None else seats.index(heard.out))
