"""I am, friends, options and daily deals on the screen, with keys alone, against a real server."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from client_cli.local import preferences
from client_cli.local.account_store import account_on
from client_cli.local.storage import Storage
from client_cli.screens.app import PatienceApp
from client_cli.screens.page import ReadingPage
from client_cli.screens.pages.home import HomePage
from client_cli.screens.pending_action import PendingAction
from client_cli.screens.widgets.form import Form
from client_cli.screens.widgets.list_page import ListPage
from tests.client_cli.command import NOBODY, patience
from tests.client_cli.played import alone
from tests.client_cli.screens.pilots import Clock, text_of, until
from tests.harness import LIMIT_S, ServerProcess

PASSWORD = "correct horse"


class Person(NamedTuple):
    """Somebody at a terminal, from the first screen on."""

    pilot: Pilot[Any]
    storage: Storage

    @property
    def app(self) -> PatienceApp:
        app = self.pilot.app
        assert isinstance(app, PatienceApp)
        return app

    async def sees(self, words: str) -> None:
        try:
            async with asyncio.timeout(LIMIT_S):
                await until(self.pilot, lambda: words in " ".join(text_of(self.app).split()))
        except TimeoutError:
            raise AssertionError(f"{words!r} is not on\n{text_of(self.app)}") from None

    async def opens(self, door: str) -> None:
        """Walk to a door of the list and through it."""
        page = self.app.screen
        assert isinstance(page, ListPage)
        names = [row.words.strip() for row in page.rows()]
        await self.pilot.press("home", *["down"] * names.index(door), "enter")
        await self.pilot.pause()

    async def fills(self, *texts: str) -> None:
        """Type into the lines of a form, each in place of what stands there."""
        await until(self.pilot, lambda: isinstance(self.app.screen, Form))
        for text in texts:
            await self.pilot.press("ctrl+u", *text, "enter")

    async def claims(self, name: str) -> None:
        await self.opens("Your name")
        await self.opens("Claim a name")
        await self.fills(name, PASSWORD, PASSWORD)
        await self.sees("Recovery code: ")
        await self.pilot.press("w")
        await self.sees(f"You are {name}: 1 session")
        await self.pilot.press("q")


@asynccontextmanager
async def at_home(
    root: Path, server: str, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[Person]:
    storage = Storage(root)
    app = PatienceApp(lambda _: HomePage(), storage, now=Clock(), server=server)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield Person(pilot, storage)


@pytest.fixture
def by_line(tmp_path: Path, server: ServerProcess) -> Callable[..., str]:
    """Does something by the command line as somebody with a computer of their own."""

    def run(whose: str, *words: str, typed: str = "") -> str:
        data = tmp_path / whose
        data.mkdir(exist_ok=True)
        return patience(data, *words, typed=typed, server=server.url).out

    return run


@pytest.mark.processes
async def test_a_form_keeps_what_was_typed_and_shows_the_error_under_the_wrong_field(
    tmp_path: Path, server: ServerProcess
) -> None:
    def below(person: Person) -> Input:
        form = person.app.screen
        assert isinstance(form, Form)
        shown = list(form.query_one("#form").children)
        above = shown[shown.index(form.query_one("#wrong")) - 1]
        assert isinstance(above, Input)
        assert form.focused is above
        return above

    async with at_home(tmp_path / "one", server.url) as anna:
        await anna.claims("Anna")
    async with at_home(tmp_path / "two", server.url) as ben:
        await ben.opens("Your name")
        await ben.opens("Claim a name")
        await ben.fills("Ben", "short", "short")
        await ben.sees("A password has at least 8 characters.")
        assert below(ben).border_title == "New password"
        await ben.pilot.press("up")
        await ben.fills("Anna", PASSWORD, "another one")
        await ben.sees("The two passwords differ.")
        assert below(ben).border_title == "Repeat"
        await ben.fills(PASSWORD)
        await ben.sees("Anna is somebody's name, or looks like it.")
        assert below(ben).border_title == "Your name"
        typed = [line.value for line in ben.app.screen.query(Input)]
        assert typed == ["Anna", PASSWORD, PASSWORD]
        await ben.fills("Ben")
        await ben.pilot.press("enter", "enter")
        await ben.sees("Recovery code: ")


@pytest.mark.long(15)
@pytest.mark.processes
async def test_a_name_is_claimed_and_its_recovery_code_seen_until_it_is_written_down(
    tmp_path: Path, server: ServerProcess
) -> None:
    async with at_home(tmp_path / "one", server.url) as anna:
        await anna.opens("Your name")
        await anna.sees("You have no name yet.")
        await anna.opens("Claim a name")
        await anna.fills("Anna", "short")
        await anna.pilot.press("enter")
        await anna.sees("A password has at least 8 characters.")
        assert "short" not in text_of(anna.app)
        await anna.pilot.press("ctrl+u", *PASSWORD, "enter", "ctrl+u", *PASSWORD, "down")
        await anna.pilot.press("space")
        await anna.sees("[ ] Remember me")
        await anna.pilot.press("enter")
        await anna.sees("Recovery code: ")
        recovery = text_of(anna.app).split("Recovery code: ")[1].split()[0]
        await anna.pilot.press("enter", "escape")
        await anna.sees(recovery)
        await anna.pilot.press("w")
        await anna.sees("You are Anna: 1 session on this server.")
        assert recovery not in text_of(anna.app)

        await anna.opens("Log out")
        await anna.sees("Anna is logged out.")
        assert account_on(anna.storage, server.url) is None
        await anna.opens("Recover")
        await anna.fills("Anna", recovery, "another horse", "another horse")
        await anna.sees("Recovery code: ")
        assert recovery not in text_of(anna.app), "it served once"
        await anna.pilot.press("w")
        await anna.opens("Recovery code")
        await anna.fills("another horse")
        await anna.sees("The old recovery code is void.")
        await anna.pilot.press("w")
        await anna.opens("Log out everywhere")
        await anna.sees("Anna is logged out on all devices.")
        await anna.opens("Log in")
        await anna.fills("Anna", "another horse")
        await anna.sees("You are Anna: 1 session")
        await anna.opens("Delete")
        await anna.fills("another horse")
        await anna.sees("The account is deleted.")


@pytest.mark.long(15)
@pytest.mark.processes
async def test_one_s_account_is_changed_and_taken_along(
    tmp_path: Path, server: ServerProcess
) -> None:
    async with at_home(tmp_path / "one", server.url) as anna:
        await anna.claims("Anna")
        await anna.opens("Your name")
        await anna.sees("1 session")
        await anna.opens("Rename")
        await anna.fills("Clara")
        await anna.sees("You are Clara now.")
        await anna.opens("Password")
        await anna.fills("wrong horse", "another horse", "another horse")
        await anna.sees("That is not the password.")
        await anna.pilot.press("escape")
        await anna.opens("Export")
        await anna.fills(str(tmp_path / "me.json"))
        await anna.sees("Written to")
        assert json.loads((tmp_path / "me.json").read_text())["name"] == "Clara"
        await anna.opens("Password")
        await anna.fills(PASSWORD, "another horse", "another horse")
        await anna.sees("all other sessions have ended")


@pytest.mark.processes
async def test_a_request_is_seen_at_home_and_answered(
    tmp_path: Path, server: ServerProcess, by_line: Callable[..., str]
) -> None:
    by_line("two", "login", "--new", "Ben", typed=f"{PASSWORD}\n" * 2)
    async with at_home(tmp_path / "one", server.url) as anna:
        await anna.opens("Friends")
        await anna.sees("claim your name under 'Your name' first")
        await anna.pilot.press("q")
        await anna.claims("Anna")
        by_line("two", "me", "friends", "add", "Anna")
        await anna.opens("Options")
        await anna.pilot.press("q")
        await anna.sees("1 request waits: Ben")
        await anna.opens("Friends")
        await anna.sees("1 waiting for your answer")
        await anna.pilot.press("y")
        await anna.sees("Ben friend")
        assert by_line("two", "me", "friends").startswith("Anna: friend")
        await anna.pilot.press("a")
        await anna.fills("Nobody here")
        await anna.sees("Nobody has claimed the name")
        await anna.pilot.press("b")
        await anna.sees("Ben blocked")
        await anna.pilot.press("u")
        await anna.sees("Nobody yet.")
        await anna.pilot.press("a")
        await anna.fills("Ben")
        await anna.sees("Ben asked, no answer yet")
        await anna.pilot.press("d")
        await anna.sees("Nobody yet.")
        await anna.pilot.press("q")
        await until(anna.pilot, lambda: isinstance(anna.app.screen, HomePage))
        await until(anna.pilot, lambda: "waits" not in text_of(anna.app))


@pytest.mark.processes
async def test_options_are_kept_here_and_with_the_account(
    tmp_path: Path, server: ServerProcess, by_line: Callable[..., str]
) -> None:
    async with at_home(tmp_path / "one", server.url) as anna:
        await anna.claims("Anna")
        await anna.opens("Options")
        await anna.pilot.press("down", "right", "right")  # default, symbols, letters
        await anna.sees("Cards letters")
        assert anna.app.look.ascii, "at once"
        page = anna.app.screen
        assert isinstance(page, ListPage)
        names = [row.words for row in page.rows()]
        at = next(i for i, name in enumerate(names) if name.startswith("Uncle Remus, columns"))
        await anna.pilot.press("home", *["down"] * at, "enter")
        await anna.sees("it holds from the next game on")
        assert preferences.usual_options(anna.storage, "uncle_remus") == ["columns=9"]
        await anna.pilot.press("q")
        await until(anna.pilot, lambda: isinstance(anna.app.screen, HomePage))
        by_line("two", "login", "Anna", typed=f"{PASSWORD}\n")
        assert "uncle_remus.columns=9" in by_line("two", "options")
        await anna.opens("Options")
        await anna.pilot.press("down", "backspace")
        await anna.sees("Cards default")
        assert not anna.app.look.ascii


@pytest.mark.processes
async def test_a_daily_deal_is_for_those_with_an_account(
    tmp_path: Path, server: ServerProcess
) -> None:
    async with at_home(tmp_path / "one", server.url) as anna:
        await anna.opens("Daily deals")
        await anna.sees("Tomorrow: long, ")
        assert text_of(anna.app).count("not tried") == 2
        await anna.pilot.press("enter")
        await anna.sees("claim your name under 'Your name' first")
        await anna.pilot.press("b")
        await anna.sees("to those who have finished")
        await anna.pilot.press("r")
        await until(anna.pilot, lambda: isinstance(anna.app.screen, ReadingPage))
        await anna.pilot.press("escape", "q")
        await anna.claims("Anna")
        await anna.opens("Daily deals")
        await anna.sees("Tomorrow: long, ")
        await anna.pilot.press("down", "enter")
        await anna.pilot.pause()
    wish = anna.app.return_value
    assert isinstance(wish, PendingAction)
    assert (wish.kind, wish.name.rpartition("-")[2]) == ("daily", "long")


async def test_where_no_server_is_all_pages_say_so_and_go_on(tmp_path: Path) -> None:
    async with at_home(tmp_path / "one", NOBODY, size=(60, 20)) as anna:
        await anna.opens("Daily deals")
        await anna.sees("answer")
        await anna.pilot.press("q")
        await anna.opens("Your name")
        await anna.opens("Play as")
        await anna.fills("Anna")
        await anna.sees("You play as Anna.")
        await anna.opens("Log in")
        await anna.fills("Anna", PASSWORD)
        await until(anna.pilot, lambda: isinstance(anna.app.focused, Input))
        await anna.sees("answer")
        password = anna.app.focused
        assert isinstance(password, Input)
        assert (password.border_title, password.value) == ("Password", PASSWORD), (
            "Enter tries again"
        )
        await anna.pilot.press("escape", "q")
        await anna.sees("Your name Anna")


async def test_an_address_that_is_none_stops_no_page(tmp_path: Path) -> None:
    async with at_home(tmp_path / "one", "http://user@nowhere:x") as anna:
        anna.storage.save_record("aces_up-7", alone("aces_up", 7))
        await anna.opens("Daily deals")
        await anna.sees("is not the address of a server")
        await anna.pilot.press("q")
        await anna.opens("History")
        await anna.pilot.press("v")
        await anna.sees("is not the address of a server")
        await anna.pilot.press("q")
        await anna.opens("Friends")
        await anna.sees("claim your name")
