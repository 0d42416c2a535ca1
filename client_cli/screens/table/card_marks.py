"""Keyboard and mouse input for tilting cards, the players' marks on cards, and the signs drawn.

If a card is selected, the key tilts it; otherwise the next card that is named is tilted.
"""

from client_cli.screens.table.canvas import Spot
from client_cli.screens.table.selection import Selection
from client_cli.state.card_marks import CardMarks, Place, meant
from client_cli.terminal.pile_labels import by_label
from engine.games import AnyGame
from engine.view import View
from protocol.texts import _

LEGEND = _("Name a card to tilt: / dead, - danger, \\ play this one first. Esc: none.")
LEGENDS = {
    "auntie_allis": _("Tilt a card: / dead, - danger: over its junior, \\ play before its twin."),
    "seven_and_sixes": _("Tilt a card: - danger: its senior lies covered, / dead, \\ play first."),
    "uncle_remus": _("Tilt a card: - not of the suit it lies on, / dead, \\ play this one first."),
    "kings": _("Tilt a heap: / its number is in the corner, \\ counted out, - no way in."),
}
"""What tilts mean, for games whose book uses them in its own way."""


class CardMarker:
    """Turns keys and clicks into places to tilt. While `waiting`, a card is to be named."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._typed = ""
        self.waiting = False

    @property
    def legend(self) -> str:
        """The sentence that explains the tilts of this game."""
        return LEGENDS.get(self._game.slug, LEGEND)

    def begin(self, view: View, hand: Selection) -> Place | None:
        """Handle the tilt key. Return the place to tilt if a pile is selected; otherwise start
        waiting for a name and return None."""
        if isinstance(hand.source, str):
            return self.place(view, Spot(hand.source, 0 if hand.strict else hand.count))
        self.waiting, self._typed = True, ""
        return None

    def key(self, view: View, key: str, char: str) -> Place | None:
        """Handle a key while waiting for a name. Return the place once its label is complete;
        Escape and keys that fit no label end the waiting."""
        if key == "escape":
            self.waiting = False
            return None
        known, self._typed = by_label(self._game), self._typed + char.lower()
        whole = self._typed in known
        longer = any(label.startswith(self._typed) and label != self._typed for label in known)
        if char and longer and not char.isupper():
            return None
        typed = self._typed if char else self._typed or key
        self.waiting, self._typed = False, ""
        found = known.get(typed) if whole or key == "enter" else None
        return self.place(view, Spot(found)) if isinstance(found, str) else None

    def by_click(self, spot: Spot) -> bool:
        """Whether a plain click on this spot tilts it: only covered cards that cannot move."""
        at = self._game.layout.index.get(str(spot.place))
        return at is not None and self._tilts(at) == "covered" and spot.n > 1

    def place(self, view: View, spot: Spot) -> Place | None:
        """The place to tilt for a spot of the table; None if the spot is no pile."""
        self.waiting = False
        pile = spot.place
        if not isinstance(pile, str) or pile not in self._game.layout.index:
            return None
        whole = self._tilts(self._game.layout.index[pile]) == "pile"
        return meant(view, pile, spot.n, whole=whole)

    def _tilts(self, place: int) -> str:
        return self._game.layout.group_of[place].tilts


def signs(marks: CardMarks, view: View) -> dict[Spot, str]:
    """The sign for each marked spot; the sign of a whole pile is also shown on its top card."""
    found = {Spot(pile, n): sign for (pile, n), sign in marks.signs(view).items() if n}
    for (pile, n), sign in marks.signs(view).items():
        if not n:
            found.setdefault(Spot(pile, 1), sign)
            found[Spot(pile)] = sign
    return found
