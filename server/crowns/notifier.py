"""Crown notifications: announces won crowns to all connections, and sends the status of runs to
their followers.

A crown is an award for great games (five games of patience) won in a row. The run of an account is
the great games that it has won in a row until now. Its followers are connections that have asked
for its status, and get it again whenever it changes.

The script that stores a change of a run also writes to the feed, a Redis stream that every process
reads. A process reads a run again only if one of its connections follows the run.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from protocol.crowns import CrownWon
from protocol.message import encode
from server.accounts.store import AccountNames, CurrentAccount
from server.crowns.messages import crown, reported_state
from server.crowns.read_model import CandidateStatus
from server.crowns.service import CrownService
from server.store import keys
from server.store.availability import StoreAvailability
from server.store.streams.subscription_base import Subscriptions
from server.views.listener import Listener


@dataclass(slots=True)
class _Follows:
    """A connection's subscription to a crown run. `account` is the account whose run is followed,
    `mine` looks up the account that is logged in on the connection, and `known` is the part of the
    status that was sent last (`messages.reported_state`)."""

    account: str
    mine: CurrentAccount
    known: tuple[Any, ...]


class CrownNotifier:
    """The subscriptions of one process's connections to crown runs. `names` returns names of
    accounts by their ids, `now` returns server time in ms; `tell_all` sends a message to all
    connections of the process."""

    def __init__(
        self,
        crowns: CrownService,
        names: AccountNames,
        now: Callable[[], int],
        tell_all: Callable[[bytes], None],
    ) -> None:
        self.crowns = crowns
        self.names = names
        self.now = now
        self._tell_all = tell_all
        self._of: dict[Listener, _Follows] = {}
        self.followed = Subscriptions(
            lambda: {follows.account for follows in self._of.values()},
            lambda account: self.crowns.status(account, self.now()),
            self._tell,
            "crown_run_failed",
        )

    async def follow(
        self, account: str, mine: CurrentAccount, listener: Listener, request: int
    ) -> None:
        """Send the status of an account's run to `listener`, as the answer to `request`, and again
        whenever it changes.

        A connection has at most one subscription: this one replaces an earlier one. `mine` looks up
        the account that is logged in on the connection. The subscription ends when that account is
        no longer `account`. Raise StoreAway if Redis cannot be reached; then the subscriptions have
        not changed.
        """
        status = await self.crowns.status(account, self.now())
        listener.send(encode(crown(request, status)))
        self._of[listener] = _Follows(account, mine, reported_state(status))
        self.followed.changed([account])  # the run may have changed while it was read

    def stop(self, listener: Listener) -> None:
        """End the subscription of a connection, if it has one."""
        self._of.pop(listener, None)

    async def run(self, link: StoreAvailability, url: str) -> None:
        """Read the feed of changed runs and send the notifications. Run until cancelled, and pause
        while Redis cannot be reached (`link` tells). `url` is the address of Redis."""
        await self.followed.run(link, url, {keys.CROWN_FEED: self._on_entry})

    async def _on_entry(self, news: dict[str, str]) -> None:
        self.followed.changed([news["account"]])
        if news["what"] in ("give", "withdraw"):
            await self._announce(news["account"], news["name"], withdrawn=news["what"] != "give")

    async def _announce(self, account: str, award: str, *, withdrawn: bool) -> None:
        """Announce to all connections that a crown was won or withdrawn. Do nothing if the account
        that won it is deleted."""
        named = (await self.names([account])).get(account)
        if named is not None:
            told = {
                "award": award,
                "crown": award.split(" ")[1],
                "name": named[0],
                "withdrawn": withdrawn,
            }
            self._tell_all(encode(CrownWon.model_validate(told)))

    async def _tell(self, account: str, status: CandidateStatus) -> bool:
        """Send a changed status of a run to the followers of the run. Return False if one of them
        was too slow to take it."""
        data, known, all_told = encode(crown(None, status)), reported_state(status), True
        for listener, follows in tuple(self._of.items()):
            if follows.account != account or follows.known == known:
                continue
            mine = await follows.mine()
            if self._of.get(listener) is not follows:
                continue
            if mine is None or mine.number != account:  # the follower has logged out meanwhile
                self.stop(listener)
            elif listener.send_progress(data):
                follows.known = known
            else:
                all_told = False
        return all_told
