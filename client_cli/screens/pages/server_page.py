"""Base class of list pages that ask the server; shows a message if there is no answer."""

import asyncio
from collections.abc import Awaitable, Callable
from importlib import import_module
from typing import TYPE_CHECKING, TypeVar

from client_cli.exit_codes import Failure
from client_cli.local.account_store import KnownAccount, account_on
from client_cli.local.storage import Storage
from client_cli.net.connection_types import ConnectionState
from client_cli.screens.page import begin
from client_cli.screens.widgets.list_page import ListPage
from protocol.texts import _

if TYPE_CHECKING:
    from client_cli.net.one_shot_client import OneShotClient

T = TypeVar("T")
ASKING = _("Asking the server ...")
DOWN = _("The line is down; trying again.")
WAIT = _("Wait for the server's answer.")


class ServerPage(ListPage):
    """A list page with requests in the background. During a change it ignores keys until the answer
    has come."""

    def __init__(self) -> None:
        super().__init__()
        self.waits = False

    @property
    def storage(self) -> Storage:
        """The user's storage. Raises Failure if there is none."""
        if self.patience.storage is None:
            raise Failure.usage(_("Nothing is kept here."))
        return self.patience.storage

    def account(self) -> KnownAccount | None:
        """The account on this server that this computer is logged in to; None without one."""
        try:
            return account_on(self.storage, self.patience.address())
        except Failure:  # no storage, or an invalid server address
            return None

    def ask(
        self,
        work: Callable[["OneShotClient"], Awaitable[T]],
        then: Callable[[T], None],
    ) -> None:
        """Make a request that changes nothing; the user may leave the page before the answer."""
        self._run(lambda: self._on_line(work), then)

    def change(
        self, work: Callable[["OneShotClient"], Awaitable[T]], then: Callable[[T], None]
    ) -> None:
        """Make a request that changes something; the page ignores keys until the answer."""
        self.carry_out(lambda: self._on_line(work), then)

    def carry_out(self, work: Callable[[], Awaitable[T]], then: Callable[[T], None]) -> None:
        """Run something that takes time; the page ignores keys until it is done."""
        self.waits = True
        self._run(work, then)

    async def _on_line(self, work: Callable[["OneShotClient"], Awaitable[T]]) -> T:
        # Imported in a thread, because it is slow and the page must stay responsive.
        await asyncio.to_thread(import_module, "client_cli.net.one_shot_client")
        from client_cli.net.one_shot_client import on_line

        return await on_line(self.patience.address(), self.storage, work)

    def request_quietly(
        self, work: Callable[["OneShotClient"], Awaitable[T]], then: Callable[[T], None]
    ) -> None:
        """Make a request without any message; a Failure is ignored."""

        async def run() -> None:
            try:
                answer = await self._on_line(work)
            except Failure:
                return
            then(answer)

        begin(self, run, exclusive=True)

    def _run(self, work: Callable[[], Awaitable[T]], then: Callable[[T], None]) -> None:
        async def run() -> None:
            try:
                answer = await work()
            except Failure as failure:
                self.waits = False
                self.failed(failure)
                return
            self.waits = False
            self.tell("")
            then(answer)

        self.tell(ASKING)
        begin(self, run, exclusive=True)

    def line_is(self, line: ConnectionState) -> None:
        """Show that updates are interrupted while the connection is down."""
        if line is ConnectionState.DOWN:
            self.tell(DOWN)
        elif self.say == DOWN:
            self.tell("")

    def failed(self, failure: Failure) -> None:
        """Show why there is no answer."""
        self.tell(str(failure))

    def press(self, key: str, char: str) -> bool:
        if self.waits and not key.startswith("ctrl+"):
            self.say = WAIT
            self.redraw()
            return True
        try:
            return super().press(key, char)
        except Failure as failure:
            self.failed(failure)
            return True
