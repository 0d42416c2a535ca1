"""A sheet of character cells to draw on, and which place of the table lies under each cell."""

from collections import Counter
from typing import NamedTuple

from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual.strip import Strip

Cell = tuple[int, int]
Place = str | Cell
"""A pile by its name, or a cell of a grid by row and column."""


LEAST_SEEN = 3
"""Cells of a card that tell which it is."""


class Spot(NamedTuple):
    """Where on the table something lies: a place, and how many cards it is from the top (or 0)."""

    place: Place
    n: int = 0


class Canvas:
    """Cells with a style each. Writing outside is cut off, so that small windows need no care."""

    def __init__(self, width: int, height: int, base: Style) -> None:
        self.width, self.height, self.base = width, height, base
        self._chars = [[" "] * width for _ in range(height)]
        self._styles = [[base] * width for _ in range(height)]
        self._spots: dict[tuple[int, int], Spot] = {}

    def put(self, x: int, y: int, text: str, style: Style | None = None) -> int:
        """Write from (x, y) to the right; the column after the text."""
        first, end = max(0, x), min(self.width, x + len(text))
        if 0 <= y < self.height and first < end:
            combined = self.base if style is None else self.base + style
            self._chars[y][first:end] = text[first - x : end - x]
            self._styles[y][first:end] = [combined] * (end - first)
        return x + len(text)

    def blank(self, x: int, y: int, width: int) -> bool:
        """Whether nothing is written there."""
        row = self._chars[y] if 0 <= y < self.height else []
        return x >= 0 and set(row[x : x + width]) <= {" "}

    def mark(self, x: int, y: int, width: int, spot: Spot) -> None:
        """A click on these cells means this spot; what is outside cannot be clicked."""
        if 0 <= y < self.height:
            for i in range(max(0, x), min(x + width, self.width)):
                self._spots[i, y] = spot

    def spot(self, x: int, y: int) -> Spot | None:
        return self._spots.get((x, y))

    def in_sight(self) -> set[Place]:
        """The places of which there is at least one card's width."""
        cells = Counter((spot.place, y) for (_, y), spot in self._spots.items())
        return {place for (place, _), width in cells.items() if width >= LEAST_SEEN}

    def find(self, place: Place) -> tuple[int, int] | None:
        """A cell a click on which means this place: the lowest, where the top card lies."""
        at = [xy for xy, spot in self._spots.items() if spot.place == place]
        return max(at, key=lambda xy: (xy[1], -xy[0])) if at else None

    def at(self, spot: Spot) -> tuple[int, int] | None:
        """The first cell a click on which means exactly this."""
        found = [xy for xy, other in self._spots.items() if other == spot]
        return min(found, key=lambda xy: (xy[1], xy[0]), default=None)

    def cards(self, place: Place) -> int:
        """How many cards of a place are in sight."""
        return len({spot.n for spot in self._spots.values() if spot.place == place and spot.n})

    def places(self) -> list[Place]:
        """Everything that can be clicked, in reading order."""
        first: dict[Place, tuple[int, int]] = {}
        for (x, y), spot in self._spots.items():
            first[spot.place] = min(first.get(spot.place, (y, x)), (y, x))
        return sorted(first, key=lambda place: first[place])

    def strip(self, y: int) -> Strip:
        """One row for the screen."""
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
        """The rows that look different; all of them on a sheet of another size."""
        if (self.width, self.height) != (before.width, before.height):
            return list(range(self.height))
        new = zip(self._chars, self._styles, strict=True)
        old = zip(before._chars, before._styles, strict=True)
        return [y for y, (one, other) in enumerate(zip(new, old, strict=True)) if one != other]

    def text(self) -> Text:
        """The whole sheet, to be part of a text."""
        rows = (
            Text.assemble(*((seg.text, seg.style or self.base) for seg in self.strip(y)))
            for y in range(self.height)
        )
        return Text("\n").join(rows)

    def lines(self) -> list[str]:
        """The characters alone, without blanks at the right."""
        return ["".join(row).rstrip() for row in self._chars]
