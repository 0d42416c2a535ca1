"""The page of unfinished games played alone. The player continues one of them or deletes it."""

from collections.abc import Sequence

from client_cli.screens.pages.solo import SoloPage, new_deal
from client_cli.screens.widgets.list_page import ListPage, ListRow
from client_cli.solo import saved_games
from client_cli.solo.saved_games import SavedGame
from protocol.texts import _


class SavedGamesPage(ListPage):
    """The list of unfinished games played alone. The game that the player left most recently is the
    first."""

    heading = _("Go on")

    def __init__(self) -> None:
        super().__init__()
        self._games: Sequence[SavedGame] = []

    def on_screen_resume(self) -> None:
        storage = self.patience.storage
        self._games = saved_games.unfinished(storage) if storage is not None else []
        self.say = saved_games.damaged(storage) if storage is not None else ""
        super().on_screen_resume()

    def above(self) -> list[str]:
        return [] if self._games else [_("No game was left unfinished.")]

    def rows(self) -> list[ListRow]:
        return [ListRow(game.summary()) for game in self._games]

    def key_pairs(self) -> list[tuple[str, str]]:
        if not self._games:
            return [(_("Esc"), _("back"))]
        return [(_("Enter"), _("go on")), ("d", _("clear it away")), (_("Esc"), _("back"))]

    def choose(self) -> None:
        self.app.switch_screen(SoloPage.going_on(self._games[self.at], new_deal))

    def command(self, char: str) -> bool:
        storage = self.patience.storage
        if char != "d" or not self._games or storage is None:
            return False
        game = self._games[self.at]
        saved_games.abandon(storage, game.solo)
        self._games = saved_games.unfinished(storage)
        self.tell(_("Cleared away: {game}.", game=game.summary()))
        return True
