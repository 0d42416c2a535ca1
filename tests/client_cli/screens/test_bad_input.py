"""Whatever is typed, pasted, clicked and resized at a table: nothing breaks and nothing is lost."""

import os
from random import Random
from typing import Any

import pytest
from textual import events
from textual.geometry import Size
from textual.pilot import Pilot

from client_cli.screens.app import PatienceApp
from client_cli.screens.pages.games import RulesPage
from client_cli.screens.pages.home import HomePage
from client_cli.screens.pages.rooms.race import RacePage
from client_cli.screens.pages.solo import SoloPage
from engine.games import GAMES
from engine.moves import Resign
from engine.races.board import GameBoard, fold
from engine.takeback import UNDO
from tests.client_cli.screens.made_up import MadeUpRoom
from tests.client_cli.screens.pilots import Clock, solo_app, text_of

MANY = int(os.environ.get("TABLE_DEEDS", "25"))
"""How much is done at each table; tables of all games if this is said."""
TABLES = (
    sorted(GAMES) if "TABLE_DEEDS" in os.environ else ["auntie_allis", "kings", "poker_patience"]
)
DEEDS = ["key", "held", "paste", "click", "move", "wheel", "resize", "tick"]
SIZES = [(20, 5), (80, 24), (60, 20), (40, 12), (1, 1), (7, 3), (200, 60), (120, 30)]
KEYS = [
    *"abcdefghijklmnoprstuvwxyzABKZ0123456789<>[]!?/.,;' ",
    *("escape", "enter", "tab", "shift+tab", "space", "backspace", "delete", "insert"),
    *("up", "down", "left", "right", "shift+left", "shift+right", "home", "end", "pageup"),
    *("ctrl+r", "ctrl+u", "ctrl+x", "ctrl+t", "ctrl+v", "ctrl+left", "f5", "f9", "f12", "f24"),
    *("é", "ß", "İ", "字", "²", "٣", "\x00", "\x1b", "alt+a", "ctrl+@"),
]
PASTES = ["", "a c", "aaaa\nbbbb\n" * 50, "\x1b[<0;3;3M", "٣²\u202e\ud800", "x" * 5000]


def do(pilot: Pilot[Any], draw: Random) -> str:
    """One deed of somebody who does not know what they are doing."""
    app = pilot.app
    what = draw.choices(["key", "held", "paste", "click", "move", "wheel", "resize", "tick"], k=1)[
        0
    ]
    x, y = draw.randrange(app.size.width + 2), draw.randrange(app.size.height + 2)
    at: dict[str, Any] = {"screen_x": x, "screen_y": y}
    button, keys = draw.choice([1, 1, 1, 2, 3]), (False, False, False)
    if what in ("key", "held"):
        key = draw.choice(KEYS)
        for _ in range(1 if what == "key" else 12):
            app.post_message(events.Key(key, key if len(key) == 1 else None))
    elif what == "paste":
        app.post_message(events.Paste(draw.choice(PASTES)))
    elif what == "click":
        app.post_message(events.MouseDown(None, x, y, 0, 0, button, *keys, **at))
        if draw.random() < 0.8:
            app.post_message(events.MouseUp(None, x, y, 0, 0, button, *keys, **at))
    elif what == "move":
        ways: list[type[events.MouseEvent]] = [events.MouseMove, events.MouseUp]
        for kind in ways[: draw.randint(1, 2)]:
            app.post_message(kind(None, x, y, 3, 1, draw.choice([0, 1]), *keys, **at))
    elif what == "wheel":
        wheel = draw.choice([events.MouseScrollUp, events.MouseScrollDown])
        app.post_message(wheel(None, x, y, 0, 0, 0, *keys, **at))
    elif what == "resize":
        size = Size(*draw.choice(SIZES))
        app._driver._size = size  # type: ignore[union-attr]
        app.post_message(events.Resize(size, size))
    else:
        app.tick()  # type: ignore[attr-defined]
    return what


@pytest.mark.parametrize("slug", TABLES)
async def test_nothing_breaks_a_table(slug: str) -> None:
    draw = Random(f"{slug} {MANY}")
    app = solo_app(slug, 3)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        page = app.screen
        assert isinstance(page, SoloPage)
        for _ in range(MANY):
            do(pilot, draw)
            await pilot.pause(0)
        solo = page.solo
        start = GameBoard.start(solo.game, solo.game.pack(solo.seed))
        played = fold(solo.game, start, solo.entries, solo.terms.take_back)
        assert (played.state, played.ply) == (solo.state, solo.moves), "what lies there was played"
        await pilot.resize_terminal(80, 24)
        for _ in range(3):
            await pilot.press("escape")
        assert app.screen is page, "there is always a way back to the table"
        assert solo.game.book.title.upper() in text_of(app)


@pytest.mark.parametrize(("opens", "held"), [("r", "5"), ("xx", "z"), ("xx", "n")])
async def test_a_key_that_is_held_down_closes_one_box_and_no_more(opens: str, held: str) -> None:
    app = solo_app("aces_up", 3)
    async with app.run_test(size=(80, 24)) as pilot:
        page = app.screen
        await pilot.press(*opens)
        assert app.screen is not page
        for _ in range(12):
            app.post_message(events.Key(held, held))
        for _ in range(3):
            await pilot.pause(0)
        assert app.screen is page
        assert not app._exit


async def test_rules_open_in_a_window_of_a_single_cell() -> None:
    app = solo_app("usk", 3)
    async with app.run_test(size=(1, 1)) as pilot:
        await pilot.press("r", "escape", "question_mark", "escape", "x", "x", "escape")
        await pilot.resize_terminal(80, 24)
        for _ in range(100):  # on a busy machine it is drawn later
            if text_of(app).strip():
                break
            await pilot.pause(0.05)
        assert "USK PATIENCE" in text_of(app)


class Stubborn(MadeUpRoom):
    """A room in which nobody gives up."""

    def play(self, move: Any) -> None:
        if not isinstance(move, Resign):
            super().play(move)


@pytest.mark.parametrize("slug", ["aces_up", "uncle_remus"])
async def test_nothing_breaks_the_table_of_a_race(slug: str) -> None:
    draw, room = Random(slug), Stubborn(slug, take_back="free")
    async with room.racing() as (app, pilot):
        page = app.screen
        assert isinstance(page, RacePage)
        for _ in range(2 * MANY):
            do(pilot, draw)
            await pilot.pause(0)
            if room.sent and room.sent[0][1] is UNDO:
                room.refuse("There is no move to take back.")
            elif room.sent and not room.state.over:
                room.settle() if draw.random() < 0.7 else room.refuse("Too late.")
        while room.sent:
            room.refuse("The race is over.")
        await pilot.resize_terminal(80, 24)
        for _ in range(3):
            await pilot.press("escape")
        assert isinstance(app.screen, RacePage)
        here, there = (room.rules.view(state) for state in (page.state(), room.state))
        assert here == there, "what lies there is what the server said"
        assert "RACE KQ7-4TX" in text_of(app)


async def test_a_key_that_is_held_down_leaves_one_page_and_no_more() -> None:
    app = PatienceApp(lambda _: HomePage(), now=Clock())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        home = app.screen
        app.push_screen(RulesPage())
        await pilot.pause()
        for _ in range(12):
            app.post_message(events.Key("escape", None))
        for _ in range(3):
            await pilot.pause(0)
        assert app.screen is home


@pytest.mark.parametrize("size", [(20, 5), (42, 8)], ids=str)
async def test_the_way_out_is_seen_in_the_smallest_window(size: tuple[int, int]) -> None:
    app = solo_app("aces_up", 3)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        assert text_of(app).splitlines()[-1].rstrip().endswith(" q leave")
