"""The table as a widget: a canvas of the size there is, and clicks on what lies on it."""

from collections.abc import Iterable
from typing import Any

from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from client_cli.screens.canvas import Canvas, Cell, Spot
from client_cli.screens.fingers import name_of
from client_cli.screens.look import Look
from client_cli.screens.pen import Lit
from client_cli.screens.picture import draw
from engine.games import AnyGame
from engine.view import View

RIGHT_BUTTON = 3


class TableView(Widget):
    """Draws what it is told to show; posts `Picked` or `Tilted` for a click."""

    class Picked(Message):
        """A click on a spot of the table; `double` for the second of two."""

        def __init__(self, spot: Spot, double: bool) -> None:
            super().__init__()
            self.spot, self.double = spot, double

    class Tilted(Message):
        """A click with the right button."""

        def __init__(self, spot: Spot) -> None:
            super().__init__()
            self.spot = spot

    def __init__(self, look: Look, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.look = look
        self.canvas = Canvas(0, 0, look.palette.cloth)
        self._shown: tuple[AnyGame, View, Lit, tuple[Cell, ...]] | None = None

    def show(self, game: AnyGame, view: View, lit: Lit, free: Iterable[Cell] = ()) -> None:
        """Draw this; `free` are the legal cells of a grid."""
        self._shown = game, view, lit, tuple(free)
        self._draw()

    def clear(self) -> None:
        """Draw nothing."""
        self._shown = None
        self.canvas = Canvas(0, 0, self.look.palette.cloth)
        self.refresh()

    def _draw(self) -> None:
        if self._shown is None:
            return
        game, view, lit, free = self._shown
        size = (self.size.width, self.size.height)
        self.canvas = draw(
            game, view, size, self.look, lambda place: name_of(game, place), lit, free
        )
        self.refresh()

    def on_resize(self) -> None:
        self._draw()

    def render_line(self, y: int) -> Strip:
        if y < self.canvas.height:
            return self.canvas.strip(y).adjust_cell_length(self.size.width)
        return Strip.blank(self.size.width, self.look.palette.cloth)

    def on_click(self, event: events.Click) -> None:
        spot = self.canvas.spot(event.x, event.y)
        if spot is not None:
            event.stop()
            right = event.button == RIGHT_BUTTON
            self.post_message(self.Tilted(spot) if right else self.Picked(spot, event.chain > 1))
