"""Base class of all screens: key dispatch, confirmation questions; notice and reader dialogs."""

from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, cast

from rich.style import Style
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.dom import DOMNode
from textual.screen import Screen
from textual.widgets import Static
from textual.worker import WorkType

from client_cli.messages.table_text import flowed
from client_cli.screens.table.card_style import CardStyle
from client_cli.screens.widgets.modal import Modal
from engine.games import AnyGame
from protocol.texts import _

if TYPE_CHECKING:
    from client_cli.screens.app_interface import BaseApp


KEY = "key"
"""Key of the style metadata that tells which key was clicked."""
WIDEST_PAGE, PAGE_FRAME = 84, 9
"""The widest page of text in cells, as in app.tcss, and the cells of its border and padding."""


class KeyQuestion(NamedTuple):
    """A question on the status line: the key `char` calls `sure`, any other key withdraws it."""

    text: str
    char: str
    sure: Callable[[], None]


class Page(Screen[None]):
    """Base class of all screens. Subclasses override `typed` for keys, `tick` for time and `news`
    for messages of a room."""

    aside: ClassVar[bool] = True
    """Whether the page lies over the screen of a room and closes when the room's screen changes."""
    AUTO_FOCUS = ""  # keys go to the page unless it focuses a widget
    question: KeyQuestion | None = None
    """The question that is open now, before something that cannot be undone."""

    @property
    def patience(self) -> "BaseApp":
        return cast("BaseApp", self.app)

    @property
    def look(self) -> CardStyle:
        return self.patience.look

    def on_key(self, event: events.Key) -> None:
        if not self.is_active:  # a held key may send more presses after the page was left
            event.stop()
            return
        char = event.character if event.is_printable and event.character else ""
        if self.press(event.key, char):
            event.stop()
            event.prevent_default()

    def press(self, key: str, char: str) -> bool:
        """Handle a key that was pressed, clicked or chosen by name. An open question consumes it;
        otherwise it goes to `typed`. Return whether it did something."""
        question = self.question
        if question is None:
            return self.typed(key, char)
        self.withdraw()
        if question.char == (char or key.removeprefix("ctrl+")):
            question.sure()
        return True

    def ask_first(self, text: str, char: str, sure: Callable[[], None]) -> None:
        """Ask for confirmation; the page shows the question until a key answers it."""
        self.question = KeyQuestion(text, char, sure)
        self.asked()

    def withdraw(self) -> None:
        """Close the open question."""
        if self.question is not None:
            self.question = None
            self.asked()

    def asked(self) -> None:
        """Called when the question changes, to draw the page again."""

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Withdraw an open question, unless the click is on a key, which then answers it."""
        if KEY not in event.style.meta:
            self.withdraw()

    def on_screen_suspend(self) -> None:
        """Withdraw a question that another screen covers."""
        self.withdraw()

    def typed(self, key: str, char: str) -> bool:  # noqa: ARG002
        """Handle a key; return whether it did something."""
        return False

    def key_pairs(self) -> list[tuple[str, str]]:
        """The keys that do something now and their meanings: for key bar, help and palette."""
        return []

    def quiet_keys(self) -> list[tuple[str, str]]:
        """More such keys, for which the key bar has no room."""
        return []

    def more_help(self) -> list[str]:
        """Lines to add to the help page."""
        return []

    def tick(self) -> None:
        """Called at every tick of the app."""

    def news(self, sentences: list[str]) -> None:
        """Called with sentences about events in the room."""

    def out_of_date(self) -> bool:
        """Whether the screen must be replaced by a new one of the same kind."""
        return False

    def page_width(self) -> int:
        """The width of a line on a page of text, in cells."""
        return min(self.app.size.width, WIDEST_PAGE) - PAGE_FRAME

    def read_rules(self, game: type[AnyGame]) -> None:
        """Open the rules page of a game, wrapped to the screen."""
        page = flowed(game.rules_page(), self.page_width())
        self.app.push_screen(ReadingPage(f" {_(game.book.title)} ", page))

    def bar(self, name: str, text: Text | str) -> None:
        """Write into the widget of this name; nothing is redrawn if the text is the same."""
        for bar in self.query(f"#{name}").results(Static):
            if not _same(bar.content, text):
                bar.update(text, layout=bar.styles.is_auto_height)


def _same(before: object, text: Text | str) -> bool:
    if isinstance(before, Text) and isinstance(text, Text):
        return before == text and before.style == text.style
    return type(before) is type(text) and before == text


class NoticeBox(Modal[str]):
    """Dialog with a text. Returns the key that closed it, or "" for Esc and Enter."""

    CLOSES: ClassVar[tuple[str, ...]] = ("escape", "enter")

    def __init__(self, text: Text, keys: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._text, self._keys = text, keys

    def compose(self) -> ComposeResult:
        box = Static(self._text, id="box")
        if self._text.justify == "center":  # a widget ignores the alignment of its text
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
        """Close with the key that was clicked in the text."""
        key = event.style.meta.get(KEY)
        if isinstance(key, str) and key in self._keys:
            self.dismiss(key)


class ReadingPage(Modal[None]):
    """Scrolling page of text: rules, help, a record. Any key that does not scroll closes it."""

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


def begin(node: DOMNode, run: Callable[[], Coroutine[Any, Any, None]], **how: Any) -> None:
    """Run a coroutine as a worker of this node. The coroutine is created when the worker starts, so
    that one cancelled earlier leaves no unawaited coroutine."""
    work: WorkType[None] = run
    node.run_worker(work, **how)


def keyline(look: CardStyle, *pairs: tuple[str, str]) -> Text:
    """Keys with their meanings in one line: `Space deal  u undo`."""
    text = Text(no_wrap=True, overflow="ellipsis")
    for key, meaning in pairs:
        text.append(key, plain(look.palette.loud))
        text.append(f"{' ' if key else ''}{meaning}  ", plain(look.palette.quiet))
    return text


def plain(style: Style) -> Style:
    """A style without its background."""
    return style.without_color + Style(color=style.color) if style.color else style


def progress_bar(look: CardStyle, value: int, goal: int, width: int) -> str:
    """A progress bar such as `████░░░░`; any value above 0 fills at least one cell."""
    full = round(width * min(value, goal) / max(1, goal))
    full = max(1, full) if value > 0 else 0
    return look.glyphs.bar * full + look.glyphs.rest * (width - full)
