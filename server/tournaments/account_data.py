"""Export and deletion of an account's tournament data."""

from contextlib import suppress

from server.accounts.store import Account
from server.errors import Refusal, StoreAway
from server.tournaments import entrants
from server.tournaments.service import TournamentService


class TournamentAccountData:
    """Exports and deletes the data of an account in unfinished tournaments that it has entered."""

    def __init__(self, tournaments: TournamentService) -> None:
        self._tournaments = tournaments

    async def export(self, account: Account) -> dict[str, object]:
        """Return, under the key `tournaments`, a list of the unfinished tournaments that the
        account has entered. Each item has the code of the tournament and what it stores about the
        account, such as its team."""
        told: list[dict[str, object]] = []
        for code in await self._tournaments.store.due():
            with suppress(Refusal):  # the tournament has expired
                mine = (await self._tournaments.load(code)).entrant(account.number)
                if mine is not None:
                    told.append(
                        {
                            "code": code,
                            **mine.model_dump(exclude={"account", "guest", "token_hash"}),
                        }
                    )
        return {"tournaments": told}

    async def forget(self, number: str) -> None:
        """Withdraw a deleted account from its unfinished tournaments, and resign its games in
        progress.

        `number` is the account's id. The results of the account stay, without a name. So do its
        nonces, the random numbers that it contributed to the shuffling of the deals. If an error
        occurs in a tournament, the account is still withdrawn from the other tournaments, and then
        an ExceptionGroup is raised. StoreAway is raised at once if Redis cannot be reached.
        """
        failed: list[Exception] = []
        for code in await self._tournaments.store.due():
            try:
                await self._take_out(code, number)
            except Refusal:  # the tournament has expired or is over
                pass
            except StoreAway:
                raise
            except Exception as error:  # go on with the other tournaments
                failed.append(error)
        if failed:
            raise ExceptionGroup("not forgotten in some tournaments", failed)

    async def _take_out(self, code: str, number: str) -> None:
        mine = (await self._tournaments.load(code)).entrant(number)
        if mine is None or mine.gone is not None:
            return
        now = self._tournaments.now
        await self._tournaments.change(code, lambda each: entrants.withdraw(each, number, now()))
        await self._tournaments.meet(code)
