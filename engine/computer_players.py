"""Computer players for every game, and hints. A random player makes any legal move; a greedy player
makes the most promising one.

A greedy player knows only what a contestant sees: it works on the state computed from the *view*,
in which face-down cards are unknown. The caller passes the function that returns random numbers, so
that the same random numbers give the same game.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from engine.errors import HiddenCard
from engine.games import AnyGame
from engine.mechanics.called_game import CalledGame
from engine.moves import Resign
from engine.table import State

Pick = Callable[[int], int]
"""A function that returns a random number from 0 to n − 1. The caller passes n, which is at least
1."""

PLAYERS = ("random", "greedy")


class Promise(NamedTuple):
    """How promising a move is. Two promises are compared field by field, and the greater one is the
    more promising.

    `progress` is how much the move adds to the progress of the game, or to its points if the game
    has points. `uncovers` says that the move turns a face-down card up. `spends_nothing` says that
    the move reveals no card of the stock.
    """

    progress: int
    uncovers: bool
    spends_nothing: bool


class Hint(NamedTuple):
    """A legal move, how promising it is, and a sentence that says why.

    `reason` is that sentence. Where it contains `{n}`, the client puts the number `n`, after
    translating the sentence.
    """

    move: Any
    promise: Promise
    reason: str
    n: int = 0

    @property
    def sentence(self) -> str:
        """The reason for the move as an English sentence, with the number filled in."""
        return self.reason.format(n=self.n)


class Player:
    """A computer player of one game. The caller asks `move` for each move. `kind` is one of
    PLAYERS: `random` or `greedy`."""

    def __init__(self, game: AnyGame, kind: str, pick: Pick, most_moves: int = 2_000) -> None:
        self._game = game
        self._greedy = kind == "greedy"
        self._pick = pick
        self._left = most_moves
        self._been: set[Any] = set()

    def move(self, state: State[Any]) -> Any:
        """Return a legal move for the player to make. Return `Resign` if there is no legal move or
        if the player has made `most_moves` moves.

        A greedy player makes no move that leads to a position in which it has been before. It
        resigns if every legal move does.
        """
        moves = self._game.legal(state).moves
        self._left -= 1
        if not moves or self._left < 0:
            return Resign()
        if not self._greedy:
            return moves[self._pick(len(moves))]
        seen = seen_state(self._game, state)
        self._been.add(seen[:2])
        fresh = [move for move in moves if not self._leads_back(seen, move)]
        ranked = [(promise(self._game, seen, move), move) for move in fresh]
        if not ranked:
            return Resign()
        best = max(worth for worth, _ in ranked)
        equals = [move for worth, move in ranked if worth == best]
        return equals[self._pick(len(equals))]

    def _leads_back(self, seen: State[Any], move: Any) -> bool:
        try:
            return self._game.play(seen, move).state[:2] in self._been
        except HiddenCard:
            return False


def seen_state(game: AnyGame, state: State[Any]) -> State[Any]:
    """Return the state that follows from what a contestant sees of `state`. Each face-down card in
    it is None."""
    return game.state_of(game.view(state), state.over)


def promise(game: AnyGame, seen: State[Any], move: Any) -> Promise:
    """Return how promising a move is in the state `seen`, in which each face-down card is None."""
    before = _worth(game, seen)
    try:
        step = game.play(seen, move)
    except HiddenCard:
        return Promise(0, hasattr(move, "src"), hasattr(move, "src"))
    return Promise(_worth(game, step.state) - before, False, not step.revealed)


def _worth(game: AnyGame, state: State[Any]) -> int:
    points = game.points(state)
    return game.progress(state) if points is None else points


def hints(game: AnyGame, state: State[Any]) -> Sequence[Hint]:
    """Return a hint for each legal move, the most promising first. The server offers hints in
    practice only.

    The list is empty for a game of called cards (a card is announced at each call and placed on a
    cell of a grid), because the value of a card on a cell depends on cards that are still to come.
    """
    if isinstance(game, CalledGame):
        return []
    seen = seen_state(game, state)
    worths = [(move, promise(game, seen, move)) for move in game.legal(state).moves]
    found = [Hint(move, worth, _reason(worth), abs(worth.progress)) for move, worth in worths]
    return sorted(found, key=lambda hint: hint.promise, reverse=True)


def _reason(worth: Promise) -> str:
    if worth.progress > 0:
        return "It brings you {n} further."
    if worth.uncovers:
        return "It turns up a card."
    if not worth.spends_nothing:
        return "It brings new cards; be sure that you are done before it."
    if worth.progress < 0:
        return "It costs {n} for now."
    return "It moves cards; see what it frees."
