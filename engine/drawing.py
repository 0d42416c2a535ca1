"""How clients draw the table of a game. Each game declares a `Drawing` with what its book (the
printed book from which its rules come) or its rules ask for."""

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple


class FinishedPiles(NamedTuple):
    """Piles that are drawn in another way once they have all their cards: turned face down, or laid
    on other piles. `prefix` is the part of the names of these piles before the dot, such as `heap`
    for `heap.3`."""

    prefix: str
    cards: int
    """The number of cards of a finished pile."""
    laid_on: str | None = None
    """The prefix of the piles on which finished piles are laid. A finished pile is laid on the pile
    with its own index. None if a finished pile is turned face down where it lies."""

    def place(self, name: str, cards: int) -> str | None:
        """Return where the pile `name` with this number of cards is drawn, as the name of the pile
        that usually lies there. It is `name` itself if a finished pile is turned face down where it
        lies. Return None if the pile is not finished."""
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
    """Which cards of a column are drawn as joined to the card they lie on. That card must be one
    rank higher, and of the same suit (`suit`), the same colour (`colour`), the other colour
    (`colours`) or any suit (`any`). None if no cards are drawn as joined."""
    sets: bool = False
    """Whether joined cards move only all together, as a set. Sets in a column are drawn shifted to
    the side from each other."""
    gap_after: int = 0
    """A column is drawn with a small gap after every so many cards; 0 for no gaps."""
    turned: bool = False
    """Whether a card is drawn aslant if it lies on a card one rank higher of another suit."""
    row_titles: Mapping[str, str] = {}
    """Titles of rows of piles, by the prefix of the names of the piles. A row without a title is
    called by its prefix."""
    across: int = 0
    """How many columns or heaps are drawn side by side before a further row of them begins, nearer
    to the player. With 0 all are side by side."""
    sides: tuple[str, ...] = ()
    """Prefixes of two groups of piles that are drawn one above the other, one group at the left and
    one at the right of the rows of heaps."""
    near: tuple[str, ...] = ()
    """Prefixes of the groups of piles that are drawn nearer to the player than the columns."""
    finished: FinishedPiles | None = None
    """How finished piles are drawn; None if they are drawn like any other pile."""
    homes: Mapping[str, str] = {}
    """The pile to which each card is built, by the name of the card. It is empty if a card goes to
    the discard pile, to the only foundation or to the foundation of its suit."""
    places: Mapping[str, tuple[int, int]] = {}
    """Where the piles lie if the game makes a picture of them, by the name of the pile: the column
    from the left and the row from the top. Columns of the tableau that are not in it are drawn
    beside the picture. It is empty for a game without a picture."""
    tilts: bool = False
    """Whether players tilt many cards, as the book of the game advises (`Group.tilts` says what a
    tilt is)."""
    hand: str = ""
    """The pile whose top card goes to `dst` in a move that has no `src`. It is empty if the game
    has no such move."""

    def to_json(self) -> dict[str, Any]:
        finished = self.finished._asdict() if self.finished else None
        plain = {"row_titles": dict(self.row_titles), "homes": dict(self.homes)}
        places = {name: list(at) for name, at in self.places.items()}
        return {**self._asdict(), **plain, "finished": finished, "places": places}


def picture(*rows: str) -> dict[str, tuple[int, int]]:
    """Return the value for `Drawing.places` from rows of pile names. The first row is at the top,
    and each row lists names from left to right, separated by spaces. A dot is a place without a
    pile."""
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
