"""The table of any game, drawn from its layout and what a view shows."""

from collections.abc import Callable, Iterable

from client_cli.screens.canvas import Canvas, Cell, Place
from client_cli.screens.look import Look
from client_cli.screens.pen import Lit, Pen
from client_cli.screens.spread import draw_spread
from client_cli.screens.square import draw_square
from engine.games import AnyGame
from engine.view import View

UNLIT = Lit()
Label = Callable[[Place], str]


def draw(
    game: AnyGame,
    view: View,
    size: tuple[int, int],
    look: Look,
    label: Label,
    lit: Lit = UNLIT,
    free: Iterable[Cell] = (),
) -> Canvas:
    """A table of so many cells; `label` names a place by its key, `free` are the legal cells."""
    look = look.at(game.slug)
    canvas = Canvas(*size, look.palette.cloth)
    pen = Pen(canvas, look, lit, label)
    if "grid" in view.facts:
        draw_square(pen, game, view, free, label)
    else:
        draw_spread(pen, game, view)
    return canvas
