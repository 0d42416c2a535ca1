"""The page to set up a game of Racing Demon against computer players on this computer."""

from client_cli.screens.pending_action import PendingAction
from client_cli.screens.widgets.list_page import ListPage, ListRow
from engine.computer_players.strengths import PACE_NAMES, STRENGTHS
from engine.racing_demon.game import MOST_SEATS, RacingDemon
from protocol.texts import _

CHOICES = {
    "bots": tuple(map(str, range(1, MOST_SEATS))),
    "strength": STRENGTHS,
    "pace": PACE_NAMES,
}
USUAL = {"bots": "3", "strength": "tips", "pace": "steady"}


class PractisePage(ListPage):
    """A list of four rows. Enter on the first row starts the game. Enter on one of the other rows
    changes a choice: how many computer players there are, how they choose their moves, and how fast
    they move."""

    heading = _("Racing Demon")

    def __init__(self) -> None:
        super().__init__()
        self._chosen = dict(USUAL)

    def rows(self) -> list[ListRow]:
        names = {"bots": _("Players"), "strength": _("Strength"), "pace": _("Pace")}
        told = {
            "bots": _("number of computer players"),
            "strength": _("any card that goes, the tips of the rules, or moves ahead"),
            "pace": _("how fast they move"),
        }
        return [
            ListRow(_("Deal"), _("the first round begins at once")),
            *(
                ListRow(f"{names[name]:<10}", f"{value:<8} {told[name]}")
                for name, value in self._chosen.items()
            ),
        ]

    def above(self) -> list[str]:
        return [""]

    def key_pairs(self) -> list[tuple[str, str]]:
        enter = _("change") if self.at else _("deal")
        return [(_("Enter"), enter), ("r", _("rules")), ("q", _("back"))]

    def choose(self) -> None:
        if self.at:
            self._turn(1)
        else:
            self.app.exit(PendingAction("practise", terms=tuple(self._chosen.items())))

    def _turn(self, step: int) -> None:
        """Take the next value of the selected row, or with −1 the one before."""
        name = list(self._chosen)[self.at - 1]
        values = CHOICES[name]
        at = values.index(self._chosen[name])
        self._chosen[name] = values[(at + step) % len(values)]
        self.redraw()

    def typed(self, key: str, char: str) -> bool:
        step = {"right": 1, "left": -1}.get(key)
        if step is None or not self.at:
            return super().typed(key, char)
        self._turn(step)
        return True

    def command(self, char: str) -> bool:
        if char == "q":
            self.back()
        elif char == "r":
            self.read_rules(RacingDemon)
        else:
            return False
        return True
