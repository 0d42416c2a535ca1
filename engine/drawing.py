"""`Drawing`: how clients draw the table of a game, where its book or its rules ask for
something."""

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple


class Drawing(NamedTuple):
    """How clients draw the table of a game. The defaults suit a game whose book says nothing about
    it."""

    suits_matter: bool = True
    """Whether suits matter in the rules. If so, clients show four suit colours by default,
    otherwise two."""
    runs: Literal["suit", "colours"] | None = None
    """Which cards of a column are drawn as joined: each one rank below the card it lies on, in suit
    or in alternate colours. None if no cards are."""
    sets: bool = False
    """Whether joined cards move only as a whole set. Such sets are drawn shifted sideways from each
    other."""
    gap_after: int = 0
    """The number of cards after each of which a column is drawn with a half-gap; 0 for no gaps."""
    turned: bool = False
    """Whether a card is drawn aslant if it lies on a card one rank higher of another suit."""
    row_titles: Mapping[str, str] = {}
    """Titles of rows of piles, by prefix. A row without one is called by its prefix."""
    ring: str = ""
    """The prefix of twelve piles drawn in a ring, as the hours on the face of a clock from one to
    twelve; empty if there are none."""
    homes: Mapping[str, str] = {}
    """The pile on which each card is built, by the name of the card. Empty if a card is built on
    the discard, the only foundation or the foundation of its suit."""

    def to_json(self) -> dict[str, Any]:
        return {**self._asdict(), "row_titles": dict(self.row_titles), "homes": dict(self.homes)}
