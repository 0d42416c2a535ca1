"""Start the full-screen client at a game played alone. The functions return exit codes.

This module imports no messages of servers and no connection, because imports delay the first
picture of the game.
"""

from collections.abc import Mapping

from client_cli.exit_codes import DONE
from client_cli.local.storage import Storage
from client_cli.screens.app import PatienceApp
from client_cli.screens.pages.solo import SoloPage, new_deal
from client_cli.screens.pending_action import PendingAction
from client_cli.screens.widgets.themes import SuitColours
from client_cli.solo.game import SoloGame
from client_cli.solo.saved_games import SavedGame
from engine import games


def run_solo(
    slug: str,
    options: Mapping[str, object] | None = None,
    deal: int | None = None,
    storage: Storage | None = None,
    suits: SuitColours = "usual",
    plain_letters: bool = False,
    told: str = "",
) -> int:
    """Show a solo game until the player leaves, and return the exit code. `deal` is the number of
    the deal; None chooses a random deal. The sentence `told` is shown before the first move, in
    place of a tip for newcomers. Raise BadOption before anything is shown if an option of the game
    is invalid."""
    solo = SoloGame(games.game(slug, options), deal or new_deal())
    app = PatienceApp(lambda _: SoloPage(solo, new_deal, told=told), storage, suits, plain_letters)
    return _code(app.run())


def run_winnable(solo: SoloGame, told: str, storage: Storage) -> int:
    """Show `solo`, a game of a winnable deal, until the player leaves, and return the exit code.
    The sentence `told` is shown before the first move."""
    return _code(PatienceApp(lambda _: SoloPage(solo, new_deal, told=told), storage).run())


def run_left(left: SavedGame, storage: Storage) -> int:
    """Show the saved solo game `left` and let the player continue it. Return the exit code when the
    player leaves."""
    return _code(PatienceApp(lambda _: SoloPage.going_on(left, new_deal), storage).run())


def _code(result: PendingAction | int | None) -> int:
    return result if isinstance(result, int) else DONE
