"""A page that shows a list of one's account part by part: `n` turns on, `f` back to the first."""

from typing import Generic, Protocol, TypeVar

from client_cli.net.one_shot_client import AccountLine
from client_cli.screens.pages.server_page import AskingPage

MOST = 100
"""So much is shown at a time."""


class Part(Protocol):
    """A part of a list, and how long all of it is."""

    @property
    def total(self) -> int:
        """Of all parts."""


P = TypeVar("P", bound=Part)


class TurningPage(AskingPage, Generic[P]):
    """Asks for a part once it is opened, if one has an account, and whenever it is turned."""

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

    async def _listen(self, line: AccountLine) -> P:
        """The part from `_offset` on, at most MOST. Raises Failure."""
        raise NotImplementedError

    def _take(self, page: P) -> None:
        """Show a part."""
        raise NotImplementedError

    def _turns(self) -> list[tuple[str, str]]:
        """The keys that turn now."""
        more = self._page is not None and self._offset + MOST < self._page.total
        return [*([("n", "next")] if more else []), *([("f", "first")] if self._offset else [])]

    def _turn(self, char: str) -> bool:
        """Whether a key turns."""
        if char not in [key for key, _ in self._turns()]:
            return False
        self._offset = self._offset + MOST if char == "n" else 0
        self._ask()
        return True
