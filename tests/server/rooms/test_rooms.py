"""Rooms over real sockets: settings, invitations, kicks, late contestants."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from engine.races.verify import verify
from protocol.closing import Close
from server.handlers.public_rooms import FRESH_MS
from tests.harness import BELL_MS, LIMIT_S, Client, ConnectionClosed, ServerProcess, client
from tests.server.two_servers import Pair, two_servers


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[ServerProcess]:
    async with ServerProcess(tmp_path / "data") as process:
        yield process


@pytest.fixture
async def pair(tmp_path: Path) -> AsyncIterator[Pair]:
    async with two_servers(tmp_path) as servers:
        yield servers


async def racing(host: Client, other: Client, **fields: Any) -> str:
    """The code of a room in whose first race both have a board."""
    room = await host.create("uncle_remus", **fields)
    await other.join(room["code"], "other")
    for one in (host, other):
        assert (await one.ready())["type"] == "done"
    for one in (host, other):
        await one.until("table")
    code: str = room["code"]
    return code


async def test_settings_are_told_to_everybody(server: ServerProcess) -> None:
    async with client(server.url) as host, client(server.url) as other:
        room = await host.create("aces_up", settings={"size": 2, "late": True})
        assert room["settings"]["size"] == 2
        assert room["settings"]["boards"] == "nobody"
        seen = await other.join(room["code"], "other")
        assert seen["settings"] == room["settings"]
        assert (await other.ask("change_settings", settings={}))["code"] == "not_host"
        assert (await host.ask("change_settings", settings={"locked": True}))["type"] == "done"
        told = await other.until("settings_changed")
        assert told["settings"]["locked"] is True
        assert told["settings"]["size"] == 500
        async with client(server.url) as third:
            assert (await third.join(room["code"], "third"))["code"] == "locked"
            assert (await third.ask("watch", code=room["code"]))["type"] == "room"


async def test_the_word_of_an_invitation_is_the_hosts_alone(server: ServerProcess) -> None:
    async with (
        client(server.url) as host,
        client(server.url) as other,
        client(server.url) as third,
    ):
        room = await host.create("aces_up", settings={"invite_only": True})
        word = room["invite"]
        assert len(word) == 8
        for answer in (
            await other.join(room["code"], "other"),
            await other.join(room["code"], "other", invite="0" * 8),
            await other.ask("watch", code=room["code"]),
        ):
            assert answer["code"] == "not_invited"
        seen = await other.join(room["code"], "other", invite=word)
        assert seen["invite"] is None
        assert (await third.ask("watch", code=room["code"], invite=word))["invite"] is None
        await host.ask("leave")
        assert (await other.until("left"))["host"] == 1
        again = await other.ask("resume", code=room["code"], token=other.token)
        assert again["invite"] == word
        heard = "".join(third.frames + other.frames[:-1])
        assert word not in heard


async def test_a_room_becomes_one_by_invitation_and_the_host_asks_for_its_word(
    server: ServerProcess,
) -> None:
    async with client(server.url) as host, client(server.url) as other:
        room = await host.create("aces_up")
        assert room["invite"] is None
        await host.ask("change_settings", settings={"invite_only": True})
        word = (await host.ask("resume", code=room["code"], token=host.token))["invite"]
        assert (await other.join(room["code"], "other", invite=word))["type"] == "room"


@pytest.mark.processes
async def test_who_is_sent_away_is_gone_on_every_process(
    pair: Pair,
) -> None:
    one, two = pair
    async with client(one.url) as host, client(two.url) as other, client(two.url) as back:
        code = await racing(host, other, bell_ms=600_000)
        assert (await other.ask("kick", seat=0))["code"] == "not_host"
        assert (await host.ask("kick", seat=0))["code"] == "bad_request"
        assert (await host.ask("kick", seat=1))["type"] == "done"
        assert (await other.until("left"))["kicked"] is True
        with pytest.raises(ConnectionClosed):
            await other.until("never")
        assert other.socket.close_code == Close.KICKED
        gone = {"code": code, "token": other.token}
        assert (await back.ask("resume", **gone))["code"] == "kicked"
        assert (await back.ask("join", name="other", **gone))["code"] == "kicked"
        assert (await back.join(code, "other"))["seat"] == 2
        # What they had begun is given up, so that nobody waits for them.
        await host.ask("play", race=1, ply=0, move="resign")
        over = await host.until("over")
        reasons = {r["standing"]["seat"]: r["standing"]["reason"] for r in over["results"]}
        assert reasons == {0: "resigned", 1: "resigned"}


async def test_bots_say_so_and_may_be_unwanted(server: ServerProcess) -> None:
    async with client(server.url) as host, client(server.url) as bot:
        room = await host.create("aces_up", settings={"bots": False})
        assert (await bot.join(room["code"], "robot", bot=True))["code"] == "no_bots"
        await host.ask("change_settings", settings={})
        seen = await bot.join(room["code"], "robot", bot=True)
        assert [member["bot"] for member in seen["members"]] == [False, True]
        assert (await host.until("joined"))["bot"] is True


async def test_a_host_who_does_not_race(server: ServerProcess) -> None:
    async with (
        client(server.url) as host,
        client(server.url) as a,
        client(server.url) as b,
    ):
        room = await host.create("aces_up", aside=True)
        assert room["members"][0]["aside"] is True
        assert (await host.ready())["code"] == "aside"
        for one, name in ((a, "a"), (b, "b")):
            await one.join(room["code"], name)
        await a.ready()
        await b.ready()
        assert (await host.until("countdown"))["racing"] == [1, 2]
        await host.until("started")
        assert (await host.ask("look"))["code"] == "no_board"
        for one in (a, b):
            await one.until("table")
            await one.ask("play", race=1, ply=0, move="resign")
        await host.until("over")
        assert (await host.ask("rematch"))["type"] == "done"
        assert (await host.ask("stand_aside", aside=False))["type"] == "done"
        assert (await a.until("stood_aside"))["aside"] is False


@pytest.mark.processes
async def test_a_late_contestant_plays_everybodys_deal_by_everybodys_clock(
    pair: Pair,
) -> None:
    one, two = pair
    async with client(one.url) as host, client(one.url) as other, client(two.url) as late:
        code = await racing(host, other, settings={"late": True})
        again = await host.ask("look")
        seen = await late.join(code, "late")
        assert [m["racing"] for m in seen["members"]] == [True, True, False]
        assert (await late.ask("look"))["code"] == "no_board"
        assert (await late.ask("join_race", race=2))["code"] == "wrong_race"
        number = await late.send("join_race", race=1)
        event = await late.until("race_joined")
        assert event["seat"] == 2
        table = await late.until("table")
        assert table["view"] == again["view"]
        assert table["clock_ms"] >= again["clock_ms"]
        assert (await late.until("done"))["id"] == number
        assert (await host.until("race_joined"))["seat"] == 2
        for resigning in (host, other):
            await resigning.ask("play", race=1, ply=0, move="resign")
        # The race waits for who came last, and ends at once with them.
        moved = await late.ask("play", race=1, ply=0, move=table["legal"][0])
        assert moved["ms"] >= table["clock_ms"]
        # By the time the host hears of the move, the ends before it have been looked into.
        while 2 not in [s["seat"] for s in (await host.until("progress"))["standings"]]:
            pass
        await late.ask("play", race=1, ply=1, move="resign")
        overs = [await link.until("over") for link in (host, late)]
        assert overs[0]["results"] == overs[1]["results"]
        assert set(overs[0]["opened"]["nonces"]) == {"0", "1"}
        assert overs[0]["ended_ms"] < BELL_MS
        record = (await late.ask("get_record", race=code))["record"]
        assert [seat["seat"] for seat in record["seats"]] == [0, 1, 2]
        assert all(check.ok for check in verify(record))


async def test_nobody_joins_late_without_the_host_having_said_so(server: ServerProcess) -> None:
    async with client(server.url) as host, client(server.url) as other, client(server.url) as late:
        code = await racing(host, other, bell_ms=600_000)
        await late.join(code, "late")
        assert (await late.ask("join_race", race=1))["code"] == "race_begun"
        refused = await host.ask("change_settings", settings={"late": True})
        assert refused["code"] == "race_begun"


async def test_the_silenced_are_marked(server: ServerProcess) -> None:
    async with client(server.url) as host, client(server.url) as other:
        room = await host.create("aces_up")
        await other.join(room["code"], "other")
        assert (await host.ask("silence", seat=1, silent=True))["type"] == "done"
        assert (await other.until("silenced"))["silent"] is True
        async with client(server.url) as third:
            seen = await third.ask("watch", code=room["code"])
            assert [member["silent"] for member in seen["members"]] == [False, True]


@pytest.mark.processes
async def test_the_public_list_has_the_rooms_whose_hosts_want_it(
    pair: Pair,
) -> None:
    one, two = pair

    async def listed(asking: Client, *codes: str) -> None:
        """Wait until the list has these; what was known of it before is told until out of date."""
        async with asyncio.timeout(LIMIT_S):
            while [room["code"] for room in (await asking.ask("rooms"))["rooms"]] != [*codes]:  # noqa: ASYNC110
                await asyncio.sleep(FRESH_MS / 4000)

    async with client(two.url) as asking:
        assert (await asking.ask("rooms"))["rooms"] == []
        async with client(one.url) as host, client(one.url) as private:
            code = (await host.create("aces_up", settings={"listed": True}))["code"]
            await private.create("aces_up")
            await listed(asking, code)
            (room,) = (await asking.ask("rooms"))["rooms"]
            assert room["host"] == "Hanna"
            assert room["here"] == 1
            assert room["status"] == "lobby"
            for hidden in ({"locked": True}, {"invite_only": True}, {"listed": False}):
                await host.ask("change_settings", settings={"listed": True, **hidden})
                await listed(asking)
                await host.ask("change_settings", settings={"listed": True})
                await listed(asking, code)
        # The host has gone, and nobody is there to be found.
        await listed(asking)


@pytest.mark.processes
async def test_everybody_is_told_how_many_watch_on_all_processes(
    pair: Pair,
) -> None:
    one, two = pair
    async with client(one.url) as host, client(one.url) as a:
        room = await host.create("aces_up")
        assert room["watchers"] == 0
        await a.ask("watch", code=room["code"])
        assert (await host.until("watchers"))["watchers"] == 1
        async with client(two.url) as b:
            assert (await b.ask("watch", code=room["code"]))["watchers"] == 1
            assert (await b.until("watchers"))["watchers"] == 2
            assert (await host.until("watchers"))["watchers"] == 2
            await b.ask("leave")
            assert (await host.until("watchers"))["watchers"] == 1
            await b.ask("watch", code=room["code"])
            assert (await host.until("watchers"))["watchers"] == 2
            await two.kill()
        # A process that is dead has no watchers any more.
        assert (await host.until("watchers"))["watchers"] == 1
        await a.ask("leave")
        assert (await host.until("watchers"))["watchers"] == 0
