"""The doors to a room and to a deal: terms, a number, the way back."""

from pathlib import Path

from textual.widgets import Static

from client_cli.features import race_setup
from client_cli.local.storage import SavedSeat, Storage
from client_cli.screens.app import PatienceApp
from client_cli.screens.pages.home import HomePage
from client_cli.screens.pages.rooms.race_entry import (
    ALTERS,
    FROZEN,
    IN_NETWORK,
    HostPage,
    JoinPage,
    RoomsPage,
    TermsPage,
)
from client_cli.screens.pages.solo import SoloPage
from client_cli.screens.pending_action import PendingAction
from client_cli.screens.ui_state import store_ui_state
from client_cli.screens.widgets.form import Form
from engine.games import GAMES
from protocol.rooms.room_settings import OpenRoom
from tests.client_cli.screens.pilots import Clock, shows, text_of, until

HERE = "ws://127.0.0.1:9/ws"


def home(root: Path) -> PatienceApp:
    storage = Storage(root)
    storage.remember_name("Ann")
    return PatienceApp(lambda _: HomePage(), storage, now=Clock(), server=HERE)


async def test_terms_are_chosen_one_by_one_and_told_as_one_race(tmp_path: Path) -> None:
    app = home(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(TermsPage("uncle_remus"))
        await pilot.pause()
        assert "Uncle Remus, best when time is up" in text_of(app)
        assert FROZEN in text_of(app)
        await pilot.press("down", "right", "right", "left", "down", "right")
        assert "time limit 2:00" in text_of(app)
        await pilot.press("backspace", "up", "right", "end")
        assert ALTERS in " ".join(text_of(app).split())
        await pilot.press("up", "enter", "enter")
        assert "time limit 5:00" in text_of(app)
        assert "columns" in text_of(app).lower()
        await pilot.press("home", "enter")
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
    wish = app.return_value
    assert isinstance(wish, PendingAction)
    assert (wish.kind, wish.game, wish.name) == ("host", "uncle_remus", "Ann")
    plan = race_setup.made("uncle_remus", dict(wish.terms), None)
    assert plan.bell_ms == 300_000
    assert plan.game.chosen["columns"] == 9


async def test_a_room_for_the_local_network_is_opened_by_one_key(tmp_path: Path) -> None:
    app = home(tmp_path)
    async with app.run_test(size=(100, 24)) as pilot:
        app.push_screen(HostPage())
        await pilot.pause()
        assert "n race in the local network" in text_of(app)
        await pilot.press("n")
        await until(pilot, lambda: bool(app.screen.query("#note")))
        assert IN_NETWORK in str(app.screen.query_one("#note", Static).content)
        await pilot.press("enter")
        await pilot.pause()
    wish = app.return_value
    assert isinstance(wish, PendingAction)
    assert (wish.kind, dict(wish.terms)) == ("host", {race_setup.LAN: "yes"})


def test_no_game_is_offered_terms_it_does_not_allow() -> None:
    for slug in GAMES:
        for term in race_setup.offered(slug, None):
            for value in term.values:
                race_setup.made(slug, {term.name: value}, None)
    assert race_setup.settings({"listed": "yes"}).listed
    assert not race_setup.settings({}).listed


async def test_a_deal_is_dealt_by_its_number(tmp_path: Path) -> None:
    app = home(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("enter", "d", *"0", "enter")
        await until(pilot, lambda: "lies between 1 and" in text_of(app))
        await pilot.press("ctrl+u", *"4711", "enter")
        await until(pilot, lambda: shows(app, SoloPage))
        assert "deal 4711" in text_of(app)


async def test_home_leads_back_to_the_race_one_sits_in(tmp_path: Path) -> None:
    app = home(tmp_path)
    storage = Storage(tmp_path)
    storage.save_seat(SavedSeat(HERE, "KQ74TX", 1, "t" * 32, "Ann"))
    async with app.run_test(size=(80, 24)) as pilot:
        assert "Back to race" not in text_of(app), "one has left that room"
        await pilot.press("q")
    store_ui_state(storage, room=f"{HERE} KQ74TX")
    app = home(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "▸ Back to race    room KQ7-4TX, as Ann" in text_of(app)
        await pilot.press("enter")
        await pilot.pause()
    assert app.return_value == PendingAction("resume", code="http://127.0.0.1:9/j/KQ7-4TX")


async def test_a_refused_code_stands_in_its_form_again_with_the_sentence(tmp_path: Path) -> None:
    storage, told = Storage(tmp_path), "There is no room with that code."
    wish = PendingAction("join", code="KQ74TX", name="Ann")
    app = PatienceApp(lambda _: HomePage(told, wish), storage, now=Clock(), server=HERE)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, Form))
        await until(pilot, lambda: told in text_of(app))
        assert "KQ7-4TX" in text_of(app)
        await pilot.press(*"kq74ty", "enter")
        await until(pilot, lambda: "The name that your friends will see" in text_of(app))
        await until(pilot, lambda: " Ann " in text_of(app))
        await pilot.press("escape")
        await pilot.pause()
        assert shows(app, JoinPage), "one is where one was, and not at home"
        await pilot.press("enter", *"kq74ty", "enter", "enter")
        await pilot.pause()
    assert app.return_value == PendingAction("join", code="KQ74TY", name="Ann")


async def test_an_open_room_is_taken_from_the_list(tmp_path: Path) -> None:
    taken: list[str] = []
    page = RoomsPage("Join a race", taken.append)
    room = OpenRoom(
        code="KQ74TX",
        game="aces_up",
        options={},
        bell_ms=360_000,
        format="first_out",
        host="Ben",
        here=3,
        size=500,
        status="lobby",
        late=False,
    )
    app = home(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(page)
        await until(pilot, lambda: "No server answers" in text_of(app))
        page._take([room])
        await pilot.press("down", "enter")
        assert "KQ7-4TX  Aces Up, time limit 6:00, Ben and 2 others" in text_of(app)
    assert taken == ["KQ74TX"]
