"""What other parts of the server keep of accounts: it goes with them, and can be taken along."""

from collections.abc import Iterable
from typing import Protocol

from server.accounts.store import Account, AccountStore
from server.errors import StoreAway
from server.observability import error_log


class Elsewhere(Protocol):
    """Where something is kept of accounts."""

    async def export(self, account: Account) -> dict[str, object]:
        """All of it, by what it is."""

    async def forget(self, number: str) -> None:
        """An account is no more."""


async def forget_gone(store: AccountStore, elsewhere: Iterable[Elsewhere]) -> None:
    """Let go what is kept elsewhere of accounts that are no more; time and again, since whoever
    took one away may have died before this. One place's fault keeps back nothing of the others."""
    places = tuple(elsewhere)
    for number in await store.gone():
        done = [await _forget(place, number) for place in places]
        if all(done):
            await store.forgotten(number)


async def _forget(place: Elsewhere, number: str) -> bool:
    try:
        await place.forget(number)
    except StoreAway:
        raise
    except Exception as error:
        error_log.note("forgetting_failed", error)
        return False
    return True
