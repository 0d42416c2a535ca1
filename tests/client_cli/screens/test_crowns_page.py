"""Crowns on the screen: one's run, breaks, the roll of honour and crown races."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from client_cli.features import accounts, crown_races
from client_cli.local.storage import Storage
from client_cli.net.one_shot_client import with_connection
from client_cli.screens.pages.crowns.crown_race import NEEDS_ACCOUNT, CrownRacePage
from client_cli.screens.pages.crowns.crowns import SURE, CrownsPage
from client_cli.screens.pages.rooms.break_page import BreakPage
from client_cli.screens.pages.rooms.race import RacePage
from client_cli.screens.pages.rooms.results import ResultsPage
from client_cli.screens.pending_action import PendingAction
from protocol import codes
from protocol import from_server as said
from protocol.crowns import BreakTaken, Crown, CrownGame, RunEnded
from protocol.rooms.events import Covered
from server.store.embedded_redis import socket_path
from server.store.redis_client import connect
from tests.client_cli.command import NOBODY
from tests.client_cli.screens.made_up import MadeUpRoom
from tests.client_cli.screens.pilots import Clock, check_golden, shows, text_of, until
from tests.client_cli.screens.test_account_pages import PASSWORD, Person, at_home
from tests.client_cli.test_crowns import (
    ANNA,
    BEN,
    KINGS,
    between,
    crown,
    crown_race,
)
from tests.harness import Client, ServerProcess, client
from tests.server.accounts.test_accounts import sign_up
from tests.winning import play, winning

PLAYING = CrownGame(game="auntie_allis", race="KQ74TX-1", counts=True)


# With a room that is made up. -----------------------------------------------------------------


def in_game(**fields: Any) -> Crown:
    """Two games won, and the third in progress."""
    known = {"playing": PLAYING, "limit": "idle", "left_ms": 1_800_000, "spent_ms": 151_000}
    return crown(KINGS, KINGS, **{**known, **fields})


def on_break() -> Crown:
    pause = BreakTaken(kind="declared", ago_ms=5_000, ms=5_000)
    fields = {"limit": "within", "left_ms": 595_000, "spent_ms": 156_000, "covered": True}
    return in_game(pause=pause, **fields)


@asynccontextmanager
async def playing(size: tuple[int, int]) -> AsyncIterator[tuple[MadeUpRoom, Any, Any]]:
    room = MadeUpRoom("auntie_allis", ["Ann"])
    async with room.racing(size) as (app, pilot):
        room.hear(in_game().model_copy(update={"id": None}))
        await pilot.pause()
        yield room, app, pilot


async def test_the_run_is_seen_while_one_plays() -> None:
    async with playing((80, 24)) as (room, app, pilot):
        assert "♛♛· 2 of 3" in text_of(app)
        assert "breaks 27:29 left" in text_of(app)
        assert "move within" not in text_of(app)
        room.now.ms += 1_560_000
        app.tick()
        await pilot.pause()
        assert "move within 4:00" in text_of(app)
        await pilot.resize_terminal(60, 20)
        await pilot.pause()
        assert "♛♛· 4:00" in text_of(app)
        room.hear(crown(ended=RunEnded(why="idle", ago_ms=0), playing=PLAYING))
        await pilot.pause()
        assert "Your run is over: no move was made for 30:00." in text_of(app)


@pytest.mark.parametrize("size", [(80, 24), (30, 8)])
async def test_nothing_of_the_table_is_seen_on_a_break(size: tuple[int, int]) -> None:
    async with playing(size) as (room, app, pilot):
        await pilot.press("f9")
        await until(pilot, lambda: "begin_break" in room.asked)
        assert shows(app, RacePage)
        room.event(Covered, seat=0, covered=True)
        room.hear(on_break())
        await pilot.pause()
        assert shows(app, BreakPage)
        room.now.ms += 10_000
        app.tick()
        await pilot.pause()
        told = text_of(app)
        check_golden(f"cover-{size[0]}x{size[1]}", told)
        assert not set(told) & set("♠♥♦♣")
        await pilot.press("a", "f9")
        await until(pilot, lambda: room.asked[-1] == "end_break")
        room.event(Covered, seat=0, covered=False)
        room.table()
        await pilot.pause()
        assert shows(app, RacePage)


async def test_a_board_that_was_covered_when_one_came_in_stays_so() -> None:
    room = MadeUpRoom("auntie_allis", ["Ann"])
    async with room.sitting() as (app, pilot):
        room.event(said.Countdown, race=1, starts_in_ms=5_000, racing=[0])
        room.now.ms += 5_000
        room.event(said.Started, race=1)
        room.event(Covered, seat=0, covered=True)
        await pilot.pause()
        assert shows(app, BreakPage)
        assert "this break is not counted" in text_of(app)


async def test_alone_one_wins_over_nobody_and_the_results_say_what_is_next() -> None:
    async with playing((80, 24)) as (room, app, pilot):
        room.hear(between().model_copy(update={"id": None}))
        room.over()
        await pilot.pause()
        assert shows(app, ResultsPage)
        told = " ".join(text_of(app).split())
        assert "The cards have won." in told
        assert "a Triple Crown after one more" in told
        assert "A break, between games: 1:40 of 10:00" in told


# Without a server. ----------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(80, 24), (30, 8)])
async def test_how_a_run_looks_and_moves(tmp_path: Path, size: tuple[int, int]) -> None:
    async with at_home(tmp_path, NOBODY, size) as anna:
        await anna.opens("Crowns")
        await anna.sees("CROWNS")
        page, now = anna.app.screen, anna.app.now
        assert isinstance(page, CrownsPage)
        assert isinstance(now, Clock)
        page._take(between())
        now.ms += 20_000
        page.tick()
        await anna.pilot.pause()
        check_golden(f"crowns-{size[0]}x{size[1]}", text_of(anna.app))


async def test_a_guest_is_told_what_it_takes(tmp_path: Path) -> None:
    async with at_home(tmp_path, NOBODY) as anna:
        await anna.opens("Crowns")
        await anna.sees("A crown belongs to an account")
        await anna.pilot.press("h")
        await anna.sees("No server answers")
        await anna.pilot.press("q", "o", "enter")
        await anna.sees(NEEDS_ACCOUNT.split(":")[0])


@pytest.mark.parametrize("size", [(80, 24), (40, 12)])
async def test_how_a_crown_race_looks(tmp_path: Path, size: tuple[int, int]) -> None:
    async with at_home(tmp_path, NOBODY, size) as anna:
        anna.app.push_screen(CrownRacePage(crown_race(ANNA, BEN)))
        await anna.sees("No server answers")
        page = anna.app.screen
        assert isinstance(page, CrownRacePage)
        page._take(crown_race(ANNA, BEN.model_copy(update={"quit": True})))
        page.tell("")
        await anna.pilot.pause()
        check_golden(f"crown-race-{size[0]}x{size[1]}", text_of(anna.app))


# With a real one. -----------------------------------------------------------------------------


async def win(who: Client, server: ServerProcess, game: str) -> None:
    """Get a game out, as quickly as a machine can."""
    redis = connect(f"unix://{socket_path(server.data_dir)}", 1)
    room = await who.create(game, bell_ms=3_600_000)
    known = await winning(redis, room["code"])
    await redis.aclose()
    await who.ask("ready", nonce=known.nonce)
    await who.ask("start")
    await who.until("table")
    await play(who, 1, known.moves)
    await who.until("over")
    await who.ask("leave")


async def claims(anna: Person, server: ServerProcess) -> None:
    """The name Anna, without typing it."""
    key = accounts.AccountKey("new", PASSWORD)
    await with_connection(
        server.url, anna.storage, lambda client: accounts.enter(client, "Anna", key)
    )


@pytest.mark.processes
async def test_a_run_is_followed_given_up_and_its_roll_read(
    tmp_path: Path, server: ServerProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    async with client(server.url) as elsewhere, at_home(tmp_path / "anna", server.url) as anna:
        await claims(anna, server)
        await anna.opens("Crowns")
        await anna.sees("You have no run")
        await elsewhere.ask("log_in", name="Anna", password=PASSWORD)
        await win(elsewhere, server, "auntie_allis")
        await anna.sees("♛ Auntie Allis won in")
        await anna.sees("One in a row: a Triple Crown after two more")
        await anna.pilot.press("x")
        await anna.sees(SURE)
        await anna.pilot.press("q", "x", "x")
        await anna.sees("You have given up the run")
        await anna.sees("Your last run ended just now: you gave it up.")
        await anna.pilot.press("h")
        await anna.sees("1 (not named) Quintuple Crown, 19 January 1952")
        await anna.pilot.press("c")
        await anna.sees("Into the file")
        await anna.pilot.press("enter")
        await anna.sees("Written to quintuple-crown-1952-01-19.svg.")
        ElementTree.parse(tmp_path / "quintuple-crown-1952-01-19.svg")
        await anna.pilot.press("q", "home", "enter")
        await anna.pilot.pause()
    assert anna.app.return_value == PendingAction("crown", game="auntie_allis")


@pytest.mark.processes
async def test_a_crown_race_is_opened_joined_and_played(
    tmp_path: Path, server: ServerProcess
) -> None:
    async with client(server.url) as ben, at_home(tmp_path, server.url) as anna:
        await claims(anna, server)
        await opens_crown_races(anna)
        await anna.pilot.press("enter")
        await anna.sees("The server listens to this computer only")
        code = crown_races.remembered(Storage(tmp_path), server.url)
        assert code is not None
        joins = f"patience crown race join {codes.spoken(code)} --server 127.0.0.1:{server.port}"
        told = " ".join(text_of(anna.app).split())
        assert f"On this computer: {joins}" in told, "the server has a port of its own"
        await sign_up(ben, "Ben")
        joined = await ben.ask("join_crown_race", code=code, nonce="00" * 16)
        assert joined["type"] == "crown_race", joined
        await anna.sees("Ben")
        await anna.pilot.press("x")
        await anna.sees("Take part no more? Press x again")
        await anna.pilot.press("g")
        await anna.pilot.pause()
        assert "Under way." not in text_of(anna.app), "another key than x goes on, and no more"
        await anna.pilot.press("g")
        await anna.sees("Under way.")
        await anna.sees("p play Auntie Allis")
        await anna.pilot.press("enter")
        await anna.sees("1. Anna (you): 0 games won")
        token = "b" * 24
        await ben.ask("play_crown_deal", code=code, token=token)
        await ben.until("table")
        await anna.sees("Ben ▸")
        await anna.pilot.press("q")
        await anna.sees("The last one")
        await anna.pilot.press("end", "enter")
        await anna.sees("p play Auntie Allis")
        await anna.pilot.press("p")
        await anna.pilot.pause()
    assert anna.app.return_value == PendingAction("crown_race", code=code or "")


async def opens_crown_races(anna: Person) -> None:
    await anna.opens("Crowns")
    await anna.sees("You have no run")
    await anna.pilot.press("o")
    await anna.sees("Open one")
