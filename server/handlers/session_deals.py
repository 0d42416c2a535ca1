"""Base of the handlers of tournaments, crown races and leisure races: opens the rooms of deals
played alone.

In a crown race everybody plays the same five deals, each at their own pace; in a leisure race a
closed circle plays the same deals within hours or days. In an arena, a format of tournaments,
everybody plays as many deals of one sequence as they can in a fixed time. Each such deal is a race
with one contestant in a room that is made for it.

A request to play first stores the code of the room in which the player will play the deal (it
claims the deal), and then opens the room. If the process dies in between, the player's next request
opens the room.
"""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, NamedTuple

from protocol.from_server import Done
from protocol.message import Seating, encode
from server.access.halls import NO_HALLS, Halls
from server.access.rate_limits import Allowance
from server.accounts import login_throttle
from server.accounts.name_rules import keys_of
from server.accounts.store import Account, AccountStore, CurrentAccount
from server.errors import Refusal
from server.live_rooms.deadlines import Deadlines
from server.live_rooms.live_room import LiveRoom
from server.live_rooms.race_quota import RaceQuota
from server.rooms import solo
from server.rooms.commands import Change
from server.store.clock import Clock
from server.views.listener import Listener

GUESTS = "Too many guests came from your address; the organiser can let in more at a hall."


class SessionServices(NamedTuple):
    """The services that the handlers of tournaments, crown races and leisure races use, shared by
    all connections of a process."""

    deadlines: Deadlines
    accounts: AccountStore
    quota: RaceQuota
    clock: Clock
    countdown_ms: int
    halls: Halls = NO_HALLS


class SessionCaller(NamedTuple):
    """The connection whose requests the handlers answer.

    `allowance` has its limits of requests. `account` returns the account that is logged in; None if
    none is. `free` raises Refusal if the connection is in a room already. `sit` makes the
    connection enter the room of a deal, new or in progress, and answers the request with the room.
    """

    listener: Listener
    allowance: Allowance
    account: CurrentAccount
    free: Callable[[], None]
    sit: Callable[[Any, LiveRoom], Awaitable[None]]


class SessionHandlers:
    """Base class of the handlers of tournaments, crown races and leisure races of one connection.
    It has what they need to admit guests, to open the room of a deal, and to let the player sit
    down in it."""

    def __init__(self, shared: SessionServices, caller: SessionCaller) -> None:
        self._shared, self._caller, self._listener = shared, caller, caller.listener
        self._now, self._registry = shared.clock.now, shared.deadlines.registry

    def _done(self, request: int) -> None:
        self._listener.send(encode(Done(id=request)))

    async def _logged_in(self, else_: str) -> Account:
        """Return the account that is logged in. If there is none, raise Refusal with the sentence
        `else_`."""
        account = await self._caller.account()
        if account is None:
            raise Refusal("no_account", else_)
        return account

    async def _refuse_account(self) -> None:
        """Raise Refusal if an account is logged in, because it cannot take part as a guest."""
        if await self._caller.account() is not None:
            raise Refusal("logged_in", "You are logged in: enter with your account.")

    async def _refuse_claimed(self, name: str) -> None:
        """Raise Refusal if an account has this name or one that looks like it, so that no guest can
        have it."""
        if await self._shared.accounts.owner(keys_of(name)) is not None:
            raise Refusal(
                "name_claimed",
                f"The name {name} is claimed: log in, if it is yours, or take another.",
            )

    async def _count_guest(self) -> None:
        """Count one more guest from the address of the connection towards the limit of guests. If
        there have been too many, count nothing and raise Refusal."""
        address = self._caller.allowance.address
        if address is None:
            return
        bucket = login_throttle.of_guests(address, self._shared.halls.people(address))
        if await self._shared.accounts.attempt([bucket], self._now()):
            raise Refusal("wait", GUESTS)

    async def _took_seat(self, account: str, room: str) -> bool:
        """Add seat 0 of a room to the stored list of the seats of the account with this id. Return
        False if the account has been deleted."""
        return await self._shared.accounts.take_seat(account, room, 0, self._now())

    async def _gave_up(self, room: str) -> bool:
        """If the player has left the seat of a room for good, resign the game of this seat and
        return True. Return False otherwise, and if `room` is empty or there is no such room."""
        if not room or not await self._registry.store.is_made(room):
            return False
        live = await self._registry.find(room)
        if not live.room.seats[0].left:
            return False
        await self._shared.deadlines.meet(room)
        return True

    async def _room_of(
        self,
        request: Seating,
        account: str | None,
        room: str,
        begin: Callable[[int], Change],
    ) -> tuple[LiveRoom, bool]:
        """Return the room of a claimed deal, with this connection attached to its seat, and whether
        this call has opened the room. `account` is the id of the seat's account, None for a guest's
        seat; `begin` returns the first events of a new room.

        Raises Refusal if the player has left the seat for good. Errors of `begin` are raised too.
        """
        if not await self._registry.store.is_made(room):
            live = await self._registry.open_under(room, begin)
            if live is not None:
                return live, True
        live = await self._registry.find(room)
        sitting = partial(
            solo.resume_seat,
            account=account,
            token=request.token,
            connection=self._listener.name,
        )
        await self._registry.change(live, sitting)
        return live, False
