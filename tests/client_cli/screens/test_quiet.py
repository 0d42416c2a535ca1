"""Large and quiet, and streaming: what is not shown on the full screen, and how that is undone."""

from pathlib import Path

from client_cli.features import accounts
from client_cli.local import preferences
from client_cli.local.storage import Storage
from client_cli.messages.displayed_code import HIDDEN
from client_cli.net.invitations import ServerAddress
from client_cli.screens.app import PatienceApp
from client_cli.screens.pages.home import QUIET, HomePage
from client_cli.screens.pages.solo import SoloPage
from engine.crowns.facts import GREAT_GAMES
from engine.games import GAMES
from protocol.rooms.talk import Said
from tests.client_cli.screens.made_up import MadeUpRoom
from tests.client_cli.screens.pilots import Clock, shows, text_of, until

REACH = ServerAddress("ws://127.0.0.1:8765/ws", "ws://192.168.1.5:8765/ws")
WORDS = "Meet me behind the shed"
CODE = "KQ7-4TX"


def names(app: PatienceApp) -> list[str]:
    page = app.screen
    assert isinstance(page, HomePage)
    return [name for name, _what, _open in page.entries]


async def test_one_choice_on_the_first_page_and_the_same_undoes_it(tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    app = PatienceApp(lambda _: HomePage(), storage, now=Clock())
    titles = [GAMES[slug].book.title for slug in GREAT_GAMES]
    async with app.run_test(size=(80, 30)) as pilot:
        await pilot.pause()
        usual = names(app)
        await pilot.press("home", *["down"] * usual.index(QUIET), "enter")
        assert preferences.choice(storage, "quiet") == "on"
        assert names(app)[:5] == titles
        assert f"▸ {QUIET}" in text_of(app), "the choice that undoes it is at hand"
        await pilot.press("home", "enter")
        await pilot.pause()
        assert isinstance(app.screen, SoloPage)
        assert app.screen.game.slug == GREAT_GAMES[0]
        assert "0:00" not in text_of(app)
        await pilot.press("q")
        await pilot.pause()
        await pilot.press("home", *["down"] * names(app).index(QUIET), "enter")
        assert preferences.choice(storage, "quiet") == "off"
        assert names(app) == usual


async def test_it_opens_where_one_left_off(tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    app = PatienceApp(lambda _: HomePage(), storage, now=Clock())
    async with app.run_test(size=(80, 24)) as pilot:
        app.open_table("uncle_remus", deal=7)
        await pilot.pause()
        await pilot.press("space", "q")
        await pilot.pause()
        assert shows(app, HomePage)
        assert "Go on" in names(app)
    usual = PatienceApp(lambda _: HomePage(), storage, now=Clock())
    async with usual.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert shows(usual, HomePage)
    accounts.choose(storage, ["quiet=on"])
    again = PatienceApp(lambda _: HomePage(), storage, now=Clock())
    async with again.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(again.screen, SoloPage))
        assert isinstance(again.screen, SoloPage)
        assert (again.screen.game.slug, again.screen.solo.number) == ("uncle_remus", 7)
        await pilot.press("q")
        await pilot.pause()
        assert shows(again, HomePage), "and home is not taken away by it"


async def test_a_quiet_race_has_ones_own_cards_alone(tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    room = MadeUpRoom("aces_up")
    async with room.racing(size=(100, 30), storage=storage) as (app, pilot):
        assert "6:00 left" in text_of(app)
        assert app.screen.query_one("#panel").display
        accounts.choose(storage, ["quiet=on"])
        app.take_choices()
        await pilot.resize_terminal(101, 30)
        await pilot.pause()
        assert "6:00 left" not in text_of(app)
        assert not app.screen.query_one("#panel").display
        room.hear(Said(seat=1, text=WORDS, phrase=None, set_phrase=None))
        await pilot.pause()
        assert WORDS not in text_of(app)


async def test_who_streams_shows_no_code_no_link_and_no_talk(tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    for wanted in ("off", "on"):
        accounts.choose(storage, [f"streamer={wanted}"])
        room = MadeUpRoom("aces_up")
        async with room.sitting((100, 30), REACH, storage) as (app, pilot):
            room.hear(Said(seat=1, text=WORDS, phrase=None, set_phrase=None))
            await pilot.pause()
            open_codes = [CODE in text_of(app), "192.168.1.5" in text_of(app)]
            said = WORDS in text_of(app)
            await pilot.press("f10")
            await pilot.pause()
            said = said or WORDS in text_of(app)
            await pilot.press("escape", "c")
            await pilot.pause()
            in_dialog = CODE in text_of(app)
            assert (*open_codes, said, in_dialog) == (wanted == "off",) * 4, wanted
            assert (HIDDEN in text_of(app)) == (wanted == "on")
