"""Crown requests: get, follow or give up one's own run, and get the roll of honour.

A crown is a title for several of the five great games won in a row. A run is the list of games that
an account has won in a row so far. The roll of honour lists all crowns that were won.
"""

from collections.abc import Awaitable, Callable
from datetime import date
from typing import Any, NamedTuple

from protocol import crowns as say
from protocol.from_server import Done
from protocol.message import Message, encode
from server.accounts.store import Account, CurrentAccount
from server.crowns import messages
from server.crowns.notifier import CrownNotifier
from server.errors import Refusal
from server.views.listener import Listener


class CrownServices(NamedTuple):
    """The services that the crown handlers use. `telling` has the runs, and sends their changes to
    connections. `day` returns the calendar day of a server time (in milliseconds), in the time zone
    of the server's settings."""

    telling: CrownNotifier
    day: Callable[[int], date]


class CrownHandlers:
    """The crown handlers of one connection. `account` returns the account that is logged in; None
    if none is."""

    def __init__(
        self, services: CrownServices, listener: Listener, account: CurrentAccount
    ) -> None:
        self._services, self._listener, self._account = services, listener, account
        self._crowns, self._now = services.telling.crowns, services.telling.now
        self.handlers: dict[str, Callable[[Any], Awaitable[None]]] = {
            "get_crown": self._get,
            "follow_crown": self._follow,
            "unfollow_crown": self._unfollow,
            "give_up_run": self._give_up,
            "get_roll": self._roll,
        }

    def stop(self) -> None:
        """Stop sending changes of an account's run to the connection. This is called when the
        connection has closed, and when its user asks for it."""
        self._services.telling.stop(self._listener)

    async def _get(self, request: say.GetCrown) -> None:
        me = (await self._signed_in()).number
        self._send(messages.crown(request.id, await self._crowns.status(me, self._now())))

    async def _follow(self, request: say.FollowCrown) -> None:
        me = (await self._signed_in()).number
        await self._services.telling.follow(me, self._account, self._listener, request.id)

    async def _unfollow(self, request: say.UnfollowCrown) -> None:
        self.stop()
        self._send(Done(id=request.id))

    async def _give_up(self, request: say.GiveUpRun) -> None:
        me = (await self._signed_in()).number
        if (await self._crowns.status(me, self._now())).state.idle:
            raise Refusal("no_run", "There is no run to give up.")
        await self._crowns.give_up(me, self._now())
        self._send(Done(id=request.id))

    async def _roll(self, request: say.GetRoll) -> None:
        page, now = await self._crowns.roll(request.offset, request.count), self._now()
        accounts = {line.account for line in page.lines if line.account is not None}
        names = await self._services.telling.names(sorted(accounts)) if accounts else {}
        honours = []
        for line in page.lines:
            name, _ = names.get(line.account or "", (None, False))
            day = None if line.award is None else self._services.day(line.award.won_ms)
            honours.append(messages.honour(line, name, now, day))
        self._send(say.Roll(id=request.id, total=page.total, honours=honours))

    async def _signed_in(self) -> Account:
        account = await self._account()
        if account is None:
            raise Refusal("not_signed_in", "Log in first: a run for a crown is an account's.")
        return account

    def _send(self, message: Message) -> None:
        self._listener.send(encode(message))
