"""Spectator boards: what may be seen of a race, when, and by whom."""

import asyncio
import json
from collections.abc import AsyncIterator, Coroutine
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
import pytest_asyncio

from server.live_rooms.spectator_board import MERGE_S, SpectatorBoard
from tests.harness import AGAIN_S, Client, client
from tests.server.clocked_process import real_store
from tests.server.live_rooms.test_watched_deal import watch_to_the_end
from tests.server.running_server import serving
from tests.server.two_servers import Pair, begin, moves, two_servers, view

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.processes]

SOON_S = 1.0
"""How soon a watcher has to see a move: once of several times, for the machine has other things to
do, and what waits by design does so every time."""
SLACK_S = 0.5
"""How far the clocks of two processes may be apart, where they were slow to ask the store."""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def pair(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Pair]:
    async with two_servers(tmp_path_factory.mktemp("pair")) as servers:
        yield servers


async def watched(link: Client, ply: int) -> dict[str, Any]:
    """The watched board once it has so many moves."""
    while True:
        board = await link.until("watched_table")
        assert board["ply"] <= ply
        if board["ply"] == ply:
            return board


async def first_board(link: Client, seat: int = 0) -> dict[str, Any]:
    """The answer, once this connection's server process has heard that the race has begun."""
    while True:
        answer = await link.ask("watch_board", seat=seat)
        if answer.get("code") != "race_not_running":
            return answer
        await asyncio.sleep(AGAIN_S)


async def refused(link: Client, seat: int = 0) -> str:
    answer = await link.ask("watch_board", seat=seat)
    assert answer["type"] == "refused", answer
    code: str = answer["code"]
    return code


async def resign(link: Client) -> None:
    ply = (await link.ask("look"))["ply"]
    assert (await link.ask("play", race=1, ply=ply, move="resign"))["type"] == "moved"


async def test_a_spectator_on_another_process_sees_each_move_soon(pair: Pair) -> None:
    async with client(pair.one.url) as host, client(pair.two.url) as watcher:
        code = await begin(host)
        await watcher.ask("watch", code=code)
        board = await first_board(watcher)
        assert (board["type"], board["seat"], board["ply"]) == ("watched_table", 0, 0)
        assert board["view"] == await view(host)
        took: list[float] = []
        while len(took) < 3 or min(took) >= SOON_S:
            assert len(took) < 10, took
            ply = len(took)
            moved = (await moves(host, 1, ply))[0]
            since = monotonic()
            board = await watched(watcher, ply + 1)
            took.append(monotonic() - since)
            assert (board["id"], board["delay_ms"]) == (None, 0)
            assert board["progress"] == moved["progress"]
            assert board["view"] == await view(host)
        assert "legal" not in board
        assert "marks" not in board


async def test_many_moves_come_merged_and_the_last_one_comes(pair: Pair) -> None:
    async with client(pair.one.url) as host, client(pair.two.url) as watcher:
        code = await begin(host, game="cribbage_patience")
        await watcher.ask("watch", code=code)
        await first_board(watcher)
        heard, since = len(watcher.frames), monotonic()
        for ply in range(12):
            await host.send("play", race=1, ply=ply, move=f"place {ply // 4},{ply % 4}")
        board = await watched(watcher, 12)
        assert len(board["view"]["grid"]) == 12
        tables = [frame for frame in watcher.frames[heard:] if '"watched_table"' in frame]
        assert len(tables) <= 4 + (monotonic() - since) / MERGE_S


async def test_a_slow_store_is_not_asked_again_for_every_move_that_is_heard_of(
    tmp_path: Path,
) -> None:
    async with (
        real_store(tmp_path) as redis,
        serving(redis.url) as (app, url),
        client(url) as host,
        client(url) as watcher,
    ):
        code = await begin(host)
        await watcher.ask("watch", code=code)
        await first_board(watcher)
        looks, later = 0, app.registry.later

        def count(look: Coroutine[object, object, None]) -> None:
            nonlocal looks
            looks += 1
            later(look)

        app.registry.later = count
        (screen,) = app.registry.rooms[code].board_watchers.values()
        assert isinstance(screen, SpectatorBoard)
        since = monotonic()
        async with screen._reading:  # as long as the store takes to answer
            for _ in range(12):
                screen.heard()
                await asyncio.sleep(0.001)
            assert 1 <= looks <= 1 + (monotonic() - since) / MERGE_S


async def test_whoever_still_plays_the_deal_is_refused_and_whoever_is_done_is_not(
    pair: Pair,
) -> None:
    async with client(pair.one.url) as host, client(pair.two.url) as guest:
        await begin(host, guest, settings={"boards": "done", "delay_ms": 60_000})
        assert await refused(host, 1) == "not_for_you"
        assert await refused(host, 0) == "not_for_you"
        await moves(host, 2)
        await resign(guest)
        board = await guest.ask("watch_board", seat=0)
        assert (board["ply"], board["delay_ms"]) == (2, 0)
        assert await refused(host, 1) == "not_for_you"
        await moves(host, 1, 2)
        assert (await watched(guest, 3))["view"] == await view(host)
        async with client(pair.two.url) as spectator:
            await spectator.ask("watch", code=(await code_of(guest)))
            assert await refused(spectator) == "not_for_you"


async def code_of(link: Client) -> str:
    code: str = next(m["code"] for m in map(json.loads, link.frames) if m["type"] == "room")
    return code


async def test_nobody_plays_on_with_a_board_in_view(pair: Pair) -> None:
    """Not by a second connection with the token either."""
    async with client(pair.one.url) as host, client(pair.one.url) as guest:
        code = await begin(host, guest)
        async with client(pair.two.url) as second:
            await second.ask("watch", code=code)
            assert (await second.ask("watch_board", seat=1))["type"] == "watched_table"
            await second.ask("resume", code=code, token=host.token, legal=True)
            await second.until("table")
            assert await refused(second, 1) == "not_for_you"
            heard = len(second.frames)
            await moves(guest, 3)
            while '"moves":3' not in (await progress_of(second, 1)):
                pass
            await asyncio.sleep(0.5)  # longer than boards are merged for
            await second.ask("ping")
            assert not [f for f in second.frames[heard:] if '"watched_table"' in f]


async def progress_of(link: Client, seat: int) -> str:
    while True:
        message = await link.until("progress")
        if message["standings"][0]["seat"] == seat:
            return link.frames[-1]


async def test_boards_that_nobody_may_see_are_open_when_the_race_is_over(pair: Pair) -> None:
    async with (
        client(pair.one.url) as host,
        client(pair.two.url) as guest,
        client(pair.two.url) as spectator,
    ):
        code = await begin(host, guest, settings={"boards": "nobody"})
        await spectator.ask("watch", code=code)
        await moves(host, 2)
        await resign(guest)
        for link in (guest, spectator):
            assert await refused(link) == "not_for_you"
        await resign(host)
        for link in (host, guest, spectator):
            await link.until("over")
            board = await link.ask("watch_board", seat=0)
            assert (board["ply"], board["over"]["reason"]) == (3, "resigned")
            assert (await link.ask("unwatch"))["type"] == "done"
        assert (await host.ask("rematch"))["type"] == "done"
        await spectator.until("next_race")
        assert await refused(spectator) == "race_not_running"


async def test_a_spectator_sees_nothing_before_its_delay(pair: Pair) -> None:
    delay_s, fewest, most = 1.2, 6, 12
    async with client(pair.one.url) as host, client(pair.two.url) as watcher:
        settings = {"boards": "everybody", "delay_ms": int(delay_s * 1000)}
        made = [monotonic()]
        code = await begin(host, game="cribbage_patience", settings=settings)
        views = [await view(host)]
        await watcher.ask("watch", code=code)
        first = await first_board(watcher)
        assert (first["view"], first["ply"], first["progress"]) == (None, 0, 0)
        seen: dict[int, tuple[float, dict[str, Any]]] = {}

        async def play() -> None:
            while len(made) <= fewest or (len(seen) < 3 and len(made) <= most):
                made.append(monotonic())
                await moves(host, 1, len(made) - 2)
                views.append(await view(host))
                await asyncio.sleep(0.3)

        playing = asyncio.create_task(play())
        while not playing.done() or len(made) - 1 not in seen:
            board = await watcher.until("watched_table")
            seen.setdefault(board["ply"], (monotonic(), board))
        await playing
        assert len(seen) >= 3
        after = []
        for ply, (at, board) in seen.items():
            after.append(at - made[ply])
            assert after[-1] >= delay_s - SLACK_S, "too early"
            assert board["view"] == views[ply]
            assert board["delay_ms"] == settings["delay_ms"]
        assert min(after) < delay_s + SOON_S
        # Whoever comes later sees no more of it.
        async with client(pair.one.url) as late:
            await late.ask("watch", code=code)
            for ply in range(len(made) - 1, 15):
                since = monotonic()
                await moves(host, 1, ply)
                board = await late.ask("watch_board", seat=0)
                if monotonic() - since < delay_s - SLACK_S:
                    assert board["ply"] <= ply
                    break
            else:
                pytest.fail("the machine stood still again and again")
        # With the end of the race there is no delay any more.
        await resign(host)
        while (board := await watcher.until("watched_table"))["over"] is None:
            pass
        assert board["delay_ms"] == 0


async def test_a_called_card_is_not_seen_before_the_delay_of_its_call(pair: Pair) -> None:
    async with (
        client(pair.one.url) as host,
        client(pair.one.url) as guest,
        client(pair.two.url) as watcher,
    ):
        at = [monotonic()]  # before each card is called
        code = await begin(
            host,
            guest,
            game="cribbage_patience",
            terms={"format": "caller", "call_ms": 60_000},
            settings={"delay_ms": 1_000},
        )
        await guest.ask("play", race=1, ply=0, move="resign")
        await watcher.ask("watch", code=code)
        await first_board(watcher)
        cards = []
        for ply in range(3):
            table = await host.ask("look")
            cards.append(table["view"]["next"])
            assert cards[-1], "a card is called"
            at.append(monotonic())
            await host.ask("play", race=1, ply=ply, move=f"place 0,{ply}")
            while (await host.until("called"))["call"] != ply + 2:
                pass
        cards.append((await host.ask("look"))["view"]["next"])
        card = None
        while card != cards[-1]:  # boards are merged: some cards may never be seen
            card = ((await watcher.until("watched_table"))["view"] or {}).get("next")
            if card is not None:
                assert monotonic() - at[cards.index(card)] >= 1 - SLACK_S


async def test_the_board_of_a_watched_deal_is_seen_once_its_contestant_plays(pair: Pair) -> None:
    async with client(pair.one.url) as host, client(pair.two.url) as watcher:
        room = await host.create("kings", bell_ms=600_000)
        await host.ready()
        await host.ask("start")
        frame = await host.until("frame")
        await watcher.ask("watch", code=room["code"])
        board = await first_board(watcher)
        assert (board["view"], board["ply"]) == (None, 0)
        await watch_to_the_end(host, frame)
        assert (await first_board(watcher))["view"] is None
        await host.ask("play", race=1, ply=0, move="turn")
        assert (await watched(watcher, 1))["view"] == await view(host)


async def test_what_was_taken_back_is_taken_back_for_watchers(pair: Pair) -> None:
    async with client(pair.one.url) as host, client(pair.two.url) as watcher:
        code = await begin(host, terms={"take_back": "free"})
        start = await view(host)
        await watcher.ask("watch", code=code)
        await first_board(watcher)
        await moves(host, 1)
        await host.ask("play", race=1, ply=1, move="undo")
        assert (await watched(watcher, 2))["view"] == start


async def test_one_board_at_a_time_and_none_after_leaving(pair: Pair) -> None:
    async with (
        client(pair.one.url) as host,
        client(pair.one.url) as guest,
        client(pair.two.url) as watcher,
    ):
        assert await refused(watcher) == "no_room"
        code = await begin(host, guest)
        await watcher.ask("watch", code=code)
        await first_board(watcher)  # this process knows now that the race has begun
        assert await refused(watcher, 7) == "no_board"
        await watcher.ask("watch_board", seat=1)
        await moves(host, 1)
        await moves(guest, 1)
        board = await watched(watcher, 1)
        assert board["seat"] == 1
        await watcher.ask("leave")
        assert await refused(watcher, 1) == "no_room"


async def test_boards_side_by_side(pair: Pair) -> None:
    async with (
        client(pair.one.url) as host,
        client(pair.one.url) as guest,
        client(pair.two.url) as watcher,
    ):
        assert (await watcher.ask("watch_boards", seats=[0]))["code"] == "no_room"
        code = await begin(host, guest)
        await watcher.ask("watch", code=code)
        await first_board(watcher)
        for seats in ([0, 7], [7]):
            assert (await watcher.ask("watch_boards", seats=seats))["code"] == "no_board"
        assert (await host.ask("watch_boards", seats=[1]))["code"] == "not_for_you"
        assert (await watcher.ask("watch_boards", seats=[1, 0, 1]))["type"] == "done"
        await moves(host, 1)
        await moves(guest, 1)
        boards: dict[int, Any] = {}
        while set(boards) != {0, 1}:
            board = await watched(watcher, 1)
            boards[board["seat"]] = board["view"]
        assert boards == {0: await view(host), 1: await view(guest)}
        # A board that is watched already is not sent again, and one that is left stays away.
        here = len(watcher.frames)
        assert (await watcher.ask("watch_boards", seats=[1]))["type"] == "done"
        assert not any("watched_table" in frame for frame in watcher.frames[here:])
        await moves(host, 1, 1)
        await moves(guest, 1, 1)
        assert (await watched(watcher, 2))["seat"] == 1
        assert (await watcher.ask("unwatch"))["type"] == "done"
        await moves(guest, 1, 2)
        await watcher.ask("ping")
        assert not any('"ply":3' in f for f in watcher.frames if "watched_table" in f)


@pytest.mark.parametrize("seats", [[], list(range(10)), [-1], "0", None])
async def test_what_is_no_list_of_boards(pair: Pair, seats: object) -> None:
    async with client(pair.one.url) as watcher:
        assert (await watcher.ask("watch_boards", seats=seats))["code"] == "bad_message"


async def test_a_watcher_goes_on_where_its_process_died(tmp_path: Path) -> None:
    async with two_servers(tmp_path) as (one, two), client(one.url) as host:
        async with client(two.url) as watcher:
            code = await begin(host)
            await moves(host, 2)
            await watcher.ask("watch", code=code)
            await first_board(watcher)
            await two.kill()
        async with client(one.url) as again:
            await again.ask("watch", code=code)
            assert (await again.ask("watch_board", seat=0))["view"] == await view(host)
