"""The pages one can go to from wherever one is."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from client_cli.screens.page import Page
from client_cli.screens.pages.account import AccountPage
from client_cli.screens.pages.calls import CallsPage
from client_cli.screens.pages.friends import FriendsPage
from client_cli.screens.pages.games import BoardsDoor, RulesDoor
from client_cli.screens.pages.history import HistoryPage
from client_cli.screens.pages.home import QUIT, HomePage
from client_cli.screens.pages.options import OptionsPage

if TYPE_CHECKING:
    from client_cli.screens.base_app import BaseApp


class Place(NamedTuple):
    """A page, what it is for, and how to get there."""

    name: str
    told: str
    open: Callable[[], object]


def places(app: "BaseApp") -> list[Place]:
    """All that home offers where it is below; in a room, what may be done beside a race."""
    home = next((page for page in app.screen_stack if isinstance(page, HomePage)), None)
    if home is not None:
        doors = [door for door in home.doors if door[0] != QUIT]
        return [Place(door[0], door[1], partial(home.go, door)) for door in doors]
    beside: list[tuple[str, str, Callable[[], Page]]] = [
        ("Rules", "as the books have them", RulesDoor),
        ("Options", "look, movement, sounds, games", OptionsPage),
        ("Leaderboards", "who is best, fastest, and on a run", BoardsDoor),
        ("Telephone", "who rings for a crown", CallsPage),
        ("Friends", "who they are, and who asks", FriendsPage),
        ("History", "what you have played", HistoryPage),
        ("I am", "your name and your account", AccountPage),
    ]
    return [Place(name, told, partial(_push, app, page)) for name, told, page in beside]


def _push(app: "BaseApp", page: Callable[[], Page]) -> None:
    app.push_screen(page())
