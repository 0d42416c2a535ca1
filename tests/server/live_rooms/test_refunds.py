"""A refunded outage may set the race clock behind moves that are already stored."""

from dataclasses import replace
from pathlib import Path

from protocol.from_client import Create, Terms
from server.boards.seat_standing import StoredStanding
from server.rooms import commands, race_timeouts
from server.rooms.events import CardCalled, RaceEnded, RaceHeld, RaceStarted
from server.rooms.reducer import fold
from server.rooms.state import Room, hot_fields
from server.rooms.store import RoomStore
from server.store import keys
from server.store.move_batches import StoredMove
from tests.server.clocked_process import real_store

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
    room = fold(Room("KQ74TX"), commands.create(asked, "p:0", bytes(32), "WORDWORD", 0))
    race = replace(room.race, nonces={0: "00" * 16, 1: "11" * 16})
    room = replace(room, races={1: race}, seats={**room.seats, 1: room.seats[0]})
    room = fold(room, commands.start(room, 0, ZERO, 0))
    return fold(room, race_timeouts.due(room, {}, ZERO))


def held(room: Room, ms: int) -> Room:
    return fold(room, [RaceHeld(at=0, by="server", n=1, since=0, until=ms, ms=ms)])


def test_no_card_is_called_before_those_that_are_laid() -> None:
    laid = StoredStanding(1, 1, 1, 0, 900, True, None, None, None, None, None)
    room = held(called(), 2_000)
    (event,) = race_timeouts.due(room, {0: laid, 1: laid}, ZERO + 2_100)
    assert isinstance(event, CardCalled)
    assert event.due_ms == 900 + CALL_MS


def test_the_clock_stays_where_a_race_has_ended() -> None:
    room = fold(called(), [RaceEnded(at=0, by="server", n=1, ended_ms=900)])
    assert held(room, 2_000).race.clock(ZERO + 2_100) == 900


async def test_no_card_is_laid_for_the_silent_before_its_time_is_up_again(tmp_path: Path) -> None:
    """It was time when a process sent the card on its way; then the store was away, and the time
    came back to everybody before the card was there."""
    room = held(called(), 2_000)
    started = [RaceStarted(at=ZERO, by="server", n=1)]
    due = room.race.origin + CALL_MS
    async with real_store(tmp_path) as redis:
        store = RoomStore(redis.url)
        await store.open()
        fields = hot_fields(room, started)
        await store.others.hset(keys.race(room.code), mapping=fields)

        async def laid(by: str, at: int) -> str:
            move = StoredMove(
                room.code, 1, 0, 0, "", "h", f"{by} 0,0", 1, 0, 0, 0, None, None, 0, 0, 1
            )
            return (await store.commit(at, [move])).answers[0].split(" ")[0]

        assert await laid("server", due - 1) == "early"
        assert await laid("server", due) == "ok"
        await store.others.delete(keys.moves(room.code, 1, 0), keys.seats(room.code, 1))
        assert await laid("seat", due - 1) == "ok"
        await store.close()
