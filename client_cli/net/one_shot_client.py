"""A short-lived connection for single requests, such as signing in, saving preferences, or claiming
seats.

Somebody without an account, a guest, can take seats in rooms and enter tournaments and leisure
races. With an account they can claim these seats and entries later: the server then gives them to
the account.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import TypeVar

from client_cli.exit_codes import NOT_FOUND, REFUSED, UNREACHABLE, Failure
from client_cli.local import preferences
from client_cli.local.account_store import SESSION_ENDED, account_on, forget_account
from client_cli.local.guest_entries import (
    LEISURE_RACES,
    TOURNAMENTS,
    KnownGuest,
    forget_guest,
    guests,
)
from client_cli.local.server_version import note_server
from client_cli.local.storage import SavedSeat, Storage
from client_cli.net.connection import Connection, ConnectionLost, RequestRefused
from protocol import accounts as said
from protocol.from_server import Done, FromServer
from protocol.leisure_races import ClaimLeisureEntry
from protocol.message import Request
from protocol.texts import _
from protocol.tournaments.requests import ClaimTournamentEntry

T = TypeVar("T")
A = TypeVar("A", bound=FromServer)
PATIENCE_S = 10.0
"""Seconds for which the client tries to restore a lost connection."""
ANSWER_S = 20.0
"""Seconds to wait for an answer. Checking a password is slow, and slower on a busy server."""
UNKNOWN = frozenset({"unknown_name", "unknown_room", "unknown_race", "unknown_daily"})
"""Codes of refusals which say that what the request names does not exist."""
GUEST = _("You have no account here; patience login --new claims a name.")


class OneShotClient:
    """Sends requests on one connection and waits for each answer. Refusals, timeouts and a lost
    connection raise Failure."""

    def __init__(self, server: str, storage: Storage, link: Connection) -> None:
        self.server, self.storage, self.link = server, storage, link
        self.account: said.AccountInfo | None = None
        """The account with which the connection is authenticated; None before."""

    async def ask(self, kind: type[A], make: Callable[[int], Request]) -> A:
        try:
            async with asyncio.timeout(ANSWER_S):
                answer = await self.link.ask(make(self.link.next_id()))
        except RequestRefused as error:
            if error.refused.code == SESSION_ENDED:
                forget_account(self.storage, self.server)
            code = NOT_FOUND if error.refused.code in UNKNOWN else REFUSED
            raise Failure(code, str(error)) from None
        except ConnectionLost:
            lost = _("The line went down before the answer came.")
            raise Failure.unreachable(self.link.farewell or lost) from None
        except TimeoutError:
            raise Failure.unreachable(_("The server does not answer.")) from None
        if not isinstance(answer, kind):
            raise Failure.unreachable(
                _("The server sent an unexpected answer: {kind}.", kind=answer.type)
            )
        if isinstance(answer, said.SignedIn):
            self.account = answer.account
        return answer

    @property
    def is_known(self) -> bool:
        """Whether this computer is logged in to an account of the server."""
        return account_on(self.storage, self.server) is not None

    async def authenticate(self) -> said.AccountInfo:
        """Authenticate the connection with the session stored on this computer. Return the account.
        Raises Failure if no account is logged in or the server refuses the session."""
        known = account_on(self.storage, self.server)
        if known is None:
            raise Failure.not_found(GUEST)
        session = known.session
        done = await self.ask(said.SignedIn, lambda n: said.Authenticate(id=n, session=session))
        return done.account

    async def merge(self, brought: Sequence[said.Preference]) -> None:
        """Merge the given preferences with those of this computer. If both have a preference, keep
        the value that was set later. Save the result on this computer and on the server. Raises
        Failure if the server refuses or cannot be reached."""
        preferences.merge(self.storage, brought)
        mine = list(preferences.kept(self.storage).values())
        for start in range(0, len(mine), said.PREFERENCES_AT_ONCE):
            await self._save(mine[start : start + said.PREFERENCES_AT_ONCE])

    async def _save(self, part: list[said.Preference]) -> None:
        await self.ask(said.AccountNow, lambda n: said.SavePreferences(id=n, preferences=part))

    async def claim_seats(self) -> int:
        """Ask the server to give the logged-in account all seats that this computer has taken
        there, as a guest or otherwise. Return the number of rooms in which the account got a seat.
        Raises Failure if the server refuses or cannot be reached."""
        held = self.storage.seats(self.server)
        claimed: set[str] = set()
        for start in range(0, len(held), said.SEATS_AT_ONCE):
            claimed.update(await self._claim(held[start : start + said.SEATS_AT_ONCE]))
        return len(claimed)

    async def claim_entries(self) -> int:
        """Ask the server to give the logged-in account the entries in tournaments and leisure races
        that this computer has made as a guest. Return the number of entries given. Each entry that
        the server has given or refused is deleted from this computer. Raises Failure if the server
        cannot be reached."""
        claimed = 0
        for folder, request in CLAIMS.items():
            for guest in guests(self.storage, self.server, folder):
                try:
                    await self.ask(Done, partial(_claim_of, guest, request))
                    claimed += 1
                except Failure as failure:
                    if failure.code == UNREACHABLE:
                        raise
                forget_guest(self.storage, self.server, guest.code, folder)
        return claimed

    async def _claim(self, part: list[SavedSeat]) -> list[str]:
        seats = [said.HeldSeat(code=seat.code, token=seat.token) for seat in part]
        done = await self.ask(said.SeatsClaimed, lambda n: said.ClaimSeats(id=n, seats=seats))
        return done.codes


Claim = type[ClaimTournamentEntry] | type[ClaimLeisureEntry]
CLAIMS: dict[str, Claim] = {TOURNAMENTS: ClaimTournamentEntry, LEISURE_RACES: ClaimLeisureEntry}
"""The requests that claim an entry of a guest, by the folder in which such entries are stored."""


def _claim_of(guest: KnownGuest, request: Claim, number: int) -> Request:
    return request(id=number, code=guest.code, guest=guest.token)


async def with_connection(
    server: str, storage: Storage, work: Callable[[OneShotClient], Awaitable[T]]
) -> T:
    """Open a connection, run `work` on it, close it, and return the result of `work`. Raises
    Failure if the server cannot be reached, and whatever `work` raises."""
    async with Connection(server, lambda _: None, patience_s=PATIENCE_S) as link:
        await asyncio.sleep(0)  # let the connection's task run: it marks the connection as up
        note_server(storage, link.server_program)
        return await work(OneShotClient(server, storage, link))
