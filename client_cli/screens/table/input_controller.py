"""Turn keys, moves of the keyboard cursor and mouse events on a table into selections and moves.

To make a move, the player picks its source and then its destination: by typing the label drawn
beside a pile, with the cursor, or with the mouse. If several moves fit, the status line shows them
as numbered choices. A `Spot` is a pile or grid cell, or one card of it. A `Picker` finds the legal
moves, and an `Act` is the result of an input: the new selection, and a move or a sentence for the
player.
"""

from dataclasses import replace
from string import ascii_lowercase
from typing import NamedTuple

from client_cli.screens.table.drawing.canvas import Canvas, Place, Spot
from client_cli.screens.table.fan_order import FanOrder
from client_cli.screens.table.focus_order import cursor_target, stops
from client_cli.screens.table.selection import NO_SELECTION, Act, Picker, Selection
from client_cli.terminal.pile_labels import by_label, cell_label, grid_of, labels, read_cell
from engine.games import AnyGame
from protocol.texts import _

MOST_CHOICES = 9
"""The number of choices that one digit can select."""


def name_of(game: AnyGame, place: Place) -> str:
    """Return the label that the player types for a pile or a grid cell."""
    return labels(game)[place] if isinstance(place, str) else cell_label(game, place)


FAN_KEYS = {"<": (1, False), ">": (-1, False), "[": (1, True), "]": (-1, True)}
"""Keys that select the next card of the fan (the pile whose cards may each be selected) or shift
the selected card. The values are (step, whether to shift); a positive step goes to the far end of
the fan, which is the bottom of the pile."""
FAN_ARROWS = {"shift+left": "[", "shift+right": "]"}
"""Further keys that shift the selected card of the fan, because brackets are hard to type on some
keyboards. The values are the keys that they stand for."""


class Drag(NamedTuple):
    """A drag with the mouse that is going on: the selection before the drag, and the spot where the
    drag began (None if it began outside of piles and grid cells)."""

    selection: Selection
    lifted: Spot | None


class InputController:
    """The input state of one table: the typed characters, the selection, and the keyboard cursor
    (None while no cursor is shown). Methods that return an `Act` also store its selection here."""

    def __init__(self, game: AnyGame) -> None:
        self.game, self.fan = game, FanOrder(game)
        self.selection = NO_SELECTION
        self.typed = ""
        self._before: Selection | None = None
        """After the player has picked a pile whose label is also the beginning of a longer label,
        the selection from before this pick; otherwise None. If the player goes on to type the
        longer label, this selection is restored first."""
        self.cursor: Spot | None = None
        self.chosen: int | None = None
        """Index, from 0, of the numbered choice at the keyboard cursor; None if the cursor is at no
        choice."""
        self._dragged: Drag | None = None

    def clear(self) -> None:
        """Drop the selection, the typed characters and a drag that is going on. The keyboard cursor
        stays."""
        self.selection, self.typed, self._before, self._dragged = NO_SELECTION, "", None, None

    def key(self, picker: Picker, char: str) -> Act | None:
        """Handle a typed character. It is a digit for a numbered choice or a number of cards, a
        character of a label, or a key that selects or shifts a card of the fan (a pile whose cards
        may each be selected). Return None if the table does not use the character."""
        if self.selection.choices and char.isdecimal():
            return self.choose(picker, int(char) - 1)
        known, text = self._labels(picker), self.typed + char.lower()
        longer = any(label.startswith(text) and label != text for label in known)
        if text in known and (char.isupper() or not longer):
            return self._named(picker, Spot(known[text]), char.isupper())
        if text in known and self.selection.source is None:
            before, act = (
                self.selection,
                self._done(picker.pick(self._unasked(), Spot(known[text]))),
            )
            self.typed, self._before = text, before
            return act
        if longer:
            self.typed = text
            alone = "  " + _("(Enter: {label} alone)", label=text) if text in known else ""
            return Act(self.selection, say=f"{text}…{alone}")
        if self.typed:
            begun, self.typed = self._before, ""
            self._before = None
            # Labels continue with a digit, so any other character starts a new label.
            anew = begun is not None or not char.isdecimal()
            return self.key(picker, char) if anew else Act(self.selection, say=_unknown(text))
        if char in FAN_KEYS and self.fan.pile:
            return self._in_fan(picker, self.fan.pile, *FAN_KEYS[char])
        if char.isdecimal() and grid_of(self.game, picker.state) is None:
            return self._count(int(char))
        return None

    def _named(self, picker: Picker, spot: Spot, upper: bool) -> Act:
        """Pick the pile or grid cell whose label is now complete. If the player was still typing
        and a shorter label, with which this label begins, has been picked, undo the pick of the
        shorter label first. If the label was typed in upper case and its pile became the source of
        a move, also make the move from this source at once."""
        self.selection = self._before or self.selection
        twice = upper and self.selection.source is None
        act = self._done(picker.pick(self._unasked(), spot))
        return self._done(picker.play_it(act.selection)) if twice and act.selection.source else act

    def _in_fan(self, picker: Picker, pile: str, step: int, shift: bool) -> Act:
        """Select the card of the fan (the pile whose cards may each be selected) that follows the
        selected card in the direction of `step`. With `shift`, shift the selected card by one place
        in this direction instead."""
        cards = len(picker.state.piles[self.game.layout.index[pile]].up)
        if not cards:
            return Act(self.selection, say=_("There is no fan."))
        n = self.selection.count if self.selection.source == pile else 0
        if shift and n:
            n = self.fan.shift(n, -step)
        else:
            n = min(cards, n + step) if n else (1 if step > 0 else cards)
        return self._done(Act(Selection(pile, max(1, n))))

    def point(self, picker: Picker, spot: Spot, double: bool = False) -> Act:
        """Handle a click: pick the pile or grid cell at the spot. If this pile is already the
        source of the move, the clicked card becomes the lowest of the selected cards. If it is the
        lowest already, or if the spot is the pile as a whole, drop the selection. A double click on
        the source makes its move."""
        self.typed, self.cursor = "", None
        same = self.selection.source == spot.place and not self.selection.steps
        if double and same:
            return self._done(picker.play_it(self.selection))
        if same:
            other = spot.n and spot.n != self.selection.count
            return self._done(Act(replace(self.selection, count=spot.n) if other else NO_SELECTION))
        return self._done(picker.pick(self._unasked(), spot))

    def lift(self, picker: Picker, spot: Spot | None) -> None:
        """Start a drag with the mouse: the dragged card becomes the source of the move. `drop` ends
        the drag; if no move results, it restores the selection from before the drag."""
        self.typed, self._before, self.cursor = "", None, None
        self._dragged = Drag(self.selection, spot)
        if spot is None or not isinstance(spot.place, str) or self.selection.steps:
            return
        if picker.taken(spot):
            self.selection = Selection(spot.place, spot.n)

    def drop(self, picker: Picker, spot: Spot | None) -> Act:
        """End a drag with the mouse over the spot `spot`, which is None outside of piles and grid
        cells. Return the resulting move, or numbered choices if several moves fit. If no move
        results, restore the selection from before the drag."""
        if self._dragged is None:
            return Act(self.selection)
        (before, lifted), self._dragged = self._dragged, None
        self.selection = before
        if spot is None or (lifted is not None and spot == lifted):
            return Act(before)
        if not isinstance(spot.place, str):
            return self._done(self._laid(picker, before, lifted, spot))
        if lifted is None or not isinstance(lifted.place, str):
            return Act(before)
        if lifted.place == spot.place:
            return self._done(self._sorted(before, lifted, spot))
        if before.steps:  # the dragged card is to fill the place that the move leaves open
            act = picker.pick(replace(before, choices=()), Spot(lifted.place))
        elif picker.starts(lifted.place):
            act = picker.pick(Selection(lifted.place, lifted.n), Spot(spot.place))
        else:
            act = picker.pick(NO_SELECTION, Spot(lifted.place))
            act = picker.pick(act.selection, spot) if act.selection.source else act
        comes = act.move is not None or act.selection.choices or act.selection.steps
        return self._done(act if comes else Act(before, say=act.say))

    def _laid(self, picker: Picker, before: Selection, lifted: Spot | None, spot: Spot) -> Act:
        """Handle a drag on a grid, where the next card to be laid is dragged to a grid cell."""
        if lifted is not None and not isinstance(lifted.place, str):
            return Act(before, say=_("A card that is laid stays where it is."))
        return picker.pick(before, spot)

    def _sorted(self, before: Selection, lifted: Spot, spot: Spot) -> Act:
        """Handle a drag that ends in the pile where it began. In the fan (the pile whose cards may
        each be selected), shift the dragged card to the position of the card under the mouse
        pointer. In other piles do nothing."""
        pile = str(lifted.place)
        if pile != self.fan.pile or not lifted.n or not spot.n:
            return Act(before)
        n = lifted.n
        while n != spot.n:
            n = self.fan.shift(n, 1 if spot.n < n else -1)
        return Act(Selection(pile, n))

    def enter(self, picker: Picker) -> Act:
        """Handle Enter. If the player has typed a label that is also the beginning of a longer
        label, pick the pile with the typed label. Otherwise make the numbered choice at the cursor.
        If there are no choices, pick the pile or grid cell at the cursor."""
        known = self._labels(picker)
        if self.typed in known and not self._before:
            return self._done(picker.pick(self._unasked(), Spot(known[self.typed])))
        if self.selection.choices and self.chosen is not None:
            return self.choose(picker, self.chosen)
        if self.cursor is None:
            return Act(
                self.selection, say=_("Arrows or Tab bring a cursor; Enter picks what it is on.")
            )
        return self._done(picker.pick(self._unasked(), self.cursor))

    def choose(self, picker: Picker, at: int) -> Act:
        """Carry out one of the numbered choices that are shown: the choice with the index `at`,
        counted from 0. Return the move, or a question if the move needs a further pick."""
        return self._done(picker.choose(self.selection, at + 1))

    def deal(self, picker: Picker) -> Act:
        """Handle Space: return the legal move that names no card, such as dealing. If there are
        several such moves, return numbered choices."""
        return self._done(picker.deal(self._unasked()))

    def walk(self, picker: Picker, canvas: Canvas, key: str) -> None:
        """Move the keyboard cursor with an arrow key or Tab: among the numbered choices if there
        are any, otherwise to another pile, grid cell or card of the table."""
        if self.selection.choices:
            step = -1 if key in ("left", "up", "shift+tab") else 1
            many = min(MOST_CHOICES, len(self.selection.choices))
            self.chosen = 0 if self.chosen is None else (self.chosen + step) % many
            return
        found = stops(canvas, picker.parts(self.selection))
        self.cursor = cursor_target(found, self.cursor, self.selection.source, key)

    def _unasked(self) -> Selection:
        return replace(self.selection, choices=())

    def _done(self, act: Act) -> Act:
        self.selection, self.typed, self._before = act.selection, "", None
        self.chosen = 0 if self.cursor is not None and act.selection.choices else None
        return act

    def _count(self, digit: int) -> Act:
        """Handle a digit of a number of cards. The player types the number before the label of the
        source; then only moves that take exactly this number of cards are possible."""
        if self.selection.source is not None or (digit == 0 and not self.selection.count):
            return Act(
                self.selection, say=_("Type the number first: 3ac moves three cards from a to c.")
            )
        count = (self.selection.count * 10 + digit) % 100
        return self._done(
            Act(replace(self.selection, count=count, strict=True), say=_("{n} cards…", n=count))
        )

    def _labels(self, picker: Picker) -> dict[str, Place]:
        if grid_of(self.game, picker.state) is None:
            return dict(by_label(self.game))
        texts = (f"{letter}{number}" for letter in ascii_lowercase for number in range(1, 10))
        cells = {text: read_cell(self.game, text) for text in texts}
        return {text: cell for text, cell in cells.items() if cell is not None}


def _unknown(text: str) -> str:
    return _("There is no {label} on the table.", label=text)
