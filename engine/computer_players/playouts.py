"""Choose among several ways to go on by playouts: the game is played on to its end, and the ends
are ranked as a race ranks its contestants.

A way is a list of moves. A playout makes the moves of a way, and after them always the move that
leads to the greatest `Game.worth`, the estimate of how good a position is. The computer player
`ahead` uses playouts in the games that declare `Game.playout_moves`.
"""

from collections.abc import Sequence, Set
from typing import Any, NamedTuple

from engine.cards import Card
from engine.computer_players.comparison import WayResult, most_often_better
from engine.computer_players.unseen_cards import Pick, supposed_orders
from engine.game import Game
from engine.races.ranking import Standing, key
from engine.table import State

AnyGame = Game[Any, Any]

MOST_MOVES = 600
"""A playout stops after so many moves, as if the time of the race were over."""
MOVE_MS = 1_000
"""The time of a move in a playout: of two ends that are equal otherwise, the one that was reached
with fewer moves is better."""


class Playout(NamedTuple):
    """A game that has been played on to its end. `standing` are its result and figures as in a
    race, `moves` are the moves from the start of the playout, and `tried` is how many moves were
    tried to find them."""

    standing: Standing
    moves: list[Any]
    tried: int


def best_by_worth(
    game: AnyGame, state: State[Any], moves: Sequence[Any], been: Set[Any]
) -> tuple[Any, State[Any]] | None:
    """Return the one of `moves` that leads to the position of the greatest worth, together with the
    state after it. Of moves that are equally good the first is returned. Moves to positions in
    `been` are left out; return None if all lead there.

    A deal or a turn of the stock counts as a little less than the position before it, because a
    player does not know the cards that it brings.
    """
    nexts = [game.play(state, move).state for move in moves]
    worths = [0]
    if len(moves) > 1:
        turning = game.worth(state) - 1
        worths = [
            game.worth(after) if hasattr(move, "src") else turning
            for move, after in zip(moves, nexts, strict=True)
        ]
    at = worths.index(max(worths))
    if nexts[at][:2] in been:
        new = [i for i, after in enumerate(nexts) if after[:2] not in been]
        if not new:
            return None
        at = max(new, key=worths.__getitem__)
    return moves[at], nexts[at]


def playout(
    game: AnyGame, start: State[Any], way: Sequence[Any], most_moves: int = MOST_MOVES
) -> Playout:
    """Play on from `start`, a state without unknown cards, and return the game. The moves of `way`
    come first, and then always the move of `best_by_worth`. The playout stops when the game is
    over, when every move leads to an earlier position, or after `most_moves` moves."""
    state, moves, tried = start, list[Any](), 0
    best, reached = (game.progress(state), game.tie_break(state)), 0
    been = {state[:2]}
    while not state.over and len(moves) < most_moves:
        choices = way[len(moves) :][:1] or _choices(game, state)
        tried += len(choices)
        found = best_by_worth(game, state, choices, been)
        if found is None:
            break
        move, state = found
        been.add(state[:2])
        moves.append(move)
        here = game.progress(state), game.tie_break(state)
        if here > best:
            best, reached = here, len(moves)
    standing = Standing(
        seat=0,
        result=state.over.result if state.over else "lost",
        reason=state.over.reason if state.over else "timeout",
        best=best[0],
        tie_break=best[1],
        reached_ms=reached * MOVE_MS,
        points=game.points(state),
        ended_ms=len(moves) * MOVE_MS,
        moves=len(moves),
    )
    return Playout(standing, moves, tried)


def _choices(game: AnyGame, state: State[Any]) -> list[Any]:
    listed = game.alternatives(state, game.legal(state).moves)
    return [game.advised(state, move) for move in listed]


def improved_line(
    game: AnyGame, known: State[Any], line: Sequence[Any], examined: int
) -> tuple[list[Any], int]:
    """Return the moves that play the game from `known`, which has no unknown card, to its end, and
    the number of the first moves that have been examined. To examine a move means to play the game
    on with each other move in its place. If such a playout ends better, its moves replace the rest.

    The function begins with the moves of the playout of `line`. The first `examined` of them were
    examined in earlier calls. The function examines further moves until about `Game.playout_moves`
    moves have been tried. The returned moves end at least as well as the playout of `line`.
    """
    best = playout(game, known, line)
    state, tried = known, best.tried
    for move in best.moves[:examined]:
        state = game.play(state, move).state
    while examined < len(best.moves) and tried < game.playout_moves:
        before = best.moves[:examined]
        for move in _choices(game, state):
            if move != best.moves[examined]:
                most_moves = len(best.moves) if best.standing.result == "won" else MOST_MOVES
                found = playout(game, known, [*before, move], most_moves)
                tried += found.tried
                if _key(game, found) < _key(game, best):
                    best = found
        state = game.play(state, best.moves[examined]).state
        examined += 1
    return best.moves, examined


def best_way_by_playouts(
    game: AnyGame,
    known: State[Any],
    ways: Sequence[list[Any]],
    cards: Sequence[Card],
    pick: Pick,
) -> list[Any]:
    """Return the way whose playouts end best most often. The first of `ways` must be the one that
    looks best without playouts. `known` is the state of the game, `cards` are the cards that are
    unknown in it, and `pick` returns random numbers, by which the function supposes orders of these
    cards."""

    def result(whole: State[Any], way: Sequence[Any]) -> WayResult:
        found = playout(game, whole, way)
        return WayResult(_key(game, found), found.tried)

    return most_often_better(ways, supposed_orders(known, cards, pick), result, game.playout_moves)


def _key(game: AnyGame, found: Playout) -> tuple[int, ...]:
    return key(found.standing, game.ranked_by)
