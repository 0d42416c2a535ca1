"""The webhook is posted once for each call to everybody, by one of several processes."""

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import ValidationError
from structlog.testing import capture_logs

from engine.crowns.run import Award
from server.settings import ServerSettings
from server.store import keys
from server.telephone.store import StoredCall
from server.telephone.webhook import PAUSES_MS, STALE_MS, TAKEN_MS, Webhook, text
from tests.harness import LIMIT_S, ROOT
from tests.server.clocked_process import PASSWORD
from tests.server.telephone.rooms import SECRET, ChatRoom, chat_room
from tests.server.telephone.telephone_process import NOON, Office, rang, triple

TEXT = (
    "☎ RING RING: Anna has the Triple Crown: Auntie Allis 18:02, Kings 21:40,"
    " Seven and Sixes 1:23:15. “On the trot!”"
)


@pytest.fixture(autouse=True)
def _no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("no_proxy", "127.0.0.1")


@pytest.fixture
def logged() -> Iterator[list[Any]]:
    with capture_logs() as entries:
        yield entries


async def install(call_subscriptions: Office, room: ChatRoom) -> list[Webhook]:
    """Both processes know the room. Nobody tells it anything but by hand."""
    await call_subscriptions.close()
    webhooks = []
    for each in call_subscriptions.processes:
        call_subscriptions.install(each, calls_webhook=room.url)
        webhook = each.seat_boards.telephones.webhook
        assert webhook is not None
        webhooks.append(webhook)
    return webhooks


async def test_a_call_to_everybody_is_told_once_and_no_other(call_subscriptions: Office) -> None:
    async with chat_room() as room:
        webhooks = await install(call_subscriptions, room)
        anna = await call_subscriptions.person(call_subscriptions.one, "Anna")
        await call_subscriptions.person(call_subscriptions.one, "Ben")
        await rang(anna, await call_subscriptions.crown("Anna", 1))
        await rang(anna, await call_subscriptions.crown("Anna", 2), to=["Ben"])
        await asyncio.gather(*(webhook.deliver() for webhook in webhooks * 3))
        assert room.texts == [TEXT]
        assert not await call_subscriptions.store.exists(keys.CALLS_WEBHOOK)


async def test_processes_that_serve_tell_it_by_themselves(
    call_subscriptions: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.telephone.webhook.QUIET_S", LIMIT_S)  # or it may be told twice
    async with chat_room() as room:
        await install(call_subscriptions, room)
        for each in call_subscriptions.processes:
            await call_subscriptions.open(each)
        anna = await call_subscriptions.person(call_subscriptions.one, "Anna")
        awards = [await call_subscriptions.crown("Anna", n) for n in range(1, 6)]
        for award in awards:
            await rang(anna, award)
        async with asyncio.timeout(LIMIT_S):
            while len(room.asked) < 5 or await call_subscriptions.store.exists(  # noqa: ASYNC110
                keys.CALLS_WEBHOOK
            ):
                await asyncio.sleep(0.01)
        assert room.texts == [TEXT] * 5


async def test_without_a_room_nothing_waits_for_one(call_subscriptions: Office) -> None:
    anna = await call_subscriptions.person(call_subscriptions.one, "Anna")
    await rang(anna, await call_subscriptions.crown("Anna"))
    assert not await call_subscriptions.store.exists(keys.CALLS_WEBHOOK)


@pytest.mark.parametrize("status", [500, 404, 302, 0])
async def test_a_room_that_does_not_take_it_is_tried_again_and_given_up(
    call_subscriptions: Office, status: int, logged: list[Any]
) -> None:
    async with chat_room(status) as room:
        one, two = await install(call_subscriptions, room)
        anna = await call_subscriptions.person(call_subscriptions.one, "Anna")
        await rang(anna, await call_subscriptions.crown("Anna"))
        for tries, pause in enumerate(PAUSES_MS, 1):
            for webhook in (one, two, one):
                assert 0 < await webhook.deliver() <= 60
            assert room.texts == [TEXT] * tries
            call_subscriptions.time.now += pause - 1
            await two.deliver()
            assert len(room.asked) == tries
            call_subscriptions.time.now += 1
        assert not logged
        await two.deliver()
        call_subscriptions.time.now += STALE_MS // 2
        await one.deliver()
        assert room.texts == [TEXT] * 5
        assert not await call_subscriptions.store.exists(keys.CALLS_WEBHOOK)
    (entry,) = logged
    assert (entry["event"], entry["host"], entry["call"]) == ("webhook_given_up", "127.0.0.1", 1)
    assert SECRET not in str(logged)


async def test_a_room_that_is_back_is_told(call_subscriptions: Office, logged: list[Any]) -> None:
    async with chat_room(500, 200) as room:
        one, two = await install(call_subscriptions, room)
        anna = await call_subscriptions.person(call_subscriptions.one, "Anna")
        await rang(anna, await call_subscriptions.crown("Anna"))
        await one.deliver()
        call_subscriptions.time.now += PAUSES_MS[0]
        await two.deliver()
        call_subscriptions.time.now += PAUSES_MS[1]
        await one.deliver()
        assert room.texts == [TEXT] * 2
    assert not logged


async def test_a_room_nobody_answers_for_is_given_up(
    call_subscriptions: Office, logged: list[Any]
) -> None:
    async with chat_room() as room:
        (one, _) = await install(call_subscriptions, room)
    anna = await call_subscriptions.person(call_subscriptions.one, "Anna")
    await rang(anna, await call_subscriptions.crown("Anna"))
    for pause in (*PAUSES_MS, 0):
        await one.deliver()
        call_subscriptions.time.now += pause
    assert not await call_subscriptions.store.exists(keys.CALLS_WEBHOOK)
    assert [entry["why"] for entry in logged] == ["URLError"]
    assert SECRET not in str(logged)


async def test_what_a_process_took_before_it_died_is_told_by_another(
    call_subscriptions: Office,
) -> None:
    async with chat_room() as room:
        one, two = await install(call_subscriptions, room)
        anna = await call_subscriptions.person(call_subscriptions.one, "Anna")
        await rang(anna, await call_subscriptions.crown("Anna"))
        now = call_subscriptions.time.now
        assert await call_subscriptions.calls.store.take(now, now + TAKEN_MS)
        await two.deliver()
        assert not room.asked
        call_subscriptions.time.now += TAKEN_MS
        await two.deliver()
        await one.deliver()
        assert room.texts == [TEXT]


async def test_what_is_no_more_is_not_told(call_subscriptions: Office) -> None:
    async with chat_room() as room:
        one, _ = await install(call_subscriptions, room)
        anna, ben = [
            await call_subscriptions.person(call_subscriptions.one, name)
            for name in ("Anna", "Ben")
        ]
        await rang(anna, await call_subscriptions.crown("Anna"))
        await anna.say("delete_account", password=PASSWORD)
        first, second = [await call_subscriptions.crown("Ben", n) for n in (1, 2)]
        await rang(ben, first)
        await call_subscriptions.withdraw(first)
        await one.deliver()
        await rang(ben, second)
        call_subscriptions.time.now += STALE_MS + 1
        await one.deliver()
        assert not room.asked
        assert not await call_subscriptions.store.exists(keys.CALLS_WEBHOOK)


def test_a_line_cannot_ring_the_bells_of_a_chat_room() -> None:
    line = "@everyone <!channel> <@U1> @here"
    said = text("Ann", StoredCall(1, "a", "b", triple(), line, NOON, True))
    for bell in ("@everyone", "@here", "<!", "<@"):
        assert bell not in said
    won = triple()
    five = Award("quintuple", (*won.games, *won.games[:2]), ())
    assert "Ann has the Quintuple Crown: " in text(
        "Ann", StoredCall(1, "a", "b", five, "x", 0, True)
    )


@pytest.mark.parametrize(
    "address",
    [
        f"ftp://chat.example.org/{SECRET}",
        f"file:///{SECRET}",
        f"chat.example.org/{SECRET}",
        f"https:///{SECRET}",
        f"https://user:{SECRET}@chat.example.org/",
        f"https://chat.example.org:port/{SECRET}",
        f"https://[::1/{SECRET}",
        f"https://chat.example.org/{SECRET} x",
        f"https://chat.example.org/{SECRET}\r\nX: y",
        f"https://chat.example.org/{SECRET}ü",
    ],
)
def test_what_is_no_address_is_refused_and_not_repeated(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATIENCE_CALLS_WEBHOOK", address)
    with pytest.raises(ValidationError) as refused:
        ServerSettings()
    first = refused.value.errors(include_url=False)[0]
    assert SECRET not in first["msg"]
    assert SECRET not in str(refused.value)


def test_the_address_is_read_and_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATIENCE_CALLS_WEBHOOK", f"https://chat.example.org/{SECRET}?a=b")
    settings = ServerSettings()
    assert settings.calls_webhook is not None
    assert settings.calls_webhook.get_secret_value().endswith(f"{SECRET}?a=b")
    assert SECRET not in repr(settings)


@pytest.mark.processes
def test_the_server_does_not_say_what_was_wrong_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATIENCE_CALLS_WEBHOOK", f"gopher://{SECRET}")
    command = [sys.executable, "-m", "server"]
    done = subprocess.run(
        command, check=False, cwd=ROOT, capture_output=True, text=True, timeout=50
    )
    assert (done.returncode, SECRET in done.stderr) == (2, False)
    assert "PATIENCE_CALLS_WEBHOOK is wrong" in done.stderr
