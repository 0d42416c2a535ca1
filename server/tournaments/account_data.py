"""What is kept of an account for tournaments: to be handed out, and to go when the account does."""

from contextlib import suppress

from server.accounts.store import Account
from server.errors import Refusal, StoreAway
from server.tournaments import entrants
from server.tournaments.service import Tournaments


class Belongings:
    """Of all tournaments that are not over and that an account has entered."""

    def __init__(self, tournaments: Tournaments) -> None:
        self._tournaments = tournaments

    async def export(self, account: Account) -> dict[str, object]:
        """Each with what is kept of one there."""
        told: list[dict[str, object]] = []
        for code in await self._tournaments.store.due():
            with suppress(Refusal):  # it has lived its time
                mine = (await self._tournaments.load(code)).entrant(account.number)
                if mine is not None:
                    told.append(
                        {"code": code, **mine.model_dump(exclude={"account", "token_hash"})}
                    )
        return {"tournaments": told}

    async def forget(self, number: str) -> None:
        """The account takes part no more, and the game it plays is given up: nobody waits for it.
        What it has played stays, without a name, and its nonces, for deals were made with them."""
        failed: list[Exception] = []
        for code in await self._tournaments.store.due():
            try:
                await self._take_out(code, number)
            except Refusal:  # it has lived its time, or is over
                pass
            except StoreAway:
                raise
            except Exception as error:  # nobody is to wait in the others
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
