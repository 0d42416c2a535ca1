"""Telephone subscriptions: sends calls and answers to the connections of the accounts concerned.

A call is a message that the winner of a crown sends to other accounts; a crown is the title for
three or five particular games won in a row.

A process sends a call or an answer when it reads it from the telephone feed, a Redis stream. So it
does not matter to which processes the caller and the accounts called are connected. A call that was
not sent can still be read with `get_calls`.
"""

import asyncio
from collections.abc import Callable, Collection
from typing import Protocol

from protocol import telephone as say
from protocol.message import encode
from server.accounts.store import CurrentAccount
from server.store import keys
from server.store.availability import StoreAvailability
from server.store.streams.stream_reader import StreamReader
from server.telephone.events import StoredAnswer, StoredRing, news_of
from server.telephone.messages import CallMessages, message
from server.telephone.store import StoredCall
from server.views.listener import Listener

AT_ONCE = 200
"""The number of connections to which a call is sent before other tasks have their turn."""


class CallListener(Protocol):
    """A connection to which calls are sent. It has completed the protocol's `hello`."""

    listener: Listener
    account: CurrentAccount
    """Looks up the account that is logged in now; None for a guest."""
    muted: bool
    """Whether a guest has muted the telephone on this connection."""

    @property
    def number(self) -> str | None:
        """The id of the account that has logged in on this connection, without checking that it
        still is logged in; None for a guest."""

    @property
    def bot(self) -> bool:
        """Whether the connection holds the seat of a bot, a program that plays. A seat is a place
        in a room."""


class CallSubscriptions:
    """Sends calls and answers to the connections of one process. `rang` is called for each call to
    everybody, so that the webhook posts the call soon."""

    def __init__(self, calls: CallMessages, rang: Callable[[], None] = lambda: None) -> None:
        self.calls = calls
        self.listening = asyncio.Event()
        """Set when reading of the feed has begun: calls stored from then on are sent."""
        self._rang = rang
        self._lines: dict[Listener, CallListener] = {}

    def subscribe(self, line: CallListener) -> None:
        """Add a connection. From now on it gets the calls for its account or, if it has none, the
        calls to everybody."""
        self._lines[line.listener] = line

    def unsubscribe(self, listener: Listener) -> None:
        """Remove a connection. Does nothing if it was not added."""
        self._lines.pop(listener, None)

    async def run(self, link: StoreAvailability, url: str) -> None:
        """Read the telephone feed, and send the calls and answers in it, until cancelled."""
        ear = StreamReader(
            url, {keys.CALLS_FEED: self._on_entry}, self.listening.set, "telephone_failed"
        )
        await ear.run(link)

    async def _on_entry(self, told: dict[str, str]) -> None:
        news = news_of(told)
        if news is not None:
            await self.tell(news)

    async def tell(self, news: StoredRing | StoredAnswer) -> None:
        """Send a new call to the accounts called, or an answer to the caller, on all connections
        that these accounts have to this process. A call to everybody also goes to connections
        without an account. Raises StoreAway if the store cannot be reached."""
        found = await self.calls.store.calls([news.call])
        if not found:
            return
        call = found[0]
        if isinstance(news, StoredAnswer):
            await self._tell_answer(call, news)
            return
        if call.everybody:
            self._rang()
        name = (await self.calls.names([call.caller] if call.caller else [])).get(call.caller)
        if name is None:
            return
        told = message(call, name[0], self.calls.now(), mine=False, missed=True)
        await self._ring(call, news, encode(say.Ringing(call=told)))

    async def _ring(self, call: StoredCall, news: StoredRing, data: bytes) -> None:
        """Send a call to the connections of the accounts for which it rings. A call to everybody
        also rings for guests."""
        there = {number for line in self._lines.values() if (number := line.number)}
        called = (there if call.everybody else there & news.to) - {call.caller}
        rings = await self.calls.store.listeners(call, called)
        if not call.everybody:
            for line in await self._held_by(rings):
                line.listener.send(data)
            return
        for n, line in enumerate(tuple(self._lines.values())):
            if n % AT_ONCE == AT_ONCE - 1:
                await asyncio.sleep(0)
            guest = line.number is None and not line.muted and not line.bot
            if (guest or line.number in rings) and line.listener in self._lines:
                line.listener.send(data)

    async def _tell_answer(self, call: StoredCall, news: StoredAnswer) -> None:
        """Send an answer to the caller, unless the caller has blocked the account that answered."""
        mine = await self._held_by({call.caller} - {""})
        name = (await self.calls.names([news.account])).get(news.account) if mine else None
        stands = await self.calls.stands(call.caller)
        if name is None or stands.get(news.account) == "blocked":
            return
        answered = say.Answered(name=name[0], answer=news.answer)
        data = encode(say.CallAnswered(call=call.number, answered=answered))
        for line in mine:
            line.listener.send_progress(data)

    async def _held_by(self, accounts: Collection[str]) -> list[CallListener]:
        """Return the connections on which one of `accounts` is still logged in."""
        held = []
        for line in tuple(self._lines.values()):
            if line.number in accounts:
                account = await line.account()
                if account is not None and account.number in accounts:
                    held.append(line)
        return [line for line in held if line.listener in self._lines]
