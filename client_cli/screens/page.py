"""The base class of all pages (screens), which handles keys and confirmation questions. Also
dialogs with a notice or a long text, and functions that style text. Some pages belong to a room,
the place on a server in which players meet to race."""

from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, cast

from rich.style import Style
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.dom import DOMNode
from textual.geometry import Spacing
from textual.screen import Screen
from textual.widgets import Static
from textual.worker import WorkType

from client_cli.screens.table.drawing.table_style import TableStyle
from client_cli.screens.widgets.modal import Modal
from protocol.texts import _

if TYPE_CHECKING:
    from client_cli.screens.app_interface import BaseApp
    from engine.rules import Rules
    from protocol.reading import ReadingName


KEY = "key"
"""Key in the metadata of a Rich style. The value stored under it is the keyboard key that a click
on the styled text presses."""
WIDEST_PAGE, PAGE_FRAME = 84, 9
"""The greatest width of a page of text in cells, as in app.tcss, and the number of these cells that
its border and padding take."""


class KeyQuestion(NamedTuple):
    """A confirmation question, shown on the status line. If the player presses the key `char`,
    alone or with Ctrl, `sure` is called; any other key closes the question."""

    text: str
    char: str
    sure: Callable[[], None]


class Page(Screen[None]):
    """Base class of all pages. A subclass overrides `typed` to handle keys, `tick` to redraw what
    changes with time, and `news` to show sentences about the room."""

    aside: ClassVar[bool] = True
    """True for a page that can be opened over a room's page; it is closed when the room needs
    another page. False for the pages of the room itself."""
    AUTO_FOCUS = ""  # Textual focuses no widget, so the page gets the keys
    question: KeyQuestion | None = None
    """The open confirmation question; None if there is none."""

    @property
    def patience(self) -> "BaseApp":
        return cast("BaseApp", self.app)

    @property
    def look(self) -> TableStyle:
        return self.patience.look

    def on_key(self, event: events.Key) -> None:
        if not self.is_active:  # a key held down may repeat after the page was left
            event.stop()
            return
        char = event.character if event.is_printable and event.character else ""
        if self.press(event.key, char):
            event.stop()
            event.prevent_default()

    def press(self, key: str, char: str) -> bool:
        """Handle a key that was pressed, clicked, or chosen in the command palette. `char` is the
        printable character of the key, or empty. If a confirmation question is open, the key
        answers the question; otherwise `typed` handles the key. Return whether the key had an
        effect."""
        question = self.question
        if question is None:
            return self.typed(key, char)
        self.withdraw()
        if question.char == (char or key.removeprefix("ctrl+")):
            question.sure()
        return True

    def ask_first(self, text: str, char: str, sure: Callable[[], None]) -> None:
        """Show the confirmation question `text` on the status line until the player presses a key.
        If the key is `char`, call `sure`."""
        self.question = KeyQuestion(text, char, sure)
        self.asked()

    def withdraw(self) -> None:
        """Close the open confirmation question without an answer."""
        if self.question is not None:
            self.question = None
            self.asked()

    def asked(self) -> None:
        """Called when a confirmation question is opened or closed. A subclass redraws its status
        line."""

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Close an open confirmation question, unless the player clicks a key in the key bar: then
        this key answers the question."""
        if KEY not in event.style.meta:
            self.withdraw()

    def on_screen_suspend(self) -> None:
        """Close an open confirmation question when another page or dialog covers this page."""
        self.withdraw()

    def typed(self, key: str, char: str) -> bool:  # noqa: ARG002
        """Handle a key that no confirmation question has used. Return whether the key had an
        effect."""
        return False

    def key_pairs(self) -> list[tuple[str, str]]:
        """Return the keys that have an effect now with their meanings, for the key bar, the help
        page and the command palette."""
        return []

    def quiet_keys(self) -> list[tuple[str, str]]:
        """Return further keys with their meanings for the help page and the command palette. The
        key bar does not show them, to save room."""
        return []

    def more_help(self) -> list[str]:
        """Return lines to add at the end of the help page."""
        return []

    def tick(self) -> None:
        """Called by the app several times a second, while the page is the top screen."""

    def news(self, sentences: list[str]) -> None:
        """Called when something has happened in the room. `sentences` tell the player about it; the
        list may be empty. A subclass shows them."""

    def out_of_date(self) -> bool:
        """Whether this page must be replaced by a new page of the same class, for example because
        the room has begun another race."""
        return False

    def page_width(self) -> int:
        """Return the number of cells in a line of a `ReadingPage`, for wrapping its text."""
        return min(self.app.size.width, WIDEST_PAGE) - PAGE_FRAME

    def read_rules(self, game: "type[Rules]") -> None:
        """Show the rules of a game in a `ReadingPage`."""
        from client_cli.messages.table_text import advice_text, flowed, layout_lines
        from engine.racing_demon.game import RacingDemon

        width = self.page_width()
        layout = "" if issubclass(game, RacingDemon) else "\n".join(layout_lines(game(), "letters"))
        parts = [flowed(game.rules_page(), width), layout, flowed(advice_text(game.book), width)]
        page = "\n\n".join(part for part in parts if part)
        self.app.push_screen(ReadingPage(f" {_(game.book.title)} ", page))

    def read(self, name: "ReadingName") -> None:
        """Show one of the general texts on patience in a `ReadingPage`."""
        from client_cli.messages.table_text import flowed, reading_text
        from protocol.reading import READING

        page = flowed(reading_text(name), self.page_width())
        self.app.push_screen(ReadingPage(f" {_(READING[name].title)} ", page))

    def bar(self, name: str, text: Text | str) -> None:
        """Show a text in the `Static` widget with the id `name`. Do nothing if the widget shows
        this text already."""
        for bar in self.query(f"#{name}").results(Static):
            if not _same(bar.content, text):
                bar.update(text, layout=bar.styles.is_auto_height)


def _same(before: object, text: Text | str) -> bool:
    if isinstance(before, Text) and isinstance(text, Text):
        return before == text and before.style == text.style
    return type(before) is type(text) and before == text


class NoticeBox(Modal[str]):
    """A dialog with a text. Any key in `keys` closes the dialog and is its result; after Esc or
    Enter the result is ""."""

    CLOSES: ClassVar[tuple[str, ...]] = ("escape", "enter")

    def __init__(self, text: Text, keys: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._text, self._keys = text, keys

    def compose(self) -> ComposeResult:
        box = Static(self._text, id="box")
        if self._text.justify == "center":  # Static ignores the alignment of a Text
            box.styles.text_align = "center"
        yield box

    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        if event.key in self.CLOSES:
            self.dismiss("")
        elif event.character and event.character in self._keys:
            self.dismiss(event.character)

    def on_click(self, event: events.Click) -> None:
        """If the player clicks one of the keys in the text, close the dialog with this key as the
        result."""
        key = event.style.meta.get(KEY)
        if isinstance(key, str) and key in self._keys:
            self.dismiss(key)


class ReadingPage(Modal[None]):
    """A dialog with a long text, such as rules or help. The player can scroll the text; any key
    that does not scroll closes the dialog, and so does a click on its border or outside it."""

    def __init__(self, title: str, text: str) -> None:
        super().__init__()
        self._title, self._body = title, text

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="page") as page:
            page.border_title = self._title
            page.border_subtitle = _("arrows scroll, Esc closes")
            yield Static(Text(self._body))

    def on_key(self, event: events.Key) -> None:
        if event.key not in ("up", "down", "pageup", "pagedown", "home", "end", "ctrl+q"):
            event.stop()
            self.dismiss()

    def on_click(self, event: events.Click) -> None:
        inside = self.query_one("#page").region.shrink(Spacing.all(1))
        if not inside.contains(event.screen_x, event.screen_y):
            self.dismiss()


def begin(node: DOMNode, run: Callable[[], Coroutine[Any, Any, None]], **how: Any) -> None:
    """Run a coroutine function as a Textual worker of this node. The worker itself creates the
    coroutine, so that Python does not warn of an unawaited coroutine if the worker is cancelled
    before it starts. `how` are arguments of `run_worker`."""
    work: WorkType[None] = run
    node.run_worker(work, **how)


def keyline(look: TableStyle, *pairs: tuple[str, str]) -> Text:
    """Return keys with their meanings in one line, such as `Space deal  u undo`."""
    text = Text(no_wrap=True, overflow="ellipsis")
    for key, meaning in pairs:
        text.append(key, plain(look.palette.loud))
        text.append(f"{' ' if key else ''}{meaning}  ", plain(look.palette.quiet))
    return text


def plain(style: Style) -> Style:
    """Return a style without its background colour, for text outside a table."""
    return style.without_color + Style(color=style.color) if style.color else style


def progress_bar(look: TableStyle, value: int, goal: int, width: int) -> str:
    """Return a progress bar of `width` cells, such as `████░░░░`. A value above 0 fills at least
    one cell."""
    full = round(width * min(value, goal) / max(1, goal))
    full = max(1, full) if value > 0 else 0
    return look.glyphs.bar * full + look.glyphs.rest * (width - full)
