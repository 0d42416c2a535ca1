"""A tournament on a real server: one plays in line mode, one on the full screen; then it
verifies."""

import asyncio
import contextlib
import csv
import io
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from client_cli.exit_codes import NOT_FOUND
from client_cli.local.account_store import KnownAccount, save_account
from client_cli.local.record_store import all_records
from client_cli.local.storage import Storage
from client_cli.net.connection import ConnectionState
from client_cli.net.one_shot_client import OneShotClient, with_connection
from client_cli.screens.app import PatienceApp
from client_cli.screens.pages.rooms.race import RacePage
from client_cli.screens.pages.tournaments.tournament_page import TournamentPage
from client_cli.screens.tournament_entry import TournamentSessionParts
from client_cli.tournament import requests, verify
from protocol.tournaments.live import Tournament
from protocol.tournaments.tables import TournamentTable
from tests.client_cli.command import Ended, Player, here
from tests.client_cli.screens.pilots import shows, text_of, until
from tests.harness import LIMIT_S, ServerProcess, client
from tests.server.accounts.test_accounts import sign_up

ROUNDS = """\
title = "Two"
lobby = "1h"
table = "1h"
[[rounds]]
game = "aces-up"
deals = 2
"""


class House:
    """Computers of people with accounts on one server."""

    def __init__(self, root: Path, server: ServerProcess) -> None:
        self.root, self.url = root, server.url

    def storage(self, name: str) -> Storage:
        return Storage(self.root / name.lower())

    async def moves_in(self, *names: str) -> None:
        for name in names:
            async with client(self.url) as line:
                signed = await sign_up(line, name)
            save_account(self.storage(name), KnownAccount(self.url, name, signed["session"]))

    async def says(self, name: str, *line: str) -> Ended:
        """A command of somebody's."""
        return await here(self.storage(name).root, *line, server=self.url)

    async def organises(self, *line: str) -> Ended:
        ended = await self.says("Olga", "tournament", *line)
        assert ended.code == 0, ended.err
        return ended


@asynccontextmanager
async def at_the_screen(house: House, code: str) -> AsyncIterator[Pilot[Any]]:
    """Ben's evening on the full screen."""
    parts = TournamentSessionParts.create(house.url, house.storage("Ben"), code)
    await parts.session.check_in()
    playing = asyncio.ensure_future(parts.play())
    try:
        async with parts.app.run_test(size=(80, 24)) as pilot:
            yield pilot
            await playing
    finally:
        playing.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await playing


async def sees(pilot: Pilot[Any], words: str) -> None:
    try:
        async with asyncio.timeout(LIMIT_S):
            await until(pilot, lambda: words in " ".join(text_of(pilot.app).split()))
    except TimeoutError:
        raise AssertionError(f"{words!r} is not on\n{text_of(pilot.app)}") from None


async def plays_a_round(ben: Pilot[Any], anna: Player, server: ServerProcess | None = None) -> None:
    """Both give up: Ben at once, Anna after a deal; so they share the place. A server that is named
    dies in the middle of it."""
    app = ben.app
    assert isinstance(app, PatienceApp)
    await until(ben, lambda: shows(app, RacePage))
    if server is not None:
        await server.kill()
        await server.start()
        await anna.until("The line is up again.")
        await until(ben, lambda: app.line is ConnectionState.UP)
    await ben.press("x", "x")
    await sees(ben, "You have given up.")
    anna.type("wait", "deal", "resign", "wait")
    await anna.until("The race is over")
    await until(ben, lambda: shows(app, TournamentPage))


@pytest.mark.long(20)
@pytest.mark.processes
async def test_two_play_a_series_and_anybody_can_check_it(
    tmp_path: Path, server: ServerProcess
) -> None:
    house = House(tmp_path, server)
    await house.moves_in("Olga", "Anna", "Ben")
    (tmp_path / "two.toml").write_text(ROUNDS)
    made = await house.organises("new", "Two", "--rounds", "surprise:1", "--json")
    code = made.json()[0]["code"]
    changed = await house.organises(
        "change", code, "--rounds", str(tmp_path / "two.toml"), "--json"
    )
    assert len(changed.json()[0]["plan"]["rounds"]) == 2
    assert changed.json()[0]["commitment"] == made.json()[0]["commitment"]
    assert requests.last_draft(house.storage("Olga"), house.url) == code
    await house.organises("open", code)
    anna = await Player.start(house.storage("Anna").root, server.url, "tournament", "play", code)
    await anna.until("You are checked in.")
    async with at_the_screen(house, code) as ben:
        await sees(ben, "[x] Ben (you)")
        await house.organises("start", code)
        await sees(ben, "Round 1 of 2, Aces Up: begins in")
        await house.organises("start", code)
        await plays_a_round(ben, anna)
        await sees(ben, "Round 1 of 2, Aces Up: over")
        await house.organises("announce", code, "Pizza is here.")
        await sees(ben, "Olga: Pizza is here.")
        await anna.until("Olga: Pizza is here.")
        early = await house.says("Anna", "verify", code)
        assert "It is not over" in early.out
        assert early.code == 0, early.err
        await house.organises("start", code)
        await sees(ben, "Round 2 of 2, Aces Up: begins in")
        await house.organises("start", code)
        await plays_a_round(ben, anna, server)
        await house.organises("start", code)
        await sees(ben, "series, over (all is played)")
        await ben.press("q")
    await anna.until("All results: patience tournament results")
    assert await anna.end() == 0
    assert len(all_records(house.storage("Ben"))) == 2, "records of both rounds"
    looks_on = await house.says("Nobody", "tournament", "show", code, "--live")
    assert looks_on.code == 0, looks_on.err
    assert "1. Anna: 100.00 matchpoints, 50.00 a round" in looks_on.out
    await the_file_is_what_is_shown(house, code)
    await it_verifies(house, code)


async def the_file_is_what_is_shown(house: House, code: str) -> None:
    shown = (await house.organises("results", code)).out.splitlines()
    written = (await house.organises("results", code, "--csv", "-")).out
    for words in (["--csv"], ["--csv", "--json"]):
        assert (await house.organises("results", code, *words)).out == written, words
    cells = list(csv.reader(io.StringIO(written)))
    assert cells[0][:5] == ["place", "name", "total", "average", "1 Aces Up"]
    for line, row in zip(shown[1:], cells, strict=True):
        assert line.split() == " ".join(row).split()
    deal = (await house.organises("results", code, "--round", "2")).out
    assert "0 of 48 at 0:00, gave up" in deal.splitlines()[2]
    saved = await house.organises("results", code, "--records", str(house.root / "all"))
    assert saved.out == f"2 records written to {house.root / 'all'}.\n"
    assert (await house.says("Ben", "verify", str(next((house.root / "all").iterdir())))).code == 0
    exact = (await house.organises("results", code, "--json")).json()[0]
    assert [row["total"] for row in exact["rows"]] == ["100", "100"]


async def it_verifies(house: House, code: str) -> None:
    """And what was altered anywhere does not."""
    good = await house.says("Anna", "verify", code)
    assert good.code == 0, good.err
    assert good.out.splitlines()[-2:] == ["PASS  table: 2 places over 2 deals", VERIFIES]
    assert (await house.says("Anna", "verify", "ZZZZZZ")).code == NOT_FOUND
    fetched = await with_connection(
        house.url, house.storage("Anna"), lambda client: fetch(client, code)
    )
    tournament, table, documents = fetched

    def failing(t: Tournament = tournament, of: TournamentTable = table, **more: Any) -> str | None:
        found = verify.found(t, of, {**documents, **more}, tournament.commitment)
        return next((each.step for each in found.checks if not each.ok), None)

    assert failing() is None
    assert failing(tournament.model_copy(update={"commitment": "00" * 32})) == "saved commitment"
    first, second = (each.heats[0].room for each in tournament.rounds)
    assert failing(**{first: documents[second]}) == f"round 1, {first[:3]}-{first[3:]}"
    better = table.rows[0].model_copy(update={"total": "101"})
    assert failing(of=table.model_copy(update={"rows": [better, table.rows[1]]})) == "table"
    swapped = [row.model_copy(update={"entrant": 1 - row.entrant}) for row in table.rows]
    assert failing(of=table.model_copy(update={"rows": swapped})) == "table"
    gone = tournament.entrants[0].model_copy(update={"gone": "removed"})
    removed = tournament.model_copy(update={"entrants": [gone, *tournament.entrants[1:]]})
    assert failing(removed) == "table"
    some = verify.found(tournament, table, {first: documents[first]}, None)
    assert all(each.ok for each in some.checks)
    assert some.unchecked[-1] == "The table cannot be worked out without these records."


VERIFIES = "The tournament verifies."


async def fetch(
    client: OneShotClient, code: str
) -> tuple[Tournament, TournamentTable, dict[str, Any]]:
    tournament = await requests.get(client, code)
    rooms = [heat.room for each in tournament.rounds for heat in each.heats]
    documents = {room: await requests.record(client, f"{room}-1") for room in rooms}
    return tournament, await requests.table(client, code), documents
