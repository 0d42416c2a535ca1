"""Who sees a common table and how late, and what the messages about it contain."""

from typing import Any

import pytest

from engine.cards import NAME
from server.boards.common_table import Applied, AskedCommand, CommonTable
from server.rooms import race_timeouts
from server.rooms.reducer import fold
from server.rooms.state import Room
from server.views import table_view
from server.views.board_view import NotVisible
from server.views.view_inputs import PUBLIC, SeatMoves, TableNews, Viewer, WholeTable
from tests.server.common_tables.pure_rooms import ZERO_AT, racing_room

HOST, GUEST = Viewer(0, legal=True), Viewer(1)


def dealt(room: Room) -> CommonTable:
    return room.common_table(room.race)


def after(table: CommonTable, seat: int, move: str, ms: int) -> tuple[CommonTable, Applied]:
    (command,) = table.judge([AskedCommand(seat, 0, move)]).accepted
    command = command._replace(ms=ms)
    table, events = table.after(command)
    return table, Applied(command, events)


def news(room: Room, *moves: tuple[int, str, int], now: int) -> TableNews:
    before = table = dealt(room)
    applied = []
    for move in moves:
        table, each = after(table, *move)
        applied.append(each)
    return TableNews(room, before.standings(), before, table, tuple(applied), now)


def delay(room: Room, viewer: Viewer, now: int = ZERO_AT) -> int | None:
    return table_view.delay_ms(room, dealt(room).standings(), viewer, now)


def test_contestants_see_their_table_at_once_whatever_the_room_shows() -> None:
    for boards in ("nobody", "done", "everybody"):
        room = racing_room(2, boards=boards, delay_ms=30_000)
        assert delay(room, HOST) == delay(room, GUEST) == 0


@pytest.mark.parametrize(
    ("settings", "ms"),
    [
        ({"boards": "nobody"}, None),
        ({"boards": "everybody"}, 0),
        ({"boards": "everybody", "delay_ms": 30_000}, 30_000),
    ],
)
def test_spectators_see_it_as_the_room_shows_boards(
    settings: dict[str, Any], ms: int | None
) -> None:
    room = racing_room(3, aside=1, **settings)
    assert delay(room, PUBLIC) == delay(room, Viewer(2)) == ms


def whole(room: Room, table: CommonTable, viewer: Viewer, delay_ms: int, now: int) -> Any:
    what = WholeTable(7, room, table.standings(), table, delay_ms, now)
    return table_view.whole(what, viewer)


def test_a_late_spectator_is_refused_a_table_before_its_time() -> None:
    room = racing_room(2, delay_ms=1_000)
    table, applied = after(dealt(room), 0, "turn", 40)
    seen_from = ZERO_AT + 40 + 1_000
    with pytest.raises(NotVisible):
        whole(room, table, PUBLIC, 1_000, seen_from - 1)
    with pytest.raises(NotVisible):
        whole(room, table, PUBLIC, 0, seen_from)
    message = whole(room, table, PUBLIC, 1_000, seen_from)
    assert (message.number, message.clock_ms, message.delay_ms, message.legal) == (
        1,
        40,
        1_000,
        None,
    )
    told = TableNews(room, table.standings(), dealt(room), table, (applied,), seen_from)
    assert table_view.changed(told, PUBLIC).commands[0].number == 1
    with pytest.raises(NotVisible):
        table_view.changed(told._replace(now=seen_from - 1), PUBLIC)
    assert table_view.changed(told._replace(now=ZERO_AT), HOST).ms == 40


def test_nobody_sees_a_table_that_the_room_shows_to_nobody() -> None:
    room = racing_room(2, boards="nobody")
    with pytest.raises(NotVisible):
        whole(room, dealt(room), PUBLIC, 0, 50_000)
    told = news(room, (0, "turn", 40), now=50_000)
    with pytest.raises(NotVisible):
        table_view.changed(told, PUBLIC)
    assert table_view.changed(told, GUEST).ms == 40


def test_legal_moves_are_for_the_seat_that_asked_for_them() -> None:
    room = racing_room(2)
    table = dealt(room)
    assert whole(room, table, GUEST, 0, ZERO_AT).legal is None
    legal = whole(room, table, HOST, 0, ZERO_AT).legal
    assert legal[0] == {"kind": "turn"}
    assert {"kind": "stuck"} in legal
    mine = SeatMoves(room.race, table, 0)
    assert table_view.moves(mine, HOST).legal == legal
    with pytest.raises(NotVisible):
        table_view.moves(mine, GUEST)
    with pytest.raises(NotVisible):
        table_view.moves(mine, PUBLIC)


def test_a_change_has_only_what_has_changed() -> None:
    room = racing_room(3)
    message = table_view.changed(news(room, (1, "turn", 40), now=90), HOST)
    (part,) = message.seats
    assert part.seat == 1
    assert set(part.changed.piles) == {"stock", "waste"}
    assert message.foundations == []
    told = message.model_dump(mode="json")
    waste = part.changed.piles["waste"]
    assert waste is not None
    (top,) = waste.up
    cards = {name for name in NAME if f'"{name}"' in message.model_dump_json()}
    assert cards == {top}
    assert [(each["number"], each["seat"], each["move"]) for each in told["commands"]] == [
        (1, 1, "turn")
    ]


def test_after_the_bell_the_table_is_shown_as_over() -> None:
    room = racing_room(2)
    table = dealt(room)
    assert whole(room, table, HOST, 0, ZERO_AT).over is None
    bell = room.race.bell_at
    over = fold(room, race_timeouts.due(room, table.standings(), bell))
    assert over.race.status == "over"
    message = whole(over, table, PUBLIC, 0, bell)
    assert (message.over.reason, message.over.out) == ("bell", None)
