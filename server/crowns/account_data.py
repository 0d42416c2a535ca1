"""Export and deletion of an account's crown data.

A crown is an award for great games (five games of patience) won in a row. The run of an account is
the great games that it has won in a row until now. A run has time limits, such as the longest
break, so the server checks it again at stored times.
"""

from collections.abc import Callable
from datetime import date

from server.accounts.store import Account
from server.crowns.messages import crown, honour
from server.crowns.read_model import HonourLine
from server.crowns.service import CrownService


class CrownAccountData:
    """Exports and deletes the crown data of accounts. `now` returns server time in ms; `day`
    returns the calendar day, in the server's time zone, of a server time."""

    def __init__(
        self, crowns: CrownService, now: Callable[[], int], day: Callable[[int], date]
    ) -> None:
        self._crowns, self._now, self._day = crowns, now, day

    async def export(self, account: Account) -> dict[str, object]:
        """Return the status of the account's run, its crowns, and the deals of great games that it
        has seen, as JSON values by the keys `run`, `crowns` and `deals_seen`."""
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
        of deals that the account has seen. `number` is the account's id. Its crowns stay on the
        roll of honour (the list of all crowns won), without a name."""
        # The mark of deletion comes first: after it no more seen deals are stored.
        await self._crowns.store.forget(number)
        await self._crowns.seen.forget(number)
