"""Renderer for a single card, card back or empty place, with or without a frame."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from rich.style import Style

from client_cli.screens.table.canvas import Canvas, Place, Spot
from client_cli.screens.table.card_style import CardStyle

CARD = 4
"""Width of a card in cells: one for a mark and three for the face."""
BOX = 5
"""Width of a framed card in cells."""


class Highlight(NamedTuple):
    """What is highlighted: the selected card and those above it, its targets, and the cursor."""

    source: Spot | None = None
    targets: frozenset[Place] = frozenset()
    cursor: Place | None = None
    single: bool = False
    """Only the selected card itself is highlighted; if its `n` is 0, none is selected yet."""
    tilts: Mapping[Spot, str] = MappingProxyType({})
    """The signs of tilted cards."""
    card: Spot | None = None
    """The single card of a pile that the cursor is on."""


class CardRenderer:
    """Draws single cards and places on a canvas, in one look."""

    def __init__(
        self, canvas: Canvas, look: CardStyle, lit: Highlight, label: Callable[[Place], str]
    ) -> None:
        self.canvas, self.look, self.lit, self._label = canvas, look, lit, label
        self.glyphs, self.palette = look.glyphs, look.palette

    def label(self, x: int, y: int, place: Place) -> None:
        """Draw the key of a place above its card; in brackets if the cursor is on it."""
        text = self._label(place)
        if self.lit.cursor == place:
            self.canvas.put(x, y, f"[{text}]", self.palette.cursor)
        else:
            self.canvas.put(x + 1, y, text, self.palette.label)
        self.canvas.mark(x, y, CARD, Spot(place))

    def caption(self, x: int, y: int, place: Place, title: str) -> int:
        """Draw the key and the title of a pile; return the column after it."""
        if self.lit.cursor == place:
            return self.canvas.put(x, y, f"[{title}]", self.palette.cursor)
        x = self.canvas.put(x, y, f"{self._label(place)} ", self.palette.label)
        return self.canvas.put(x, y, title, self.palette.quiet)

    def highlight_style(self, spot: Spot) -> tuple[Style, str]:
        """The style to lay over a card's own, and the sign for its mark cell (may be empty)."""
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
        """Draw a card without a frame, four cells wide. `link` is the sign that joins it to the
        card above."""
        highlight_style, sign = self.highlight_style(spot)
        sign = sign or link or " "
        self.canvas.put(x, y, sign, self.palette.loud)
        face = self.palette.suits[name[1]] + highlight_style
        self.canvas.put(x + 1, y, f"{self.look.card(name):<3}", face)
        self.canvas.mark(x, y, CARD, spot)

    def back(self, x: int, y: int, text: str, place: Place) -> None:
        """Draw face-down cards, four cells wide, such as `▒4`."""
        self.canvas.put(x, y, self.lit.tilts.get(Spot(place), " "), self.palette.loud)
        self.canvas.put(x + 1, y, f"{self.glyphs.back}{text:<2}", self.palette.back)
        self.canvas.mark(x, y, CARD, Spot(place))

    def space(self, x: int, y: int, place: Place) -> None:
        """Draw an empty place, such as `[  ]`."""
        highlight_style, sign = self.highlight_style(Spot(place, 1))
        style = self.palette.loud if sign else self.palette.space
        self.canvas.put(x, y, f"[{sign * 2:2}]", style + _shape(highlight_style))
        self.canvas.mark(x, y, CARD, Spot(place))

    def book(self, x: int, y: int, place: Place) -> None:
        """Draw a finished book, which stays face down: `▓▓`."""
        self.canvas.put(x + 1, y, self.glyphs.book * 2 + " ", self.palette.back)
        self.canvas.mark(x, y, CARD, Spot(place))

    def squash(self, x: int, y: int, count: int, place: Place, framed: bool = False) -> None:
        """Draw cards that are squashed into one row, with their count, such as `┆3`."""
        text = f"{self.glyphs.squashed}{count}"
        if framed:
            self.edges(x, y, Style(), "")
        self.canvas.put(x + 1, y, f"{text:<3}", self.palette.edge)
        self.canvas.mark(x, y, BOX if framed else CARD, Spot(place))

    # With frames. ---------------------------------------------------------------------------

    def framed(self, x: int, y: int, name: str, spot: Spot, link: str = "") -> None:
        """Draw the row of a framed card that shows its face, five cells wide."""
        highlight_style, sign = self.highlight_style(spot)
        self.edges(x, y, highlight_style, sign or link)
        face = self.palette.suits[name[1]] + highlight_style
        self.canvas.put(x + 1, y, f"{self.look.card(name):<3}", face)
        self.canvas.mark(x, y, BOX, spot)

    def foot(self, x: int, y: int, name: str, spot: Spot) -> None:
        """Draw the two rows below the face of a framed top card."""
        highlight_style, sign = self.highlight_style(spot)
        self.edges(x, y, highlight_style, sign)
        pip = f" {self.look.suit(name)} " if not self.look.ascii else "   "
        self.canvas.put(x + 1, y, pip, self.palette.suits[name[1]] + highlight_style)
        self.border(x, y + 1, bottom=True, style=self.palette.edge + highlight_style)
        for row in (y, y + 1):
            self.canvas.mark(x, row, BOX, spot)

    def edges(self, x: int, y: int, highlight_style: Style, sign: str) -> None:
        """Draw the left and right edge of a framed card; `sign` replaces the left one."""
        side = self.glyphs.box[3]
        style = self.palette.edge + highlight_style
        self.canvas.put(x, y, sign or side, style)
        self.canvas.put(x + BOX - 1, y, side, style)

    def border(self, x: int, y: int, *, bottom: bool, style: Style) -> None:
        """Draw the upper or lower border of a framed card."""
        box = self.glyphs.box
        left, right = (box[4], box[5]) if bottom else (box[0], box[2])
        self.canvas.put(x, y, left + box[1] * 3 + right, style)

    def backs(self, x: int, y: int, count: int, place: Place) -> None:
        """Draw a framed face-down pile with its count, four rows high."""
        style = self.palette.back
        self.border(x, y, bottom=False, style=style)
        for row, text in ((y + 1, self.glyphs.back * 3), (y + 2, f"{count:^3}")):
            self.canvas.put(x, row, f"{self.glyphs.box[3]}{text}{self.glyphs.box[3]}", style)
        self.border(x, y + 3, bottom=True, style=style)
        self._mark_box(x, y, place)

    def empty_box(self, x: int, y: int, place: Place) -> None:
        """Draw a framed empty place, four rows high."""
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
    """The bold, reverse and underline of a style without its colours, for what is not a card."""
    return Style(
        bold=highlight_style.bold,
        reverse=highlight_style.reverse,
        underline=highlight_style.underline,
    )
