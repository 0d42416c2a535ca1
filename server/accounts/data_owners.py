"""Account data kept by other packages: the interface for export and deletion."""

from collections.abc import Iterable
from typing import Protocol

from server.accounts.store import Account, AccountStore
from server.errors import StoreAway
from server.observability import error_log


class AccountDataOwner(Protocol):
    """A package that keeps data of accounts."""

    async def export(self, account: Account) -> dict[str, object]:
        """The account's data, by title."""

    async def forget(self, number: str) -> None:
        """Delete the data of a deleted account; `number` is its id."""


async def forget_gone(store: AccountStore, elsewhere: Iterable[AccountDataOwner]) -> None:
    """Delete the data that other packages keep of deleted accounts.

    Called periodically, since the process that deleted an account may have died before this. If
    one package fails, the others are still asked, and the account is tried again next time.
    """
    places = tuple(elsewhere)
    for number in await store.gone():
        done = [await _forget(place, number) for place in places]
        if all(done):
            await store.forgotten(number)


async def _forget(place: AccountDataOwner, number: str) -> bool:
    try:
        await place.forget(number)
    except StoreAway:
        raise
    except Exception as error:
        error_log.note("forgetting_failed", error)
        return False
    return True
