"""Start the full-screen client at a page other than the home page. The functions return exit codes.

`run_race` enters a room, the place on a server in which players meet to race. `run_ghost` starts a
race against a ghost, which is the recorded game of a player. `run_practice` and `run_table_replay`
are for Racing Demon, the game whose contestants play at one common table. `home_entry.py` starts
the client at the home page, and `solo_entry.py` at a game played alone.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from client_cli.exit_codes import DONE, UNREACHABLE, Failure
from client_cli.local.storage import Storage
from client_cli.net.room_client import RoomClient
from client_cli.net.server_process import reach_of
from client_cli.screens.app import PatienceApp
from client_cli.screens.pages.compare import ComparePage
from client_cli.screens.pages.ghost import GhostPage
from client_cli.screens.pages.table_replay import TableReplayPage
from client_cli.screens.pending_action import PendingAction
from client_cli.screens.ui_state import store_ui_state
from client_cli.screens.widgets.themes import SuitColours
from client_cli.solo.game import SoloGame
from client_cli.solo.practice_room import PracticeRoom
from engine.races.record import Record, SeatRecord
from engine.racing_demon.record import TableRecord, TableSeat


def run_practice(room: PracticeRoom, storage: Storage) -> int:
    """Show a round of Racing Demon against computer players on this computer until the player
    leaves, and return the exit code."""
    app = PatienceApp(None, storage)
    room.tell = lambda told: app.heard(list(told))

    async def play() -> None:
        app.call_later(app.enter, room)
        moving = asyncio.ensure_future(room.run())
        try:
            await app.run_async()
        finally:
            moving.cancel()

    asyncio.run(play())
    return DONE


def run_ghost(solo: SoloGame, storage: Storage) -> int:
    """Show `solo`, a race against a ghost, until the player leaves, and return the exit code. Raise
    ValueError if `solo` has no ghost."""
    ghost = solo.ghost
    if ghost is None:
        raise ValueError("the game has no ghost")
    return _code(PatienceApp(lambda _: GhostPage(solo, ghost), storage).run())


def run_compare(record: Record, one: SeatRecord, other: SeatRecord, storage: Storage) -> int:
    """Replay the games of two contestants of a race side by side until the player leaves, and
    return the exit code. Raise EngineError if the record contains an illegal move."""
    page = ComparePage(record, one, other)
    return _code(PatienceApp(lambda _: page, storage).run())


def run_table_replay(record: TableRecord, storage: Storage, *seats: TableSeat) -> int:
    """Replay a round of Racing Demon until the player leaves, and return the exit code. If `seats`
    are given, show only the boards of these contestants. Raise EngineError if the record contains
    a command that the rules forbid."""
    page = TableReplayPage(record, *seats)
    return _code(PatienceApp(lambda _: page, storage).run())


async def run_race(
    server: str,
    storage: Storage,
    come_in: Callable[[RoomClient], Awaitable[Sequence[str] | None]],
    suits: SuitColours = "usual",
    plain_letters: bool = False,
    left: Callable[[], None] = lambda: None,
) -> int:
    """Enter a room and show its pages until the player leaves. Return the exit code.

    `come_in` creates, joins, resumes or watches the room, and may return sentences that the first
    page of the room shows. Its exceptions (RequestRefused, Failure) are raised before anything is
    shown. `left` is called if the player has quit the whole program
    and not only the room. Raise Failure, with the reason, if the connection was closed for good.
    """
    app = PatienceApp(None, storage, suits, plain_letters, server=server)
    kept = ""
    """The server and the code of the room to return to, as stored, separated by a space; empty if
    there is none."""

    def heard(told: Sequence[str]) -> None:
        nonlocal kept
        app.heard(list(told))
        session = room.session
        back = room.seat is not None and session.status != "over"
        before, kept = kept, f"{server} {session.code}" if back else ""
        if kept != before:
            store_ui_state(storage, room=kept)

    room = RoomClient(server, storage, heard, app.line_is)
    async with room:
        await asyncio.sleep(0)  # let the connection's task run: it marks the connection as up
        told = await come_in(room)
        room.overhear = app.telephone.hear
        reach = await asyncio.to_thread(reach_of, server)
        app.call_later(app.enter, room, reach)
        app.call_later(app.settle, list(told or []))
        app.call_later(app.telephone.fetch_missed_calls)
        heard([])
        result = await app.run_async()
        heard([])
    if result is None:
        left()
    if room.link.farewell and result == UNREACHABLE:
        raise Failure.unreachable(room.link.farewell)
    return _code(result)


def _code(result: PendingAction | int | None) -> int:
    return result if isinstance(result, int) else DONE
