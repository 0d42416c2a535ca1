"""Draw columns of overlapping cards, with or without frames around the cards."""

from collections.abc import Sequence
from typing import cast

from client_cli.screens.table.drawing.canvas import Spot
from client_cli.screens.table.drawing.card_renderer import BOX, CARD, CardRenderer
from client_cli.screens.table.drawing.column_layout import ColumnStyle, column_lines, turned
from client_cli.screens.table.drawing.pile_rows import seen
from engine.view import View


def tight_columns(
    pen: CardRenderer, view: View, at: Sequence[tuple[int, str]], rows: range, way: ColumnStyle
) -> None:
    """Draw columns of unframed cards in the canvas rows `rows`: each column's label in the first
    row, and one card in each row below. `at` lists the columns as (x, pile name)."""
    closed = {f"tab.{i}" for i in cast(Sequence[int], view.facts.get("closed") or ())}
    for x, name in at:
        y, pile = rows.start, seen(view, name)
        pen.label(x, y, name)
        if len(at) < 2 or at[1][0] - at[0][0] > CARD + 1:
            _next_column_sign(pen, view, x, y, name)
        if name in closed:
            pen.book(x, y + 1, name)
            continue
        if not pile.down and not pile.up:
            pen.space(x, y + 1, name)
            continue
        if pile.down:
            y += 1
            pen.back(x, y, str(pile.down), name)
        for line in column_lines(pile.up, rows.stop - y - 1, way):
            y += 1
            if line.hidden:
                pen.squash(x + line.aside, y, line.hidden, name)
            elif line.card >= 0:
                spot = Spot(name, len(pile.up) - line.card)
                link = _link(pen, pile.up, line.card, way)
                pen.card(x + line.aside, y, pile.up[line.card], spot, link)


def _next_column_sign(pen: CardRenderer, view: View, x: int, y: int, name: str) -> None:
    """If the next cards of Senior Wrangler are dealt to the column `name`, draw a sign beside the
    column's label."""
    prefix, _, number = name.rpartition(".")
    if prefix == "col" and view.facts.get("session") == int(number) + 1:
        pen.canvas.put(x + 3, y, pen.glyphs.up, pen.palette.quiet)


def tight_height(view: View, names: Sequence[str], way: ColumnStyle) -> int:
    """Return how many rows columns of unframed cards need, with the row of labels, if no card is
    left out for lack of room."""
    piles = [seen(view, name) for name in names]
    wanted = (len(column_lines(p.up, len(p.up) + 2, way)) + bool(p.down) for p in piles)
    return 1 + max(1, *wanted)


def _link(pen: CardRenderer, up: Sequence[str], index: int, way: ColumnStyle) -> str:
    """Return the sign to draw between a card of a column and the card under it. There is one sign
    for two cards that can move together, and another for a card on the next higher card of another
    suit, if the book lays such a card aslant. Return an empty text for other cards."""
    if way.joined(up, index):
        return pen.glyphs.joined
    return pen.glyphs.turned if way.turned and turned(up, index) else ""


def framed_columns(
    pen: CardRenderer, view: View, at: Sequence[tuple[int, str]], rows: range, way: ColumnStyle
) -> None:
    """Draw columns of framed cards in the canvas rows `rows`: each column's label in the first row,
    then one row for each card, and the top card in full. `at` lists the columns as (x, pile
    name)."""
    for x, name in at:
        y, pile = rows.start + 1, seen(view, name)
        pen.label(x + 1, rows.start, name)
        if not pile.up:
            if pile.down:
                pen.backs(x, y, pile.down, name)
            else:
                pen.empty_box(x, y, name)
            continue
        pen.border(x, y, bottom=False, style=pen.palette.edge)
        if pile.down:
            y += 1
            pen.edges(x, y, pen.palette.back, "")
            pen.canvas.put(x + 1, y, f"{pen.glyphs.back}{pile.down:<2}", pen.palette.back)
            pen.canvas.mark(x, y, BOX, Spot(name))
        for line in column_lines(pile.up, rows.stop - y - 3, way):
            y += 1
            if line.hidden:
                pen.squash(x, y, line.hidden, name, framed=True)
            elif line.card >= 0:
                spot = Spot(name, len(pile.up) - line.card)
                pen.framed(x, y, pile.up[line.card], spot, _link(pen, pile.up, line.card, way))
        pen.foot(x, y + 1, pile.up[-1], Spot(name, 1))


def framed_height(view: View, names: Sequence[str]) -> int:
    """Return how many rows columns of framed cards need, with the row of labels, if no card is left
    out for lack of room."""
    piles = [seen(view, name) for name in names]
    return 1 + max((3 + max(1, len(p.up)) + bool(p.down and p.up) for p in piles), default=0)
