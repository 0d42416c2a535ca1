"""Draw the table of Kings as its book lays it out: rows of heaps (the tableau piles) between two
columns of foundations. Nearest to the player lie the other piles and the fan: the heap that the
player has taken in hand, with its cards side by side."""

from collections.abc import Sequence

from client_cli.screens.table.drawing.canvas import Spot
from client_cli.screens.table.drawing.card_renderer import CardRenderer
from client_cli.screens.table.drawing.column_layout import ColumnStyle, column_lines
from client_cli.screens.table.drawing.faces import CARD
from client_cli.screens.table.drawing.pile_rows import seen, title
from client_cli.screens.table.fan_order import fan_of
from engine.games import AnyGame
from engine.view import View
from protocol.texts import _

SIDE = 8
"""The least width in cells of a column of foundations beside the heaps (tableau piles): a label and
the title of the column, or a card and its count."""
SEEN = CARD
"""Cells that are visible of a card of a heap that another card overlaps from the right."""
WIDEST = 10
"""The most cards of a heap (tableau pile) in one line."""
WAY = ColumnStyle(lambda _up, _index: False)


def draw_heap_rows(pen: CardRenderer, game: AnyGame, view: View) -> None:
    """Draw the whole table of Kings. Each row of heaps (tableau piles) has a foundation at its left
    and right end. The cards of a heap lie side by side, in as many lines as there is room for. If
    cards of a heap do not fit, the heap shows how many are left out."""
    names = dict[str, list[str]]()
    for group, places in game.layout.parts:
        names.setdefault(group.role, []).extend(game.layout.names[i] for i in places)
    heaps, across = names["tableau"], game.drawing.across
    rows = [heaps[i : i + across] for i in range(0, len(heaps), across)]
    fan, face = fan_of(game), pen.face
    others = [name for role, piles in names.items() for name in piles if role not in _DRAWN]
    side = max(SIDE, face.slot)
    widest = face.width + (WIDEST - 1) * SEEN + 2
    wide = min(widest, (pen.canvas.width - 2 * side) // across)
    total = 2 * side + across * wide
    left = (pen.canvas.width - total) // 2
    right = left + total - max((len(title(name)) for name in others), default=0) - 4
    fanned = range(left + 1, right)
    below = _fan_height(pen, view, fan, fanned) if fan else 0
    below = max(below, 1 + face.height if others else 0)
    fits = max(1, (wide - 1 - face.width) // SEEN + 1)
    lines = _lines(pen, view, rows, fits, pen.canvas.height - below - len(rows) * face.height)
    y = 0
    for nth, (row, most) in enumerate(zip(rows, lines, strict=True)):
        for prefix, x in zip(game.drawing.sides, (left, left + total - side), strict=True):
            _foundation(
                pen, view, f"{prefix}.{_pile_index(game, prefix, nth)}", x, y, titled=not nth
            )
        for i, name in enumerate(row):
            _heap(pen, view, name, left + side + i * wide, y, (fits, most))
        y += face.height + most
    low = max(y, pen.canvas.height - below)
    y = min(low, y + 1) if face.framed else low
    if fan:
        _draw_fan(pen, view, fan, y, fanned)
    for name in others:
        pen.caption(right, y, name, title(name))
        pen.canvas.mark(right, y, len(title(name)) + 2, Spot(name))
        _other(pen, view, name, right, y + 1)


_DRAWN = frozenset({"foundation", "tableau", "fan"})


def _pile_index(game: AnyGame, side: str, nth: int) -> str:
    """Return the part of a pile's name after the dot, which says which pile of its group it is. The
    pile is number `nth`, from 0, of the group `side`."""
    places = [name for name in game.layout.names if name.rpartition(".")[0] == side]
    return places[nth].rpartition(".")[2]


def _lines(
    pen: CardRenderer, view: View, rows: Sequence[Sequence[str]], fits: int, room: int
) -> list[int]:
    """Return how many lines of cards each row of heaps (tableau piles) gets. `fits` is the number
    of cards in a line, and `room` the number of lines for all rows together. Each row gets one
    line; each further line goes to the row with the fewest lines that needs more. If a row gets
    fewer lines than it needs, a strict canvas raises `CutOff`."""
    needs = [
        max(1, *(-(-(len(p.up) + bool(p.down)) // fits) for p in (seen(view, n) for n in row)))
        for row in rows
    ]
    lines = [1] * len(rows)
    while sum(lines) < room:
        short = [i for i in range(len(rows)) if lines[i] < needs[i]]
        if not short:
            break
        lines[min(short, key=lambda i: lines[i])] += 1
    if lines != needs:
        pen.canvas.cut_off()
    spare = room - sum(lines)
    return [each + 1 for each in lines] if spare >= len(rows) else lines


def _heap(pen: CardRenderer, view: View, name: str, x: int, y: int, room: tuple[int, int]) -> None:
    """Draw a heap (a tableau pile of Kings). Above its cards stand the label that the player types
    and the number of the heap. `room` is (cards in a line, number of lines)."""
    fits, most = room
    pile = seen(view, name)
    pen.label(x, y, name)
    pen.canvas.put(x + 3, y, name.rpartition(".")[2], pen.palette.quiet)
    pen.canvas.mark(x, y, CARD + 1, Spot(name))
    if not pile.up and not pile.down:
        pen.space(x, y + 1, name)
        return
    if pile.down:
        pen.back(x, y + 1, pile.down, name)
    at = int(bool(pile.down))
    for line in column_lines(pile.up, max(1, fits * most - at), WAY):
        column, row = x + at % fits * SEEN, y + 1 + at // fits
        if line.hidden:
            pen.squash(column, row, line.hidden, name)
        else:
            pen.card(column, row, pile.up[line.card], Spot(name, len(pile.up) - line.card))
        at += 1


def _foundation(pen: CardRenderer, view: View, name: str, x: int, y: int, *, titled: bool) -> None:
    pile = seen(view, name)
    pen.label(x, y, name)
    if titled:
        pen.canvas.put(x + 3, y, title(name), pen.palette.quiet)
    pen.card(x, y + 1, pile.up[-1], Spot(name, 1))
    if len(pile.up) > 1:
        pen.count(x, y + 1, str(len(pile.up)))


def _other(pen: CardRenderer, view: View, name: str, x: int, y: int) -> None:
    pile = seen(view, name)
    if pile.down:
        pen.back(x, y, pile.down, name)
    else:
        pen.space(x, y, name)


def _fan_title(view: View, fan: str) -> str:
    number = view.facts.get(f"{fan}_of")
    name = title(fan)
    return _("{pile} {number}", pile=name, number=number) if number else name


def _in_line(pen: CardRenderer, told: str, columns: range) -> int:
    """Return how many cards fit in one line of the fan (the heap that the player has taken in hand)
    beside its caption `told`."""
    return max(1, (len(columns) - len(told) - 3 - pen.face.width) // SEEN + 1)


def _fan_height(pen: CardRenderer, view: View, name: str, columns: range) -> int:
    cards = len(seen(view, name).up)
    lines = max(1, -(-cards // _in_line(pen, _fan_title(view, name), columns)))
    return lines - 1 + pen.face.height


def _draw_fan(pen: CardRenderer, view: View, name: str, y: int, columns: range) -> None:
    """Draw the fan (the heap that the player has taken in hand) from row `y` in these columns of
    the canvas: its caption, and its cards side by side, in as many rows as needed."""
    pile, told = seen(view, name), _fan_title(view, name)
    start = pen.caption(columns.start, y, name, told) + 1
    pen.canvas.mark(columns.start, y, start - columns.start, Spot(name))
    if not pile.up:
        pen.space(start, y, name)
    in_line = _in_line(pen, told, columns)
    for i, card in enumerate(pile.up):
        x, row = start + i % in_line * SEEN, y + i // in_line
        pen.card(x, row, card, Spot(name, len(pile.up) - i))
