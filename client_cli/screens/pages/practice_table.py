"""The page to set up a game of Racing Demon against computer players on this computer."""

from client_cli.screens.pages.bot_choices import USUAL, VALUES, BotChoicesPage
from client_cli.screens.pending_action import PendingAction
from client_cli.screens.widgets.list_page import ListRow
from engine.racing_demon.game import MOST_SEATS, RacingDemon
from protocol.texts import _

BOTS = tuple(map(str, range(1, MOST_SEATS)))


class PractisePage(BotChoicesPage):
    """A list of choices: how many computer players there are, how they choose their moves, and how
    fast they move. Enter on the first row starts the game."""

    heading = _("Racing Demon")

    def __init__(self) -> None:
        super().__init__({"bots": BOTS, **VALUES}, {"bots": "3", **USUAL})

    def first_row(self) -> ListRow:
        return ListRow(_("Deal"), _("the first round begins at once"))

    def verb(self) -> str:
        return _("deal")

    def key_pairs(self) -> list[tuple[str, str]]:
        enter, back = super().key_pairs()
        return [enter, ("r", _("rules")), back]

    def act(self) -> None:
        self.app.exit(PendingAction("practise", terms=tuple(self.chosen.items())))

    def command(self, char: str) -> bool:
        if char != "r":
            return super().command(char)
        self.read_rules(RacingDemon)
        return True
