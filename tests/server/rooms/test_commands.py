"""Commands of a room, as pure functions: join, leave, attach, take part."""

from typing import Any

import pytest

from engine.races.limits import MOST_SEATS_EVER
from protocol.from_client import Create, Join
from protocol.rooms.room_settings import Settings
from server.errors import Refusal
from server.rooms import commands, membership, next_race, race_timeouts
from server.rooms.commands import Change
from server.rooms.events import (
    CountdownBegun,
    RaceEnded,
    RaceJoined,
    RaceStarted,
    SeatLeft,
    SettingsChanged,
    dump,
    load,
)
from server.rooms.reducer import fold
from server.rooms.state import Room, late_joiners

TOKENS = [letter * 24 for letter in "abcdefgh"]
NONCE = "00" * 16
WORD = "KQ7KQ7KQ"


def opened(game: str = "aces_up", **settings: Any) -> Room:
    """A room as it was created, its host on seat 0."""
    request = Create(
        id=1,
        token=TOKENS[0],
        game=game,
        bell_ms=60_000,
        name="host",
        settings=Settings(**settings),
    )
    return fold(Room("KQ74TX"), commands.create(request, "p:0", bytes(32), WORD, 0))


def asking(n: int, **fields: Any) -> Join:
    return Join(id=1, token=TOKENS[n], code="KQ74TX", name=f"name {n}", **fields)


def joined(room: Room, *numbers: int) -> Room:
    for n in numbers:
        room = fold(room, membership.join(room, asking(n), f"p:{n}", 0))
    return room


def running(room: Room, *racing: int) -> Room:
    for seat in racing:
        room = fold(room, commands.ready(room, seat, NONCE, 5, 0))
    if room.race.status == "lobby":
        room = fold(room, commands.start(room, 0, 5, 0))
    return fold(room, race_timeouts.due(room, {}, 5))


def code(change: Any, *arguments: Any, **named: Any) -> str:
    """The code of the refusal that a decision raises."""
    with pytest.raises(Refusal) as refused:
        change(*arguments, **named)
    return refused.value.code


def changed(room: Room, now: int = 0, **settings: Any) -> Change:
    return membership.change_settings(room, 0, Settings(**settings), "X" * 8, now)


def test_a_room_with_usual_settings_says_nothing_of_them() -> None:
    assert not [e for e in [opened().settings] if e != Settings()]
    assert opened().seq == 3
    assert opened(size=4).settings == Settings(size=4)
    assert opened(size=4).seq == 4


def test_only_the_host_changes_settings() -> None:
    room = joined(opened(), 1)
    assert code(membership.change_settings, room, 1, Settings(), WORD, 0) == "not_host"
    room = fold(room, changed(room, locked=True))
    assert room.settings.locked
    assert changed(room, locked=True) == ()


def test_nobody_new_comes_into_a_locked_room_and_those_in_it_come_back() -> None:
    room = joined(opened(locked=False), 1)
    room = fold(room, changed(room, locked=True))
    assert code(membership.join, room, asking(2), "p:2", 0) == "locked"
    assert commands.resume(room, TOKENS[1], "p:3", 0)


def test_a_room_takes_as_many_as_its_size_and_a_seat_that_is_left_counts_no_more() -> None:
    room = joined(opened(size=2), 1)
    assert code(membership.join, room, asking(2), "p:2", 0) == "room_full"
    room = fold(room, commands.leave(room, 1, 5, 0))
    assert membership.join(room, asking(2), "p:2", 0)


def test_seat_numbers_end() -> None:
    room = opened()
    gone = next(iter(room.seats.values()))
    seats = {**room.seats, **dict.fromkeys(range(1, MOST_SEATS_EVER), fold_left(gone))}
    full = Room(room.code, room.seq, seats, 0, room.settings, None, room.races)
    assert code(membership.join, full, asking(1), "p:1", 0) == "room_full"


def fold_left(seat: Any) -> Any:
    return type(seat)(seat.name, "0", left=True)


def test_who_brings_the_word_comes_in_and_nobody_else() -> None:
    room = opened(invite_only=True)
    assert room.invite == WORD
    for wrong in (None, "KQ7KQ7K0", "00000000"):
        assert code(membership.join, room, asking(1, invite=wrong), "p:1", 0) == "not_invited"
        assert code(membership.admit, room, wrong) == "not_invited"
    assert membership.join(room, asking(1, invite=WORD), "p:1", 0)
    membership.admit(room, WORD)
    membership.admit(opened(), None)


def test_a_word_lasts_as_long_as_the_room_is_by_invitation() -> None:
    room = opened(invite_only=True)
    room = fold(room, changed(room, invite_only=True, size=7))
    assert room.invite == WORD
    room = fold(room, changed(room, size=7))
    assert room.invite is None
    room = fold(room, changed(room, invite_only=True))
    assert room.invite == "X" * 8


def test_bots_come_in_unless_the_host_wants_none() -> None:
    assert joined(opened(), 1).seats[1].bot is False
    room = fold(opened(), membership.join(opened(), asking(1, bot=True), "p:1", 0))
    assert room.seats[1].bot
    assert code(membership.join, opened(bots=False), asking(1, bot=True), "p:1", 0) == "no_bots"
    assert membership.join(opened(bots=False), asking(1), "p:1", 0)


def test_who_is_sent_away_is_gone_for_good() -> None:
    room = joined(opened(), 1, 2)
    assert code(membership.kick, room, 1, 2, 5, 0) == "not_host"
    assert code(membership.kick, room, 0, 0, 5, 0) == "bad_request"
    assert code(membership.kick, room, 0, 9, 5, 0) == "unknown_seat"
    room = fold(room, membership.kick(room, 0, 1, 5, 0))
    assert room.seats[1].left
    assert code(membership.kick, room, 0, 1, 5, 0) == "unknown_seat"
    assert code(commands.resume, room, TOKENS[1], "p:1", 0) == "kicked"
    assert code(membership.join, room, asking(1), "p:1", 0) == "kicked"
    assert membership.join(room, asking(3), "p:1", 0)


def test_who_leaves_may_come_again() -> None:
    room = joined(opened(), 1)
    room = fold(room, commands.leave(room, 1, 5, 0))
    assert code(commands.resume, room, TOKENS[1], "p:1", 0) == "unknown_seat"
    assert membership.join(room, asking(1), "p:1", 0)


def test_the_host_silences_others() -> None:
    room = joined(opened(), 1)
    assert code(membership.silence, room, 1, 0, True, 0) == "not_host"
    assert code(membership.silence, room, 0, 0, True, 0) == "bad_request"
    room = fold(room, membership.silence(room, 0, 1, True, 0))
    assert room.seats[1].silent
    assert membership.silence(room, 0, 1, True, 0) == ()
    assert not fold(room, membership.silence(room, 0, 1, False, 0)).seats[1].silent


def test_nobody_waits_for_who_stands_aside() -> None:
    room = joined(opened(), 1, 2)
    room = fold(room, membership.stand_aside(room, 0, True, 5, 0))
    assert code(commands.ready, room, 0, NONCE, 5, 0) == "aside"
    room = fold(room, commands.ready(room, 1, NONCE, 5, 0))
    assert room.race.status == "lobby"
    room = fold(room, commands.ready(room, 2, NONCE, 5, 0))
    assert room.race.status == "countdown"
    assert room.race.racing == (1, 2)


def test_when_the_last_that_was_waited_for_stands_aside_the_race_begins() -> None:
    room = joined(opened(), 1, 2)
    for seat in (0, 1):
        room = fold(room, commands.ready(room, seat, NONCE, 5, 0))
    room = fold(room, membership.stand_aside(room, 2, True, 5, 0))
    assert room.race.racing == (0, 1)


def test_who_was_ready_and_stands_aside_is_not_ready_any_more() -> None:
    room = joined(opened(), 1, 2)
    room = fold(room, commands.ready(room, 1, NONCE, 5, 0))
    room = fold(room, membership.stand_aside(room, 1, True, 5, 0))
    assert room.race.nonces == {}
    back = fold(room, membership.stand_aside(room, 1, False, 5, 0))
    assert fold(back, commands.ready(back, 1, NONCE, 5, 0)).race.nonces == {1: NONCE}
    assert membership.stand_aside(back, 1, False, 5, 0) == ()


def test_standing_aside_in_a_race_keeps_its_board() -> None:
    room = running(joined(opened(), 1), 0, 1)
    room = fold(room, membership.stand_aside(room, 1, True, 5, 9))
    assert room.race.racing == (0, 1)


def test_a_late_contestant_has_everybodys_deal() -> None:
    room = joined(running(joined(opened(late=True), 1), 0, 1), 2)
    before = room.seed(room.race)
    change = membership.join_race(room, 2, 1, 9)
    assert [type(event) for event in change] == [RaceJoined]
    room = fold(room, [load(dump(event)) for event in change])
    assert room.race.racing == (0, 1, 2)
    assert room.playing(room.race) == {0, 1, 2}
    assert room.race.counted() == {0: NONCE, 1: NONCE}
    assert room.seed(room.race) == before
    assert late_joiners(room, change) == 1
    assert membership.join_race(room, 2, 1, 9) == ()


def test_who_joins_in_the_countdown_is_counted_at_zero() -> None:
    room = joined(opened(late=True), 1, 2)
    for seat in (0, 1):
        room = fold(room, commands.ready(room, seat, NONCE, 5, 0))
    room = fold(room, commands.start(room, 0, 5, 0))
    change = membership.join_race(room, 2, 1, 1)
    room = fold(room, change)
    assert room.race.racing == (0, 1, 2)
    assert late_joiners(room, change) == 0
    assert set(room.race.counted()) == {0, 1}


def test_a_race_goes_on_for_who_came_late() -> None:
    from server.boards.seat_standing import StoredStanding

    done = StoredStanding(1, 0, 0, 0, 0, True, None, None, "lost", "resigned", 40)
    fresh = StoredStanding(0, 0, 0, 0, 0, True, None, None, None, None, None)
    room = joined(running(joined(opened(late=True), 1), 0, 1), 2)
    room = fold(room, membership.join_race(room, 2, 1, 9))
    assert race_timeouts.due(room, {0: done, 1: done, 2: fresh}, 50) == ()
    (end,) = race_timeouts.due(room, {0: done, 1: done, 2: done}, 50)
    assert isinstance(end, RaceEnded)


@pytest.mark.parametrize(
    ("settings", "game", "n", "refusal"),
    [
        ({}, "aces_up", 1, "race_begun"),
        ({"late": True}, "aces_up", 2, "wrong_race"),
    ],
)
def test_nobody_joins_late_elsewhere(
    settings: dict[str, bool], game: str, n: int, refusal: str
) -> None:
    room = joined(running(joined(opened(game, **settings), 1), 0, 1), 2)
    assert code(membership.join_race, room, 2, n, 9) == refusal


def test_nobody_joins_late_before_the_race_or_after_it() -> None:
    room = joined(opened(late=True), 1, 2)
    assert code(membership.join_race, room, 2, 1, 0) == "race_not_running"
    room = running(room, 0, 1)
    over = fold(room, [RaceEnded(at=9, by="server", n=1, ended_ms=4)])
    assert code(membership.join_race, over, 2, 1, 9) == "race_over"


def test_nobody_joins_late_where_cards_are_called() -> None:
    request = Create(
        id=1,
        token=TOKENS[0],
        game="cribbage_patience",
        bell_ms=60_000,
        name="host",
        settings=Settings(late=True),
        terms={"format": "caller"},  # type: ignore[arg-type] # read by pydantic
    )
    room = fold(Room("KQ74TX"), commands.create(request, "p:0", bytes(32), WORD, 0))
    room = joined(running(joined(room, 1), 0, 1), 2)
    assert code(membership.join_race, room, 2, 1, 9) == "race_begun"


def test_where_newcomers_may_join_nobody_sees_boards() -> None:
    assert opened(late=True, boards="everybody").settings.boards == "nobody"
    room = fold(opened(), changed(opened(), late=True, boards="done"))
    assert room.settings.boards == "nobody"


def test_what_contestants_agreed_to_is_fixed_while_they_race() -> None:
    room = running(joined(opened(), 1), 0, 1)
    assert code(changed, room, boards="nobody") == "race_begun"
    assert code(changed, room, delay_ms=1) == "race_begun"
    assert code(changed, room, late=True) == "race_begun"
    assert changed(room, locked=True, size=2, listed=True, bots=False)
    over = fold(room, [RaceEnded(at=9, by="server", n=1, ended_ms=4)])
    assert changed(over, boards="nobody", delay_ms=1)
    closed = running(joined(opened(late=True), 1), 0, 1)
    assert changed(closed, boards="nobody", late=False)


def test_events_are_stored_and_read_again() -> None:
    room = joined(opened(), 1, 2)
    for change in (
        changed(room, invite_only=True),
        membership.kick(room, 0, 1, 5, 0),
        membership.silence(room, 0, 1, True, 0),
        membership.stand_aside(room, 1, True, 5, 0),
    ):
        assert [load(dump(event)) for event in change] == list(change)
    assert isinstance(changed(room, size=2)[0], SettingsChanged)
    assert isinstance(membership.kick(room, 0, 1, 5, 0)[0], SeatLeft)


def test_the_host_who_leaves_hands_the_room_on() -> None:
    room = joined(opened(), 1, 2)
    room = fold(room, commands.leave(room, 0, 5, 0))
    assert room.host == 1
    assert membership.kick(room, 1, 2, 5, 0)
    room = fold(room, commands.leave(room, 1, 5, 0))
    assert room.host == 2


def test_a_rematch_waits_for_those_who_are_here() -> None:
    room = running(joined(opened(), 1, 2), 0, 1, 2)
    room = fold(room, [RaceEnded(at=9, by="server", n=1, ended_ms=4)])
    room = fold(room, commands.detach(room, 2, "p:2", 10))
    assert code(next_race.rematch, room, 1, {}, bytes(32), 11) == "not_host"
    room = fold(room, next_race.rematch(room, 0, {}, bytes(32), 11))
    assert room.race.n == 2
    assert code(next_race.rematch, room, 0, {}, bytes(32), 11) == "race_not_over"
    room = fold(room, commands.ready(room, 0, NONCE, 5, 12))
    change = commands.ready(room, 1, NONCE, 5, 12)
    assert isinstance(change[-1], CountdownBegun)
    assert change[-1].racing == (0, 1)


def test_started_is_what_deals() -> None:
    assert RaceStarted in {type(e) for e in race_timeouts.due(_counting(), {}, 5)}


def _counting() -> Room:
    room = joined(opened(), 1)
    for seat in (0, 1):
        room = fold(room, commands.ready(room, seat, NONCE, 5, 0))
    return room
