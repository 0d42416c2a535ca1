"""The page of daily deals. Each day has two deals that are the same for everybody. Each account has
one try at each deal, and the page shows the results of all accounts."""

from client_cli.features import daily
from client_cli.screens.page import ReadingPage
from client_cli.screens.pages.server_page import ServerPage
from client_cli.screens.pages.traveller import open_traveller
from client_cli.screens.pending_action import PendingAction
from client_cli.screens.widgets.list_page import ListRow
from engine.games import GAMES
from protocol.dailies import Dailies, DailyBoard, DailyInfo
from protocol.texts import _

NEEDS_ACCOUNT = _("A daily deal needs an account: claim your name under 'Your name' first.")
TRIED = _("You have had your try of this deal; b shows how everybody did.")


class DailyPage(ServerPage):
    """The list of today's daily deals. The status line shows a commitment for each deal of
    tomorrow: the hash of the secret from which the deal will follow. So anybody can check later
    that the server did not change the deal."""

    heading = _("Daily deals")

    def __init__(self) -> None:
        super().__init__()
        self.days: Dailies | None = None

    def on_mount(self) -> None:
        super().on_mount()
        self.ask(daily.days, self._take)

    def _take(self, found: Dailies) -> None:
        self.days = found
        self.redraw()

    @property
    def _deals(self) -> list[DailyInfo]:
        return self.days.today if self.days is not None else []

    @property
    def _deal(self) -> DailyInfo:
        return self._deals[self.at]

    def above(self) -> list[str]:
        return ["", _("The same for everybody, one try an account."), ""]

    def rows(self) -> list[ListRow]:
        return [
            ListRow(f"{daily.title(deal):<28}", daily.state(deal), daily.times(deal))
            for deal in self._deals
        ]

    def status(self) -> str:
        sealed = [daily.sealed(deal) for deal in self.days.tomorrow] if self.days else []
        return self.say or "\n".join(sealed)

    def key_pairs(self) -> list[tuple[str, str]]:
        if not self._deals:
            return [("q", _("back"))]
        begin = _("begin your one try") if self._deal.code is None else _("go on")
        pairs = [] if self._deal.done else [(_("Enter"), begin)]
        told = [("b", _("board")), ("e", _("everybody, yesterday"))]
        return [*pairs, *told, ("r", _("rules")), ("q", _("back"))]

    def choose(self) -> None:
        deal = self._deal
        if deal.done:
            self.tell(TRIED)
        elif deal.code is not None:
            self.app.exit(PendingAction("resume", code=deal.code))
        elif self.account() is None:
            self.tell(NEEDS_ACCOUNT)
        else:
            self.app.exit(PendingAction("daily", name=deal.name))

    def command(self, char: str) -> bool:
        if char == "q":
            self.back()
        elif char == "b" and self._deals:
            name = self._deal.name
            self.ask(lambda client: daily.results(client, name), self._show)
        elif char == "e" and self._deals:
            open_traveller(self, daily.day_before(self._deal.name))
        elif char == "r" and self._deals:
            self.read_rules(GAMES[self._deal.game])
        else:
            return False
        return True

    def _show(self, board: DailyBoard) -> None:
        self.app.push_screen(ReadingPage(f" {board.name} ", "\n".join(daily.board_lines(board))))
