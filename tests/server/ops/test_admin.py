"""`patience admin` beside a running server: status, drain, bans."""

import asyncio
import json
import os
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from redis.asyncio import Redis
from websockets.exceptions import ConnectionClosed

from client_cli.exit_codes import Failure
from client_cli.net.connection import Connection
from server.access.bans import Ban, BanList
from server.app import App
from server.ops.admin import backup_commands
from server.ops.admin import bans as admin_bans
from server.ops.admin.store_access import StoreAccess
from server.ops.migrations.steps import SCHEMA
from server.settings import ServerSettings
from server.store import keys
from server.store.redis_client import connect
from tests.harness import ROOT, client
from tests.server.accounts.test_accounts import PASSWORD, sign_up
from tests.server.rooms.test_solo import plays
from tests.server.running_server import Owner, serving, until
from tests.server.two_servers import begin
from tests.stores import RedisProcess

WHY = ("--why", "Rude to everybody.")


async def test_how_it_stands_is_told_to_people_and_programs(
    redis: RedisProcess, owner: Owner
) -> None:
    code, out, _ = await owner.says("status")
    assert (code, out.splitlines()[0]) == (0, "No server runs on this store.")
    assert "\nschema            none yet\n" in out
    async with serving(redis.url) as (app, url), client(url) as host, client(url) as guest:
        await begin(host, guest)
        await app.metrics_sampler.say(app.store.others)
        told = json.loads((await owner.says("status", "--json"))[1])
        (mine,) = told["processes"]
        assert (mine["process"], mine["connections"], mine["running"]) == (app.process, 2, 1)
        assert (told["races_under_way"], told["backup"]) == (1, None)
        assert told["now_ms"] < told["earliest_deadline_ms"] < told["now_ms"] + 600_001
        assert (told["store"]["append_only"], told["schema"]) == (True, SCHEMA)
        _, out, _ = await owner.says("status")
        assert f"\n{app.process}  " in out
        assert "next deadline     in " in out
    redis_client = Redis(unix_socket_path=str(redis.socket))
    await redis_client.zadd(keys.CROWN_RACES_DUE, {"KQ74TX": told["now_ms"] - 60_000})
    await redis_client.aclose()
    assert "LATE: it was due 1 min " in (await owner.says("status"))[1]


async def test_a_process_lets_everybody_go_and_stays_after_all(
    redis: RedisProcess, owner: Owner
) -> None:
    assert (await owner.says("drain"))[0] == 3
    async with serving(redis.url) as (app, url), serving(redis.url), client(url) as link:
        assert (await owner.says("drain", "zz"))[0] == 3
        assert (await owner.says("drain", ""))[0] == 2, "it is the beginning of both"
        code, out, _ = await owner.says("drain", app.process[:4])
        assert (code, app.process in out) == (0, True)
        with pytest.raises(ConnectionClosed, match="1012"):
            await link.until("no such message")
        assert app.port_listener.drain.wanted
        app.metrics_sampler.look()
        assert b"patience_draining 1.0" in app.metrics.page()
        assert (await owner.says("drain", "--undo"))[0] == 0
        async with client(url) as again:
            assert (await again.create("aces_up"))["type"] == "room"


async def test_the_banned_are_told_at_once_and_at_every_door(
    redis: RedisProcess, owner: Owner
) -> None:
    assert (await owner.says("bans"))[1] == "Nobody is banned.\n"
    async with serving(redis.url) as (_, url), client(url) as anna, client(url) as ben:
        session = (await sign_up(anna))["session"]
        room = await anna.create("aces_up")
        assert (await owner.says("ban", "Nobody", *WHY))[0] == 3
        assert (await owner.says("ban", "Anna", *WHY, "--for", "soon"))[0] == 2
        code, out, _ = await owner.says("ban", "anna", *WHY, "--for", "7d")
        assert (code, out.startswith("Anna is told: You may not use this server until 20")) == (
            0,
            1,
        )
        told = await anna.until("notice")
        assert (told["code"], told["text"].endswith(": Rude to everybody.")) == ("banned", True)
        with pytest.raises(ConnectionClosed, match="4004"):
            await anna.until("no such message")
        for ask, fields in (
            ("authenticate", {"session": session}),
            ("log_in", {"name": "Anna", "password": PASSWORD}),
            ("resume", {"code": room["code"], "token": anna.token}),
        ):
            async with client(url) as back:
                answer = await back.ask(ask, **fields)
                assert (answer["type"], answer["code"]) == ("refused", "banned"), ask
                assert answer["error"] == told["text"]
                with pytest.raises(ConnectionClosed, match="4004"):
                    await back.until("no such message")
        guessed = session[:-2] + ("AA" if session[-2:] != "AA" else "BB")
        assert (await ben.ask("authenticate", session=guessed))["code"] == "session_ended"
        assert (await ben.ask("ping"))["type"] == "pong"
        assert (await owner.says("unban", "Anna", "--why", "sorry"))[0] == 0

        async def welcome() -> bool:
            async with client(url) as back:
                answer = await back.ask("authenticate", session=session)
                return bool(answer["type"] == "signed_in")

        await until(welcome)
    assert (await owner.says("unban", "Anna", "--why", "again"))[0] == 3
    book = [
        json.loads(line)
        for line in (await owner.says("bans", "--book", "--json"))[1].split("\n")
        if line
    ]
    assert [(note["type"], note["name"], note["why"]) for note in book] == [
        ("banned", "Anna", "Rude to everybody."),
        ("lifted", "Anna", "sorry"),
    ]


async def test_of_two_who_lift_a_ban_one_does(redis: RedisProcess) -> None:
    link = connect(redis.url, 2)
    bans, ban = BanList(link), Ban("account", "9f", "Anna", "Rude.", 1, None)
    await bans.put(ban)
    await asyncio.gather(bans.load(), bans.load())  # both have a connection
    lifted = await asyncio.gather(*(bans.lift(ban.field, "sorry", now) for now in (2, 3)))
    assert sorted(lifted) == [False, True]
    (_, (at_ms, done, noted)), left = await bans.history(), await bans.load()
    assert (at_ms, done, noted) == (2 + lifted[1], "lifted", ban._replace(why="sorry"))
    assert left == []
    await link.aclose()


async def test_a_network_is_banned_and_its_time_runs_out(redis: RedisProcess, owner: Owner) -> None:
    proxied = {"trusted_proxies": ["127.0.0.1"], "unlimited": []}
    async with serving(redis.url, **proxied) as (app, url):
        from_there = {"X-Forwarded-For": "203.0.113.9"}
        async with (
            client(url, headers=from_there) as there,
            client(url, headers={"X-Forwarded-For": "198.51.100.1"}) as elsewhere,
        ):
            assert (await owner.says("ban", "203.0.113.77/24", *WHY, "--for", "1h"))[0] == 0
            with pytest.raises(ConnectionClosed, match="4004"):
                await there.until("no such message")
            assert (await elsewhere.ask("ping"))["type"] == "pong"
        async with client(url, headers=from_there, hello=False) as back:
            assert (await back.ask("hello", protocol=[1], client="test"))["code"] == "banned"
        assert len(app.bans) == 1
        (ban,) = await app.orders.stored.load()
        assert ban.until_ms is not None
        app.bans.replace([ban._replace(until_ms=app.clock.now())])
        async with client(url, headers=from_there) as back:
            assert (await back.ask("ping"))["type"] == "pong"
        assert len(app.bans) == 0


async def test_the_terminal_client_says_why_and_stays_away(
    redis: RedisProcess, owner: Owner
) -> None:
    async with serving(redis.url) as (_, url):
        async with Connection(url, lambda _: None) as link:
            assert (await owner.says("ban", "127.0.0.1", *WHY))[0] == 0
            told = "You may not use this server any more: Rude to everybody."
            assert await link.gone() == told
        with pytest.raises(Failure, match="Rude to everybody"):
            async with Connection(url, lambda _: None):
                pass


@pytest.mark.processes
def test_whoever_has_read_enough_is_told_no_fault(redis: RedisProcess) -> None:
    """`patience admin status | head -1`"""
    unread, said = os.pipe()
    os.close(unread)
    done = subprocess.run(
        [sys.executable, "-m", "server", "admin", "status"],
        cwd=ROOT,
        env={**os.environ, "REDIS_URL": redis.url},
        check=False,
        stdout=said,
        stderr=subprocess.PIPE,
    )
    os.close(said)
    assert (done.returncode, done.stderr) == (0, b"")


async def test_a_cluster_is_not_backed_up_so(capsys: pytest.CaptureFixture[str]) -> None:
    """Its nodes could not be copied as of one instant."""
    at = StoreAccess(None, None, None, ServerSettings(), "redis+cluster://one:6379")  # type: ignore[arg-type]
    assert await backup_commands.back_up(at, Path("none"), None, 1, as_json=False) == 4
    assert await backup_commands.restore(at, Path("none"), force=True, as_json=False) == 4
    assert capsys.readouterr().err.count("A Redis Cluster") == 2


async def test_whoever_is_banned_while_they_come_in_is_not_let_in(redis: RedisProcess) -> None:
    async with serving(redis.url) as (app, url):
        async with client(url) as anna:
            session = (await sign_up(anna))["session"]
            room, (line,) = await anna.create("aces_up"), app.port_listener.connections
            ban = Ban("account", line.allowance.account or "", "Anna", "Rude.", 0, None)
        for waits_for, where, ask, fields in (
            ("begin", app.accounts, "log_in", {"name": "Anna", "password": PASSWORD}),
            ("lasts_until", app.accounts, "authenticate", {"session": session}),
            ("change", app.registry, "resume", {"code": room["code"], "token": anna.token}),
        ):
            await asked_while_banned(app, url, ban, waits_for, where, ask, fields)


async def asked_while_banned(
    app: App, url: str, ban: Ban, waits_for: str, where: Any, ask: str, fields: dict[str, str]
) -> None:
    """Ask for something, and be banned while the server waits for what that takes."""
    app.bans.replace([])
    does = getattr(where, waits_for)

    async def slowly(*given: Any, **named: Any) -> Any:
        done = await does(*given, **named)
        app.bans.replace([ban])
        return done

    setattr(where, waits_for, slowly)
    async with client(url) as link:
        assert (await link.ask(ask, **fields)).get("code") == "banned", ask
        with pytest.raises(ConnectionClosed, match="4004"):
            await link.until("no such message")
    setattr(where, waits_for, does)


async def test_a_seat_or_a_code_of_the_banned_lets_nobody_in(redis: RedisProcess) -> None:
    async with serving(redis.url) as (app, url):
        async with client(url) as anna:
            recovery = (await sign_up(anna))["recovery"]
            assert (await plays(anna))["type"] == "room"
            (line,) = app.port_listener.connections
            ban = Ban("account", line.allowance.account or "", "Anna", "Rude.", 0, None)
        app.bans.replace([ban])
        recovers = {"name": "Anna", "recovery": recovery, "password": "another long one"}
        async with client(url) as guest:
            guest.token = anna.token
            assert (await plays(guest))["code"] == "banned"
        async with client(url) as back:
            assert (await back.ask("recover", **recovers))["code"] == "banned"
        app.bans.replace([])
        async with client(url) as back:
            assert (await back.ask("recover", **recovers))["type"] == "signed_in", "the code is old"


@pytest.mark.parametrize(
    ("told", "network"),
    [
        ("203.0.113.9", "203.0.113.9/32"),
        ("2001:db8::9", "2001:db8::/64"),
        ("2001:db8::9/128", "2001:db8::9/128"),
        ("::ffff:203.0.113.9", "203.0.113.9/32"),
    ],
)
async def test_an_address_that_is_banned_is_that_of_a_household(told: str, network: str) -> None:
    at = StoreAccess(None, None, None, ServerSettings(), "")  # type: ignore[arg-type]
    assert await admin_bans._found(at, told) == ("network", network, network)


async def test_the_operator_sees_a_hall_and_closes_it(redis: RedisProcess, owner: Owner) -> None:
    assert (await owner.says("halls"))[:2] == (0, "No limits are raised.\n")
    async with serving(redis.url) as (app, url), client(url) as olga:
        await olga.ask("sign_up", name="Olga", password="correct horse")
        plan = {"title": "Friday", "rounds": ["aces_up"]}
        code = (await olga.ask("new_tournament", plan=plan))["code"]
        open_hall = {"verb": "open_hall", "people": 60, "address": "203.0.113.7"}
        for do in ({"verb": "open"}, open_hall):
            assert (await olga.ask("run_tournament", code=code, do=do))["type"] == "done"

        async def halls(number: int) -> bool:
            return len(app.halls) == number

        await until(partial(halls, 1))
        assert app.halls.people("203.0.113.7") == 60
        _, told, _ = await owner.says("halls")
        assert [word in told for word in ("203.0.113.7", "60", code, "Olga")] == [True] * 4
        (line,) = (await owner.says("halls", "--json"))[1].splitlines()
        assert json.loads(line)["organiser"] == "Olga"
        assert (await owner.says("tournament", "close-hall", code))[0] == 0
        await until(partial(halls, 0))
        assert (await olga.ask("get_tournament", code=code))["hall"] == 0
    assert (await owner.says("halls"))[:2] == (0, "No limits are raised.\n")
