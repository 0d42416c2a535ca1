"""Boards of other players as a spectator sees them, some seconds late."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from client_cli.messages.game import Passed, what_changed
from engine.games import AnyGame
from engine.table import GameOver, State
from engine.view import View, passed_in
from protocol import from_server as said


class WatchedBoard(NamedTuple):
    """The board of a seat as it was `delay_ms` milliseconds ago. `view` and `state` are None until
    the server shows it."""

    seat: int
    ply: int
    delay_ms: int
    view: View | None
    state: State[Any] | None
    progress: int
    points: int | None

    @classmethod
    def heard(cls, board: said.WatchedTable, rules: AnyGame) -> "WatchedBoard":
        over = GameOver(board.over.result, board.over.reason) if board.over else None
        view = None if board.view is None else board.view.checked()
        state = None if view is None else rules.state_of(view, over)
        return cls(board.seat, board.ply, board.delay_ms, view, state, board.progress, board.points)

    @classmethod
    def of_grid(cls, grid: said.SeatGrid, rules: AnyGame) -> "WatchedBoard":
        """Return the grid of a contestant as everybody sees it after a called card."""
        view = grid.view.checked()
        state = rules.state_of(view)
        return cls(grid.seat, grid.progress, 0, view, state, grid.progress, grid.points)

    def change_sentences(self, before: "WatchedBoard | None", rules: AnyGame) -> list[str]:
        """Return sentences about what has changed on the board since `before`. The list is empty if
        `before` is None or another seat's board."""
        if before is None or before.seat != self.seat or not before.state or not self.state:
            return []
        passed = [each for each in self.passed if each not in before.passed]
        return what_changed(rules, before.state, self.state, passed)

    @property
    def passed(self) -> list[Passed]:
        """Cards that one of the moves so far turned face up and then face down again."""
        return [] if self.view is None else passed_in(self.view.facts)


@dataclass
class Spectator:
    """The boards that a spectator has asked for, and the boards or the refusal that the server has
    sent."""

    looks: bool = False
    """Whether a player whose own game is over has left their table to watch the boards of
    others."""
    wished: int | None = None
    """The seat of the only board that is watched; None if there is none or there are several."""
    beside: tuple[int, ...] = ()
    """The seats whose boards are watched side by side; then `wished` is None."""
    boards: dict[int, WatchedBoard] = field(default_factory=dict)
    """The latest board received of each seat."""
    asked: int | None = None
    """The id of the request for boards side by side."""
    one_only: bool = False
    """Whether the server cannot show several boards at once."""
    why_not: str | None = None
    """The server's sentence if it refuses to show boards, else None."""

    def ask(self, seat: int) -> None:
        self.wished, self.beside, self.why_not = seat, (), None

    def ask_together(self, seats: Sequence[int], request: int) -> None:
        """Note that several boards were asked for, to be shown side by side. `request` is the id of
        the request."""
        self.wished, self.beside, self.why_not = None, tuple(seats), None
        self.asked = request

    def refused(self, sentence: str) -> None:
        self.wished, self.beside, self.why_not = None, (), sentence
        self.boards.clear()

    def together_refused(self) -> None:
        """Note that the server has refused to send several boards together. Single boards may still
        be watched: either the server is too old for several boards, or one of the seats has no
        board any more."""
        self.beside, self.asked, self.one_only = (), None, True

    @property
    def seen(self) -> WatchedBoard | None:
        """The board that the spectator has asked for; None until it arrives."""
        return None if self.wished is None else self.boards.get(self.wished)
