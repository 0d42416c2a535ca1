"""The Textual widget that shows a table, animates cards that move, and reports mouse clicks and
drags. A `Spot` is a pile or grid cell, or one card of it. A player tilts a card (draws it turned a
little) as a reminder, with the right button."""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any, ClassVar, NamedTuple

from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.timer import Timer
from textual.widget import Widget

from client_cli.screens.table.animation import (
    FRAME_S,
    SHOWN,
    Flight,
    MovedCard,
    carry,
    draw_flights,
    flights,
    moved,
)
from client_cli.screens.table.drawing.canvas import Canvas, Cell, Spot
from client_cli.screens.table.drawing.card_renderer import Highlight
from client_cli.screens.table.drawing.faces import CARD
from client_cli.screens.table.drawing.table_renderer import draw
from client_cli.screens.table.drawing.table_style import TableStyle
from client_cli.screens.table.input_controller import name_of
from engine.games import AnyGame
from engine.view import View

LEFT_BUTTON, RIGHT_BUTTON = 1, 3
CARD_ROWS = 2
"""Rows that the pointer must move before a press becomes a drag, because a hand may be unsteady.
Within one row, the pointer must move by the width of a card."""


NARROWEST = 36
"""The least width, in cells, of a table beside other tables, however few columns it has."""


def least_width(game: AnyGame) -> int:
    """Return the least width, in cells, that the table of a game needs if it is shown beside other
    tables."""
    roles = [group.role for group in game.layout.group_of]
    return max(NARROWEST, CARD * roles.count("tableau") + 1)


class Shown(NamedTuple):
    """The table that a `TableView` shows: the arguments of the last call of `show`. The widget
    keeps them to draw the table again."""

    game: AnyGame
    view: View
    lit: Highlight
    free: tuple[Cell, ...]


class Pressed(NamedTuple):
    """Where the left mouse button went down: the cell (x, y) of the widget, and the card or pile
    that this cell shows (None for neither)."""

    x: int
    y: int
    spot: Spot | None


class TableView(Widget):
    """A widget that draws the table given to `show`, and posts messages about the mouse.

    A click posts `Picked` (left button) or `Tilted` (right button). A drag posts `Lifted`, then
    `Dropped`. The wheel posts `Rolled`. If `moves` is true, cards that have moved are animated.
    """

    ALLOW_SELECT: ClassVar[bool] = False

    class Picked(Message):
        """Posted at a left click on a card or pile. `double` is True for the second click of a
        double click."""

        def __init__(self, spot: Spot, double: bool) -> None:
            super().__init__()
            self.spot, self.double = spot, double

    class Tilted(Message):
        """Posted at a click with the right button on a card or pile."""

        def __init__(self, spot: Spot) -> None:
            super().__init__()
            self.spot = spot

    class Rolled(Message):
        """Posted when the mouse wheel was turned over a card or pile."""

        def __init__(self, spot: Spot) -> None:
            super().__init__()
            self.spot = spot

    class Lifted(Message):
        """Posted when a drag with the mouse has begun. `spot` is the card or pile at which it
        began; None if it began at neither."""

        def __init__(self, spot: Spot | None) -> None:
            super().__init__()
            self.spot = spot

    class Dropped(Message):
        """Posted when a drag with the mouse has ended. `spot` is the card or pile at which it
        ended; None if it ended at neither or was cancelled."""

        def __init__(self, spot: Spot | None) -> None:
            super().__init__()
            self.spot = spot

    def __init__(self, look: TableStyle, moves: bool = False, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.look, self.moves = look, moves
        self.canvas = Canvas(0, 0, look.palette.cloth)
        self._shown: Shown | None = None
        self._drawn: AnyGame | None = None
        """The game whose table is on the canvas."""
        self._flights: Sequence[Flight] = ()
        self._frame = 0
        self._timer: Timer | None = None
        self._pressed: Pressed | None = None
        self._pointer: tuple[int, int] | None = None
        """The pointer's cell (x, y) during a drag; None otherwise."""
        self._dragged = False
        """Whether the next click event belongs to the end of a drag and must be ignored."""
        self.carried: Sequence[str] = ()
        """The cards drawn at the pointer during a drag; the page sets them on `Lifted`."""

    def show(self, game: AnyGame, view: View, lit: Highlight, free: Iterable[Cell] = ()) -> None:
        """Draw a table, and animate the cards that moved since the last call. `lit` is what to
        highlight, and `free` are the grid cells in which a card may be laid now."""
        before, pictured = self._shown, self.canvas
        self._shown = Shown(game, view, lit, tuple(free))
        if before is None or before.game is not game or before.view == view:
            self.redraw()
            return
        self._halt()
        self.redraw()
        self.fly(moved(before.view, view), pictured)

    def drawn(self, size: tuple[int, int]) -> tuple[Canvas, TableStyle] | None:
        """Draw the table that is shown on a new canvas of `size` (columns, rows). Return the
        canvas, and the style of its cards. Return None if no table is shown."""
        if self._shown is None:
            return None
        game, view, lit, free = self._shown
        named = partial(name_of, game)
        same_room = (self.canvas.width, self.canvas.height) == size and self._drawn is game
        kept, self._drawn = self.canvas.face if same_room else None, game
        canvas = draw(game, view, size, self.look, named, lit, free, kept)
        return canvas, self.look.at(game.drawing)

    @property
    def is_shown(self) -> bool:
        """Whether a table is shown."""
        return self._shown is not None

    def clear(self) -> None:
        """Show an empty widget without a table."""
        self._shown = None
        self.canvas = Canvas(0, 0, self.look.palette.cloth)
        self.refresh()

    def redraw(self) -> None:
        """Draw the shown table again, with the cards that are on their way in an animation or a
        drag."""
        size = (self.size.width, self.size.height)
        drawn = self.drawn(size)
        if drawn is None:
            return
        before, (self.canvas, look) = self.canvas, drawn
        draw_flights(self.canvas, look, self._flights, self._frame)
        if self._pointer is not None:
            carry(self.canvas, look, self.carried, *self._pointer)
        rows = self.canvas.changed(before)
        if rows:  # refresh() without regions would redraw everything
            self.refresh(*(Region(0, y, size[0], 1) for y in rows))

    def on_resize(self) -> None:
        self.let_go()
        self.land()
        if (self.canvas.width, self.canvas.height) != self.size:
            self.redraw()

    def render_line(self, y: int) -> Strip:
        if y < self.canvas.height:
            return self.canvas.strip(y).adjust_cell_length(self.size.width)
        return Strip.blank(self.size.width, self.look.palette.cloth)

    # Animation. -----------------------------------------------------------------------------

    def flying(self) -> bool:
        """Whether an animation is running."""
        return bool(self._flights)

    def land(self) -> None:
        """End the animation at once, and show every card in the pile where it now lies."""
        if self._flights:
            self._halt()
            self.redraw()

    def _halt(self) -> None:
        if self._timer is not None:
            self._timer.stop()
        self._timer, self._flights = None, ()

    def step(self) -> None:
        """Draw the next frame of the animation. After the last frame, end the animation."""
        self._frame += 1
        if self._frame > SHOWN:
            self.land()
        else:
            self.redraw()

    def fly(self, found: Sequence[MovedCard], pictured: Canvas) -> None:
        """If `moves` is true, start an animation of the cards `found`: each goes from where the
        canvas `pictured` shows it to where the present canvas shows it."""
        ways = flights(found, pictured, self.canvas) if self.moves else ()
        if ways:
            self._flights, self._frame = ways, 1
            self._timer = self.set_interval(FRAME_S, self.step)
            self.redraw()

    # The mouse. -----------------------------------------------------------------------------

    def let_go(self) -> None:
        """Cancel a press of the mouse button or a drag. If a drag is cancelled, post
        `Dropped(None)`."""
        was, self._pointer = self._pointer, None
        self._pressed, self.carried = None, ()
        if was is not None:
            self._dragged = True
            self.post_message(self.Dropped(None))

    def on_mouse_down(self, event: events.MouseDown) -> None:
        self.let_go()
        self._dragged = False
        if event.button == LEFT_BUTTON:
            self._pressed = Pressed(event.x, event.y, self.canvas.spot(event.x, event.y))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        pressed = self._pressed
        if pressed is None:
            return
        if event.button != LEFT_BUTTON:  # the button was released outside of the terminal
            self.let_go()
            return
        here = event.x, event.y
        if self._pointer is None:
            far = abs(event.x - pressed.x) >= CARD or abs(event.y - pressed.y) >= CARD_ROWS
            if not far:
                return
            self.post_message(self.Lifted(pressed.spot))
        if here != self._pointer:
            self._pointer = here
            self.redraw()

    def on_mouse_up(self, event: events.MouseUp) -> None:
        event.stop()
        if self._pointer is None:
            return
        self._pressed, self._pointer, self.carried = None, None, ()
        self._dragged = True
        self.post_message(self.Dropped(self.canvas.spot(event.x, event.y)))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self._roll(event)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self._roll(event)

    def _roll(self, event: events.MouseEvent) -> None:
        event.stop()
        spot = self.canvas.spot(event.x, event.y)
        if spot is not None:
            self.post_message(self.Rolled(spot))

    def on_click(self, event: events.Click) -> None:
        event.stop()
        if self._dragged:
            self._dragged = False
            return
        pressed, self._pressed = self._pressed, None
        spot = pressed.spot if pressed else self.canvas.spot(event.x, event.y)
        if spot is not None:
            right = event.button == RIGHT_BUTTON
            self.post_message(self.Tilted(spot) if right else self.Picked(spot, event.chain > 1))
