"""A table one plays at: what alone and in a race have in common."""

from abc import abstractmethod
from typing import Any

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Static

from client_cli.dealing import FIRST_SEE_IT, Dealing
from client_cli.screens.fingers import ARROWS, Fingers, name_of
from client_cli.screens.hand import Act, Picker, described
from client_cli.screens.page import Page, Reader, keyline
from client_cli.screens.pen import Lit
from client_cli.screens.table import TableView
from engine.errors import IllegalMove
from engine.games import AnyGame
from engine.moves import Resign
from engine.table import State

NARROW = 76
"""Cells under which the race is told in one line instead of a panel."""

LONG = 76
"""Characters from which on a sentence says no more than a look at the table does."""

KEYS_PAGE = """\
A pile has a letter, a cell of a square a letter and a number.

  a c        from pile a to pile c
  a a  or A  play the card of pile a to its only legal place;
             where there are several, they are numbered
  3 a c      exactly three cards
  d 4        in a square: lay the card at column d, row 4
  Space      deal, or turn the next card
  Esc        put back what is picked up

  Arrows or Tab move a cursor, Enter picks what it is on.
  Mouse: click a card, click where it goes; double-click plays it.

  r rules   ? this page   x give up   Ctrl+Q leave the program
"""


class PlayPage(Page):
    """Draws the table, gathers keys and clicks, and makes moves through `make`."""

    game: AnyGame
    side_panel = False

    def __init__(self) -> None:
        super().__init__()
        self.fingers = Fingers(self.game)
        self.say = ""
        self._giving_up = False

    # What alone and race differ in. ---------------------------------------------------------

    @abstractmethod
    def state(self) -> State[Any]:
        """The position to play on."""

    @abstractmethod
    def shown(self) -> State[Any]:
        """The position to draw."""

    @abstractmethod
    def make(self, move: Any) -> None:
        """Carry a legal move out, or send it. Raises IllegalMove."""

    @abstractmethod
    def header(self) -> Text:
        """The top line."""

    @abstractmethod
    def key_pairs(self) -> list[tuple[str, str]]:
        """What the bottom line offers."""

    def dealing(self) -> Dealing | None:
        """The frame of the deal to draw instead, while the deal is watched."""
        return None

    def next_frame(self) -> None:
        """Go on from a frame of the deal."""

    def command(self, char: str) -> bool:  # noqa: ARG002
        """A letter that names no pile; whether it meant something."""
        return False

    # The screen. ----------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        yield Static(id="header", classes="bar")
        with Horizontal(id="middle"):
            yield TableView(self.look, id="table")
            if self.side_panel:
                yield Static(id="panel")
        yield Static(id="line")
        yield Static(id="status", classes="bar")
        yield Static(id="keys", classes="bar")

    def on_mount(self) -> None:
        self.call_after_refresh(self.redraw)

    def on_resize(self) -> None:
        self.set_class(self.app.size.width < NARROW, "narrow")
        self.redraw()

    @property
    def table(self) -> TableView:
        return self.query_one(TableView)

    def redraw(self) -> None:
        if not self.is_mounted:
            return
        dealing = self.dealing()
        if dealing is not None:
            self.table.show(self.game, dealing.view, Lit())
            self.tick()
            return
        picker = Picker(self.game, self.state())
        free = [move.cell for move in picker.moves if hasattr(move, "cell")]
        lit = picker.lit(self.fingers.hand, self.fingers.cursor)
        self.table.show(self.game, self.game.view(self.shown()), lit, free)
        self.tick()

    def tick(self) -> None:
        self.bar("header", self.header())
        self.bar("status", self._status())
        self.bar("keys", keyline(self.look, *self.key_pairs()))

    def _status(self) -> str:
        dealing = self.dealing()
        if dealing is not None and not self.say:
            return self.look.symbols(dealing.sentence("Space"))
        hand = self.fingers.hand
        if hand.choices:
            choices = described(self.game, hand.choices, lambda p: name_of(self.game, p))
            return f"Which?  {choices}"
        if not self.say and hand.source is not None:
            return f"{name_of(self.game, hand.source)} to where? (the same letter plays it)"
        return self.say

    def told(self, sentences: list[str]) -> str:
        """What happened, for the status line; what fills more than a line is seen on the table."""
        short = [s for s in sentences if len(s) < LONG]
        return self.look.symbols(" ".join(short))

    # Input. ---------------------------------------------------------------------------------

    def typed(self, key: str, char: str) -> bool:
        if self._giving_up:
            return self._answer(char)
        if self.dealing() is not None:
            return self._watched(key, char)
        picker = Picker(self.game, self.state())
        act: Act | None = None
        if key == "escape":
            self.fingers.clear()
            self.say = ""
        elif key in ARROWS or key in ("tab", "shift+tab"):
            self.fingers.walk(self.table.canvas, key)
        elif key == "enter":
            act = self.fingers.enter(picker)
        elif key == "space":
            act = self.fingers.deal(picker)
        elif char:
            act = self.fingers.key(picker, char)
            if act is None and not self._commanded(char):
                return False
        else:
            return False
        self._act(act)
        return True

    def _watched(self, key: str, char: str) -> bool:
        """A key while the deal is watched."""
        self.say = ""
        if key in ("space", "enter"):
            self.next_frame()
        elif char and not self._commanded(char):
            self.say = FIRST_SEE_IT
        self.redraw()
        return True

    def on_table_view_picked(self, event: TableView.Picked) -> None:
        if self.dealing() is not None:
            self._watched("space", "")
            return
        picker = Picker(self.game, self.state())
        self._act(self.fingers.point(picker, event.spot, event.double))

    def _act(self, act: Act | None) -> None:
        if act is not None:
            self.say = act.say
            if act.move is not None:
                self._try(act.move)
        self.redraw()

    def _try(self, move: Any) -> None:
        try:
            self.make(move)
        except IllegalMove as refusal:
            self.say = str(refusal)

    def _commanded(self, char: str) -> bool:
        if char == "r":
            title = self.game.book.title
            self.app.push_screen(Reader(f" {title} ", type(self.game).rules_page()))
        elif char == "?":
            self.app.push_screen(Reader(" Keys ", KEYS_PAGE))
        elif char == "x" and (self.dealing() or not self.state().over):
            self._giving_up = True
            self.say = "Give up? Press x again; any other key plays on."
        else:
            return self.command(char)
        return True

    def _answer(self, char: str) -> bool:
        self._giving_up = False
        self.say = ""
        if char == "x":
            self.fingers.clear()
            self._try(Resign())
        self.redraw()
        return True
