"""The Textual widget that shows a common table: the table of Racing Demon, at which all contestants
play at once. It reports the mouse by the same messages as `TableView`."""

from collections.abc import Sequence
from typing import Any

from client_cli.screens.table.animation import MovedCard
from client_cli.screens.table.drawing.canvas import Canvas
from client_cli.screens.table.drawing.common_table import CommonTableShown, draw_common_table
from client_cli.screens.table.drawing.table_style import TableStyle
from client_cli.screens.table.table_view import TableView


class CommonTableView(TableView):
    """A widget that draws the common table given to `show_table`."""

    def __init__(self, look: TableStyle, moves: bool = False, **kwargs: Any) -> None:
        super().__init__(look, moves, **kwargs)
        self._table: CommonTableShown | None = None

    def show_table(self, table: CommonTableShown, found: Sequence[MovedCard] = ()) -> None:
        """Draw a common table, and animate the cards `found` that have moved since the last
        call."""
        pictured, self._table = self.canvas, table
        if found:
            self.land()
        self.redraw()
        if found:
            self.fly(found, pictured)

    def drawn(self, size: tuple[int, int]) -> tuple[Canvas, TableStyle] | None:
        if self._table is None:
            return None
        look = self.look.at(self._table.rules.drawing)
        return draw_common_table(self._table, size, look), look
