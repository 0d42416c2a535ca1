"""Base class of pages with a table: it draws the table, the header and the status line. In some
games the player watches the deal before play begins: it is shown step by step, and each step is a
frame. In some games a pile called the fan lies spread out; each of its cards may be selected, and
the player may sort its cards."""

from abc import abstractmethod
from dataclasses import replace
from typing import Any

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Static

from client_cli.local.keymap import shown
from client_cli.messages.game import checked_counts
from client_cli.screens.page import Page, plain, progress_bar
from client_cli.screens.pages.keys import command_key
from client_cli.screens.table.card_marks import CardMarker, signs
from client_cli.screens.table.deal_counter import DealCounter
from client_cli.screens.table.drawing.card_renderer import Highlight
from client_cli.screens.table.drawing.table_style import FORMS, Form
from client_cli.screens.table.input_controller import InputController
from client_cli.screens.table.move_labels import plain_kind, plain_moves
from client_cli.screens.table.selection import Picker
from client_cli.screens.table.status_line import waiting
from client_cli.screens.table.table_view import TableView
from client_cli.screens.widgets.key_bar import PADDING, key_bar
from client_cli.state.card_marks import CardMarks
from client_cli.state.card_marks import Place as Mark
from client_cli.state.deal_frames import DealFrames
from client_cli.terminal.pile_labels import choice_cell
from engine.games import AnyGame
from engine.mechanics.grid import GridGame
from engine.table import State
from engine.view import View
from protocol.texts import _

NARROW = 80
"""Screen width in cells below which standings take one line instead of a panel."""
WIDE = 120
"""Screen width in cells from which the panel with the standings is wider."""
BESIDE = 160
"""Screen width in cells from which messages stand beside the table, if no panel stands there."""

LEAST_BAR = 3
"""The shortest progress bar that is drawn, in cells."""

LONG = 76
"""Sentences of at least this length are not shown on the status line. The table shows what they
say."""

FORMS_TOLD: dict[Form, str] = {
    "fits": _("Every card is shown where there is room."),
    "squashed": _("Sets are squashed to their first and last card."),
    "jinked": _("Sets lie aside from each other."),
}


class TablePage(Page):
    """A page that draws a table and shows on the status line what the player can do next.
    `controller` holds the selection and the keyboard cursor, and `say` is a sentence for the status
    line."""

    game: AnyGame
    side_panel = False
    messages_beside = False
    """Whether messages stand beside the table, near the cards, on a wide screen, instead of below
    it."""

    def __init__(self) -> None:
        super().__init__()
        self.controller = InputController(self.game)
        self.tilter = CardMarker(self.game)
        self.tally = DealCounter(self.game)
        self.own_marks = CardMarks()
        self.suggested = CardMarks()
        """Tilts that a hint suggests, drawn instead of the player's own until something changes."""
        self.say = ""
        self._drawn: Picker | None = None
        """The legal moves when the table was last drawn."""
        self.space = ""
        """What Space does now, in words; empty for nothing."""

    # What subclasses override. --------------------------------------------------------------

    @abstractmethod
    def state(self) -> State[Any]:
        """Return the state (the position) in which the player chooses the next move."""

    @abstractmethod
    def shown(self) -> State[Any]:
        """Return the state of the game to draw. It is the same as `state` until the game is over.
        After that, cards that were hidden during the game may be turned up in it."""

    @abstractmethod
    def make(self, move: Any) -> None:
        """Make a move on the page's own game, or send it to the server in a race. Raise IllegalMove
        if the move is illegal."""

    @abstractmethod
    def header(self) -> Text:
        """Return the text of the header."""

    @abstractmethod
    def key_pairs(self) -> list[tuple[str, str]]:
        """Return the keys with their meanings for the key bar."""

    @property
    def marks(self) -> CardMarks:
        """The player's tilt marks on this table. A player tilts a card or pile as a reminder."""
        return self.own_marks

    def send_mark(self, place: Mark, tilt: int) -> None:
        """Called after the player has changed a tilt on this page. A subclass sends the tilt to the
        server or saves it."""

    def dealing(self) -> DealFrames | None:
        """Return the watched deal while it goes on: its present frame is drawn instead of the
        table. Return None once all cards are dealt."""
        return None

    def next_frame(self) -> None:
        """Show the next frame of the watched deal or, after the last frame, the table as play
        begins."""

    def command(self, char: str) -> bool:  # noqa: ARG002
        """Handle a character that the table does not use; return whether it had an effect."""
        return False

    # The screen. ----------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        self._fit_width(first=True)  # before the first layout, so that it need not be done twice
        yield Static(id="header", classes="bar")
        table = TableView(self.look, self._moves(), id="table")
        if self.side_panel:
            with Horizontal(id="middle"):
                yield table
                yield Static(id="panel")
            yield Static(id="line")
        else:  # the fewer widgets, the sooner the first picture
            yield table
        yield Static(id="status", classes="bar")
        yield Static(id="keys", classes="bar")

    def _moves(self) -> bool:
        """Whether cards that move are animated, by the player's preference."""
        return self.app.animation_level != "none" and self.patience.choice("movement") == "on"

    def on_screen_resume(self) -> None:
        """Apply preferences that the player may have changed while another page was open."""
        if self.laid_out:
            self.table.look, self.table.moves = self.look, self._moves()
            self.redraw()

    def on_resize(self) -> None:
        """Draw the table if it was not drawn yet; the widget draws it again if its own size has
        changed. Textual calls this twice before the first picture."""
        self._fit_width()
        if self.laid_out and self.table.is_shown:
            self.tick()
        else:
            self.redraw()

    def _fit_width(self, first: bool = False) -> None:
        """Set the CSS classes that lay out the page for the width of the terminal. With `first`,
        the page has no widgets yet, whose styles would have to be computed again."""
        width = self.app.size.width
        self.set_class(width < NARROW, "narrow", update=not first)
        self.set_class(width >= WIDE, "wide", update=not first)
        self.set_class(width >= BESIDE and self.messages_beside, "beside")

    def with_progress(self, text: Text, value: int, cells: int, tail: str) -> Text:
        """Append to the header `text`: a progress bar of at most `cells` cells, the progress
        `value`, and the text `tail`. If the header would become too long, make the bar shorter or
        leave it out. Return the header."""
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
        """Whether the table can be drawn: from the first layout of the widget until the page is
        removed."""
        return self.is_mounted and any(table.size.width for table in self.query(TableView))

    def redraw(self) -> None:
        if not self.laid_out:
            return
        dealing = self.dealing()
        if dealing is not None:
            lit = Highlight(tilts=signs(self.marks, dealing.view))
            self.table.show(self.game, dealing.view, lit)
            self.tick()
            return
        picker = self._drawn = self.picker()
        self.space = next(iter(plain_moves(self.game, picker.moves)), plain_kind(self.game))
        free = [move.cell for move in picker.moves if hasattr(move, "cell")]
        last = choice_cell(self.game, self.state())
        free += [] if last is None else [last]
        lit = picker.lit(self.controller.selection, self.controller.cursor)
        view = self.game.view(self.controller.fan.arranged(self.shown()))
        tilts = {**signs(self.marks, view), **signs(self.suggested, view)}
        self.table.show(self.game, view, lit._replace(tilts=tilts), free)
        self.tick()

    def view(self) -> View:
        """Return the view that is drawn now: what the player may see of the game's state."""
        dealing = self.dealing()
        return dealing.view if dealing is not None else self.game.view(self.shown())

    def points_so_far(self) -> str:
        """Return what the lines of a grid score so far, as text for the end of the header. Return
        an empty text when the game is over, and for a game without a grid."""
        if self.state().over or not isinstance(self.game, GridGame):
            return ""
        from client_cli.messages.grids import total_so_far  # other games need it not

        total = total_so_far(self.game, self.view().facts)
        return f"  {total}" if total else ""

    def picker(self) -> Picker:
        """Return a `Picker`, which finds the legal moves of the present position. The cards of the
        fan are in the order that the player has given them."""
        return Picker(self.game, self.controller.fan.arranged(self.state()))

    def space_pair(self) -> list[tuple[str, str]]:
        """Return the key Space with what it does now, as one (key, meaning) pair for the key bar.
        Return an empty list if Space does nothing."""
        return [(_("Space"), self.space)] if self.space else []

    def key_for(self, char: str) -> str:
        """Return the key that now gives the command `char`, as the key bar shows it: the key that
        the player has chosen for it. Without one it is, during play, Ctrl and the letter if the
        label of a pile begins with the letter, and otherwise the letter alone."""
        own = self.patience.own_key(char)
        if own is not None:
            return shown(own)
        free = self.state().over or self.dealing()
        return char if free else command_key(self.game, char)

    def switch_layout(self) -> None:
        """Draw the columns of the table in the next of the layouts `FORMS`, and tell the player
        which layout it is. In one layout every card has a row; in another only the first and last
        card of a set (cards that move together) are shown; in the third the sets are shifted
        sideways."""
        form = FORMS[(FORMS.index(self.look.form) + 1) % len(FORMS)]
        self.patience.look = self.table.look = replace(self.look, form=form)
        self.say = FORMS_TOLD[form]
        self.redraw()

    def tick(self) -> None:
        if not self.laid_out:  # the timer goes on while the page is removed
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
            checked = checked_counts(dealing.counts, self.tally.by_number())
            counted = checked or [self.tally.counts_sentence()]
            return self.look.symbols(" ".join([dealing.sentence(_("Space")), *counted]).strip())
        selection = self.controller.selection
        if self.say and not selection.choices:
            return self.say
        if selection.source is None and not selection.choices:
            return ""
        picker = self._drawn or self.picker()
        return waiting(self.controller, picker, self.table.canvas, self.look)

    def join_sentences(self, sentences: list[str]) -> str:
        """Join sentences into one text for the status line. Leave out sentences of LONG or more
        characters, because the table shows what they say."""
        short = [s for s in sentences if len(s) < LONG]
        return self.look.symbols(" ".join(short))
