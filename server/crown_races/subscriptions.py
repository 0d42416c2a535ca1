"""Crown race subscriptions: sends changes of crown races to the connections that follow them.

A crown race is an event in which several accounts, its candidates, play the same five deals, each
alone in rooms of their own, and try to win a crown. A follower is a connection that has asked for a
crown race, and gets it again whenever it changes.

The script that changes a crown race also writes to a feed, a Redis stream that every process reads.
A process reads a changed crown race again if one of its connections follows it. A second feed tells
which crowns were won or withdrawn.
"""

import asyncio
from collections.abc import Callable
from weakref import WeakValueDictionary

from protocol import crown_races as say
from protocol.message import encode
from server.accounts.store import AccountNames, CurrentAccount
from server.crown_races.service import CrownRaceService
from server.crown_races.standings import CrownRaceFacts, CrownRaceMessages, crowns_within
from server.crown_races.state import CrownRace
from server.errors import Refusal
from server.store import keys
from server.store.availability import StoreAvailability
from server.store.streams.subscription_base import LOOK_S, Subscriptions
from server.views.listener import Listener

SOME = 20
"""The number of followers that are sent a message before other tasks of the event loop get a
turn."""


class _Reader:
    """A follower of a crown race: how to look up the account that is logged in on its connection,
    and the messages that it was sent last."""

    def __init__(self, code: str, mine: CurrentAccount, messages: CrownRaceMessages) -> None:
        self.code, self.mine, self.messages = code, mine, messages

    async def account(self) -> str | None:
        """Return the id of the account that is logged in on the connection now; None if none is."""
        account = await self.mine()
        return None if account is None else account.number


class CrownRaceSubscriptions:
    """The subscriptions of one process's connections to crown races. A connection follows at most
    one crown race.

    `names` returns the names of accounts by their ids, `now` the server time in ms.
    """

    def __init__(
        self, races: CrownRaceService, names: AccountNames, now: Callable[[], int]
    ) -> None:
        self.races = races
        self._names = names
        self._now = now
        self._of: dict[Listener, _Reader] = {}
        self._messages = WeakValueDictionary[str, CrownRaceMessages]()
        """The messages of each crown race as it was read last, by the code of the crown race. They
        are dropped when no follower has them any more."""
        self.followed = Subscriptions(
            lambda: {reader.code for reader in self._of.values()},
            self._read,
            self._tell,
            "crown_races_failed",
            LOOK_S,
        )

    async def known(self, race: CrownRace) -> CrownRaceFacts:
        """Return a crown race with the other values that the message about it shows, such as the
        candidates' names and crowns. Raise StoreAway if Redis cannot be reached."""
        store, accounts = self.races.store, [one.account for one in race.candidates]
        since, pending = race.started_at, race.pending
        named = await self._names(accounts) if accounts else {}
        awards = await store.crowns(since) if since is not None else []
        progress = await store.progress(pending) if pending else {}
        void = await store.void(race.rooms)
        names = {account: name for account, (name, _) in named.items()}
        return CrownRaceFacts(race, names, crowns_within(race, awards, void), progress, void)

    async def answer(
        self, race: CrownRace, reader: str | None, request: int | None
    ) -> say.CrownRace:
        """Return the message about a crown race for the account with the id `reader`, None for a
        spectator. `request` is the id of the request that the message answers, None if it answers
        none. Raise StoreAway if Redis cannot be reached."""
        return CrownRaceMessages(await self.known(race)).message(reader, request, self._now())

    async def follow(
        self, code: str, mine: CurrentAccount, listener: Listener, request: int
    ) -> None:
        """Send the crown race with the code `code` to `listener`, as the answer to `request`, and
        again whenever it changes.

        `mine` looks up the account that is logged in on the connection. Raise Refusal if there is
        no such crown race, and StoreAway if Redis cannot be reached; after an error the connection
        still follows the crown race that it followed before.
        """
        messages = await self._messages_of(await self.races.look(code))
        reader = _Reader(code, mine, messages)
        account = await reader.account()
        listener.send(encode(messages.message(account, request, self._now())))
        self._of[listener] = reader
        self.followed.changed([code])  # the crown race may have changed while it was read

    def stop(self, listener: Listener) -> None:
        """End the subscription of a connection, if it has one."""
        self._of.pop(listener, None)

    async def run(self, link: StoreAvailability, url: str) -> None:
        """Read the feeds of changed crown races and of crowns, and send changes to followers. Run
        until cancelled. `link` tells whether Redis can be reached; `url` is the address of
        Redis."""
        hear = {keys.CROWN_RACES_FEED: self._on_entry, keys.CROWN_FEED: self._hear_of_crown}
        await self.followed.run(link, url, hear)

    async def _on_entry(self, news: dict[str, str]) -> None:
        self.followed.changed([news["code"]])

    async def _hear_of_crown(self, news: dict[str, str]) -> None:
        messages = tuple(self._messages.items())
        self.followed.changed(code for code, one in messages if news["account"] in one.accounts)

    async def _read(self, code: str) -> CrownRaceMessages | None:
        """Read a crown race again; None if it has expired."""
        try:
            race = (await self.races.store.load(code)).race
        except Refusal:  # the crown race has expired
            return None
        return await self._messages_of(race)

    async def _messages_of(self, race: CrownRace) -> CrownRaceMessages:
        """Return the messages of a crown race. If their content is the same as before, return the
        same object as before, because followers are only sent a new object."""
        fresh, before = CrownRaceMessages(await self.known(race)), self._messages.get(race.code)
        if before is not None and before.told == fresh.told:
            return before
        self._messages[race.code] = fresh
        return fresh

    async def _tell(self, code: str, messages: CrownRaceMessages) -> bool:
        """Send `messages` to the followers that have not got them yet. Return False if one of the
        followers was too slow to take its message."""
        all_told, anybody = True, messages.encoded(None, self._now())
        for number, (listener, reader) in enumerate(tuple(self._of.items())):
            if number % SOME == SOME - 1:
                await asyncio.sleep(0)
            if reader.code != code or reader.messages is messages:
                continue
            account = await reader.account()
            if self._of.get(listener) is not reader:
                continue
            data = anybody
            if account in messages.accounts:
                data = messages.encoded(account, self._now())
            if listener.send_progress(data):
                reader.messages = messages
            else:  # the follower is too slow: it is sent the latest state later
                all_told = False
        return all_told
