"""Leaderboards on the command line: a part of one, and its changes as they happen."""

import asyncio
from collections.abc import Callable

from client_cli.features import leaderboards
from client_cli.features.leaderboards import Wanted
from client_cli.text_mode.visit import Visit, visiting
from protocol.leaderboards import Board


def show(visit: Visit, wanted: Wanted) -> None:
    """A part of a board, the best first. Raises Failure."""
    _told(visit, wanted)(visiting(visit, lambda line: leaderboards.part(line, wanted)))


def live(visit: Visit, wanted: Wanted) -> None:
    """The same, then whatever happens on it, until one has seen enough. Raises Failure."""
    asyncio.run(leaderboards.follow(visit.server, visit.storage, wanted, _told(visit, wanted)))


def _told(visit: Visit, wanted: Wanted) -> Callable[[Board], None]:
    """Tells a board: all of it, and from then on what is new. Programs get all of it each time."""
    before: list[Board] = []

    def tell(board: Board) -> None:
        visit.voice.put(board.model_dump(mode="json", exclude={"id"}))
        if not visit.voice.as_json:
            known = before[-1] if before else None
            told = leaderboards.lines(board, wanted.part) if known is None else None
            visit.voice.say(told or (leaderboards.change_lines(known, board) if known else []))
        before[:] = [board]

    return tell
