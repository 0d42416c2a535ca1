"""The page of a spectator: the standings of a race, and the board of one contestant. On a wide
screen it shows as many boards as fit."""

from collections.abc import Sequence
from pathlib import Path

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Grid, Horizontal, Vertical
from textual.widgets import Static

from client_cli.messages.game import clock, score
from client_cli.messages.grids import thinking_sentence
from client_cli.net.room_protocol import RoomProtocol
from client_cli.screens.page import plain, progress_bar
from client_cli.screens.pages.rooms.room import RoomPage
from client_cli.screens.pages.table_page import NARROW
from client_cli.screens.table.drawing.card_renderer import Highlight
from client_cli.screens.table.table_view import TableView, least_width
from client_cli.screens.widgets.standings import bell, called, number_text, reach, sign, small_grids
from client_cli.state.spectator import WatchedBoard
from engine.races.ranking import Placed
from protocol.rooms.room_settings import JoinRace
from protocol.rooms.watching import MOST_BOARDS
from protocol.texts import _, ngettext

MOST_DIGITS = 9
"""The number of contestants that the digit keys can select."""

WIDE = 160
"""Screen width in cells from which boards are shown side by side."""
PANEL = 25
"""Width of the standings in cells."""
LEAST_ROWS = 17
"""The least height, in lines, of a board that is shown beside others, with the line above it."""


class SpectatePage(RoomPage):
    """The standings of a race at the left and a board at the right. If the player may not watch
    boards in this race, only the standings are shown. The board is the leader's until the player
    selects another contestant. A wide screen shows several boards, until the player selects one
    contestant."""

    CSS_PATH = Path(__file__).with_name("spectate.tcss")

    def __init__(self, room: RoomProtocol) -> None:
        super().__init__(room)
        self._chosen: int | None = None
        self._alone = False
        """Whether the player has asked for one board where several fit."""

    def compose(self) -> ComposeResult:
        yield Static(id="header", classes="bar")
        with Horizontal(id="middle"):
            yield Static(id="standings")
            yield TableView(self.look, id="table")
            with Grid(id="boards"):
                for number in range(MOST_BOARDS):
                    with Vertical(id=f"cell{number}", classes="cell"):
                        yield Static(id=f"name{number}", classes="bar")
                        yield TableView(self.look, id=f"board{number}")
            yield Static(id="body")
        yield Static(id="status", classes="bar")
        yield Static(id="keys", classes="bar")

    def on_mount(self) -> None:
        self.call_after_refresh(self.tick)

    def on_resize(self) -> None:
        self.set_class(self.app.size.width < NARROW, "narrow")
        self.tick()

    def news(self, sentences: list[str]) -> None:
        super().news([self.look.symbols(sentence) for sentence in sentences])

    # Which board. ---------------------------------------------------------------------------

    def _contestants(self) -> list[Placed]:
        """Return the contestants whose boards can be shown, best first: all contestants but the
        player."""
        own = self.session.seat
        return [placed for placed in self.session.ranking() if placed.standing.seat != own]

    def _follow(self) -> None:
        """Request the board or boards to show from the server, unless they were requested
        already."""
        onlooker, others = self.session.onlooker, self._contestants()
        if onlooker.why_not is not None or not others or self.session.status != "running":
            return
        together = self._together()
        if together:
            if onlooker.beside != together:
                self.room.watch_boards(together)
            return
        seats = [placed.standing.seat for placed in others]
        seat = self._chosen if self._chosen in seats else seats[0]
        if onlooker.wished != seat and seat is not None:
            self.room.watch_board(seat)

    def _fit(self) -> tuple[int, int]:
        """Return how many boards fit on the screen, as (columns, rows)."""
        rules, size = self.session.rules, self.app.size
        if rules is None or size.width < WIDE or self.session.onlooker.one_only:
            return 1, 1
        height = self.query_one("#middle").size.height
        columns = (size.width - PANEL) // (least_width(rules) + 1)
        return max(1, columns), max(1, height // LEAST_ROWS)

    def _together(self) -> tuple[int, ...]:
        """Return the seats whose boards are shown side by side: those of the best contestants, as
        many as fit. They are in the order of the seats, so that no board moves when the standings
        change. Return an empty tuple if a single board is shown."""
        columns, rows = self._fit()
        most = min(columns * rows, MOST_BOARDS)
        others = [placed.standing.seat for placed in self._contestants()]
        return () if self._alone or not self._several_fit() else tuple(sorted(others[:most]))

    # The screen. ----------------------------------------------------------------------------

    def tick(self) -> None:
        # While the page opens or closes, only some of its parts are there.
        if not self.is_mounted or not (self.query("#table") and self.query("#boards")):
            return
        self._follow()
        super().tick()
        bars = self.session.onlooker.why_not is not None
        self.set_class(bars, "bars")
        if not bars:
            self.bar("standings", self._standings())
            self._draw()

    def _draw(self) -> None:
        onlooker = self.session.onlooker
        self.set_class(bool(onlooker.beside), "together")
        if onlooker.beside:
            self._draw_together(onlooker.beside)
        else:
            self._draw_board(self.query_one("#table", TableView), onlooker.seen)

    def _draw_board(self, table: TableView, board: WatchedBoard | None) -> None:
        rules = self.session.rules
        if board is None or board.view is None or rules is None:
            table.clear()
        else:
            table.show(rules, board.view, Highlight())

    def _draw_together(self, seats: Sequence[int]) -> None:
        """Draw the boards of these seats in rows and columns, each under its contestant's name."""
        columns = min(self._fit()[0], len(seats))
        grid = self.query_one("#boards", Grid)
        grid.styles.grid_size_columns = columns
        grid.styles.grid_size_rows = -(-len(seats) // columns)
        for number in range(MOST_BOARDS):
            used = number < len(seats)
            self.query_one(f"#cell{number}").display = used
            if used:
                board = self.session.onlooker.boards.get(seats[number])
                self.bar(f"name{number}", self._heading(seats[number], board))
                self._draw_board(self.query_one(f"#board{number}", TableView), board)

    def _heading(self, seat: int, board: WatchedBoard | None) -> Text:
        """Return the line above one of several boards: the contestant's name and progress."""
        text = Text(no_wrap=True, overflow="ellipsis")
        text.append(self.session.name(seat), plain(self.look.palette.loud))
        return text if board is None else self._with_progress(text, board)

    def _with_progress(self, text: Text, board: WatchedBoard) -> Text:
        """Append to the text the progress of a board, and how old the position on the board is.
        Spectators see boards with a delay."""
        if board.view is not None:
            text.append(
                f"  {board.progress}/{self.session.rules.goal if self.session.rules else 0}"
            )
            if board.points is not None:
                text.append("  " + ngettext("{n} point", "{n} points", board.points))
        if board.delay_ms:
            ago = _("{time} ago", time=_ago(board.delay_ms))
            text.append(f"  {ago}", plain(self.look.palette.quiet))
        return text

    def body(self) -> Text:
        """Return the text that is shown if boards may not be watched: the standings with wide
        progress bars, and the reason why no board is shown."""
        session, look = self.session, self.look
        loud, quiet = plain(look.palette.loud), plain(look.palette.quiet)
        ranking = session.ranking()
        far = reach(session, ranking)
        text = Text(f"\n  {bell(session, look, self.patience.now())}\n\n", loud)
        for placed in ranking:
            standing = placed.standing
            text.append(f"  {placed.place:>2}  {session.name(standing.seat):<24} ")
            text.append(progress_bar(look, *far(placed), 20), loud)
            text.append(f" {number_text(session, placed):>3} {sign(session, placed, look)}")
            text.append(f"  {score(session.game, standing)}\n", quiet)
        text.append(f"\n  {session.onlooker.why_not or ''}\n", quiet)
        return text

    def _standings(self) -> Text:
        """Return the standings as text, with two lines for each contestant. The first has the key
        that selects the contestant, the name, and a sign for their state, such as finished or
        disconnected. The second has a progress bar and the progress as a number. In a game on a
        grid, a small drawing of the grid replaces the bar. An arrow marks the contestant whose
        board is shown."""
        session, look = self.session, self.look
        loud, quiet = plain(look.palette.loud), plain(look.palette.quiet)
        far = reach(session, session.ranking())
        now = self.patience.now()
        text = Text(f"{bell(session, look, now)}\n{called(session, now)}\n", quiet, no_wrap=True)
        contestants = self._contestants()
        rows = self.query_one("#middle").size.height - 2 - len(contestants)
        grids = small_grids(session, look, rows)
        for number, placed in enumerate(contestants, 1):
            standing = placed.standing
            seen = standing.seat == session.onlooker.wished
            digit = str(number) if number <= MOST_DIGITS else " "
            text.append(f"{look.glyphs.chosen if seen else ' '}{digit} ", loud)
            width = 12 if grids else 16
            text.append(f"{session.name(standing.seat)[:width]:<{width}} ", loud if seen else "")
            text.append(sign(session, placed, look), loud)
            if not grids:
                text.append("\n")
                text.append(f"   {progress_bar(look, *far(placed), 12)}", loud if seen else quiet)
            text.append(f" {number_text(session, placed):>3}\n")
            text.append("".join(f"{line}\n" for line in grids.get(standing.seat, [])))
        return text

    def header(self) -> Text:
        """Return the header with the contestant whose board is shown, the contestant's progress,
        and how old the shown position is: spectators see boards with a delay."""
        session, loud = self.session, plain(self.look.palette.loud)
        wished, board = session.onlooker.wished, session.onlooker.seen
        text = super().header()
        if wished is None:
            return text
        text.append(f"  {self._titled(wished)}", loud)
        return text if board is None else self._with_progress(text, board)

    def _titled(self, wished: int) -> str:
        """Return the name of the contestant at seat `wished`, whose board is shown. If the player
        did not select this contestant, the text also says why the board is shown."""
        name = self.session.name(wished)
        if self._chosen == wished:
            return name
        if self._follows_leader():
            return _("leading: {name}", name=name)
        return _("best of the others: {name}", name=name)

    def _follows_leader(self) -> bool:
        """Whether the best of the contestants whose boards this page can show is also first in the
        standings. This is not so if the player is first, because the page does not show the
        player's own board."""
        ranking, others = self.session.ranking(), self._contestants()
        return not others or others[0].place == ranking[0].place

    def key_pairs(self) -> list[tuple[str, str]]:
        pairs = [("r", _("rules")), ("q", _("back") if self.session.dealt else _("leave"))]
        if self.session.onlooker.why_not is None:
            best = _("the leader's") if self._follows_leader() else _("the best")
            several = [("a", _("all boards"))] if self._alone and self._several_fit() else []
            pairs = [("1-9", _("whose board")), ("0", best), *several, ("d", _("delay")), *pairs]
        if self.session.may_join_late:
            pairs = [("j", _("join the race")), *pairs]
        still = thinking_sentence(self.session)
        return [("", still), *pairs] if still else pairs

    def command(self, key: str, char: str) -> bool:  # noqa: ARG002
        if char == "q":
            self._leave()
        elif char == "j" and self.session.may_join_late and self.session.race is not None:
            self.patience.do(self.room.request(JoinRace, race=self.session.race.n))
        elif char == "d":
            self.news([self._delay()])
        elif char == "0":
            self._chosen, self._alone = None, True
            self.tick()
        elif char == "a" and self._several_fit():
            self._alone = False
            self.tick()
        elif char.isdecimal():
            self._choose(int(char))
        else:
            return False
        return True

    def _choose(self, number: int) -> None:
        others = self._contestants()
        if number <= len(others):
            self._chosen, self._alone = others[number - 1].standing.seat, True
            self.tick()

    def _several_fit(self) -> bool:
        columns, rows = self._fit()
        return columns * rows > 1 and len(self._contestants()) > 1

    def _leave(self) -> None:
        """Return to the player's own table. A spectator without a table leaves the room."""
        if self.session.dealt:
            self.session.onlooker.looks = False
            self.patience.settle([])
        else:
            self.patience.leave_room(give_up_seat=False)

    def _delay(self) -> str:
        onlooker = self.session.onlooker
        board = onlooker.seen or next(iter(onlooker.boards.values()), None)
        if board is None or not board.delay_ms:
            return _("Boards are seen as they are played.")
        return _("Boards are seen {time} after they are played.", time=_ago(board.delay_ms))


def _ago(ms: int) -> str:
    """Return a delay of `ms` milliseconds in words."""
    return _("{n} s", n=round(ms / 1000)) if ms < 60_000 else clock(ms)
