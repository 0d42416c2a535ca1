"""What is kept of an account for crowns: to be handed out, and to go when the account does."""

from collections.abc import Callable
from datetime import date

from server.accounts.store import Account
from server.crowns.messages import crown, honour
from server.crowns.read_model import Honour
from server.crowns.service import Crowns


class Belongings:
    """`day` says on which day of the house a moment is."""

    def __init__(self, crowns: Crowns, now: Callable[[], int], day: Callable[[int], date]) -> None:
        self._crowns, self._now, self._day = crowns, now, day

    async def export(self, account: Account) -> dict[str, object]:
        """The run, the crowns, and the deals that were seen."""
        now = self._now()
        run = crown(None, await self._crowns.status(account.number, now))
        crowns = [
            honour(
                Honour(award.crown, account.number, award),
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
        """Candidate, deadline and seen deals go; crowns stay on the roll, without a name."""
        await self._crowns.store.forget(number)  # from now on no deal is noted as seen
        await self._crowns.seen.forget(number)
