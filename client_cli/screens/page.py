"""What every screen shares: the look, one-line bars, and the boxes that lie over a screen."""

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
from client_cli.screens.table.card_style import Look
from client_cli.screens.widgets.modal import Box
from engine.games import AnyGame

if TYPE_CHECKING:
    from client_cli.screens.base_app import BaseApp


KEY = "key"
"""What a key in a text is known by when it is clicked."""
WIDEST_PAGE, PAGE_FRAME = 84, 9
"""Cells of a page to read at most, as in app.tcss, and of what lies around its text."""


class Question(NamedTuple):
    """Asked on the status line: the key `char` carries out `sure`; any other key withdraws it."""

    text: str
    char: str
    sure: Callable[[], None]


class Page(Screen[None]):
    """A screen of ours: keys come as characters to `typed`, time to `tick`, news to `news`."""

    aside: ClassVar[bool] = True
    """Lies over the screen of a room, and goes when the room asks for another."""
    AUTO_FOCUS = ""  # keys are ours unless a screen gives the focus away
    question: Question | None = None
    """What is asked just now, before something that cannot be undone."""

    @property
    def patience(self) -> "BaseApp":
        return cast("BaseApp", self.app)

    @property
    def look(self) -> Look:
        return self.patience.look

    def on_key(self, event: events.Key) -> None:
        if not self.is_active:  # of a key held down, more were on their way when the page was left
            event.stop()
            return
        char = event.character if event.is_printable and event.character else ""
        if self.press(event.key, char):
            event.stop()
            event.prevent_default()

    def press(self, key: str, char: str) -> bool:
        """A key was pressed, clicked, or chosen by its name: it answers an open question and does
        nothing else, or goes to `typed`. Whether it meant something."""
        question = self.question
        if question is None:
            return self.typed(key, char)
        self.withdraw()
        if question.char == (char or key.removeprefix("ctrl+")):
            question.sure()
        return True

    def ask_first(self, text: str, char: str, sure: Callable[[], None]) -> None:
        """Ask before something is done; the page shows the question until a key answers it."""
        self.question = Question(text, char, sure)
        self.asked()

    def withdraw(self) -> None:
        """Ask no more."""
        if self.question is not None:
            self.question = None
            self.asked()

    def asked(self) -> None:
        """The question has changed: show the page anew."""

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """A click withdraws a question and does what clicks do; on a key it presses that key, which
        answers the question."""
        if KEY not in event.style.meta:
            self.withdraw()

    def on_screen_suspend(self) -> None:
        """Nobody answers what is covered."""
        self.withdraw()

    def typed(self, key: str, char: str) -> bool:  # noqa: ARG002
        """Whether the key meant something here."""
        return False

    def key_pairs(self) -> list[tuple[str, str]]:
        """The keys that mean something now, and what they do: for the bottom line, help and the
        command palette."""
        return []

    def quiet_keys(self) -> list[tuple[str, str]]:
        """The same of keys the bottom line has no room for."""
        return []

    def more_help(self) -> list[str]:
        """What help has to say beside the keys."""
        return []

    def tick(self) -> None:
        """Time has passed."""

    def news(self, sentences: list[str]) -> None:
        """Something was heard from the room."""

    def out_of_date(self) -> bool:
        """Whether a fresh screen of the same kind is needed."""
        return False

    def page_width(self) -> int:
        """Cells of a line of a page to read."""
        return min(self.app.size.width, WIDEST_PAGE) - PAGE_FRAME

    def read_rules(self, game: type[AnyGame]) -> None:
        """Open the rules page of a game, its lines as long as the screen is wide."""
        page = flowed(game.rules_page(), self.page_width())
        self.app.push_screen(Reader(f" {game.book.title} ", page))

    def bar(self, name: str, text: Text | str) -> None:
        """Write a part of the page; what stands there already costs nothing."""
        for bar in self.query(f"#{name}").results(Static):
            if not _same(bar.content, text):
                bar.update(text, layout=bar.styles.is_auto_height)


def _same(before: object, text: Text | str) -> bool:
    if isinstance(before, Text) and isinstance(text, Text):
        return before == text and before.style == text.style
    return type(before) is type(text) and before == text


class Notice(Box[str]):
    """A box over the screen; the key that closes it is its answer."""

    CLOSES: ClassVar[tuple[str, ...]] = ("escape", "enter")

    def __init__(self, text: Text, keys: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._text, self._keys = text, keys

    def compose(self) -> ComposeResult:
        box = Static(self._text, id="box")
        if self._text.justify == "center":  # a widget aligns by its own style alone
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
        """A key that the text tells of was clicked."""
        key = event.style.meta.get(KEY)
        if isinstance(key, str) and key in self._keys:
            self.dismiss(key)


class Reader(Box[None]):
    """A page to read: rules, help, a record. Any key but those that scroll closes it."""

    def __init__(self, title: str, text: str) -> None:
        super().__init__()
        self._title, self._body = title, text

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="page") as page:
            page.border_title = self._title
            page.border_subtitle = "arrows scroll, Esc closes"
            yield Static(Text(self._body))

    def on_key(self, event: events.Key) -> None:
        if event.key not in ("up", "down", "pageup", "pagedown", "home", "end", "ctrl+q"):
            event.stop()
            self.dismiss()


def begin(node: DOMNode, run: Callable[[], Coroutine[Any, Any, None]], **how: Any) -> None:
    """Run something beside everything else. It is made when it begins: where it was cancelled
    before that there is nothing to be waited for."""
    work: WorkType[None] = run
    node.run_worker(work, **how)


def keyline(look: Look, *pairs: tuple[str, str]) -> Text:
    """`Space deal  u undo`: keys loud, what they do quiet."""
    text = Text(no_wrap=True, overflow="ellipsis")
    for key, meaning in pairs:
        text.append(key, plain(look.palette.loud))
        text.append(f"{' ' if key else ''}{meaning}  ", plain(look.palette.quiet))
    return text


def plain(style: Style) -> Style:
    """A style without the ground it lies on."""
    return style.without_color + Style(color=style.color) if style.color else style


def progress_bar(look: Look, value: int, goal: int, width: int) -> str:
    """`████░░░░`"""
    full = round(width * min(value, goal) / max(1, goal))
    full = max(1, full) if value > 0 else 0
    return look.glyphs.bar * full + look.glyphs.rest * (width - full)
