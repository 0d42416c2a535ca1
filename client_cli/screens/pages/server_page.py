"""Base class of list pages that make requests to the server and show a message if there is no
answer."""

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
    """A list page that makes requests in the background. Only one runs at a time: a new request
    cancels an earlier one. While `waits` is true, the page ignores keys."""

    def __init__(self) -> None:
        super().__init__()
        self.waits = False

    @property
    def storage(self) -> Storage:
        """The client's storage on this computer. Raises Failure if there is none."""
        if self.patience.storage is None:
            raise Failure.usage(_("Nothing is kept here."))
        return self.patience.storage

    def account(self) -> KnownAccount | None:
        """Return the account on the server to which this computer is logged in; None for a
        guest."""
        try:
            return account_on(self.storage, self.patience.address())
        except Failure:  # no storage, or an invalid server address
            return None

    def ask(
        self,
        work: Callable[["OneShotClient"], Awaitable[T]],
        then: Callable[[T], None],
    ) -> None:
        """Make a request that changes nothing on the server, and call `then` with the result; a
        Failure is shown. The player may go on in the meantime."""
        self._run(lambda: self._with_connection(work), then)

    def change(
        self, work: Callable[["OneShotClient"], Awaitable[T]], then: Callable[[T], None]
    ) -> None:
        """Make a request that changes something on the server, and call `then` with the result; a
        Failure is shown. The page ignores keys until then."""
        self.carry_out(lambda: self._with_connection(work), then)

    def carry_out(self, work: Callable[[], Awaitable[T]], then: Callable[[T], None]) -> None:
        """Run something that takes time, and call `then` with the result; a Failure is shown. The
        page ignores keys until then."""
        self.waits = True
        self._run(work, then)

    async def _with_connection(self, work: Callable[["OneShotClient"], Awaitable[T]]) -> T:
        # Imported in a thread, because it is slow and the page must stay responsive.
        await asyncio.to_thread(import_module, "client_cli.net.one_shot_client")
        from client_cli.net.one_shot_client import with_connection

        return await with_connection(self.patience.address(), self.storage, work)

    def request_quietly(
        self, work: Callable[["OneShotClient"], Awaitable[T]], then: Callable[[T], None]
    ) -> None:
        """Make a request of which the player is told nothing, and call `then` with the result; a
        Failure is ignored."""

        async def run() -> None:
            try:
                answer = await self._with_connection(work)
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
        """Show that there are no updates while the connection is down."""
        if line is ConnectionState.DOWN:
            self.tell(DOWN)
        elif self.say == DOWN:
            self.tell("")

    def failed(self, failure: Failure) -> None:
        """Show why a request failed; subclasses may react."""
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
