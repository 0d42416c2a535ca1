"""Computer players for every game except Racing Demon, and hints.

    player(game, strength, pick)        # for a game of engine/games; strength is one of STRENGTHS
    player.move(state)                  # a legal move, or Resign; call it for each move of one game

A player knows only what a contestant sees: it works on the *view*, in which face-down cards are
unknown, and on what it has seen before. `state` may be the whole state (on a server) or a state
made from a view (in a client); the moves are the same. The caller provides the random numbers, so
that equal random numbers give equal games. A player has no clock: `pace.py` has the time that a
person would take.

The strengths are

- `greedy` makes the move that increases progress or points most at once, and deals or turns when no
  move increases them;
- `tips` makes the move after which the position is best by the advice of the book (`Game.worth`);
- `ahead` searches the positions that can be reached before the next unknown card, and makes the
  moves to the best of them. In games that declare `Game.playout_moves` it compares several rows of
  moves instead: it plays the game on to its end after each row, in several supposed orders of the
  unknown cards, and makes the moves after which the game ends best (`playouts.py`). In games that
  declare `Game.outlook_orders` it plays on from each move until the next deal, in several supposed
  orders, and makes the move that leads to the best positions before that deal. In called
  games, in which each move places a card that is announced, it supposes several orders of the cards
  that have not come, and compares the positions after the next few of these cards.

Racing Demon has players of the same strengths in `engine/racing_demon/players.py`.
"""

from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any, NamedTuple

from engine.computer_players.comparison import best_on_average
from engine.computer_players.lookahead import (
    best_way,
    reached,
    remembered,
    remembered_after,
    worth_of_turning,
)
from engine.computer_players.placement import best_placing, placings
from engine.computer_players.playouts import best_way_by_playouts, improved_line
from engine.computer_players.strengths import STRENGTHS
from engine.computer_players.unseen_cards import Pick, supposed_orders, unseen_cards
from engine.errors import HiddenCard
from engine.games import AnyGame
from engine.mechanics.called_game import CalledGame
from engine.moves import Resign
from engine.table import State

PLAYERS = ("random", *STRENGTHS)

MOST_VAIN = 100
"""A player of the strength `tips` or `ahead` resigns after so many moves in a row that neither
improve the best position so far nor turn up a card."""
MOST_WAYS = 10
"""So many ways to an unknown card are compared by playouts."""
SEARCHED = 6
"""The search for those ways tries this part of `Game.playout_moves`: a sixth."""

MOST_OUTLOOKS = 1_000
"""`Game.outlook` is called about so many times for one decision."""


class Promise(NamedTuple):
    """How promising a move is. Two promises are compared field by field, and the greater one is the
    more promising.

    `progress` is how much the move adds to the progress of the game, or to its points if the game
    has points. `uncovers` says that the move turns up a face-down card of a pile other than the
    stock. `spends_nothing` says that the move reveals no card of the stock.
    """

    progress: int
    uncovers: bool
    spends_nothing: bool


class Hint(NamedTuple):
    """A legal move that is shown to a player who asks for advice, how promising it is, and a
    sentence that says why.

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


def player(game: AnyGame, strength: str, pick: Pick, most_moves: int = 2_000) -> "Player":
    """Return a new computer player for one game. `strength` is one of STRENGTHS, and `pick` returns
    random numbers. After `most_moves` moves the player resigns."""
    return Player(game, strength, pick, most_moves)


class Player:
    """A computer player of one game. The caller asks `move` for each move. `kind` is one of
    PLAYERS: a strength, or `random` for random moves."""

    def __init__(self, game: AnyGame, kind: str, pick: Pick, most_moves: int = 2_000) -> None:
        self._game = game
        self._pick = pick
        self._left = most_moves
        self._been: set[Any] = set()
        self._choose = {
            "random": self._random,
            "greedy": self._greedy,
            "tips": self._tips,
            "ahead": self._ahead,
        }[kind]
        self._way: list[Any] = []
        self._known: State[Any] | None = None
        self._turned: Any = None
        self._examined = 0  # how many of the first moves of `_way`, by `improved_line`
        self._down, self._best, self._vain = -1, 0, 0

    def move(self, state: State[Any]) -> Any:
        """Return the next move of the player. It is `Resign` if no move is legal or if `most_moves`
        moves have been made. A player that is not random does not go back to positions in which it
        has been, and resigns if all moves lead there."""
        moves = self._game.legal(state).moves
        self._left -= 1
        if not moves or self._left < 0:
            return Resign()
        seen = seen_state(self._game, state)
        self._been.add(seen[:2])
        return self._choose(seen, moves)

    def _random(self, seen: State[Any], moves: Sequence[Any]) -> Any:  # noqa: ARG002
        return moves[self._pick(len(moves))]

    def _greedy(self, seen: State[Any], moves: Sequence[Any]) -> Any:
        return self._best_of(seen, moves, lambda move: promise(self._game, seen, move))

    def _tips(self, seen: State[Any], moves: Sequence[Any]) -> Any:
        game = self._game
        if isinstance(game, CalledGame):
            worths = dict(placings(game, seen, moves))
            return self._best_of(seen, moves, worths.__getitem__)
        return self._best_by_worth(seen, moves, self._is_vain(seen))

    def _ahead(self, seen: State[Any], moves: Sequence[Any]) -> Any:
        game = self._game
        if isinstance(game, CalledGame):
            return best_placing(game, seen, moves, self._pick)
        known = self._known = self._remembered(seen)
        self._been.add(known[:2])
        if self._is_vain(seen):
            self._way, self._examined = [], 0
            return self._best_by_worth(known, moves, turning=True)
        if game.playout_moves:
            self._way = self._way_by_playouts(known, moves)[::-1]
        elif game.outlook_orders:
            self._way = [self._best_by_outlook(known, moves)]
        elif not self._way or game.refusal(known, self._way[-1]):
            self._way = self._way_from(known, moves)[::-1]
        if not self._way:
            return Resign()
        move = self._way.pop()
        self._examined = max(0, self._examined - 1)
        try:
            self._known, self._turned = game.play(known, move).state, None
        except HiddenCard:
            self._turned = move
        return move

    def _remembered(self, seen: State[Any]) -> State[Any]:
        """Return the seen state with the face-down cards that the player knows."""
        game, before = self._game, self._known
        if before is None or self._turned is None or not game.playout_moves:
            return remembered(before, seen)
        cards = unseen_cards(game, before, self._pick)
        return remembered_after(game, before, self._turned, seen, cards)

    def _way_from(self, known: State[Any], moves: Sequence[Any]) -> list[Any]:
        """Return the moves of the best way that a search finds; the only move if there is no
        other."""
        if len(moves) == 1 and not self._leads_back(known, moves[0]):
            return [self._game.advised(known, moves[0])]
        cards = unseen_cards(self._game, known, self._pick)
        return best_way(self._game, known, self._been, cards)

    def _best_by_outlook(self, known: State[Any], moves: Sequence[Any]) -> Any:
        """Return the move after which `Game.outlook` is best, in the mean of several supposed
        orders of the unknown cards."""
        game = self._game
        choices = [game.advised(known, move) for move in game.alternatives(known, moves)]
        if len(choices) == 1:
            return choices[0]
        cards = unseen_cards(game, known, self._pick)
        orders = islice(supposed_orders(known, cards, self._pick), game.outlook_orders)
        return best_on_average(choices, orders, game.outlook, MOST_OUTLOOKS)

    def _way_by_playouts(self, known: State[Any], moves: Sequence[Any]) -> list[Any]:
        """Return the moves of the way that playouts find best: to an unknown card, or to the end of
        the game if every card is known. A way to an unknown card is kept once it is found. A way to
        the end is improved before each move."""
        game, way = self._game, self._way[::-1]
        if way and game.refusal(known, way[0]):
            way, self._examined = [], 0
        if all(None not in pile.down for pile in known.piles):
            way, self._examined = improved_line(game, known, way, self._examined)
            return way
        if way:
            return way
        if len(moves) == 1:
            return [game.advised(known, moves[0])]
        cards = unseen_cards(game, known, self._pick)
        searched = game.playout_moves // SEARCHED
        ways = reached(game, known, self._been, cards, MOST_WAYS, searched).turning.ways
        if not ways:
            ways = [[game.advised(known, move)] for move in game.alternatives(known, moves)]
        return best_way_by_playouts(game, known, ways, cards, self._pick)

    def _best_by_worth(self, known: State[Any], moves: Sequence[Any], turning: bool) -> Any:
        """Return one of the moves that lead to the best positions. With `turning`, only moves are
        considered that deal, or turn up a card which the player does not know. Return `Resign` if
        there is no such move."""
        game, cards = self._game, unseen_cards(self._game, known, self._pick)
        worths: list[tuple[Any, int]] = []
        for listed in moves:
            move = game.advised(known, listed)
            try:
                after = game.play(known, move).state
            except HiddenCard:
                worths.append((move, worth_of_turning(game, known, move, cards)))
            else:
                if not turning or not hasattr(move, "src"):
                    worths.append((move, game.worth(after)))
        return self._best_of(known, [move for move, _ in worths], dict(worths).__getitem__)

    def _best_of(self, seen: State[Any], moves: Sequence[Any], worth: Callable[[Any], Any]) -> Any:
        """Return one of the moves of the greatest worth that do not lead back; `Resign` if all
        do."""
        ranked = [(worth(move), move) for move in moves if not self._leads_back(seen, move)]
        if not ranked:
            return Resign()
        best = max(each for each, _ in ranked)
        equals = [move for each, move in ranked if each == best]
        return equals[self._pick(len(equals))]

    def _is_vain(self, seen: State[Any]) -> bool:
        """Return whether too many moves have been made since the best position so far, or since the
        number of face-down cards changed."""
        worth, down = self._game.worth(seen), sum([len(pile.down) for pile in seen.piles])
        if down != self._down or worth > self._best:
            self._down, self._best, self._vain = down, worth, 0
        self._vain += 1
        return self._vain > MOST_VAIN

    def _leads_back(self, seen: State[Any], move: Any) -> bool:
        try:
            return self._game.play(seen, move).state[:2] in self._been
        except HiddenCard:
            return False


def seen_state(game: AnyGame, state: State[Any]) -> State[Any]:
    """Return the state as a contestant sees it, with None for each face-down card."""
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
    """Return a hint for each legal move, the most promising first. The server offers hints only in
    practice.

    The list is empty for a called game (a card is announced at each call and placed on a cell of a
    grid), because the value of a card on a cell depends on cards that are still to come.
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
