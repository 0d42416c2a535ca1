"""What set phrases set off, over real sockets: the deal answers "Ace, please", and whoever counts
hears nothing until the deal ends."""

import json
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from engine.cards import ACE, CARD, RANK
from engine.games.auntie_allis import ROWS
from tests.harness import BELL_MS, Client, ServerProcess, client
from tests.server.live_rooms.test_watched_deal import watch_to_the_end
from tests.server.two_servers import servers_on
from tests.stores import RedisProcess, engines

ASKED, THANKED = "ace_please", "thank_you"
NO_ACE = "ten deals with the same luck"


def has_ace(table: dict[str, Any]) -> bool:
    """Whether an ace lies in the opening rows of a table of Auntie Allis."""
    piles = table["view"]["piles"]
    tops = [piles[f"op.{i // 8}.{i % 8}"]["up"][0] for i in ROWS]
    return any(RANK[CARD[top]] == ACE for top in tops)


async def said_until(link: Client, marker: str) -> list[tuple[int, str]]:
    """The set phrases that come before this one is said, by their seats."""
    told = []
    while (message := await link.until("said"))["set_phrase"] != marker:
        told.append((message["seat"], message["set_phrase"]))
    return told


def said_to(link: Client) -> list[tuple[int, str]]:
    """All set phrases that a connection has received, by their seats."""
    told = [json.loads(frame) for frame in link.frames if '"type":"said"' in frame]
    return [(message["seat"], message["set_phrase"]) for message in told]


async def begin(
    stack: AsyncExitStack, url: str, slug: str, bell_ms: int = BELL_MS
) -> tuple[Client, Client, Client]:
    """A room with two contestants, who are not ready yet, and a watcher."""
    host, other, watcher = [await stack.enter_async_context(client(url)) for _ in range(3)]
    room = await host.create(slug, bell_ms=bell_ms)
    await other.join(room["code"], "other")
    await watcher.ask("watch", code=room["code"])
    return host, other, watcher


async def both_ready(host: Client, other: Client) -> list[dict[str, Any]]:
    await host.ready()
    await other.ready()
    return [await link.until("table", "frame") for link in (host, other)]


async def test_an_ace_in_the_opening_rows_says_thank_you_once(server_url: str) -> None:
    seen = set()
    for _ in range(10):
        async with AsyncExitStack() as stack:
            host, other, watcher = await begin(stack, server_url, "auntie_allis")
            ours, theirs = await both_ready(host, other)
            assert has_ace(ours) == has_ace(theirs)
            for link in (host, host, other):
                assert (await link.ask("phrase", phrase=ASKED))["type"] == "done"
            await other.ask("phrase", phrase="drink")
            asked = [(0, ASKED), (0, ASKED), (1, ASKED)]
            assert await said_until(watcher, "drink") == asked
            await said_until(host, "drink")
            await other.ask("ping")
            for told in (said_to(host), said_to(other)):
                assert [line for line in told if line[1] == ASKED] == asked
                thanks = [line for line in told if line[1] == THANKED]
                assert thanks == ([(0, THANKED), (1, THANKED)] if has_ace(ours) else [])
                if thanks:
                    assert told[1] == (0, THANKED)
            seen.add(has_ace(ours))
        if seen == {True, False}:
            return
    assert True in seen, NO_ACE


async def test_later_deals_answer_nothing(server_url: str) -> None:
    for _ in range(10):
        async with AsyncExitStack() as stack:
            host, other, _ = await begin(stack, server_url, "auntie_allis")
            ours, _ = await both_ready(host, other)
            if not has_ace(ours):
                continue
            assert (await host.ask("play", race=1, ply=0, move="deal"))["ply"] == 1
            await host.ask("phrase", phrase=ASKED)
            await other.ask("phrase", phrase=ASKED)
            await other.ask("phrase", phrase="drink")
            expected = [(0, ASKED), (1, ASKED), (1, THANKED)]
            assert await said_until(host, "drink") == expected
            return
    pytest.fail(NO_ACE)


async def test_no_other_game_answers(server_url: str) -> None:
    async with AsyncExitStack() as stack:
        host, other, _ = await begin(stack, server_url, "aces_up")
        await both_ready(host, other)
        await host.ask("phrase", phrase=ASKED)
        await host.ask("phrase", phrase="drink")
        assert await said_until(other, "drink") == [(0, ASKED)]


async def test_who_asks_during_the_countdown_is_answered_at_zero(tmp_path: Path) -> None:
    async with ServerProcess(tmp_path, countdown_ms=1_500) as server:
        for _ in range(10):
            async with AsyncExitStack() as stack:
                host, other, watcher = await begin(stack, server.url, "auntie_allis")
                await host.ask("phrase", phrase=ASKED)  # too early: no deal is under way
                await host.ready()
                await other.ready()
                await other.ask("phrase", phrase=ASKED)
                table = await host.until("table")
                if said_to(host) != [(0, ASKED), (1, ASKED)] or not has_ace(table):
                    continue  # the countdown was over before the request came, or no luck
                answer = await host.until("said")
                assert (answer["seat"], answer["set_phrase"]) == (1, THANKED)
                await other.ask("phrase", phrase=ASKED)
                await other.ask("phrase", phrase="drink")
                assert await said_until(host, "drink") == [(1, ASKED)]
                assert (1, THANKED) not in await said_until(watcher, "drink")
                return
    pytest.fail(NO_ACE)


async def test_who_counts_hears_nothing_until_the_deal_ends(server_url: str) -> None:
    async with AsyncExitStack() as stack:
        host, other, watcher = await begin(stack, server_url, "kings")
        first, _ = await both_ready(host, other)
        await other.ask("phrase", phrase="drink")
        assert await said_until(host, "drink") == []
        await host.ask("phrase", phrase="counting")
        await other.ask("phrase", phrase="skill")
        await other.ask("phrase", phrase="superstition")
        own, held = (0, "counting"), [(1, "skill"), (1, "superstition")]
        assert (await said_until(watcher, "superstition"))[-2:] == [own, held[0]]
        frames = await watch_to_the_end(host, first)
        assert frames[-1]["frame"] == first["of"]
        assert said_to(host) == [(1, "drink"), own]
        await other.ask("phrase", phrase="drink")
        assert await said_until(host, "drink") == held


async def test_who_gives_up_in_the_deal_hears_what_was_said(server_url: str) -> None:
    async with AsyncExitStack() as stack:
        host, other, _ = await begin(stack, server_url, "kings")
        await both_ready(host, other)
        await host.ask("phrase", phrase="counting")
        await other.ask("phrase", phrase="skill")
        await other.ask("ping")
        assert (1, "skill") not in said_to(host)
        assert (await host.ask("play", race=1, ply=0, move="resign"))["type"] == "moved"
        await said_until(host, "skill")


async def test_the_bell_ends_the_counting_too(server_url: str) -> None:
    async with AsyncExitStack() as stack:
        host, other, _ = await begin(stack, server_url, "kings", bell_ms=2_000)
        await both_ready(host, other)
        await host.ask("phrase", phrase="counting")
        await other.ask("phrase", phrase="skill")
        await said_until(host, "skill")


async def test_counting_is_remembered_by_another_process(tmp_path: Path) -> None:
    async with (
        RedisProcess(tmp_path / "redis", engines()["embedded"]) as redis,
        servers_on(redis.url, tmp_path) as (one, two),
        AsyncExitStack() as stack,
    ):
        host, other, _ = await begin(stack, one.url, "kings")
        await both_ready(host, other)
        await host.ask("phrase", phrase="counting")
        again = await stack.enter_async_context(client(two.url))
        room = json.loads(next(frame for frame in host.frames if '"type":"room"' in frame))
        await again.ask("resume", code=room["code"], token=host.token)
        first = await again.until("frame")
        await other.ask("phrase", phrase="skill")
        await other.ask("play", race=1, ply=0, move="resign")
        standing = await again.until("progress")  # has passed what was said before it
        assert standing["standings"][0]["seat"] == 1
        await watch_to_the_end(again, first)
        assert (1, "skill") not in said_to(again)
        await said_until(again, "skill")


async def test_outside_a_watched_deal_counting_holds_nothing_back(server_url: str) -> None:
    async with AsyncExitStack() as stack:
        host, other, _ = await begin(stack, server_url, "kings")
        await host.ask("phrase", phrase="counting")  # in the lobby
        await other.ask("phrase", phrase="drink")
        assert await said_until(host, "drink") == [(0, "counting")]
        first, _ = await both_ready(host, other)
        await watch_to_the_end(host, first)
        await host.ask("phrase", phrase="counting")  # too late
        await other.ask("phrase", phrase="drink")
        assert await said_until(host, "drink") == [(0, "counting")]
