"""What other parts of the server keep of accounts: it goes with them, and can be taken along."""

from typing import Protocol

from server.accounts.store import Account


class Elsewhere(Protocol):
    """Where something is kept of accounts."""

    async def export(self, account: Account) -> dict[str, object]:
        """All of it, by what it is."""

    async def forget(self, number: str) -> None:
        """An account is no more."""
