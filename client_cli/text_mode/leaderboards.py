"""Leaderboard commands in line mode: print rows of a leaderboard, or follow its changes."""

import asyncio
from collections.abc import Callable

from client_cli.features import leaderboards
from client_cli.features.leaderboards import BoardSelection
from client_cli.text_mode.server_command import Visit, visiting
from protocol.leaderboards import Board


def show(visit: Visit, wanted: BoardSelection) -> None:
    """Print the selected rows of a leaderboard, the best first. Raises Failure."""
    _told(visit, wanted)(visiting(visit, lambda line: leaderboards.part(line, wanted)))


def live(visit: Visit, wanted: BoardSelection) -> None:
    """Print the selected rows of a leaderboard, then their changes until interrupted. Raises
    Failure."""
    asyncio.run(leaderboards.follow(visit.server, visit.storage, wanted, _told(visit, wanted)))


def _told(visit: Visit, wanted: BoardSelection) -> Callable[[Board], None]:
    """Return a function that prints a board: all rows at first, later what is new. Programs get all
    rows each time."""
    before: list[Board] = []

    def tell(board: Board) -> None:
        visit.voice.put(board.model_dump(mode="json", exclude={"id"}))
        if not visit.voice.as_json:
            known = before[-1] if before else None
            told = leaderboards.lines(board, wanted.part) if known is None else None
            visit.voice.say(told or (leaderboards.change_lines(known, board) if known else []))
        before[:] = [board]

    return tell
