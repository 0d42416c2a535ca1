"""Aids: help that a player may ask for. Each aid is a pure function of what the player sees.

`finish` is allowed in every race and does not mark the result, because it makes no decision for the
player. `safe_move` is safe auto-play. It is on for all contestants of a race or for none, as the
terms of the race say.
"""

from typing import Any

from engine.games import AnyGame
from engine.table import State


def finish(game: AnyGame, state: State[Any]) -> tuple[Any, ...]:
    """Return moves that win the game by putting cards on foundations only; empty if such moves are
    not found.

    Only moves of the kinds in `Game.foundation_kinds` are tried, and only if no card is face down.
    The function makes them on a copy of the state, each time the first that `Game.legal_moves`
    lists, until the game is won or no such move is left. A win that needs another order of moves is
    not found, because its order is still a decision of the player. The moves are in the order in
    which they have to be made.
    """
    if state.over or not game.foundation_kinds or any(pile.down for pile in state.piles):
        return ()
    moves: list[Any] = []
    while True:
        move = next((m for m in game.legal_moves(state) if type(m) in game.foundation_kinds), None)
        if move is None:
            return ()
        moves.append(move)
        after = game.play(state, move).state
        if after.over:
            return tuple(moves) if after.over.result == "won" else ()
        if game.progress(after) <= game.progress(state):  # otherwise the loop might not end
            return ()
        state = after


def safe_move(game: AnyGame, state: State[Any]) -> Any:
    """Return a legal move that puts on a foundation a card which no later move can need anywhere
    else, by the rule of the game (`Game.never_wanted`). Return None if there is no such move."""
    if state.over or not game.safe_play:
        return None
    legal = game.legal(state).moves
    builds = (move for move in legal if type(move) in game.foundation_kinds)
    return next((move for move in builds if game.never_wanted(state, move)), None)
