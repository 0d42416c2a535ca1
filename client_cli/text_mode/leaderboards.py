"""Commands for leaderboards in line mode: print rows of a leaderboard, or print its changes as they
happen."""

import asyncio
from collections.abc import Callable

from client_cli.features import leaderboards
from client_cli.features.leaderboards import BoardSelection
from client_cli.text_mode.server_command import ServerCommandContext, run_on_server
from protocol.leaderboards import Board


def show(context: ServerCommandContext, wanted: BoardSelection) -> None:
    """Print the selected rows of a leaderboard, the best first. Raises Failure if the server
    refuses or cannot be reached."""
    _told(context, wanted)(run_on_server(context, lambda client: leaderboards.part(client, wanted)))


def live(context: ServerCommandContext, wanted: BoardSelection) -> None:
    """Print the selected rows of a leaderboard, then each change of them until interrupted. Raises
    Failure if the server refuses or cannot be reached."""
    asyncio.run(
        leaderboards.follow(context.server, context.storage, wanted, _told(context, wanted))
    )


def _told(context: ServerCommandContext, wanted: BoardSelection) -> Callable[[Board], None]:
    """Return a function that prints a leaderboard when an update arrives: all rows the first time,
    then only what has changed. Programs, which read JSON, get all rows each time."""
    before: list[Board] = []

    def tell(board: Board) -> None:
        context.voice.put(board.model_dump(mode="json", exclude={"id"}))
        if not context.voice.as_json:
            known = before[-1] if before else None
            told = leaderboards.board_lines(board, wanted.part) if known is None else None
            context.voice.say(told or (leaderboards.change_lines(known, board) if known else []))
        before[:] = [board]

    return tell
