"""What the handlers of tournaments and of crown races share: deals that an account plays alone.

Each such deal is a solo race in a room of its own. The deal is claimed first. Its room is made by
the request that claims it or, if the process died in between, by the next request.
"""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, NamedTuple

from protocol.crown_races import PlayCrownDeal
from protocol.from_server import Done
from protocol.message import encode
from protocol.tournaments import PlayTournamentDeal
from server.access.rate_limits import Allowance
from server.accounts.store import Account, AccountStore, CurrentAccount
from server.errors import Refusal
from server.live_rooms.deadlines import Deadlines
from server.live_rooms.live_room import LiveRoom
from server.live_rooms.race_quota import RaceQuota
from server.rooms import solo
from server.rooms.commands import Change
from server.store.clock import Clock
from server.views.listener import Listener


class SessionServices(NamedTuple):
    """What the handlers of both work with; one for a process."""

    deadlines: Deadlines
    accounts: AccountStore
    quota: RaceQuota
    clock: Clock
    countdown_ms: int


class SessionCaller(NamedTuple):
    """A connection that makes requests.

    `account` gives the account logged in there. `free` raises Refusal if the connection is in a
    room already. `sit` takes the seat of a deal, new or in progress, and answers the request.
    """

    listener: Listener
    allowance: Allowance
    account: CurrentAccount
    free: Callable[[], None]
    sit: Callable[[Any, LiveRoom], Awaitable[None]]


class SessionHandlers:
    """The base of the handlers of one connection."""

    def __init__(self, shared: SessionServices, caller: SessionCaller) -> None:
        self._shared, self._caller, self._listener = shared, caller, caller.listener
        self._now, self._registry = shared.clock.now, shared.deadlines.registry

    def _done(self, request: int) -> None:
        self._listener.send(encode(Done(id=request)))

    async def _logged_in(self, else_: str) -> Account:
        """The account logged in. Raises Refusal with this sentence if there is none."""
        account = await self._caller.account()
        if account is None:
            raise Refusal("no_account", else_)
        return account

    async def _took_seat(self, account: Account, room: str) -> bool:
        """Add the seat to its account's list; return False if the account has been deleted."""
        return await self._shared.accounts.take_seat(account.number, room, 0, self._now())

    async def _gave_up(self, room: str) -> bool:
        """Resign the deal in a room if its seat was left for good; return whether it was. False if
        `room` is empty or was not made."""
        if not room or not await self._registry.store.is_made(room):
            return False
        live = await self._registry.find(room)
        if not live.room.seats[0].left:
            return False
        await self._shared.deadlines.meet(room)
        return True

    async def _room_of(
        self,
        request: PlayCrownDeal | PlayTournamentDeal,
        account: Account,
        room: str,
        begin: Callable[[int], Change],
    ) -> tuple[LiveRoom, bool]:
        """The room of a claimed deal, attached to this connection, and whether it was made now.

        Raises Refusal if the account has left the seat, and what `begin` raises.
        """
        if not await self._registry.store.is_made(room):
            live = await self._registry.open_under(room, begin)
            if live is not None:
                return live, True
        live = await self._registry.find(room)
        sitting = partial(
            solo.resume_seat,
            account=account.number,
            token=request.token,
            connection=self._listener.name,
        )
        await self._registry.change(live, sitting)
        return live, False
