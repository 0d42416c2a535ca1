"""Something a server tells again whenever it has changed, on a line of its own."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

from client_cli.exit_codes import Failure
from client_cli.local.account_store import account_on
from client_cli.local.storage import Storage
from client_cli.net.connection import Line, Link
from client_cli.net.one_shot_client import AccountLine
from protocol.accounts import Authenticate
from protocol.from_server import FromServer
from protocol.message import Request

A = TypeVar("A", bound=FromServer)


async def follow(
    server: str,
    storage: Storage,
    make: Callable[[int], Request],
    kind: type[A],
    tell: Callable[[A], None],
    changed: Callable[[Line], None] = lambda _: None,
) -> None:
    """Ask for something that goes on being told to an account, and pass on each of it. Raises
    Failure when the line is gone for good; one that goes down comes back by itself."""

    def hear(message: FromServer) -> None:
        if isinstance(message, kind):
            tell(message)

    def comeback() -> list[Request]:
        account = account_on(storage, server)
        known = [Authenticate(id=link.next_id(), session=account.session)] if account else []
        return [*known, make(link.next_id())]

    async with Link(server, hear, comeback, changed) as link:
        await asyncio.sleep(0)  # the line is up once its keeper has run
        line = AccountLine(server, storage, link)
        await line.authenticate()
        await line.ask(kind, make)
        raise Failure.unreachable(await link.gone())
