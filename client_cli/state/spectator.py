"""Boards of other players as a spectator sees them. The settings of a room state a delay, which may
be 0; the server shows each position of a board to spectators later by this delay."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from client_cli.messages.game import Passed, what_changed
from engine.games import AnyGame
from engine.table import GameOver, State
from engine.view import View, passed_in
from protocol import from_server as said


class WatchedBoard(NamedTuple):
    """The board of a seat as it was `delay_ms` milliseconds ago. `view` is what may be seen of it,
    and `state` is the same position as a value of the engine; both are None until the server shows
    the board. `ply` is the number of moves made."""

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
        """Return a contestant's board from a message that shows the boards of all. In races in
        which the server calls the cards one by one, it sends this message when all have placed the
        called card."""
        view = grid.view.checked()
        state = rules.state_of(view)
        return cls(grid.seat, grid.progress, 0, view, state, grid.progress, grid.points)

    def change_sentences(self, before: "WatchedBoard | None", rules: AnyGame) -> list[str]:
        """Return sentences about what has changed on this board since it was `before`. The list is
        empty if `before` is None or the board of another seat."""
        if before is None or before.seat != self.seat or not before.state or not self.state:
            return []
        passed = [each for each in self.passed if each not in before.passed]
        return what_changed(rules, before.state, self.state, passed)

    @property
    def passed(self) -> list[Passed]:
        """Cards that a move has turned face up and then face down again, in all moves so far."""
        return [] if self.view is None else passed_in(self.view.facts)


@dataclass
class Spectator:
    """Which boards this player watches, and what the server has sent: the boards, or the reason why
    it does not show them."""

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
        """Note that the client has asked for several boards, to be shown side by side. `request` is
        the id of its request."""
        self.wished, self.beside, self.why_not = None, tuple(seats), None
        self.asked = request

    def refused(self, sentence: str) -> None:
        self.wished, self.beside, self.why_not = None, (), sentence
        self.boards.clear()

    def together_refused(self) -> None:
        """Note that the server has refused to send several boards together. It is too old for that,
        or one of the seats has no board any more. In both cases single boards may still be
        watched."""
        self.beside, self.asked, self.one_only = (), None, True

    @property
    def seen(self) -> WatchedBoard | None:
        """The single board that is watched. None until it arrives, and if no board or several are
        watched."""
        return None if self.wished is None else self.boards.get(self.wished)
