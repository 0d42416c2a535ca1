"""Results of contestants who left, were removed, or deleted their account."""

from pathlib import Path

import pytest

from engine.crowns.time_limits import Limits
from engine.races.board import GameBoard
from server.archive.archiver import Archiver
from server.boards.seat_standing import StoredStanding
from server.leaderboards import board as leaderboard_board
from server.leaderboards.log_entry import LoggedRace, dump, load, raced
from server.leaderboards.ratings import places
from server.leaderboards.rivals import placed_of
from server.rooms import commands, membership, race_timeouts
from server.rooms.commands import SeatOwner
from server.rooms.events import RaceEnded
from server.rooms.reducer import fold
from server.rooms.state import Room
from server.store import keys
from tests.server.crowns.crown_process import parlour
from tests.server.leaderboards.made import House, Ran, race
from tests.server.leaderboards.test_boards import board
from tests.server.rooms.test_commands import NONCE, asking, opened

ZERO = 5
OUT = StoredStanding(30, 48, 48, 0, 900, True, None, None, "won", None, 900)


def counting_down() -> Room:
    """Ann keeps the room; Ben and Cat have come to race, and the countdown has begun."""
    room = opened()
    for n, account in ((1, "ben"), (2, "cat")):
        room = fold(room, membership.join(room, asking(n), f"p:{n}", 0, SeatOwner(account)))
    for seat in (0, 1, 2):
        room = fold(room, commands.ready(room, seat, NONCE, ZERO, 0))
    assert room.race.status == "countdown"
    return room


def gone(room: Room, seat: int, how: str, now: int) -> Room:
    if how == "leaves":
        return fold(room, commands.leave(room, seat, ZERO, now))
    return fold(room, membership.kick(room, 0, seat, ZERO, now))


def ended(room: Room, numbers: dict[int, StoredStanding]) -> LoggedRace:
    """The entry of the race; whoever has no numbers has not moved."""
    at = ZERO + 1_000
    room = fold(room, [RaceEnded(at=at, by="server", n=1, ended_ms=1_000)])
    start = GameBoard.start(room.race.game, room.pack(room.race))
    untouched = StoredStanding.start(room.race.game, start)
    found = raced(room, room.race, dict.fromkeys(room.race.racing, untouched) | numbers)
    assert found is not None
    return found


def resigned(ms: int) -> StoredStanding:
    return StoredStanding(9, 20, 20, 0, 400, True, None, None, "lost", "resigned", ms)


def who(found: LoggedRace) -> set[str | None]:
    return {one.account for one in found.contestants}


@pytest.mark.parametrize("how", ["leaves", "is sent away"])
def test_who_has_left_before_zero_is_no_contestant(how: str) -> None:
    room = gone(counting_down(), 1, how, 2)
    assert (room.race.dealt, room.race.racing) == ((0, 1, 2), (0, 2)), "the deal keeps their nonce"
    room = fold(room, race_timeouts.due(room, {}, ZERO))
    found = ended(room, {2: OUT})
    assert who(found) == {None, "cat"}
    assert (found.sent_away, placed_of(found)) == ((), "")
    assert "sent_away" not in dump(found)


@pytest.mark.parametrize("how", ["leaves", "is sent away"])
def test_a_race_from_which_all_have_gone_before_zero_is_over(how: str) -> None:
    room = counting_down()
    for seat in (2, 1, 0):
        room = gone(room, seat, how if seat else "leaves", 2)
    room = fold(room, race_timeouts.due(room, {}, ZERO))
    assert (room.race.status, room.race.racing) == ("over", ())
    assert raced(room, room.race, {}) is None


@pytest.mark.parametrize("how", ["leaves", "is sent away", "has resigned before"])
def test_who_is_sent_away_in_the_middle_of_a_game_is_in_no_book(how: str) -> None:
    room = fold(counting_down(), race_timeouts.due(counting_down(), {}, ZERO))
    room = gone(room, 1, "leaves" if how == "leaves" else how, ZERO + 500)
    ms = 400 if how == "has resigned before" else 500
    found = ended(room, {1: resigned(ms), 2: OUT})
    assert who(found) == {None, "ben", "cat"}
    away = how == "is sent away"
    assert found.sent_away == ((1,) if away else ())
    assert load({"entry": dump(found)}) == found
    assert places(found).keys() == (set() if away else {"ben", "cat"})
    assert placed_of(found) == ("" if away else "cat 1 ben 2")
    verdicts = {one.account: one.verdict for one in leaderboard_board.counted(found)}
    assert verdicts == {"cat": "out", "ben": "-" if away else "lost"}


async def test_a_streak_goes_on_where_the_host_had_ended_a_game(house: House) -> None:
    out = Ran("ben", "won")
    sent = Ran("ben", reason="resigned", sent_away=True)
    await house.count(race(1, out), race(2, sent), race(3, out))
    (row,) = (await house.places.page(board("streak"))).rows
    assert row.value.amount == 2
    await house.count(race(4, Ran("ben", reason="resigned")), race(5, out))
    (row,) = (await house.places.page(board("streak"))).rows
    assert row.value.amount == 1


async def test_a_seat_whose_account_is_no_more_is_a_guests(tmp_path: Path) -> None:
    async with parlour(tmp_path, Limits()) as table:
        archiver = Archiver(table.store, 1000)
        for letter in "AS":
            await table.begin(letter)
            await table.end()
            await archiver.look()
            assert await archiver.results_log.entries(0, 10) == [], "there is no such account"
        await table.store.others.hset(keys.account("anna"), "name", "Anna")
        await table.begin("K")
        await table.end()
        await archiver.look()
        ((_, found),) = await archiver.results_log.entries(0, 10)
        assert isinstance(found, LoggedRace)
        assert (who(found), found.game) == ({"anna"}, "kings")


async def test_a_room_that_is_known_from_before_the_end_has_the_same_result(
    tmp_path: Path,
) -> None:
    async with parlour(tmp_path, Limits()) as table:
        redis = table.store.others
        await redis.hset(keys.account("anna"), "name", "Anna")
        await table.begin("K")
        before = table.room
        await table.end()
        results = []
        for known in (None, before, table.room):
            archiver = Archiver(table.store, 1000, known={before.code: known}.get)
            await archiver.write_result(before.code, 1)
            results.append(await archiver.results_log.entries(0, 10))
            await redis.delete(*[key async for key in redis.scan_iter("cp:{book}:*")])
        assert len(results[0]) == 1
        assert results == [results[0]] * 3


async def test_whose_account_goes_while_a_result_is_withheld_stands_in_the_log_once(
    house: House,
) -> None:
    day = "daily-2026-11-21-sprint"
    sooner = race(1, Ran("ann", "won"), Ran("ben"), daily=day)
    later = race(1, Ran("ann", "won"), Ran(None), daily=day)
    assert await house.book.write(sooner)
    await house.book.write(later)
    told_at = sooner.told_at
    for _ in range(3):
        await house.book.release(told_at)
    assert await house.book.release(told_at) == 0
    assert len(await house.book.entries(0, 10)) == 1
