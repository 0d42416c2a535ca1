"""Telephone requests: call other players about a crown that one has won, and list, answer and mute
calls.

A crown is a title for several games won in a row. A call is a message by which the winner tells
chosen players, or everybody on the server, of a crown. To mute calls is to be sent none.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, NamedTuple

from engine.crowns.run import Award
from protocol import telephone as said
from protocol.from_server import Done
from protocol.message import Message, encode
from server.access.rate_limits import Allowance
from server.accounts.name_rules import keys_of
from server.accounts.store import Account, AccountStore, CurrentAccount
from server.errors import Refusal
from server.settings import ServerSettings
from server.store.availability import StoreAvailability
from server.store.redis_commands import RedisClient
from server.telephone.messages import CallMessages, message
from server.telephone.store import CallStore, StoredCall
from server.telephone.subscriptions import CallSubscriptions
from server.telephone.webhook import Webhook
from server.views.listener import Listener

NO_CROWN = ("no_crown", "That is no crown of yours, or it is one no more.")
UNKNOWN = ("unknown_call", "You have had no such call.")


class TelephoneServices(NamedTuple):
    """The services that the telephone handlers use, shared by all connections of a process.

    The keys of a name are its forms for comparison: names that look alike have the same key.
    `owner` takes such keys, and returns the id of the account whose name has one of them; None if
    there is no such account. `award` returns the crown that is stored under a name; None if there
    is none. If `on` is False, nobody may make calls. `webhook` posts the calls that go to everybody
    to a chat room outside this server; None if there is no webhook.
    """

    call_subscriptions: CallSubscriptions
    owner: Callable[[Iterable[str]], Awaitable[str | None]]
    award: Callable[[str], Awaitable[Award | None]]
    on: bool = True
    webhook: Webhook | None = None

    @property
    def calls(self) -> CallMessages:
        return self.call_subscriptions.calls

    async def run(self, link: StoreAvailability, url: str) -> None:
        """Run the background tasks that deliver calls, until this task is cancelled."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self.call_subscriptions.run(link, url))
            if self.webhook is not None:
                tasks.create_task(self.webhook.run(link))


def telephone_services(
    redis: RedisClient,
    accounts: AccountStore,
    award: Callable[[str], Awaitable[Award | None]],
    now: Callable[[], int],
    settings: ServerSettings,
) -> TelephoneServices:
    """Make the services that the telephone handlers of a process use. `award` returns the crown
    that is stored under a name; None if there is none. `now` returns the server time."""
    calls = CallMessages(CallStore(redis), accounts.names, accounts.friends, now)
    if settings.calls_webhook is None:
        return TelephoneServices(CallSubscriptions(calls), accounts.owner, award, settings.calls)
    webhook = Webhook(settings.calls_webhook.get_secret_value(), calls)
    return TelephoneServices(
        CallSubscriptions(calls, webhook.wake), accounts.owner, award, settings.calls, webhook
    )


class TelephoneHandlers:
    """The telephone handlers of one connection. `account` returns the account that is logged in;
    None if none is. `is_bot` returns whether a bot plays on this connection. `muted` says whether a
    guest (a user without an account) has muted calls on this connection; it is unused while an
    account is logged in."""

    def __init__(
        self,
        services: TelephoneServices,
        listener: Listener,
        allowance: Allowance,
        account: CurrentAccount,
        is_bot: Callable[[], bool],
    ) -> None:
        self._services, self._calls = services, services.calls
        self._allowance, self._is_bot = allowance, is_bot
        self.listener, self.account = listener, account
        self.muted = False
        self.handlers: dict[str, Callable[[Any], Awaitable[None]]] = {
            "ring": self._ring,
            "get_calls": self._get_calls,
            "hear_calls": self._hear_calls,
            "answer_call": self._answer_call,
            "mute_calls": self._mute_calls,
        }

    @property
    def number(self) -> str | None:
        return self._allowance.account

    @property
    def bot(self) -> bool:
        return self._is_bot()

    def subscribe(self) -> None:
        """Start to send calls to the connection. This must be called when the connection has sent
        hello, its first request."""
        self._services.call_subscriptions.subscribe(self)

    def unsubscribe(self) -> None:
        """Stop sending calls to the connection. This must be called when the connection has
        closed."""
        self._services.call_subscriptions.unsubscribe(self.listener)

    # Ringing. ---------------------------------------------------------------------------------

    async def _ring(self, request: said.Ring) -> None:
        me = await self._signed_in()
        if not self._services.on:
            raise Refusal("calls_off", "The telephone is switched off on this server.")
        award = await self._services.award(request.award)
        if award is None or request.award.partition(" ")[0] != me.number:
            raise Refusal(*NO_CROWN)
        chosen = [] if request.to is None else await self._chosen(me, request.to)
        everybody, now = request.to is None, self._calls.now()
        call = StoredCall(0, me.number, request.award, award, request.line, now, everybody)
        webhook = everybody and self._services.webhook is not None
        number = await self._calls.store.ring(call, chosen, webhook=webhook)
        if number == "no_crown":
            raise Refusal(*NO_CROWN)
        if number == "rung":
            raise Refusal("already_rung", "You have rung for this crown already.")
        await self._forget_gone([me.number, *chosen])
        told = message(call._replace(number=number), me.name, now, mine=True, missed=False)
        self._send(said.Rang(id=request.id, call=told))

    async def _chosen(self, me: Account, names: list[str]) -> list[str]:
        """Return the ids of the accounts with these names. Accounts that have blocked the caller
        are left out, without telling the caller. Raises Refusal for an unknown name, a bot or the
        caller's own name."""
        owners = await asyncio.gather(*(self._services.owner(keys_of(name)) for name in names))
        found: dict[str, str] = {}
        for name, number in zip(names, owners, strict=True):
            if number is None:
                raise Refusal("unknown_name", f"Nobody has claimed the name {name}.")
            if number == me.number:
                raise Refusal("yourself", "That is you.")
            found.setdefault(number, name)
        known = await self._calls.names(found)
        for number, name in found.items():
            if number in known and known[number][1]:
                raise Refusal("no_bots", f"{name} is a bot, and has no telephone.")
        blocked = await self._calls.store.blockers(me.number, found)
        return [number for number in found if number in known and number not in blocked]

    async def _forget_gone(self, numbers: list[str]) -> None:
        """Delete the stored calls of the accounts among `numbers` that have just been deleted."""
        there = await self._calls.names(numbers)
        for number in numbers:
            if number not in there:
                await self._calls.forget(number)

    # Having been rung. ------------------------------------------------------------------------

    async def _get_calls(self, request: said.GetCalls) -> None:
        me = await self._signed_in()
        listed = await self._calls.listed(me)
        page = listed.entries[request.offset : request.offset + request.count]
        self._send(
            said.Calls(
                id=request.id,
                total=len(listed.entries),
                missed=listed.missed,
                muted=listed.muted,
                calls=await self._calls.told(me, page, listed.heard),
            )
        )

    async def _hear_calls(self, request: said.HearCalls) -> None:
        me = await self._signed_in()
        await self._calls.store.hear(me.number, request.up_to)
        self._send(Done(id=request.id))

    async def _answer_call(self, request: said.AnswerCall) -> None:
        me, store = await self._signed_in(), self._calls.store
        if not await self._calls.called(me, request.call):
            raise Refusal(*UNKNOWN)
        if not await store.answer(request.call, me.number, request.answer, self._calls.now()):
            raise Refusal(*UNKNOWN)
        self._send(Done(id=request.id))

    async def _mute_calls(self, request: said.MuteCalls) -> None:
        me = await self.account()
        if me is None:
            self.muted = request.muted
        else:
            await self._calls.store.mute(me.number, muted=request.muted)
        self._send(Done(id=request.id))

    async def _signed_in(self) -> Account:
        account = await self.account()
        if account is None:
            raise Refusal("not_signed_in", "Log in first: guests have calls only while they ring.")
        return account

    def _send(self, message: Message) -> None:
        self.listener.send(encode(message))
