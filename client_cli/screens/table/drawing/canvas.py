"""A canvas of character cells on which a table is drawn. It also stores which card or pile each
cell shows, so that a mouse click finds the card. The cells of the canvas are single characters; the
"grid cells" are places for cards, in games that are played on a grid."""

from collections import Counter
from typing import NamedTuple

from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual.strip import Strip

from client_cli.screens.table.drawing.faces import COMPACT, Face

Cell = tuple[int, int]
Place = str | Cell
"""A pile, by its name, or a cell of a grid, as (row, column)."""


LEAST_SEEN = 3
"""The number of cells of a card that must be on the canvas for the card to be recognised."""


class Spot(NamedTuple):
    """What a cell of the canvas shows. With `n` 0 it is a whole pile or grid cell, named by
    `place`. With `n` above 0 it is one card of this pile, counted from the top (1 is the top
    card)."""

    place: Place
    n: int = 0


class CutOff(Exception):
    """Raised by a strict canvas when something has no room on it."""


class Canvas:
    """A rectangle of characters, each with a style. Text that is written outside the rectangle is
    cut off without an error. With `strict`, `CutOff` is raised instead, and also if cards of one
    pile would cover those of another. `face` is the size of most cards on it."""

    def __init__(
        self,
        width: int,
        height: int,
        base: Style,
        face: Face = COMPACT,
        strict: bool = False,
    ) -> None:
        self.width, self.height, self.base = width, height, base
        self.face, self._strict = face, strict
        self._chars = [[" "] * width for _ in range(height)]
        self._styles = [[base] * width for _ in range(height)]
        self._spots: dict[tuple[int, int], Spot] = {}

    def cut_off(self) -> None:
        """Called when something has no room. Raise `CutOff` if the canvas is strict."""
        if self._strict:
            raise CutOff

    def put(self, x: int, y: int, text: str, style: Style | None = None) -> int:
        """Write text from the cell (x, y) to the right, and return the column after the text.
        `style` is added to the canvas's base style."""
        first, end = max(0, x), min(self.width, x + len(text))
        if end - first < len(text) or not 0 <= y < self.height:
            self.cut_off()
        if 0 <= y < self.height and first < end:
            combined = self.base if style is None else self.base + style
            self._chars[y][first:end] = text[first - x : end - x]
            self._styles[y][first:end] = [combined] * (end - first)
        return x + len(text)

    def blank(self, x: int, y: int, width: int) -> bool:
        """Whether `width` cells of row `y`, from column `x`, are blank. Cells right of the canvas,
        above it or below it count as blank; cells left of it do not."""
        row = self._chars[y] if 0 <= y < self.height else []
        return x >= 0 and set(row[x : x + width]) <= {" "}

    def mark(self, x: int, y: int, width: int, spot: Spot) -> None:
        """Store that `width` cells of row `y`, from column `x`, show this spot, so that a click on
        them finds it. Cells outside the canvas are ignored."""
        if 0 <= y < self.height:
            cells = [(i, y) for i in range(max(0, x), min(x + width, self.width))]
            if self._strict and any(
                self._spots.get(cell, spot).place != spot.place for cell in cells
            ):
                raise CutOff
            self._spots.update(dict.fromkeys(cells, spot))

    def spot(self, x: int, y: int) -> Spot | None:
        """Return the card or pile that the cell (x, y) shows; None if it shows neither."""
        return self._spots.get((x, y))

    def in_sight(self) -> set[Place]:
        """Return the piles and grid cells that are drawn wide enough, in at least one row, for a
        card to be recognised."""
        cells = Counter((spot.place, y) for (_, y), spot in self._spots.items())
        return {place for (place, _), width in cells.items() if width >= LEAST_SEEN}

    def find(self, place: Place) -> tuple[int, int] | None:
        """Return the canvas cell (x, y) at which the top card of a pile or grid cell begins. It is
        the leftmost cell of the lowest row that shows the pile. Return None if no row shows it."""
        at = [xy for xy, spot in self._spots.items() if spot.place == place]
        return max(at, key=lambda xy: (xy[1], -xy[0])) if at else None

    def at(self, spot: Spot) -> tuple[int, int] | None:
        """Return the first canvas cell (x, y), in reading order, that shows exactly this spot.
        Return None if no cell shows it."""
        found = [xy for xy, other in self._spots.items() if other == spot]
        return min(found, key=lambda xy: (xy[1], xy[0]), default=None)

    def cards(self, place: Place) -> int:
        """Return how many cards of a pile or grid cell are visible on the canvas."""
        return len({spot.n for spot in self._spots.values() if spot.place == place and spot.n})

    def places(self) -> list[Place]:
        """Return every pile and grid cell that can be clicked on the canvas, in reading order."""
        first: dict[Place, tuple[int, int]] = {}
        for (x, y), spot in self._spots.items():
            first[spot.place] = min(first.get(spot.place, (y, x)), (y, x))
        return sorted(first, key=lambda place: first[place])

    def strip(self, y: int) -> Strip:
        """Return row `y` of the canvas as a Textual `Strip`. A row outside the canvas is blank."""
        if not 0 <= y < self.height:
            return Strip.blank(self.width, self.base)
        text, styles, segments, first = "".join(self._chars[y]), self._styles[y], [], 0
        for i, (style, before) in enumerate(zip(styles[1:], styles, strict=False), 1):
            if style is not before and style != before:
                segments.append(Segment(text[first:i], before))
                first = i
        if styles:
            segments.append(Segment(text[first:], styles[-1]))
        return Strip(segments, self.width)

    def changed(self, before: "Canvas") -> list[int]:
        """Return the indices of the rows that differ from those of the canvas `before`, so that
        only they are drawn again. Return all rows if the canvases have different sizes."""
        if (self.width, self.height) != (before.width, before.height):
            return list(range(self.height))
        new = zip(self._chars, self._styles, strict=True)
        old = zip(before._chars, before._styles, strict=True)
        return [y for y, (one, other) in enumerate(zip(new, old, strict=True)) if one != other]

    def text(self) -> Text:
        """Return the whole canvas as rich text."""
        rows = (
            Text.assemble(*((seg.text, seg.style or self.base) for seg in self.strip(y)))
            for y in range(self.height)
        )
        return Text("\n").join(rows)

    def lines(self) -> list[str]:
        """Return the rows as plain strings, without trailing blanks."""
        return ["".join(row).rstrip() for row in self._chars]
