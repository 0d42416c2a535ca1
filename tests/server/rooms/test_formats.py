"""Race formats: first out, called cards, and take-back."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
from redis.asyncio import Redis

from engine.errors import BadOption
from engine.games import GAMES, game
from engine.mechanics.called_game import CalledGame
from engine.races.fairness import SECRET_BYTES
from engine.races.record import read
from engine.races.terms import formats, terms
from engine.races.verify import verify
from protocol.from_client import Terms as AskedTerms
from server.app import App
from server.boards.seat_standing import StoredStanding
from server.errors import Refusal
from server.rooms import commands, race_timeouts
from server.rooms.commands import MOST_CALLED, MOST_WITH_GRIDS
from server.rooms.events import (
    CardCalled,
    CountdownBegun,
    RaceEnded,
    RacePrepared,
    RaceStarted,
    ReadySet,
    SeatLeft,
    SeatTaken,
    StoredEvent,
)
from server.rooms.reducer import fold
from server.rooms.state import Room
from server.rooms.store import RoomStore
from server.settings import ServerSettings
from server.store import keys
from tests.harness import Client, client
from tests.server.live_rooms.test_regressions import move
from tests.stores import RedisProcess, engines

CALL_MS = 700


# Cards called. --------------------------------------------------------------------------------

HAND_WORKED = {
    # 2C JD 4D QD  1: his nob             down: 4 9 2 7
    # TD 3S 9H AH  0
    # 7C 3C AC 8H  8: 7+8 twice, 7+7+A, a pair
    # AD 2D 5H 6D  7: 6+7+2, A+2+5+7, 5-6-7      with the turn-up 7D
    "first": 38,
    # The same square turned round: each card goes to the last free legal cell instead.
    "last": 38,
    # AD 5H 2D QD  4: 5+Q, A+2+5+7        down: 5 2 8 3
    # TD 4D 9H JD  4: 9-10-J, his nob
    # 2C AH 7C 3S  7: 7+7+A, a pair, A-2-3
    # 3C AC 6D 8H  7: 7+8, 6+8+A, 6-7-8          with the turn-up 7D
    "fourth": 40,
    "silent": 38,
}
"""What four contestants come to who lay each card on the first, last or fourth legal cell, or leave
it to the server: worked by hand, by the rules of the text."""

PICKS = {"first": 0, "last": -1, "fourth": 3, "silent": None}


@contextlib.asynccontextmanager
async def known_deals(tmp_path: Path) -> AsyncIterator[str]:
    """The address of a server that draws the same code and the same secret every time."""
    async with RedisProcess(tmp_path / "redis", engines()["embedded"]) as redis:
        app = App(ServerSettings(port=0, countdown_ms=50), redis.url)
        app.registry.random_bytes = lambda n: (
            bytes(range(n)) if n == SECRET_BYTES else bytes(range(2, 8))
        )
        stop, listening = asyncio.Event(), asyncio.Event()
        running = asyncio.create_task(app.run(stop, listening))
        await listening.wait()
        yield f"ws://127.0.0.1:{app.port_listener.port}/ws"
        stop.set()
        await running


async def called_to_the_end(link: Client, pick: int | None) -> list[str]:
    """Lay each card when it is called, or never; the cards as they came."""
    cards: list[str] = []
    while (message := await link.until("table", "over"))["type"] == "table":
        if message["over"] or message["view"]["next"] is None:
            continue
        cards.append(message["view"]["next"])
        if pick is not None:
            move = message["legal"][pick % len(message["legal"])]
            answer = await link.ask("play", race=1, ply=message["ply"], move=move)
            assert (answer["type"], answer["legal"]) == ("moved", [])
            assert answer["changed"]["next"] is None, "the next card was shown before its call"
    return cards


@pytest.mark.timeout(120)
async def test_caller_cribbage_of_four_one_of_them_silent(tmp_path: Path) -> None:
    async with contextlib.AsyncExitStack() as stack:
        url = await stack.enter_async_context(known_deals(tmp_path))
        links = {name: await stack.enter_async_context(client(url)) for name in PICKS}
        host = links["first"]
        terms = {"format": "caller", "call_ms": CALL_MS}
        room = await host.create("cribbage_patience", name="first", terms=terms)
        for name, link in links.items():
            if link is not host:
                await link.join(room["code"], name)
        for seat, link in enumerate(links.values(), 1):
            await link.ask("ready", nonce=bytes([*[0] * 15, seat]).hex())
        seen = await asyncio.gather(
            *(called_to_the_end(links[name], pick) for name, pick in PICKS.items())
        )
        answer = await host.ask("get_record", race=room["code"])
    assert seen[0] == seen[1] == seen[2] == seen[3]
    assert len(seen[0]) == 16
    assert all(step.ok for step in verify(answer["record"]))
    record = read(answer["record"])
    totals = {record.seats[p.standing.seat].name: p.standing.points for p in record.results}
    assert totals == HAND_WORKED
    for played in record.seats:
        by = {entry.by for entry in played.moves}
        assert by == ({"server"} if played.name == "silent" else {"seat"})
    for n, entry in enumerate(record.seats[3].moves, 1):
        assert n * CALL_MS <= entry.ms < n * (CALL_MS + 400), "not placed on time"


async def test_the_calls_go_on_for_the_others_when_a_card_has_beaten_one(tmp_path: Path) -> None:
    async with known_deals(tmp_path) as url, client(url) as a, client(url) as b:
        room = await a.create("crossword", terms={"format": "caller"})
        assert room["race"]["terms"]["call_ms"] == 20_000
        await b.join(room["code"], "b")
        for seat, link in enumerate((a, b), 1):
            await link.ask("ready", nonce=bytes([*[0] * 15, seat]).hex())
        cards = await asyncio.gather(called_to_the_end(a, 0), called_to_the_end(b, 5))
        record = (await a.ask("get_record", race=room["code"]))["record"]
    assert all(step.ok for step in verify(record))
    first, other = sorted(cards, key=len)
    assert first == other[: len(first)]
    assert len(first) < len(other)
    assert {placed.standing.reason for placed in read(record).results} == {"stuck"}


async def test_nobody_places_a_card_before_it_is_called(server_url: str) -> None:
    async with client(server_url) as a, client(server_url) as b:
        terms = {"format": "caller", "call_ms": 60_000}
        room = await a.create("poker_patience", name="a", terms=terms)
        await b.join(room["code"], "b")
        await a.ready()
        await b.ready()
        for link in (a, b):
            await link.until("called")
            table = await link.until("table")
            assert table["view"]["next"] is not None
        await a.ask("play", race=1, ply=0, move="place 0,0")
        early = await a.ask("play", race=1, ply=1, move="place 0,1")
        assert (early["type"], early["code"]) == ("refused", "not_called")
        waiting = await a.ask("look")
        assert waiting["view"]["next"] is None
        assert waiting["view"]["piles"]["stock"]["down"] == 51
        assert waiting["legal"] == []
        await b.ask("play", race=1, ply=0, move="place 0,0")
        called = await a.until("called")
        assert called["call"] == 2
        assert 59_000 < called["call_ms"] <= 60_000
        again = await a.until("table")
        assert again["view"]["next"] is not None
        # Whoever leaves is waited for no longer.
        await a.ask("play", race=1, ply=1, move="place 0,1")
        await b.ask("leave")
        assert (await a.until("called"))["call"] == 3


async def test_before_the_first_call_no_card_is_shown(server_url: str) -> None:
    async with client(server_url) as a, client(server_url) as b:
        terms = {"format": "caller", "call_ms": 60_000}
        room = await a.create("cribbage_patience", terms=terms)
        await b.join(room["code"], "b")
        await a.ready()
        assert (await a.ask("start"))["code"] == "nobody_ready"
        await b.ready()
        dealt = await a.until("table")
        assert dealt["view"]["next"] is None
        await a.until("called")
        assert (await a.until("table"))["view"]["next"] is not None


# Taking back. ---------------------------------------------------------------------------------


@pytest.mark.parametrize("take_back", ["none", "until_card", "free"])
async def test_taking_back_goes_as_far_as_the_terms_say(server_url: str, take_back: str) -> None:
    async with client(server_url) as a:
        await a.create("uncle_remus", terms={"take_back": take_back})
        await a.ready()
        await a.ask("start")
        before = await a.until("table")
        dealt = await a.ask("play", race=1, ply=0, move="deal")
        assert dealt["type"] == "moved"
        undone = await a.ask("play", race=1, ply=1, move={"kind": "undo"})
        if take_back == "free":
            assert undone["type"] == "moved"
            after = await a.ask("look")
            assert after["view"] == before["view"]
            assert after["ply"] == 2
        else:
            assert (undone["type"], undone["code"]) == ("refused", "illegal_move")


# To the first who is out. ---------------------------------------------------------------------


async def test_after_the_move_that_wins_nothing_is_stored(tmp_path: Path) -> None:
    """In a race to be first to finish; in any other the rest play on."""
    async with RedisProcess(tmp_path / "redis", engines()["embedded"]) as redis:
        store = RoomStore(redis.url)
        await store.open()
        raw = Redis(unix_socket_path=str(redis.socket))
        for code, sudden in (("KQ74TX", 1), ("KQ74TY", 0)):
            race = {
                "n": 1,
                "status": "running",
                "origin": 0,
                "bell": 10**9,
                "last": 0,
                "active": 3,
                "sudden": sudden,
            }
            await raw.hset(keys.race(code), mapping=race)  # type: ignore[arg-type] # numbers
            first = move(0, "a", "-")._replace(code=code, progress=48, result="won")
            second = move(0, "b", "-")._replace(code=code, seat=1)
            answers = (await store.commit(10, [first, second])).answers
            words = [answer.split()[:2] for answer in answers]
            assert words == [["ok", "10"], ["over"] if sudden else ["ok", "10"]]
            assert (await store.commit(11, [first])).answers == ["again 10"], (
                "said again, not refused"
            )
            due = await raw.zscore(keys.due(keys.shard(code)), code)
            assert due == (10 if sudden else None)
        await raw.aclose()
        await store.close()


def running(slug: str, given: dict[str, object], seats: int) -> Room:
    """A room whose race has begun."""
    rules = game(slug)
    events: list[StoredEvent] = [
        RacePrepared(
            at=0,
            by="host",
            n=1,
            game=slug,
            options=rules.chosen,
            terms=terms(rules, given).to_json(),
            bell_ms=60_000,
            secret="00" * 32,
        )
    ]
    for seat in range(seats):
        events.append(SeatTaken(at=0, by="seat", seat=seat, name=f"{seat}", token_hash=f"{seat}"))
        events.append(ReadySet(at=0, by="seat", seat=seat, nonce="00" * 16))
    racing = tuple(range(seats))
    events.append(CountdownBegun(at=0, by="host", n=1, zero_at=100, racing=racing))
    return fold(Room("KQ74TX"), [*events, RaceStarted(at=100, by="server", n=1)])


@pytest.mark.parametrize(("kind", "ends"), [("first_out", 700), ("best", None)])
def test_the_race_ends_with_the_first_who_is_out(kind: str, ends: int | None) -> None:
    still = StoredStanding(3, 2, 2, 0, 50, True, None, None, None, None, None)
    numbers = {0: still, 1: still._replace(result="won", ended_ms=700)}
    room = running("aces_up", {"format": kind}, seats=2)
    change = race_timeouts.due(room, numbers, now=room.race.origin + 900)
    ended = [event.ended_ms for event in change if isinstance(event, RaceEnded)]
    assert ended == ([] if ends is None else [ends])


def test_a_race_does_not_end_before_whoever_left_has_resigned() -> None:
    """Their last moves may still be on their way, and be later than the end of the others."""
    still = StoredStanding(3, 2, 2, 0, 50, True, None, None, None, None, None)
    done = still._replace(result="lost", reason="stuck", ended_ms=700)
    room = running("aces_up", {"format": "best"}, seats=2)
    room = fold(room, [SeatLeft(at=850, by="seat", seat=0)])
    now = room.race.origin + 900
    assert race_timeouts.due(room, {0: still, 1: done}, now) == ()
    resigned = still._replace(moves=4, result="lost", reason="resigned", ended_ms=890)
    (end,) = race_timeouts.due(room, {0: resigned, 1: done}, now)
    assert isinstance(end, RaceEnded)
    assert end.ended_ms == 890


def test_the_first_card_may_be_thought_about_as_long_as_any_however_late_it_is_called() -> None:
    room = running("poker_patience", {"format": "caller", "call_ms": 2_000}, seats=2)
    counting = replace(room.race, status="countdown")
    started, called = race_timeouts.due(
        replace(room, races={1: counting}), {}, counting.zero_at + 400
    )
    assert isinstance(started, RaceStarted)
    assert isinstance(called, CardCalled)
    assert called.due_ms == 2_400


# Terms. ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_has_a_usual_format_and_only_called_games_are_called(slug: str) -> None:
    rules = game(slug)
    usual = terms(rules, {})
    assert usual.format == formats(rules)[0]
    assert (usual.winners, usual.take_back, usual.call_ms) == ("time", "none", None)
    assert terms(rules, usual.to_json()) == usual
    assert ("caller" in formats(rules)) == isinstance(rules, CalledGame)


@pytest.mark.parametrize(
    ("slug", "given", "word"),
    [
        ("aces_up", {"format": "caller"}, "format"),
        ("aces_up", {"format": "score"}, "format"),
        ("cribbage_patience", {"format": "best"}, "format"),
        ("aces_up", {"call_ms": 1000}, "call_ms"),
        ("cribbage_patience", {"format": "caller", "call_ms": 5}, "call_ms"),
        ("cribbage_patience", {"format": "caller", "call_ms": True}, "call_ms"),
        ("cribbage_patience", {"format": "caller", "take_back": "free"}, "take_back"),
        ("aces_up", {"winners": "luck"}, "winners"),
        ("aces_up", {"take_back": 3}, "take_back"),
        ("aces_up", {"bell": 3}, "terms"),
        ("poker_patience", {"show_grids": "each_card"}, "show_grids"),
        ("poker_patience", {"format": "caller", "show_grids": "soon"}, "show_grids"),
        ("klondike", {"safe_play": "yes"}, "safe_play"),
        ("aces_up", {"safe_play": True}, "no rule for safe_play"),
    ],
)
def test_terms_that_cannot_be_are_refused(slug: str, given: dict[str, object], word: str) -> None:
    with pytest.raises(BadOption, match=word):
        terms(game(slug), given)


def test_grids_are_shown_to_thirty_two_at_most() -> None:
    for shown, most in (("each_card", MOST_WITH_GRIDS), ("end", MOST_CALLED)):
        room = running("poker_patience", {"format": "caller", "show_grids": shown}, seats=most)
        another = SeatTaken(at=0, by="seat", seat=most, name="more", token_hash="more")
        room = fold(room, [another])
        room = replace(room, races={1: replace(room.race, status="lobby")})
        with pytest.raises(Refusal, match=str(most)):
            commands.ready(room, most, "00" * 16, 100, 0)
        commands.ready(room, 0, "00" * 16, 100, 0)


def test_safe_auto_play_is_off_unless_it_is_asked_for_and_is_written_only_then() -> None:
    rules = game("klondike")
    assert [terms(rules, given).safe_play for given in ({}, {"safe_play": None})] == [False] * 2
    assert "safe_play" not in terms(rules, {"safe_play": False}).to_json()
    asked = terms(rules, {"safe_play": True})
    assert terms(rules, asked.to_json()) == asked
    assert AskedTerms(safe_play=True).model_dump(exclude_none=True) == {"safe_play": True}
    assert "safe_play" not in AskedTerms().model_dump(), "an older server would not understand it"
