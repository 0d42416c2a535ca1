"""Subscriptions to something that changes on the server, such as a crown run. The server sends a
message after each change. Each subscription has a connection of its own."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

from client_cli.exit_codes import Failure
from client_cli.local.account_store import account_on
from client_cli.local.storage import Storage
from client_cli.net.connection import Connection, ConnectionState
from client_cli.net.one_shot_client import OneShotClient
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
    changed: Callable[[ConnectionState], None] = lambda _: None,
) -> None:
    """Subscribe to something on the server, and pass each message of type `kind` to `tell`. `make`
    gets a request id and returns the subscription request. `changed` gets each new state of the
    connection. After a reconnect, subscribe again.

    Does not return. Raises Failure if no account is logged in, if the server refuses, and when the
    connection is closed for good.
    """

    def hear(message: FromServer) -> None:
        if isinstance(message, kind):
            tell(message)

    def requests_on_reconnect() -> list[Request]:
        account = account_on(storage, server)
        known = [Authenticate(id=link.next_id(), session=account.session)] if account else []
        return [*known, make(link.next_id())]

    async with Connection(server, hear, requests_on_reconnect, changed) as link:
        await asyncio.sleep(0)  # let the connection's task run: it marks the connection as up
        line = OneShotClient(server, storage, link)
        await line.authenticate()
        await line.ask(kind, make)
        raise Failure.unreachable(await link.gone())
