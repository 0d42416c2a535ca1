"""Declared breaks: the board is covered on every process until the candidate returns; who may not
declare one."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from server.crowns.fact_extractor import FactExtractor
from server.rooms.reducer import after
from server.rooms.state import Room
from tests.messages import told
from tests.secrecy.glass import COUNTDOWN_MS, Ear
from tests.server.clocked_process import Process, Time, process, real_store, token
from tests.server.crowns.crown_process import NOON
from tests.stores import RedisProcess

NONCE = "00" * 16


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[RedisProcess]:
    async with real_store(tmp_path) as made:
        yield made


@pytest.fixture
async def one(store: RedisProcess) -> AsyncIterator[Process]:
    async with process(store, Time(NOON)) as made:
        yield made


async def opened(ear: Ear, game: str = "auntie_allis", **fields: Any) -> str:
    """A room for a race; its code."""
    asked = {"name": "Greta", "token": token(ear), "bell_ms": 3_600_000, "legal": True, **fields}
    room = await ear.say("create", game=game, **asked)
    assert room["type"] == "room", room
    return str(room["code"])


async def begun(one: Process, *ears: Ear) -> None:
    """Everybody is ready, and the race begins."""
    for ear in ears:
        await ear.say("ready", nonce=NONCE)
    await ears[0].say("start")
    await one.at(one.time.now + COUNTDOWN_MS)


async def racing(one: Process, game: str = "auntie_allis", **fields: Any) -> tuple[Ear, str]:
    """Anna plays alone."""
    anna = await one.person("Anna")
    code = await opened(anna, game, **fields)
    await begun(one, anna)
    return anna, code


def heard(ear: Ear, kind: str) -> list[dict[str, Any]]:
    messages = [message for data in ear.told if data[:1] == b"{" for message in told(data)]
    return [message for message in messages if message["type"] == kind]


async def refused(ear: Ear, kind: str, **fields: Any) -> str:
    answer = await ear.say(kind, **fields)
    assert answer["type"] == "refused", answer
    assert answer["error"].endswith(".")
    return str(answer["code"])


async def test_a_covered_board_is_neither_seen_nor_played(one: Process) -> None:
    anna, code = await racing(one)
    watcher = await one.ear("watcher")
    await watcher.say("watch", code=code)
    assert (await anna.say("play", race=1, ply=0, move="deal"))["type"] == "moved"
    assert (await anna.say("begin_break"))["type"] == "done"
    assert heard(watcher, "covered")[0]["covered"] is True

    before = len(anna.told)
    for kind, fields in (
        ("play", {"race": 1, "ply": 1, "move": "deal"}),
        ("play", {"race": 1, "ply": 0, "move": "deal"}),  # which is stored, and would be answered
        ("play", {"race": 1, "ply": 1, "move": "resign"}),
        ("look", {}),
        ("next_frame", {"race": 1, "frame": 1}),
        ("mark", {"race": 1, "pile": "rub.0", "index": 0, "tilt": 1}),
        ("begin_break", {}),
    ):
        assert await refused(anna, kind, **fields) == "on_break", kind
    assert all(b'"view"' not in data and b'"changed"' not in data for data in anna.told[before:])

    again = await one.again("Anna")
    room = await again.say("resume", code=code, token=token(anna))
    assert [member["covered"] for member in room["members"]] == [True]
    assert heard(again, "table") == []
    looking = await watcher.say("watch_board", seat=0)
    assert looking["view"] is not None, "the race goes on, and so does who looks on"

    assert (await again.say("end_break"))["type"] == "done"
    assert heard(again, "covered")[-1]["covered"] is False
    (table,) = heard(again, "table")
    assert (table["id"], table["ply"]) == (None, 1)
    assert (await again.say("play", race=1, ply=1, move="deal"))["type"] == "moved"
    assert await refused(again, "end_break") == "no_break"


async def test_a_deal_that_is_watched_is_covered_too(one: Process) -> None:
    anna, _ = await racing(one, "kings")
    assert heard(anna, "frame")[-1]["frame"] == 1
    await anna.say("begin_break")
    assert await refused(anna, "next_frame", race=1, frame=2) == "on_break"
    await anna.say("end_break")
    assert [frame["frame"] for frame in heard(anna, "frame")] == [1, 1]
    assert (await anna.say("next_frame", race=1, frame=2))["frame"] == 2


async def test_moves_of_an_older_line_are_not_taken(one: Process, store: RedisProcess) -> None:
    """The other process has not heard that the board is covered, nor that its line was replaced."""
    anna, code = await racing(one)
    async with process(store, one.time, "two") as two:
        later = await two.again("Anna")
        await later.say("resume", code=code, token=token(anna))
        assert (await later.say("begin_break"))["type"] == "done"
        assert await refused(anna, "play", race=1, ply=0, move="deal") == "on_break"
        assert await refused(anna, "begin_break") == "on_break"
        await later.say("end_break")
        assert (await later.say("play", race=1, ply=0, move="deal"))["type"] == "moved"


async def test_who_may_declare_no_break(one: Process) -> None:
    anna, guest, bot = await one.person("Anna"), await one.ear("guest"), await one.ear("bot")
    await bot.say("sign_up", name="Machine", password="correct horse", bot=True)
    assert await refused(anna, "begin_break") == "no_room"
    code = await opened(anna)
    for ear in (guest, bot):
        assert (await ear.say("join", code=code, name="Greta", token=token(ear)))["type"] == "room"
    watcher = await one.ear("watcher")
    await watcher.say("watch", code=code)
    assert await refused(watcher, "begin_break") == "no_seat"
    assert await refused(anna, "begin_break") == "race_not_running"
    await begun(one, anna, guest, bot)
    assert await refused(guest, "begin_break") == "not_signed_in"
    assert await refused(bot, "begin_break") == "no_crown"
    late = await one.person("Ben")
    await late.say("join", code=code, name="Ben", token=token(late))
    assert await refused(late, "begin_break") == "no_board"
    await anna.say("play", race=1, ply=0, move="resign")
    assert await refused(anna, "begin_break") == "game_over"
    assert await refused(anna, "end_break") == "no_break"


async def test_other_games_have_no_breaks(one: Process) -> None:
    anna, _ = await racing(one, "aces_up")
    assert await refused(anna, "begin_break") == "no_crown"


async def test_the_end_of_a_race_uncovers(one: Process) -> None:
    anna, code = await racing(one)
    await anna.say("begin_break")
    await one.at(one.time.now + 3_600_000)
    assert heard(anna, "over")
    assert await refused(anna, "end_break") == "no_break"
    assert (await anna.say("look"))["over"]["reason"] == "timeout"
    assert not one.registry.rooms[code].room.seats[0].covered


async def test_whoever_leaves_is_back_first(one: Process) -> None:
    anna, code = await racing(one)
    watcher = await one.ear("watcher")
    await watcher.say("watch", code=code)
    await anna.say("begin_break")
    assert (await anna.say("leave"))["type"] == "done"
    kinds = [m["type"] for data in watcher.told for m in told(data)]
    assert kinds[kinds.index("covered") :].count("covered") == 2
    assert kinds.index("left") > kinds.index("covered")
    (result,) = heard(watcher, "over")[0]["results"]
    assert result["standing"]["reason"] == "resigned"
    # Whoever is sent away is covered no more, and their game is given up.
    host, ben = await one.ear("host"), await one.person("Ben")
    code = await opened(host)
    await ben.say("join", code=code, name="Ben", token=token(ben))
    await begun(one, host, ben)
    await ben.say("begin_break")
    await one.seat_boards.moves.resign(one.registry.rooms[code], 0)
    assert (await host.say("kick", seat=1))["type"] == "done"
    assert [r["standing"]["reason"] for r in heard(host, "over")[0]["results"]] == ["resigned"] * 2


async def test_a_break_is_told_to_whoever_tells_crowns(one: Process) -> None:
    anna, code = await racing(one)
    await anna.say("begin_break")
    one.time.now += 60_000
    await anna.say("end_break")
    _, events = await one.kept.room(Room(code))
    story, room = FactExtractor(code), Room(code)
    for event in events:
        story.add(event)
        room = after(room, event)
    account = room.seats[0].account or ""
    facts = [type(item.fact).__name__ for item in story.since(account, 0, "")]
    assert facts[-2:] == ["BreakBegan", "BreakEnded"]


async def test_breaks_can_be_begun_so_often_and_always_be_ended(one: Process) -> None:
    anna, _ = await racing(one)
    for _ in range(300):
        if (await anna.say("begin_break"))["type"] == "refused":
            break
        assert (await anna.say("end_break"))["type"] == "done"
    assert await refused(anna, "begin_break") == "too_much"
    assert (await anna.say("play", race=1, ply=0, move="deal"))["type"] == "moved"
