"""The page that replays finished games of the same deal: one game at a time, or two side by side,
both at the same moment of the race."""

from bisect import bisect_right
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from client_cli.features.history import spoken_race
from client_cli.messages.analysis import winnable_figures
from client_cli.messages.game import clock
from client_cli.replay.compare import difference, moves_made
from client_cli.replay.progress_chart import chart
from client_cli.replay.winnable_line import (
    ASCII_MARKS,
    MARKS,
    WinnableMarks,
    winnable_line,
)
from client_cli.screens import registry
from client_cli.screens.page import NoticeBox, Page, plain, progress_bar
from client_cli.screens.pages.post_game import open_chart
from client_cli.screens.table.drawing.card_renderer import Highlight
from client_cli.screens.table.table_view import TableView, least_width
from client_cli.screens.widgets.form import Filled, Form, FormField
from client_cli.screens.widgets.key_bar import choices
from client_cli.screens.widgets.list_page import show_keys
from client_cli.screens.widgets.replay_clock import PAGE_MS, ReplayClock, bar, jump_to, moment_at
from client_cli.solo.game import new_deal_number
from client_cli.solo.play_on import PlayedOn
from engine.races.board import GameBoard
from engine.races.record import Record, SeatRecord
from engine.races.timeline import boards, first_difference
from engine.solver.analysis import AnalysisDocument, winnable_at
from engine.table import State
from engine.view import View
from protocol.texts import _, ngettext


class ComparedBoards(NamedTuple):
    """All boards of one contestant in a race, in order: the board after the deal, then the board
    after each move. `times` has, for each board, the race time in milliseconds from which on it is
    shown."""

    seat: SeatRecord
    times: tuple[int, ...]
    boards: tuple[GameBoard, ...]

    @classmethod
    def of(cls, record: Record, seat: SeatRecord) -> "ComparedBoards":
        """Compute the boards of a contestant from the record. Raise EngineError if the record
        contains an illegal move."""
        steps = list(boards(record, seat))
        times = tuple(entry.ms if entry else 0 for entry, _board in steps)
        return cls(seat, times, tuple(board for _entry, board in steps))

    def at(self, ms: int) -> int:
        """Return how many moves the contestant had made at race time `ms`. This is also the index
        of the board at that time."""
        return max(0, bisect_right(self.times, ms) - 1)


class ComparePage(Page):
    """The replay of the games of one or more contestants of a race. With `together` and exactly two
    contestants, both games are shown side by side if the terminal is wide enough; otherwise one at
    a time is shown. With an analysis of the record, the line above each table says whether the game
    can still be won. The constructor raises EngineError if the record contains an illegal move."""

    CSS_PATH = Path(__file__).with_name("compare.tcss")

    def __init__(
        self,
        record: Record,
        *seats: SeatRecord,
        together: bool = True,
        analysis: AnalysisDocument | None = None,
    ) -> None:
        super().__init__()
        self._told = {one["seat"]: one for one in analysis["contestants"]} if analysis else {}
        self.record, self.together = record, together and len(seats) == 2
        self.ways = tuple(ComparedBoards.of(record, seat) for seat in seats)
        self.moves = tuple(moves_made(record, seat) for seat in seats)
        self.parting = first_difference(*seats) if self.together else None
        self.reel = ReplayClock(sorted({ms for way in self.ways for ms in way.times}))
        self.shown = 0
        """Index of the contestant that is shown where there is room for one table only."""

    @property
    def ms(self) -> int:
        """The present position of the replay, in milliseconds since the start of the race."""
        return self.reel.moment

    def compose(self) -> ComposeResult:
        yield Static(id="header", classes="bar")
        with Horizontal(id="middle"):
            for number in range(2):
                with Vertical(id=f"side{number}", classes="side"):
                    yield Static(id=f"name{number}", classes="bar")
                    yield TableView(self.look, id=f"table{number}")
        yield Static(id="reel", classes="bar")
        yield Static(id="winnable", classes="bar")
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
                self.record.game, self._view(way), Highlight()
            )
            self.bar(f"name{number}", self._heading(way))
        loud, quiet = plain(self.look.palette.loud), plain(self.look.palette.quiet)
        text = Text(no_wrap=True, overflow="ellipsis")
        text.append(_(self.record.game.book.title).upper(), loud)
        text.append(f"  {spoken_race(self.record.race)}  ")
        text.append(clock(self.ms), loud)
        text.append(" " + _("of {time}", time=clock(self.record.ended_ms)), quiet)
        self.bar("header", text)
        self.bar("status", self.look.symbols(self._status()))
        self._draw_timeline()
        self._draw_winnable(seen)
        show_keys(self)

    @property
    def _marks(self) -> WinnableMarks:
        return ASCII_MARKS if self.look.ascii else MARKS

    def _draw_winnable(self, seen: Sequence[ComparedBoards]) -> None:
        """Draw, under the clock, for each contestant shown how long the game could be won."""
        lines = []
        for way in seen:
            told = self._told.get(way.seat.seat)
            if told is not None:
                figures = winnable_figures(told)
                head, tail = f"  {way.seat.name[:10]:<10} ", f" {figures}"
                cells = max(8, self._timeline_width() - len(head) - len(tail))
                line = winnable_line(told, way.times, self.reel.end, cells, self._marks)
                lines.append(f"{head}{line}{tail}")
        self.query_one("#winnable").display = bool(lines)
        self.bar("winnable", "\n".join(lines))

    def _draw_timeline(self) -> None:
        marked = self.parting.ms if self.parting is not None else None
        self.bar("reel", bar(self.reel, self._timeline_width(), self.look, marked))

    def _timeline_width(self) -> int:
        return max(1, self.app.size.width - 2)

    def tick(self) -> None:
        before = self.reel.step
        if not self.reel.tick(self.patience.now()):
            return
        if before == self.reel.step:
            self._draw_timeline()
        else:
            self.redraw()

    def key_pairs(self) -> list[tuple[str, str]]:
        pairs = [
            ("<- ->", _("step")),
            (_("Space"), _("stop") if self.reel.runs else _("play")),
            ("+ -", _("speed")),
        ]
        pairs += [("j", _("jump")), ("p", _("play on from here"))]
        pairs += [("d", _("where they part"))] if self.together else []
        pairs += [("c", _("curves"))] if len(self.ways) > 1 else [("c", _("curve"))]
        alone = self._both_fit() or len(self.ways) == 1
        return [
            *pairs,
            *([] if alone else [(_("Tab"), _("the other"))]),
            ("r", _("rules")),
            ("q", _("leave")),
        ]

    def more_help(self) -> list[str]:
        return [
            _(
                "PgUp and PgDn go ten seconds, Home and End to the ends, 0 to 9 to that many"
                " tenths."
            ),
            _("A click on the line of the clock goes there."),
            _("With p you play on from the position shown, alone and for practice only."),
            _(
                "With an analysis there are lines under the clock: {winnable} the game can still be"
                " won, {lost} it cannot, {unknown} it is not known.",
                **self._marks._asdict(),
            ),
        ]

    def _both_fit(self) -> bool:
        if not self.together:
            return False
        return self.app.size.width >= 2 * least_width(self.record.game)

    def _view(self, way: ComparedBoards) -> View:
        """Return the view of the board of the contestant `way` at the moment of the replay that is
        shown. After the end of the contestant's game, the view also shows cards that were face down
        during the game."""
        return self.record.game.view(self._shown(way))

    def _shown(self, way: ComparedBoards) -> State[Any]:
        game, state = self.record.game, way.boards[way.at(self.ms)].state
        return game.showdown(state) if state.over else state

    def _heading(self, way: ComparedBoards) -> Text:
        ply, game = way.at(self.ms), self.record.game
        state = way.boards[ply].state
        value = game.progress(state)
        text = Text(no_wrap=True, overflow="ellipsis")
        text.append(f"{way.seat.name[:14]} ", plain(self.look.palette.loud))
        text.append(progress_bar(self.look, value, game.goal, 8))
        points = game.points(self._shown(way))
        progress = f"{value}/{game.goal}"
        if points is not None:
            progress += ", " + ngettext("{n} point", "{n} points", points)
        moves = len(way.seat.moves)
        text.append(
            " " + _("{progress}, move {n} of {moves}", progress=progress, n=ply, moves=moves)
        )
        told = self._told.get(way.seat.seat)
        known = told and winnable_at(told, ply)
        if known == "winnable":
            text.append(", " + _("can still be won"))
        elif known == "lost":
            text.append(", " + _("cannot be won"))
        return text

    def _status(self) -> str:
        """Return the text of the status line: the moves made at the moment shown. At the moment of
        the first move in which the two games differ, return a sentence about the difference."""
        lines = []
        for way, moves in zip(self.ways, self.moves, strict=True):
            ply = way.at(self.ms)
            if ply and way.times[ply] == self.ms:
                lines.append(moves[ply - 1])
        if self.together and self.parting is not None and self.ms == self.parting.ms:
            pair = self.ways[0].seat, self.ways[1].seat
            lines = [difference(pair, self.parting, self.moves)]
        return " ".join(lines) or _("The deal.")

    def typed(self, key: str, char: str) -> bool:
        reel = self.reel
        match key:
            case "space":
                reel.run(self.patience.now())
            case "right":
                reel.go_on(1)
            case "left" | "backspace":
                reel.go_on(-1)
            case "pagedown":
                reel.jump(reel.ms + PAGE_MS)
            case "pageup":
                reel.jump(reel.ms - PAGE_MS)
            case "home":
                reel.go(0)
            case "end":
                reel.go(len(reel.times) - 1)
            case "tab":
                self.shown = (self.shown + 1) % len(self.ways)
            case "escape":
                self.patience.leave_table()
                return True
            case _:
                return self._command(char)
        self.redraw()
        return True

    def on_click(self, event: events.Click) -> None:
        """If the player clicks the progress bar, go to the moment of the replay that the clicked
        point of the bar stands for."""
        if event.widget is self.query_one("#reel"):
            self.reel.jump(moment_at(self.reel, self._timeline_width(), event.x - 1))
            self.redraw()

    def _jump(self) -> None:
        def filled(form: Filled | None) -> None:
            if form is not None:
                self.reel.jump(jump_to(form.texts[0]))
                self.redraw()

        field = FormField(_("A moment up to {time}, such as 1:30", time=clock(self.reel.end)))
        form = Form(_("Jump to"), [field], lambda texts: jump_to(texts[0]))
        self.app.push_screen(form, filled)

    def _play_on(self) -> None:
        """Let the player play on from the position shown. If two are shown, ask from which one."""
        if not (self.together and self._both_fit()):
            self._play_on_from(self.ways[self.shown])
            return
        names = [(str(n), way.seat.name) for n, way in enumerate(self.ways, 1)]
        text = Text(_("Whose game do you play on?") + "\n\n", justify="center")
        text.append_text(choices(*names))

        def chosen(key: str | None) -> None:
            if key:
                self._play_on_from(self.ways[int(key) - 1])

        self.app.push_screen(NoticeBox(text, "".join(key for key, _name in names)), chosen)

    def _play_on_from(self, way: ComparedBoards) -> None:
        """Open a practice game from the position of the contestant `way` that is shown, or the last
        one before it in which the game was not over."""
        self.reel.jump(self.ms)
        ply = way.at(self.ms)
        while ply and way.boards[ply].state.over:
            ply -= 1
        state = way.boards[ply].state
        if state.over:
            self.bar("status", _("This game was over when it was dealt."))
            return
        solo = PlayedOn(self.record, way.seat, ply, state)
        registry.SOLO.open(self.app, solo, new_deal_number, tips=False)

    def _to_parting(self) -> None:
        """Go to the first move in which the two games differ; if there is none, say so."""
        if self.parting is None:
            self.bar("status", _("Both made the same moves."))
            return
        self.reel.jump(self.parting.ms)
        self.redraw()

    def _command(self, char: str) -> bool:
        match char:
            case "?":
                self.patience.action_help_page()
            case "+" | "-":
                self.reel.faster(1 if char == "+" else -1)
                self.redraw()
            case "j":
                self._jump()
            case "p":
                self._play_on()
            case _ if char.isdecimal():
                self.reel.part(int(char))
                self.redraw()
            case "d" if self.together:
                self._to_parting()
            case "c":
                open_chart(self, chart(self.record, [way.seat for way in self.ways]))
            case "r":
                self.read_rules(type(self.record.game))
            case "q":
                self.patience.leave_table()
            case _:
                return False
        return True
