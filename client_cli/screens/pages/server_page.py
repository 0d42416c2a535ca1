"""Base class of list pages that send requests to the server, and show a message if it does not
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
    """A list page that sends requests to the server in the background. Only one request runs at a
    time: a new one cancels the one before. While `waits` is true, the page ignores keys other than
    those with Ctrl."""

    def __init__(self) -> None:
        super().__init__()
        self.waits = False

    @property
    def storage(self) -> Storage:
        """The client's data directory on this computer. Raise Failure if the client has none."""
        if self.patience.storage is None:
            raise Failure.usage(_("Nothing is kept here."))
        return self.patience.storage

    def account(self) -> KnownAccount | None:
        """Return the account to which this computer is logged in on the server; None if it is
        logged in to none."""
        try:
            return account_on(self.storage, self.patience.address())
        except Failure:  # no storage, or an invalid server address
            return None

    def ask(
        self,
        work: Callable[["OneShotClient"], Awaitable[T]],
        then: Callable[[T], None],
    ) -> None:
        """Send a request that changes nothing on the server, and call `then` with its result. A
        Failure is shown as a sentence. Meanwhile the player can go on using the page."""
        self._run(lambda: self._with_connection(work), then)

    def change(
        self,
        work: Callable[["OneShotClient"], Awaitable[T]],
        then: Callable[[T], None],
        failed: Callable[[Failure], None] | None = None,
    ) -> None:
        """Send a request that changes something on the server, and call `then` with its result. A
        Failure is given to `failed`; if that is None, it is shown as a sentence. Until the answer
        arrives, the page ignores keys."""
        self.carry_out(lambda: self._with_connection(work), then, failed)

    def carry_out(
        self,
        work: Callable[[], Awaitable[T]],
        then: Callable[[T], None],
        failed: Callable[[Failure], None] | None = None,
    ) -> None:
        """Run the slow coroutine function `work` in the background, and call `then` with its
        result. A Failure is given to `failed`; if that is None, it is shown as a sentence. Until
        `work` has ended, the page ignores keys."""
        self.waits = True
        self._run(work, then, failed)

    async def _with_connection(self, work: Callable[["OneShotClient"], Awaitable[T]]) -> T:
        # Imported in a thread, because it is slow and the page must stay responsive.
        await asyncio.to_thread(import_module, "client_cli.net.one_shot_client")
        from client_cli.net.one_shot_client import with_connection

        return await with_connection(self.patience.address(), self.storage, work)

    def request_quietly(
        self, work: Callable[["OneShotClient"], Awaitable[T]], then: Callable[[T], None]
    ) -> None:
        """Send a request in the background without telling the player, and call `then` with its
        result. A Failure is ignored."""

        async def run() -> None:
            try:
                answer = await self._with_connection(work)
            except Failure:
                return
            then(answer)

        begin(self, run, exclusive=True)

    def _run(
        self,
        work: Callable[[], Awaitable[T]],
        then: Callable[[T], None],
        failed: Callable[[Failure], None] | None = None,
    ) -> None:
        async def run() -> None:
            try:
                answer = await work()
            except Failure as failure:
                self.waits = False
                (failed or self.failed)(failure)
                return
            self.waits = False
            self.tell("")
            then(answer)

        self.tell(ASKING)
        begin(self, run, exclusive=True)

    def line_is(self, line: ConnectionState) -> None:
        """Called when the state of the connection to the server changes to `line`. While the
        connection is down, the status line says that the page receives no updates."""
        if line is ConnectionState.DOWN:
            self.tell(DOWN)
        elif self.say == DOWN:
            self.tell("")

    def failed(self, failure: Failure) -> None:
        """Show the player why a request failed. A subclass may do more than this."""
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
