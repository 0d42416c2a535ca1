"""Draw a single card, card back or space (an empty pile), in one of three sizes."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from rich.style import Style

from client_cli.screens.table.drawing.canvas import Canvas, Place, Spot
from client_cli.screens.table.drawing.faces import CARD, LARGE, Face
from client_cli.screens.table.drawing.table_style import TableStyle

NO_STYLE = Style()


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
    `face` is the size of the cards, by default that of the canvas. Coordinates are cells of the
    canvas; a card is drawn with its top left cell at (x, y). The methods that draw a card or pile
    also store it for the drawn cells, so that a click finds it."""

    def __init__(
        self,
        canvas: Canvas,
        look: TableStyle,
        lit: Highlight,
        label: Callable[[Place], str],
        face: Face | None = None,
    ) -> None:
        self.canvas, self.look, self.lit, self._label = canvas, look, lit, label
        self.face = face or canvas.face
        self.glyphs, self.palette = look.glyphs, look.palette

    def sized(self, face: Face) -> "CardRenderer":
        """Return a renderer of cards of another size on the same canvas."""
        return CardRenderer(self.canvas, self.look, self.lit, self._label, face)

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
        """Draw a card. `name` is the card's two-character name. `link` is a sign that joins the
        card to the card under it; a sign for a highlight or tilt replaces it."""
        highlight_style, sign = self.highlight_style(spot)
        self.picture(x, y, name, sign or link, highlight_style)
        self._mark(x, y, spot)

    def picture(self, x: int, y: int, name: str, sign: str, style: Style = NO_STYLE) -> None:
        """Draw a card that cannot be clicked, such as one on its way. `sign` is drawn in its first
        cell, and `style` is added to the style of the card."""
        text = self.look.card(name)
        suit = self.palette.suits[name[1]] + style
        if not self.face.framed:
            self.canvas.put(x, y, sign or " ", self.palette.loud)
            self.canvas.put(x + 1, y, f"{text:<3}", suit)
        else:
            edge = self.palette.edge + style
            self._frame(x, y, edge)
            if sign:
                self.canvas.put(x, y, sign, edge)
            self.canvas.put(x + 1, y, text, suit)
            self._middle(x, y, name, suit)
            if self.face is LARGE:
                end = x + self.face.width - 1
                self.canvas.put(end - len(text), y + self.face.height - 1, text, suit)

    def _middle(self, x: int, y: int, name: str, style: Style) -> None:
        """Draw the suit in the middle of a framed card, and above it the rank of a large one. In
        ASCII, where a suit is a letter, a small card has only its name."""
        centre = x + self.face.width // 2
        if self.face is LARGE:
            rank = "10" if name[0] == "T" else name[0]
            self.canvas.put(centre, y + 2, rank, style)
            self.canvas.put(centre, y + 3, self.look.suit(name), style)
        elif not self.look.ascii:
            self.canvas.put(centre, y + 1, self.look.suit(name), style)

    def count(self, x: int, y: int, text: str) -> None:
        """Write the number of the cards of a pile: beside an unframed card, and in the bottom edge
        of a framed one."""
        if not self.face.framed:
            self.canvas.put(x + CARD, y, text, self.palette.quiet)
        elif text:
            inside = self.face.width - 2
            line = f"{text:{self.glyphs.box[1]}^{inside}}"
            self.canvas.put(x + 1, y + self.face.height - 1, line, self.palette.edge)

    def back(self, x: int, y: int, count: int, place: Place) -> None:
        """Draw the back of a face-down pile with the number of its cards, such as `▒4`."""
        if self.face.framed:
            self._framed_back(x, y, count, place, self.glyphs.back)
        else:
            sign = self.lit.tilts.get(Spot(place), " ")
            self.canvas.put(x, y, sign, self.palette.loud)
            self.canvas.put(x + 1, y, f"{self.glyphs.back}{count:<2}", self.palette.back)
        self._mark(x, y, Spot(place))

    def _framed_back(self, x: int, y: int, count: int, place: Place, fill: str) -> None:
        """Draw the back of a framed card, filled with the sign `fill`. The number of cards is in
        the top edge, where other cards leave it visible."""
        style, sign = self.palette.back, self.lit.tilts.get(Spot(place), "")
        self._frame(x, y, style)
        for row in range(y + 1, y + self.face.height - 1):
            self.canvas.put(x + 1, row, fill * (self.face.width - 2), style)
        self.canvas.put(x + 1, y, f"{fill}{count}", style)
        if sign:
            self.canvas.put(x, y, sign, style)

    def space(self, x: int, y: int, place: Place) -> None:
        """Draw an empty pile or grid cell: `[ ]`, or a frame."""
        highlight_style, sign = self.highlight_style(Spot(place, 1))
        style = (self.palette.loud if sign else self.palette.space) + _shape(highlight_style)
        if not self.face.framed:
            self.canvas.put(x, y, f"[{sign * 2:2}]", style)
        else:
            self._frame(x, y, style)
            self.canvas.put(x + 1, y + 1, f"{sign:^{self.face.width - 2}}", style)
        self._mark(x, y, Spot(place))

    def book(self, x: int, y: int, count: int, place: Place) -> None:
        """Draw a complete pile of `count` cards that has been turned face down: `▓▓`, or a framed
        back."""
        if self.face.framed:
            self._framed_back(x, y, count, place, self.glyphs.book)
        else:
            self.canvas.put(x + 1, y, self.glyphs.book * 2 + " ", self.palette.back)
        self._mark(x, y, Spot(place))

    def squash(self, x: int, y: int, count: int, place: Place) -> None:
        """Draw one row, such as `┆3`, that stands for `count` cards of a column which are left
        out."""
        text = f"{self.glyphs.squashed}{count}"
        if self.face.framed:
            side = self.glyphs.box[3]
            inside = self.face.width - 2
            self.canvas.put(x, y, f"{side}{text:<{inside}}{side}", self.palette.edge)
        else:
            self.canvas.put(x + 1, y, f"{text:<3}", self.palette.edge)
        self.canvas.mark(x, y, self.face.width, Spot(place))

    def _frame(self, x: int, y: int, style: Style) -> None:
        """Draw the four edges of a framed card, and blank its inside."""
        box, inside, last = self.glyphs.box, self.face.width - 2, y + self.face.height - 1
        self.canvas.put(x, y, f"{box[0]}{box[1] * inside}{box[2]}", style)
        for row in range(y + 1, last):
            self.canvas.put(x, row, f"{box[3]}{' ' * inside}{box[3]}", style)
        self.canvas.put(x, last, f"{box[4]}{box[1] * inside}{box[5]}", style)

    def _mark(self, x: int, y: int, spot: Spot) -> None:
        for row in range(y, y + self.face.height):
            self.canvas.mark(x, row, self.face.width, spot)


def _shape(highlight_style: Style) -> Style:
    """Return a style without its colours: only its bold, reverse and underline. The colours suit
    only the face of a card."""
    return Style(
        bold=highlight_style.bold,
        reverse=highlight_style.reverse,
        underline=highlight_style.underline,
    )
