"""Drawing one card, one back, one space: what columns, trays and squares are made of."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from rich.style import Style

from client_cli.screens.table.canvas import Canvas, Place, Spot
from client_cli.screens.table.card_style import Look

CARD = 4
"""Cells of a card: one for a mark, three for the face."""
BOX = 5
"""Cells of a card with a frame around it."""


class Lit(NamedTuple):
    """What is lit: the chosen card and those above it, where it may go, and the cursor."""

    source: Spot | None = None
    targets: frozenset[Place] = frozenset()
    cursor: Place | None = None
    single: bool = False
    """The chosen card is one by itself; with `n` 0 none is chosen yet."""
    tilts: Mapping[Spot, str] = MappingProxyType({})
    """The signs of cards that are tilted."""
    card: Spot | None = None
    """The one card of a pile that the cursor is on."""


class Pen:
    """Draws single things on a canvas, in one look."""

    def __init__(self, canvas: Canvas, look: Look, lit: Lit, label: Callable[[Place], str]) -> None:
        self.canvas, self.look, self.lit, self._label = canvas, look, lit, label
        self.glyphs, self.palette = look.glyphs, look.palette

    def label(self, x: int, y: int, place: Place) -> None:
        """The key of a place above its mark cell and face; in brackets under the cursor."""
        text = self._label(place)
        if self.lit.cursor == place:
            self.canvas.put(x, y, f"[{text}]", self.palette.cursor)
        else:
            self.canvas.put(x + 1, y, text, self.palette.label)
        self.canvas.mark(x, y, CARD, Spot(place))

    def caption(self, x: int, y: int, place: Place, title: str) -> int:
        """The key and the name of a pile; the column after it."""
        if self.lit.cursor == place:
            return self.canvas.put(x, y, f"[{title}]", self.palette.cursor)
        x = self.canvas.put(x, y, f"{self._label(place)} ", self.palette.label)
        return self.canvas.put(x, y, title, self.palette.quiet)

    def glow(self, spot: Spot) -> tuple[Style, str]:
        """What lies over the style of a card, and the sign in its mark cell."""
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
        """A card in four cells; `link` tells how it lies on the one above."""
        glow, sign = self.glow(spot)
        sign = sign or link or " "
        self.canvas.put(x, y, sign, self.palette.loud)
        face = self.palette.suits[name[1]] + glow
        self.canvas.put(x + 1, y, f"{self.look.card(name):<3}", face)
        self.canvas.mark(x, y, CARD, spot)

    def back(self, x: int, y: int, text: str, place: Place) -> None:
        """Face-down cards in four cells, `▒4`."""
        self.canvas.put(x, y, self.lit.tilts.get(Spot(place), " "), self.palette.loud)
        self.canvas.put(x + 1, y, f"{self.glyphs.back}{text:<2}", self.palette.back)
        self.canvas.mark(x, y, CARD, Spot(place))

    def space(self, x: int, y: int, place: Place) -> None:
        """An empty place, `[  ]`."""
        glow, sign = self.glow(Spot(place, 1))
        style = self.palette.loud if sign else self.palette.space
        self.canvas.put(x, y, f"[{sign * 2:2}]", style + _shape(glow))
        self.canvas.mark(x, y, CARD, Spot(place))

    def book(self, x: int, y: int, place: Place) -> None:
        """A finished book, face down for good: `▓▓`."""
        self.canvas.put(x + 1, y, self.glyphs.book * 2 + " ", self.palette.back)
        self.canvas.mark(x, y, CARD, Spot(place))

    def squash(self, x: int, y: int, count: int, place: Place, framed: bool = False) -> None:
        """So many cards pushed together, `┆3`."""
        text = f"{self.glyphs.squashed}{count}"
        if framed:
            self.edges(x, y, Style(), "")
        self.canvas.put(x + 1, y, f"{text:<3}", self.palette.edge)
        self.canvas.mark(x, y, BOX if framed else CARD, Spot(place))

    # With a frame around. -------------------------------------------------------------------

    def framed(self, x: int, y: int, name: str, spot: Spot, link: str = "") -> None:
        """A card's face between its edges, in five cells."""
        glow, sign = self.glow(spot)
        self.edges(x, y, glow, sign or link)
        face = self.palette.suits[name[1]] + glow
        self.canvas.put(x + 1, y, f"{self.look.card(name):<3}", face)
        self.canvas.mark(x, y, BOX, spot)

    def foot(self, x: int, y: int, name: str, spot: Spot) -> None:
        """The two rows beneath the face of a card nothing lies on."""
        glow, sign = self.glow(spot)
        self.edges(x, y, glow, sign)
        pip = f" {self.look.suit(name)} " if not self.look.ascii else "   "
        self.canvas.put(x + 1, y, pip, self.palette.suits[name[1]] + glow)
        self.border(x, y + 1, bottom=True, style=self.palette.edge + glow)
        for row in (y, y + 1):
            self.canvas.mark(x, row, BOX, spot)

    def edges(self, x: int, y: int, glow: Style, sign: str) -> None:
        side = self.glyphs.box[3]
        style = self.palette.edge + glow
        self.canvas.put(x, y, sign or side, style)
        self.canvas.put(x + BOX - 1, y, side, style)

    def border(self, x: int, y: int, *, bottom: bool, style: Style) -> None:
        box = self.glyphs.box
        left, right = (box[4], box[5]) if bottom else (box[0], box[2])
        self.canvas.put(x, y, left + box[1] * 3 + right, style)

    def backs(self, x: int, y: int, count: int, place: Place) -> None:
        """A face-down pile with a frame: four rows."""
        style = self.palette.back
        self.border(x, y, bottom=False, style=style)
        for row, text in ((y + 1, self.glyphs.back * 3), (y + 2, f"{count:^3}")):
            self.canvas.put(x, row, f"{self.glyphs.box[3]}{text}{self.glyphs.box[3]}", style)
        self.border(x, y + 3, bottom=True, style=style)
        self._mark_box(x, y, place)

    def empty_box(self, x: int, y: int, place: Place) -> None:
        """An empty place with a frame: four rows."""
        glow, sign = self.glow(Spot(place, 1))
        style = (self.palette.loud if sign else self.palette.space) + _shape(glow)
        side = self.glyphs.box[3]
        self.border(x, y, bottom=False, style=style)
        for row, text in ((y + 1, sign), (y + 2, "")):
            self.canvas.put(x, row, f"{side}{text:^3}{side}", style)
        self.border(x, y + 3, bottom=True, style=style)
        self._mark_box(x, y, place)

    def _mark_box(self, x: int, y: int, place: Place) -> None:
        for row in range(y, y + 4):
            self.canvas.mark(x, row, BOX, Spot(place))


def _shape(glow: Style) -> Style:
    """Bold, reverse and underline of a style without its colours: for what is no card."""
    return Style(bold=glow.bold, reverse=glow.reverse, underline=glow.underline)
