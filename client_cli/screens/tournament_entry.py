"""Functions that start the full-screen client for a tournament: playing it, or the wall display."""

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from typing import NamedTuple

from client_cli.exit_codes import DONE, UNREACHABLE, Failure
from client_cli.local.storage import Storage
from client_cli.net.connection import ConnectionState
from client_cli.net.room_client import RoomClient
from client_cli.screens.app import PatienceApp
from client_cli.screens.pages.tournament import TournamentPage
from client_cli.screens.pages.tournament_wall import WallPage
from client_cli.terminal.output import print_after_exit
from client_cli.tournament.player_session import LeftEvening, PlayerSession
from client_cli.tournament.state import KnownTournament
from protocol import codes
from protocol.texts import _

DEALT = ("countdown", "running")


def run_wall(server: str, storage: Storage, code: str) -> int:
    """Show the wall display of a tournament. Return the exit code."""
    PatienceApp(lambda _app: WallPage(code), storage, server=server).run()
    return DONE


class LaidEvening(NamedTuple):
    """The parts of a tournament session: app, page and the task that plays. Neither has started."""

    app: PatienceApp
    page: TournamentPage
    evening: PlayerSession

    @classmethod
    def out(cls, server: str, storage: Storage, code: str) -> "LaidEvening":
        """The parts of a new session for the tournament of this code."""
        page = TournamentPage(code, playing=True)
        app = PatienceApp(lambda _app: page, storage, server=server)
        evening = PlayerSession(server, storage, code, ScreenEvening(app, page), app.now)
        return cls(app, page, evening)

    async def play(self) -> None:
        """Play the tournament once the page is on the screen. Raises Failure."""
        await self.page.up.wait()
        await self.evening.run()


async def run_evening(
    server: str, storage: Storage, code: str, left: Callable[[], None] = lambda: None
) -> int:
    """Play a tournament until it is over or the player leaves. Return the exit code. `left` is
    called if the player left the whole program. Raises Failure."""
    laid = LaidEvening.out(server, storage, code)
    await laid.evening.check_in()
    running = asyncio.ensure_future(laid.play())
    failed: list[Failure] = []

    def ended(task: "asyncio.Future[None]") -> None:
        error = None if task.cancelled() else task.exception()
        if isinstance(error, Failure):
            failed.append(error)
        if error is not None:
            laid.app.call_later(laid.app.exit, UNREACHABLE)

    running.add_done_callback(ended)
    try:
        if await laid.app.run_async() is None:
            left()
    finally:
        running.cancel()
        with contextlib.suppress(asyncio.CancelledError, Failure, LeftEvening):
            await running
    if failed:
        raise failed[0]
    known = laid.evening.known
    if known is None or known.tournament.status != "finished":
        print_after_exit(
            _("Come back with: patience tournament play {code}.", code=codes.spoken(code))
        )
    return DONE


class ScreenEvening:
    """Connects an `PlayerSession` to the tournament page and to the screens of the current race."""

    def __init__(self, app: PatienceApp, page: TournamentPage) -> None:
        self._app, self._page = app, page
        self._room: RoomClient | None = None
        self._changed = asyncio.Event()
        """Set when something arrived from a room, from the tournament or from the keyboard."""
        self._auto = True

    def told(self, before: KnownTournament | None, known: KnownTournament) -> None:  # noqa: ARG002 # the page has it
        self._auto = known.tournament.plan.get("format") != "crowns"
        self._app.call_later(self._page.take, known)
        self._changed.set()

    def say(self, sentence: str) -> None:
        self._app.call_later(self._page.tell, sentence)

    def line_is(self, line: ConnectionState) -> None:
        if self._room is None and line is ConnectionState.DOWN:
            self.say(_("The line is down; trying again."))
        elif self._room is None and line is ConnectionState.UP:
            self.say("")

    def room(self) -> RoomClient:
        """A connection to a room whose news go to the screens."""
        self._room = RoomClient(
            self._page.patience.address(), self._storage, self._heard, self._line
        )
        return self._room

    @property
    def _storage(self) -> Storage:
        return self._page.storage

    def _heard(self, told: Sequence[str]) -> None:
        room = self._room
        if room is not None and room.session.status in DEALT:
            self._app.heard(list(told))
        self._changed.set()

    def _line(self, line: ConnectionState) -> None:
        self._app.line = line
        if line is not ConnectionState.GONE:
            self._app.heard([])
        self._changed.set()

    async def race(self, room: RoomClient, over: Callable[[], bool]) -> None:
        """Show the screens of a room from its countdown until its race is over, then return to the
        tournament page."""
        session = room.session

        def done() -> bool:
            return session.status == "over" or over() or room.link.farewell is not None

        await self._until(lambda: session.status in DEALT or done())
        if not done():
            room.overhear = self._app.telephone.hear
            self._app.call_later(self._app.enter, room)
        await self._until(done)
        self._room = None
        self._app.line = ConnectionState.UP
        self._app.call_later(self._rise)

    def _rise(self) -> None:
        """Return to the tournament page."""
        self._app.room = None
        while len(self._app.screen_stack) > 1 and self._app.screen is not self._page:
            self._app.pop_screen()

    async def wait_for_next(self) -> None:
        """Return when the next deal may begin: at once, or when the player asks for it in
        tournaments where players choose."""
        if not self._auto:
            await self._until(lambda: self._page.next_deal)
            self._page.next_deal = False

    async def _until(self, done: Callable[[], bool]) -> None:
        while not done():
            self._changed.clear()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(1):
                    await self._changed.wait()
