"""How clients draw the table of a game. A game states here what its book or its rules ask for."""

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple


class FinishedPiles(NamedTuple):
    """Piles that are drawn in another way once they have all their cards: turned face down, or laid
    on other piles. `prefix` is the part of their names before the dot."""

    prefix: str
    cards: int
    """The number of cards of a finished pile."""
    laid_on: str | None = None
    """The prefix of the piles on which finished ones are laid, each on the one with its own
    index; None if a finished pile is turned face down in its place."""

    def place(self, name: str, cards: int) -> str | None:
        """Return the name of the pile at whose place the pile `name` with this number of cards is
        drawn. It is `name` itself if a finished pile is turned face down. Return None if the pile
        is not finished."""
        prefix, _, index = name.rpartition(".")
        if prefix != self.prefix or cards < self.cards:
            return None
        return f"{self.laid_on or prefix}.{index}"


class Drawing(NamedTuple):
    """How clients draw the table of a game. The default values are for a game whose book asks for
    nothing special."""

    suits_matter: bool = True
    """Whether suits matter in the rules. If so, clients show four suit colours by default,
    otherwise two."""
    runs: Literal["suit", "colour", "colours", "any"] | None = None
    """Which cards of a column are drawn as joined: each one rank below the card it lies on, in
    suit, in the same colour, in alternate colours, or in any suits. None if no cards are."""
    sets: bool = False
    """Whether joined cards move only as a whole set. Such sets are drawn shifted sideways from each
    other."""
    gap_after: int = 0
    """The number of cards after each of which a column is drawn with a half-gap; 0 for no gaps."""
    turned: bool = False
    """Whether a card is drawn aslant if it lies on a card one rank higher of another suit."""
    row_titles: Mapping[str, str] = {}
    """Titles of rows of piles, by prefix. A row without one is called by its prefix."""
    across: int = 0
    """The number of columns or heaps side by side before a further row of them begins, nearer to
    the player; 0 for all side by side."""
    sides: tuple[str, ...] = ()
    """Prefixes of the two groups that stand in a column each, at the left and at the right of the
    rows of heaps."""
    near: tuple[str, ...] = ()
    """Prefixes of groups that lie nearer to the player than the columns."""
    finished: FinishedPiles | None = None
    """How finished piles are drawn; None if like any other."""
    homes: Mapping[str, str] = {}
    """The pile on which each card is built, by the name of the card. Empty if a card is built on
    the discard, the only foundation or the foundation of its suit."""
    places: Mapping[str, tuple[int, int]] = {}
    """Where the piles of a picture lie, by name: columns from the left and rows from the top, row
    by row. Columns (tableau) that are not in it stand beside it. Empty for a table that is no
    picture."""
    hand: str = ""
    """The pile whose top card is laid by a move that names only where it goes; empty if the game
    has no such move."""

    def to_json(self) -> dict[str, Any]:
        finished = self.finished._asdict() if self.finished else None
        plain = {"row_titles": dict(self.row_titles), "homes": dict(self.homes)}
        places = {name: list(at) for name, at in self.places.items()}
        return {**self._asdict(), **plain, "finished": finished, "places": places}


def picture(*rows: str) -> dict[str, tuple[int, int]]:
    """Return the value for `Drawing.places` from rows of pile names. The first row is at the top,
    and each row goes from left to right. A dot is a place without a pile."""
    named = ((x, y, name) for y, row in enumerate(rows) for x, name in enumerate(row.split()))
    return {name: (x, y) for x, y, name in named if name != "."}


def clock_face(hour: str, middle: str = "") -> dict[str, tuple[int, int]]:
    """Return the value for `Drawing.places` of twelve piles in a ring, like the hours on the face
    of a clock. The piles are named `hour`, a dot and a number from 1 to 12. The pile `middle` lies
    inside the ring."""
    rows = (". . 11 12 1", ". 10 . . . 2", "9 . . * . . 3", ". 8 . . . 4", ". . 7 6 5")
    names = {"*": middle}
    drawn = picture(*rows).items()
    return {names.get(n, f"{hour}.{n}"): at for n, at in drawn if middle or n != "*"}
