"""Base class of those pages of a room that show text or boards of others, but not the player's own
table: lobby, countdown, break, spectator, results."""

from abc import abstractmethod

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from client_cli.messages.displayed_code import displayed
from client_cli.net.connection import ConnectionState
from client_cli.net.room_protocol import RoomProtocol
from client_cli.screens.page import Page, plain
from client_cli.screens.pages.rooms.race import RECONNECTING
from client_cli.screens.widgets.list_page import show_keys
from client_cli.state.session import RoomSession
from protocol.texts import _

NARROW = 32
"""Screen width in cells below which the header has only the room's code."""
SCROLLS = {"up": -1, "down": 1, "pageup": -1, "pagedown": 1}


class RoomPage(Page):
    """A page of a room with a header, a text, a status line and the key bar. They are drawn again
    at every tick and whenever a message arrives."""

    aside = False

    def __init__(self, room: RoomProtocol) -> None:
        super().__init__()
        self.room = room
        self.say = ""

    @property
    def session(self) -> RoomSession:
        return self.room.session

    @abstractmethod
    def body(self) -> Text:
        """Return the text of the page between the header and the status line."""

    @abstractmethod
    def key_pairs(self) -> list[tuple[str, str]]:
        """Return the keys with their meanings for the key bar."""

    def command(self, key: str, char: str) -> bool:  # noqa: ARG002
        """Handle a key that the base class does not use; return whether it had an effect."""
        return False

    def compose(self) -> ComposeResult:
        yield Static(id="header", classes="bar")
        with VerticalScroll(id="middle", can_focus=False):
            yield Static(id="body")
        yield Static(id="status", classes="bar")
        yield Static(id="keys", classes="bar")

    def on_mount(self) -> None:
        self.tick()

    def news(self, sentences: list[str]) -> None:
        if sentences:
            self.say = sentences[-1]
        self.tick()

    def tick(self) -> None:
        self.bar("header", self.header())
        self.bar("body", self.body())
        down = self.patience.line is not ConnectionState.UP
        alarm = Text(RECONNECTING, plain(self.look.palette.alarm))
        self.bar("status", alarm if down else self.say)
        show_keys(self)

    def header(self) -> Text:
        """Return the header with the game, the room's code, and the number of the race in the
        room."""
        session = self.session
        title = _(session.game.book.title).upper() if session.game else ""
        race = "  " + _("race {number}", number=session.race.n) if session.race else ""
        room = _("ROOM {code}", code=displayed(session.code) if session.code else "")
        if self.app.size.width < NARROW:
            return Text(room, plain(self.look.palette.loud))
        return Text.assemble((title, plain(self.look.palette.loud)), f"  {room}{race}")

    def typed(self, key: str, char: str) -> bool:
        if char == "r" and self.session.game is not None:
            self.read_rules(type(self.session.game))
            return True
        if char == "/":
            self.patience.speak()
            return True
        if char == "?":
            self.patience.action_help_page()
            return True
        return self.command(key, char) or self._scroll(key)

    def _scroll(self, key: str) -> bool:
        """If the key scrolls, scroll the text, which may be longer than the window. Return whether
        the key scrolls."""
        pages = list(self.query(VerticalScroll))
        if key not in SCROLLS or not pages:
            return False
        lines = SCROLLS[key] * (max(1, pages[0].size.height - 1) if "page" in key else 1)
        pages[0].scroll_relative(y=lines, animate=False)
        return True

    def more_help(self) -> list[str]:
        return [_("Up, Down, PgUp and PgDn scroll what is longer than the window.")]
