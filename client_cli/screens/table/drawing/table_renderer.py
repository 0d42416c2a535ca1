"""Draw the whole table of any game, from a view (what the player may see of the position) and the
game's layout of piles."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from textwrap import wrap

from client_cli.screens.table.drawing.canvas import Canvas, Cell, CutOff, Place
from client_cli.screens.table.drawing.card_renderer import CardRenderer, Highlight
from client_cli.screens.table.drawing.faces import FACES, Face
from client_cli.screens.table.drawing.table_style import TableStyle
from client_cli.screens.table.drawing.tableau import draw_spread
from engine.games import AnyGame
from engine.view import View
from protocol.texts import _

UNLIT = Highlight()
SPARE = 4
"""The rows that stay free when the cards of a table become larger during a game."""
TOO_SMALL = _(
    "Not all of the table fits. Widen the window, or play in lines: patience play --plain"
)
"""The hint shown if the table does not fit in the window. Keys work even where the table is cut
off, so the game can go on."""
Label = Callable[[Place], str]


def draw(  # noqa: PLR0913 # one for each thing that changes what is drawn
    game: AnyGame,
    view: View,
    size: tuple[int, int],
    look: TableStyle,
    label: Label,
    lit: Highlight = UNLIT,
    free: Iterable[Cell] = (),
    kept: Face | None = None,
) -> Canvas:
    """Draw the table of a game on a new canvas of `size` (columns, rows), and return the canvas.
    `label` returns the label that the player types for a pile or grid cell, `lit` is what to
    highlight, and `free` are the grid cells in which a card may be laid now. The cards have the
    largest size in which the whole table fits. If it does not fit in any size, a hint says so.
    `kept` is the size in which the table was drawn before, if it was drawn in the same room: then
    cards become larger only if `SPARE` rows stay free, so that the size does not change at every
    other move."""
    look, free = look.at(game.drawing), tuple(free)

    def drawn(face: Face, *, strict: bool, rows: int = size[1]) -> CardRenderer:
        canvas = Canvas(size[0], rows, look.palette.cloth, face, strict)
        pen = CardRenderer(canvas, look, lit, label)
        if "grid" in view.facts:
            from client_cli.screens.table.drawing.grid import draw_square  # other games need it not

            draw_square(pen, game, view, free, label)
        else:
            draw_spread(pen, game, view)
        return pen

    for face in FACES[:-1]:
        with suppress(CutOff):
            if kept is not None and face.height > kept.height:
                drawn(face, strict=True, rows=max(0, size[1] - SPARE))
            canvas = drawn(face, strict=True).canvas
            if _whole(canvas, game, view, free):
                return canvas
    pen = drawn(FACES[-1], strict=False)
    if not _whole(pen.canvas, game, view, free):
        window_hint(pen)
    return pen.canvas


def _whole(canvas: Canvas, game: AnyGame, view: View, free: Iterable[Cell]) -> bool:
    """Whether every pile and every free grid cell of the table is visible on the canvas."""
    seen = canvas.in_sight()
    if "grid" in view.facts:
        from client_cli.screens.table.drawing.grid import laid_cards

        return seen.issuperset((*laid_cards(view), *free))
    groups = zip(game.layout.names, game.layout.group_of, strict=True)
    return seen.issuperset(n for n, g in groups if n in view.piles or not g.vanishes)


def window_hint(pen: CardRenderer) -> None:
    """Write, over the last rows of the table, a hint that the window is too small for the whole
    table."""
    canvas = pen.canvas
    rows = wrap(TOO_SMALL, max(1, canvas.width), break_on_hyphens=False)
    for y, row in enumerate(rows, canvas.height - len(rows)):
        canvas.put(0, y, f"{row:<{canvas.width}}", pen.palette.alarm)
