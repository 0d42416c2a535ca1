"""Hundreds of races between machines that misbehave, every byte of them searched."""

import asyncio
import json
import random
from collections import Counter
from itertools import product
from pathlib import Path

import pytest

from engine.games import GAMES
from engine.verify import verify
from tests.harness import RACED, ServerProcess
from tests.secrecy.racers import Plan, Room, play_room
from tests.secrecy.recorder import Pages, RoomRecord
from tests.secrecy.scan import scan, scan_pages

ROOMS = 80
"""Rooms for each game; about every fourth is raced twice."""
AT_ONCE = 20


def plans(slug: str) -> list[Plan]:
    """Rooms of every make, under every set of options."""
    rng = random.Random(slug)
    sets = list(product(*(option.values for option in GAMES[slug].options)))
    names = [option.name for option in GAMES[slug].options]
    return [
        Plan(
            slug,
            dict(zip(names, sets[i % len(sets)], strict=True)),
            seed=i,
            seats=rng.choice([1, 2, 2, 3, 3, 4]),
            bell_ms=rng.choice([1_000, 1_500, 4_000]),
            most_moves=rng.choice([3, 8, 16, 30]),
            races=rng.choice([1, 1, 1, 2]),
            mischief=rng.choice([0.0, 0.3, 0.6]),
            late=rng.random() < 0.2,
            leaver=rng.random() < 0.2,
        )
        for i in range(ROOMS)
    ]


REFUSED = {
    "already_joined", "bad_message", "bad_request", "illegal_move", "name_taken", "no_board",
    "no_seat", "not_host", "ply_ahead", "race_begun", "race_not_over", "race_not_running",
    "race_over", "stale_ply", "unknown_seat", "wrong_race",
}  # fmt: skip
"""What has to have been refused in the rooms of each game."""


def told(records: list[RoomRecord]) -> tuple[Counter[str], Counter[str]]:
    """How often each refusal was sent, and how often connections were closed with each code."""
    entries = [entry for record in records for tape in record.tapes for entry in tape.entries]
    messages = [json.loads(entry.text) for entry in entries if entry.kind == "frame"]
    refused = Counter(m["code"] for m in messages if m["type"] == "refused")
    return refused, Counter(e.text.split()[0] for e in entries if e.kind == "closed")


async def play_all(slug: str, url: str, pages: Pages) -> list[Room]:
    """All rooms of a game, so many at a time."""
    turn = asyncio.Semaphore(AT_ONCE)

    async def in_turn(plan: Plan) -> Room:
        async with turn:
            return await play_room(plan, url, pages)

    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(in_turn(plan)) for plan in plans(slug)]
    return [task.result() for task in tasks]


@pytest.mark.slow
@pytest.mark.processes
@pytest.mark.parametrize("slug", RACED)
async def test_nobody_is_told_what_they_may_not_know(
    slug: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATIENCE_LOG_LEVEL", "debug")
    async with ServerProcess(tmp_path / "data") as server:
        pages = Pages(server.url)
        rooms = await play_all(slug, server.url, pages)
        await pages.read("/metrics")
    records = [room.record for room in rooms]
    leaks = [leak for record in records for leak in scan(record)]
    leaks += scan_pages(records, [*pages.texts, server.log])
    assert not leaks, "\n".join(map(str, leaks[:5]))
    assert "Traceback" not in server.log, server.log[server.log.index("Traceback") :][:4_000]
    for room in rooms:
        assert len(room.record.races) == room.plan.races
        for document in room.record.races:
            assert all(step.ok for step in verify(document))
    # The net is worth nothing if nobody swims into it.
    assert len([race for record in records for race in record.races]) >= ROOMS
    refused, closed = told(records)
    assert set(refused) >= REFUSED, REFUSED - set(refused)
    assert set(closed) == {"1000", "1006", "4000"}
    assert min(closed.values()) > 20, closed
