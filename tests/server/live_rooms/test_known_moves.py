"""A process does not read in the feed what it knows from the store's answers to its own moves."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from server.live_rooms import play_move
from server.live_rooms.live_room import LiveRoom
from server.rooms.store import RoomStore
from server.store.move_batches import CommittedMoves, StoredMove
from tests.secrecy.glass import Ear
from tests.server.clocked_process import Process, Time, process, real_store

NOON = 1_795_262_400_000


class Held:
    """Holds the answers to moves back until `let_go` is set."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.stored, self.let_go = asyncio.Event(), asyncio.Event()
        commit_to = RoomStore.commit

        async def commit(store: RoomStore, now: int, batch: Sequence[StoredMove]) -> CommittedMoves:
            done = await commit_to(store, now, batch)
            self.stored.set()
            await self.let_go.wait()
            return done

        monkeypatch.setattr(RoomStore, "commit", commit)


@pytest.fixture
async def one(tmp_path: Path) -> AsyncIterator[Process]:
    async with real_store(tmp_path) as redis, process(redis, Time(NOON)) as running:
        yield running


async def race_of(one: Process) -> tuple[Ear, LiveRoom]:
    """A contestant, and the room in which the contestant races alone."""
    ann = await one.ear("Ann")
    made = await ann.say(
        "create", game="aces_up", name="Ann", token="0" * 24, bell_ms=60_000, legal=False
    )
    await ann.say("ready", nonce="0" * 32)
    await ann.say("start")
    await one.at(NOON + 10_000)
    return ann, await one.registry.find(made["code"])


async def play(ann: Ear, ply: int, move: str) -> dict[str, Any]:
    return await ann.say("play", race=1, ply=ply, move=move)


def legal(live: LiveRoom) -> str:
    """A move that the contestant may make now."""
    game = live.race.game
    return game.codec.to_text(game.legal(live.seat_boards[0].state).moves[0])


def skipped(one: Process) -> int:
    return len(one.kept.feed._skipped)


async def test_a_stored_move_is_not_read_again_but_the_end_of_a_game_is(one: Process) -> None:
    ann, live = await race_of(one)
    first = legal(live)
    for ply in (0, 1):
        assert (await play(ann, ply, legal(live)))["type"] == "moved"
        assert (skipped(one), live.standings[0].moves) == (ply + 1, ply + 1)
    assert (await play(ann, 0, first))["type"] == "moved", "answered again"
    assert (await play(ann, 2, "resign"))["over"] is not None
    assert skipped(one) == 2


@pytest.mark.parametrize("lost", ["room", "board", "answer"])
async def test_what_the_process_may_not_have_is_read_again(
    one: Process, monkeypatch: pytest.MonkeyPatch, lost: str
) -> None:
    ann, live = await race_of(one)
    held = Held(monkeypatch)
    moving = asyncio.create_task(play(ann, 0, legal(live)))
    await held.stored.wait()
    if lost == "room":
        del one.registry.rooms[live.room.code]
    elif lost == "board":
        live.seat_boards[0] = live.seat_board(())
    else:

        def fail(*_: object) -> None:
            raise RuntimeError("not a text")

        monkeypatch.setattr(play_move, "acknowledge", fail)
    held.let_go.set()
    if lost == "answer":
        await asyncio.wait([moving], timeout=0.2)
        moving.cancel()
    else:
        await moving
    assert skipped(one) == 0
