"""The standing of a seat as it is stored: number of moves, progress, points and result, each after
the last move of the seat.

A seat is the numbered place of a player in a room. Race time is milliseconds since the start of a
race. In some races the server calls (announces) one card after the other, and each contestant
places it on their own board.
"""

from typing import NamedTuple

from engine.games import AnyGame
from engine.races.board import GameBoard, score
from engine.races.ranking import Standing
from engine.table import STUCK


class StoredStanding(NamedTuple):
    """The standing of a seat. Its fields have the names and the order of the stored text
    (`store/standing_text.py`). Times are race time in milliseconds.

    `progress` says how far the game has come, for example by the cards on the foundations. The next
    three belong to the best position so far: `best` is its progress, `tie_break` a second figure
    for comparing positions of equal progress, and `reached_ms` the time at which it was reached.
    `points` may be shown during the race. `score` also counts face-down cards and may be shown only
    in results. `result`, `reason` and `ended_ms` are None while the game goes on. `clean` says
    whether no move has been taken back and no hint asked for.
    """

    moves: int
    progress: int
    best: int
    tie_break: int
    reached_ms: int
    clean: bool
    points: int | None
    score: int | None
    result: str | None
    reason: str | None
    ended_ms: int | None

    @classmethod
    def start(cls, game: AnyGame, board: GameBoard) -> "StoredStanding":
        """Return the standing of a seat before its first move, on the board after the deal."""
        state = board.state
        over = state.over
        return cls(
            moves=0,
            progress=board.best,
            best=board.best,
            tie_break=board.tie_break,
            reached_ms=0,
            clean=True,
            points=game.points(state),
            score=score(game, state),
            result=over.result if over else None,
            reason=over.reason if over else None,
            ended_ms=board.ended_ms,
        )

    @classmethod
    def read(cls, text: str) -> "StoredStanding":
        """Parse the text of a stored standing. Raises ValueError if it is malformed."""
        fields = text.split(" ")
        moves, progress, best, tie_break, reached, clean, points, score_, result, reason, ended = (
            fields
        )
        return cls(
            int(moves),
            int(progress),
            int(best),
            int(tie_break),
            int(reached),
            clean != "0",
            None if points == "-" else int(points),
            None if score_ == "-" else int(score_),
            None if result == "-" else result,
            None if reason == "-" else reason,
            None if ended == "-" else int(ended),
        )

    def at_call(self, call: int) -> "StoredStanding":
        """Return the standing that everybody may see when the latest called card is number `call`.
        If the game has ended because the next card cannot be placed, and that card has not been
        called yet, the returned standing shows the game as unfinished, because its end would tell
        the others something about that card."""
        if self.reason != STUCK.reason or self.moves < call:
            return self
        return self._replace(result=None, reason=None, ended_ms=None)

    def standing(self, seat: int, race_ended_ms: int | None) -> Standing:
        """Return the standing by which the engine ranks the seat.

        `race_ended_ms` is the race time at which the race ended, None while it runs. When the race
        has ended, an unfinished game counts as lost by timeout, and `score` is used in place of
        `points`.
        """
        result, reason = self.result, self.reason
        if result is None and race_ended_ms is not None:
            result, reason = "lost", "timeout"
        return Standing(
            seat=seat,
            result=result,
            reason=reason,
            best=self.best,
            tie_break=self.tie_break,
            reached_ms=self.reached_ms,
            points=self.points if race_ended_ms is None else self.score,
            ended_ms=race_ended_ms if self.ended_ms is None else self.ended_ms,
            moves=self.moves,
            clean=self.clean,
        )


def moves_of(standing: str) -> int:
    """Return the number of moves in the text of a stored standing."""
    return int(standing[: standing.index(" ")])
