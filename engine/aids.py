"""Aids: help from the program for a player. Each aid is a pure function of what the player sees.

Two aids are in this file. `finish` plays a certain win to its end. It is allowed in every race. It
makes no decision for the player, so a contestant who uses it is not placed below the others. (A
contestant who takes a move back is.) `safe_move` is safe auto-play. The terms of a race say whether
safe auto-play is on for all contestants or for none.
"""

from typing import Any

from engine.games import AnyGame
from engine.table import State


def finish(game: AnyGame, state: State[Any]) -> tuple[Any, ...]:
    """Return the moves that win the game by putting cards on foundations only, in the order in
    which they have to be made. Return an empty tuple if the function finds no such moves.

    Only moves of the kinds in `Game.foundation_kinds` (kinds that only put a card on a foundation)
    are tried, and only if no card is face down. The function makes them on a copy of the state,
    each time the first that `Game.legal_moves` lists, until the game is won or no such move is
    left. A win that needs another order of moves is not found, because finding that order is a
    decision of the player.
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
