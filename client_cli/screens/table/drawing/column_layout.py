"""Compute the layout of a column: the row of each card, which cards are left out for lack of room,
and which are shifted sideways.

The layouts follow the books from which the games come. Cards of a column that can move together
form a set. A set is squashed if only its first and last card are shown, with the number of cards
between them; this is done where a column grows too long. Sets can also be shifted sideways from
each other. In Senior Wrangler an empty row follows every eighth card. In Uncle Remus a sign marks a
card that lies on the next higher card of another suit, because the book lays such a card aslant.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

from client_cli.screens.table.drawing.table_style import Form
from engine.cards import CARD, RANK, SUIT
from engine.drawing import Drawing

Joined = Callable[[Sequence[str], int], bool]
"""Whether the card at this index of a column can move together with the card it lies on."""

LEAST_SET = 4
"""The size of the smallest set that takes fewer rows when squashed. A squashed set takes three
rows."""


class ColumnLine(NamedTuple):
    """One row of a column as it is drawn. There are three kinds of rows. If `card` is -1, the row
    is empty. If `hidden` is above 0, the row shows the number of cards that are left out, and
    `card` is the index of the first of them. Otherwise the row shows the card with the index
    `card`."""

    card: int = -1
    """Index of the card in the column, from 0 at the bottom."""
    hidden: int = 0
    aside: int = 0
    """Cells by which the card is shifted to the right; negative for the left."""


class ColumnStyle(NamedTuple):
    """How the columns of a table are laid out. `joined` is a function that tells whether a card
    forms a set with the card under it. If `squashed` is true, only the first and last card of every
    set are shown. `gap` is the number of cards after which an empty row follows (0 for none). If
    `turned` is true, a sign marks a card that lies on the next higher card of another suit."""

    joined: Joined
    squashed: bool = False
    jinked: int = 0
    """The number of sides to which sets are moved: 2 is right and left, 1 is right only, 0 is
    none."""
    gap: int = 0
    turned: bool = False


def way_of(drawing: Drawing, joined: Joined, form: Form, spare: int, roomy: bool) -> ColumnStyle:
    """Return how the columns of a game are laid out. `form` is the player's choice: `fits`,
    `squashed` or `jinked` (sets shifted sideways). `joined` tells which cards form a set, `spare`
    is the number of cells between two columns, and `roomy` says whether the table is wide enough
    to shift sets sideways even if the player has not chosen it."""
    sides = max(0, min(2, spare)) if form == "jinked" or (roomy and drawing.sets) else 0
    sides = 0 if form == "squashed" else sides
    return ColumnStyle(joined, form == "squashed", sides, drawing.gap_after, drawing.turned)


def column_lines(up: Sequence[str], room: int, way: ColumnStyle) -> list[ColumnLine]:
    """Return the rows of a column: at least one row and at most `room`. `up` has the names of its
    face-up cards, bottom card first. If there are three or more rows, the bottom card always has
    one, so that the player sees on which card the others lie."""
    sets = _sets(up, way.joined)
    laid = _squashed(sets, len(up) if way.squashed else len(up) - room, way.jinked)
    if len(laid) > room:
        return _cut(laid, room)
    gaps = (len(up) - 1) // way.gap if way.gap and up else 0
    if len(laid) == len(up) and len(up) + gaps <= room:
        for nth in range(gaps, 0, -1):
            laid.insert(nth * way.gap, ColumnLine())
    return laid


def turned(up: Sequence[str], index: int) -> bool:
    """Whether the card at this index of a column lies on a card that is one rank higher and of
    another suit. Some books lay such a card aslant."""
    if not index:
        return False
    senior, card = CARD[up[index - 1]], CARD[up[index]]
    return RANK[senior] == RANK[card] + 1 and SUIT[senior] != SUIT[card]


def _sets(up: Sequence[str], joined: Joined) -> list[range]:
    starts = [i for i in range(len(up)) if not joined(up, i)]
    return [range(*ends) for ends in pairwise([*starts, len(up)])]


def _squashed(sets: Sequence[range], spare: int, sides: int) -> list[ColumnLine]:
    """Return a row for each card of a column. To save `spare` rows, squash sets, the longest first:
    show only the first and the last card of the set, and between them the number of the others.
    `sides` is the number of sides to which sets are shifted."""
    pressed = set[int]()
    for members in sorted(sets, key=len, reverse=True):
        if spare > 0 and len(members) >= LEAST_SET:
            pressed.add(members.start)
            spare -= len(members) - 3
    laid = []
    for nth, members in enumerate(sets):
        aside = 0 if not nth or not sides else 1 if nth % 2 else 1 - sides
        if members.start in pressed:
            between = ColumnLine(members.start + 1, len(members) - 2, aside)
            laid += [
                ColumnLine(members.start, 0, aside),
                between,
                ColumnLine(members.stop - 1, 0, aside),
            ]
        else:
            laid += [ColumnLine(i, 0, aside) for i in members]
    return laid


def _cut(laid: Sequence[ColumnLine], room: int) -> list[ColumnLine]:
    """Shorten a column to `room` rows: the first row, then a row with the number of cards left out,
    then the last rows."""
    if room < 2:
        return list(laid[-1:])
    first = 1 if room > 2 else 0
    last = len(laid) - (room - 1 - first)
    gone = laid[first:last]
    pushed = gone[0]._replace(hidden=sum(line.hidden or 1 for line in gone))
    return [*laid[:first], pushed, *laid[last:]]
