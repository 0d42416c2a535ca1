"""What other parts of the server keep of accounts: it goes with them, and can be taken along."""

from collections.abc import Iterable
from typing import Protocol

from server.accounts.store import Account, AccountStore


class Elsewhere(Protocol):
    """Where something is kept of accounts."""

    async def export(self, account: Account) -> dict[str, object]:
        """All of it, by what it is."""

    async def forget(self, number: str) -> None:
        """An account is no more."""


async def forget_gone(store: AccountStore, elsewhere: Iterable[Elsewhere]) -> None:
    """Let go what is kept elsewhere of accounts that are no more; time and again, since whoever
    took one away may have died before this."""
    places = tuple(elsewhere)
    for number in await store.gone():
        for place in places:
            await place.forget(number)
        await store.forgotten(number)
