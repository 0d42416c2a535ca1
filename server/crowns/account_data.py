"""Export and deletion of an account's crown data."""

from collections.abc import Callable
from datetime import date

from server.accounts.store import Account
from server.crowns.messages import crown, honour
from server.crowns.read_model import HonourLine
from server.crowns.service import CrownService


class CrownAccountData:
    """Exports and deletes the crown data of accounts. `now` returns server time; `day` maps server
    time to a calendar day in the server's time zone."""

    def __init__(
        self, crowns: CrownService, now: Callable[[], int], day: Callable[[int], date]
    ) -> None:
        self._crowns, self._now, self._day = crowns, now, day

    async def export(self, account: Account) -> dict[str, object]:
        """Return the account's run, its crowns, and the deals it has seen."""
        now = self._now()
        run = crown(None, await self._crowns.status(account.number, now))
        crowns = [
            honour(
                HonourLine(award.crown, account.number, award),
                account.name,
                now,
                self._day(award.won_ms),
            )
            for award in await self._crowns.store.crowns_of(account.number)
        ]
        return {
            "run": run.model_dump(exclude={"type", "id"}),
            "crowns": [one.model_dump(exclude={"text"}) for one in crowns],
            "deals_seen": await self._crowns.seen.all(account.number),
        }

    async def forget(self, number: str) -> None:
        """Delete the run of a deleted account, the time of the next check of the run, and the list
        of deals that the account has seen. The crowns stay on the roll of honour (the list of all
        crowns won), without a name."""
        # The mark of deletion comes first: after it no more seen deals are stored.
        await self._crowns.store.forget(number)
        await self._crowns.seen.forget(number)
