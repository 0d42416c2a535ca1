"""The ways into the full screen that lead past home (`home_entry.py`): `run_solo` deals at once,
`run_race` sits in a room until it is left."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence

from client_cli.exit_codes import DONE, UNREACHABLE, Failure
from client_cli.local.storage import Storage
from client_cli.net.room_client import RoomLine
from client_cli.net.server_process import reach_of
from client_cli.screens.app import PatienceApp
from client_cli.screens.pages.compare import ComparePage
from client_cli.screens.pages.ghost import GhostPage
from client_cli.screens.pages.solo import SoloPage, new_deal
from client_cli.screens.pending_action import Wish
from client_cli.screens.ui_state import remember
from client_cli.screens.widgets.themes import SuitColours
from client_cli.solo.game import Solo
from client_cli.solo.saved_games import Unfinished
from engine import games
from engine.record import Record, SeatRecord


def run_solo(
    slug: str,
    options: Mapping[str, object] | None = None,
    deal: int | None = None,
    storage: Storage | None = None,
    suits: SuitColours = "usual",
    plain_letters: bool = False,
) -> int:
    """Play one game alone, full screen; the exit code. Raises BadOption before anything shows."""
    solo = Solo(games.game(slug, options), deal or new_deal())
    app = PatienceApp(lambda _: SoloPage(solo, new_deal), storage, suits, plain_letters)
    return _code(app.run())


def run_left(left: Unfinished, storage: Storage) -> int:
    """Go on with a game that was left, full screen; the exit code."""
    return _code(PatienceApp(lambda _: SoloPage.going_on(left, new_deal), storage).run())


def run_ghost(solo: Solo, storage: Storage) -> int:
    """Race a finished record alone, full screen; the exit code."""
    ghost = solo.ghost
    if ghost is None:
        raise ValueError("A ghost race has a ghost.")
    return _code(PatienceApp(lambda _: GhostPage(solo, ghost), storage).run())


def run_compare(record: Record, one: SeatRecord, other: SeatRecord, storage: Storage) -> int:
    """Two games of a record on one clock, full screen; the exit code. Raises EngineError at a
    move that is none."""
    page = ComparePage(record, one, other)
    return _code(PatienceApp(lambda _: page, storage).run())


async def run_race(
    server: str,
    storage: Storage,
    come_in: Callable[[RoomLine], Awaitable[None]],
    suits: SuitColours = "usual",
    plain_letters: bool = False,
    left: Callable[[], None] = lambda: None,
) -> int:
    """Sit in a room, full screen, until it is left; the exit code. `left` is called when that was
    leaving the program.

    `come_in` creates, joins, resumes or watches; what it raises (RequestRefused, Failure) comes
    through before anything shows.
    """
    app = PatienceApp(None, storage, suits, plain_letters, server=server)
    kept = ""
    """The room one would have to go back to, as it is remembered."""

    def heard(told: Sequence[str]) -> None:
        nonlocal kept
        app.heard(list(told))
        session = room.session
        back = room.seat is not None and session.status != "over"
        before, kept = kept, f"{server} {session.code}" if back else ""
        if kept != before:
            remember(storage, room=kept)

    room = RoomLine(server, storage, heard, app.line_is)
    async with room:
        await asyncio.sleep(0)  # the line is up once its keeper has run
        await come_in(room)
        room.overhear = app.telephone.hear
        reach = await asyncio.to_thread(reach_of, server)
        app.call_later(app.enter, room, reach)
        app.call_later(app.telephone.look_in)
        heard([])
        result = await app.run_async()
        heard([])
    if result is None:
        left()
    if room.link.farewell and result == UNREACHABLE:
        raise Failure.unreachable(room.link.farewell)
    return _code(result)


def _code(result: Wish | int | None) -> int:
    return result if isinstance(result, int) else DONE
