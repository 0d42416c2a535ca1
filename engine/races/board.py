"""The board of a contestant: the state of their game in a race, computed from the list of their
moves.

Race time is the time since the start of the race in milliseconds, without outages. The progress of
a game is the figure by which games that are not won are compared; the tie-break is a second figure
for games of equal progress. A contestant may be allowed to take moves back, and alone also to ask
for a hint; both are entries in the list of moves.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

from engine.games import AnyGame
from engine.races.ranking import Standing
from engine.table import TIMEOUT, GameOver, State
from engine.takeback import Past, is_aid, read_move, step


class Entry(NamedTuple):
    """One entry in the list of moves of a contestant. `ms` is the race time. `by` says who made the
    move: `seat` (the contestant), `host` (the host of the room, who sent the contestant away) or
    `server`. `text` is the move as text, or `undo` for a take-back, or `hint`."""

    ms: int
    by: str
    text: str


class GameBoard(NamedTuple):
    """The game of a contestant after `ply` moves. A take-back and a hint count as moves too.

    `best` and `tie_break` are the figures of the best position so far: the one with the highest
    progress, and of these the one with the highest tie-break. `reached_ms` is the race time at
    which that position was reached. `ended_ms` is the race time at which the game ended, None while
    it goes on. `clean` says that no move was taken back and no hint asked for. `past` holds the
    earlier positions to which a take-back can lead.
    """

    state: State[Any]
    ply: int
    best: int
    tie_break: int
    reached_ms: int
    ended_ms: int | None
    clean: bool = True
    past: Past = None

    @classmethod
    def start(cls, game: AnyGame, pack: list[Any]) -> "GameBoard":
        """Return the board right after dealing `pack`. Raises BadPack if cards of the pack are
        missing or occur too often."""
        state = game.deal(pack)
        progress, tie_break = game.progress(state), game.tie_break(state)
        return cls(state, 0, progress, tie_break, 0, 0 if state.over else None)

    def after(self, game: AnyGame, state: State[Any], ms: int) -> "GameBoard":
        """Return the board after a move that led to `state` at the race time `ms`. The `past` of
        the returned board is empty; the method `play` fills it."""
        here, known = (game.progress(state), game.tie_break(state)), (self.best, self.tie_break)
        return GameBoard(
            state,
            self.ply + 1,
            *max(here, known),
            ms if here > known else self.reached_ms,
            ms if state.over else None,
            self.clean,
        )

    def play(self, game: AnyGame, move: Any, ms: int, take_back: str = "none") -> "GameBoard":
        """Return the board after a move, a take-back (`UNDO`) or a hint (`HINT`) at the race time
        `ms`. This board itself does not change. `take_back` is the rule of take-backs in the terms
        of the race. Raises IllegalMove."""
        state, past = step(game, self.state, self.past, move, take_back)
        clean = self.clean and not is_aid(move)
        return self.after(game, state, ms)._replace(past=past, clean=clean)


def fold(
    game: AnyGame, start: GameBoard, entries: Iterable[Entry], take_back: str = "none"
) -> GameBoard:
    """Return the board after all moves in `entries` have been made on the board `start`, in order.
    `take_back` is the rule of take-backs in the terms of the race. Raises IllegalMove or BadRequest
    at the first move that is not possible."""
    board = start
    for entry in entries:
        board = board.play(game, read_move(game, entry.text), entry.ms, take_back)
    return board


def score(game: AnyGame, state: State[Any]) -> int | None:
    """Return the points that a contestant would have if the game stopped in this state. Cards that
    stay face down until every contestant has finished count as turned up. Return None in games
    without points.

    The result tells something about cards that the contestant cannot see. So only the log of the
    server and the results of a finished race may contain it.
    """
    return game.points(game.showdown(state))


def standing(game: AnyGame, seat: int, board: GameBoard, race_ended_ms: int | None) -> Standing:
    """Return the standing (the figures) of the contestant in a seat of the race. `race_ended_ms` is
    None while the race goes on; then the standing tells nothing about hidden cards. If the race
    ended before the game, the game counts as lost by timeout."""
    over: GameOver | None = board.state.over
    if over is None and race_ended_ms is not None:
        over = TIMEOUT
    return Standing(
        seat=seat,
        result=over.result if over else None,
        reason=over.reason if over else None,
        best=board.best,
        tie_break=board.tie_break,
        reached_ms=board.reached_ms,
        points=game.points(board.state) if race_ended_ms is None else score(game, board.state),
        ended_ms=board.ended_ms if board.ended_ms is not None else race_ended_ms,
        moves=board.ply,
        clean=board.clean,
    )
