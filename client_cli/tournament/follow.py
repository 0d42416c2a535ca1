"""Follow a tournament: fetch its state from the server, then apply each change that the server
sends."""

import asyncio
import contextlib
from collections.abc import Callable
from typing import Literal

from client_cli.exit_codes import UNREACHABLE, Failure
from client_cli.local.account_store import SESSION_ENDED, account_on
from client_cli.local.storage import Storage
from client_cli.net.connection import Connection, ConnectionState
from client_cli.net.one_shot_client import OneShotClient
from client_cli.net.room_client import now_ms
from client_cli.tournament import requests
from client_cli.tournament.state import KnownTournament, after
from protocol.accounts import Authenticate
from protocol.crowns import CrownWon
from protocol.from_server import FromServer, Refused
from protocol.message import Request
from protocol.tournaments.live import Tournament, TournamentChanged, TournamentReminder

AGAIN_S = 1.0
"""Seconds to wait after a refusal before the tournament is requested again."""


async def follow(
    server: str,
    storage: Storage,
    code: str,
    tell: Callable[[KnownTournament], None],
    changed: Callable[[ConnectionState], None] = lambda _: None,
    now: Callable[[], int] = now_ms,
    overhear: Callable[[TournamentReminder | CrownWon], None] = lambda _: None,
) -> None:
    """Subscribe to a tournament, and pass its state to `tell`, now and after every change.
    `changed` gets each new state of the connection. `overhear` gets each reminder that a tournament
    starts soon, and each message that somebody has won a crown (several difficult games in a row).
    `now` returns the milliseconds of a monotonic clock.

    After a reconnect the whole tournament is fetched again. Does not return; raises Failure if the
    server cannot be reached or refuses, and when the connection is closed for good.
    """
    told = _Told(server, storage, code, tell, now, overhear)
    async with Connection(server, told.hear, told.requests_on_reconnect, changed) as link:
        told.link = link
        await asyncio.sleep(0)  # let the connection's task run: it marks the connection as up
        line = OneShotClient(server, storage, link)
        await _introduce(line)
        found = await requests.ask(line, Tournament, told.make)
        requests.store_commitment(storage, server, found)
        raise Failure.unreachable(await link.gone())


class _Told:
    """The state of one subscription to a tournament: the tournament as known so far, and the ids of
    unanswered requests."""

    link: Connection

    def __init__(
        self,
        server: str,
        storage: Storage,
        code: str,
        tell: Callable[[KnownTournament], None],
        now: Callable[[], int],
        overhear: Callable[[TournamentReminder | CrownWon], None],
    ) -> None:
        self._server, self._storage, self._code = server, storage, code
        self._tell, self._now, self._overhear = tell, now, overhear
        self._known: KnownTournament | None = None
        self._asked: int | None = None
        """Id of the request that fetches the tournament again; None if there is none."""
        self._introduced: int | None = None
        """Id of the request that authenticates the connection; None if there is none."""
        self.make = requests.following(storage, server, code)

    def hear(self, message: FromServer) -> None:
        match message:
            case Tournament() if message.code == self._code:
                self._known = KnownTournament(message, self._now())
                self._tell(self._known)
            case TournamentChanged() if self._known is not None:
                self._changed(self._known, message)
            case TournamentReminder() | CrownWon():
                self._overhear(message)
            case Refused(id=int()) if message.id in (self._asked, self._introduced):
                self._refused(message)

    def _changed(self, before: KnownTournament, change: TournamentChanged) -> None:
        self._known = after(before, change, self._now())
        if self._known is None:  # a change was missed, so the whole tournament is fetched again
            self._asked = self.link.next_id()
            self.link.post(self.make(self._asked))
        elif self._known is not before:
            self._tell(self._known)

    def _refused(self, refused: Refused) -> None:
        """Handle a refusal of the requests that subscribe to the tournament: send them again a
        second later. If the refusal says that the session of the account has ended, do not send
        them again."""
        if refused.code != SESSION_ENDED:
            self._asked = self._introduced = None
            asyncio.get_running_loop().call_later(AGAIN_S, self._come_again)

    def _come_again(self) -> None:
        for request in self.requests_on_reconnect():
            self.link.post(request)

    def requests_on_reconnect(self) -> list[Request]:
        """Return requests that authenticate the connection, if an account is logged in, and
        subscribe to the tournament."""
        account, self._introduced = account_on(self._storage, self._server), self.link.next_id()
        self._asked = self.link.next_id()
        follows = self.make(self._asked)
        if account is None:
            return [follows]
        return [Authenticate(id=self._introduced, session=account.session), follows]


async def _introduce(client: OneShotClient) -> None:
    """Authenticate the connection if an account is logged in. If its session has ended, it has been
    deleted from this computer, and the tournament is followed as a guest. Raises Failure for any
    other failure."""
    try:
        await requests.introduce(client)
    except Failure as failure:
        if failure.code == UNREACHABLE or client.is_known:
            raise


async def until(
    following: "asyncio.Future[None]", ended: Callable[[], bool], changed: asyncio.Event
) -> None:
    """Wait until `ended()` is true. It is called at once, and again whenever the event `changed` is
    set. Also return when the future `following` ends; if it has an exception, raise it."""
    while not ended():
        changed.clear()
        waiting = asyncio.ensure_future(changed.wait())
        both: set[asyncio.Future[None] | asyncio.Task[Literal[True]]] = {following, waiting}
        try:
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        finally:
            waiting.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await waiting
        if following.done():
            following.result()
            return
