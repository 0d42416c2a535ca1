"""The page that replays a round at a common table (in Racing Demon all contestants play at one
table): all boards on one clock."""

from bisect import bisect_left, bisect_right

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.widgets import Static

from client_cli.features.history import spoken_race
from client_cli.messages.game import clock
from client_cli.replay.table_replay import claim_steps, moments, round_chart
from client_cli.screens.page import Page, plain
from client_cli.screens.pages.post_game import open_chart
from client_cli.screens.table.common_table_view import CommonTableView
from client_cli.screens.table.drawing.common_table import CommonTableShown, Contestant
from client_cli.screens.widgets.key_bar import pressed
from client_cli.screens.widgets.list_page import show_keys
from client_cli.screens.widgets.replay_clock import PAGE_MS, ReplayClock, bar, moment_at
from engine.racing_demon.record import TableRecord, TableSeat
from protocol.texts import _


class TableReplayPage(Page):
    """The replay of a round: the foundations, and the boards of all contestants. If `seats` are
    given, only the boards of these contestants are shown. A step of the replay is one command of a
    contestant; the clock shows the time of the command, and several commands may have the same
    time. The constructor raises EngineError if the record contains a command that the rules
    forbid."""

    def __init__(self, record: TableRecord, *seats: TableSeat) -> None:
        super().__init__()
        self.record, self.moments = record, moments(record)
        self.seats = seats
        self._times = [moment.ms for moment in self.moments]
        self._claims = claim_steps(self.moments)
        self.reel = ReplayClock(sorted({*self._times}))
        self.at = 0
        """The index of the moment that is shown."""

    def compose(self) -> ComposeResult:
        yield Static(id="header", classes="bar")
        yield CommonTableView(self.look, id="table")
        yield Static(id="reel", classes="bar")
        yield Static(id="status", classes="bar")
        yield Static(id="keys", classes="bar")

    def on_mount(self) -> None:
        self.call_after_refresh(self.redraw)

    def on_resize(self) -> None:
        self.redraw()

    def redraw(self) -> None:
        if not self.is_mounted or not self.query(CommonTableView):
            return
        moment, names = self.moments[self.at], self.record.seats
        shown = CommonTableShown(
            self.record.game,
            moment.state,
            tuple(Contestant(each.name) for each in names),
            None,
            chosen=tuple(self.record.seats.index(seat) for seat in self.seats),
        )
        self.query_one(CommonTableView).show_table(shown)
        loud, quiet = plain(self.look.palette.loud), plain(self.look.palette.quiet)
        text = Text(no_wrap=True, overflow="ellipsis")
        text.append(_(self.record.game.book.title).upper(), loud)
        text.append(f"  {spoken_race(self.record.race)}  ")
        text.append(clock(moment.ms), loud)
        text.append(" " + _("of {time}", time=clock(self.record.ended_ms)), quiet)
        text.append("  " + _("{n} of {all}", n=self.at, all=len(self.moments) - 1))
        self.bar("header", text)
        self.bar("status", self.look.symbols(moment.sentence))
        self._draw_timeline()
        show_keys(self)

    def _draw_timeline(self) -> None:
        self.bar("reel", bar(self.reel, self._timeline_width(), self.look))

    def _timeline_width(self) -> int:
        return max(1, self.app.size.width - 2)

    def tick(self) -> None:
        if self.reel.tick(self.patience.now()):
            self.at = max(self.at, bisect_right(self._times, self.reel.ms) - 1)
            self.redraw()

    def key_pairs(self) -> list[tuple[str, str]]:
        return [
            ("<- ->", _("step")),
            (_("Space"), _("stop") if self.reel.runs else _("play")),
            ("+ -", _("speed")),
            ("c", _("next claim")),
            ("p", _("curves")),
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
        ]

    def typed(self, key: str, char: str) -> bool:
        reel, last = self.reel, len(self.moments) - 1
        steps = {"right": 1, "left": -1, "backspace": -1, "home": -last, "end": last}
        if key in steps:
            self._go(self.at + steps[key])
        elif key == "space":
            reel.run(self.patience.now())
            if reel.runs and self.at == last:
                self.at = 0
        elif key in ("pagedown", "pageup"):
            reel.jump(reel.ms + (PAGE_MS if key == "pagedown" else -PAGE_MS))
            self._follow()
        elif char.isdecimal():
            reel.part(int(char))
            self._follow()
        else:
            return self._command(key, char)
        self.redraw()
        return True

    def _command(self, key: str, char: str) -> bool:
        if key == "escape" or char == "q":
            self.patience.leave_table()
        elif char == "r":
            self.read_rules(type(self.record.game))
        elif char == "?":
            self.patience.action_help_page()
        elif char in ("+", "-"):
            self.reel.faster(1 if char == "+" else -1)
            self.redraw()
        elif char == "p":
            drawn = round_chart(self.record, self.seats or self.record.seats)
            open_chart(self, drawn)
        elif char == "c" and self._claims:
            found = bisect_right(self._claims, self.at)
            self._go(self._claims[found % len(self._claims)])
            self.redraw()
        else:
            return False
        return True

    def _go(self, at: int) -> None:
        """Show the moment with this index, and pause."""
        self.at = min(max(0, at), len(self.moments) - 1)
        self.reel.go(bisect_left(self.reel.times, self.moments[self.at].ms))

    def _follow(self) -> None:
        """Show the last of the moments that are not later than the time of the clock."""
        self.at = bisect_right(self._times, self.reel.ms) - 1

    def on_click(self, event: events.Click) -> None:
        key = pressed(event)
        if key is not None:
            self.press(*key)
        elif event.widget is self.query_one("#reel"):
            self.reel.jump(moment_at(self.reel, self._timeline_width(), event.x - 1))
            self._follow()
            self.redraw()
