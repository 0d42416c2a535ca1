"""How difficult a winnable deal is: five classes, from three figures that are measured with all
cards known or by simple play.

- How many nodes the solver needs to win: positions whose moves it tries.
- How many of `GAMES` games the greedy computer player wins, which always makes the most promising
  move and decides between equal ones by lot.
- How many moves the shortest line has that was found, by the solver or the greedy player.

Each figure gives 1 to 5 points by four fixed limits, which are those of all games. The class
follows from the sum of the points.
"""

from bisect import bisect_left
from collections.abc import Callable
from hashlib import sha256
from typing import Any, NamedTuple

from engine.computer_players.player import Player
from engine.games import AnyGame
from engine.moves import Resign
from engine.solver.difficulty_classes import Difficulty
from engine.solver.solve import Solution
from engine.table import State

GAMES = 20
MOST_MOVES = 400
"""The maximum number of moves of a game of the greedy player."""
NODES = (60, 120, 300, 900)
"""Up to so many nodes give 1, 2, 3 and 4 points; more give 5."""
WINS = (0, 1, 4, 10)
"""Up to so many wins of the greedy player give 5, 4, 3 and 2 points; more give 1."""
MOVES = (90, 130, 180, 260)
"""Up to so many moves of the line for each 100 cards of the goal give 1, 2, 3 and 4 points; more
give 5."""
SUMS = (5, 8, 10, 12)
"""A deal with up to so many points is in class 1, 2, 3 and 4; with more it is in class 5."""


class DealFigures(NamedTuple):
    """The figures of a winnable deal: the nodes that the solver needs, the number of games that the
    greedy player wins, and the number of moves of the shortest line that was found."""

    nodes: int
    wins: int
    moves: int


def deal_figures(
    game: AnyGame, start: State[Any], found: Solution, pause: Callable[[], None] | None = None
) -> DealFigures | None:
    """Return the figures of the deal with the position `start`. `found` is what the solver has
    found for it. Return None if the solver has not won it. Equal arguments give equal figures on
    every machine. `pause` is called after each move of the greedy player."""
    if found.verdict != "won" or found.line is None:
        return None
    wins, shortest = 0, len(found.line)
    for number in range(GAMES):
        moves = _greedy_moves(game, start, number, pause)
        if moves is not None:
            wins, shortest = wins + 1, min(shortest, moves)
    return DealFigures(found.nodes, wins, shortest)


def difficulty(figures: DealFigures, goal: int) -> Difficulty:
    """Return the class of a deal. `goal` is the number of cards of a won game
    (`Rules.goal`)."""
    points = (
        1 + bisect_left(NODES, figures.nodes),
        5 - bisect_left(WINS, figures.wins),
        1 + bisect_left(MOVES, 100 * figures.moves / goal),
    )
    return 1 + bisect_left(SUMS, sum(points))  # type: ignore[return-value] # from 1 to 5


def _greedy_moves(
    game: AnyGame, start: State[Any], number: int, pause: Callable[[], None] | None
) -> int | None:
    """Return how many moves the greedy player needs to win from `start`; None if it does not win.
    `number` decides between moves that are equally promising."""
    player = Player(game, "greedy", _lots(number), MOST_MOVES)
    state, moves = start, 0
    while state.over is None:
        move = player.move(state)
        if isinstance(move, Resign):
            return None
        state, moves = game.play(state, move).state, moves + 1
        if pause is not None:
            pause()
    return moves if state.over.result == "won" else None


def _lots(number: int) -> Callable[[int], int]:
    """Return a function that returns a number from 0 to one less than its argument: the next of a
    sequence that is always the same for the same `number`."""
    drawn = 0

    def draw(most: int) -> int:
        nonlocal drawn
        drawn += 1
        return int.from_bytes(sha256(b"%d %d" % (number, drawn)).digest()[:8], "big") % most

    return draw
