"""List the pages that the command palette (Ctrl+P) can open."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from client_cli.screens import registry
from client_cli.screens.pages.home import QUIT, HomePage
from protocol.texts import _

if TYPE_CHECKING:
    from client_cli.screens.app_interface import BaseApp


class Destination(NamedTuple):
    """A page that the command palette offers: the page's name, its purpose, and a function that
    opens it."""

    name: str
    told: str
    open: Callable[[], object]


def places(app: "BaseApp") -> list[Destination]:
    """Return the pages that the command palette offers now. If the home page is open under the top
    page, these are the entries of the home menu, except the entry that quits. Otherwise, for
    example in a room, they are the pages that the player may use during a race."""
    home = next((page for page in app.screen_stack if isinstance(page, HomePage)), None)
    if home is not None:
        entries = [entry for entry in home.entries if entry[0] != QUIT]
        return [Destination(entry[0], entry[1], partial(home.go, entry)) for entry in entries]
    beside: list[tuple[str, str, registry.PageAt[[]]]] = [
        (_("Rules"), _("as the books have them"), registry.RULES),
        (_("Options"), _("look, movement, sounds, games"), registry.OPTIONS),
        (_("Leaderboards"), _("who is best, fastest, and on a run"), registry.BOARDS),
        (_("Telephone"), _("who rings for a crown"), registry.CALLS),
        (_("Friends"), _("who they are, and who asks"), registry.FRIENDS),
        (_("History"), _("what you have played"), registry.HISTORY),
        (_("Your name"), _("your name and your account"), registry.ACCOUNT),
    ]
    return [Destination(name, told, partial(page.open, app)) for name, told, page in beside]
