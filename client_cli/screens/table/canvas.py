"""Canvas of character cells to draw the table on, with a map from cells to places for the mouse."""

from collections import Counter
from typing import NamedTuple

from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual.strip import Strip

Cell = tuple[int, int]
Place = str | Cell
"""A pile by its name, or a cell of a grid as (row, column)."""


LEAST_SEEN = 3
"""Cells of a card that must be visible for it to be recognised."""


class Spot(NamedTuple):
    """A position: a place, and one of its cards counted from the top (1 is the top card, 0
    none)."""

    place: Place
    n: int = 0


class Canvas:
    """Characters, each with a style. Writing outside the canvas is cut off without an error."""

    def __init__(self, width: int, height: int, base: Style) -> None:
        self.width, self.height, self.base = width, height, base
        self._chars = [[" "] * width for _ in range(height)]
        self._styles = [[base] * width for _ in range(height)]
        self._spots: dict[tuple[int, int], Spot] = {}

    def put(self, x: int, y: int, text: str, style: Style | None = None) -> int:
        """Write text from (x, y) to the right; return the column after it."""
        first, end = max(0, x), min(self.width, x + len(text))
        if 0 <= y < self.height and first < end:
            combined = self.base if style is None else self.base + style
            self._chars[y][first:end] = text[first - x : end - x]
            self._styles[y][first:end] = [combined] * (end - first)
        return x + len(text)

    def blank(self, x: int, y: int, width: int) -> bool:
        """Whether nothing is written on these cells, which may reach beyond the canvas except at
        its left."""
        row = self._chars[y] if 0 <= y < self.height else []
        return x >= 0 and set(row[x : x + width]) <= {" "}

    def mark(self, x: int, y: int, width: int, spot: Spot) -> None:
        """Make clicks on these cells mean this spot. Cells outside the canvas are ignored."""
        if 0 <= y < self.height:
            for i in range(max(0, x), min(x + width, self.width)):
                self._spots[i, y] = spot

    def spot(self, x: int, y: int) -> Spot | None:
        """The spot under a cell; None if there is none."""
        return self._spots.get((x, y))

    def in_sight(self) -> set[Place]:
        """The places of which at least one card is visible in full width."""
        cells = Counter((spot.place, y) for (_, y), spot in self._spots.items())
        return {place for (place, _), width in cells.items() if width >= LEAST_SEEN}

    def find(self, place: Place) -> tuple[int, int] | None:
        """A cell (x, y) of this place in its lowest row, where the top card lies; None if not
        drawn."""
        at = [xy for xy, spot in self._spots.items() if spot.place == place]
        return max(at, key=lambda xy: (xy[1], -xy[0])) if at else None

    def at(self, spot: Spot) -> tuple[int, int] | None:
        """The first cell (x, y) in reading order that means exactly this spot; None if there is
        none."""
        found = [xy for xy, other in self._spots.items() if other == spot]
        return min(found, key=lambda xy: (xy[1], xy[0]), default=None)

    def cards(self, place: Place) -> int:
        """The number of cards of a place that are visible."""
        return len({spot.n for spot in self._spots.values() if spot.place == place and spot.n})

    def places(self) -> list[Place]:
        """Every place that can be clicked, in reading order."""
        first: dict[Place, tuple[int, int]] = {}
        for (x, y), spot in self._spots.items():
            first[spot.place] = min(first.get(spot.place, (y, x)), (y, x))
        return sorted(first, key=lambda place: first[place])

    def strip(self, y: int) -> Strip:
        """One row as a Textual strip."""
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
        """The rows that differ from `before`; all rows if the sizes differ."""
        if (self.width, self.height) != (before.width, before.height):
            return list(range(self.height))
        new = zip(self._chars, self._styles, strict=True)
        old = zip(before._chars, before._styles, strict=True)
        return [y for y, (one, other) in enumerate(zip(new, old, strict=True)) if one != other]

    def text(self) -> Text:
        """The whole canvas as rich text."""
        rows = (
            Text.assemble(*((seg.text, seg.style or self.base) for seg in self.strip(y)))
            for y in range(self.height)
        )
        return Text("\n").join(rows)

    def lines(self) -> list[str]:
        """The rows as plain strings, without trailing blanks."""
        return ["".join(row).rstrip() for row in self._chars]
