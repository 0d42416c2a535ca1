"""`Drawing`: how every client draws a game's table, as far as its book or its rules say so."""

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple


class Drawing(NamedTuple):
    """How a game's table is drawn. The defaults suit a game whose book has no word about it."""

    suits_matter: bool = True
    """Whether four suit colours read best; otherwise only colours or ranks matter, and two do."""
    runs: Literal["suit", "colours"] | None = None
    """Which cards of a column are drawn as joined: each one rank below the last, in suit or in
    alternate colours."""
    sets: bool = False
    """Whether joined cards move only as a whole set. Sets are drawn aside from each other."""
    gap_after: int = 0
    """The cards of a column after which there is a half-gap; 0 for none."""
    turned: bool = False
    """Whether a card on its senior of another suit is drawn aslant."""
    row_titles: Mapping[str, str] = {}
    """Titles of rows of piles that are not called by their prefix, by prefix."""

    def to_json(self) -> dict[str, Any]:
        return {**self._asdict(), "row_titles": dict(self.row_titles)}
