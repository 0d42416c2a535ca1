"""Draw columns of overlapping cards."""

from collections.abc import Sequence
from typing import cast

from client_cli.screens.table.drawing.canvas import Spot
from client_cli.screens.table.drawing.card_renderer import CardRenderer
from client_cli.screens.table.drawing.column_layout import ColumnStyle, column_lines, turned
from client_cli.screens.table.drawing.faces import Face
from client_cli.screens.table.drawing.pile_rows import seen
from engine.view import View


def draw_columns(
    pen: CardRenderer,
    view: View,
    at: Sequence[tuple[int, str]],
    rows: range,
    way: ColumnStyle,
    most: int | None = None,
) -> None:
    """Draw columns in the canvas rows `rows`: each column's label in the first row, and below it
    the cards, each overlapping the one before. `at` lists the columns as (x, pile name). All
    columns have the same number of rows for an overlapped card: the most, up to that of the face,
    with which they fit. If they do not fit with one row, cards are left out; a strict canvas raises
    `CutOff`. An overlapped card shows at most `most` rows, if this is not None."""
    names = [name for _x, name in at]
    if columns_height(pen.face, view, names, way) > len(rows):
        pen.canvas.cut_off()
    step = fitting_step(pen.face, view, [names], len(rows), way)
    step = step if most is None else min(step, most)
    closed = _closed(view)
    for x, name in at:
        y, pile = rows.start, seen(view, name)
        pen.label(x + (1 if pen.face.framed else 0), y, name)
        if len(at) < 2 or at[1][0] - at[0][0] > pen.face.least:
            _next_column_sign(pen, view, x, y, name)
        y += 1
        if name in closed:
            pen.book(x, y, len(pile.up), name)
        elif not pile.up and not pile.down:
            pen.space(x, y, name)
        elif not pile.up:
            pen.back(x, y, pile.down, name)
        else:
            if pile.down:
                pen.back(x, y, pile.down, name)
                y += 1
            _draw_cards(pen, name, pile.up, (x, range(y, rows.stop)), way, step)


def _draw_cards(
    pen: CardRenderer,
    name: str,
    up: Sequence[str],
    at: tuple[int, range],
    way: ColumnStyle,
    step: int,
) -> None:
    (x, rows), taken = at, 0
    room = len(rows) - pen.face.height + 1
    lines = column_lines(up, room, way)
    for line in lines:
        y = rows.start + taken
        if line.hidden:
            pen.squash(x + line.aside, y, line.hidden, name)
        elif line.card >= 0:
            spot = Spot(name, len(up) - line.card)
            link = _link(pen, up, line.card, way)
            pen.card(x + line.aside, y, up[line.card], spot, link)
        taken += 1 if line.hidden else step


def _closed(view: View) -> set[str]:
    """Return the columns that are complete and lie face down."""
    return {f"tab.{i}" for i in cast(Sequence[int], view.facts.get("closed") or ())}


def _next_column_sign(pen: CardRenderer, view: View, x: int, y: int, name: str) -> None:
    """If the next cards of Senior Wrangler are dealt to the column `name`, draw a sign beside the
    column's label."""
    prefix, _, number = name.rpartition(".")
    if prefix == "col" and view.facts.get("session") == int(number) + 1:
        pen.canvas.put(x + 3, y, pen.glyphs.up, pen.palette.quiet)


def fitting_step(
    face: Face, view: View, banks: Sequence[Sequence[str]], room: int, way: ColumnStyle
) -> int:
    """Return the most rows of an overlapped card, up to those of the face, with which groups of
    columns (`banks`), one above the other, take at most `room` rows; 1 if there is no such
    number."""
    steps = range(face.step, 1, -1)
    heights = (sum(columns_height(face, view, bank, way, step) for bank in banks) for step in steps)
    return next((s for s, height in zip(steps, heights, strict=True) if height <= room), 1)


def columns_height(
    face: Face, view: View, names: Sequence[str], way: ColumnStyle, step: int = 1
) -> int:
    """Return how many rows columns need, with the row of labels, if no card is left out for lack of
    room and an overlapped card shows `step` rows. Return 0 if there are no columns."""
    if not names:
        return 0
    closed = _closed(view)
    piles = [seen(view, name) for name in names if name not in closed]
    extra = [bool(p.down) + (_wanted(p.up, way) - 1) * step for p in piles if p.up]
    return 1 + face.height + max(extra, default=0)


def _wanted(up: Sequence[str], way: ColumnStyle) -> int:
    """Return how many rows a column of unframed cards takes if there is room for all of them."""
    return len(column_lines(up, len(up) + 2, way)) if up else 1


def _link(pen: CardRenderer, up: Sequence[str], index: int, way: ColumnStyle) -> str:
    """Return the sign to draw between a card of a column and the card under it. There is one sign
    for two cards that can move together, and another for a card on the next higher card of another
    suit, if the book lays such a card aslant. Return an empty text for other cards."""
    if way.joined(up, index):
        return pen.glyphs.linked if pen.face.framed else pen.glyphs.joined
    return pen.glyphs.turned if way.turned and turned(up, index) else ""
