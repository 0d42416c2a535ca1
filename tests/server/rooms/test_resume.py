"""Resume: one message with the room, the board, marks, the clock and missed events."""

import json
from pathlib import Path
from typing import Any

import pytest

from server.live_rooms.missed_events import missed_by
from server.live_rooms.recent_events import RecentEvents
from server.rooms.events import (
    Attached,
    Detached,
    RacePrepared,
    ReadySet,
    SeatTaken,
    StoredEvent,
)
from server.rooms.state import Room
from tests.harness import Client, ServerProcess, client
from tests.server.two_servers import begin, moves, two_servers


async def resumed(link: Client, code: str, token: str) -> dict[str, Any]:
    """The answer as it came, and that nothing came before it or right after."""
    before = len(link.frames)
    await link.ask("resume", code=code, token=token)
    await link.ask("ping")
    frames = [json.loads(frame) for frame in link.frames[before:]]
    # That the seat is here again is told to everybody; it may come after the room was read.
    answer, *more = [frame for frame in frames if frame["type"] != "presence"]
    assert [frame["type"] for frame in more] == ["pong"]
    assert isinstance(answer, dict)
    return answer


@pytest.mark.processes
async def test_everything_comes_in_one_message(tmp_path: Path) -> None:
    async with (
        two_servers(tmp_path) as (one, two),
        client(one.url) as host,
        client(two.url) as back,
    ):
        async with client(one.url) as guest:
            code = await begin(host, guest)
            (moved,) = await moves(guest, 1)
            mark = {"race": 1, "pile": "tab.0", "index": None, "tilt": 1}
            assert (await guest.ask("mark", **mark))["type"] == "done"
            token = guest.token
        while (await host.until("presence"))["here"]:
            pass
        await host.ask("change_settings", settings={"locked": True})
        await host.ask("play", race=1, ply=0, move="resign")
        answer = await resumed(back, code, token)
        table = answer["table"]
        assert (answer["type"], answer["seat"], answer["frame"]) == ("room", 1, None)
        assert (table["race"], table["ply"]) == (1, moved["ply"])
        assert table["marks"] == [{"pile": "tab.0", "index": None, "tilt": 1}]
        assert moved["ms"] <= table["clock_ms"] <= 600_000
        assert [event["type"] for event in answer["unread"]] == ["settings_changed"]
        assert answer["unread"][0]["settings"]["locked"] is True
        # Nothing is unread for a second device that takes over from the first.
        async with client(one.url) as third:
            assert (await resumed(third, code, token))["unread"] == []


async def test_the_end_of_a_race_and_the_next_one_are_not_missed(server: ServerProcess) -> None:
    async with client(server.url) as host:
        async with client(server.url) as guest:
            code = await begin(host, guest)
            await guest.ask("play", race=1, ply=0, move="resign")
            token = guest.token
        while (await host.until("presence"))["here"]:
            pass
        await host.ask("play", race=1, ply=0, move="resign")
        over = await host.until("over")
        await host.ask("rematch")
        async with client(server.url) as back:
            answer = await resumed(back, code, token)
    assert [event["type"] for event in answer["unread"]] == ["over", "next_race"]
    assert answer["unread"][0] == over
    assert (answer["race"]["n"], answer["table"]) == (2, None)


def taken(seat: int) -> SeatTaken:
    return SeatTaken(at=0, by="seat", seat=seat, name=f"p{seat}", token_hash=f"{seat}")


def came(seat: int, connection: str) -> Attached:
    return Attached(at=0, by="seat", seat=seat, connection=connection)


def went(seat: int, connection: str) -> Detached:
    return Detached(at=0, by="server", seat=seat, connection=connection)


PREPARED = RacePrepared(
    at=0,
    by="seat",
    n=1,
    game="aces_up",
    options={},
    terms={},
    bell_ms=600_000,
    secret="00" * 32,
)
SAT: tuple[StoredEvent, ...] = (PREPARED, taken(0), came(0, "a"), taken(1), came(1, "b"))


def test_missed_is_what_happened_while_nobody_spoke_for_the_seat() -> None:
    news = ReadySet(at=0, by="seat", seat=0, nonce=None)
    for events, missed in (
        ((), 0),
        ((news,), 0),
        ((went(1, "b"), came(1, "c")), 0),
        ((went(1, "b"), news, news, came(1, "c")), 2),
        ((went(1, "b"), news, came(1, "c"), news), 1),
        ((went(1, "b"), news, came(1, "c"), news, came(1, "d")), 0),
        ((went(1, "b"), news, came(1, "c"), went(1, "c"), came(1, "d")), 0),
        ((went(1, "b"), news, came(1, "c"), went(1, "b"), came(1, "d")), 0),
        ((went(1, "b"), news, came(1, "c"), news, went(1, "c"), news, news, came(1, "d")), 2),
        ((went(0, "a"), news, came(1, "c")), 0),
    ):
        found = missed_by(1, RecentEvents(Room("KQ74TX"), (*SAT, *events)))
        assert len(found) == missed, events
