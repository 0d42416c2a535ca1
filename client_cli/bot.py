"""A rival who is always there: a bot on a seat of its own, for practice and trying things out."""

import random
from typing import Any

from client_cli.line_race import RaceLines
from client_cli.session import Session
from engine.errors import EngineError, IllegalMove
from engine.games import AnyGame
from engine.moves import Resign
from engine.table import State

PLAYERS = ("greedy", "random")
MOST_MOVES = 400
"""Some games allow moves to and fro for ever; then a bot gives up."""


async def race(table: RaceLines, player: str, rng: random.Random) -> None:
    """Get ready, play one race to its end, and stay until everybody has ended."""
    await table.room.ready()
    session = table.session
    await table.until(lambda: session.board is not None or session.status == "over")
    while session.status == "running" and session.board and not session.board.over:
        _play(table, player, rng)
        await table.until(lambda: not session.outbox or session.status == "over")
    await table.until(lambda: session.status == "over")


def _play(table: RaceLines, player: str, rng: random.Random) -> None:
    try:
        table.room.play(choose(table.session, player, rng))
    except IllegalMove:  # the bell rang meanwhile
        return


def choose(session: Session, player: str, rng: random.Random) -> Any:
    """A legal move: any, or the one after which most is done; giving up after too many."""
    board, rules = session.board, session.rules
    if board is None or rules is None or board.ply >= MOST_MOVES:
        return Resign()
    moves = rules.legal(board.state).moves
    rng.shuffle(moves)
    if player == "random":
        return moves[0]
    return max(moves, key=lambda move: _gain(rules, board.state, move))


def _gain(rules: AnyGame, state: State[Any], move: Any) -> float:
    """Progress after a move; one that turns a card is worth trying, but only when nothing pays."""
    try:
        return rules.progress(rules.play(state, move).state) - rules.progress(state)
    except EngineError:
        return 0.5 if hasattr(move, "src") else -0.5
