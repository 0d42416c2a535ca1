"""Races of every game in every format between misbehaving machines, with every byte searched.

`SECRECY_RACES=1000` plays ten times as many as the usual test run.
"""

import asyncio
import json
import random
from collections import Counter
from itertools import product
from math import lcm
from pathlib import Path
from typing import Any, get_args

import pytest

from engine.games import GAMES, AnyGame, game
from engine.mechanics.grid import ScoredGrid
from engine.races.terms import TAKE_BACKS, formats
from engine.races.verify import verify
from tests.harness import BELL_MS, RACES, ServerProcess
from tests.secrecy.plans import Last, Plan, Room
from tests.secrecy.racers import play_room
from tests.secrecy.recorder import Pages, RoomRecord
from tests.secrecy.scan import scan, scan_pages

ROOMS = 40
"""Rooms of one batch, on one server. Every fourth has two races."""
EVENINGS = -(-RACES // (ROOMS + ROOMS // 4))
AT_ONCE = 20


CALL_MS = 500


def sets_of_terms(rules: AnyGame) -> list[dict[str, Any]]:
    """The terms a game is raced with here, ordered so that the first few differ most."""
    caller = {"format": "caller", "call_ms": CALL_MS}
    if isinstance(rules, ScoredGrid):
        return [
            caller,
            {"format": "score", "take_back": "free"},
            caller,
            {"format": "score", "take_back": "until_card"},
            {**caller, "winners": "moves"},
            {"format": "score"},
        ]
    one, other, *called = (*formats(rules), *formats(rules))
    if "caller" in called:
        return [
            caller,
            {"format": one, "take_back": "free"},
            {"format": other, "take_back": "until_card", "winners": "moves"},
        ]
    moves = {"winners": "moves"} if rules.has_choice() else {}
    return [
        {"format": one, "take_back": "none"},
        {"format": other, "take_back": "until_card", **moves},
        {"format": one, "take_back": "free"},
        {"format": other, "take_back": "none"},
        {"format": one, "take_back": "until_card"},
        {"format": other, "take_back": "free", **moves},
    ]


COMING_BACK = ("leaves", "is sent away")


def plans(evening: int) -> list[Plan]:
    """The rooms of a batch: games take turns, and so do the options and terms of each."""
    rng, slugs = random.Random(evening), list(GAMES)
    made = []
    for number in range(evening * ROOMS, (evening + 1) * ROOMS):
        turn, which = divmod(number, len(slugs))
        options = GAMES[slugs[which]].options
        sets = list(product(*(option.values for option in options)))
        terms = sets_of_terms(game(slugs[which]))
        # A turn is left out after each round of both, or some combinations would never occur.
        agreed = terms[(turn + turn // lcm(len(sets), len(terms))) % len(terms)]
        calls = agreed["format"] == "caller"
        late, last = rng.random() < 0.35, get_args(Last)[number // 2 % 4]
        chosen = zip([option.name for option in options], sets[turn % len(sets)], strict=True)
        made.append(
            Plan(
                slugs[which],
                dict(chosen),
                seed=number,
                seats=rng.choice([2 if calls else 1, 2, 3, 3, 3, 4]),
                bell_ms=rng.choice([2_500, 4_000] if calls else [1_000, 4_000, BELL_MS]),
                most_moves=rng.choice([8, 30] if calls else [3, 8, 16, 30, 60]),
                races=2 if number % 4 == 0 else 1,
                mischief=rng.choice([0.3, 0.6] if calls else [0.0, 0.3, 0.6]),
                late=late,
                last=last,
                accounts=rng.choice([0, 0, 0, 0, 1, 2]),
                terms=agreed,
                silent=calls,
                settings={
                    "boards": rng.choice(["everybody", "everybody", "done", "nobody"]),
                    "delay_ms": rng.choice([0, 0, 400]),
                    "late": rng.random() < (0.6 if late or last in COMING_BACK else 0.2),
                    "invite_only": number % 5 == 0,
                    "listed": rng.random() < 0.5,
                },
            )
        )
    return made


TOLD = {
    "called", "countdown", "dailies", "done", "frame", "joined", "left", "moved", "next_race",
    "open_rooms", "over", "presence", "progress", "race_joined", "ready_changed", "record",
    "refused", "room", "said", "signed_in", "silenced", "started", "stood_aside", "table",
    "watched_table", "watchers", "welcome",
}  # fmt: skip
"""Messages that must occur in a batch."""
REFUSED = {
    "already_joined", "bad_message", "bad_request", "illegal_move", "kicked", "name_claimed",
    "name_taken", "no_board", "no_seat", "not_called", "not_for_you", "not_host", "not_invited",
    "not_signed_in", "ply_ahead", "race_begun", "race_not_over", "race_not_running", "race_over",
    "stale_ply", "unknown_seat", "wrong_race",
}  # fmt: skip
"""Refusals that must occur in a batch."""


CLOSED = {"1000", "1006", "4000", "4003"}
"""The only codes with which connections are closed in a batch."""


def told(records: list[RoomRecord]) -> tuple[Counter[str], Counter[str], Counter[str]]:
    """How often each kind of message and refusal was sent, and how often connections were closed
    with each code."""
    entries = [entry for record in records for tape in record.tapes for entry in tape.entries]
    messages = [json.loads(entry.text) for entry in entries if entry.kind == "frame"]
    return (
        Counter(m["type"] for m in messages),
        Counter(m["code"] for m in messages if m["type"] == "refused"),
        Counter(e.text.split()[0] for e in entries if e.kind == "closed"),
    )


def late_moves(records: list[RoomRecord]) -> int:
    """The number of moves made by latecomers."""
    seats = [
        seat
        for record in records
        for race in record.races
        for seat in race["seats"]
        if str(seat["seat"]) not in race["nonces"]
    ]
    return sum(len(seat["moves"]) for seat in seats)


def moves(records: list[RoomRecord]) -> list[list[Any]]:
    """Every move of every race, from the records."""
    seats = [seat for record in records for race in record.races for seat in race["seats"]]
    return [move for seat in seats for move in seat["moves"]]


async def play_all(evening: int, url: str, pages: Pages) -> list[Room]:
    """Run all rooms of a batch, some at a time."""
    turn = asyncio.Semaphore(AT_ONCE)

    async def in_turn(plan: Plan) -> Room:
        async with turn:
            return await play_room(plan, url, pages)

    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(in_turn(plan)) for plan in plans(evening)]
    return [task.result() for task in tasks]


def test_there_are_races_enough_of_all_games() -> None:
    made = [plan for evening in range(EVENINGS) for plan in plans(evening)]
    assert {plan.slug for plan in made} == set(GAMES)
    assert sum(plan.races for plan in made) >= RACES
    for slug in GAMES:
        raced = [plan.terms for plan in made if plan.slug == slug]
        assert {terms["format"] for terms in raced} == set(formats(game(slug)))
        assert {terms.get("take_back", "none") for terms in raced} == set(TAKE_BACKS)


def missing(records: list[RoomRecord]) -> list[str]:
    """What has not occurred, in which case the search proves little."""
    said, refused, closed = told(records)
    made = moves(records)
    came = {
        "a silent one at a call": sum(move[2:] == ["server"] for move in made) > 0,
        "moves taken back": sum(move[1] == "undo" for move in made) > 10,
        "moves of late comers": late_moves(records) > 0,
        "lines that were closed": min(closed[code] for code in CLOSED - {"4003"}) > 10,
        "somebody sent away": closed["4003"] > 0,
    }
    return [
        *sorted(TOLD - set(said)),
        *sorted(REFUSED - set(refused)),
        *(what for what, has_come in came.items() if not has_come),
    ]


@pytest.mark.long(15)
@pytest.mark.processes
@pytest.mark.timeout(900)
@pytest.mark.parametrize("evening", range(EVENINGS))
async def test_nobody_is_told_what_they_may_not_know(
    evening: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATIENCE_LOG_LEVEL", "debug")
    rooms: list[Room] = []
    records: list[RoomRecord] = []
    async with ServerProcess(tmp_path / "data") as server:
        pages = Pages(server.url)
        for number in range(evening, 3 * EVENINGS, EVENINGS):  # again where bells rang too early
            rooms += await play_all(number, server.url, pages)
            records = [room.record for room in rooms]
            if not missing(records):
                break
        await pages.read("/metrics")
    leaks = [leak for record in records for leak in scan(record)]
    leaks += scan_pages(records, [*pages.texts, server.log])
    assert not leaks, "\n".join(map(str, leaks[:5]))
    assert "traceback" not in server.log.lower(), server.log[-4_000:]
    for room in rooms:
        assert len(room.record.races) == room.plan.races
        for document in room.record.races:
            failed = [step for step in verify(document) if not step.ok]
            assert not failed, (failed, document)
    assert not missing(records)
    assert set(told(records)[2]) == CLOSED
