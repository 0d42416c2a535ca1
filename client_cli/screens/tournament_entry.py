"""Start the full-screen client for a tournament: to play in the tournament, or as its wall display
(a page in large type that many people in one place can watch)."""

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from typing import NamedTuple

from client_cli.exit_codes import DONE, UNREACHABLE, Failure
from client_cli.local.storage import Storage
from client_cli.net.connection import ConnectionState
from client_cli.net.room_client import RoomClient
from client_cli.screens.app import PatienceApp
from client_cli.screens.pages.tournaments.tournament_page import TournamentPage
from client_cli.screens.pages.tournaments.tournament_wall import WallPage
from client_cli.terminal.output import print_after_exit
from client_cli.tournament.player_session import LeftTournament, PlayerSession
from client_cli.tournament.state import KnownTournament
from protocol import codes
from protocol.texts import _

DEALT = ("countdown", "running")
"""The states of a room in which its pages are shown instead of the tournament page."""


def run_wall(server: str, storage: Storage, code: str) -> int:
    """Show the wall display of a tournament until it is closed. Return the exit code."""
    PatienceApp(lambda _app: WallPage(code), storage, server=server).run()
    return DONE


class TournamentSessionParts(NamedTuple):
    """The objects with which a player takes part in a tournament: the app, the tournament's page
    and the `PlayerSession`, which plays the races. `create` only makes them; the caller then runs
    the app and, at the same time, `play`."""

    app: PatienceApp
    page: TournamentPage
    session: PlayerSession

    @classmethod
    def create(cls, server: str, storage: Storage, code: str) -> "TournamentSessionParts":
        """Create the objects with which the player takes part in the tournament `code`."""
        page = TournamentPage(code, playing=True)
        app = PatienceApp(lambda _app: page, storage, server=server)
        session = PlayerSession(server, storage, code, SessionScreens(app, page), app.now)
        return cls(app, page, session)

    async def play(self) -> None:
        """Wait until the tournament page is on the screen, then play the tournament's races until
        it is over. Raise Failure if the connection is lost for good, and LeftTournament if the
        player leaves."""
        await self.page.up.wait()
        await self.session.run()


async def run_tournament(
    server: str, storage: Storage, code: str, left: Callable[[], None] = lambda: None
) -> int:
    """Check in to a tournament, show it and play in it until the player closes the page. Return the
    exit code. Call `left` if the player quits the whole program instead. Raise Failure if the
    server refuses the check-in or the connection is lost for good. If the tournament is not over
    when the full screen is closed, print the command that returns to it."""
    parts = TournamentSessionParts.create(server, storage, code)
    await parts.session.check_in()
    running = asyncio.ensure_future(parts.play())
    failed: list[Failure] = []

    def ended(task: "asyncio.Future[None]") -> None:
        error = None if task.cancelled() else task.exception()
        if isinstance(error, Failure):
            failed.append(error)
        if error is not None:
            parts.app.call_later(parts.app.exit, UNREACHABLE)

    running.add_done_callback(ended)
    try:
        if await parts.app.run_async() is None:
            left()
    finally:
        running.cancel()
        with contextlib.suppress(asyncio.CancelledError, Failure, LeftTournament):
            await running
    if failed:
        raise failed[0]
    known = parts.session.known
    if known is None or known.tournament.status != "finished":
        print_after_exit(
            _("Come back with: patience tournament play {code}.", code=codes.spoken(code))
        )
    return DONE


class SessionScreens:
    """Show on the full screen what a `PlayerSession` does, which plays the races of a tournament.
    Between races the tournament's page is shown, during a race the pages of the race's room."""

    def __init__(self, app: PatienceApp, page: TournamentPage) -> None:
        self._app, self._page = app, page
        self._room: RoomClient | None = None
        self._changed = asyncio.Event()
        """Set when a message arrives from the room or the tournament. `_until` then checks its
        condition again."""
        self._auto = True

    def show_change(self, before: KnownTournament | None, known: KnownTournament) -> None:  # noqa: ARG002 # the page keeps its own
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
        """Create a client for a room and return it. It is not yet connected; its messages are shown
        on the pages of the room."""
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
        """Show the pages of a room from the countdown until the race of the room is over, then show
        the tournament's page again. End earlier if `over` returns True or the room's connection is
        lost for good."""
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
        """Close all pages that cover the tournament page."""
        self._app.room = None
        while len(self._app.screen_stack) > 1 and self._app.screen is not self._page:
            self._app.pop_screen()

    async def wait_for_next(self) -> None:
        """Wait until the player may get the next deal. In tournaments of the format `crowns`, in
        which players set their own pace, wait until the player asks for the deal with a key. In
        other formats return at once."""
        if not self._auto:
            await self._until(lambda: self._page.next_deal)
            self._page.next_deal = False

    async def _until(self, done: Callable[[], bool]) -> None:
        while not done():
            self._changed.clear()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(1):
                    await self._changed.wait()
