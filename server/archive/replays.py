"""Replays: the moves of finished games as JSON, each with the changes of the position that it
causes, for clients that do not know the rules. Replays are cached."""

import asyncio
import json
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from time import perf_counter
from typing import Any, NamedTuple

from engine.games import AnyGame
from engine.races.board import Entry
from engine.races.timeline import positions, seen
from engine.table import State
from server.archive import record_builder
from server.boards.common_table import Applied, CommonTable, StoredCommand
from server.errors import Refusal
from server.rooms.state import Race, Room
from server.rooms.store import RoomStore
from server.views import table_view

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
    """Computes replays and keeps them, up to `most_bytes` in all. The least recently used replay is
    dropped first.

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
        """Return the part of the replay of seat `seat` that contains move number `offset`, as a
        JSON object without its opening brace, as in `ReplayPart`. Raises Refusal if the seat did
        not race or the race is no longer stored, and StoreAway if the store cannot be reached."""
        # A room code does not identify a race, since later rooms reuse it; nor does a secret, since
        # one deal may be played in many rooms.
        key = room.code, race.secret, room.race_id(race), race.ended_at, seat
        if key not in self._parts:
            if race.shares_table:
                commands = await self._commands(room, race, seat, now)
                writing = _table_written(room, race, seat, commands)
            else:
                moves = await record_builder.moves(self._store, room, race, seat, now)
                writing = _written(room, race, seat, moves)
            async with self._writing:
                written = await writing
                if key not in self._parts:
                    self._keep(key, written)
        self._parts.move_to_end(key)
        return next(p.text for p in reversed(self._parts[key]) if p.offset <= offset)

    async def _commands(
        self, room: Room, race: Race, seat: int, now: int
    ) -> Sequence[StoredCommand]:
        if seat not in race.racing:
            raise Refusal("unknown_seat", "Nobody on that seat was in this race.")
        return await record_builder.table_commands(self._store, room, race, now)

    def _keep(self, key: Key, parts: list[ReplayPart]) -> None:
        self._parts[key] = parts
        self._bytes += _length(parts)
        while self._bytes > self._most_bytes and len(self._parts) > 1:
            _, gone = self._parts.popitem(last=False)
            self._bytes -= _length(gone)


def _length(parts: list[ReplayPart]) -> int:
    return sum(len(part.text) for part in parts)


async def _written(room: Room, race: Race, seat: int, moves: list[Entry]) -> list[ReplayPart]:
    game, pack = race.game, room.pack(race)

    def steps() -> Iterator[ReplayStep]:
        before = seen(game, game.deal(pack))
        for entry, board in positions(game, pack, moves, race.terms.take_back):
            if entry is not None:
                state = seen(game, board.state)
                yield ReplayStep(partial(_start, game, before), _move(game, entry, before, state))
                before = state

    start = partial(_start, game, seen(game, game.deal(pack)))
    return await _in_parts(_told(room, race, seat, len(moves)), start, steps())


async def _table_written(
    room: Room, race: Race, seat: int, commands: Sequence[StoredCommand]
) -> list[ReplayPart]:
    last = start_table = room.common_table(race)

    def steps() -> Iterator[ReplayStep]:
        nonlocal last
        for command in commands:
            before = last
            table, events = before.after(command)
            made = {"ms": command.ms, "by": command.by, "text": command.text}
            changed = table_view.replayed(race.n, before, Applied(command, events), table)
            of_seat = table_view.replayed_seat(before, table, seat)
            yield ReplayStep(
                partial(_table_start, race, before, seat),
                {**made, **of_seat, "table": changed.model_dump(mode="json")},
            )
            last = table

    def end() -> dict[str, object]:
        if last.state.over is not None:
            return {}
        changed = table_view.replayed_end(race.n, last, race.ended_ms or 0)
        return {"end": changed.model_dump(mode="json")}

    start = partial(_table_start, race, start_table, seat)
    return await _in_parts(_told(room, race, seat, len(commands)), start, steps(), end)


def _told(room: Room, race: Race, seat: int, total: int) -> dict[str, object]:
    return {
        "race": room.race_id(race),
        "seat": seat,
        "name": room.seats[seat].name,
        "game": race.rules.slug,
        "options": race.rules.chosen,
        "bell_ms": race.bell_ms,
        "ended_ms": race.ended_ms or 0,
        "total": total,
    }


class ReplayStep(NamedTuple):
    """A move of a replay. `move` has the move and its changes of the position. `before` returns the
    position before the move, which is written if a part of the replay begins with this move."""

    before: Callable[[], dict[str, object]]
    move: dict[str, object]


async def _in_parts(
    told: dict[str, object],
    start: Callable[[], dict[str, object]],
    steps: Iterable[ReplayStep],
    end: Callable[[], dict[str, object]] = dict,
) -> list[ReplayPart]:
    """Write a replay in parts. `told` is the same in all parts, `start` returns the position before
    the first move, and `end`, called after the last step, what only the last part says."""
    parts: list[ReplayPart] = []
    lines: list[str] = []
    offset = size = 0
    began = perf_counter()
    for number, step in enumerate(steps):
        if size > PART_BYTES:
            parts.append(ReplayPart(offset, _part({**told, "offset": offset, **start()}, lines)))
            start, offset, lines, size = step.before, number, [], 0
        lines.append(_text(step.move))
        size += len(lines[-1])
        if perf_counter() - began > SLICE_S:
            await asyncio.sleep(0)
            began = perf_counter()
    parts.append(ReplayPart(offset, _part({**told, "offset": offset, **start(), **end()}, lines)))
    return parts


def _part(start: Mapping[str, object], moves: list[str]) -> bytes:
    return f'{_text(start)[1:-1]},"moves":[{",".join(moves)}]}}'.encode()


def _start(game: AnyGame, state: State[Any]) -> dict[str, object]:
    return {"view": game.view(state).to_json(), **_facts(game, state)}


def _table_start(race: Race, table: CommonTable, seat: int) -> dict[str, object]:
    whole = table_view.replayed_start(race.n, table).model_dump(mode="json")
    return {**table_view.replayed_seat(None, table, seat), "table": whole}


def _move(game: AnyGame, entry: Entry, before: State[Any], state: State[Any]) -> dict[str, object]:
    changed = game.changes(before, state).to_json()
    made = {"ms": entry.ms, "by": entry.by, "text": entry.text, "changed": changed}
    return {**made, **_facts(game, state)}


def _facts(game: AnyGame, state: State[Any]) -> dict[str, object]:
    over = state.over and state.over._asdict()
    return {"progress": game.progress(state), "points": game.points(state), "over": over}


def _text(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))
