"""Makes messages about the common table of a race, at which all contestants see the same.

Only `visibility.py` may call the functions that make messages.
"""

from collections.abc import Mapping
from typing import Any

from engine.moves import MoveJson
from engine.racing_demon.state import RoundState, RoundView, SeatView
from engine.view import View
from protocol.rooms import common_tables as say
from server.boards.common_table import Applied, CommonTable
from server.boards.seat_standing import StoredStanding
from server.rooms.state import Race, Room
from server.views.board_view import NotVisible, board_delay_ms, why_boards_closed
from server.views.view_inputs import SeatMoves, TableNews, Viewer, WholeTable


def delay_ms(
    room: Room, standings: Mapping[int, StoredStanding], viewer: Viewer, now: int
) -> int | None:
    """Return how late, in milliseconds, a viewer sees the common table of the current race; None if
    they may not see it. The contestants see it at once."""
    if room.race.status not in ("running", "over"):
        return None
    if viewer.seat is not None and viewer.seat in room.race.racing:
        return 0
    if why_boards_closed(room, standings, viewer, now) is not None:
        return None
    return board_delay_ms(room, viewer)


def legal(table: CommonTable, seat: int) -> list[MoveJson]:
    """Return the legal moves of a seat, in reading order."""
    rules = table.rules
    return [rules.codec.to_json(move) for move in rules.legal(table.state, table.position_of(seat))]


def moves(what: SeatMoves, viewer: Viewer) -> say.TableLegal:
    """Return the message with the legal moves of the viewer. Raises NotVisible if they are those of
    another seat."""
    if viewer.seat != what.seat:
        raise NotVisible("the legal moves of another seat")
    table = what.table
    return say.TableLegal(race=what.race.n, number=table.number, legal=legal(table, what.seat))


def whole(what: WholeTable, viewer: Viewer) -> say.CommonTable:
    """Return the message with the whole table. Raises NotVisible if the viewer may not see the
    table, or may not see it yet."""
    delay = delay_ms(what.room, what.standings, viewer, what.now)
    race, table = what.room.race, what.table
    if delay is None or delay > what.delay_ms:
        raise NotVisible("a common table before its delay")
    if delay and race.clock(what.now) - delay < table.ms:
        raise NotVisible("a common table before its delay")
    view, seats = _view(race, table), table.seats
    return say.CommonTable(
        id=what.request,
        race=race.n,
        number=table.number,
        clock_ms=max(0, race.clock(what.now) - what.delay_ms),
        delay_ms=what.delay_ms,
        foundations=_foundations(view, table, range(len(view.foundations))),
        seats=[
            say.TableSeat(seat=seat, view=each.view, **_figures(each))
            for seat, each in zip(seats, view.seats, strict=True)
        ],
        shifts=view.shifts,
        emptied=[seats[at] for at in view.emptied],
        over=_over(view, table),
        legal=legal(table, viewer.seat) if viewer.legal and viewer.seat in seats else None,
    )


def changed(what: TableNews, viewer: Viewer) -> say.TableChanged:
    """Return the message about commands and what they have changed; it is the same for everybody
    who may see them. Raises NotVisible if the viewer may not see them, or may not see them yet."""
    race, table = what.room.race, what.after
    delay = delay_ms(what.room, what.standings, viewer, what.now)
    if delay is None or (delay and race.clock(what.now) - delay < table.ms):
        raise NotVisible("a change of a common table before its delay")
    before, view, seats = _view(race, what.before), _view(race, table), table.seats
    known = len(before.foundations)
    new = [
        at
        for at, foundation in enumerate(view.foundations)
        if at >= known or foundation != before.foundations[at]
    ]
    return say.TableChanged(
        race=race.n,
        ms=table.ms,
        commands=[_command(each) for each in what.commands],
        foundations=_foundations(view, table, new),
        seats=[
            say.ChangedTableSeat(seat=seat, changed=_changes(old, each), **_figures(each))
            for seat, old, each in zip(seats, before.seats, view.seats, strict=True)
            if old != each
        ],
        shifts=view.shifts,
        emptied=[seats[at] for at in view.emptied],
        over=_over(view, table),
    )


def _view(race: Race, table: CommonTable) -> RoundView:
    return table.rules.view(_shown(race, table.state, table))


def _shown(race: Race, state: RoundState, table: CommonTable) -> RoundState:
    """Return the state as it is shown: after the race, a round that was not over has ended with the
    bell."""
    return table.rules.ring(state) if race.status == "over" and state.over is None else state


def _foundations(
    view: RoundView, table: CommonTable, which: range | list[int]
) -> list[say.CommonFoundation]:
    found = [(at, view.foundations[at]) for at in which]
    return [
        say.CommonFoundation.model_validate(
            {
                **each.to_json(),
                "index": at,
                "owners": [table.seats[owner] for owner in each.owners],
            }
        )
        for at, each in found
    ]


def _figures(seat: SeatView) -> dict[str, Any]:
    shown = seat._asdict()
    del shown["view"]
    return shown


def _changes(before: SeatView, after: SeatView) -> View:
    piles = after.view.piles
    return View({n: pile for n, pile in piles.items() if pile != before.view.piles[n]}, {})


def _command(applied: Applied) -> say.TableCommand:
    command = applied.command
    events = [say.TableEvent.model_validate(event.to_json()) for event in applied.events]
    return say.TableCommand(
        number=command.number, seat=command.seat, move=command.text, events=events
    )


def _over(view: RoundView, table: CommonTable) -> say.TableOver | None:
    over = view.over
    if over is None:
        return None
    out = None if over.out is None else table.seats[over.out]
    return say.TableOver(result="complete", reason=over.reason, out=out)
