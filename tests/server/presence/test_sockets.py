"""Friends on two processes see each other come, race and go, and challenge each other."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from redis.asyncio import Redis

from server.presence import service
from tests.harness import Client, client
from tests.server.running_server import serving
from tests.stores import RedisProcess, engines

SOON_S = 0.05
NAMES = ("Anna", "Ben", "Cara")


@pytest.fixture
async def people(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[dict[str, Client]]:
    """Anna and Cara on one process, Ben on another. Anna and Ben are friends, and Cara is
    nobody's."""
    monkeypatch.setattr(service, "LOOK_S", SOON_S)
    async with contextlib.AsyncExitStack() as stack:
        redis = await stack.enter_async_context(
            RedisProcess(tmp_path / "redis", engines()["embedded"])
        )
        _, one = await stack.enter_async_context(serving(redis.url))
        _, two = await stack.enter_async_context(serving(redis.url))
        found = {}
        for name, url in zip(NAMES, (one, two, one), strict=True):
            found[name] = await stack.enter_async_context(client(url))
            answer = await found[name].ask("sign_up", name=name, password="correct horse")
            assert answer["type"] == "signed_in"
            assert (await found[name].ask("go_online"))["type"] == "done"
        await befriend(found["Anna"], found["Ben"], "Ben", "Anna")
        yield found


async def befriend(one: Client, other: Client, name: str, own: str) -> None:
    await one.ask("befriend", name=name, what="add")
    await other.ask("befriend", name=own, what="accept")


async def online(link: Client, *expected: dict[str, Any]) -> None:
    """Wait for the list with exactly these friends."""
    while (await link.until("friends_online"))["friends"] != list(expected):
        pass


async def follow(link: Client, *expected: dict[str, Any]) -> None:
    """Follow one's friends, and wait until the list has exactly these."""
    answer = await link.ask("follow_friends")
    if answer["friends"] != list(expected):
        await online(link, *expected)


def friend(name: str, *, racing: bool = False, watch: str | None = None) -> dict[str, Any]:
    return {"name": name, "bot": False, "racing": racing, "watch": watch}


async def prefer(link: Client, name: str, value: str) -> None:
    answer = await link.ask(
        "save_preferences", preferences=[{"name": name, "value": value, "at": 9_999_999_999_999}]
    )
    assert answer["type"] == "account", answer


async def still_nothing(link: Client) -> None:
    """Several looks go by, and no list comes."""
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(10 * SOON_S):
            await link.until("friends_online")


async def test_friends_come_race_and_go(people: dict[str, Client]) -> None:
    anna, ben, cara = (people[name] for name in NAMES)
    await follow(anna, friend("Ben"))
    await follow(cara)
    room = await ben.create("aces_up", bell_ms=600_000, name="Ben")
    code = room["code"]
    await cara.ask("join", code=code, token=cara.token, name="Cara")
    await cara.ask("ready", nonce="5a" * 16)
    await ben.ask("ready", nonce="5b" * 16)
    await online(anna, friend("Ben", racing=True))
    await prefer(ben, "watching", "allowed")
    await online(anna, friend("Ben", racing=True, watch=code))
    await prefer(ben, "presence", "hidden")
    await online(anna)
    await prefer(ben, "presence", "shown")
    await online(anna, friend("Ben", racing=True, watch=code))
    await ben.socket.close()
    await online(anna)
    await still_nothing(cara)


async def test_who_is_no_friend_any_more_is_seen_no_more(people: dict[str, Client]) -> None:
    anna, ben, _ = (people[name] for name in NAMES)
    await follow(anna, friend("Ben"))
    await ben.ask("rename", name="Benno")
    await online(anna, friend("Benno"))
    await ben.ask("befriend", name="Anna", what="block")
    await online(anna)
    refused = await anna.ask("challenge", name="Benno")
    assert refused["code"] == "no_room"
    assert (await anna.ask("unfollow_friends"))["type"] == "done"


async def test_a_session_that_ends_elsewhere_sees_no_friends_any_more(
    people: dict[str, Client],
) -> None:
    anna, ben, _ = (people[name] for name in NAMES)
    async with client(f"ws://127.0.0.1:{ben.socket.remote_address[1]}/ws") as other:
        await other.ask("log_in", name="Anna", password="correct horse")
        await follow(anna, friend("Ben"))
        await follow(other, friend("Ben"))
        await other.ask("log_out", everywhere=True)
        await asyncio.sleep(4 * SOON_S)
        await ben.socket.close()
        await still_nothing(anna)
        await still_nothing(other)
        assert (await other.ask("follow_friends"))["code"] == "not_signed_in"


async def test_a_challenge_is_told_and_declined_or_accepted(people: dict[str, Client]) -> None:
    anna, ben, cara = (people[name] for name in NAMES)
    await follow(anna, friend("Ben"))
    room = await anna.create("aces_up", name="Anna")
    code = room["code"]
    assert (await anna.ask("challenge", name="Ben"))["type"] == "done"
    told = await ben.until("challenged")
    assert told == {
        "type": "challenged",
        "name": "Anna",
        "code": code,
        "invite": None,
        "game": "aces_up",
        "format": room["race"]["terms"]["format"],
    }
    assert (await anna.ask("challenge", name="Ben"))["code"] == "already_challenged"
    assert (await anna.ask("challenge", name="Cara"))["code"] == "not_friends"
    assert (await anna.ask("challenge", name="Nobody"))["code"] == "not_friends"
    assert (await cara.ask("decline_challenge", name="Anna", code=code))["code"] == "not_friends"
    await ben.ask("decline_challenge", name="Anna", code=code)
    declined = await anna.until("challenge_declined")
    assert declined == {"type": "challenge_declined", "name": "Ben", "code": code}
    joined = await ben.ask("join", code=code, token=ben.token, name="Ben")
    assert joined["type"] == "room"


async def test_a_hidden_friend_cannot_be_told_from_an_absent_one(
    people: dict[str, Client],
) -> None:
    anna, ben, _ = (people[name] for name in NAMES)
    await follow(anna, friend("Ben"))
    await prefer(ben, "presence", "hidden")
    await online(anna)
    await anna.create("aces_up", name="Anna")
    hidden = await anna.ask("challenge", name="Ben")
    await ben.socket.close()
    await asyncio.sleep(4 * SOON_S)
    absent = await anna.ask("challenge", name="Ben")
    assert hidden | {"id": 0} == absent | {"id": 0}
    assert hidden["code"] == "not_online"


async def test_only_the_host_challenges_to_a_room_by_invitation(
    people: dict[str, Client],
) -> None:
    anna, ben, cara = (people[name] for name in NAMES)
    await befriend(cara, ben, "Ben", "Cara")
    await follow(anna, friend("Ben"))
    room = await anna.create("aces_up", name="Anna")
    code = room["code"]
    await cara.ask("join", code=code, token=cara.token, name="Cara")
    await anna.ask("change_settings", settings={"invite_only": True})
    await anna.ask("challenge", name="Ben")
    told = await ben.until("challenged")
    assert told["invite"]
    assert (await ben.ask("join", code=code, token=ben.token, name="Ben"))["code"] == "not_invited"
    assert (await cara.ask("challenge", name="Ben"))["code"] == "not_host"
    entered = await ben.ask("join", code=code, token=ben.token, name="Ben", invite=told["invite"])
    assert entered["type"] == "room"
    await anna.ask("change_settings", settings={"locked": True})
    assert (await anna.ask("challenge", name="Ben"))["code"] == "locked"


async def test_a_process_that_loses_the_channel_learns_again_who_is_on_line(
    people: dict[str, Client], tmp_path: Path
) -> None:
    """The store ends every subscription, and what happens next is heard of all the same."""
    anna, ben, _ = (people[name] for name in NAMES)
    await follow(anna, friend("Ben"))
    async with Redis(unix_socket_path=str(tmp_path / "redis" / "r.sock")) as redis:
        assert await redis.client_kill_filter(_type="pubsub") == 2
    await prefer(ben, "presence", "hidden")
    await online(anna)
    await prefer(ben, "presence", "shown")
    await online(anna, friend("Ben"))


async def test_a_challenge_is_withdrawn_when_the_challenger_leaves(
    people: dict[str, Client],
) -> None:
    """The friend is on another process. Who accepts too late is told so, until the challenger has
    come back."""
    anna, ben, cara = (people[name] for name in NAMES)
    await follow(anna, friend("Ben"))
    code = (await anna.create("aces_up", name="Anna"))["code"]
    await cara.ask("join", code=code, token=cara.token, name="Cara")
    await anna.ask("challenge", name="Ben")
    await ben.until("challenged")
    await anna.ask("leave")
    withdrawn = await ben.until("challenge_withdrawn")
    assert withdrawn == {
        "type": "challenge_withdrawn",
        "name": "Anna",
        "code": code,
        "begun": False,
    }
    refused = await ben.ask("join", code=code, token=ben.token, name="Ben")
    assert refused["code"] == "challenge_withdrawn"
    await anna.ask("join", code=code, token="b" * 32, name="Anna")
    entered = await ben.ask("join", code=code, token=ben.token, name="Ben")
    assert entered["type"] == "room"


async def test_a_challenge_is_withdrawn_when_the_race_begins(people: dict[str, Client]) -> None:
    """A race that begins with the friend withdraws nothing; the next race is of another
    challenge."""
    anna, ben, cara = (people[name] for name in NAMES)
    await befriend(anna, cara, "Cara", "Anna")
    await follow(anna, friend("Ben"), friend("Cara"))
    code = (await anna.create("aces_up", bell_ms=600_000, name="Anna"))["code"]
    for name in ("Ben", "Cara"):
        assert (await anna.ask("challenge", name=name))["type"] == "done"
    assert (await cara.ask("join", code=code, token=cara.token, name="Cara"))["type"] == "room"
    for link in (cara, anna):
        await link.ask("ready", nonce="5a" * 16)
    withdrawn = await ben.until("challenge_withdrawn")
    assert (withdrawn["name"], withdrawn["code"], withdrawn["begun"]) == ("Anna", code, True)
    assert (await ben.ask("join", code=code, token=ben.token, name="Ben"))["type"] == "room"
    await cara.until("table")
    await cara.ask("leave")
    assert not any('"challenge_withdrawn"' in frame for frame in cara.frames)
