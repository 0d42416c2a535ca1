"""Starts the full-screen client at the home page.

Imports little, because most starts of the program wait for this module.
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
    """Show the home page with a sentence on it. Return what the player chose that needs a server;
    None if the player quit. `again` is a choice that the server refused, with the reason in `told`:
    its page opens again so that it can be corrected."""
    app = PatienceApp(lambda _: HomePage(told, again), storage, suits, plain_letters)
    result = app.run()
    return result if isinstance(result, PendingAction) else None
