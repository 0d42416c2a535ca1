"""Export of an account's race history and ratings. The races are read from the results log, the
list of the results of all races."""

from server.accounts.store import Account
from server.leaderboards.account_rankings import Rankings
from server.leaderboards.ratings import FAMILIES, OVERALL
from server.leaderboards.results_log import AccountRace, ResultsLog

PAGE = 1_000


class ResultsAccountData:
    """Exports the race history and ratings of an account.

    Entries of the results log stay when an account is deleted, because they also have the results
    of the other contestants. Leaderboards then show no name for the account.
    """

    def __init__(self, results_log: ResultsLog, places: Rankings) -> None:
        self._results_log, self._places = results_log, places

    async def export(self, account: Account) -> dict[str, object]:
        """Return all races of the account, latest first, and its ratings."""
        pasts: list[AccountRace] = []
        total = 1
        while len(pasts) < total:
            total, page = await self._results_log.history(account.number, len(pasts), PAGE)
            pasts += page
            if not page:
                break
        rated = await self._places.ratings(account.number, (OVERALL, *FAMILIES))
        races = [
            {
                "race": past.race,
                "at_ms": past.at,
                "game": past.game,
                "place": past.place,
                "voided": past.voided,
            }
            for past in pasts
        ]
        ratings = {
            scope: {"rating": known.shown, "uncertainty": known.uncertainty, "races": known.races}
            for scope, known in rated.items()
        }
        return {"races": races, "ratings": ratings}

    async def forget(self, number: str) -> None:
        """Called when the account with the id `number` has been deleted. Does nothing, because the
        entries of the results log stay."""
