"""Draw a table that is not a grid. There are rows of piles at the top, below them the columns, and
at the bottom the rows of piles that lie near the player."""

from collections.abc import Sequence

from client_cli.screens.table.drawing.card_renderer import CardRenderer
from client_cli.screens.table.drawing.column_layout import ColumnStyle, Joined, way_of
from client_cli.screens.table.drawing.columns import (
    columns_height,
    draw_columns,
    fitting_step,
)
from client_cli.screens.table.drawing.faces import COMPACT, Face
from client_cli.screens.table.drawing.heap_rows import draw_heap_rows
from client_cli.screens.table.drawing.pile_rows import (
    Item,
    PileRow,
    blocks,
    caption_width,
    draw_pile_row,
    finished,
    plan,
)
from client_cli.screens.table.movable_pairs import can_move_together
from client_cli.terminal.pile_labels import shown_name
from engine.cards import CARD as NUMBER
from engine.games import AnyGame
from engine.view import View

FEW_COLUMNS = 7
"""With at most so many columns of framed cards, single piles stand beside the columns."""
ROOMY = 85
"""The table's width in cells from which on sets (cards that move together) are shifted sideways, in
games in which only whole sets move. A window of 110 columns with the standings beside the table has
this width."""
BESIDE = 11
"""The least cells from one pile to the next where single piles stand beside the columns."""
SILENT = frozenset({"phase", "fan_of"})
"""Names of figures in a view that are not written out, because the cards on the table show them."""


def draw_spread(pen: CardRenderer, game: AnyGame, view: View) -> None:
    """Draw every pile of a table."""
    if game.drawing.places:
        _picture(pen, game, view)
    elif game.drawing.sides:
        draw_heap_rows(pen, game, view)
    else:
        columns = [n for n, g in _present(game, view) if g == "tableau"]
        joined = _joined(game, view)
        if not _beside(pen, game, view, columns, joined):
            _stacked(pen, game, view, columns, joined)


def _present(game: AnyGame, view: View) -> list[tuple[str, str]]:
    piles = zip(game.layout.names, game.layout.group_of, strict=True)
    return [(n, group.role) for n, group in piles if n in view.piles or not group.vanishes]


def _joined(game: AnyGame, view: View) -> Joined:
    state = game.state_of(view)

    def joined(up: Sequence[str], index: int) -> bool:
        return index > 0 and can_move_together(
            game, state, NUMBER[up[index - 1]], NUMBER[up[index]]
        )

    return joined


def _beside(
    pen: CardRenderer, game: AnyGame, view: View, columns: list[str], joined: Joined
) -> bool:
    """If there are few columns of framed cards and everything fits, draw the columns with the other
    piles to their right. Return whether the table was drawn."""
    others, face, canvas = blocks(game, view), pen.face, pen.canvas
    beside = max(BESIDE, face.slot)
    width = len(columns) * face.slot + len(others) * beside
    few = columns and len(columns) <= FEW_COLUMNS
    single = all(block.single and block.wide == 1 for block in others)
    if not (face.framed and few and single and width <= canvas.width):
        return False
    left = (canvas.width - width) // 2
    rows = range(canvas.height)
    draw_columns(pen, view, _places(columns, left, face.slot), rows, _way(pen, game, joined))
    x = left + len(columns) * face.slot + 1
    for pile_row in plan(others, canvas.width, (), face):
        spaced = [item._replace(x=i * beside) for i, item in enumerate(pile_row.items)]
        draw_pile_row(pen, view, pile_row._replace(items=spaced), 0, x)
    _write_figures(pen, view, [canvas.height - 1])
    return True


def _picture(pen: CardRenderer, game: AnyGame, view: View) -> None:
    """Draw the table of a game whose piles form a picture, such as a clock face: each pile lies in
    the place that `game.drawing.places` gives it. Columns without such a place are drawn at the
    right of the picture, or below it if there is no room."""
    room, face, places = pen.canvas, pen.face, game.drawing.places
    others = [n for n, role in _present(game, view) if role == "tableau" and n not in places]
    columns, rows = (1 + max(at[i] for at in places.values()) for i in (0, 1))
    beside = bool(others) and room.width + 1 >= face.least * (columns + len(others))
    across = columns + len(others) if beside else columns
    pitch = max(face.least, min(face.pitch - 1, (room.width + 1) // across))
    left = max(0, (room.width - across * pitch) // 2)
    right = columns * pitch if beside else room.width - left
    way = _way(pen, game, _joined(game, view), pitch)
    tall = rows * (1 + face.height)
    if others:
        below = columns_height(face, view, others, way)
        tall = max(tall, below) if beside else tall + below
    y = top = max(0, (room.height - tall) // 2) if face.framed and not others else 0
    for row in range(rows):
        names = [name for name, at in places.items() if at[1] == row]
        at_x = [places[name][0] * pitch for name in names]
        free = [after - x for x, after in zip(at_x, [*at_x[1:], right], strict=True)]
        items = [
            Item(x, name, _caption(game, name, cells), 1, _is_stock(game, name))
            for x, name, cells in zip(at_x, names, free, strict=True)
        ]
        y = draw_pile_row(pen, view, PileRow(items, [], 0), y, left)
    if others:
        x, apart = left + right, pitch
        if not beside:
            x, apart = _columns_at(room.width, len(others), face)
            way = _way(pen, game, _joined(game, view), apart)
        rest = range(top if beside else y, room.height)
        draw_columns(pen, view, _places(others, x, apart), rest, way)
    _write_figures(pen, view, (0, room.height - 1))


def _is_stock(game: AnyGame, name: str) -> bool:
    layout = game.layout
    return name in layout.index and layout.group_of[layout.index[name]].role == "stock"


def _caption(game: AnyGame, name: str, room: int) -> str:
    """Return the text to write after the label of a pile in a picture, in at most `room` cells: the
    title of its row and the pile's own name, or the own name alone, or nothing. The own name is the
    part of the pile's name after the dot. It is left out in a group whose piles are only numbered,
    from 0."""
    group, _dot, own = name.rpartition(".")
    row = game.drawing.row_titles.get(group, "")
    own = "" if f"{group}.0" in game.layout.index else shown_name(own)
    return next((told for told in (f"{row} {own}".strip(), own) if len(told) + 3 < room), "")


def _way(pen: CardRenderer, game: AnyGame, joined: Joined, pitch: int = 0) -> ColumnStyle:
    spare = pitch - pen.face.width
    return way_of(game.drawing, joined, pen.look.form, spare, roomy=pen.canvas.width >= ROOMY)


def _places(columns: Sequence[str], left: int, pitch: int) -> list[tuple[int, str]]:
    return [(left + i * pitch, name) for i, name in enumerate(columns)]


def _columns_at(width: int, count: int, face: Face, told: int = 0) -> tuple[int, int]:
    """Return the x of the first column, and the number of cells from the start of one column to the
    start of the next. At least `told` cells stay free at the left, for the titles of rows."""
    pitch = max(face.least, min(face.pitch, (width - told) // max(1, count)))
    taken = pitch * (count - 1) + face.width
    return max(told, (width - taken) // 2), pitch


def _stacked(
    pen: CardRenderer, game: AnyGame, view: View, columns: list[str], joined: Joined
) -> None:
    width, height, face = pen.canvas.width, pen.canvas.height, pen.face
    told = caption_width(game, width, len(columns), face)
    if game.drawing.row_titles and not told:
        pen.canvas.cut_off()
    first = _in_bank(game, width, len(columns), face)
    left, pitch = _columns_at(width, first, face, told)
    at = _places(columns, left, pitch)
    pile_rows = plan(blocks(game, view), width, [x for x, _name in at], face)
    longest = max((pile_row.end for pile_row in pile_rows), default=0)
    ended = finished(game, view)

    def draw_row(pile_row: PileRow, y: int) -> int:
        over = bool(columns) and pile_row.items[0].x == left
        end = pile_row.end if columns else longest  # without columns, all rows start at the same x
        shift = left if columns and left + pile_row.end <= width else (width - end) // 2
        return draw_pile_row(pen, view, pile_row, y, 0 if over else max(0, shift), ended)

    y = 0
    for pile_row in pile_rows:
        if not _is_near(game, pile_row):
            y = draw_row(pile_row, y)
    near = [pile_row for pile_row in pile_rows if _is_near(game, pile_row)]
    below = max(y, height - len(near) * (1 + face.height))
    way = _way(pen, game, joined, pitch)
    last = y
    if columns:
        banks = [columns[:first], columns[first:]]
        last = _banks(pen, view, banks, range(y, below), way, told)
    last = min(below, last) if near and face is not COMPACT else below
    for pile_row in near:
        last = draw_row(pile_row, last)
    _write_figures(pen, view, (0, y, below, height - 1))


def _is_near(game: AnyGame, pile_row: PileRow) -> bool:
    """Whether the game's book lays this row of piles between the columns and the player, so that it
    is drawn below the columns."""
    return pile_row.items[0].name.partition(".")[0] in game.drawing.near


def _in_bank(game: AnyGame, width: int, columns: int, face: Face) -> int:
    """Return how many columns are drawn side by side before the rest is drawn below them. This is
    the number in the game's drawing, if it has one. Otherwise it is all columns, or half of them if
    the cards have no frames and the table is too narrow for all."""
    if game.drawing.across:
        return min(columns, game.drawing.across)
    fits = face.framed or width >= columns * face.least
    return columns if fits else (columns + 1) // 2


def _banks(
    pen: CardRenderer,
    view: View,
    banks: Sequence[list[str]],
    rows: range,
    way: ColumnStyle,
    told: int,
) -> int:
    """Draw columns in the canvas rows `rows`, in two groups (`banks`), the first above the second.
    The second group may be empty. Each group gets the rows that it needs. If there are too few rows
    for both, a group that needs more than half of the rows gets at least half. Return the number of
    the first row below the columns."""
    y, height, face = rows.start, rows.stop, pen.face
    left, pitch = _columns_at(pen.canvas.width, len(banks[0]), face, told=told)
    step = fitting_step(face, view, banks, len(rows), way)
    needs = [columns_height(face, view, bank, way, step) for bank in banks]
    share = max(min(needs[0], (height - y) // 2), height - y - needs[1])
    ends = (min(height, y + min(share, needs[0]) if banks[1] else height), height)
    for bank, end in zip(banks, ends, strict=True):
        draw_columns(pen, view, _places(bank, left, pitch), range(y, end), way, step)
        y = min(end, y + needs[0])
    return rows.start + sum(needs)


def _figures(view: View) -> str:
    """Return the figures of a view that the cards do not show, such as points, as one line of
    text."""
    return "  ".join(
        f"{shown_name(fact)} {value}"
        for fact, value in view.facts.items()
        if isinstance(value, int | str) and not isinstance(value, bool) and fact not in SILENT
    )


def _write_figures(pen: CardRenderer, view: View, rows: Sequence[int]) -> None:
    """Write the figures of a view, such as points, at the right end of the first of the canvas rows
    `rows` that has room. If no row has room, write nothing; a strict canvas raises `CutOff`."""
    told, canvas = _figures(view), pen.canvas
    start = canvas.width - len(told) - 1
    inside = (y for y in rows if y < canvas.height)
    y = next((y for y in inside if canvas.blank(start - 3, y, len(told) + 3)), None)
    if y is not None:
        canvas.put(start, y, told, pen.palette.quiet)
    elif told:
        canvas.cut_off()
