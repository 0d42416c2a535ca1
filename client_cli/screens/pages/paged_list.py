"""Base class of list pages that load a long list in parts: `n` loads the next part, `f` the first.
The lists belong to an account."""

from typing import Generic, Protocol, TypeVar

from client_cli.net.one_shot_client import OneShotClient
from client_cli.screens.pages.server_page import ServerPage
from protocol.texts import _

MOST = 100
"""The number of entries requested at a time."""


class ListPart(Protocol):
    """A part of a list, as the server sends it."""

    @property
    def total(self) -> int:
        """The number of entries in the whole list."""


P = TypeVar("P", bound=ListPart)


class PagedListPage(ServerPage, Generic[P]):
    """A list page that requests its first part when it opens, if there is an account, and another
    part at the keys for that. Subclasses implement `_listen` and `_take`."""

    def __init__(self) -> None:
        super().__init__()
        self._page: P | None = None
        self._offset = 0
        self._known = False

    def on_mount(self) -> None:
        super().on_mount()
        self._known = self.account() is not None
        self._ask()

    def _ask(self) -> None:
        if self._known:
            self.ask(self._listen, self._take)

    async def _listen(self, client: OneShotClient) -> P:
        """Request at most MOST entries, from `_offset` on. Raise Failure."""
        raise NotImplementedError

    def _take(self, page: P) -> None:
        """Show a part that has arrived."""
        raise NotImplementedError

    def _turns(self) -> list[tuple[str, str]]:
        """Return the keys that load another part now, with their meanings."""
        more = self._page is not None and self._offset + MOST < self._page.total
        return [
            *([("n", _("next"))] if more else []),
            *([("f", _("first"))] if self._offset else []),
        ]

    def _turn(self, char: str) -> bool:
        """If this key loads another part now, request it. Return whether it does."""
        if char not in [key for key, _ in self._turns()]:
            return False
        self._offset = self._offset + MOST if char == "n" else 0
        self._ask()
        return True
