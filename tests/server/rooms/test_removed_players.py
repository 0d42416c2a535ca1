"""Contestants who left or were removed: they get no more requests through, and nobody waits for
them."""

import asyncio
from pathlib import Path

import pytest

from protocol.from_client import Create, Join
from protocol.rooms.room_settings import Settings
from server.boards.seat_standing import StoredStanding
from server.rooms import commands, membership, race_timeouts
from server.rooms.commands import SeatOwner
from server.rooms.events import CountdownBegun, Detached, SeatLeft, SeatMoved
from server.rooms.reducer import fold
from server.rooms.state import Room
from server.rooms.store import RoomStore
from tests.harness import LIMIT_S, ServerProcess, client
from tests.server.rooms.test_commands import NONCE, TOKENS, asking, code, joined, opened, running
from tests.server.two_servers import begin
from tests.stores import RedisProcess, engines

ANNA = SeatOwner("account-1")


def sat(room: Room, n: int, sitter: SeatOwner) -> Room:
    return fold(room, membership.join(room, asking(n), f"p:{n}", 0, sitter))


def test_what_was_asked_before_and_is_decided_after_changes_nothing() -> None:
    room = joined(opened(late=True), 1, 2)
    gone = fold(room, membership.kick(room, 0, 2, 5, 0))
    for asked in (
        (commands.ready, gone, 2, NONCE, 5, 0),
        (commands.unready, gone, 2, 0),
        (membership.stand_aside, gone, 2, True, 5, 0),
        (membership.join_race, running(gone, 0, 1), 2, 1, 9),
    ):
        assert code(*asked) == "unknown_seat"


@pytest.mark.parametrize("how", ["leaves", "is sent away"])
def test_when_the_last_that_was_waited_for_is_gone_the_race_begins(how: str) -> None:
    room = joined(opened(), 1, 2)
    for seat in (0, 1):
        room = fold(room, commands.ready(room, seat, NONCE, 5, 0))
    assert room.race.status == "lobby"
    sent_away = how == "is sent away"
    change = membership.kick(room, 0, 2, 5, 0) if sent_away else commands.leave(room, 2, 5, 0)
    assert [type(event) for event in change] == [SeatLeft, CountdownBegun]
    assert fold(room, change).race.racing == (0, 1)
    # A line that is lost may come back in a second: nobody starts without its owner.
    assert room.race.status == "lobby"


def test_the_room_goes_to_somebody_who_is_here_and_no_machine() -> None:
    room = joined(opened(), 1, 2)
    room = fold(room, membership.join(room, asking(3, bot=True), "p:3", 0))
    room = fold(room, [Detached(at=0, by="server", seat=1, connection="p:1")])
    assert fold(room, commands.leave(room, 0, 5, 0)).host == 2
    room = fold(room, membership.stand_aside(room, 2, True, 5, 0))
    assert fold(room, commands.leave(room, 0, 5, 0)).host == 2
    room = fold(room, commands.leave(room, 2, 5, 0))
    assert fold(room, commands.leave(room, 0, 5, 0)).host == 3
    room = fold(room, commands.leave(room, 3, 5, 0))
    assert fold(room, commands.leave(room, 0, 5, 0)).host == 1


def test_a_host_who_has_been_away_for_a_minute_can_be_replaced() -> None:
    room = joined(opened(), 1, 2)
    assert membership.take_host(room, 0, 0) == ()
    assert code(membership.take_host, room, 1, 10**9) == "host_here"
    room = fold(room, [Detached(at=1_000, by="server", seat=0, connection="p:0")])
    assert code(membership.take_host, room, 1, 60_999) == "host_here"
    assert fold(room, membership.take_host(room, 1, 61_000)).host == 1
    gone = fold(room, commands.leave(room, 2, 5, 1_000))
    assert code(membership.take_host, gone, 2, 61_000) == "unknown_seat"


def test_given_up_are_those_who_left_before_their_game_was_over() -> None:
    room = running(joined(opened(), 1, 2), 0, 1, 2)
    playing = StoredStanding(0, 0, 0, 0, 0, True, None, None, None, None, None)
    numbers = {0: playing, 1: playing, 2: playing._replace(result="lost", ended_ms=5)}
    for seat in (1, 2):
        room = fold(room, commands.leave(room, seat, 5, 9))
    assert race_timeouts.unresigned_leavers(room, numbers) == {1}


def test_an_account_has_one_seat_and_takes_it_along() -> None:
    room = sat(opened(), 1, ANNA)
    change = membership.join(room, asking(2), "p:2", 0, ANNA)
    assert isinstance(change[0], SeatMoved)
    moved = fold(room, change)
    assert (len(moved.seats), moved.seats[1].connection) == (2, "p:2")
    assert moved.seat_of(commands.token_hash(TOKENS[2])) == 1
    assert code(commands.resume, moved, TOKENS[1], "p:1", 0) == "unknown_seat"
    # Another account, and a guest, sit down beside it.
    assert len(sat(moved, 3, SeatOwner("account-2")).seats) == 3
    assert len(sat(moved, 3, commands.GUEST).seats) == 3


def test_an_account_that_was_sent_away_is_not_let_in_with_another_token() -> None:
    room = sat(opened(), 1, ANNA)
    room = fold(room, membership.kick(room, 0, 1, 5, 0))
    assert code(membership.join, room, asking(2), "p:2", 0, ANNA) == "kicked"
    assert membership.join(room, asking(2), "p:2", 0)


def test_an_account_has_one_board_in_a_race() -> None:
    room = running(sat(joined(opened(late=True), 2), 1, ANNA), 0, 1, 2)
    room = fold(room, commands.leave(room, 2, 5, 9))
    room = sat(room, 3, ANNA)
    assert code(membership.join_race, room, 3, 1, 9) == "race_begun"
    assert membership.join_race(sat(room, 4, SeatOwner("account-2")), 4, 1, 9)


def test_names_that_look_alike_do_not_sit_together() -> None:
    room = opened()
    taken = asking(1).model_copy(update={"name": "Paul"})
    room = fold(room, membership.join(room, taken, "p:1", 0))
    for name in ("paul", "PAUL", "Paul", "\u0420aul", "PauI"):
        other = asking(2).model_copy(update={"name": name})
        assert code(membership.join, room, other, "p:2", 0) == "name_taken", name
    assert membership.join(room, asking(2).model_copy(update={"name": "Paula"}), "p:2", 0)


def called(contestants: int) -> Room:
    """A room in which cards are called, with so many besides the host."""
    asked = Create(
        id=1,
        token=TOKENS[0],
        game="cribbage_patience",
        bell_ms=600_000,
        name="Hanna",
        terms={"format": "caller"},  # type: ignore[arg-type] # read by pydantic
    )
    room = fold(Room("KQ74TX"), commands.create(asked, "p:0", bytes(32), "WORDWORD", 0))
    for n in range(1, contestants + 1):
        request = Join(id=1, token=f"{n:024}", code="KQ74TX", name=f"no {n}x")
        room = fold(room, membership.join(room, request, f"p:{n}", 0))
    return room


def test_cards_are_called_for_two_at_least() -> None:
    room = fold(called(1), commands.ready(called(1), 0, NONCE, 5, 0))
    assert code(commands.start, room, 0, 5, 0) == "nobody_ready"
    assert fold(room, commands.ready(room, 1, NONCE, 5, 0)).race.status == "countdown"


def test_cards_are_called_for_two_hundred_at_most() -> None:
    room = called(201)
    for seat in range(200):
        room = fold(room, commands.ready(room, seat, NONCE, 5, 0))
    assert code(commands.ready, room, 200, NONCE, 5, 0) == "room_full"
    assert commands.ready(room, 0, "11" * 16, 5, 0), "whoever is ready may say so again"
    assert len(fold(room, commands.start(room, 0, 5, 0)).race.racing) == 200


async def test_no_guest_is_called_what_only_the_server_is(server: ServerProcess) -> None:
    async with client(server.url) as guest:
        for name in ("Server", "The Server", "y\u043eu", "Host", "SYSTEM"):
            assert (await guest.create("aces_up", name=name))["code"] == "bad_name", name


async def test_a_race_ends_though_a_server_died_while_it_sent_somebody_away(tmp_path: Path) -> None:
    """The seat is gone from the log, and what it has begun is yet to be given up."""
    async with (
        RedisProcess(tmp_path / "redis", engines()["embedded"]) as redis,
        ServerProcess(tmp_path / "server", redis_url=redis.url) as server,
        client(server.url) as host,
        client(server.url) as guest,
    ):
        name = await begin(host, guest)
        store = RoomStore(redis.url)
        await store.open()
        room, _ = await store.room(Room(name))
        left = SeatLeft(at=round(await store.heartbeat.time()), by="host", seat=1)
        while await store.append(room, (left,)) is None:  # something else has happened meanwhile
            room, _ = await store.room(room)
        await store.close()
        await host.ask("play", race=1, ply=0, move="resign")
        async with asyncio.timeout(LIMIT_S):
            over = await host.until("over")
    assert {r["standing"]["reason"] for r in over["results"]} == {"resigned"}


async def test_who_is_sent_away_while_joining_keeps_nobody_waiting(server: ServerProcess) -> None:
    settings = Settings(late=True).model_dump()
    for _ in range(5):
        async with client(server.url) as host, client(server.url) as a, client(server.url) as late:
            name = await begin(host, a, settings=settings)
            await late.join(name, "late")
            await late.send("join_race", race=1)
            await host.ask("kick", seat=2)
            for link in (host, a):
                await link.ask("play", race=1, ply=0, move="resign")
            async with asyncio.timeout(LIMIT_S):
                await host.until("over")


async def test_a_race_ends_though_somebody_left_in_its_countdown(tmp_path: Path) -> None:
    async with (
        ServerProcess(tmp_path / "server", countdown_ms=1_000) as server,
        client(server.url) as host,
        client(server.url) as a,
        client(server.url) as b,
    ):
        room = await host.create("aces_up", bell_ms=600_000)
        for link, name in ((a, "Ann"), (b, "Ben")):
            await link.join(room["code"], name)
        for link in (host, a, b):
            await link.ready()
        assert (await b.ask("leave"))["type"] == "done"
        assert (await host.until("countdown"))["racing"] == [0, 1, 2]
        for link in (host, a):
            await link.until("table")
            await link.ask("play", race=1, ply=0, move="resign")
        async with asyncio.timeout(LIMIT_S):
            over = await host.until("over")
    assert {r["standing"]["reason"] for r in over["results"]} == {"resigned"}
