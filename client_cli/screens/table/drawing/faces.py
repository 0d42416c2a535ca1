"""The sizes in which cards are drawn."""

from typing import NamedTuple

CARD = 4
"""Width of an unframed card in cells: one for a sign, such as that of a selected card, and three
for the face."""


class Face(NamedTuple):
    """A size in which cards are drawn, in cells of the canvas. A card of a framed face has its name
    in its top edge, so that the name is visible when another card overlaps the rest."""

    width: int
    height: int
    step: int
    """The most rows that an overlapped card of a column shows. It shows fewer, but at least one, if
    the column would not fit otherwise."""
    pitch: int
    """The most cells from one column to the next."""

    @property
    def framed(self) -> bool:
        return self.height > 1

    @property
    def slot(self) -> int:
        """Cells from one pile to the next in a row of piles: a card, and room for the number of
        cards beside an unframed card, or a gap beside a framed one."""
        return self.width + 2

    @property
    def least(self) -> int:
        """The least cells from one pile to the next: a framed card needs a gap."""
        return self.width + 1 if self.framed else self.width


COMPACT = Face(CARD, 1, 1, CARD + 3)
BOXED = Face(5, 3, 1, 8)
LARGE = Face(9, 6, 2, 12)
FACES = (LARGE, BOXED, COMPACT)
"""The sizes of cards, the largest first."""
