"""Draw a single card, card back or space (an empty pile), with or without a frame."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from rich.style import Style

from client_cli.screens.table.drawing.canvas import Canvas, Place, Spot
from client_cli.screens.table.drawing.table_style import TableStyle

CARD = 4
"""Width of an unframed card in cells: one for a sign, such as that of a selected card, and three
for the face."""
BOX = 5
"""Width of a framed card in cells."""


class Highlight(NamedTuple):
    """What to highlight on a table: the selected card `source`, with the cards that lie on it; the
    piles or grid cells to which it may go (`targets`); and the pile or grid cell at the
    keyboard cursor (`cursor`)."""

    source: Spot | None = None
    targets: frozenset[Place] = frozenset()
    cursor: Place | None = None
    single: bool = False
    """Highlight only the card `source`, not the cards that lie on it. If the `n` of `source` is 0,
    no card is selected yet."""
    tilts: Mapping[Spot, str] = MappingProxyType({})
    """The signs to draw on tilted cards."""
    card: Spot | None = None
    """The single card that the keyboard cursor is on; None if the cursor is on a whole pile."""


class CardRenderer:
    """Draw single cards and spaces on a canvas, in the style that the player has chosen. `lit` is
    what to highlight. `label` returns the label that the player types for a pile or grid cell.
    Coordinates are cells of the canvas. The methods that draw a card or pile also store it for the
    drawn cells, so that a click finds it."""

    def __init__(
        self, canvas: Canvas, look: TableStyle, lit: Highlight, label: Callable[[Place], str]
    ) -> None:
        self.canvas, self.look, self.lit, self._label = canvas, look, lit, label
        self.glyphs, self.palette = look.glyphs, look.palette

    def label(self, x: int, y: int, place: Place) -> None:
        """Draw the label that the player types for a pile, in the row above its card. If the
        keyboard cursor is on the pile, the label stands in brackets."""
        text = self._label(place)
        if self.lit.cursor == place:
            self.canvas.put(x, y, f"[{text}]", self.palette.cursor)
        else:
            self.canvas.put(x + 1, y, text, self.palette.label)
        self.canvas.mark(x, y, CARD, Spot(place))

    def caption(self, x: int, y: int, place: Place, title: str) -> int:
        """Draw the label and the title of a pile in one row; return the column after them."""
        if self.lit.cursor == place:
            return self.canvas.put(x, y, f"[{title}]", self.palette.cursor)
        x = self.canvas.put(x, y, f"{self._label(place)} ", self.palette.label)
        return self.canvas.put(x, y, title, self.palette.quiet)

    def highlight_style(self, spot: Spot) -> tuple[Style, str]:
        """Return how to highlight a card: the style to add to the card's own style, and the sign to
        draw in the cell left of the card. Both are empty unless the card is at the keyboard cursor,
        is selected, is a possible destination, or is tilted."""
        if spot == self.lit.card:
            return self.palette.cursor, "["
        source = self.lit.source
        chosen = source is not None and source.place == spot.place and self._chosen(source, spot)
        if chosen:
            return self.palette.chosen, self.glyphs.chosen
        if spot.place in self.lit.targets and spot.n <= 1:
            return self.palette.target, self.glyphs.target
        return Style(), self.lit.tilts.get(spot, "")

    def _chosen(self, source: Spot, spot: Spot) -> bool:
        if self.lit.single:
            return spot.n == source.n > 0
        return 1 <= spot.n <= max(1, source.n)

    def card(self, x: int, y: int, name: str, spot: Spot, link: str = "") -> None:
        """Draw an unframed card, four cells wide. `name` is the card's two-character name. `link`
        is a sign that joins the card to the card under it; a sign for a highlight or tilt replaces
        it."""
        highlight_style, sign = self.highlight_style(spot)
        sign = sign or link or " "
        self.canvas.put(x, y, sign, self.palette.loud)
        face = self.palette.suits[name[1]] + highlight_style
        self.canvas.put(x + 1, y, f"{self.look.card(name):<3}", face)
        self.canvas.mark(x, y, CARD, spot)

    def back(self, x: int, y: int, text: str, place: Place) -> None:
        """Draw the back of a face-down pile, four cells wide, with a text such as the number of
        cards: `▒4`."""
        self.canvas.put(x, y, self.lit.tilts.get(Spot(place), " "), self.palette.loud)
        self.canvas.put(x + 1, y, f"{self.glyphs.back}{text:<2}", self.palette.back)
        self.canvas.mark(x, y, CARD, Spot(place))

    def space(self, x: int, y: int, place: Place) -> None:
        """Draw an empty pile or grid cell without a frame: `[ ]`."""
        highlight_style, sign = self.highlight_style(Spot(place, 1))
        style = self.palette.loud if sign else self.palette.space
        self.canvas.put(x, y, f"[{sign * 2:2}]", style + _shape(highlight_style))
        self.canvas.mark(x, y, CARD, Spot(place))

    def book(self, x: int, y: int, place: Place) -> None:
        """Draw a book, which is a complete pile that has been turned face down, as `▓▓`."""
        self.canvas.put(x + 1, y, self.glyphs.book * 2 + " ", self.palette.back)
        self.canvas.mark(x, y, CARD, Spot(place))

    def squash(self, x: int, y: int, count: int, place: Place, framed: bool = False) -> None:
        """Draw one row, such as `┆3`, that stands for `count` cards of a column for which there is
        not enough room."""
        text = f"{self.glyphs.squashed}{count}"
        if framed:
            self.edges(x, y, Style(), "")
        self.canvas.put(x + 1, y, f"{text:<3}", self.palette.edge)
        self.canvas.mark(x, y, BOX if framed else CARD, Spot(place))

    # With frames. ---------------------------------------------------------------------------

    def framed(self, x: int, y: int, name: str, spot: Spot, link: str = "") -> None:
        """Draw the row of a framed card that shows its face, five cells wide. `link` is the sign
        that joins the card to the card under it."""
        highlight_style, sign = self.highlight_style(spot)
        self.edges(x, y, highlight_style, sign or link)
        face = self.palette.suits[name[1]] + highlight_style
        self.canvas.put(x + 1, y, f"{self.look.card(name):<3}", face)
        self.canvas.mark(x, y, BOX, spot)

    def foot(self, x: int, y: int, name: str, spot: Spot) -> None:
        """Draw the two lower rows of a framed card that lies on top of a pile, below the row with
        its face."""
        highlight_style, sign = self.highlight_style(spot)
        self.edges(x, y, highlight_style, sign)
        pip = f" {self.look.suit(name)} " if not self.look.ascii else "   "
        self.canvas.put(x + 1, y, pip, self.palette.suits[name[1]] + highlight_style)
        self.border(x, y + 1, bottom=True, style=self.palette.edge + highlight_style)
        for row in (y, y + 1):
            self.canvas.mark(x, row, BOX, spot)

    def edges(self, x: int, y: int, highlight_style: Style, sign: str) -> None:
        """Draw the left and right edge of a framed card in one row. If `sign` is not empty, it
        replaces the left edge."""
        side = self.glyphs.box[3]
        style = self.palette.edge + highlight_style
        self.canvas.put(x, y, sign or side, style)
        self.canvas.put(x + BOX - 1, y, side, style)

    def border(self, x: int, y: int, *, bottom: bool, style: Style) -> None:
        """Draw the upper border of a framed card or, with `bottom`, its lower border."""
        box = self.glyphs.box
        left, right = (box[4], box[5]) if bottom else (box[0], box[2])
        self.canvas.put(x, y, left + box[1] * 3 + right, style)

    def backs(self, x: int, y: int, count: int, place: Place) -> None:
        """Draw the framed back of a face-down pile, four rows high, with the number of its
        cards."""
        style = self.palette.back
        self.border(x, y, bottom=False, style=style)
        for row, text in ((y + 1, self.glyphs.back * 3), (y + 2, f"{count:^3}")):
            self.canvas.put(x, row, f"{self.glyphs.box[3]}{text}{self.glyphs.box[3]}", style)
        self.border(x, y + 3, bottom=True, style=style)
        self._mark_box(x, y, place)

    def empty_box(self, x: int, y: int, place: Place) -> None:
        """Draw a frame for an empty pile, four rows high."""
        highlight_style, sign = self.highlight_style(Spot(place, 1))
        style = (self.palette.loud if sign else self.palette.space) + _shape(highlight_style)
        side = self.glyphs.box[3]
        self.border(x, y, bottom=False, style=style)
        for row, text in ((y + 1, sign), (y + 2, "")):
            self.canvas.put(x, row, f"{side}{text:^3}{side}", style)
        self.border(x, y + 3, bottom=True, style=style)
        self._mark_box(x, y, place)

    def _mark_box(self, x: int, y: int, place: Place) -> None:
        for row in range(y, y + 4):
            self.canvas.mark(x, row, BOX, Spot(place))


def _shape(highlight_style: Style) -> Style:
    """Return a style without its colours: only its bold, reverse and underline. The colours suit
    only the face of a card."""
    return Style(
        bold=highlight_style.bold,
        reverse=highlight_style.reverse,
        underline=highlight_style.underline,
    )
