"""A table one plays at: what alone and in a race have in common."""

from abc import abstractmethod
from typing import Any

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Static

from client_cli.dealing import FIRST_SEE_IT, Dealing
from client_cli.marks import AFTER, Marks
from client_cli.marks import Place as Mark
from client_cli.screens.canvas import Place
from client_cli.screens.fingers import ARROWS, Fingers, name_of
from client_cli.screens.hand import Act, Picker, described, plain_kind, plain_moves
from client_cli.screens.keys_page import KEYS_PAGE
from client_cli.screens.page import Page, Reader, keyline
from client_cli.screens.pen import Lit
from client_cli.screens.table import TableView
from client_cli.screens.tilting import Tilter, signs
from engine.cards import NAME
from engine.errors import IllegalMove
from engine.games import AnyGame
from engine.moves import Resign
from engine.table import State
from engine.takeback import UNDO
from engine.view import View

NARROW = 76
"""Cells under which the race is told in one line instead of a panel."""

LONG = 76
"""Characters from which on a sentence says no more than a look at the table does."""

MOST_CHOICES = 9
"""As many as a digit can tell apart."""


class PlayPage(Page):
    """Draws the table, gathers keys and clicks, and makes moves through `make`."""

    game: AnyGame
    side_panel = False

    def __init__(self) -> None:
        super().__init__()
        self.fingers = Fingers(self.game)
        self.tilter = Tilter(self.game)
        self.own_marks = Marks()
        self.say = ""
        self._space = ""
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

    @property
    def marks(self) -> Marks:
        """How the cards lie."""
        return self.own_marks

    def send_mark(self, place: Mark, tilt: int) -> None:
        """Have a mark kept where it is not only here."""

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

    @property
    def laid_out(self) -> bool:
        """Whether there is a table to draw on: not yet at the first resize, no more at the end."""
        return self.is_mounted and bool(self.query(TableView))

    def redraw(self) -> None:
        if not self.laid_out:
            return
        dealing = self.dealing()
        if dealing is not None:
            self.table.show(self.game, dealing.view, Lit())
            self.tick()
            return
        picker = self._picker()
        self._space = next(iter(plain_moves(self.game, picker.moves)), plain_kind(self.game))
        free = [move.cell for move in picker.moves if hasattr(move, "cell")]
        lit = picker.lit(self.fingers.hand, self.fingers.cursor)
        view = self.game.view(self.fingers.fan.arranged(self.shown()))
        self.table.show(self.game, view, lit._replace(tilts=signs(self.marks, view)), free)
        self.tick()

    def _picker(self) -> Picker:
        """The moves there are, with a fan as its player has laid it."""
        return Picker(self.game, self.fingers.fan.arranged(self.state()))

    def space_pair(self) -> list[tuple[str, str]]:
        """What Space does, for the bottom line."""
        return [("Space", self._space)] if self._space else []

    def key_for(self, char: str) -> str:
        """The key of a command: its letter, or with Ctrl where a pile has the letter."""
        taken = not self.state().over and not self.dealing() and self.fingers.has(char)
        return f"^{char.upper()}" if taken else char

    def tick(self) -> None:
        if not self.laid_out:  # the clock goes on while the page is put away
            return
        self.bar("header", self.patience.telephone.beside(self.header()))
        self.bar("status", self._status())
        self.bar("keys", keyline(self.look, *self.key_pairs()))

    def _status(self) -> str:
        dealing = self.dealing()
        if dealing is not None and not self.say:
            return self.look.symbols(dealing.sentence("Space"))
        hand = self.fingers.hand
        if hand.choices:
            choices, state = hand.choices[:MOST_CHOICES], self._picker().state
            told = described(self.game, choices, lambda p: name_of(self.game, p), state)
            return f"Which?  {self.look.symbols(told)}"
        if not self.say and hand.source is not None:
            return self._asking(hand.source)
        return self.say

    def _asking(self, source: Place) -> str:
        """What the hand waits for; with all cards of a column that is too long to be seen whole."""
        name = name_of(self.game, source)
        if source == self.fingers.fan.pile:
            return f"{name} to where? (< > choose a card, [ ] shift it, Space puts back)"
        index = self.game.layout.index.get(str(source))
        up = self.shown().piles[index].up if index is not None else ()
        column = index is not None and self.game.layout.group_of[index].role == "tableau"
        if column and self.table.canvas.cards(source) < len(up):
            cards = " ".join(self.look.card(NAME[card]) for card in up)
            return f"{name} holds {cards}. To where?"
        return f"{name} to where? (the same letter plays it)"

    def told(self, sentences: list[str]) -> str:
        """What happened, for the status line; what fills more than a line is seen on the table."""
        short = [s for s in sentences if len(s) < LONG]
        return self.look.symbols(" ".join(short))

    # Input. ---------------------------------------------------------------------------------

    def typed(self, key: str, char: str) -> bool:
        if self._giving_up:
            return self._answer(key.removeprefix("ctrl+"))
        if key.startswith("ctrl+"):
            return self._commanded(key.removeprefix("ctrl+"))
        if self.dealing() is not None:
            return self._watched(key, char)
        if self.tilter.waiting:
            self._tilt(self.tilter.key(self._view(), key, char))
            return True
        if char and self.state().over and self._commanded(char):
            return True
        picker = self._picker()
        if key in ARROWS or key in ("tab", "shift+tab"):
            self.fingers.walk(self.table.canvas, key)
            self.redraw()
            return True
        act = self._picked(picker, key, char)
        if act is None:
            return bool(char) and self._commanded(char)
        self._act(act)
        return True

    def _picked(self, picker: Picker, key: str, char: str) -> Act | None:
        """What a key means on the table; None if it is none of its keys."""
        if key == "escape":
            self.fingers.clear()
            return Act(self.fingers.hand)
        if key == "enter":
            return self.fingers.enter(picker)
        if key == "space":
            return self.fingers.deal(picker)
        return self.fingers.key(picker, char) if char else None

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
        picker = self._picker()
        self._act(self.fingers.point(picker, event.spot, event.double))

    def on_table_view_tilted(self, event: TableView.Tilted) -> None:
        if self.dealing() is None:
            self._tilt(self.tilter.place(self._view(), event.spot))

    def _view(self) -> View:
        return self.game.view(self.shown())

    def _tilt(self, place: Mark | None) -> None:
        """Tilt something further; nothing where the name of it is still being typed."""
        self.say = self.tilter.legend if self.tilter.waiting else ""
        if place is not None:
            tilt = AFTER[self.marks.at(self._view(), place)]
            self.marks.tilt(self._view(), place, tilt)
            self.send_mark(place, tilt)
            self.fingers.clear()
        self.redraw()

    def _act(self, act: Act) -> None:
        self.say = act.say
        if act.move is not None:
            self._try(act.move)
        self.redraw()

    def _try(self, move: Any) -> None:
        try:
            self.make(move if move is UNDO else self.fingers.fan.real(move))
        except IllegalMove as refusal:
            self.say = str(refusal)

    def _commanded(self, char: str) -> bool:
        if char == "r":
            self.read_rules(type(self.game))
        elif char == "?":
            self.app.push_screen(Reader(" Keys ", KEYS_PAGE))
        elif char == "t" and not self.dealing() and not self.state().over:
            self._tilt(self.tilter.begin(self._view(), self.fingers.hand))
        elif char == "x" and (self.dealing() or not self.state().over):
            self._giving_up = True
            self.say = f"Give up? Press {self.key_for('x')} again; any other key plays on."
            self.tick()
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
