"""Replays: the moves of finished games as JSON, each with the changes of the position that it
causes, for clients that do not know the rules. Replays are cached."""

import asyncio
import json
from collections import OrderedDict
from collections.abc import Mapping
from time import perf_counter
from typing import Any, NamedTuple

from engine.games import AnyGame
from engine.races.board import Entry
from engine.races.timeline import positions, seen
from engine.table import State
from server.archive import record_builder
from server.rooms.state import Race, Room
from server.rooms.store import RoomStore

MOST_BYTES = 16 * 2**20
PART_BYTES = 2**18
"""Approximate size of a part of a replay; only games of thousands of moves have several parts."""
SLICE_S = 0.002
"""Seconds for which a replay is computed before other tasks get a turn of the event loop."""

Key = tuple[str, bytes, str, int, int]


class ReplayPart(NamedTuple):
    """A part of a replay: the moves from number `offset` on, counted from 0. `text` is a JSON
    object without its opening brace, so that the caller can put an opening brace and further fields
    before it."""

    offset: int
    text: bytes


class ReplayCache:
    """Least-recently-used cache of replays, of up to `most_bytes` in all.

    One replay is computed at a time. Each computation occupies the event loop for SLICE_S before
    other tasks get a turn, so several at once would hold up the other tasks.
    """

    def __init__(self, store: RoomStore, most_bytes: int = MOST_BYTES) -> None:
        self._store = store
        self._most_bytes = most_bytes
        self._bytes = 0
        self._parts: OrderedDict[Key, list[ReplayPart]] = OrderedDict()
        self._writing = asyncio.Lock()

    async def part(self, room: Room, race: Race, seat: int, offset: int, now: int) -> bytes:
        """Return the part of a contestant's replay that contains move `offset`, as a JSON object
        without its opening brace. Raises Refusal if the seat did not race or the race is no longer
        stored, and StoreAway if the store cannot be reached."""
        # A room code does not identify a race, since later rooms reuse it; nor does a secret, since
        # one deal may be played in many rooms.
        key = room.code, race.secret, room.race_id(race), race.ended_at, seat
        if key not in self._parts:
            moves = await record_builder.moves(self._store, room, race, seat, now)
            async with self._writing:
                if key not in self._parts:
                    self._keep(key, await _written(room, race, seat, moves))
        self._parts.move_to_end(key)
        return next(p.text for p in reversed(self._parts[key]) if p.offset <= offset)

    def _keep(self, key: Key, parts: list[ReplayPart]) -> None:
        self._parts[key] = parts
        self._bytes += _length(parts)
        while self._bytes > self._most_bytes and len(self._parts) > 1:
            _, gone = self._parts.popitem(last=False)
            self._bytes -= _length(gone)


def _length(parts: list[ReplayPart]) -> int:
    return sum(len(part.text) for part in parts)


async def _written(room: Room, race: Race, seat: int, moves: list[Entry]) -> list[ReplayPart]:
    game = race.game
    told = {
        "race": room.race_id(race),
        "seat": seat,
        "name": room.seats[seat].name,
        "game": game.slug,
        "options": game.chosen,
        "bell_ms": race.bell_ms,
        "ended_ms": race.ended_ms or 0,
        "total": len(moves),
    }
    parts: list[ReplayPart] = []
    lines: list[str] = []
    pack = room.pack(race)
    first = before = seen(game, game.deal(pack))
    offset = size = 0
    began = perf_counter()
    for entry, board in positions(game, pack, moves, race.terms.take_back):
        state = seen(game, board.state)
        if entry is None:
            continue
        if size > PART_BYTES:
            parts.append(ReplayPart(offset, _part(told, game, first, offset, lines)))
            first, offset, lines, size = before, board.ply - 1, [], 0
        lines.append(_text(_move(game, entry, before, state)))
        size += len(lines[-1])
        before = state
        if perf_counter() - began > SLICE_S:
            await asyncio.sleep(0)
            began = perf_counter()
    parts.append(ReplayPart(offset, _part(told, game, first, offset, lines)))
    return parts


def _part(
    told: Mapping[str, object], game: AnyGame, state: State[Any], offset: int, moves: list[str]
) -> bytes:
    view = game.view(state).to_json()
    start = {**told, "offset": offset, "view": view, **_facts(game, state)}
    return f'{_text(start)[1:-1]},"moves":[{",".join(moves)}]}}'.encode()


def _move(game: AnyGame, entry: Entry, before: State[Any], state: State[Any]) -> dict[str, object]:
    changed = game.changes(before, state).to_json()
    made = {"ms": entry.ms, "by": entry.by, "text": entry.text, "changed": changed}
    return {**made, **_facts(game, state)}


def _facts(game: AnyGame, state: State[Any]) -> dict[str, object]:
    over = state.over and state.over._asdict()
    return {"progress": game.progress(state), "points": game.points(state), "over": over}


def _text(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))
