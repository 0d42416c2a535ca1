"""Draw the table of a game on a grid: cards, labels of rows and columns, points, and the next card
enlarged."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, cast

from client_cli.messages.grids import LineTotal, line_totals
from client_cli.screens.table.drawing.canvas import Cell, Place, Spot
from client_cli.screens.table.drawing.card_renderer import CardRenderer
from client_cli.screens.table.drawing.faces import CARD, COMPACT
from client_cli.screens.table.drawing.pile_rows import seen, title
from engine.games import AnyGame
from engine.mechanics.grid import GridGame
from engine.view import View
from protocol.texts import _

BESIDE = 15
"""Cells that the next card and the stock take at the left of the grid."""
SPAN = 7
"""The number of columns in which cards can come to lie in a grid four cells wide whose place is not
fixed: three on each side of the first card. The drawing is centred for this width, so that it does
not jump when a card is laid."""


def draw_square(
    pen: CardRenderer,
    game: AnyGame,
    view: View,
    free: Iterable[Cell],
    label: Callable[[Place], str],
) -> None:
    """Draw the grid: the part in which cards lie or may be laid, and what its rows and columns
    score so far. Beside or above it, draw the next card and the piles. `free` are the grid cells in
    which a card may be laid now. `label` returns the label that the player types for a cell."""
    laid, face = laid_cards(view), pen.face
    free = set(free)
    cells = [*laid, *free]
    if isinstance(game, GridGame) and game.fixed:
        cells += [(0, 0), (game.size - 1, game.size - 1)]
    rows = sorted({r for r, _column in cells})
    columns = sorted({c for _row, c in cells})
    pitch, count = face.width + 1, len(columns)
    narrow = pen.canvas.width < BESIDE + 4 + count * pitch + 3
    span = SPAN if BESIDE + 4 + SPAN * pitch + 4 <= pen.canvas.width else count
    spare = pen.canvas.width - BESIDE - 4 - span * pitch - 4
    left = 0 if narrow else BESIDE + max(0, spare // 2)
    top = _in_one_line(pen, game, view) if narrow else 0
    step = face.height
    if not face.framed and pen.canvas.height >= 2 * len(rows) + 3 + top:
        step = 2
    if not narrow:
        _next_card(pen, game, view, left - BESIDE)
    elif face.framed:
        pen.canvas.cut_off()
    if not cells:
        return
    for column in range(columns[0], columns[-1] + 1):
        x = left + 4 + (column - columns[0]) * pitch
        text = label((rows[0], column))[0]
        pen.canvas.put(
            x + face.width // 2 - (0 if face.framed else 1), top, text, pen.palette.label
        )
        for row in range(rows[0], rows[-1] + 1):
            y = top + 1 + (row - rows[0]) * step
            text = f"{label((row, column))[1:]:>3}"
            pen.canvas.put(left, y + face.height // 2, text, pen.palette.label)
            _cell(pen, x, y, (row, column), laid.get((row, column)), (row, column) in free)
    if isinstance(game, GridGame):
        _draw_totals(pen, line_totals(game, view.facts), (left + 4, top + 1, step), (rows, columns))


def laid_cards(view: View) -> dict[Cell, str]:
    """Return the cards on the grid, as a dictionary from the cell (row, column) to the
    two-character name of the card."""
    entries = cast(list[Mapping[str, Any]], view.facts.get("grid") or [])
    return {(entry["cell"][0], entry["cell"][1]): entry["card"] for entry in entries}


def last_cards(view: View) -> list[str]:
    """In a game whose last cell is filled with one of several cards, return the names of the cards
    among which the player chooses. Return an empty list before and after this choice."""
    last = cast(list[str], view.facts.get("last") or [])
    return [] if {*last} & {*laid_cards(view).values()} else last


def _cell(pen: CardRenderer, x: int, y: int, cell: Cell, card: str | None, free: bool) -> None:
    face, middle = pen.face, y + pen.face.height // 2
    if card:
        pen.card(x, y, card, Spot(cell, 1))
    elif free and face.framed:
        pen.space(x, y, cell)
        pen.canvas.put(x + face.width // 2, middle, pen.glyphs.empty, pen.palette.loud)
    elif free:
        pen.canvas.put(x + 1, y, f" {pen.glyphs.empty} ", pen.palette.loud)
        pen.canvas.mark(x, y, CARD, Spot(cell))
    if pen.lit.cursor == cell:
        pen.canvas.put(x, middle, "[", pen.palette.cursor)
        end = x + face.width - (1 if face.framed else 0)
        pen.canvas.put(end, middle, "]", pen.palette.cursor)


def _draw_totals(
    pen: CardRenderer,
    totals: Sequence[Mapping[int, LineTotal]],
    at: tuple[int, int, int],
    span: tuple[list[int], list[int]],
) -> None:
    """Draw what each row of the grid scores at its right end, and what each column scores below it:
    dim while later cards may add to it. `totals` are those of the rows and of the columns. `at` is
    (x of the left edge, y of the top, lines from one row of cards to the next), and `span` has the
    rows and the columns of the grid that are drawn."""
    (left, top, step), (rows, columns) = at, span
    face, pitch, palette = pen.face, pen.face.width + 1, pen.palette
    right = left + (columns[-1] - columns[0] + 1) * pitch
    for row, total in totals[0].items():
        y = top + (row - rows[0]) * step + face.height // 2
        style = palette.loud if total.final else palette.quiet
        pen.canvas.put(right + 1, y, f"{total.points:>2}", style)
    below = top + (rows[-1] - rows[0]) * step + max(step, face.height)
    for column, total in totals[1].items():
        x = left + (column - columns[0]) * pitch + (face.width - 3) // 2 + 1
        style = palette.loud if total.final else palette.quiet
        pen.canvas.put(x, below, f"{total.points:<3}", style)


def _in_one_line(pen: CardRenderer, game: AnyGame, view: View) -> int:
    """Draw the next card and the piles in one row above the grid, for a narrow window. Return the
    number of rows used."""
    card, x, small = view.facts.get("next"), 0, pen.sized(COMPACT)
    if isinstance(card, str):
        x = pen.canvas.put(x, 0, _("next"), pen.palette.quiet)
        pen.canvas.put(x + 1, 0, f"{pen.look.card(card):<3}", pen.palette.suits[card[1]])
        x += CARD + 1
    for each in last_cards(view):
        x = pen.canvas.put(x, 0, f"{pen.look.card(each):<4}", pen.palette.suits[each[1]])
    for name in game.layout:
        pile = seen(view, name)
        if pile.up or pile.down:
            x = pen.canvas.put(x, 0, title(name), pen.palette.quiet)
            if pile.up:
                small.card(x, 0, pile.up[-1], Spot(name, 1))
            else:
                small.back(x, 0, pile.down, name)
            x += CARD + 1
    return 1


def _next_card(pen: CardRenderer, game: AnyGame, view: View, x0: int) -> None:
    """Draw the next card, enlarged, and the piles below it, at the left of the grid from column
    `x0`."""
    card, small = view.facts.get("next"), pen.sized(COMPACT)
    y = 0
    if isinstance(card, str):
        pen.canvas.put(x0 + 2, y, _("next card"), pen.palette.quiet)
        _big(pen, x0 + 2, y + 1, card)
    four = last_cards(view)
    if four:
        pen.canvas.put(x0 + 2, y, _("choose one"), pen.palette.quiet)
    for row, each in enumerate(four, y + 1):
        pen.canvas.put(x0 + 3, row, pen.look.card(each), pen.palette.suits[each[1]])
    y += 7 if pen.canvas.height >= 12 else 6
    for name in game.layout:
        pile = seen(view, name)
        shown = pile.up[-1] if pile.up else None
        if shown or pile.down:
            pen.canvas.put(x0 + 1, y, title(name), pen.palette.quiet)
            x = x0 + 2 + len(title(name))
            if shown:
                small.card(x - 1, y, shown, Spot(name, 1))
            else:
                small.back(x - 1, y, pile.down, name)
            y += 1


def _big(pen: CardRenderer, x: int, y: int, card: str) -> None:
    box, face, edge = pen.glyphs.box, pen.palette.suits[card[1]], pen.palette.edge
    name = pen.look.card(card)
    pen.canvas.put(x, y, box[0] + box[1] * 7 + box[2], edge)
    for row, text in enumerate((f"{name:<7}", f"{pen.look.suit(card):^7}", f"{name:>7}"), y + 1):
        pen.canvas.put(x, row, box[3] + text + box[3], edge)
        pen.canvas.put(x + 1, row, text, face)
    pen.canvas.put(x, y + 4, box[4] + box[1] * 7 + box[5], edge)
