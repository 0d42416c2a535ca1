"""Chat over real sockets: who receives it, how much, and what is kept."""

import json
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import Any, get_args

import pytest
from redis.asyncio import Redis

from protocol.message import encode
from protocol.rooms.talk import PHRASES, PhraseId
from server.boards.seat_standing import StoredStanding
from server.handlers.chat import WITHIN_MS
from server.live_rooms.talk import line_of
from server.rooms.events import RaceEnded
from server.rooms.reducer import fold
from server.rooms.state import Room
from server.views.view_inputs import ChatMessage, Viewer
from server.views.visibility import NotVisible, gets_chat, shown
from tests.harness import Client, ServerProcess, client
from tests.server.rooms.test_commands import joined, opened, running
from tests.server.two_servers import servers_on
from tests.stores import RedisProcess, engines

PLAYS = StoredStanding(0, 0, 0, 0, 0, True, None, None, None, None, None)
DONE = StoredStanding(1, 0, 0, 0, 0, True, None, None, "lost", "resigned", 40)


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[ServerProcess]:
    async with ServerProcess(tmp_path / "data") as process:
        yield process


async def unheard(link: Client, *texts: str) -> None:
    """Everything so far has come without these texts."""
    await link.ask("ping")
    assert not [text for text in texts for frame in link.frames if text in frame]


def test_every_phrase_has_words() -> None:
    known = {phrase for ids in get_args(PhraseId) for phrase in get_args(ids)}
    assert set(PHRASES) == known
    assert all(words.isprintable() and len(words) <= 60 for words in PHRASES.values())


FIRST = {
    *("ace_please", "thank_you", "rotten_cards", "defeated_cards", "superstition", "cheating"),
    *("skill", "frightfully_complicated", "grinds_to_a_halt", "appalling_jumble", "cock_up"),
    *("golden_rule", "good_news", "clever_and_lucky", "on_the_trot", "telephone", "drink"),
    *("congratulations", "same_again"),
}
"""The ids of set phrases that the first clients know. They take no other in `phrase`."""


@pytest.mark.parametrize("phrase", PHRASES)
def test_the_first_clients_understand_every_phrase(phrase: PhraseId) -> None:
    what = ChatMessage(1, "", phrase, joined(opened(), 1), {}, 0)
    said = json.loads(encode(shown(what, Viewer(0))))
    assert said["text"] == PHRASES[phrase]
    assert said["phrase"] == (phrase if phrase in FIRST else None)
    assert said["set_phrase"] == phrase


def test_a_process_that_does_not_know_a_phrase_sends_its_words() -> None:
    word, _, text = line_of("black_on_red").partition(" ")
    assert (word, text) == ("black_on_red", "Black 8 on red 9.")


def test_who_plays_hears_no_free_text_and_everybody_hears_phrases() -> None:
    room = running(joined(opened(), 1, 2), 0, 1)
    numbers = {0: PLAYS, 1: DONE}
    free = ChatMessage(1, "hm", None, room, numbers, 0)
    assert [gets_chat(free, Viewer(seat)) for seat in (0, 1, 2, None)] == [False, True, True, True]
    phrase = free._replace(phrase="thank_you")
    assert all(gets_chat(phrase, Viewer(seat)) for seat in (0, 1, 2, None))
    with pytest.raises(NotVisible):
        shown(free, Viewer(0))
    # An account plays by all its lines.
    seats = {**room.seats, 0: replace(room.seats[0], account="a" * 24)}
    anna = free._replace(room=replace(room, seats=seats))
    assert [gets_chat(anna, Viewer(None, account=who)) for who in ("a" * 24, "b" * 24)] == [
        False,
        True,
    ]
    # Whose numbers are not known may be playing.
    assert not gets_chat(free._replace(standings={}), Viewer(1))


@pytest.mark.parametrize("seat", [0, 1, 2, None])
def test_before_and_after_a_race_everybody_hears_everything(seat: int | None) -> None:
    room = joined(opened(), 1, 2)
    assert gets_chat(ChatMessage(1, "hm", None, room, {}, 0), Viewer(seat))
    over = fold(running(room, 0, 1), [RaceEnded(at=9, by="server", n=1, ended_ms=4)])
    assert gets_chat(ChatMessage(1, "hm", None, over, {0: PLAYS}, 0), Viewer(seat))


def test_while_newcomers_may_join_nobody_hears_free_text() -> None:
    room: Room = running(joined(opened(late=True), 1, 2), 0, 1)
    free = ChatMessage(1, "hm", None, room, {0: PLAYS, 1: DONE}, 0)
    assert not any(gets_chat(free, Viewer(seat)) for seat in (0, 1, 2, None))


async def test_who_races_hears_phrases_alone_until_they_have_finished(
    server: ServerProcess,
) -> None:
    async with (
        client(server.url) as host,
        client(server.url) as other,
        client(server.url) as third,
        client(server.url) as watcher,
    ):
        room = await host.create("aces_up", bell_ms=600_000)
        await other.join(room["code"], "other")
        await third.join(room["code"], "third")
        await third.ask("stand_aside", aside=True)
        await watcher.ask("watch", code=room["code"])
        assert (await watcher.ask("say", text="no"))["code"] == "no_seat"
        assert (await other.ask("say", text="  good   luck "))["type"] == "done"
        for link in (host, third, watcher):
            said = await link.until("said")
            assert (said["seat"], said["text"]) == (1, "good luck")
            assert said["phrase"] is said["set_phrase"] is None
        await host.ready()
        await other.ready()
        for link in (host, other):
            await link.until("table")
        assert (await host.ask("say", text="the ace is low"))["code"] == "race_begun"
        assert (await third.ask("say", text="aha, so soon"))["type"] == "done"
        assert (await watcher.until("said"))["text"] == "aha, so soon"
        assert (await host.ask("phrase", phrase="ace_please"))["type"] == "done"
        assert (await other.until("said"))["phrase"] == "ace_please"
        await other.ask("play", race=1, ply=0, move="resign")
        assert (await other.ask("say", text="stuck at the king"))["type"] == "done"
        for link in (other, third, watcher):
            while (await link.until("said"))["text"] != "stuck at the king":
                pass
        await unheard(host, "aha, so soon", "stuck at the king", "the ace is low")
        await host.ask("play", race=1, ply=0, move="resign")
        await host.until("over")
        assert (await host.ask("say", text="well, well"))["type"] == "done"
        assert (await other.until("said"))["text"] == "well, well"
        assert "stuck at the king" not in server.log
        assert "good luck" not in server.log


async def test_four_times_in_ten_seconds_and_no_more(server: ServerProcess) -> None:
    for _ in range(10):
        async with client(server.url) as host, client(server.url) as other:
            room = await host.create("aces_up")
            await other.join(room["code"], "other")
            began = monotonic()
            for _ in range(4):
                assert (await host.ask("phrase", phrase="thank_you"))["type"] == "done"
            more = [await host.ask("say", text="more")]
            assert (await other.ask("say", text="my turn"))["type"] == "done"
            # Coming back by another connection is no way around it.
            async with client(server.url) as again:
                await again.ask("resume", code=room["code"], token=host.token)
                more.append(await again.ask("say", text="more"))
            if monotonic() - began < WITHIN_MS / 1000:
                assert [answer.get("code") for answer in more] == ["too_fast", "too_fast"]
                return
    pytest.fail("the machine stood still ten times")


@pytest.mark.parametrize("text", ["", "  ", "x" * 201, "bell\x07", "turn\u202eed", 5, None])
async def test_what_is_no_text(server: ServerProcess, text: object) -> None:
    async with client(server.url) as host:
        await host.create("aces_up")
        assert (await host.ask("say", text=text))["code"] == "bad_message"
        assert (await host.ask("phrase", phrase="rude"))["code"] == "bad_message"


async def test_the_silenced_say_nothing(server: ServerProcess) -> None:
    async with client(server.url) as host, client(server.url) as other:
        room = await host.create("aces_up")
        await other.join(room["code"], "other")
        await host.ask("silence", seat=1, silent=True)
        assert (await other.ask("say", text="hm"))["code"] == "silenced"
        assert (await other.ask("phrase", phrase="thank_you"))["code"] == "silenced"
        await host.ask("silence", seat=1, silent=False)
        assert (await other.ask("say", text="hm"))["type"] == "done"


@pytest.mark.processes
async def test_talk_goes_from_process_to_process_and_stays_nowhere(tmp_path: Path) -> None:
    async with (
        RedisProcess(tmp_path / "redis", engines()["embedded"]) as redis,
        servers_on(redis.url, tmp_path) as (one, two),
        client(one.url) as host,
        client(two.url) as other,
    ):
        room = await host.create("aces_up")
        await other.join(room["code"], "other")
        await host.ask("say", text="over there?")
        assert (await other.until("said"))["text"] == "over there?"
        await other.ask("say", text="over here")
        for each in (host, other):  # so that both processes have told all who were there
            while (await each.until("said"))["text"] != "over here":
                pass
        store: Any = Redis.from_url(redis.url, decode_responses=True)
        holding = [key async for key in store.scan_iter() if await holds(store, key, "over there")]
        assert len(holding) == 1
        assert 0 < await store.pttl(holding[0]) <= 60_000
        await store.aclose()
        async with client(two.url) as late:
            await late.join(room["code"], "late")
            await unheard(late, "over here", "over there?")


async def holds(store: Any, key: str, text: str) -> bool:
    """Whether anything under a key has the text in it."""
    dumped: Any = {
        "stream": lambda: store.xrange(key),
        "list": lambda: store.lrange(key, 0, -1),
        "hash": lambda: store.hgetall(key),
        "zset": lambda: store.zrange(key, 0, -1),
        "string": lambda: store.get(key),
    }[await store.type(key)]
    return text in str(await dumped())
