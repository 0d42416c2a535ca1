"""Start the full-screen client at the home page, which has the main menu.

This module imports few others, because imports delay every start of the program.
"""

from client_cli.local.storage import Storage
from client_cli.screens.app import PatienceApp
from client_cli.screens.pages.home import HomePage
from client_cli.screens.pending_action import PendingAction
from client_cli.screens.widgets.themes import SuitColours


def run_home(
    storage: Storage,
    suits: SuitColours = "usual",
    plain_letters: bool = False,
    told: str = "",
    again: PendingAction | None = None,
) -> PendingAction | None:
    """Show the home page with the sentence `told` until the player quits or chooses an action that
    this app does not carry out itself, such as joining a room. Return this action, or None if the
    player quit.

    `again` is an earlier action that the server refused for the reason `told`. The page on which
    the player chose it opens at once, so that the player can correct the choice.
    """
    app = PatienceApp(lambda _: HomePage(told, again), storage, suits, plain_letters)
    result = app.run()
    return result if isinstance(result, PendingAction) else None
