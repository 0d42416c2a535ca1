"""Makes messages about the common table of a race.

In Racing Demon all contestants play at one common table and see all of its face-up cards. A seat is
the numbered place of a player in the room. A command is a move of a contestant, or a note by the
server that nobody has to wait for a contestant. The bell is the race time at which the race ends.

Only `visibility.py` may call the functions that make messages.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from engine.moves import MoveJson
from engine.racing_demon.state import RoundState, SeatView
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
    """Return the delay in milliseconds with which a viewer sees the common table of the current
    race at server time `now`; None if they may not see it. For contestants the delay is 0.
    `standings` has the figures of the contestants, by seat."""
    if room.race.status not in ("running", "over"):
        return None
    if viewer.seat is not None and viewer.seat in room.race.racing:
        return 0
    if why_boards_closed(room, standings, viewer, now) is not None:
        return None
    return board_delay_ms(room, viewer)


def legal(table: CommonTable, seat: int) -> list[MoveJson]:
    """Return the legal moves of a seat, except resigning, in a fixed order. Return an empty list if
    the round is over for the seat."""
    rules = table.rules
    return [rules.codec.to_json(move) for move in rules.legal(table.state, table.position_of(seat))]


def may_change_legal(before: CommonTable, after: CommonTable, seat: int) -> bool:
    """Return whether the legal moves of a seat can differ between the states `before` and `after`
    of a table. They depend only on the seat's own board, on the foundations, and on whether the
    round has ended."""
    at, old, new = after.position_of(seat), before.state, after.state
    return (old.boards[at], old.foundations, old.over) != (
        new.boards[at],
        new.foundations,
        new.over,
    )


def moves(what: SeatMoves, viewer: Viewer) -> say.TableLegal:
    """Return the message with the viewer's legal moves. Raises NotVisible if `what` is about
    another seat."""
    if viewer.seat != what.seat:
        raise NotVisible("the legal moves of another seat")
    table = what.table
    return say.TableLegal(race=what.race.n, number=table.number, legal=legal(table, what.seat))


def whole(what: WholeTable, viewer: Viewer) -> say.CommonTable:
    """Return the message with the whole table. Raises NotVisible if the viewer may not see the
    table, or would see it before the delay for spectators has passed."""
    delay = delay_ms(what.room, what.standings, viewer, what.now)
    race, table = what.room.race, what.table
    if delay is None or delay > what.delay_ms:
        raise NotVisible("a common table before its delay")
    if delay and race.clock(what.now) - delay < table.ms:
        raise NotVisible("a common table before its delay")
    clock_ms = max(0, race.clock(what.now) - what.delay_ms)
    told = _whole(race.n, table, _shown(race, table), clock_ms)
    update: dict[str, object] = {"id": what.request, "delay_ms": what.delay_ms}
    if viewer.legal and viewer.seat is not None and viewer.seat in table.seats:
        update["legal"] = legal(table, viewer.seat)
    return told.model_copy(update=update)


def replayed_start(n: int, table: CommonTable) -> say.CommonTable:
    """Return the message that shows `table`, the common table of the finished race number `n` after
    some of its commands, in a replay."""
    return _whole(n, table, table.state, table.ms)


def _whole(n: int, table: CommonTable, state: RoundState, clock_ms: int) -> say.CommonTable:
    seats = table.seats
    return say.CommonTable(
        id=None,
        race=n,
        number=table.number,
        clock_ms=clock_ms,
        delay_ms=0,
        foundations=_foundations(state, table, range(len(state.foundations))),
        seats=[
            say.TableSeat(seat=seat, view=each.view, **_figures(each))
            for seat, each in zip(seats, table.rules.view(state).seats, strict=True)
        ],
        shifts=state.shifts,
        emptied=[seats[at] for at in state.emptied],
        over=_over(state, table),
    )


def changed(what: TableNews, viewer: Viewer) -> say.TableChanged:
    """Return the message about new commands and what they have changed at the table. It is the same
    for every viewer who may see it. Raises NotVisible if the viewer may not see the table, or would
    see the change before the delay for spectators has passed."""
    race, table = what.room.race, what.after
    delay = delay_ms(what.room, what.standings, viewer, what.now)
    if delay is None or (delay and race.clock(what.now) - delay < table.ms):
        raise NotVisible("a change of a common table before its delay")
    before = _shown(race, what.before)
    return _changed(race.n, table, before, _shown(race, table), what.commands)


def replayed(n: int, before: CommonTable, applied: Applied, after: CommonTable) -> say.TableChanged:
    """Return the message that shows, in a replay, what the command `applied` has changed at the
    table of the finished race number `n`. `before` and `after` are the table before and after the
    command."""
    return _changed(n, after, before.state, after.state, (applied,))


def replayed_end(n: int, table: CommonTable, ended_ms: int) -> say.TableChanged:
    """Return the message that shows, in a replay, what the bell has changed at the table of the
    finished race number `n`. It is needed only if the round was still going on after the last
    command. `table` is the table after the last command; `ended_ms` is the race time at which the
    race ended."""
    told = _changed(n, table, table.state, table.rules.ring(table.state), ())
    return told.model_copy(update={"ms": max(table.ms, ended_ms)})


def replayed_seat(before: CommonTable | None, after: CommonTable, seat: int) -> dict[str, Any]:
    """Return the part of a replay that is about one seat at the table `after`: its piles and its
    figures, as fields of a JSON object. The field `changed` has the piles that differ from the
    table `before`. If `before` is None, there is a field `view` with all piles instead."""
    at, state = after.position_of(seat), after.state
    now = after.rules.seat_view(state, at)
    shown: dict[str, Any] = {"view": now.view.to_json()}
    if before is not None:
        changed = _changes(before.rules.seat_view(before.state, at), now)
        shown = {"changed": changed.to_json()}
    over: dict[str, str | None] | None = None
    if now.resigned:
        over = {"result": "lost", "reason": "resigned"}
    elif state.over is not None:
        over = {"result": "complete", "reason": None}
    return {**shown, "progress": now.progress, "points": now.points, "over": over}


def _changed(
    n: int,
    table: CommonTable,
    before: RoundState,
    after: RoundState,
    commands: Iterable[Applied],
) -> say.TableChanged:
    rules, seats = table.rules, table.seats
    known = len(before.foundations)
    new = [
        at
        for at, foundation in enumerate(after.foundations)
        if at >= known or foundation != before.foundations[at]
    ]
    return say.TableChanged(
        race=n,
        ms=table.ms,
        commands=[_command(each) for each in commands],
        foundations=_foundations(after, table, new),
        seats=[
            _changed_seat(seat, rules.seat_view(before, at), rules.seat_view(after, at))
            for at, seat in enumerate(seats)
            # The end of the round may be worth points.
            if before.boards[at] != after.boards[at] or before.over != after.over
        ],
        shifts=after.shifts,
        emptied=[seats[at] for at in after.emptied],
        over=_over(after, table),
    )


def _changed_seat(seat: int, before: SeatView, after: SeatView) -> say.ChangedTableSeat:
    return say.ChangedTableSeat(seat=seat, changed=_changes(before, after), **_figures(after))


def _shown(race: Race, table: CommonTable) -> RoundState:
    """Return the state as it is shown: after the race, a round that was not over has ended with the
    bell."""
    state = table.state
    return table.rules.ring(state) if race.status == "over" and state.over is None else state


def _foundations(
    state: RoundState, table: CommonTable, which: range | list[int]
) -> list[say.CommonFoundation]:
    found = [(at, state.foundations[at]) for at in which]
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


def _over(state: RoundState, table: CommonTable) -> say.TableOver | None:
    over = state.over
    if over is None:
        return None
    out = None if over.out is None else table.seats[over.out]
    return say.TableOver(result="complete", reason=over.reason, out=out)
