"""Many tables of Racing Demon over sockets, at which half of all claims collide; each is checked.

    python -m tests.server.common_tables.many_tables --tables 1000

Two servers on one store; the seats of a table speak with either. `check` compares everything that
each contestant was sent with the table that the engine replays from the record.
"""

import argparse
import asyncio
import copy
import json
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from engine.cards import NAME
from engine.options import Value
from engine.racing_demon.record import TableRecord, read
from engine.racing_demon.state import RoundState
from engine.racing_demon.verify import table_checks
from tests.bots import Place
from tests.harness import BELL_MS
from tests.messages import told
from tests.secrecy.words import cards_in
from tests.server.common_tables.table_bots import TableBot, Told
from tests.server.two_servers import two_servers

AT_ONCE = 4
"""Tables that are played at the same time."""
CHANGED_BYTES = 4
"""Bytes that are changed in each record, one at a time."""


@dataclass
class Tally:
    """What has happened at the tables so far."""

    tables: int = 0
    seats: Counter[int] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    commands: int = 0
    claims: int = 0
    """Claims of a place above an ace: aces never collide."""
    collided: int = 0
    """Claims of a place that somebody else claimed too."""
    collisions: int = 0
    """Places that more than one claimed."""
    frames: int = 0
    frame_bytes: int = 0
    changed_bytes: int = 0
    named: Counter[str] = field(default_factory=Counter)
    """The step at which verification named a changed byte."""

    def text(self) -> str:
        share = self.collided / max(1, self.claims)
        return "\n".join(
            [
                f"{self.tables} tables, of seats {dict(sorted(self.seats.items()))}",
                f"ends: {dict(self.reasons.most_common())}",
                f"{self.commands} commands, all acknowledged once, numbered without gaps",
                f"{self.claims} claims above aces, of which {self.collided} collided ({share:.0%}),"
                f" at {self.collisions} places, each with one winner",
                f"{self.frames} frames, {self.frame_bytes} bytes: no hidden card before its time",
                f"{self.changed_bytes} changed bytes of records, each named:"
                f" {dict(self.named.most_common())}",
            ]
        )


async def play(servers: Sequence[Place], seed: int) -> list[TableBot]:
    """A table of 2 to 8 contestants, up to its record."""
    rng = random.Random(seed)
    seats = rng.randrange(2, 9)
    options: dict[str, Value] = {
        "piles": rng.choice([4, 5, 5]),
        "same_deal": rng.random() < 0.8,
        "turn": rng.choice([3, 3, 1]),
        "spaces": rng.choice(["demon", "free"]),
        "play_on": rng.random() < 0.3,
        "target": 0,
    }
    code = asyncio.get_running_loop().create_future()
    bots = [
        TableBot(servers, f"bot-{at}", random.Random(f"{seed}/{at}"), copying=1.0)
        for at in range(seats)
    ]
    async with asyncio.TaskGroup() as group:
        for bot in bots:
            bot.options = options
            group.create_task(bot.run(code, seats, BELL_MS, options))
    return bots


class Replayed(NamedTuple):
    """A round, replayed: the table after each number of commands, and the cards that had been seen
    by then. A card may be seen for a moment only, if a claim uncovers it and the table shifts."""

    states: list[RoundState]
    seen: list[set[str]]


def replayed(record: TableRecord) -> Replayed:
    found = Replayed([record.begun()], [cards_up(record.begun())])
    for command in record.commands:
        state, events = record.step(found.states[-1], command)
        shown = {NAME[card] for event in events for card in event.cards}
        found.states.append(state)
        found.seen.append(found.seen[-1] | cards_up(state) | shown)
    return found


def check(bots: Sequence[TableBot], tally: Tally) -> None:
    """Raise AssertionError unless the table of these contestants was as it has to be."""
    document = bots[0].record
    assert document is not None
    assert all(bot.record == document for bot in bots)
    failed = [step for step in table_checks(document, None) if not step.ok]
    assert not failed, failed
    record = read(document)
    round_ = replayed(record)
    check_commands(bots, record)
    check_collisions(bots, record, tally)
    check_scores(record, round_.states[-1])
    check_frames(bots, record, round_, tally)
    tally.tables += 1
    tally.seats[len(bots)] += 1
    tally.reasons[record.end.reason] += 1
    tally.commands += len(record.commands)


def check_commands(bots: Sequence[TableBot], record: TableRecord) -> None:
    """Each stored command was acknowledged to its seat, once, and no other."""
    known = {number: (bot.seat, text) for bot in bots for number, text in bot.acknowledged.items()}
    assert len(known) == sum(len(bot.acknowledged) for bot in bots)
    of_seats = {
        number: (command.seat, command.text)
        for number, command in enumerate(record.commands, 1)
        if command.text not in ("away", "back")
    }
    assert known == of_seats


def check_collisions(bots: Sequence[TableBot], record: TableRecord, tally: Tally) -> None:
    """Each place has one winner, and whoever came too late was told who that was."""
    winners: dict[tuple[str, str], int] = {}
    for command in record.commands:
        if command.text.startswith("claim ") and "foundation.new" not in command.text:
            _, _, foundation, height = command.text.split(" ")
            assert (foundation, height) not in winners
            winners[foundation, height] = command.seat
    late: Counter[tuple[str, str]] = Counter()
    for bot in bots:
        for text, answer in bot.overtaken:
            _, _, foundation, height = text.split(" ")
            late[foundation, height] += 1
            assert answer["seat"] == winners[foundation, height]
            assert answer["height"] > int(height)
            assert foundation == f"foundation.{answer['foundation']}"
            assert answer["top"][0] == "A23456789TJQK"[answer["height"] - 1]
    tally.collisions += len(late)
    tally.collided += len(late) + late.total()
    tally.claims += len(winners) + late.total()


def check_scores(record: TableRecord, end: RoundState) -> None:
    """The scores add up to the cards on the foundations."""
    chosen = record.game.chosen
    assert sum(each.score.cards for each in record.results) == sum(
        each.height for each in end.foundations
    )
    for each in record.results:
        cards = [c for c in record.commands if c.seat == each.seat and c.text.startswith("claim")]
        kings = [c for c in cards if c.text.endswith(" 12")]
        assert (each.score.cards, each.score.kings) == (len(cards), len(kings))
        points = len(cards) + len(kings) * int(chosen["king_bonus"])
        points -= each.score.left * int(chosen["penalty"])
        assert each.score.points == points + each.score.out * int(chosen["out_bonus"])
        assert each.score.out == (record.end.out == each.seat)


def check_frames(
    bots: Sequence[TableBot], record: TableRecord, round_: Replayed, tally: Tally
) -> None:
    """Everybody was sent the table as it was, and no card that was not yet to be seen."""
    tables, seen = list(expected(record, round_.states)), round_.seen
    for bot in bots:
        table: Told | None = None
        for frame in bot.frames:
            messages, named = told(frame), cards_named(frame, bot.code)
            if any(message["type"] in ("over", "record") for message in messages):
                break
            tally.frames += 1
            tally.frame_bytes += len(frame)
            for message in messages:
                whole = message.get("common_table") or message
                if whole["type"] == "common_table":
                    table = Told(whole)
                elif message["type"] == "table_changed":
                    assert table is not None
                    table.change(message)
                if table is not None and table.over is None:
                    assert table.as_sent() == tables[table.number]
            assert named <= (seen[table.number] if table else set()), frame


def expected(record: TableRecord, states: Sequence[RoundState]) -> Iterator[dict[str, Any]]:
    """The table after each number of commands, as everybody has to be told."""
    rooms = [each.seat for each in record.seats]
    parts: list[Any] = [None] * len(rooms)
    before: RoundState | None = None
    for number, state in enumerate(states):
        for at, board in enumerate(state.boards):
            if before is None or before.boards[at] is not board:
                shown = record.game.seat_view(state, at)._asdict()
                parts[at] = {
                    **shown,
                    "seat": rooms[at],
                    "view": {"piles": shown["view"].to_json()["piles"]},
                }
        yield {
            "number": number,
            "foundations": [
                {**each.to_json(), "index": at, "owners": [rooms[owner] for owner in each.owners]}
                for at, each in enumerate(state.foundations)
            ],
            "seats": list(parts),
            "shifts": state.shifts,
            "emptied": [rooms[at] for at in state.emptied],
            "over": None,
        }
        before = state


def cards_up(state: RoundState) -> set[str]:
    """The names of the cards that lie face up, on top of a waste, or in the middle."""
    piles = [pile.up for board in state.boards for pile in board.piles]
    names = {NAME[card] for up in piles for card in up}
    return names | {NAME[each.top] for each in state.foundations}


def cards_named(frame: str, code: str) -> set[str]:
    """The names of cards anywhere in a frame. The code of the room may spell one by chance."""
    found = set(cards_in(frame.replace(code, "")))
    assert "?" not in found, frame
    return found


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path to each value in a document that has no parts."""
    if isinstance(value, dict | list) and value:
        for at, part in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(part, (*path, at))
    else:
        yield path


def changed(document: dict[str, Any], path: tuple[Any, ...]) -> dict[str, Any]:
    """The document with another value at this path, of the same kind if it has one."""
    other = copy.deepcopy(document)
    part: Any = other
    for name in path[:-1]:
        part = part[name]
    match part[path[-1]]:
        case bool(value):
            part[path[-1]] = not value
        case int(value):
            part[path[-1]] = value + 1
        case str(value) if value:
            part[path[-1]] = ("b" if value[0] == "a" else "a") + value[1:]
        case value:
            part[path[-1]] = 7 if value is None else None
    return other


def first_fault(document: dict[str, Any]) -> str | None:
    """The step at which a document does not verify; None if it does."""
    return next((each.step for each in table_checks(document, None) if not each.ok), None)


def change_bytes(document: dict[str, Any], rng: random.Random, tally: Tally) -> None:
    """Change some bytes of a record, one at a time: each is found."""
    data = json.dumps(document, separators=(",", ":")).encode()
    for at in rng.sample(range(len(data)), CHANGED_BYTES):
        others = [byte for byte in b'0123456789abcdefKQ",:[]{} ' if byte != data[at]]
        change_byte(document, data, at, rng.choice(others), tally)


def change_every_byte(document: dict[str, Any], tally: Tally) -> None:
    """Change every byte of a record, one at a time."""
    data = json.dumps(document, separators=(",", ":")).encode()
    for at, byte in enumerate(data):
        change_byte(document, data, at, byte ^ 1, tally)


def change_byte(document: dict[str, Any], data: bytes, at: int, byte: int, tally: Tally) -> None:
    """Change a byte of a record: verification finds it, unless the text still says the same."""
    other = bytearray(data)
    other[at] = byte
    try:
        read_back = json.loads(other.decode())
    except ValueError:
        fault: str | None = "not JSON"
    else:
        fault = "the same" if read_back == document else first_fault(read_back)
    assert fault is not None, (at, bytes(other))
    tally.changed_bytes += 1
    tally.named[fault] += 1


async def play_and_check(tables: int, first: int, directory: Path) -> Tally:
    """Play so many tables, with seeds from `first` on, and check each."""
    tally, seeds = Tally(), iter(range(first, first + tables))
    shortest: dict[str, Any] | None = None

    async def some(servers: Sequence[Place]) -> None:
        nonlocal shortest
        for seed in seeds:
            bots = await play(servers, seed)
            try:
                check(bots, tally)
                document = bots[0].record or {}
                change_bytes(document, random.Random(seed), tally)
                if shortest is None or len(document["commands"]) < len(shortest["commands"]):
                    shortest = document
            except AssertionError as fault:
                fault.add_note(f"This was the table with the seed {seed}.")
                raise
            if tally.tables % 50 == 0:
                print(f"{tally.tables} tables", file=sys.stderr, flush=True)

    async with two_servers(directory) as pair, asyncio.TaskGroup() as group:
        for _ in range(AT_ONCE):
            group.create_task(some(pair))
    for server in pair:
        assert "traceback" not in server.log.lower(), server.log[-4_000:]
    if shortest is not None:
        change_every_byte(shortest, tally)
    return tally


def main() -> None:
    parser = argparse.ArgumentParser(description="Play many tables of Racing Demon and check them.")
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--first", type=int, default=1, help="the seed of the first table")
    chosen, began = parser.parse_args(), time.monotonic()
    with tempfile.TemporaryDirectory() as directory:
        tally = asyncio.run(play_and_check(chosen.tables, chosen.first, Path(directory)))
    print(tally.text())
    print(f"{time.monotonic() - began:.0f} s")
    if tally.collided < tally.claims / 2:
        sys.exit("Less than half of the claims collided.")


if __name__ == "__main__":
    main()
