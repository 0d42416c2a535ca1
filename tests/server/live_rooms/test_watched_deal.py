"""The watched deal of Kings: frame by frame, and no move before its last frame."""

from pathlib import Path
from typing import Any

from engine.games import game
from engine.races.record import read
from engine.view import Frame, View
from tests.bots import race
from tests.harness import Client, ServerProcess, client
from tests.server.processes.test_killed_server import check


async def begin(link: Client, **fields: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """A race of Kings for one; its room and the first frame."""
    room = await link.create("kings", **fields)
    await link.ready()
    await link.ask("start")
    return room, await link.until("frame", "table")


async def watch_to_the_end(link: Client, frame: dict[str, Any]) -> list[dict[str, Any]]:
    """Every frame from this one on."""
    frames = [frame]
    while frames[-1]["frame"] < frame["of"]:
        asked = {"race": frame["race"], "frame": frames[-1]["frame"] + 1}
        frames.append(await link.ask("next_frame", **asked))
    return frames


def shown(frame: dict[str, Any]) -> tuple[Any, ...]:
    return frame["laid"], frame["matches"], frame["blank"], View.from_json(frame["view"])


def as_sent(frame: Frame) -> tuple[Any, ...]:
    return frame.shown["laid"], frame.shown["matches"], frame.shown["blank"], frame.view


async def test_frames_are_those_of_the_deal_and_the_table_follows_the_last(server_url: str) -> None:
    async with client(server_url) as link:
        room, first = await begin(link)
        assert (first["frame"], first["id"]) == (1, None)
        frames = await watch_to_the_end(link, first)
        table = await link.until("table")
        assert table["ply"] == 0
        assert table["view"]["piles"] == frames[-1]["view"]["piles"]
        assert table["legal"] == [{"kind": "turn"}]
        assert (await link.ask("play", race=1, ply=0, move="turn"))["ply"] == 1
        await link.ask("play", race=1, ply=1, move="resign")
        await link.until("over")
        answer = await link.ask("get_record", race=room["code"])
        rules, pack_seed = game("kings"), read(answer["record"]).seed
        expected = rules.frames(rules.pack(pack_seed))
        assert [shown(frame) for frame in frames] == [as_sent(frame) for frame in expected]


async def test_no_move_before_the_last_frame_but_giving_up(server_url: str) -> None:
    async with client(server_url) as link:
        await begin(link)
        refused = await link.ask("play", race=1, ply=0, move="turn")
        assert (refused["type"], refused["code"], refused["ply"]) == ("refused", "dealing", 0)
        assert (await link.ask("play", race=1, ply=0, move="resign"))["over"]["reason"] == (
            "resigned"
        )


async def test_only_the_next_frame_is_shown_or_the_same_again(server_url: str) -> None:
    async with client(server_url) as link:
        _, first = await begin(link)
        for frame in (3, 17, first["of"] + 1):
            answer = await link.ask("next_frame", race=1, frame=frame)
            assert (answer["type"], answer["code"]) == ("refused", "no_frame")
        again = await link.ask("next_frame", race=1, frame=1)
        assert shown(again) == shown(first)
        assert (await link.ask("next_frame", race=1, frame=2))["frame"] == 2
        assert (await link.ask("next_frame", race=1, frame=1))["code"] == "no_frame"
        assert (await link.ask("next_frame", race=2, frame=3))["code"] == "wrong_race"
        assert (await link.ask("look"))["frame"] == 2


async def test_games_that_are_not_watched_have_no_frames(server_url: str) -> None:
    async with client(server_url) as link:
        await link.create("aces_up")
        assert (await link.ask("next_frame", race=1, frame=1))["code"] == "no_board"
        await link.ready()
        await link.ask("start")
        await link.until("table")
        for frame in (1, 2):
            answer = await link.ask("next_frame", race=1, frame=frame)
            assert answer["code"] == "no_frame"


async def test_who_comes_back_is_shown_the_current_frame_again(
    server: ServerProcess, tmp_path: Path
) -> None:
    """After a cut line, and after the server was killed."""
    async with client(server.url) as link:
        room, first = await begin(link)
        token = link.token
        second = await link.ask("next_frame", race=1, frame=2)
    async with client(server.url) as back:
        await back.ask("resume", code=room["code"], token=token, legal=True)
        assert shown(await back.until("frame", "table")) == shown(second)
    await server.kill()
    await server.start()
    async with client(server.url) as back:
        await back.ask("resume", code=room["code"], token=token, legal=True)
        again = await back.until("frame", "table")
        assert shown(again) == shown(second)
        assert shown(again) != shown(first)
        await watch_to_the_end(back, again)
        await back.until("table")
    async with client(server.url) as back:
        await back.ask("resume", code=room["code"], token=token, legal=True)
        last = await back.until("frame", "table")
        assert last["frame"] == last["of"]
        assert (await back.until("frame", "table"))["type"] == "table"
        assert (await back.ask("play", race=1, ply=0, move="turn"))["ply"] == 1
    async with client(server.url) as back:
        await back.ask("resume", code=room["code"], token=token, legal=True)
        assert (await back.until("frame", "table"))["type"] == "table"


async def test_bots_race_kings(server: ServerProcess) -> None:
    check(await race(server, "kings", 3, most_moves=12))
