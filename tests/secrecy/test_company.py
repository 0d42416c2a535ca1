"""Chat, latecomers, accounts and invitations: who may be told of them, and which leaks are found.

Words are planted in recordings of two rooms: one with latecomers, and one in which boards are
watched with a delay. Some leaks are planted in the server itself.
"""

import asyncio
import contextlib
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import count
from typing import Any

import pytest
import pytest_asyncio

from server.errors import Refusal
from server.handlers import chat
from server.live_rooms import seat_board_cache, talk
from server.views import visibility
from server.views.view_inputs import ChatMessage
from tests.harness import BELL_MS
from tests.secrecy.known import Room as Known
from tests.secrecy.listener import Listener
from tests.secrecy.plans import Plan
from tests.secrecy.recorder import Entry, RoomRecord, Tape
from tests.secrecy.running import Running
from tests.secrecy.scan import scan, scan_pages

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.slow]

SEEDS = count(2_000)
"""Every room has accounts of its own."""


def late_room() -> Plan:
    """Two begin, one comes late, and one leaves and comes late once more."""
    plan = Plan("aces_up", {}, next(SEEDS), seats=4, bell_ms=BELL_MS, most_moves=12, mischief=0.3)
    plan.late, plan.last, plan.accounts = True, "leaves", 2
    plan.settings = {"late": True, "invite_only": True}
    return plan


def watched_room() -> Plan:
    """One of four is kicked, and comes back to watch."""
    plan = Plan("aces_up", {}, next(SEEDS), seats=4, bell_ms=BELL_MS, most_moves=12, mischief=0.3)
    plan.last, plan.accounts, plan.settings = "is sent away", 2, {"delay_ms": 400}
    return plan


Recorded = tuple[RoomRecord, RoomRecord]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def rooms(running: Running) -> Recorded:
    for _ in range(10):
        plans = late_room(), watched_room()
        (late, _), (watched, _) = await asyncio.gather(*map(running.told, plans))
        with contextlib.suppress(Uneventful):
            newcomer(late)
            said_in(late)
            said_in(watched)
            return late, watched
    raise AssertionError("nothing happened in ten rooms")


class Uneventful(Exception):
    """A recording lacks what it is for: some players were too slow."""


async def test_nothing_is_found_where_nothing_is_planted(rooms: Recorded) -> None:
    for record in rooms:
        leaks = scan(record)
        assert not leaks, leaks[0]


# In recordings. ---------------------------------------------------------------------------------


def messages(tape: Tape, kind: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """Every message of a kind, and where it stands on the tape."""
    for place, entry in enumerate(tape.entries):
        if entry.kind == "frame" and f'"type":"{kind}"' in entry.text:
            message = json.loads(entry.text)
            if message["type"] == kind:
                yield place, message


def found(record: RoomRecord, tape: Tape, place: int, **message: Any) -> set[str]:
    """The leaks found in a message that is added to a tape."""
    text = json.dumps(message)
    entry = Entry(0, "frame", text, tape.entries[place - 1].s)
    entries = [*tape.entries[:place], entry, *tape.entries[place:]]
    leaks = Listener(Known(record), replace(tape, entries=entries)).run()
    return {leak.what for leak in leaks if leak.where == text}


def tape_of(record: RoomRecord, name: str) -> Tape:
    return next(tape for tape in record.tapes if tape.name == name)


def playing(tape: Tape) -> int:
    """A place on a tape at which its owner has just made their first move."""
    return next(place for place, _ in messages(tape, "moved")) + 1


def running_at(tape: Tape) -> int:
    """A place on a tape right after the race has begun."""
    return next(place for place, _ in messages(tape, "started")) + 1


def newcomer(record: RoomRecord) -> tuple[Tape, int, dict[str, Any]]:
    """Somebody who has joined late, where they did, and the board they were given then."""
    for tape in record.tapes:
        seats = {message["seat"] for _, message in messages(tape, "room")} - {None}
        for place, joined in messages(tape, "race_joined"):
            boards = [board for at, board in messages(tape, "table") if at > place]
            if joined["seat"] in seats and boards and not boards[0]["ply"]:
                return tape, place, boards[0]
    raise Uneventful("nobody came late")


def said_in(record: RoomRecord) -> tuple[str, int]:
    """A free text and the seat that sent it."""
    for text, seats in Known(record).said.items():
        for seat in seats:
            if seat is not None:
                return text, seat
    raise Uneventful("nobody said anything")


async def test_a_newcomer_has_no_board_before_they_have_joined(rooms: Recorded) -> None:
    late, _ = rooms
    tape, place, board = newcomer(late)
    assert "a board for somebody who has none" in found(late, tape, place, **board)
    assert not found(late, tape, place + 1, **board)


async def test_nobody_sees_the_board_of_a_newcomer(rooms: Recorded) -> None:
    late, _ = rooms
    _, _, board = newcomer(late)
    seat = int(sorted(seat["seat"] for seat in late.races[0]["seats"])[-1])
    board |= {"type": "watched_table", "seat": seat, "delay_ms": 0}
    player, watcher = tape_of(late, "p1"), tape_of(late, "watcher")
    what = found(late, player, playing(player), **board)
    assert "a board of others for somebody who plays the deal" in what
    what = found(late, watcher, running_at(watcher), **board)
    assert "a board of others where newcomers may join" in what


async def test_talk_is_not_for_those_who_play_nor_where_newcomers_may_join(
    rooms: Recorded,
) -> None:
    late, watched = rooms
    for record, name, at, what in (
        (watched, "p1", playing, "talk for somebody who plays the deal"),
        (late, "watcher", running_at, "talk where newcomers may join"),
    ):
        text, seat = said_in(record)
        tape = tape_of(record, name)
        said = {"type": "said", "seat": seat, "text": text, "set_phrase": None}
        whats = found(record, tape, at(tape), **said)
        assert {what, "what somebody said, elsewhere or unheard"} < whats
        assert any("before it was turned up, or where no card belongs" in what for what in whats)
        last = len(tape.entries) - 1
        assert not found(record, tape, last, **said)
        assert found(record, tape, last, **{**said, "seat": seat + 7})
        assert found(record, tape, last, **{**said, "text": f"{text} and QH"})
        assert found(record, tape, last, **{**said, "text": "QH", "set_phrase": "ace_please"})
        assert found(record, tape, last, type="done", id=1, note=text)
        assert scan_pages([record], [f"said={text}"])


async def test_the_silenced_are_not_heard(rooms: Recorded) -> None:
    _, watched = rooms
    tape = tape_of(watched, "watcher")
    place = running_at(tape)
    said = {"type": "said", "seat": 1, "text": "Ace, please.", "set_phrase": "ace_please"}
    for silent in (True, False):
        told = json.dumps({"seq": 1, "type": "silenced", "seat": 1, "silent": silent})
        entries = [*tape.entries[:place], Entry(0, "frame", told), *tape.entries[place:]]
        whats = found(watched, replace(tape, entries=entries), place + 1, **said)
        assert whats == ({"words of somebody silenced"} if silent else set())


async def test_what_lets_somebody_in_is_told_once_and_to_nobody_else(rooms: Recorded) -> None:
    for record in rooms:
        known = Known(record)
        assert set(known.words.values()) >= {"a password", "a session", "a recovery code"}
        for tape in record.tapes:
            for word, what in known.words.items():
                assert what in found(record, tape, 1, type="done", id=1, note=word)
                assert scan_pages([record], [f"key={word}"])
    late, _ = rooms
    host, other = tape_of(late, "p0"), tape_of(late, "p1")
    _, room = next(messages(host, "room"))
    assert room["invite"]
    assert not found(late, host, len(host.entries) - 1, **room)
    assert found(late, other, len(other.entries) - 1, **room | {"seat": 1})
    place, signed_in = next(messages(host, "signed_in"))
    assert {"a session", "a recovery code"} <= found(late, host, place + 1, **signed_in)
    assert {"a session", "a recovery code"} <= found(late, other, place, **signed_in)


async def test_a_daily_board_is_for_those_who_have_tried(rooms: Recorded) -> None:
    _, watched = rooms
    board = {"type": "daily_board", "name": "daily-2026-11-21-long", "closed": False}
    what = "a daily board for somebody who has not finished"
    assert found(watched, tape_of(watched, "p0"), 1, **board) == {what}


# In the server. ---------------------------------------------------------------------------------


def everybody_hears(real: Any, what: ChatMessage, seat: int | None) -> bool:
    del real, what, seat
    return True


def newcomers_hear(real: Any, what: ChatMessage, seat: int | None) -> bool:
    room, shut = what.room, {"late": False}
    shut_room = replace(room, settings=room.settings.model_copy(update=shut))
    return bool(real(what._replace(room=shut_room), seat))


async def a_desk_for_all(real: Any, self: Any, live: Any, seat: int) -> Any:
    try:
        return await real(self, live, seat)
    except Refusal:
        if live.race.status != "running":
            raise
        return live.seat_board(())


PLANTS: list[tuple[list[tuple[Any, str]], Callable[..., Any], Callable[..., Plan], str]] = [
    (
        [(visibility, "gets_chat"), (chat, "gets_chat"), (talk, "gets_chat")],
        everybody_hears,
        watched_room,
        "talk for somebody who plays the deal",
    ),
    (
        [(visibility, "gets_chat"), (chat, "gets_chat"), (talk, "gets_chat")],
        newcomers_hear,
        late_room,
        "talk where newcomers may join",
    ),
    (
        [(seat_board_cache.SeatBoardCache, "seat_board")],
        a_desk_for_all,
        late_room,
        "a board for somebody who has none",
    ),
]


@pytest.mark.parametrize(
    ("seams", "plant", "plan", "what"), PLANTS, ids=[plant.__name__ for _, plant, _, _ in PLANTS]
)
async def test_a_planted_leak_is_found(
    running: Running,
    monkeypatch: pytest.MonkeyPatch,
    seams: list[tuple[Any, str]],
    plant: Callable[..., Any],
    plan: Callable[..., Plan],
    what: str,
) -> None:
    for owner, name in seams:
        real = getattr(owner, name)

        def method(self: Any, *arguments: Any, real: Any = real) -> Any:
            return plant(real, self, *arguments)

        is_class = isinstance(owner, type)
        monkeypatch.setattr(owner, name, method if is_class else partial(plant, real))
    for _ in range(10):
        leaks = await running.race(plan())
        if any(what in leak.what for leak in leaks):
            return
    pytest.fail(f"nothing of the kind in ten rooms: {what}")
