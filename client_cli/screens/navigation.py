"""The pages that the command palette offers from any other page."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from client_cli.screens import registry
from client_cli.screens.pages.home import QUIT, HomePage
from protocol.texts import _

if TYPE_CHECKING:
    from client_cli.screens.app_interface import BaseApp


class Destination(NamedTuple):
    """A page: its name, what it is for, and a function that opens it."""

    name: str
    told: str
    open: Callable[[], object]


def places(app: "BaseApp") -> list[Destination]:
    """All that home offers where it is below; in a room, what may be done beside a race."""
    home = next((page for page in app.screen_stack if isinstance(page, HomePage)), None)
    if home is not None:
        doors = [door for door in home.doors if door[0] != QUIT]
        return [Destination(door[0], door[1], partial(home.go, door)) for door in doors]
    beside: list[tuple[str, str, registry.PageAt[[]]]] = [
        (_("Rules"), _("as the books have them"), registry.RULES),
        (_("Options"), _("look, movement, sounds, games"), registry.OPTIONS),
        (_("Leaderboards"), _("who is best, fastest, and on a run"), registry.BOARDS),
        (_("Telephone"), _("who rings for a crown"), registry.CALLS),
        (_("Friends"), _("who they are, and who asks"), registry.FRIENDS),
        (_("History"), _("what you have played"), registry.HISTORY),
        (_("I am"), _("your name and your account"), registry.ACCOUNT),
    ]
    return [Destination(name, told, partial(page.open, app)) for name, told, page in beside]
