"""The base class of pages on which the player chooses how computer players play, and the page that
seats one in a room."""

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence

from client_cli.features.computer_players import computer_player
from client_cli.screens.widgets.list_page import ListPage, ListRow
from engine.computer_players.strengths import PACE_NAMES, STRENGTHS
from protocol.rooms.computer_players import ComputerPlayer
from protocol.texts import _

STRENGTH, PACE = "strength", "pace"
VALUES: Mapping[str, Sequence[str]] = {STRENGTH: STRENGTHS, PACE: PACE_NAMES}
USUAL = {STRENGTH: "tips", PACE: "steady"}
NAMES = {STRENGTH: _("Strength"), PACE: _("Pace"), "bots": _("Players")}
MEANING = {
    STRENGTH: _("any card that goes, tips of the rules, or moves ahead"),
    PACE: _("how fast they move"),
    "bots": _("number of computer players"),
}


class BotChoicesPage(ListPage):
    """A list of choices, each in a row. Enter on the first row acts on the choices. On another row
    Enter and Right take the next value, and Left takes the one before. A subclass says what the
    first row is and does. `values` has the possible values of each choice by its name; `chosen`,
    the values at first."""

    def __init__(self, values: Mapping[str, Sequence[str]], chosen: Mapping[str, str]) -> None:
        super().__init__()
        self._values, self.chosen = values, dict(chosen)

    @abstractmethod
    def first_row(self) -> ListRow:
        """Return the row that acts on the choices."""

    @abstractmethod
    def act(self) -> None:
        """Act on the choices; called when the player chooses the first row."""

    @abstractmethod
    def verb(self) -> str:
        """Return what Enter does on the first row, for the key bar."""

    def rows(self) -> list[ListRow]:
        first = self.first_row()
        return [
            first._replace(words=f"{first.words:<10}"),
            *(
                ListRow(f"{NAMES[name]:<10}", f"{value:<8} {MEANING[name]}")
                for name, value in self.chosen.items()
            ),
        ]

    def above(self) -> list[str]:
        return [""]

    def key_pairs(self) -> list[tuple[str, str]]:
        return [(_("Enter"), _("change") if self.at else self.verb()), ("q", _("back"))]

    def choose(self) -> None:
        if self.at:
            self._turn(1)
        else:
            self.act()

    def _turn(self, step: int) -> None:
        """Take the next value of the selected row, or with −1 the one before."""
        name = list(self.chosen)[self.at - 1]
        values = self._values[name]
        self.chosen[name] = values[(values.index(self.chosen[name]) + step) % len(values)]
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
        return char == "q"


class SeatBotPage(BotChoicesPage):
    """The page on which the host of a room chooses how a computer player plays before it is seated.
    `seat` is called with the computer player, and the page closes."""

    heading = _("A computer player")

    def __init__(self, seat: Callable[[ComputerPlayer], None]) -> None:
        super().__init__(VALUES, USUAL)
        self._seat = seat

    def above(self) -> list[str]:
        return [_("It sees what a person in its seat would see, and is marked as a bot."), ""]

    def first_row(self) -> ListRow:
        return ListRow(_("Seat it"), _("it is ready at once"))

    def verb(self) -> str:
        return _("seat it")

    def act(self) -> None:
        self.back()
        self._seat(computer_player(self.chosen[STRENGTH], self.chosen[PACE]))
