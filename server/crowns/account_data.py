"""Export and deletion of an account's crown data."""

from collections.abc import Callable
from datetime import date

from server.accounts.store import Account
from server.crowns.messages import crown, honour
from server.crowns.read_model import HonourLine
from server.crowns.service import CrownService


class CrownAccountData:
    """Crown data of accounts. `day` maps server time to the house's calendar day."""

    def __init__(
        self, crowns: CrownService, now: Callable[[], int], day: Callable[[int], date]
    ) -> None:
        self._crowns, self._now, self._day = crowns, now, day

    async def export(self, account: Account) -> dict[str, object]:
        """The account's run, its crowns, and the deals it has seen."""
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
        """Delete the run, its deadline and the seen deals. Crowns stay on the roll, nameless."""
        await self._crowns.store.forget(number)  # first, so that no more seen deals are stored
        await self._crowns.seen.forget(number)
