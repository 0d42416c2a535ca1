"""The way into the first screen. It imports little: it is what most starts wait for."""

from client_cli.local.storage import Storage
from client_cli.screens.app import PatienceApp
from client_cli.screens.pages.home import HomePage
from client_cli.screens.pending_action import Wish
from client_cli.screens.widgets.themes import SuitColours


def run_home(
    storage: Storage,
    suits: SuitColours = "usual",
    plain_letters: bool = False,
    told: str = "",
    again: Wish | None = None,
) -> Wish | None:
    """The home screen, with a sentence on it. What needs a server comes back as a wish; None when
    one has quit. `again` is a wish that the server has refused, by this sentence: what was typed
    for it is put right on the page it came from."""
    app = PatienceApp(lambda _: HomePage(told, again), storage, suits, plain_letters)
    result = app.run()
    return result if isinstance(result, Wish) else None
