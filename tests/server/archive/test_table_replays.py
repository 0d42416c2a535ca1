"""Replays and exports of rounds at a common table."""

import asyncio
import json
import random
from typing import Any

import pytest

from engine.racing_demon.record import read
from engine.view import View
from protocol import from_server
from server.archive import replays
from server.boards.common_table import AskedCommand, CommonTable, StoredCommand
from server.rooms.events import RaceEnded
from server.rooms.reducer import fold
from server.rooms.state import Room
from tests.harness import BELL_MS, Client, ServerProcess, client
from tests.server.common_tables.table_bots import TableBot, Told
from tests.server.rooms.test_series import begun, ended

OPTIONS = {"piles": 5}


async def a_round(server: ServerProcess) -> TableBot:
    """The host of a round of three that was played to its end, with its record."""
    code = asyncio.get_running_loop().create_future()
    bots = [TableBot([server], f"bot-{n}", random.Random(n), options=OPTIONS) for n in range(3)]
    async with asyncio.TaskGroup() as tasks:
        for bot in bots:
            tasks.create_task(bot.run(code, 3, BELL_MS, OPTIONS))
    return bots[0]


async def whole(link: Client, race: str, seat: int) -> list[dict[str, Any]]:
    parts: list[dict[str, Any]] = []
    offset = 0
    while not parts or offset < parts[0]["total"]:
        part = await link.ask("get_replay", race=race, seat=seat, offset=offset)
        assert part["type"] == "replay", part
        from_server.parse(json.dumps(part))
        assert part["offset"] == offset
        parts.append(part)
        offset += len(part["moves"])
    return parts


def agrees(parts: list[dict[str, Any]], document: Any, seat: int) -> None:
    """Every table of the replay is the table of the record after as many commands."""
    record = read(document)
    rules, state = record.game, record.begun()
    at = [each.seat for each in record.seats].index(seat)
    commands = iter(record.commands)
    for part in parts:
        told, view = Told(part["table"]), View.from_json(part["view"])
        assert told.view() == rules.view(state)
        assert view == rules.seat_view(state, at).view
        for move in part["moves"]:
            command = next(commands)
            state = record.step(state, command).state
            changed = move["table"]
            assert (move["ms"], move["text"]) == (command.ms, command.text)
            assert [each["seat"] for each in changed["commands"]] == [command.seat]
            told.change(changed)
            assert told.view() == rules.view(state)
            view = view.after(View.from_json(move["changed"]))
            assert view == rules.seat_view(state, at).view
            assert (move["progress"], move["points"]) == (
                rules.progress(state, at),
                rules.points(state, at),
            )
            assert (move["over"] is None) == (state.over is None)
    assert next(commands, None) is None
    assert state.over is not None
    assert not any("end" in part for part in parts)


async def test_a_replay_shows_the_whole_table_on_one_clock(server: ServerProcess) -> None:
    host = await a_round(server)
    async with client(server.url) as stranger:
        parts = await whole(stranger, host.code, host.seat)
        agrees(parts, host.record, host.seat)
        assert parts[0]["total"] > 50
        seats = [each["seat"] for each in parts[0]["table"]["seats"]]
        assert len(seats) == 3
        refused = await stranger.ask("get_replay", race=host.code, seat=7)
        assert refused["code"] == "unknown_seat"
        refused = await stranger.ask("get_ghost", race=host.code, seat=host.seat)
        assert refused["code"] == "bad_request"
        asked = {"name": "Ann", "token": stranger.token}
        refused = await stranger.ask("race_ghost", race=host.code, seat=host.seat, **asked)
        assert refused["code"] == "bad_request", "a ghost cannot answer what others do"


def after_commands(room: Room, most: int) -> tuple[list[StoredCommand], CommonTable]:
    """Random commands of a round of two, up to so many, and the table after them."""
    table, rng = room.common_table(room.race), random.Random(3)
    commands = []
    for key in range(1, most + 1):
        seat = rng.randrange(2)
        move = rng.choice(table.rules.legal(table.state, seat))
        asked = AskedCommand(seat, key, table.rules.codec.to_text(move))
        (command,) = table.judge([asked]).accepted
        commands.append(command._replace(ms=10 * key))
        table, _ = table.after(commands[-1])
        if table.state.over:
            break
    return commands, table


async def test_the_bell_is_a_step_of_a_replay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replays, "PART_BYTES", 5_000)
    room = begun(0, 1)
    commands, table = after_commands(room, 40)
    assert table.state.over is None
    over = fold(room, [RaceEnded(at=9, by="server", n=1, ended_ms=500)])
    parts = [
        json.loads(b'{"type":"replay","id":1,' + each.text)
        for each in await replays._table_written(over, over.race, 1, commands)
    ]
    assert len(parts) > 1
    assert not any("end" in part for part in parts[:-1])
    from_server.parse(json.dumps(parts[-1]))
    told = Told(parts[-1]["table"])
    for move in parts[-1]["moves"]:
        told.change(move["table"])
    assert told.as_sent()["over"] is None
    told.change(parts[-1]["end"])
    assert told.view() == table.rules.view(table.rules.ring(table.state))
    assert told.over == {"result": "complete", "reason": "bell", "out": None}
    assert (parts[-1]["end"]["ms"], parts[-1]["end"]["commands"]) == (500, [])


async def test_a_long_replay_comes_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replays, "PART_BYTES", 5_000)
    room = begun(0, 1)
    commands, table = after_commands(room, 80)
    parts = await replays._table_written(ended(room), room.race, 1, commands)
    assert len(parts) > 3
    told, number = None, 0
    for each in parts:
        part = json.loads(b'{"type":"replay","id":1,' + each.text)
        from_server.parse(json.dumps(part))
        assert (part["offset"], part["total"]) == (each.offset, len(commands))
        assert each.offset == part["table"]["number"] == number
        assert told is None or told.as_sent() == Told(part["table"]).as_sent()
        told = Told(part["table"])
        for move in part["moves"]:
            told.change(move["table"])
        number = told.number
    assert told is not None
    assert told.view() == table.rules.view(table.state)
