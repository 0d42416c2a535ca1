"""Lay out and draw rows of piles that are no columns, such as stock, waste and foundations.

All rows are planned before they are drawn, so that the height left for the columns is known. Piles
that the game's layout puts together, such as all foundations, form a group with a title.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from client_cli.screens.table.drawing.canvas import Spot
from client_cli.screens.table.drawing.card_renderer import CardRenderer
from client_cli.screens.table.drawing.faces import Face
from client_cli.terminal.pile_labels import shown_name
from engine.games import AnyGame
from engine.table import Group
from engine.view import PileView, View

LEAST_ALIGNED = 6
"""In a table with at least this number of columns, a group with as many piles as there are columns
is drawn right above the columns, each pile over a column."""


class Block(NamedTuple):
    """Piles that are drawn side by side: all piles of one group of the game's layout. `single` is
    true for a group of only one pile, such as the stock."""

    title: str
    names: Sequence[str]
    single: bool
    wide: int
    """The number of top cards of a pile drawn side by side."""
    is_stock: bool


class Item(NamedTuple):
    """A pile in a row. `x` is its column on the canvas, `told` the caption after its label, and
    `wide` the number of top cards drawn side by side. A stock (`is_stock`) shows how many of its
    cards are face down; any other pile shows how many cards it has."""

    x: int
    name: str
    told: str
    wide: int
    is_stock: bool


class PileRow(NamedTuple):
    """A planned row of piles: its piles, the titles of its groups as (x, text), and the number of
    the first canvas column to the right of the row."""

    items: list[Item]
    titles: list[tuple[int, str]]
    end: int


def title(name: str) -> str:
    """Return the title, in the player's language, of the group to which the pile `name` belongs."""
    return shown_name(name.partition(".")[0])


def seen(view: View, name: str) -> PileView:
    """Return the pile `name` of a view. If the view has no such pile, return an empty one."""
    return view.piles.get(name) or PileView(0, [])


def finished(game: AnyGame, view: View) -> dict[str, str]:
    """Return the complete piles that the game draws in a special way: turned face down, or laid on
    another pile. In the returned dictionary each value is the name of a complete pile, and its key
    is the name of the pile at whose place it is drawn. Key and value are equal for a pile that is
    turned face down where it lies."""
    piles = game.drawing.finished
    if piles is None:
        return {}
    places = ((piles.place(name, len(seen(view, name).up)), name) for name in view.piles)
    return {place: name for place, name in places if place is not None}


def blocks(game: AnyGame, view: View) -> list[Block]:
    """Return the blocks (piles drawn side by side) to draw in rows, in the order of the game's
    layout. They contain all piles of the view except the columns and the fan, which other functions
    draw. The fan is a pile whose cards may each be played."""
    found = []
    for group, places in game.layout.parts:
        names = [game.layout.names[i] for i in places]
        names = [name for name in names if name in view.piles or not group.vanishes]
        if names and group.role not in ("tableau", "fan"):
            found.append(_block(game, group, names))
    return found


def _block(game: AnyGame, group: Group, names: list[str]) -> Block:
    told = game.drawing.row_titles.get(group.prefix, title(group.prefix))
    inside = {place.rpartition(".")[0] for place in game.extra_places()}
    wide = 2 if group.prefix in inside else 1
    return Block(told, names, group.indices is None, wide, group.role == "stock")


def caption_width(game: AnyGame, width: int, columns: int, face: Face) -> int:
    """Return how many cells to keep free at the left of the columns for the titles that the game
    gives to rows of piles. In a wide window this includes a gap before the columns. Return 0 if the
    game gives no titles or there is no room for them."""
    told = max(map(len, game.drawing.row_titles.values()), default=0)
    if not told or told + columns * face.least > width:
        return 0
    return told + 2 if told + 2 + columns * (face.width + 1) <= width else told


def plan(found: Sequence[Block], width: int, at: Sequence[int], face: Face) -> list[PileRow]:
    """Arrange blocks (piles drawn side by side) in rows of `width` cells. `at` lists the x of each
    column of the table. In a table of six or more columns, a block with as many piles as there are
    columns is placed right above them, each pile over a column. All other blocks stand above it,
    one after another."""
    slot = face.slot
    aligned = len(at) if len(at) >= LEAST_ALIGNED else 0
    loose = [block for block in found if len(block.names) != aligned or block.single]
    over = [block for block in found if block not in loose]
    pile_rows = _flowing(loose, width, slot)
    if len(pile_rows) > 1 and sum(not block.single for block in loose) == 1:
        untitled = [b if b.single else b._replace(title="") for b in loose]
        closer = _flowing(untitled, width, slot)
        pile_rows = closer if len(closer) < len(pile_rows) else pile_rows
    longest = max((len(b.title) for b in over if len(b.title) <= at[0]), default=0)
    for block in over:
        items = [
            Item(x, name, "", 1, block.is_stock) for x, name in zip(at, block.names, strict=True)
        ]
        told = [(min(1, at[0] - longest), block.title)] if len(block.title) <= longest else []
        pile_rows.append(PileRow(items, told, at[-1] + slot))
    return pile_rows


def _flowing(loose: Sequence[Block], width: int, slot: int) -> list[PileRow]:
    """Arrange blocks of piles one after another in rows of `width` cells. Start a new row where one
    is full."""
    pile_rows: list[PileRow] = []
    items: list[Item] = []
    titles: list[tuple[int, str]] = []
    x = 0
    for part in (part for block in loose for part in _parts(block, width, slot)):
        wide = _width(part, slot)
        if items and x + wide > width:
            pile_rows.append(PileRow(items, titles, x))
            items, titles, x = [], [], 0
        if part.title and not part.single:
            titles.append((x + 1, part.title))
        step = wide if part.single else slot
        first = x + (0 if part.single or not part.title else len(part.title) + 2)
        told = part.title if part.single else ""
        items += [
            Item(first + i * step, name, told, part.wide, part.is_stock)
            for i, name in enumerate(part.names)
        ]
        x += wide + 1
    return [*pile_rows, PileRow(items, titles, x)] if items else pile_rows


def _parts(block: Block, width: int, slot: int) -> list[Block]:
    """Split a block of piles into parts that each fit in a row. If the block is split, its parts
    have no title."""
    if _width(block, slot) <= width:
        return [block]
    most = max(1, width // slot)
    names = block.names
    return [block._replace(title="", names=names[i : i + most]) for i in range(0, len(names), most)]


def _width(block: Block, slot: int) -> int:
    if block.single:
        return max(slot * block.wide, len(block.title) + 4)
    return len(block.names) * slot + (len(block.title) + 2 if block.title else 0)


def draw_pile_row(
    pen: CardRenderer,
    view: View,
    pile_row: PileRow,
    y: int,
    left: int,
    ended: Mapping[str, str] = {},
) -> int:
    """Draw a planned row of piles from canvas line `y` on, shifted right by `left` cells. Return
    the number of the first line below the row. `ended` is the result of `finished`: the complete
    piles that are drawn in a special way."""
    away = {pile for place, pile in ended.items() if place != pile}
    framed = pen.face.framed
    middle = y + 1 + pen.face.height // 2
    for x, told in pile_row.titles:
        pen.canvas.put(left + x, middle, told, pen.palette.quiet)
    for item in pile_row.items:
        x = left + item.x
        if item.told:
            pen.caption(x + 1, y, item.name, item.told)
            x += 1 if framed else 0
        else:
            pen.label(x + (1 if framed else 0), y, item.name)
        shown = ended.get(item.name, item.name)
        pile = seen(view, shown)
        if item.name in away:
            pen.canvas.put(x + 1, middle, pen.glyphs.complete, pen.palette.quiet)
        elif item.name in ended and shown == item.name:
            pen.book(x, y + 1, len(pile.up), item.name)
        else:
            _draw_pile(pen, x, y + 1, shown, pile, item)
        if item.told:
            pen.canvas.mark(left + item.x, y, len(item.told) + 3, Spot(item.name))
    return y + 1 + pen.face.height


def _draw_pile(pen: CardRenderer, x: int, y: int, name: str, pile: PileView, item: Item) -> None:
    lying = pile.up[-item.wide :]
    if not lying and pile.down:
        pen.back(x, y, pile.down, name)
    elif not lying:
        pen.space(x, y, name)
    for i, card in enumerate(lying):
        pen.card(x + i * pen.face.width, y, card, Spot(name, len(lying) - i))
    if lying:
        count = _count(pen, pile, len(lying), item.is_stock)
        pen.count(x + (len(lying) - 1) * pen.face.width, y, count)


def _count(pen: CardRenderer, pile: PileView, lying: int, is_stock: bool) -> str:
    """Return the number to show at a pile of which `lying` face-up cards are drawn; "" if these are
    all its cards."""
    if is_stock and pile.down:
        return f"{pen.glyphs.back}{pile.down}"
    count = len(pile.up) + pile.down
    return str(count) if count > lying else ""
