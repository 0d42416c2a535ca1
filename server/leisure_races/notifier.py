"""Tells contestants of a leisure race that they can play it now, or that it was told.

In a leisure race a closed circle plays the same deals within hours or days, each contestant alone.
The news is stored in the feed of leisure races, a Redis stream, by the script that stores the
change of the race. Every process reads the feed and sends the news to the accounts that are
connected to it. An account that is not connected finds the news in the list of its leisure races.
"""

from collections.abc import Awaitable, Callable, Collection, Iterable
from typing import Protocol

from protocol import leisure_races as say
from protocol.message import encode
from server.errors import Refusal
from server.leisure_races.service import LeisureRaceService
from server.leisure_races.state import LeisureRace
from server.store import keys
from server.store.availability import StoreAvailability
from server.store.streams.stream_reader import StreamReader


class AccountConnections(Protocol):
    """The connections of accounts to this process."""

    def connected(self, accounts: Iterable[str]) -> set[str]:
        """Return those of `accounts` that have a connection to this process."""

    async def send_to(self, accounts: Collection[str], message: bytes) -> None:
        """Send a message on all connections of these accounts to this process."""


class LeisureNotifier:
    """Sends news of leisure races to the accounts that are connected to one process. `muted`
    returns the accounts among its argument that have muted the telephone; they are sent nothing."""

    def __init__(
        self,
        races: LeisureRaceService,
        connections: AccountConnections,
        muted: Callable[[Iterable[str]], Awaitable[set[str]]],
    ) -> None:
        self._races, self._connections, self._muted = races, connections, muted

    async def run(self, link: StoreAvailability, url: str) -> None:
        """Read the feed of leisure races, and send the news in it, until cancelled. `link` tells
        whether Redis can be reached; `url` is the address of Redis."""
        hear = {keys.LEISURE_RACES_FEED: self.tell}
        await StreamReader(url, hear, lambda: None, "leisure_news_failed").run(link)

    async def tell(self, entry: dict[str, str]) -> None:
        """Send the news of an entry of the feed, if it has any, to those for whom it is still true.
        Raise StoreAway if Redis cannot be reached."""
        here = self._connections.connected(entry.get("to", "").split())
        if not here:
            return
        try:
            race = (await self._races.store.load(entry["code"])).race
        except Refusal:  # the leisure race has expired
            return
        news = say.LeisureNews.model_validate(
            {"code": race.code, "title": race.title, "game": race.game, "news": entry["news"]}
        )
        to = {account for account in here if self._is_news(race, account, news)}
        to -= await self._muted(to)
        if to:
            await self._connections.send_to(to, encode(news))

    def _is_news(self, race: LeisureRace, account: str, news: say.LeisureNews) -> bool:
        one = race.contestant(account)
        if one is None:
            return False
        if news.news == "told":
            return not one.has_seen
        return not one.tries and race.is_turn_of(one, self._races.now())
