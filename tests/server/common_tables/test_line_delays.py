"""The delay of each line, as the server measures it and the record of a round tells it."""

import asyncio
from pathlib import Path
from typing import Any

from bench import latency_fairness
from protocol.rooms.common_tables import PlayTable
from tests.harness import LIMIT_S, Client, ServerProcess, client
from tests.trouble.wires import laid

DELAY_S = 0.15
"""Of the slow line, each way."""


async def played(link: Client, key: int, **fields: Any) -> dict[str, Any]:
    return await link.ask("play_table", race=1, key=key, move="turn", **fields)


async def recorded(link: Client, code: str) -> dict[str, Any]:
    """The record of a race, as soon as the race is over."""
    async with asyncio.timeout(LIMIT_S):
        while True:
            answer = await link.ask("get_record", race=code)
            if answer["type"] == "record":
                record: dict[str, Any] = answer["record"]
                return record
            await asyncio.sleep(0.05)


async def test_the_server_measures_delays_and_no_client_can_tell_it_one(tmp_path: Path) -> None:
    """A contestant answers pings as late as the line makes them; the first command of each is
    stored before a ping has been answered."""
    async with (
        ServerProcess(tmp_path) as server,
        laid(server.port) as slow,
        client(server.url) as ann,
        client(slow.url) as ben,
    ):
        slow.delay_s = DELAY_S
        room = await ann.create("racing_demon")
        await ben.join(room["code"], "Ben")
        for link in (ann, ben):
            await link.ready()
        for link in (ann, ben):
            await link.until("started")
            told = await played(link, 1, delay_ms=0)
            assert told["code"] == "bad_message"
            assert (await played(link, 2))["type"] == "table_played"
        # The answers to the pings have come before those to later requests on the same connection.
        for link in (ann, ben):
            await link.ask("ping")
            assert (await played(link, 3))["type"] == "table_played"
        await ben.ask("play_table", race=1, key=4, move="resign")
        commands = (await recorded(ann, room["code"]))["commands"]
    delays = {seat: [delay for _, of, _, delay in commands if of == seat] for seat in (0, 1)}
    assert delays[0][0] is delays[1][0] is None
    assert 0 <= delays[0][1] < 2_000 * DELAY_S
    assert 2_000 * DELAY_S <= delays[1][1] < 1_000 * LIMIT_S
    assert delays[1][2] == delays[1][1]  # one ping in five seconds


def test_a_command_says_nothing_of_its_line() -> None:
    assert set(PlayTable.model_fields) == {"type", "id", "race", "key", "move"}


def test_the_page_about_lines_has_what_the_simulation_finds() -> None:
    page = latency_fairness.PAGE.read_text(encoding="utf-8")
    assert latency_fairness.written(page) == page


def test_equal_lines_win_equally_often() -> None:
    few = latency_fairness.shares((60, 60), 0.25, collisions=20_000)
    assert abs(few[0] - 0.5) < 0.02
    ordered = latency_fairness.shares(latency_fairness.DELAYS_MS, 0.25, collisions=5_000)
    assert ordered == sorted(ordered, reverse=True)
    assert abs(sum(ordered) - 1) < 1e-9
