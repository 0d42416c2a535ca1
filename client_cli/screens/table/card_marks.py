"""Handle the keys and clicks with which a player tilts a card or pile (draws it turned a little, as
a reminder), and list the signs to draw on tilted cards.

If a card is selected, the tilt key tilts this card. Otherwise the tilt key waits until the player
types the label of the pile to tilt: the letters that are drawn beside the pile. A `Spot` is a pile
or grid cell, or one card of it.
"""

from client_cli.screens.table.drawing.canvas import Spot
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
"""What tilts mean, by game, in games whose book gives them a meaning of its own."""


class CardMarker:
    """Find out, from keys and clicks, which pile or card the player wants to tilt. `waiting` is
    true after the tilt key until the player has typed the label of a pile."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._typed = ""
        self.waiting = False

    @property
    def legend(self) -> str:
        """The sentence that tells the player what tilted cards mean in this game, and how to tilt
        one."""
        return LEGENDS.get(self._game.slug, LEGEND)

    def begin(self, view: View, selection: Selection) -> Place | None:
        """Handle the tilt key. If a pile is selected, return what to tilt: its selected card or, in
        games in which whole piles are tilted, the pile. Otherwise wait for the label of a pile and
        return None."""
        if isinstance(selection.source, str):
            return self.place(
                view, Spot(selection.source, 0 if selection.strict else selection.count)
            )
        self.waiting, self._typed = True, ""
        return None

    def key(self, view: View, key: str, char: str) -> Place | None:
        """Handle a key while the label of a pile is awaited. When the label is complete, return the
        pile or card to tilt; before that, return None. A label is complete in three cases: no
        longer label begins with it, its last letter was typed in upper case, or the player has
        pressed Enter.

        Escape, or a key that fits no label, ends the waiting; the return value is None.
        """
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
        """Whether a click with the left button on this spot tilts the card. This is so only if
        other cards cover the card and the game does not let it move, so that the click has no other
        meaning."""
        at = self._game.layout.index.get(str(spot.place))
        return at is not None and self._tilts(at) == "covered" and spot.n > 1

    def place(self, view: View, spot: Spot) -> Place | None:
        """Return the pile or card that is tilted if the player points at `spot`, and stop waiting
        for a label. Return None if the spot is not on a pile or the pile is empty."""
        self.waiting = False
        pile = spot.place
        if not isinstance(pile, str) or pile not in self._game.layout.index:
            return None
        whole = self._tilts(self._game.layout.index[pile]) == "pile"
        return meant(view, pile, spot.n, whole=whole)

    def _tilts(self, place: int) -> str:
        return self._game.layout.group_of[place].tilts


def signs(marks: CardMarks, view: View) -> dict[Spot, str]:
    """Return the sign to draw at each tilted spot of the table. The sign of a tilted pile is also
    drawn on the pile's top card, unless this card is tilted itself."""
    found = {Spot(pile, n): sign for (pile, n), sign in marks.signs(view).items() if n}
    for (pile, n), sign in marks.signs(view).items():
        if not n:
            found.setdefault(Spot(pile, 1), sign)
            found[Spot(pile)] = sign
    return found
