"""The words of a move and the fields of a standing are the same in Python and in the scripts."""

from pathlib import Path
from typing import Any

import pytest

from server.boards.seat_standing import StoredStanding
from server.rooms.store import RoomStore
from server.store import keys, standing_text
from server.store.move_batches import MOVE_FIELDS, RACE_FIELDS, StoredMove, _race_text, _text
from server.store.scripts import positions
from tests.server.clocked_process import real_store

MOVE = StoredMove(
    code="KQ74TX",
    n=1,
    seat=2,
    ply=0,
    prev="before",
    head="after",
    text="seat a|b",
    progress=5,
    tie_break=6,
    points=7,
    score=8,
    result="lost",
    reason="resigned",
    start=3,
    start_tie_break=4,
    clean=0,
)
STANDING = StoredStanding(
    moves=1,
    progress=5,
    best=5,
    tie_break=6,
    reached_ms=40,
    clean=False,
    points=7,
    score=8,
    result="lost",
    reason="resigned",
    ended_ms=40,
)
TEXT = "1 5 5 6 40 0 7 8 lost resigned 40"


def test_the_fields_of_a_move_are_in_the_order_of_their_names() -> None:
    fields = _text(MOVE).split("|", len(MOVE_FIELDS) - 1)
    assert dict(zip(MOVE_FIELDS, fields, strict=True)) == {
        "seat": "2",
        "ply": "0",
        "prev": "before",
        "entry": "after seat a|b",
        "standing_start": "1 5",
        "standing_end": "0 7 8 lost resigned",
        "progress": "5",
        "tie_break": "6",
        "result": "lost",
    }
    of_race = dict(zip(RACE_FIELDS, _race_text(MOVE, 9).split("|"), strict=True))
    assert of_race == {
        "code": "KQ74TX",
        "number": "1",
        "count": "9",
        "deal_progress": "3",
        "deal_tie_break": "4",
    }
    assert positions(("one", "two")) == {"ONE": 1, "TWO": 2}


def test_the_fields_of_a_standing_are_those_of_its_text() -> None:
    assert StoredStanding._fields == standing_text.FIELDS
    assert StoredStanding.read(TEXT) == STANDING
    for wrong in (("best", "moves"), ("moves", "ply")):
        with pytest.raises(ValueError, match="fields of a standing"):
            standing_text.pattern(*wrong)


async def test_a_move_is_stored_with_every_field_in_its_place(tmp_path: Path) -> None:
    async with real_store(tmp_path) as redis:
        store = RoomStore(redis.url)
        await store.open()
        race: dict[str, str | int] = {"n": 1, "status": "running", "origin": 0, "bell": 900}
        await store.others.hset(keys.race("KQ74TX"), mapping={**race, "last": 0, "active": 2})
        assert (await store.commit(40, [MOVE])).answers == [f"ok 40 {TEXT}"]
        assert await store.standings("KQ74TX", 1) == {2: STANDING}
        (entry,) = await store.moves("KQ74TX", 1, 2)
        assert tuple(entry) == (40, "seat", "a|b")
        assert (await store.commit(50, [MOVE])).answers == ["again 40"]
        worse = MOVE._replace(ply=1, prev="after", head="next", progress=1, result=None)
        assert (await store.commit(60, [worse])).answers == ["ended"]
        await store.close()


async def test_a_batch_is_answered_in_its_order_whatever_races_its_moves_are_of(
    tmp_path: Path,
) -> None:
    """Two rooms of a shard, one of another; a seat makes two moves and is refused a third."""
    async with real_store(tmp_path) as redis:
        store = RoomStore(redis.url)
        await store.open()
        rooms = ("KQ74TX", "KQ74TY", "MQ74TX")
        race: dict[str, str | int] = {"n": 1, "status": "running", "origin": 0, "bell": 900}
        for code in rooms:
            await store.others.hset(keys.race(code), mapping={**race, "last": 0, "active": 9})
        goes_on = MOVE._replace(result=None, reason=None)
        first, other, far = (goes_on._replace(code=code) for code in rooms)
        second = first._replace(ply=1, prev="after", head="later", progress=9)
        wrong = first._replace(ply=2, prev="nothing", head="never")
        beside = first._replace(seat=4, progress=2)
        batch = [first, other, second, far, beside, wrong]
        done = await store.commit(40, batch)
        assert [answer.split(" ")[:3] for answer in done.answers] == [
            *(["ok", "40", "1"], ["ok", "40", "1"], ["ok", "40", "2"]),
            *(["ok", "40", "1"], ["ok", "40", "1"], ["ply", "2"]),
        ]
        found = await store.standings(rooms[0], 1)
        assert {seat: (each.moves, each.best) for seat, each in found.items()} == {
            2: (2, 9),
            4: (1, 3),
        }
        assert [entry.text for entry in await store.moves(rooms[0], 1, 2)] == ["a|b", "a|b"]
        for code in rooms:
            assert await store.others.hget(keys.race(code), "last") == "40"
            for name in (keys.seats(code, 1), keys.moves(code, 1, 2)):
                assert await store.others.pttl(name) > 0
        await store.close()


async def test_the_feed_entry_of_moves_is_named_unless_their_process_must_read_it(
    tmp_path: Path,
) -> None:
    """It must read the entry if a game has ended, or if the race calls cards."""
    async with real_store(tmp_path) as redis:
        store = RoomStore(redis.url)
        await store.open()
        race: dict[str, str | int] = {"n": 1, "status": "running", "origin": 0, "bell": 900}
        race |= {"last": 0, "active": 9, "due": 0}
        await store.others.hset(keys.race("KQ74TX"), mapping=race)
        feed = keys.feed(keys.shard("KQ74TX"))

        async def announced(*moves: StoredMove) -> list[tuple[str, str]]:
            done = await store.commit(40, moves)
            assert all(answer.startswith("ok ") for answer in done.answers)
            return done.announced

        async def newest() -> str:
            return (await store.others.xrevrange(feed, count=1))[0][0]

        goes_on = MOVE._replace(result=None, reason=None)
        assert await announced(goes_on, goes_on._replace(seat=3)) == [(feed, await newest())]
        assert await announced(goes_on._replace(seat=4), MOVE._replace(seat=5)) == []
        await store.others.hset(keys.race("KQ74TX"), "due", 100)
        assert await announced(goes_on._replace(seat=6)) == []
        before = await newest()
        assert (await store.commit(41, [goes_on])).announced == [], "nothing was stored"
        assert await newest() == before
        await store.close()


@pytest.mark.parametrize(
    "wanted",
    [
        ("moves", "best", "tie_break", "reached_ms", "ended_ms"),
        ("moves", "result", "reason"),
        standing_text.FIELDS,
    ],
)
async def test_a_script_captures_the_fields_that_python_reads(
    wanted: tuple[str, ...], tmp_path: Path
) -> None:
    words = dict(zip(standing_text.FIELDS, TEXT.split(" "), strict=True))
    script = "return {string.match(ARGV[1], ARGV[2])}"
    async with real_store(tmp_path) as redis:
        store = RoomStore(redis.url)
        pattern = standing_text.pattern(*wanted)
        found: Any = await store.others.execute_command("EVAL", script, 0, TEXT, pattern)
        assert found == [words[field] for field in wanted]
        await store.close()
