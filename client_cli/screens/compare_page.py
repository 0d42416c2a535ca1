"""Finished games of one deal on one clock: step through them, and see where two of them part."""

from bisect import bisect_right
from typing import NamedTuple

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from client_cli.compare import difference
from client_cli.curves import chart, picture
from client_cli.history import spoken_race
from client_cli.screens.page import Page, Reader, keyline, plain, progress_bar
from client_cli.screens.pen import CARD, Lit
from client_cli.screens.table import TableView
from client_cli.sentences import clock
from engine.board import Board
from engine.record import Record, SeatRecord
from engine.timeline import boards, first_difference
from engine.view import View

NARROWEST = 36
"""Cells a table without columns takes at least."""
PAGE_MS = 10_000


class Way(NamedTuple):
    """One contestant's boards, and from when on each lay there."""

    seat: SeatRecord
    times: tuple[int, ...]
    boards: tuple[Board, ...]

    @classmethod
    def of(cls, record: Record, seat: SeatRecord) -> "Way":
        """Raises EngineError at a move that is none."""
        steps = list(boards(record, seat))
        times = tuple(entry.ms if entry else 0 for entry, _ in steps)
        return cls(seat, times, tuple(board for _, board in steps))

    def at(self, ms: int) -> int:
        """How many moves had been made."""
        return max(0, bisect_right(self.times, ms) - 1)


class ComparePage(Page):
    """Two tables side by side, if they are to be seen together and the terminal is wide enough;
    else one at a time. Raises EngineError at a move that is none."""

    def __init__(self, record: Record, *seats: SeatRecord, together: bool = True) -> None:
        super().__init__()
        self.record, self.together = record, together and len(seats) == 2
        self.ways = tuple(Way.of(record, seat) for seat in seats)
        self.parting = first_difference(*seats) if self.together else None
        self.times = sorted({ms for way in self.ways for ms in way.times})
        self.step = 0
        self.shown = 0
        """Which of them is seen where there is room for one."""

    @property
    def ms(self) -> int:
        return self.times[self.step]

    def compose(self) -> ComposeResult:
        yield Static(id="header", classes="bar")
        with Horizontal(id="middle"):
            for number in range(2):
                with Vertical(id=f"side{number}", classes="side"):
                    yield Static(id=f"name{number}", classes="bar")
                    yield TableView(self.look, id=f"table{number}")
        yield Static(id="status", classes="bar")
        yield Static(id="keys", classes="bar")

    def on_mount(self) -> None:
        self.call_after_refresh(self.redraw)

    def on_resize(self) -> None:
        self.redraw()

    def redraw(self) -> None:
        if not self.is_mounted or not self.query(TableView):
            return
        both = self._both_fit()
        seen = self.ways if both else self.ways[self.shown : self.shown + 1]
        self.query_one("#side1").display = both
        for number, way in enumerate(seen):
            self.query_one(f"#table{number}", TableView).show(
                self.record.game, self._view(way), Lit()
            )
            self.bar(f"name{number}", self._heading(way))
        loud, quiet = plain(self.look.palette.loud), plain(self.look.palette.quiet)
        text = Text(no_wrap=True, overflow="ellipsis")
        text.append(self.record.game.book.title.upper(), loud)
        text.append(f"  {spoken_race(self.record.race)}  ")
        text.append(clock(self.ms), loud)
        text.append(f" of {clock(self.record.ended_ms)}", quiet)
        self.bar("header", text)
        self.bar("status", self.look.symbols(self._status()))
        pairs = [("<- ->", "step")]
        pairs += [("d", "where they part")] if self.together else []
        pairs += [("c", "curves")] if len(self.ways) > 1 else [("c", "curve")]
        pairs += [] if both or len(self.ways) == 1 else [("Tab", "the other")]
        self.bar("keys", keyline(self.look, *pairs, ("r", "rules"), ("q", "leave")))

    def _both_fit(self) -> bool:
        if not self.together:
            return False
        roles = [group.role for group in self.record.game.layout.group_of]
        needed = max(NARROWEST, CARD * roles.count("tableau") + 1)
        return self.app.size.width >= 2 * needed

    def _view(self, way: Way) -> View:
        """What could be seen on the board then; at its end with what was withheld."""
        game, state = self.record.game, way.boards[way.at(self.ms)].state
        return game.view(game.showdown(state) if state.over else state)

    def _heading(self, way: Way) -> Text:
        ply, game = way.at(self.ms), self.record.game
        state = way.boards[ply].state
        value = game.progress(state)
        text = Text(no_wrap=True, overflow="ellipsis")
        text.append(f"{way.seat.name[:14]} ", plain(self.look.palette.loud))
        text.append(progress_bar(self.look, value, game.goal, 8))
        text.append(f" {value}/{game.goal}, move {ply} of {len(way.seat.moves)}")
        return text

    def _status(self) -> str:
        """The moves of this moment, and where the two part once that is reached."""
        told = []
        for way in self.ways:
            ply = way.at(self.ms)
            if ply and way.times[ply] == self.ms:
                told.append(f"{way.seat.name}: {way.seat.moves[ply - 1].text}.")
        if self.together and self.parting is not None and self.ms == self.parting.ms:
            told = [difference((self.ways[0].seat, self.ways[1].seat), self.parting)]
        return " ".join(told) or "The deal."

    def typed(self, key: str, char: str) -> bool:
        last = len(self.times) - 1
        match key:
            case "right" | "space":
                self._go(self.step + 1)
            case "left" | "backspace":
                self._go(self.step - 1)
            case "pagedown":
                self._go(bisect_right(self.times, self.ms + PAGE_MS) - 1)
            case "pageup":
                self._go(bisect_right(self.times, self.ms - PAGE_MS) - 1)
            case "home":
                self._go(0)
            case "end":
                self._go(last)
            case "tab":
                self.shown = (self.shown + 1) % len(self.ways)
                self.redraw()
            case _:
                return self._command(char)
        return True

    def _go(self, step: int) -> None:
        self.step = min(max(0, step), len(self.times) - 1)
        self.redraw()

    def _command(self, char: str) -> bool:
        match char:
            case "d" if self.parting is not None:
                self._go(self.times.index(self.parting.ms))
            case "d" if self.together:
                self.bar("status", "Both made the same moves.")
            case "c":
                size = (min(self.app.size.width, 84) - 9, self.app.size.height - 4)
                seats = [way.seat for way in self.ways]
                lines = picture(chart(self.record, seats), *size, symbols=not self.look.ascii)
                self.app.push_screen(Reader(" Progress against time ", "\n".join(lines)))
            case "r":
                self.read_rules(type(self.record.game))
            case "q":
                self.patience.leave_table()
            case _:
                return False
        return True
