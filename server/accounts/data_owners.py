"""The interface of packages that keep data of accounts: `server/handlers/accounts.py`, which
exports and deletes accounts, calls it."""

from collections.abc import Iterable
from typing import Protocol

from server.accounts.store import Account, AccountStore
from server.errors import StoreAway
from server.observability import error_log


class AccountDataOwner(Protocol):
    """A package that keeps data about accounts, such as their crowns or their tournaments."""

    async def export(self, account: Account) -> dict[str, object]:
        """Return the data that this package keeps about an account: JSON values, each by the key
        that it gets in the JSON file in which people get all data of their account."""

    async def forget(self, number: str) -> None:
        """Delete the data of a deleted account. `number` is the account's id. This may be called
        more than once for the same account."""


async def forget_gone(store: AccountStore, elsewhere: Iterable[AccountDataOwner]) -> None:
    """Delete the data that other packages keep of deleted accounts. `elsewhere` are these packages.

    This is called periodically, because the process that deleted an account may have died before
    all packages had deleted their data. If one package fails, the error is logged, the other
    packages are still called, and all packages are called again for this account next time. Raise
    StoreAway if Redis cannot be reached.
    """
    places = tuple(elsewhere)
    for number in await store.gone():
        done = [await _forget(place, number) for place in places]
        if all(done):
            await store.forgotten(number)


async def _forget(place: AccountDataOwner, number: str) -> bool:
    """Make one package delete its data of a deleted account. If this raises an error, log the error
    and return False."""
    try:
        await place.forget(number)
    except StoreAway:
        raise
    except Exception as error:
        error_log.note("account_deletion_failed", error)
        return False
    return True
