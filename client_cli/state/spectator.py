"""What a spectator sees: boards of other players, as they were some seconds ago."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from client_cli.messages.game import Passed, what_changed
from engine.games import AnyGame
from engine.table import GameOver, State
from engine.view import View, passed_in
from protocol import from_server as said


class WatchedBoard(NamedTuple):
    """The board of a seat as it was `delay_ms` ago. `view` and `state` are None until there is
    something to show."""

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
        """Return the board of a contestant as it is shown to everybody after a called card."""
        view = grid.view.checked()
        state = rules.state_of(view)
        return cls(grid.seat, grid.progress, 0, view, state, grid.progress, grid.points)

    def change_sentences(self, before: "WatchedBoard | None", rules: AnyGame) -> list[str]:
        """Return sentences about what has changed since `before`; none if that is of another
        seat."""
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
    """The boards that a spectator has asked for, and the boards or the refusal that came."""

    looks: bool = False
    """Whether a player whose own game is over watches other boards."""
    wished: int | None = None
    """The seat whose board is watched alone."""
    beside: tuple[int, ...] = ()
    """The seats whose boards are watched side by side; then `wished` is None."""
    boards: dict[int, WatchedBoard] = field(default_factory=dict)
    """The last board of each seat that has come."""
    asked: int | None = None
    """The id of the request for boards side by side."""
    one_only: bool = False
    """Whether the server knows no boards side by side."""
    why_not: str | None = None
    """The server's sentence if it refuses to show boards, else None."""

    def ask(self, seat: int) -> None:
        self.wished, self.beside, self.why_not = seat, (), None

    def ask_together(self, seats: Sequence[int], request: int) -> None:
        """Note that boards were asked for side by side, with the id of the request."""
        self.wished, self.beside, self.why_not = None, tuple(seats), None
        self.asked = request

    def refused(self, sentence: str) -> None:
        self.wished, self.beside, self.why_not = None, (), sentence
        self.boards.clear()

    def together_refused(self) -> None:
        """Note that boards side by side were refused for another reason than that boards may not be
        seen: the server does not know them, or a seat has no board any more."""
        self.beside, self.asked, self.one_only = (), None, True

    @property
    def seen(self) -> WatchedBoard | None:
        """The board asked for, once it has arrived."""
        return None if self.wished is None else self.boards.get(self.wished)
