"""The page with several leaderboards of a game side by side: those of today, of this week and of
all time. For a player with an account there is one more, which lists only the player and friends.
The server sends updates while the page is open."""

import asyncio
import textwrap
from typing import NamedTuple

from rich.text import Text

from client_cli.exit_codes import Failure
from client_cli.features import leaderboards
from client_cli.features.leaderboards import BoardSelection
from client_cli.screens.page import begin, plain
from client_cli.screens.pages.server_page import ASKING, ServerPage
from client_cli.screens.widgets.list_page import ListRow
from protocol.leaderboards import Board, Kind, Measure, Part
from protocol.texts import _

MOST = 50
"""Rows of each leaderboard requested."""
LEAST_WIDE = 34
"""The minimum width of a leaderboard in cells. A screen with room for only one shows them one below
the other."""
GAP = 2
"""Cells before each leaderboard."""
BARS = 5
"""Lines of the screen that the bars and the space above the leaderboards take."""


class LiveBoard(NamedTuple):
    """One of the leaderboards of the page: its title, its period, and `part`, the accounts that it
    lists (all of them, or only the player and friends)."""

    title: str
    period: Kind
    part: Part = "all"


BOARDS = (
    LiveBoard(_("Today"), "day"),
    LiveBoard(_("This week"), "week"),
    LiveBoard(_("All time"), "all"),
)
FRIENDS = LiveBoard(_("You and your friends"), "all", "friends")


class LiveBoardsPage(ServerPage):
    """Several leaderboards of one game at the same time. Each has a connection of its own, because
    a connection can follow only one leaderboard."""

    heading = _("Leaderboards")

    def __init__(self, slug: str, measure: Measure = "best") -> None:
        super().__init__()
        self._slug = slug
        self._measure = leaderboards.KEYS.index(measure)
        self._shown: tuple[LiveBoard, ...] = BOARDS
        self.boards: dict[LiveBoard, Board] = {}

    def on_mount(self) -> None:
        super().on_mount()
        self._follow()

    # Live updates. --------------------------------------------------------------------------

    def _selection(self, shown: LiveBoard) -> BoardSelection:
        """Return what to request from the server for one of the leaderboards. Raises Failure if the
        stored options of the game are invalid."""
        measure = leaderboards.KEYS[self._measure]
        named = leaderboards.named(self._slug, [], self.storage, measure)
        return named._replace(period=shown.period, part=shown.part, most=MOST)

    def _follow(self) -> None:
        """Subscribe to updates of all leaderboards, in place of those that were followed before."""
        self.boards = {}
        self._shown = (*BOARDS, FRIENDS) if self.account() is not None else BOARDS

        async def follow(shown: LiveBoard) -> None:
            def take(board: Board) -> None:
                self.boards[shown] = board
                self.tell("")

            selection = self._selection(shown)
            await leaderboards.follow(
                self.patience.address(), self.storage, selection, take, self.line_is
            )

        async def run() -> None:
            try:
                async with asyncio.TaskGroup() as group:
                    for shown in self._shown:
                        group.create_task(follow(shown))
            except* Failure as failures:
                first = failures.exceptions[0]
                if isinstance(first, Failure):
                    self.failed(first)

        self.tell(ASKING)
        begin(self, run, exclusive=True)

    # What is drawn. -------------------------------------------------------------------------

    def above(self) -> list[str]:
        board = next(iter(self.boards.values()), None)
        if board is None:
            return []
        measure = leaderboards.MEASURES[leaderboards.KEYS[self._measure]]
        return [f"{leaderboards.subject(board)}: {measure}"]

    def below(self) -> Text | None:
        if not self.boards:
            return None
        size = self.app.size
        across = max(1, min(len(self._shown), size.width // (GAP + LEAST_WIDE)))
        wide = size.width // across - GAP
        bands = -(-len(self._shown) // across)
        high = max(2, (size.height - BARS - len(self.above())) // bands)
        blocks = [self._block(shown, wide, high) for shown in self._shown]
        lines: list[Text] = []
        for at in range(0, len(blocks), across):
            beside = zip(*blocks[at : at + across], strict=True)
            lines += [Text(" " * GAP) + Text(" " * GAP).join(parts) for parts in beside]
        while lines and not lines[-1].plain.strip():
            lines.pop()
        return Text("\n").join(lines)

    def _block(self, shown: LiveBoard, wide: int, high: int) -> list[Text]:
        """Return one leaderboard as `high` lines of `wide` cells: the title, then as many rows as
        there is room for."""
        palette = self.look.palette
        board = self.boards.get(shown)
        lines = [Text(shown.title, plain(palette.loud))]
        if board is None:
            lines.append(Text(ASKING, plain(palette.quiet)))
        elif not board.places:
            none = leaderboards.NONE[shown.part if board.total else "all"]
            lines += [Text(line, plain(palette.quiet)) for line in textwrap.wrap(none, wide)]
        else:
            account = self.account()
            for row in board.places[: high - 2 if high > 2 else 1]:
                mine = account is not None and row.name == account.name
                line = Text(f"{row.place:>3} {leaderboards.name(row)}  ")
                line.stylize(plain(palette.loud) if mine else "")
                line.append(leaderboards.result(board, row), plain(palette.quiet))
                lines.append(line)
        lines = [*lines, *(Text() for _line in range(high))][:high]
        for line in lines:
            line.truncate(wide, overflow="crop" if self.look.ascii else "ellipsis", pad=True)
        return lines

    def rows(self) -> list[ListRow]:
        return []

    def choose(self) -> None:
        """Do nothing: the page has no list."""

    def key_pairs(self) -> list[tuple[str, str]]:
        return [("m", _("what ranks")), ("q", _("back"))]

    def command(self, char: str) -> bool:
        match char:
            case "q":
                self.back()
            case "m":
                self._measure = (self._measure + 1) % len(leaderboards.KEYS)
                self._follow()
            case _:
                return False
        return True
