"""Every page, in windows of all sizes, with no server anywhere: a sentence, and a way back."""

import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from websockets.asyncio.server import ServerConnection, serve
from websockets.typing import Subprotocol

from client_cli.local.account_store import KnownAccount, save_account
from client_cli.local.preferences import merge
from client_cli.local.storage import Storage
from client_cli.net.invitations import ServerAddress
from client_cli.screens.actions import actions
from client_cli.screens.app import PatienceApp
from client_cli.screens.navigation import places
from client_cli.screens.page import Page
from client_cli.screens.pages.account.account import AccountPage
from client_cli.screens.pages.account.friends import FriendsPage
from client_cli.screens.pages.account.options import OptionsPage
from client_cli.screens.pages.calls.call_composer import CallComposerPage
from client_cli.screens.pages.calls.calls import CallsPage
from client_cli.screens.pages.compare import ComparePage
from client_cli.screens.pages.crowns.crown_race import CrownRaceEntryPage
from client_cli.screens.pages.crowns.crowns import CrownsPage
from client_cli.screens.pages.crowns.honours import HonoursPage
from client_cli.screens.pages.daily import DailyPage
from client_cli.screens.pages.games import BoardsPage, RulesPage, SoloGamesPage
from client_cli.screens.pages.history import HistoryPage
from client_cli.screens.pages.home import QUIT, HomePage
from client_cli.screens.pages.leaderboards import BoardPage
from client_cli.screens.pages.leisure_races import LeisureRacePage, LeisureRacesPage
from client_cli.screens.pages.live_boards import LiveBoardsPage
from client_cli.screens.pages.rivals import RivalsPage
from client_cli.screens.pages.rooms.race_entry import HostPage, JoinPage, TermsPage, WatchPage
from client_cli.screens.pages.stats import StatsPage
from client_cli.screens.pages.tournaments.tournament_list import TournamentsPage
from client_cli.screens.pages.tournaments.tournament_page import TournamentPage
from client_cli.screens.pages.tournaments.tournament_wall import WallPage
from protocol import SUBPROTOCOL, VERSION
from protocol import from_server as said
from protocol.accounts import Preference
from tests.client_cli.command import NOBODY
from tests.client_cli.played import race
from tests.client_cli.screens.made_up import MadeUpRoom
from tests.client_cli.screens.pilots import Clock, shows, text_of, until

REACH = ServerAddress("http://example.org/ws", "http://example.org/ws")
SIZES = [(20, 5), (40, 12), (200, 60)]
RACE = race("aces_up")
ASKING: list[Callable[[], Page]] = [
    DailyPage,
    CrownsPage,
    HonoursPage,
    TournamentsPage,
    lambda: TournamentPage("KQ74TX"),
    lambda: WallPage("KQ74TX"),
    lambda: BoardPage("aces_up"),
    lambda: LiveBoardsPage("aces_up"),
    RivalsPage,
    CallsPage,
    CallComposerPage,
    FriendsPage,
    AccountPage,
    JoinPage,
    WatchPage,
]
ALONE: list[Callable[[], Page]] = [
    CrownRaceEntryPage,
    LeisureRacesPage,
    lambda: LeisureRacePage("KQ74TX"),
    SoloGamesPage,
    HostPage,
    BoardsPage,
    RulesPage,
    lambda: TermsPage("uncle_remus"),
    HistoryPage,
    StatsPage,
    OptionsPage,
    lambda: ComparePage(RACE, *RACE.seats),
    lambda: ComparePage(RACE, *RACE.seats, together=False),
]


def at_home(root: Path, server: str = NOBODY) -> PatienceApp:
    """Somebody with an account on a server; one that is gone, usually."""
    storage = Storage(root)
    storage.remember_name("Anna")
    save_account(storage, KnownAccount(server, "Anna", f"{0:024}{1:043}"))
    return PatienceApp(lambda _: HomePage(), storage, now=Clock(), server=server)


async def open_page(pilot: Pilot[Any], app: PatienceApp, make: Callable[[], Page]) -> Page:
    page = make()
    app.push_screen(page)
    await until(pilot, lambda: app.screen is page and page.is_mounted)
    await answered(pilot, app)
    return page


async def answered(pilot: Pilot[Any], app: PatienceApp) -> None:
    """Whatever was asked has come to its end; the telephone alone tries again and again."""
    await until(pilot, lambda: all(w.is_finished or w.group == "telephone" for w in app.workers))
    await pilot.pause()


async def test_every_page_opens_in_small_windows_and_escape_leaves_it(tmp_path: Path) -> None:
    app = at_home(tmp_path)
    async with app.run_test(size=(20, 5)) as pilot:
        for make in [*ASKING, *ALONE]:
            page = await open_page(pilot, app, make)
            assert text_of(app).strip(), f"{page} in the smallest"
            await pilot.resize_terminal(40, 12)
            words = " ".join(text_of(app).split())
            assert words if make in ALONE else "No server answers" in words, f"{page}: {words}"
            await pilot.resize_terminal(20, 5)
            await pilot.press("escape")
            assert shows(app, HomePage), f"{page} is left"


async def test_what_is_chosen_where_no_server_is_ends_in_a_sentence(tmp_path: Path) -> None:
    """Every action of every page that asks a server, one after the other."""
    app = at_home(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        for make in ASKING:
            page = await open_page(pilot, app, make)
            for action in list(actions(page)):
                if app.screen is page and action.told != "back":
                    page.press(action.key, action.char)
                    await answered(pilot, app)
                assert app.is_running, f"{page}: {action.shown} ended the program"
                while app.screen is not page:
                    app.pop_screen()
            app.pop_screen()
        await pilot.pause()
        assert shows(app, HomePage)


async def _newer(socket: ServerConnection, hello: dict[str, Any]) -> None:
    refused = {"type": "refused", "id": hello["id"], "code": "version"}
    await socket.send(json.dumps({**refused, "error": "This server speaks version 9."}))
    await socket.wait_closed()


async def _stranger(socket: ServerConnection, hello: dict[str, Any]) -> None:
    welcome = {"type": "welcome", "id": hello["id"], "protocol": VERSION, "server": "9"}
    await socket.send(json.dumps(welcome))
    async for frame in socket:
        await socket.send(json.dumps({"type": "oracle", "id": json.loads(frame)["id"]}))


@pytest.mark.parametrize(
    ("answering", "words"),
    [(_newer, "This server speaks version 9."), (_stranger, "is not understood")],
)
async def test_a_server_of_another_version_is_a_sentence_on_the_page(
    tmp_path: Path,
    answering: Callable[[ServerConnection, dict[str, Any]], Awaitable[None]],
    words: str,
) -> None:
    async def greeted(socket: ServerConnection) -> None:
        await answering(socket, json.loads(await socket.recv()))

    async with serve(greeted, "127.0.0.1", 0, subprotocols=[Subprotocol(SUBPROTOCOL)]) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        app = at_home(tmp_path, f"ws://127.0.0.1:{port}/ws")
        async with app.run_test(size=(80, 24)) as pilot:
            for make in ASKING[::3]:  # each asks in one of three ways
                page = await open_page(pilot, app, make)
                told = " ".join(text_of(app).split())
                assert words in told or "went down" in told, f"{page}: {told}"
                await pilot.press("escape")
                assert shows(app, HomePage)


async def test_a_terminal_of_plain_letters_gets_no_other_sign(tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    merge(storage, [Preference(name="cards", value="letters", at=1)])
    app = PatienceApp(lambda _: HomePage(), storage, now=Clock())
    async with app.run_test(size=(80, 24)) as pilot:
        for make in ALONE:
            page = await open_page(pilot, app, make)
            await pilot.press("f1")
            assert text_of(app).isascii(), f"{page}: {text_of(app)}"
            await pilot.press("escape")
            assert text_of(app).isascii(), f"{page}: {text_of(app)}"
            app.pop_screen()
        app.open_table("seven_and_sixes", deal=1)
        await pilot.press("space", "x", "x")
        assert text_of(app).isascii(), text_of(app)
    room = MadeUpRoom("uncle_remus")
    async with room.sitting(storage=storage) as (app, pilot):
        assert text_of(app).isascii(), text_of(app)
        room.now.ms += 5_000
        room.event(said.Started, race=1)
        room.table()
        await pilot.press("/")
        assert text_of(app).isascii(), text_of(app)
        await pilot.press("escape")
        room.over()
        await pilot.pause()
        assert text_of(app).isascii(), text_of(app)


@pytest.mark.parametrize("size", SIZES)
async def test_every_screen_of_a_room_bears_any_window(size: tuple[int, int]) -> None:
    room = MadeUpRoom("uncle_remus")
    async with room.sitting(size=size, reach=REACH) as (app, pilot):
        for press in (("c", "escape"), ("f1", "escape"), ("f10", "escape"), ("/", "escape")):
            await pilot.press(*press)
        assert "KQ7-4TX" in text_of(app)
        seen = text_of(app)
        if size == (20, 5):
            await pilot.press("pagedown")
            assert text_of(app) != seen, "what is longer than the window is scrolled"
        else:
            assert "Ann" in seen
            assert "Bob" in seen
        room.event(said.Countdown, race=1, starts_in_ms=5_000, racing=[0, 1])
        await pilot.pause()
        assert text_of(app).strip()
        room.now.ms += 5_000
        room.event(said.Started, race=1)
        room.table()
        await pilot.pause()
        await pilot.press("f1", "escape", "f2")
        await until(pilot, lambda: "phrase" in room.asked)
        room.over()
        await pilot.pause()
        await pilot.press("f1", "escape")
        assert text_of(app).strip()
        await pilot.press("q")
        await until(pilot, lambda: not app.is_running)
    assert "leave" in room.asked


async def test_the_palette_has_every_action_and_every_page(tmp_path: Path) -> None:
    app = at_home(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        named = {command.title for command in app.get_system_commands(app.screen)}
        home = app.screen
        assert isinstance(home, HomePage)
        assert {door[0] for door in home.entries} - {QUIT} <= named
        titles = [command.title for command in app.get_system_commands(home)]
        assert len(titles) == len(set(titles)), "nothing is offered twice"
        await pilot.press("f1")
        assert text_of(app).count("F1 ") == 1
        await pilot.press("escape")
        await pilot.press("ctrl+p", *"statis")
        await until(pilot, lambda: "Statistics" in text_of(app))
        assert app.screen.query_one("Input").region.width > 70
        await pilot.press("enter")
        await until(pilot, lambda: shows(app, StatsPage))
        app.open_table("aces_up", deal=5)
        await pilot.pause()
        commands = {command.title: command for command in app.get_system_commands(app.screen)}
        assert {"Deal", "Undo", "Hint", "Rules", "Options", "Leave"} <= set(commands)
        commands["Deal"].callback()
        await pilot.pause()
        page = app.screen
        assert isinstance(page, Page)
        assert "stock" in text_of(app)
        assert len(places(app)) == len(home.entries) - 1


async def test_where_one_was_is_where_one_is_again(tmp_path: Path) -> None:
    app = at_home(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("down", "enter", "end", "enter", "escape", "escape")
        await pilot.pause()
        assert shows(app, HomePage)
    app = at_home(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "▸ Race friends" in text_of(app)
        await pilot.press("enter")
        await pilot.pause()
        assert "▸ Usk Patience" in text_of(app)
