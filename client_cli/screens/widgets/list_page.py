"""Base class of pages with a list: the arrow keys select a row, Enter chooses the selected row, Esc
goes back."""

import textwrap
from abc import abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from client_cli.screens.page import Page, keyline, plain
from protocol.texts import _

if TYPE_CHECKING:
    from protocol.leisure_races import LeisureNews

MARGIN = 4
"""Cells before the text of a row, for the scroll sign and the sign of the selected row."""
FEWEST = 4
"""The lines above the list are drawn only if at least this number of lines remains for the list."""
LOWEST = 8
"""Screen height in lines below which the status has one line instead of two."""
LINES_A_KEYLINE = 6
"""How many lines the screen must have for each line that the key bar may take."""
WALK = {"down": 1, "tab": 1, "j": 1, "up": -1, "shift+tab": -1, "k": -1}


class ListRow(NamedTuple):
    """A row of a list. `words` are bright while the row is selected, `rest` is dim, and `beneath`
    is a second line (empty for none)."""

    words: str
    rest: str = ""
    beneath: str = ""


class ListPage(Page):
    """A page with a list. `at` is the index of the selected row, which is always visible. `say` is
    a sentence for the status line."""

    heading = ""

    def __init__(self) -> None:
        super().__init__()
        self.at = 0
        self.say = ""
        self._first = 0
        self._lines: list[int | None] = []
        """For each drawn line, the index of the row that it shows, so that a click finds its row;
        None for lines above the list."""

    # What subclasses override. --------------------------------------------------------------

    @abstractmethod
    def rows(self) -> Sequence[ListRow]:
        """Return the rows of the list."""

    @abstractmethod
    def choose(self) -> None:
        """Called when the player presses Enter or clicks a row. A subclass acts on the selected
        row."""

    def above(self) -> list[str]:
        """Return the lines that stand above the list; they are drawn dim."""
        return []

    def below(self) -> Text | None:
        """Return a text to draw below the list if there is room; None for no text."""
        return None

    def key_pairs(self) -> list[tuple[str, str]]:
        """Return the keys with their meanings for the key bar, without the keys that move the
        selection."""
        return [(_("Enter"), _("go on")), (_("Esc"), _("back"))]

    def command(self, char: str) -> bool:  # noqa: ARG002
        """Handle a character that the list itself does not use; return whether it had an effect."""
        return False

    def hear_leisure_news(self, news: "LeisureNews") -> None:
        """Called when the server has sent news of a leisure race. Pages that show leisure races get
        them again. Here nothing happens."""

    def status(self) -> str:
        return self.say

    def back(self) -> None:
        self.patience.leave_table()

    # The screen. ----------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        yield Static(id="header", classes="bar")
        with Vertical(id="middle"):
            yield Static(id="list")
        yield Static(id="status", classes="bar")
        yield Static(id="keys", classes="bar")

    def on_mount(self) -> None:
        self.call_after_refresh(self.redraw)

    def on_screen_resume(self) -> None:
        self.redraw()

    def on_resize(self) -> None:
        self.call_after_refresh(self.redraw)

    def asked(self) -> None:
        self.say = "" if self.question is not None else self.say
        self.redraw()

    def tell(self, sentence: str) -> None:
        self.say = sentence
        self.redraw()

    def redraw(self) -> None:
        if not self.is_mounted or not self.query("#list"):
            return
        self.bar("header", self.header())
        status_text = self.question.text if self.question is not None else self.status()
        self.bar("status", Text(self.look.symbols(status_text)))
        keys = show_keys(self, [(_("arrows"), _("choose"))] if self.rows() else [])
        height = self.app.size.height
        status = 1 if height < LOWEST else 2
        self.query_one("#status").styles.height = status
        self.bar("list", self._list(max(1, height - 1 - status - keys)))

    def header(self) -> Text:
        return Text(self.heading.upper(), plain(self.look.palette.loud))

    def _list(self, height: int) -> Text:
        """Draw the list in `height` lines, scrolled so that the selected row is visible."""
        rows, width = self.rows(), max(10, self.app.size.width)
        quiet = plain(self.look.palette.quiet)
        top = [Text(line, quiet) for told in self.above() for line in _filled(told, width)]
        drawn = [self._row(row, i) for i, row in enumerate(rows)]
        if drawn and height < len(top) + FEWEST:
            top = []
        self.at = min(self.at, max(0, len(rows) - 1))
        room = max(1, height - len(top))
        if room == 1:
            drawn = [row[:1] for row in drawn]
        self._scroll([len(lines) for lines in drawn], room)
        lines, self._lines = list(top), [None] * len(top)
        last = self._first
        for i in range(self._first, len(drawn)):
            if len(lines) - len(top) + len(drawn[i]) > room:
                break
            lines += drawn[i]
            self._lines += [i] * len(drawn[i])
            last = i
        glyphs = self.look.glyphs
        if self._first:
            lines[len(top)] = _marked(lines[len(top)], glyphs.up)
        if last < len(drawn) - 1:
            lines[-1] = _marked(lines[-1], glyphs.down)
        below = self.below()
        beneath = list(below.split("\n")) if below is not None else []
        if beneath and len(lines) + 1 + len(beneath) <= height:
            lines += [Text(), *beneath]
        for line in lines:
            line.truncate(width, overflow="crop" if self.look.ascii else "ellipsis")
        return Text("\n").join(lines)

    def _row(self, row: ListRow, i: int) -> list[Text]:
        palette = self.look.palette
        mark = self.look.glyphs.chosen if i == self.at else " "
        line = Text(f"  {mark} ")
        line.append(row.words, plain(palette.loud) if i == self.at else "")
        line.append(f" {row.rest}" if row.rest else "", plain(palette.quiet))
        if i == self.at:
            line.stylize(plain(palette.loud), 0, MARGIN)
        beneath = Text(" " * MARGIN + row.beneath, plain(palette.quiet))
        return [line, beneath] if row.beneath else [line]

    def _scroll(self, heights: list[int], room: int) -> None:
        """Change the scroll position so that the selected row is visible in `room` lines. `heights`
        has the number of lines of each row."""
        self._first = min(self._first, self.at)
        while self._first < self.at and sum(heights[self._first : self.at + 1]) > room:
            self._first += 1
        while self._first > 0 and sum(heights[self._first - 1 :]) <= room:
            self._first -= 1

    # Input. ---------------------------------------------------------------------------------

    def typed(self, key: str, char: str) -> bool:
        count = len(self.rows())
        if key == "escape":
            self.back()
        elif count and (step := self._step(key, char)):
            self._move_cursor((self.at + step) % count)
        elif count and key in ("pagedown", "pageup", "home", "end"):
            page = max(1, len(set(self._lines) - {None}) - 1)
            steps = {"pagedown": page, "pageup": -page, "home": -count, "end": count}
            self._move_cursor(min(max(0, self.at + steps[key]), count - 1))
        elif count and key in ("enter", "space"):
            self.say = ""
            self.choose()
        elif char == "?":
            self.patience.action_help_page()
        else:
            return bool(char) and self.command(char)
        return True

    def _step(self, key: str, char: str) -> int:
        """Return by how many rows a key moves the cursor, 0 if it does not move it. `j` and `k` do
        not move it on a page whose key bar gives them another meaning."""
        if char in WALK and any(char == own for own, _meaning in self.key_pairs()):
            return 0
        return WALK.get(key) or WALK.get(char) or 0

    def _move_cursor(self, at: int) -> None:
        self.at, self.say = at, ""
        self.redraw()

    def on_mouse_scroll_down(self) -> None:
        self._roll(1)

    def on_mouse_scroll_up(self) -> None:
        self._roll(-1)

    def _roll(self, step: int) -> None:
        """Move the selection by one row when the mouse wheel is turned. Unlike the arrow keys, the
        wheel does not go from the last row to the first."""
        if self.rows():
            self._move_cursor(min(max(0, self.at + step), len(self.rows()) - 1))

    def on_click(self, event: events.Click) -> None:
        """Select the clicked row and choose it."""
        line = event.y
        if event.widget is not self.query_one("#list") or not 0 <= line < len(self._lines):
            return
        row = self._lines[line]
        if row is not None:
            self._move_cursor(row)
            self.choose()


def _filled(told: str, width: int) -> list[str]:
    """Break a line of text for the part above the list into lines of at most `width` cells."""
    if len(told) + 2 <= width:
        return [f"  {told}" if told else ""]
    return textwrap.wrap(told, width, initial_indent="  ", subsequent_indent="  ")


def _marked(line: Text, sign: str) -> Text:
    """Return a drawn line of a row, with a sign in its first cell, such as the sign of the selected
    row."""
    return Text.assemble(sign, line[1:]) if len(line) else Text(sign)


def show_keys(page: Page, first: Sequence[tuple[str, str]] = ()) -> int:
    """Write the keys of `first`, then the keys of the page, into the page's key bar. Return how
    many lines the key bar takes. If there is no room for all keys, the key that leaves the page
    (the last pair) comes first, and the keys at the end are left out."""
    pairs = [keyline(page.look, pair) for pair in (*first, *page.key_pairs())]
    width, most = page.app.size.width - 2, max(1, page.app.size.height // LINES_A_KEYLINE)
    lines = keylines(pairs, width)
    if len(lines) > most:
        lines = keylines([*pairs[-1:], *pairs[:-1]], width)[:most]
    for bar in page.query("#keys").results(Static):
        bar.styles.height = len(lines)
        bar.update(Text("\n").join(lines))
    return len(lines)


def keylines(pairs: Sequence[Text], width: int) -> list[Text]:
    """Arrange keys with their meanings (each a text of `pairs`) in lines of at most `width` cells,
    for the key bar."""
    lines = [Text(no_wrap=True, overflow="ellipsis")]
    for pair in pairs:
        if lines[-1].cell_len and lines[-1].cell_len + len(pair.plain.rstrip()) > width:
            lines.append(Text(no_wrap=True, overflow="ellipsis"))
        lines[-1].append_text(pair)
    return lines
