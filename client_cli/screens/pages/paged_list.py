"""Base class of pages with a long list that belongs to an account, such as its rivals. The list is
loaded in parts: the key `n` loads the next part, `f` the first."""

from typing import Generic, Protocol, TypeVar

from client_cli.net.one_shot_client import OneShotClient
from client_cli.screens.pages.server_page import ServerPage
from protocol.texts import _

MOST = 100
"""The number of entries requested at a time."""


class ListPart(Protocol):
    """A part of a long list, as the server sends it."""

    @property
    def total(self) -> int:
        """The number of entries in the whole list, of which this is a part."""


P = TypeVar("P", bound=ListPart)


class PagedListPage(ServerPage, Generic[P]):
    """A page with a long list. If the player has an account, the page requests the first part of
    the list when it opens; keys request other parts. Subclasses implement `_listen`, which requests
    a part, and `_take`, which shows it."""

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
        """Request at most MOST entries of the list, from entry `_offset` on, and return them. Raise
        Failure if the server does not answer or refuses."""
        raise NotImplementedError

    def _take(self, page: P) -> None:
        """Show a part of the list that has arrived from the server."""
        raise NotImplementedError

    def _turns(self) -> list[tuple[str, str]]:
        """Return the keys that can now load the next or the first part of the list, as (key,
        meaning)."""
        more = self._page is not None and self._offset + MOST < self._page.total
        return [
            *([("n", _("next"))] if more else []),
            *([("f", _("first"))] if self._offset else []),
        ]

    def _turn(self, char: str) -> bool:
        """Handle a key that may load another part of the list (`n` the next part, `f` the first).
        If it does, request this part from the server. Return whether it does."""
        if char not in [key for key, _ in self._turns()]:
            return False
        self._offset = self._offset + MOST if char == "n" else 0
        self._ask()
        return True
