"""Aids: help that a player may ask for. Pure, and computed from what the player sees.

`finish` is clean: it makes no decision that the player has not made, so it is allowed in every
race and changes no rank. `safe_move` is played for all contestants of a race or for none, by the
race's terms.
"""

from typing import Any

from engine.games import AnyGame
from engine.table import State


def finish(game: AnyGame, state: State[Any]) -> tuple[Any, ...]:
    """Return the moves that win the game from here by plain play; empty if they do not.

    Plain play lays cards on foundations and makes no other move (`Game.foundation_kinds`). It is
    offered only if no card is face down. That the moves win is found by making them, one after the
    other in the order in which `Game.legal_moves` lists them. A win that needs another order is not
    found: then something is left to decide. Each of the moves is legal after those before it.
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
    """Return a legal move that lays up a card which can never be wanted again, by the rule of the
    game (`Game.never_wanted`); None if there is none."""
    if state.over or not game.safe_play:
        return None
    legal = game.legal(state).moves
    builds = (move for move in legal if type(move) in game.foundation_kinds)
    return next((move for move in builds if game.never_wanted(state, move)), None)
