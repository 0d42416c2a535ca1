"""For whom a common table waits, and for how long."""

from server.rooms.race_timeouts import WAIT_FOR_MS, Attendance, attendance
from tests.server.common_tables.pure_rooms import ZERO_AT, back, cut_off, left, racing_room

NOBODY = Attendance((), (), None)


def test_nobody_is_away_while_all_have_a_connection() -> None:
    assert attendance(racing_room(3), (), 10**6) == NOBODY


def test_the_table_waits_a_while_for_whoever_is_cut_off() -> None:
    room = cut_off(racing_room(3), 1, now=1_000)
    due = 1_000 + WAIT_FOR_MS
    assert attendance(room, (), due - 1) == Attendance((), (), due)
    assert attendance(room, (), due) == Attendance((1,), (), None)
    assert attendance(room, {1}, due + 9) == NOBODY  # the table knows


def test_each_is_waited_for_from_their_own_time() -> None:
    room = cut_off(cut_off(racing_room(3), 1, now=1_000), 2, now=4_000)
    due = 1_000 + WAIT_FOR_MS
    assert attendance(room, (), due) == Attendance((1,), (), due + 3_000)
    assert attendance(room, {1}, due) == Attendance((), (), due + 3_000)
    assert attendance(room, {1}, due + 3_000) == Attendance((2,), (), None)


def test_whoever_is_cut_off_before_the_start_is_waited_for_from_the_start() -> None:
    room = cut_off(racing_room(2), 1, now=2)
    assert attendance(room, (), ZERO_AT).next_at == ZERO_AT + WAIT_FOR_MS


def test_whoever_comes_back_is_waited_for_again() -> None:
    room = cut_off(racing_room(3), 1, now=1_000)
    room = back(room, 1, now=30_000)
    assert attendance(room, {1}, 30_000) == Attendance((), (1,), None)
    assert attendance(room, (), 30_000) == NOBODY
    again = cut_off(room, 1, now=40_000)
    assert attendance(again, (), 40_000) == Attendance((), (), 40_000 + WAIT_FOR_MS)


def test_whoever_has_left_or_does_not_race_is_not_waited_for() -> None:
    room = cut_off(racing_room(4, aside=1), 3, now=1_000)
    assert attendance(room, (), 10**6) == NOBODY
    assert attendance(left(room, 1, now=1_000), (), 10**6) == NOBODY
    gone = cut_off(room, 1, now=1_000)
    assert attendance(gone, (), 10**6).gone == (1,)
    assert attendance(gone, (), 10**6, resigned={1}) == NOBODY
