"""`solve`: whether a game can be won if all its cards are known, and by which moves."""

from collections.abc import Callable
from typing import Any, Literal, NamedTuple

from engine.games import AnyGame
from engine.mechanics.grid import ScoredGrid
from engine.solver.grids import ORDERS, Order, best_total
from engine.table import RESIGNED, TIMEOUT, State

VERSION = 2
"""The version of the solver. It changes whenever the answer to any question may change."""
DEFAULT_NODES = 200_000
"""The number of nodes if the caller states none: a search that decides nothing takes from ten
seconds to a few minutes then, by game."""
PROGRESS_NODES = 20_000
"""If a game is lost because cards block each other for ever, the search for the highest progress
tries the moves of so many nodes more."""

Verdict = Literal["won", "lost", "unknown", "exact"]


class Solution(NamedTuple):
    """What the solver has found.

    `verdict` is `won` if the game can be won and `lost` if it cannot. In a game that is played for
    points it is `exact` if no total can be higher than `best`. It is `unknown` if the nodes were
    not enough to find out.

    `best` is the highest progress that was found, or the highest points in a game that is played
    for points. `line` has the moves that lead there; it is None if the game is lost. `nodes` is the
    number of positions whose moves were tried. `version` is the version of the solver.
    """

    verdict: Verdict
    line: list[Any] | None
    best: int
    nodes: int
    version: int = VERSION


def solve(
    game: AnyGame,
    state: State[Any],
    nodes: int = DEFAULT_NODES,
    order: Order = ORDERS[0],
    pause: Callable[[], None] | None = None,
) -> Solution:
    """Search for a way to win from `state`, or in a game that is played for points for the best
    total. All cards of the state must be known.

    The search tries the moves of at most `nodes` positions. Equal arguments give an equal solution
    on every machine. If the game was resigned or its time was up, the search goes on from there.
    `order` matters only in a game that is played for points (`engine/solver/grids.py`). In other
    games `pause` is called every few nodes; it does not change the solution.
    """
    # Whatever reads a record imports this module, and nearly always without searching.
    from engine.solver.search import MutableSearch, search
    from engine.solver.single_games import mutable_searches, searches_of

    if state.over in (RESIGNED, TIMEOUT):
        state = state._replace(over=None)
    if isinstance(game, ScoredGrid):
        total = best_total(game, state, order, nodes)
        verdict: Verdict = "exact" if total.is_exact else "unknown"
        return Solution(verdict, total.line, total.best, total.nodes)
    if state.over is not None:
        won = state.over.result == "won"
        return Solution("won" if won else "lost", [] if won else None, game.progress(state), 0)
    searches = searches_of(game, state)
    found = search(searches, nodes, pause)
    if found.won:
        return Solution("won", found.line, found.best, found.nodes)
    if not found.is_complete:
        return Solution("unknown", found.line, found.best, found.nodes)
    if any(isinstance(one, MutableSearch) and one.position.has_met_blocked for one in searches):
        further = mutable_searches(game, state)
        for one in further:
            one.position.tests_blocked = False
        more = search(further, min(nodes - found.nodes, PROGRESS_NODES), pause)
        return Solution("lost", None, max(found.best, more.best), found.nodes + more.nodes)
    return Solution("lost", None, found.best, found.nodes)
