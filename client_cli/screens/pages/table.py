"""A table on the screen: what there is to see of it, alone, in a race and against a ghost."""

from abc import abstractmethod
from dataclasses import replace
from typing import Any

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Static

from client_cli.screens.page import Page, plain, progress_bar
from client_cli.screens.pages.keys import command_key
from client_cli.screens.table.card_marks import Tilter, signs
from client_cli.screens.table.card_renderer import Lit
from client_cli.screens.table.card_style import FORMS, Form
from client_cli.screens.table.deal_counter import Tally
from client_cli.screens.table.input_controller import Fingers
from client_cli.screens.table.move_labels import plain_kind, plain_moves
from client_cli.screens.table.selection import Picker
from client_cli.screens.table.status_line import waiting
from client_cli.screens.table.table_view import TableView
from client_cli.screens.widgets.key_bar import PADDING, key_bar
from client_cli.state.card_marks import Marks
from client_cli.state.card_marks import Place as Mark
from client_cli.state.deal_frames import Dealing
from engine.games import AnyGame
from engine.table import State
from engine.view import View

NARROW = 80
"""Cells under which the race is told in one line instead of a panel."""

LEAST_BAR = 3
"""Cells of a bar that still tells something."""

LONG = 76
"""Characters from which on a sentence says no more than a look at the table does."""

FORMS_TOLD: dict[Form, str] = {
    "fits": "Every card is shown where there is room.",
    "squashed": "Sets are squashed to their first and last card.",
    "jinked": "Sets lie aside from each other.",
}


class TablePage(Page):
    """Draws the table, and says what the hand waits for."""

    game: AnyGame
    side_panel = False

    def __init__(self) -> None:
        super().__init__()
        self.fingers = Fingers(self.game)
        self.tilter = Tilter(self.game)
        self.tally = Tally(self.game)
        self.own_marks = Marks()
        self.say = ""
        self._drawn: Picker | None = None
        """The moves there were when the table was drawn last."""
        self.space = ""
        """What Space does, in words."""

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
            yield TableView(self.look, self._moves(), id="table")
            if self.side_panel:
                yield Static(id="panel")
        if self.side_panel:
            yield Static(id="line")
        yield Static(id="status", classes="bar")
        yield Static(id="keys", classes="bar")

    def _moves(self) -> bool:
        """Whether what moves is shown moving."""
        return self.app.animation_level != "none" and self.patience.choice("movement") == "on"

    def on_mount(self) -> None:
        self.call_after_refresh(self.redraw)

    def on_screen_resume(self) -> None:
        """Options may have been changed meanwhile."""
        if self.laid_out:
            self.table.look, self.table.moves = self.look, self._moves()
            self.redraw()

    def on_resize(self) -> None:
        self.set_class(self.app.size.width < NARROW, "narrow")
        self.redraw()

    def with_progress(self, text: Text, value: int, cells: int, tail: str) -> Text:
        """A header with a bar of so many cells, the number and what follows it. Where all that does
        not fit it is the bar that is short."""
        tail = f" {value}/{self.game.goal}{tail}"
        taken = PADDING + self.patience.beside(Text()).cell_len + text.cell_len + len(tail)
        cells = min(cells, self.app.size.width - taken)
        if cells < LEAST_BAR:
            return text.append(tail.lstrip())
        bar = progress_bar(self.look, value, self.game.goal, cells)
        return text.append(bar, plain(self.look.palette.loud)).append(tail)

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
            lit = Lit(tilts=signs(self.marks, dealing.view))
            self.table.show(self.game, dealing.view, lit)
            self.tick()
            return
        picker = self._drawn = self.picker()
        self.space = next(iter(plain_moves(self.game, picker.moves)), plain_kind(self.game))
        free = [move.cell for move in picker.moves if hasattr(move, "cell")]
        lit = picker.lit(self.fingers.hand, self.fingers.cursor)
        view = self.game.view(self.fingers.fan.arranged(self.shown()))
        self.table.show(self.game, view, lit._replace(tilts=signs(self.marks, view)), free)
        self.tick()

    def view(self) -> View:
        """What is seen of the table now."""
        dealing = self.dealing()
        return dealing.view if dealing is not None else self.game.view(self.shown())

    def picker(self) -> Picker:
        """The moves there are, with a fan as its player has laid it."""
        return Picker(self.game, self.fingers.fan.arranged(self.state()))

    def space_pair(self) -> list[tuple[str, str]]:
        """What Space does, for the bottom line."""
        return [("Space", self.space)] if self.space else []

    def key_for(self, char: str) -> str:
        """The key of a command: its letter, or with Ctrl where a pile has the letter."""
        free = self.state().over or self.dealing()
        return char if free else command_key(self.game, char)

    def turn_form(self) -> None:
        """Lay the columns in another form."""
        form = FORMS[(FORMS.index(self.look.form) + 1) % len(FORMS)]
        self.patience.look = self.table.look = replace(self.look, form=form)
        self.say = FORMS_TOLD[form]
        self.redraw()

    def tick(self) -> None:
        if not self.laid_out:  # the clock goes on while the page is put away
            return
        self.bar("header", self.patience.beside(self.header()))
        self.bar("status", self._status())
        self.bar("keys", key_bar(self.look, self.key_pairs(), self.app.size.width))

    def asked(self) -> None:
        self.say = "" if self.question is not None else self.say
        self.tick()

    def _status(self) -> Text | str:
        if self.question is not None:
            return self.question.text
        dealing = self.dealing()
        if dealing is not None and not self.say:
            return self.look.symbols(f"{dealing.sentence('Space')} {self.tally.told()}".strip())
        hand = self.fingers.hand
        if self.say and not hand.choices:
            return self.say
        if hand.source is None and not hand.choices:
            return ""
        picker = self._drawn or self.picker()
        return waiting(self.fingers, picker, self.table.canvas, self.look)

    def told(self, sentences: list[str]) -> str:
        """What happened, for the status line; what fills more than a line is seen on the table."""
        short = [s for s in sentences if len(s) < LONG]
        return self.look.symbols(" ".join(short))
