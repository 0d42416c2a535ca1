"""Time that is given back after an outage may put the clock behind what is stored already."""

from dataclasses import replace

from protocol.from_client import Create, Terms
from server import course, decide
from server.events import CardCalled, RaceEnded, RaceHeld
from server.fold import fold
from server.numbers import Numbers
from server.room import Room

ZERO, CALL_MS = 5, 500


def called() -> Room:
    """A race of two in which the first card has been called."""
    asked = Create(
        id=1,
        game="cribbage_patience",
        terms=Terms(format="caller", call_ms=CALL_MS),
        bell_ms=60_000,
        name="no one",
        token="0" * 24,
    )
    room = fold(Room("KQ74TX"), decide.create(asked, "p:0", bytes(32), "WORDWORD", 0))
    race = replace(room.race, nonces={0: "00" * 16, 1: "11" * 16})
    room = replace(room, races={1: race}, seats={**room.seats, 1: room.seats[0]})
    room = fold(room, decide.start(room, 0, ZERO, 0))
    return fold(room, course.due(room, {}, ZERO))


def held(room: Room, ms: int) -> Room:
    return fold(room, [RaceHeld(at=0, by="server", n=1, since=0, until=ms, ms=ms)])


def test_no_card_is_called_before_those_that_are_laid() -> None:
    laid = Numbers(1, 1, 1, 0, 900, True, None, None, None, None, None)
    room = held(called(), 2_000)
    (event,) = course.due(room, {0: laid, 1: laid}, ZERO + 2_100)
    assert isinstance(event, CardCalled)
    assert event.due_ms == 900 + CALL_MS


def test_the_clock_stays_where_a_race_has_ended() -> None:
    room = fold(called(), [RaceEnded(at=0, by="server", n=1, ended_ms=900)])
    assert held(room, 2_000).race.clock(ZERO + 2_100) == 900
